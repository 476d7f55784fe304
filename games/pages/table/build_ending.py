"""How a game ended: the cards that decided it, the last plays, who was close, and the score so far."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from games.board.values import GoalOnBoard
from games.history import game_history
from games.history.formatting import describe_game_length
from games.history.marks import Told
from games.history.narrator import Viewer
from games.history.why_it_ended import explain_end
from games.models import Game, Move, Seat
from games.pages.common.card_faces import Face
from games.pages.common.seat_context import SeatContext
from games.seats.rematch import find_rematch

from .table_cards import TableCards

PLAYS_SHOWN = 3
LONG_NAME = 14  # letters


@dataclass(frozen=True)
class Score:
    """How many games somebody has won against the same people."""

    seat: Seat
    name: str
    wins: int
    is_me: bool


@dataclass(frozen=True)
class Ending:
    """The end of a game. ``cards`` decided it: what was met first, then the cards that met it.

    On a board the ``goals`` of the winner did. ``why`` tells how it came in three sentences at most, and
    ``length`` how long it was: “23 days · 41 turns”. ``games`` counts the games of ``scores``; there are none
    of both where these people have finished a single game together, or the viewer is none of them.
    """

    winner: Seat | None
    cards: tuple[Face, ...]
    goals: tuple[GoalOnBoard, ...]
    why: tuple[Told, ...]
    length: str
    plays: tuple[Told, ...] = ()
    games: int = 0
    scores: tuple[Score, ...] = ()

    @property
    def is_long_name(self) -> bool:
        """Whether the winner's name is too long for the largest letters."""
        return self.winner is not None and len(str(self.winner)) > LONG_NAME


@dataclass(frozen=True)
class RematchOffer:
    """How the viewer comes to a rematch: by its key; by a mail, once it `has_begun`; or by a press.

    The press joins a rematch that `is_made`, and makes one otherwise.
    """

    key: str
    has_begun: bool
    is_made: bool


def offer_rematch(context: SeatContext) -> RematchOffer:
    """Return how a player of a game comes to its rematch; a link shows no other game."""
    found = find_rematch(context.game)
    key = found.key if found is not None and not context.only_this_game else ""
    opens_by_mail = found is not None and found.is_running and not (context.is_guest or context.is_trial)
    return RematchOffer(key, opens_by_mail, found is not None)


def build_ending(context: SeatContext, table: TableCards, recent: Sequence[Move]) -> Ending:
    """Return how a game ended for one who looks at it, with the last moves of all, the newest first."""
    wins = count_wins(context)
    outcomes = game_history.outcomes_of(context.viewer, recent)
    return replace(
        describe_end(context.viewer, table),
        plays=tuple(game_history.last_plays(context.viewer, outcomes, PLAYS_SHOWN)),
        games=wins.total(),
        scores=tuple(_score(context, wins)) if wins.total() > 1 else (),
    )


def describe_end(viewer: Viewer, table: TableCards) -> Ending:
    """Return what an end shows to strangers as well."""
    game, view, winner = viewer.game, table.view, table.winner
    how = explain_end(viewer, view)
    days = (game.finished_at - game.started_at).days if game.started_at and game.finished_at else 0
    return Ending(
        winner=winner.row if winner is not None else None,
        cards=table.faces.all(how.cards),
        goals=winner.player.goals if winner is not None and winner.player is not None else (),
        why=how.why,
        length=describe_game_length(days, view.turn_number),
    )


def _score(context: SeatContext, wins: Mapping[int | None, int]) -> Iterable[Score]:
    people = [seat for seat in context.snapshot.seats if seat.is_person]
    for seat in sorted(people, key=lambda each: -wins[each.player_id]):
        yield Score(seat, str(seat), wins[seat.player_id], seat == context.seat)


def count_wins(context: SeatContext) -> Counter[int | None]:
    """Return who has won how many of the finished games of exactly these people; nobody and bots are None.

    Only for one of them: a link shows no other game, unless it is all that a guest has.
    """
    people = {seat.player_id for seat in context.snapshot.seats if seat.is_person}
    may_know = context.seat is not None and (context.is_guest or not context.only_this_game)
    if not may_know or len(people) < 2:
        return Counter()
    games = Game.objects.filter(status=Game.Status.FINISHED)
    for player in people:
        games = games.filter(seats__player=player, seats__status=Seat.Status.TAKEN)
    others = Seat.objects.filter(status=Seat.Status.TAKEN, player__isnull=False).exclude(player__in=people)
    return Counter(games.exclude(seats__in=others).values_list("winner__player", flat=True))
