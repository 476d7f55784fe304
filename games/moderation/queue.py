"""What needs somebody on the staff: a registry of sources, each a heading with the rows that wait.

A new source is a function in `SOURCES`; the start page of the desk shows them in this order.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import clock
from games.models import Game, Notice, Player, Question, Report, Seat, StaffAct
from games.models.question import IS_OPEN

# So many rows of each source are shown.
SHOWN = 20
# A clock that ran out longer ago should have struck; a pause of this length may have been forgotten.
OVERDUE, LONG_PAUSE = timedelta(minutes=30), timedelta(days=7)
# Without a clock, nobody has answered for so long.
NO_MOVE = timedelta(days=21)
RECENT = timedelta(days=7)


@dataclass(frozen=True)
class Waiting:
    """Something that waits: what it is in words, since when, and the row of the admin that shows it."""

    text: str
    since: datetime | None
    model: str
    pk: int


@dataclass(frozen=True)
class Source:
    """A kind of thing that waits, and what somebody should do about it."""

    title: Promise
    advice: Promise
    find: Callable[[], Iterable[Waiting]]


def find_reports() -> Iterable[Waiting]:
    """Return the reports that nobody has dealt with, the oldest first."""
    reports = Report.objects.filter(status=Report.Status.OPEN).select_related("about", "game", "deck")
    return [
        Waiting(
            f"{report.get_kind_display()}: {report.about or report.deck or report.game}",
            report.created_at,
            "report",
            report.pk,
        )
        for report in reports.order_by("created_at", "pk")[:SHOWN]
    ]


def find_pending_acts() -> Iterable[Waiting]:
    """Return the acts that take effect later, the next first."""
    acts = StaffAct.objects.filter(status=StaffAct.Status.PENDING).order_by("due_at")
    return [Waiting(str(act.about), act.due_at, "staffact", act.pk) for act in acts[:SHOWN]]


def find_stalled_games() -> Iterable[Waiting]:
    """Return the games that stand still: stuck, overdue, without a move for long, or paused for long."""
    now = clock.now()
    running = Question.objects.filter(IS_OPEN, game__status=Game.Status.RUNNING, is_side=False)
    moving = running.filter(game__paused_at=None)
    found: dict[int, Waiting] = {}
    for rows, text in (
        (moving.filter(stuck_at__isnull=False), _("%(game)s: the site can’t answer for %(name)s")),
        (moving.filter(due_at__lt=now - OVERDUE), _("%(game)s: the time of %(name)s is up")),
        (
            moving.filter(due_at=None, time_left=None, opened_at__lt=now - NO_MOVE, seat__bot=""),
            _("%(game)s: %(name)s hasn’t answered for weeks"),
        ),
        (running.filter(game__paused_at__lt=now - LONG_PAUSE), _("%(game)s has been paused for long")),
    ):
        for row in rows.select_related("game", "seat").order_by("opened_at")[:SHOWN]:
            words = {"game": row.game.name, "name": row.seat}
            since = row.game.paused_at or row.due_at or row.opened_at
            found.setdefault(row.game_id, Waiting(text % words, since, "game", row.game_id))
    return list(found.values())[:SHOWN]


def find_dead_addresses() -> Iterable[Waiting]:
    """Return the players at running tables whom no mail reaches."""
    seats = Seat.objects.filter(game__status=Game.Status.RUNNING, status=Seat.Status.TAKEN)
    dead = Player.objects.filter(mail_refused_at__isnull=False, pk__in=seats.values("player"))
    return [
        Waiting(f"{player.name} <{player.email}>", player.mail_refused_at, "player", player.pk)
        for player in dead.order_by("-mail_refused_at")[:SHOWN]
    ]


def find_refused_mails() -> Iterable[Waiting]:
    """Return the mails of the last days that were given up."""
    dead = Notice.objects.filter(
        status=Notice.Status.DEAD, channel=None, created_at__gt=clock.now() - RECENT
    ).select_related("game", "player", "invitation")
    return [
        Waiting(
            f"{notice.game.name}: {notice.get_kind_display()}, {notice.address}",
            notice.created_at,
            "notice",
            notice.pk,
        )
        for notice in dead.order_by("-pk")[:SHOWN]
    ]


SOURCES: list[Source] = [
    Source(
        gettext_lazy("Reports"),
        gettext_lazy("Read what happened, do what is needed, and close it with an answer."),
        find_reports,
    ),
    Source(
        gettext_lazy("Waiting to take effect"),
        gettext_lazy("Each can be called off until then."),
        find_pending_acts,
    ),
    Source(
        gettext_lazy("Games that stand still"),
        gettext_lazy("Give more time, answer for the seat, or offer it to others."),
        find_stalled_games,
    ),
    Source(
        gettext_lazy("Addresses that take no mail"),
        gettext_lazy("Ask the others at the table to tell them, or send mail again once it is mended."),
        find_dead_addresses,
    ),
    Source(
        gettext_lazy("Mails that were given up"),
        gettext_lazy("The last error says why."),
        find_refused_mails,
    ),
]
