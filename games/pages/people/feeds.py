"""A player's deadlines as a calendar, their turns as a feed, and the page that makes the addresses of both.

Feed readers and calendars are third parties: nothing here names a card of a hand, or opens a seat. What is
said depends on what the player is asked, and on nothing that anybody holds.
"""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.http import http_date, quote_etag
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from icalendar import Alarm, Calendar, Event

from games import clock
from games.core import access
from games.core.site_title import short_title, site_title
from games.history.formatting import moment
from games.mail.addresses import prove
from games.mail.links import game_url
from games.models import FeedKey, Player, Question, Seat, Vacation
from games.pages.common.middleware import speaking_to
from games.pages.common.person_context import PersonContext, person_page
from games.people.feeds import mark_feeds_read, note_feed_change, renew_feeds, revoke_feeds

from .notices_page import show_notices

MOST_IN_TEN_MINUTES = 40
MOST_TURNS = 50
ALARM = timedelta(hours=2)
VACATIONS_SHOWN = timedelta(days=30)  # after their end
# SEQUENCE counts seconds from here: it may have 31 bits, so it is good for 68 years.
FIRST_SECOND = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())


def make_calendar(player: Player) -> Calendar:
    """Return the deadlines and vacations of a player as an iCalendar, in their language.

    It is the same as long as nothing has changed. It has no METHOD: that is for calendars that are sent to
    somebody, and wants an organizer (RFC 5546, 3.2.1).
    """
    cal = Calendar()
    cal.add("prodid", "-//Fluxx by mail//deadlines//EN")
    cal.add("version", "2.0")
    cal.add("name", _("%(site)s: deadlines") % {"site": short_title()})
    cal.add("x-wr-calname", _("%(site)s: deadlines") % {"site": short_title()})
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
    return cal


def _deadline(question: Question) -> Event:
    opened_at = whole_seconds(question.opened_at)
    due_at = whole_seconds(question.due_at or question.opened_at)
    words = {"game": question.game.shown_name}
    event = Event()
    event.add("uid", f"question-{entry_id(question)}@{settings.MAIL_DOMAIN}")
    event.add("dtstamp", opened_at)
    event.add("created", opened_at)
    event.add("dtstart", due_at)
    event.add("summary", _("%(site)s: answer in “%(game)s”") % (words | {"site": short_title()}))
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
    event.add("uid", f"vacation-{entry_id(vacation)}@{settings.MAIL_DOMAIN}")
    event.add("dtstamp", whole_seconds(vacation.entered_at))
    event.add("dtstart", vacation.first_day)
    event.add("dtend", vacation.last_day + timedelta(days=1))
    event.add("summary", _("%(site)s: my clocks are stopped") % {"site": short_title()})
    event.add("transp", "TRANSPARENT")
    return event


def entry_id(row: Question | Vacation) -> str:
    """Return what names a row in a feed: always the same, and no number by which others could be counted."""
    return prove("feed", f"{row._meta.model_name}/{row.pk}")


def whole_seconds(instant: datetime) -> datetime:
    """Return an instant in UTC without fractions of a second, which a calendar can't hold."""
    return instant.astimezone(UTC).replace(microsecond=0)


def describe_question(question: Question) -> str:
    """Say what kind of question it is, without naming any card."""
    if question.is_side:
        return _("A side question")
    return _("It’s your turn") if question.own_turn else _("You have a question out of turn")


class TurnsFeed(Atom1Feed):
    """Atom whose date, as long as it has no entry, is that of its address: the same bytes at each reading."""

    def latest_post_date(self) -> datetime:
        """Return when the feed changed last."""
        return super().latest_post_date() if self.items else self.feed["made_at"]


def make_turns(key: FeedKey) -> bytes:
    """Return the last questions that the player of this key was asked as Atom, in their language.

    It has no `self`: its own address is the secret.
    """
    player = key.player
    feed = TurnsFeed(
        _("%(site)s: my turns") % {"site": short_title()},
        f"{settings.SITE_URL}/",
        "",
        language=get_language(),
        author_name=site_title(),
        # Stays the same when the address is renewed.
        feed_guid=f"tag:{settings.MAIL_DOMAIN},2026:turns/{player.pk}",
        made_at=key.created_at,
    )
    rows = Question.objects.filter(seat__player=player, seat__status=Seat.Status.TAKEN)
    for question in rows.select_related("game").order_by("-opened_at", "-pk")[:MOST_TURNS]:
        feed.add_item(
            f"{question.game.shown_name}: {describe_question(question)}",
            game_url(question.game),
            describe_deadline(question, player),
            unique_id=f"tag:{settings.MAIL_DOMAIN},2026:question/{entry_id(question)}",
            pubdate=question.opened_at,
            updateddate=question.closed_at or question.opened_at,
        )
    return feed.writeString("utf-8").encode()


def describe_deadline(question: Question, player: Player) -> str:
    """Say until when a question waits, or that it is closed."""
    if question.closed_at is not None:
        return _("This is settled.")
    if question.due_at is None:
        return _("There’s no deadline right now.")
    return _("Answer by %(moment)s.") % {"moment": moment(question.due_at, player.zone)}


@person_page()
def feeds(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Make new addresses of the feeds, and show these once; a GET leads to where feeds are explained."""
    if request.method != "POST":
        return redirect(person.section_url("notices", "calendar"))
    secret = renew_feeds(player=person.player)
    addresses = {
        "calendar": settings.SITE_URL + reverse("deadlines_feed", args=[secret]),
        "turns": settings.SITE_URL + reverse("turns_feed", args=[secret]),
    }
    return show_notices(request, person, feed_addresses=addresses, opened="calendar")


@person_page(post_only="feeds")
def revoke(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Revoke the addresses."""
    revoke_feeds(player=person.player)
    messages.success(request, _("The addresses no longer work."))
    return redirect(person.section_url("notices", "calendar"))


@require_safe
def deadlines_feed(request: HttpRequest, secret: str) -> HttpResponse:
    """Answer with the calendar of the player with this secret."""

    def make(key: FeedKey) -> tuple[bytes, int]:
        cal = make_calendar(key.player)
        changed = note_feed_change(key=key, feed="deadlines", digest=_digest(cal.to_ical()))
        # A clock may have got more time or less, or another deadline than before: what stands here now is
        # newer than all that was read from this address.
        for event in cal.walk("VEVENT"):
            event.add("sequence", changed - FIRST_SECOND)
        return cal.to_ical(), changed

    return _respond(request, secret, make, "text/calendar; charset=utf-8")


@require_safe
def turns_feed(request: HttpRequest, secret: str) -> HttpResponse:
    """Answer with the feed of the turns of the player with this secret."""

    def make(key: FeedKey) -> tuple[bytes, int]:
        body = make_turns(key)
        return body, note_feed_change(key=key, feed="turns", digest=_digest(body))

    return _respond(request, secret, make, "application/atom+xml; charset=utf-8")


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def _respond(
    request: HttpRequest, secret: str, make: Callable[[FeedKey], tuple[bytes, int]], content_type: str
) -> HttpResponse:
    """Return a feed, 304 for a reader that has it already, or 429 for one that is over the rate limit.

    `make` returns the feed, and the second (Unix time) since which it has been as it is.
    """
    key = access.get_feed_key(secret)
    if _is_rate_limited(key):
        response = HttpResponse(_("Too many requests: try again in ten minutes."), status=429)
        response["Retry-After"] = "600"
        return _set_feed_headers(response)
    mark_feeds_read(key=key)
    with speaking_to(key.player):
        body, changed = make(key)
        made = HttpResponse(body, content_type=content_type)
        made["Content-Language"] = get_language()
    etag = quote_etag(_digest(body))
    response = get_conditional_response(request, etag=etag, last_modified=changed, response=made) or made
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
