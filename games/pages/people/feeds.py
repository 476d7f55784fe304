"""A player's deadlines as a calendar, their turns as a feed, and the page that makes the addresses of both.

Feed readers and calendars are third parties: nothing here names a card of a hand, or opens a seat. What is
said depends on what the player is asked, and on nothing that anybody holds.
"""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.syndication.views import Feed
from django.core.cache import cache
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.http import http_date, quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from icalendar import Alarm, Calendar, Event

from games import clock
from games.core import access
from games.history.formatting import moment, one_line
from games.history.game_history import SEALED
from games.mail.links import game_url
from games.models import FeedKey, Move, Player, Question, Seat, Vacation
from games.pages.common.guards import post_or_redirect, sign_in_on_404
from games.pages.common.middleware import speaking_to
from games.pages.common.requests import signed_in
from games.people.preferences import mark_feeds_read, renew_feeds, revoke_feeds

MOST_IN_TEN_MINUTES = 40
MOST_TURNS = 50
ALARM = timedelta(hours=2)
VACATIONS_SHOWN = timedelta(days=30)  # after their end


def make_calendar(player: Player) -> bytes:
    """Return the deadlines and vacations of a player as an iCalendar, in their language.

    It has the same bytes as long as nothing has changed.
    """
    cal = Calendar()
    cal.add("prodid", "-//Fluxx by mail//deadlines//EN")
    cal.add("version", "2.0")
    cal.add("method", "PUBLISH")
    cal.add("name", _("Fluxx: deadlines"))
    cal.add("x-wr-calname", _("Fluxx: deadlines"))
    cal.add("refresh-interval", timedelta(hours=1), parameters={"VALUE": "DURATION"})
    cal.add("x-published-ttl", "PT1H")
    questions = Question.objects.filter(
        closed_at=None,
        due_at__isnull=False,
        seat__player=player,
        seat__status=Seat.Status.TAKEN,
        seat__on_autopilot=False,
    )
    for question in questions.select_related("game", "seat").order_by("due_at", "pk"):
        cal.add_component(_deadline(question))
    since = clock.now() - VACATIONS_SHOWN
    for vacation in Vacation.objects.filter(player=player, ends_at__gt=since).order_by("first_day", "pk"):
        cal.add_component(_vacation(vacation))
    return bytes(cal.to_ical())


def _deadline(question: Question) -> Event:
    opened_at = whole_seconds(question.opened_at)
    due_at = whole_seconds(question.due_at or question.opened_at)
    words = {"game": one_line(question.game.name)}
    event = Event()
    event.add("uid", f"question-{question.pk}@{settings.MAIL_DOMAIN}")
    event.add("dtstamp", opened_at)
    event.add("created", opened_at)
    event.add("sequence", max(0, int((due_at - question.opened_at).total_seconds() // 60)))
    event.add("dtstart", due_at)
    event.add("summary", _("Fluxx: answer in “%(game)s”") % words)
    event.add("url", game_url(question.game))
    event.add("description", f"{describe_question(question)}\n{game_url(question.game)}")
    event.add("transp", "TRANSPARENT")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("trigger", -ALARM)
    alarm.add("description", _("Two hours left to answer in “%(game)s”") % words)
    event.add_component(alarm)
    return event


def _vacation(vacation: Vacation) -> Event:
    event = Event()
    event.add("uid", f"vacation-{vacation.pk}@{settings.MAIL_DOMAIN}")
    event.add("dtstamp", whole_seconds(vacation.entered_at))
    event.add("dtstart", vacation.first_day)
    event.add("dtend", vacation.last_day + timedelta(days=1))
    event.add("summary", _("Fluxx: my clocks stand still"))
    event.add("transp", "TRANSPARENT")
    return event


def whole_seconds(instant: datetime) -> datetime:
    """Return an instant in UTC without fractions of a second, which a calendar can't hold."""
    return instant.astimezone(UTC).replace(microsecond=0)


def find_last_change(player: Player, since: datetime) -> datetime:
    """Return when a player's feeds changed last; their secret was made at `since`.

    It must not tell when somebody passed in a window (requirement H7).
    """
    games = Seat.objects.filter(player=player).values("game")
    moved = Move.objects.filter(game__in=games).exclude(SEALED).aggregate(at=Max("created_at"))["at"]
    entered = Vacation.objects.filter(player=player).aggregate(at=Max("entered_at"))["at"]
    return max(filter(None, (since, moved, entered)))


def describe_question(question: Question) -> str:
    """Say what kind of question it is, without naming any card."""
    if question.is_side:
        return _("A question beside the play")
    return _("It is your turn") if question.own_turn else _("You are asked out of turn")


class TurnsFeed(Feed):
    """The last questions that a player was asked, as Atom."""

    feed_type = Atom1Feed
    link = f"{settings.SITE_URL}/"

    def get_object(self, request: HttpRequest, player: Player) -> Player:
        """Return the player of the feed; the caller has checked the secret."""
        return player

    def title(self) -> str:
        """Return the title of the feed."""
        return _("Fluxx: my turns")

    def feed_guid(self, obj: Player) -> str:
        """Return an id that stays the same when the address is renewed."""
        return f"tag:{settings.MAIL_DOMAIN},2026:turns/{obj.pk}"

    def feed_url(self, obj: Player) -> str:
        """Return the page about feeds: the feed's own address is secret."""
        return f"{settings.SITE_URL}{reverse('feeds')}"

    def items(self, obj: Player) -> list[Question]:
        """Return the questions, the last asked first."""
        rows = Question.objects.filter(seat__player=obj, seat__status=Seat.Status.TAKEN)
        return list(rows.select_related("game", "seat").order_by("-opened_at", "-pk")[:MOST_TURNS])

    def item_title(self, item: Any) -> str:
        """Return which game asks."""
        return f"{one_line(item.game.name)}: {describe_question(item)}"

    def item_description(self, item: Any) -> str:
        """Return the deadline, or that the question is closed."""
        if item.closed_at is not None:
            return _("This is settled.")
        if item.due_at is None:
            return _("There is no deadline now.")
        return _("Answer by %(moment)s.") % {"moment": moment(item.due_at, item.seat.player.zone)}

    def item_link(self, item: Any) -> str:
        """Return the game's page."""
        return game_url(item.game)

    def item_guid(self, item: Any) -> str:
        """Return the id of the question."""
        return f"tag:{settings.MAIL_DOMAIN},2026:question/{item.pk}"

    def item_pubdate(self, item: Question) -> datetime:
        """Return when it was asked."""
        return item.opened_at

    def item_updateddate(self, item: Question) -> datetime:
        """Return when it was closed, or asked."""
        return item.closed_at or item.opened_at


TURNS = TurnsFeed()


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_on_404
def feeds(request: HttpRequest) -> HttpResponse:
    """Explain the feeds; make new addresses of them, and show these once."""
    player = signed_in(request)
    shown: dict[str, str] = {}
    if request.method == "POST":
        secret = renew_feeds(player=player)
        shown = {
            "calendar": settings.SITE_URL + reverse("deadlines_feed", args=[secret]),
            "turns": settings.SITE_URL + reverse("turns_feed", args=[secret]),
        }
    key = FeedKey.objects.filter(player=player).first()
    return render(request, "games/feeds.html", {"key": key, "shown": shown})


@post_or_redirect("feeds")
@sign_in_on_404
def revoke(request: HttpRequest) -> HttpResponse:
    """Revoke the addresses."""
    revoke_feeds(player=signed_in(request))
    messages.success(request, _("The addresses open nothing any more."))
    return redirect("feeds")


@require_safe
def deadlines_feed(request: HttpRequest, secret: str) -> HttpResponse:
    """Answer with the calendar of the player with this secret."""
    return _respond(request, secret, make_calendar, "text/calendar; charset=utf-8")


@require_safe
def turns_feed(request: HttpRequest, secret: str) -> HttpResponse:
    """Answer with the feed of the turns of the player with this secret."""

    def make_feed(player: Player) -> bytes:
        return TURNS(request, player=player).content

    return _respond(request, secret, make_feed, "application/atom+xml; charset=utf-8")


def _respond(
    request: HttpRequest, secret: str, make: Callable[[Player], bytes], content_type: str
) -> HttpResponse:
    """Return a feed, 304 for a reader that has it already, or 429 for one that is over the rate limit."""
    key = access.get_feed_key(secret)
    if _is_rate_limited(key):
        response = HttpResponse(_("Too often: ask again in ten minutes."), status=429)
        response["Retry-After"] = "600"
        return _set_feed_headers(response)
    mark_feeds_read(key=key)
    with speaking_to(key.player):
        body = make(key.player)
    etag = quote_etag(hashlib.sha256(body).hexdigest())
    changed = int(find_last_change(key.player, key.created_at).timestamp())
    # The entity tag alone decides: a deadline may move without anything else that has a date.
    made = HttpResponse(body, content_type=content_type)
    response = get_conditional_response(request, etag=etag, response=made) or made
    response["ETag"], response["Last-Modified"] = etag, http_date(changed)
    return _set_feed_headers(response)


def _set_feed_headers(response: HttpResponse) -> HttpResponse:
    response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "private, no-cache"
    response["Referrer-Policy"] = "no-referrer"
    return response


def _is_rate_limited(key: FeedKey) -> bool:
    slot = f"feed/{key.pk}/{int(clock.now().timestamp()) // 600}"
    cache.add(slot, 0, timeout=1200)
    try:
        return cache.incr(slot) > MOST_IN_TEN_MINUTES
    except ValueError:
        return False
