"""Votes to which all have to agree: a turn taken back, a pause, another pace. One “no” ends them at once."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games import clock
from games.core.event_log import note_event
from games.core.locking import in_transaction, lock_game
from games.core.refusal import NotAllowed
from games.models import Seat, Vote

from . import votes
from .lapsed_takebacks import LAPSED

AGREE, REFUSE = CHOICES = ("agree", "refuse")
AGREED, REFUSED, WITHDRAWN = "agreed", "refused", "withdrawn"


def find_open(open_votes: Iterable[Vote], kind: Vote.Kind) -> Vote | None:
    """Return the open vote of this kind among those of a table."""
    now = clock.now()
    return next((each for each in open_votes if each.kind == kind and each.closes_at > now), None)


def find_asker(seats: Iterable[Seat], seat: int) -> Seat:
    """Return the seat that asks the others. Raises `NotAllowed` while a bot plays for it."""
    mine = next(each for each in seats if each.pk == seat)
    if not mine.is_person or mine.on_autopilot:
        raise NotAllowed(_("You can’t vote while a bot plays for you. Take your seat back first."))
    return mine


def answer(*, vote: Vote, seat: Seat, agrees: bool) -> None:
    """Say yes or no to what somebody asks for. Locks the game. Raises a `Refusal`."""
    votes.cast(vote=vote, seat=seat, choice=AGREE if agrees else REFUSE)
    if not agrees:
        votes.close_one(vote.pk, early=True)


@in_transaction
def withdraw(*, seat: Seat, kind: Vote.Kind) -> None:
    """Ask for it no more. Locks the game. Raises a `Refusal` when nothing was asked."""
    game = lock_game(pk=seat.game_id)
    if not votes.do_withdraw(seat, kind, outcome=WITHDRAWN):
        raise NotAllowed(_("You have no open request, or it has already been decided."))
    note_event(game, f"{kind}-withdrawn", name=seat)


def decide(vote: Vote, counted: dict[str, int]) -> str:
    """Return what comes of a request: all others have to agree."""
    if counted.get(REFUSE):
        return REFUSED
    able = votes.voters(vote.game.seats.all(), vote.seat)
    return AGREED if counted.get(AGREE, 0) >= len(able) else LAPSED
