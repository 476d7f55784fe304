"""The pages of a long history: some 200 moves each, most of them from the beginning of a turn to another.

Moves are counted as everybody was told of them: their versions would count passes in a window (H7).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.db.models import F, Func, JSONField
from django.utils import timezone
from django.utils.translation import get_language

from games.core.shared_work import SharedWork
from games.core.window_passes import newest_version
from games.models import Game, Move, Seat
from games.models.move import read_outcomes

from .game_history import PLAY, TURN_BEGAN, HistoryLine, history_lines, undone_among
from .replay import number_by_version, number_moves, public_moves

PAGE = 200  # moves, after which the next turn begins a new page
LONGEST = 2 * PAGE  # moves of a page, where no turn begins
SHORTEST = 50  # moves of the newest page; fewer stay on the one before
# Parts of whole histories, which several read at once.
_PARTS = SharedWork[list[HistoryLine]]()


@dataclass(frozen=True)
class HistoryPage:
    """One page, the oldest with the number 1: the moves from version `first` up to version `last`.

    What is told of these two moves before a turn began in them belongs to the page before. `numbers` are
    those of the replay by versions.
    """

    number: int
    count: int
    first: int
    last: int | None
    numbers: Mapping[int, int]

    @property
    def older(self) -> int:
        """The number of the page before; 0 where this is the oldest."""
        return self.number - 1

    @property
    def newer(self) -> int:
        """The number of the page after; 0 where this is the newest."""
        return self.number + 1 if self.number < self.count else 0

    @property
    def begins_in_a_turn(self) -> bool:
        """Whether its first lines belong to a turn of the page before."""
        return self.number > 1


def read_outline(game: Game) -> list[Move]:
    """Return all moves of a game, oldest first, with the kinds of their outcomes, not what they say."""
    types = Func(
        F("outcomes"),
        template="jsonb_path_query_array(%(expressions)s, '$[*].type')",
        output_field=JSONField(),
    )
    fields = ("version", "kind", "by", "seat_id", "question_number", "labels", "params")
    rows = game.moves.order_by("version").annotate(types=types).values_list(*fields, "types")
    return [
        Move(
            game_id=game.pk,
            outcomes=read_outcomes([{"type": each} for each in row[-1]]),
            **dict(zip(fields, row[:-1], strict=True)),
        )
        for row in rows
    ]


def find_page(game: Game, *, page: int | None = None, move: int | None = None) -> HistoryPage | None:
    """Return a page by its number or by a move of the replay, by default the newest."""
    rows = read_outline(game)
    moves = public_moves(game, rows)
    starts = split(moves, undone_among(rows))
    if move is not None:
        page = sum(start < move for start in starts) if 1 <= move <= len(moves) else 0
    number = len(starts) if page is None else page
    if not 1 <= number <= len(starts):
        return None
    first = moves[starts[number - 1]].version if number > 1 else 0
    last = moves[starts[number]].version if number < len(starts) else None
    return HistoryPage(number, len(starts), first, last, number_by_version(moves))


def split(moves: Sequence[Move], undone: Iterable[int]) -> list[int]:
    """Return the places of the moves with which pages begin; the first is 0, whatever there is."""
    starts, undone = [0], set(undone)
    for place, move in enumerate(moves):
        size = place - starts[-1]
        if size >= LONGEST or (size >= PAGE and begins_turn(move, undone)):
            starts.append(place)
    if len(starts) > 1 and len(moves) - starts[-1] < SHORTEST:
        starts.pop()
    return starts


def begins_turn(move: Move, undone: Iterable[int]) -> bool:
    """Whether a turn began in a move that was not taken back."""
    is_undone = move.kind in PLAY and move.version in undone
    return not is_undone and any(outcome["type"] == TURN_BEGAN for outcome in move.outcomes)


def lines_of_page(
    game: Game, seat: Seat | None, page: HistoryPage, *, with_notes: bool, seats: Sequence[Seat]
) -> list[HistoryLine]:
    """Return the lines of a page as a seat, or everybody, may know them, oldest first."""
    after = page.first - 1 if page.first else 0
    lines = history_lines(game, seat, after=after, until=page.last, with_notes=with_notes, seats=seats)
    start = _turn_in(lines, page.first) if page.first else 0
    end = len(lines) if page.last is None else _turn_in(lines, page.last)
    return number_moves(lines[start:end], page.numbers)


def _turn_in(lines: Sequence[HistoryLine], version: int) -> int:
    """Return the place of the line with which a turn began in a move; of its first line, where none did."""
    places = [place for place, line in enumerate(lines) if line.version == version]
    began = (place for place in places if lines[place].began is not None and not lines[place].is_undone)
    return next(began, places[0] if places else len(lines))


def lines_in_parts(game: Game, seat: Seat | None) -> Iterator[HistoryLine]:
    """Yield the lines of a whole history, oldest first and without private notes, read part by part.

    Who asks twice learns from the time that it takes only what the history shows, and no sealed pass.
    """
    seats, newest = list(game.seats.all()), newest_version(game)
    after = 0
    while True:
        told = game.moves.filter(version__gt=after, version__lte=newest)
        versions = told.order_by("version").values_list("version", flat=True)
        until = max(versions[:PAGE], default=None)
        if until is None:
            return
        part = (game.pk, newest, until, seat.pk if seat is not None else None)
        here = (get_language(), timezone.get_current_timezone_name(), tuple(map(str, seats)))
        yield from _PARTS.do(
            (*part, *here),
            partial(history_lines, game, seat, after=after, until=until, with_notes=False, seats=seats),
        )
        after = until
