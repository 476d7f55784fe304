"""A player's deadlines as a calendar, and their turns as a feed.

Feed readers and calendars are third parties: nothing here names a card of a hand, or opens a seat. What is
said depends on what the player is asked, and on nothing that anybody holds.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.db.models import Max
from django.http import HttpRequest
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event

from games import clock
from games.history.formatting import moment, one_line
from games.history.moves import SEALED
from games.models import Move, Player, Question, Seat, Vacation

MOST_TURNS = 50
ALARM = timedelta(hours=2)
VACATIONS_SHOWN = timedelta(days=30)  # after their end


def questions_of(player: Player) -> list[Question]:
    """Return the open questions of a player's seats that have a deadline, the next one first."""
    rows = Question.objects.filter(closed_at=None, due_at__isnull=False, seat__player=player)
    rows = rows.filter(seat__status=Seat.Status.TAKEN, seat__on_autopilot=False)
    return list(rows.select_related("game", "seat").order_by("due_at", "pk"))


def calendar(player: Player) -> bytes:
    """Return the deadlines and vacations of a player as an iCalendar, in their language.

    The same bytes as long as nothing has changed. Instants are absolute; days of vacations are days.
    """
    cal = Calendar()
    cal.add("prodid", "-//Fluxx by mail//deadlines//EN")
    cal.add("version", "2.0")
    cal.add("method", "PUBLISH")
    cal.add("name", _("Fluxx: deadlines"))
    cal.add("x-wr-calname", _("Fluxx: deadlines"))
    cal.add("refresh-interval", timedelta(hours=1), parameters={"VALUE": "DURATION"})
    cal.add("x-published-ttl", "PT1H")
    for question in questions_of(player):
        cal.add_component(_deadline(question))
    ended = clock.now() - VACATIONS_SHOWN
    for vacation in Vacation.objects.filter(player=player, ends_at__gt=ended).order_by("first_day", "pk"):
        cal.add_component(_vacation(vacation))
    return bytes(cal.to_ical())


def _deadline(question: Question) -> Event:
    due_at = whole(question.due_at or question.opened_at)
    event = Event()
    event.add("uid", f"question-{question.pk}@{settings.MAIL_DOMAIN}")
    event.add("dtstamp", whole(question.opened_at))
    event.add("created", whole(question.opened_at))
    event.add("sequence", max(0, int((due_at - question.opened_at).total_seconds() // 60)))
    event.add("dtstart", due_at)
    event.add("summary", _("Fluxx: answer in “%(game)s”") % {"game": one_line(question.game.name)})
    event.add("url", game_url(question))
    event.add("description", f"{what_is_asked(question)}\n{game_url(question)}")
    event.add("transp", "TRANSPARENT")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("trigger", -ALARM)
    alarm.add(
        "description", _("Two hours left to answer in “%(game)s”") % {"game": one_line(question.game.name)}
    )
    event.add_component(alarm)
    return event


def _vacation(vacation: Vacation) -> Event:
    event = Event()
    event.add("uid", f"vacation-{vacation.pk}@{settings.MAIL_DOMAIN}")
    event.add("dtstamp", whole(vacation.entered_at))
    event.add("dtstart", vacation.first_day)
    event.add("dtend", vacation.last_day + timedelta(days=1))
    event.add("summary", _("Fluxx: my clocks stand still"))
    event.add("transp", "TRANSPARENT")
    return event


def whole(instant: datetime) -> datetime:
    """Return an instant in UTC, in whole seconds: a calendar knows no smaller ones."""
    return instant.astimezone(UTC).replace(microsecond=0)


def changed_at(player: Player, since: datetime) -> datetime:
    """Return when anything of a player's feeds changed last; the secret itself was made at `since`.

    When somebody passed in a window leaves no trace in it (requirement H7).
    """
    games = Seat.objects.filter(player=player).values("game")
    moved = Move.objects.filter(game__in=games).exclude(SEALED).aggregate(at=Max("created_at"))["at"]
    entered = Vacation.objects.filter(player=player).aggregate(at=Max("entered_at"))["at"]
    return max(filter(None, (since, moved, entered)))


def game_url(question: Question) -> str:
    """Return the address of the game's page, for somebody who signs in."""
    return f"{settings.SITE_URL}{reverse('game', args=[question.game.key])}"


def what_is_asked(question: Question) -> str:
    """Return for what the table waits, without any card."""
    if question.is_side:
        return _("A question beside the play")
    return _("It is your turn") if question.own_turn else _("You are asked out of turn")


class Turns(Feed):
    """The last questions that a player was asked, as Atom."""

    feed_type = Atom1Feed
    link = f"{settings.SITE_URL}/"

    def get_object(self, request: HttpRequest, player: Player) -> Player:
        """Return whose feed it is; the caller has checked the secret."""
        return player

    def title(self) -> str:
        """Return what the feed is called."""
        return _("Fluxx: my turns")

    def feed_guid(self, obj: Player) -> str:
        """Return what stays the same when the address is renewed."""
        return f"tag:{settings.MAIL_DOMAIN},2026:turns/{obj.pk}"

    def feed_url(self, obj: Player) -> str:
        """Return no address of the feed: its own would be the secret one."""
        return f"{settings.SITE_URL}{reverse('feeds')}"

    def items(self, obj: Player) -> list[Question]:
        """Return the questions, the last asked first."""
        rows = Question.objects.filter(seat__player=obj, seat__status=Seat.Status.TAKEN)
        return list(rows.select_related("game", "seat").order_by("-opened_at", "-pk")[:MOST_TURNS])

    def item_title(self, item: Any) -> str:
        """Return which game asks."""
        return f"{one_line(item.game.name)}: {what_is_asked(item)}"

    def item_description(self, item: Any) -> str:
        """Return until when, or that it is settled."""
        if item.closed_at is not None:
            return _("This is settled.")
        if item.due_at is None:
            return _("There is no deadline now.")
        return _("Answer by %(moment)s.") % {"moment": moment(item.due_at, item.seat.player.zone)}

    def item_link(self, item: Any) -> str:
        """Return the game's page."""
        return game_url(item)

    def item_guid(self, item: Any) -> str:
        """Return what stays the same for one question."""
        return f"tag:{settings.MAIL_DOMAIN},2026:question/{item.pk}"

    def item_pubdate(self, item: Any) -> datetime:
        """Return when it was asked."""
        opened_at: datetime = item.opened_at
        return opened_at

    def item_updateddate(self, item: Any) -> datetime:
        """Return when it was asked, or settled."""
        at: datetime = item.closed_at or item.opened_at
        return at
