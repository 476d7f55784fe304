"""The history of a game, in sentences and as outcomes, as one seat may know it."""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

import engine
from engine import QuestionKind
from games.core import shown_rows
from games.core.window_passes import has_windows, windows_among, without_passes
from games.models import BY_PEOPLE, By, Game, Move, Player, Seat, SeatNote

from . import seat_notes
from .marks import Told
from .narrator import KINDS, Length, TurnHead, Viewer, narrate, tell_outcome

# The kinds of moves that undo takes back.
PLAY = (Move.Kind.ANSWER, Move.Kind.DEAL)
# Outcomes that count as plays: of cards, and on the board.
PLAYS = (engine.Played, engine.PieceMoved, engine.TileRotated, engine.TileUprooted)
# More turns, undos and own answers than ever lie between the present turn of a seat and its last one.
MOST_MOVES = 90
TURN_BEGAN = "turnbegan"
# Outcomes of which nobody is told.
UNTOLD = ("decided",)


@dataclass(frozen=True)
class HistoryLine:
    """One sentence of the history; `move` is the number of its move in the replay, where that is wanted."""

    version: int
    at: datetime
    by: str
    kind: str
    told: Told
    is_undone: bool = False
    began: TurnHead | None = None
    move: int = 0

    @property
    def text(self) -> str:
        """The sentence as plain text."""
        return str(self.told)

    @property
    def seat(self) -> int | None:
        """The first seat that it names: the one it is about, not the one that answered."""
        return self.told.seat


def history_lines(
    game: Game,
    seat: Seat | None,
    *,
    after: int = 0,
    until: int | None = None,
    limit: int | None = None,
    with_notes: bool = True,
    is_you: bool = True,
    seats: Iterable[Seat] | None = None,
    moves: Sequence[Move] | None = None,
) -> list[HistoryLine]:
    """Return the history after move `after` up to move `until`, oldest first.

    With `limit`, at most that many moves. `with_notes` includes the seat's private notes, which a deputy may
    not read; `is_you` says that its player reads, who is called “you”. Every outcome goes through
    `engine.seen_by` for this seat, or for the public. `seats` are all of the game and `moves` those to tell,
    the newest first, if the caller has them.
    """
    if moves is None:
        moves = moves_after(game, after, until=until, limit=limit)
    viewer = Viewer.of(game, seat, seats, is_you=is_you)
    undone = undone_among(moves if until is None else game.moves.filter(kind=Move.Kind.UNDO))
    told = _with_deputies(viewer, moves)
    lines = [line for move, asked in told for line in _lines_of(move, viewer, asked, undone)]
    if viewer.number is None or seat is None or not with_notes:
        return lines
    if not (seat.has_turn_orders or has_windows(game)):
        return lines
    since = moves[len(moves) - 1].version - 1 if limit is not None and moves else after
    return sorted([*lines, *_note_lines(viewer, seat, since, until)], key=lambda line: line.version)


def _with_deputies(viewer: Viewer, moves: Sequence[Move]) -> Iterator[tuple[Move, QuestionKind]]:
    """Yield moves, oldest first, with their deputies, and of each what was asked where that was a window."""
    deputies = Player.objects.in_bulk({move.deputy_id for move in moves if move.deputy_id is not None})
    windows = windows_among(viewer.game, moves)
    for move in reversed(moves):
        move.deputy = deputies.get(move.deputy_id or 0)
        is_window = (move.question_number or 0) in windows
        yield move, QuestionKind.WINDOW if is_window else QuestionKind.UNKNOWN


def _lines_of(
    move: Move, viewer: Viewer, asked: QuestionKind, undone: Container[int]
) -> Iterator[HistoryLine]:
    by = By.ENGINE if asked is QuestionKind.WINDOW else _by(move, viewer)
    is_undone = move.version in undone and move.kind in PLAY
    for each in narrate(move, viewer, Length.WHOLE, asked=asked):
        yield HistoryLine(move.version, move.created_at, by, move.kind, each.told, is_undone, each.began)


def _note_lines(viewer: Viewer, seat: Seat, since: int, until: int | None) -> Iterator[HistoryLine]:
    """Tell the private notes of a seat."""
    notes = SeatNote.objects.filter(seat=seat, version__gt=since)
    if until is not None:
        notes = notes.filter(version__lte=until)
    for note in notes.order_by("pk"):
        told = seat_notes.note_sentence(note, viewer.cards, viewer.marked_names)
        yield HistoryLine(note.version, note.created_at, "", "note", told)


def moves_after(
    game: Game, version: int, *, until: int | None = None, limit: int | None = None
) -> Sequence[Move]:
    """Return the moves after move `version` up to move `until`, at most `limit`, the newest first.

    Where there is a limit, passes in windows are left out: else another move would go for each of them
    (requirement H7).
    """
    if limit is None:
        return shown_rows.moves_after(game, version, until=until)
    moves = without_passes(game, game.moves.filter(version__gt=version).order_by("-version"))
    if until is not None:
        moves = moves.filter(version__lte=until)
    return list(moves[:limit])


def outcomes_of(viewer: Viewer, moves: Sequence[Move]) -> list[engine.Outcome]:
    """Return the outcomes, oldest first, of the last moves of a game, as a viewer may know them.

    `moves` come the newest first; those that were taken back are left out.
    """
    return [outcome for move in played_among(moves) for outcome in viewer.outcomes_of(move)]


def played_among(moves: Sequence[Move]) -> list[Move]:
    """Return those of a game's last moves, newest first, that weren't taken back; the oldest first."""
    undone = undone_among(moves)
    return [move for move in reversed(moves) if move.version not in undone]


def last_plays(viewer: Viewer, outcomes: Iterable[engine.Outcome], count: int) -> list[Told]:
    """Return the last plays among some outcomes in sentences, at most `count`; on the board, moves too."""
    plays = [each for each in outcomes if isinstance(each, PLAYS)]
    told = (tell_outcome(each, viewer, reader=viewer.reader) for each in plays[-count:])
    return [each for each in told if each.marked]


def told_among(game: Game, moves: Sequence[Move]) -> list[Move]:
    """Return the moves of which `history_lines` has a sentence for everybody."""
    windows = windows_among(game, moves)
    return [
        move
        for move in moves
        if move.kind in (Move.Kind.EVENT, Move.Kind.UNDO, Move.Kind.RESTORED)
        or move.kind not in KINDS
        or (move.by == By.CLOCK and move.seat_id and (move.question_number or 0) not in windows)
        or any(outcome["type"] not in UNTOLD for outcome in move.outcomes)
    ]


def target_of(undo: Move) -> int:
    """Return the version that an undo went back to; its own, where this release can’t read that."""
    return int(undo.params.get("to", undo.version))


def undone_among(moves: Iterable[Move]) -> set[int]:
    """Return the versions of the moves that the undos among these moves took back."""
    undos = [move for move in moves if move.kind == Move.Kind.UNDO]
    return {version for undo in undos for version in range(target_of(undo) + 1, undo.version)}


def is_undone(move: Move) -> bool:
    """Whether a move was taken back."""
    return move.version in undone_since(move.game_id, move.version)


def undone_since(game: int, version: int) -> set[int]:
    """Return the versions from `version` on that were taken back, of the game with this primary key."""
    later = Move.objects.filter(game=game, kind=Move.Kind.UNDO, version__gt=version)
    return {each for each in undone_among(later) if each >= version}


def _by(move: Move, viewer: Viewer) -> str:
    """Return how an answer came in; only the seat itself learns that it was a standing order."""
    seat = viewer.by_pk.get(move.seat_id or 0)
    is_mine = seat is not None and seat.number == viewer.number
    return By.PAGE if move.by == By.ORDER and not is_mine else move.by


def turns_begun(move: Move) -> list[engine.TurnBegan]:
    """Return the turns that began in a move."""
    if all(each["type"] != TURN_BEGAN for each in move.outcomes):  # most moves: nothing else is read
        return []
    return [each for each in engine.load_outcomes(move.outcomes) if isinstance(each, engine.TurnBegan)]


def since_last_turn(game: Game, seat: Seat) -> int:
    """Return the version of a player's last own answer in their last turn; 0 if there is none.

    Later answers by the site or a bot for this player do not count: the player has not seen them.
    """
    begins_turn, undoes = Q(outcomes__contains=[{"type": TURN_BEGAN}]), Q(kind=Move.Kind.UNDO)
    answers = Q(seat=seat, kind=Move.Kind.ANSWER, by__in=BY_PEOPLE)
    relevant = game.moves.filter(begins_turn | undoes | answers).order_by("-version")
    return last_turn_among(list(relevant[:MOST_MOVES]), seat)


def last_turn_among(newest_first: Sequence[Move], seat: Seat) -> int:
    """Return the same as `since_last_turn` where the turn began in one of these moves; otherwise 0."""
    undone = undone_among(newest_first)
    played = [move for move in reversed(newest_first) if move.version not in undone]
    begun = [(move.version, turn.seat) for move in played for turn in turns_begun(move)]
    before = begun[:-1] if begun and begun[-1][1] == seat.number else begun  # without the present turn
    own_turns = [place for place, (_version, number) in enumerate(before) if number == seat.number]
    if not own_turns:
        return 0
    at = own_turns[-1]
    start, end = before[at][0], begun[at + 1][0] if at + 1 < len(begun) else played[-1].version
    own = [
        move.version
        for move in played
        if move.kind == Move.Kind.ANSWER and move.seat_id == seat.pk and move.by in BY_PEOPLE
    ]
    return max((version for version in own if start < version <= end), default=start)
