"""Votes of the people at a table: opened, voted in, closed.

`KINDS` says for each kind how its ballots decide and what is done then. Who opens one calls `do_open` under
the lock of the game, and writes the notices. A vote closes when all have voted, when its time is up
(`close_due`), or when its matter has settled itself (`do_withdraw`). Ballots are secret until then.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games import clock
from games.core.errors import Tally
from games.core.locking import lock_game
from games.core.postponed import run_due
from games.core.refusal import Illegal, NotAllowed, NotPossible, Resting
from games.core.unknown import look_up, note_unknown
from games.models import Ballot, Game, Notice, Seat, Vote
from games.models.vote import IS_OPEN, LONGEST
from games.outbox import notices

from .table_action import table_action

OBSOLETE = "moot"


@dataclass(frozen=True)
class VoteType:
    """How a kind of vote works.

    ``decide`` returns the outcome from how often each choice was voted for. ``do_outcome`` does what that
    says at a locked game, after the vote is closed.
    """

    decide: Callable[[Vote, dict[str, int]], str]
    do_outcome: Callable[[Vote, Game], None]


KINDS: dict[str, VoteType] = {}


def voters(seats: Iterable[Seat], about: Seat) -> list[Seat]:
    """Return who votes about a seat: the other people at the table, for whom no bot answers."""
    return [seat for seat in seats if seat.is_person and not seat.on_autopilot and seat.pk != about.pk]


def do_open(
    game: Game,
    seat: Seat,
    kind: Vote.Kind,
    *,
    choices: Sequence[str],
    closes_at: datetime | None = None,
    version: int | None = None,
) -> Vote:
    """Open a vote of a locked game about one seat, without another of this kind about it.

    It closes after `LONGEST`, if nothing else is said. `version` is the move that it is about, if any.
    """
    now = clock.now()
    return Vote.objects.create(
        game=game,
        seat=seat,
        kind=kind,
        choices=list(choices),
        version=version,
        opened_at=now,
        closes_at=closes_at or now + LONGEST,
    )


def notify_voters(vote: Vote, kind: Notice.Kind, seats: Iterable[Seat]) -> None:
    """Write the notices of a new vote."""
    notices.notify_seats(kind, seats, key=f"{kind}/{vote.pk}", game=vote.game, params={"vote": vote.pk})


def do_withdraw(seat: Seat, kind: Vote.Kind, *, outcome: str) -> bool:
    """Close the vote of this kind about a seat of a locked game without a result; return if one was open."""
    now = clock.now()
    return bool(Vote.objects.filter(IS_OPEN, seat=seat, kind=kind).update(closed_at=now, outcome=outcome))


@table_action
def cast(*, vote: Vote, seat: Seat, choice: str) -> None:
    """Vote, or change one's mind; the last ballot closes the vote. Locks the game. Raises a `Refusal`."""
    game = lock_game(pk=vote.game_id)
    vote = Vote.objects.select_related("seat").get(pk=vote.pk)
    able = check_vote(game, vote, seat.pk, choice)
    Ballot.objects.update_or_create(vote=vote, seat=seat, defaults={"choice": choice, "cast_at": clock.now()})
    if vote.ballots.filter(seat__in=able).count() == len(able):
        do_close(game, vote)


def check_vote(game: Game, vote: Vote, seat: int, choice: str) -> list[Seat]:
    """Refuse a ballot that does not count; return who may vote."""
    if game.is_over:
        raise Resting(_("This game is over."))
    if game.paused_at is not None:
        raise Resting(_("This game is paused. You can vote when it resumes."))
    if not vote.is_open or vote.closes_at <= clock.now():
        raise NotPossible(_("This vote is closed."))
    able = voters(game.seats.all(), vote.seat)
    if seat == vote.seat_id:
        raise NotAllowed(_("You can’t vote on your own seat."))
    if seat not in [each.pk for each in able]:
        raise NotAllowed(_("You can’t vote while a bot plays for you. Take your seat back first."))
    if choice not in vote.choices:
        raise Illegal(_("Choose one of the answers."))
    if vote.kind not in KINDS:
        note_unknown("vote", vote.kind)
        raise NotPossible(_("This version of the site doesn’t know this kind of vote."))
    return able


def do_close(game: Game, vote: Vote) -> None:
    """Close a vote of a locked game, and do what was decided. The ballots of who has left do not count."""
    ballots = vote.ballots.select_related("seat")
    counted = Counter(ballot.choice for ballot in ballots if ballot.seat.is_person)
    vote_type = look_up("vote", KINDS, vote.kind)
    is_obsolete = game.is_over or not vote.seat.is_person
    vote.outcome = OBSOLETE if is_obsolete else vote_type.decide(vote, counted)
    vote.closed_at = clock.now()
    vote.save(update_fields=["outcome", "closed_at"])
    if not is_obsolete:
        vote_type.do_outcome(vote, game)


def close_due(*, stop_at: float) -> Tally:
    """Close every vote whose time is up, each in a transaction of its own; one that fails holds nobody up."""
    due = Vote.objects.filter(IS_OPEN, closes_at__lte=clock.now(), game__paused_at=None)
    return run_due("vote", due.order_by("closes_at", "pk"), close_one, stop_at=stop_at)


@table_action
def close_one(pk: int, *, early: bool = False) -> None:
    """Close the vote with this primary key if its time is up, or `early`, unless somebody was faster."""
    game = lock_game(votes=pk)
    vote = Vote.objects.select_related("seat").get(pk=pk)
    if vote.is_open and (early or (vote.closes_at <= clock.now() and game.paused_at is None)):
        do_close(game, vote)
