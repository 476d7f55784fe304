"""What needs the attention of staff: a registry of sources, each a heading with the rows that wait.

A new source is a function in `SOURCES`; the start page of the desk shows them in this order.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, F, Max, Q
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games import clock
from games.models import By, Game, InboundMail, Notice, Player, Question, Report, Seat, StaffAct
from games.models.question import IS_OPEN

from .sealed import without_sealed, without_sealed_mail

# So many rows of each source are shown.
SHOWN = 20
# A clock that ran out longer ago should have struck; a pause of this length may have been forgotten.
OVERDUE, LONG_PAUSE = timedelta(minutes=30), timedelta(days=7)
# Without a clock, nobody has answered for so long.
NO_MOVE = timedelta(days=21)
RECENT = timedelta(days=7)
# Who has let so many turns of a game run out within this time stalls it.
WATCHED, MISSED_OFTEN = timedelta(days=14), 3


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
            f"{capfirst(report.get_kind_display())}: {report.about or report.deck or report.game}",
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
        (running.filter(game__paused_at__lt=now - LONG_PAUSE), _("%(game)s has been paused for a long time")),
    ):
        for row in rows.select_related("game", "seat").order_by("opened_at")[:SHOWN]:
            # Who hasn't passed in a window yet is secret.
            name = pgettext("instead of a name", "(hidden)") if row.is_window else str(row.seat)
            words = {"game": row.game.name, "name": name}
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


def find_slow_players() -> Iterable[Waiting]:
    """Return the players at running tables whose time runs out again and again, and who come back each time.

    No policy of a table acts on them, since each answer begins its count anew.
    """
    missed = Question.objects.filter(
        closed_by=By.CLOCK,
        closed_at__gt=clock.now() - WATCHED,
        counts_for__isnull=False,
        game__status=Game.Status.RUNNING,
        seat__on_autopilot=False,
    )
    rows = missed.values("counts_for", "seat__name", "game", "game__name").annotate(
        turns=Count(F("turn"), distinct=True), last=Max("closed_at")
    )
    text = _("%(game)s: %(name)s has let the time of %(count)s turns run out")
    return [
        Waiting(
            text % {"game": row["game__name"], "name": row["seat__name"], "count": row["turns"]},
            row["last"],
            "player",
            row["counts_for"],
        )
        for row in rows.filter(turns__gte=MISSED_OFTEN).order_by("-turns", "game")[:SHOWN]
    ]


def find_uncounted_mails() -> Iterable[Waiting]:
    """Return the mails of players that came in these days and played nothing, or could not be read."""
    mails = without_sealed_mail(InboundMail.objects.filter(received_at__gt=clock.now() - RECENT))
    refused = Q(status=InboundMail.Status.FAILED) | Q(
        status=InboundMail.Status.IGNORED, kind=InboundMail.Kind.REPLY
    )
    return [
        Waiting(f"{mail.sender}: {mail.reason}", mail.received_at, "inboundmail", mail.pk)
        for mail in mails.filter(refused).order_by("-pk")[:SHOWN]
    ]


def find_refused_mails() -> Iterable[Waiting]:
    """Return the mails of the last days that were given up."""
    dead = without_sealed(
        Notice.objects.filter(status=Notice.Status.DEAD, channel=None, created_at__gt=clock.now() - RECENT)
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


def find_waiting(user: Player) -> list[tuple[Source, list[Waiting]]]:
    """Return what waits for somebody, of what a member of staff may look at, by its source."""
    found = [
        (source, [each for each in source.find() if user.has_perm(f"games.view_{each.model}")])
        for source in SOURCES
    ]
    return [(source, rows) for source, rows in found if rows]


SOURCES: list[Source] = [
    Source(
        gettext_lazy("Reports"),
        gettext_lazy("Read what happened, do what is needed, and close it with an answer."),
        find_reports,
    ),
    Source(
        gettext_lazy("Waiting to take effect"),
        gettext_lazy("You can cancel any of them before then."),
        find_pending_acts,
    ),
    Source(
        gettext_lazy("Games that are stuck"),
        gettext_lazy("Give more time, answer for the seat, or offer it to others."),
        find_stalled_games,
    ),
    Source(
        gettext_lazy("Deadlines missed again and again"),
        gettext_lazy("Read the table, write to the player, or give the seat to someone else."),
        find_slow_players,
    ),
    Source(
        gettext_lazy("Addresses that don’t accept mail"),
        gettext_lazy(
            "Ask the others at the table to tell them, or send mail again once the address works again."
        ),
        find_dead_addresses,
    ),
    Source(
        gettext_lazy("Mails we stopped trying to send"),
        gettext_lazy("The last error says why."),
        find_refused_mails,
    ),
    Source(
        gettext_lazy("Mails from players that weren’t counted"),
        gettext_lazy("The player knows about it. Help if it happens again."),
        find_uncounted_mails,
    ),
]
