"""The history of a game, in sentences and as outcomes, as one seat may know it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.core.passes import has_windows, windows_among, without_passes
from games.core.unknown import note_unknown, unknown_event
from games.decks.titles import translate
from games.models import BY_PEOPLE, By, Game, Move, Player, Seat, SeatNote

from . import event_sentences, marks, seat_notes
from .marks import Told

# The kinds of moves that undo takes back.
PLAY = (Move.Kind.ANSWER, Move.Kind.DEAL)
# The first outcomes of moves on the board.
BOARD_MOVES = (engine.PieceMoved, engine.TileRotated, engine.TileUprooted)
# More turns, undos and own answers than ever lie between the present turn of a seat and its last one.
MOST_MOVES = 90
TURN_BEGAN = "turnbegan"
# Outcomes of which nobody is told.
UNTOLD = ("decided",)
# Why a seat discards without a card that says so.
LIMITS = ("hand-limit", "keeper-limit")


@dataclass(frozen=True)
class TurnHead:
    """Which turn began, and whose it was; `is_extra` where it follows a turn of the same seat."""

    number: int
    name: str
    is_extra: bool
    seat: int


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
        return next((part.seat for part in self.told.parts if part.seat), None)


def history_lines(
    game: Game,
    seat: Seat | None,
    *,
    after: int = 0,
    until: int | None = None,
    limit: int | None = None,
    with_notes: bool = True,
    seats: Iterable[Seat] | None = None,
    moves: Sequence[Move] | None = None,
) -> list[HistoryLine]:
    """Return the history after move `after` up to move `until`, oldest first.

    With `limit`, at most that many moves. `with_notes` includes the seat's private notes, which a deputy may
    not read. Every outcome goes through `engine.seen_by` for this seat, or for the public. `seats` are all
    of the game and `moves` those to tell, the newest first, if the caller has them.
    """
    if moves is None:
        moves = moves_after(game, after, until=until, limit=limit)
    viewer = _viewer(game, seat)
    cards = engine.cards_of(game.edition)
    by_pk = {each.pk: each for each in (game.seats.all() if seats is None else seats)}
    names = {each.number: str(each) for each in by_pk.values()}
    named = {number: marks.mark_seat(number, name) for number, name in names.items()}
    deputies = Player.objects.in_bulk({move.deputy_id for move in moves if move.deputy_id is not None})
    windows = windows_among(game, moves)
    undone = undone_among(moves if until is None else game.moves.filter(kind=Move.Kind.UNDO))
    found = []
    for move in reversed(moves):
        move.seat, move.deputy = by_pk.get(move.seat_id or 0), deputies.get(move.deputy_id or 0)
        in_window = (move.question_number or 0) in windows
        by = By.ENGINE if in_window else _by(move, viewer)
        is_undone = move.version in undone and move.kind in PLAY
        sentences = _sentences(move, viewer, cards, _names_with_deputy(move, named), in_window=in_window)
        line = (move.version, move.created_at, by, move.kind)
        found += [HistoryLine(*line, Told(text), is_undone, began) for text, began in sentences]
    if viewer is None or seat is None or not with_notes or not (seat.has_turn_orders or has_windows(game)):
        return found
    since = moves[len(moves) - 1].version - 1 if limit is not None and moves else after
    notes = SeatNote.objects.filter(seat=seat, version__gt=since)
    if until is not None:
        notes = notes.filter(version__lte=until)
    for note in notes.order_by("pk"):
        told = seat_notes.note_sentence(note, cards, named)
        found.append(HistoryLine(note.version, note.created_at, "", "note", told))
    return sorted(found, key=lambda line: line.version)


def moves_after(
    game: Game, version: int, *, until: int | None = None, limit: int | None = None
) -> Sequence[Move]:
    """Return the moves after move `version` up to move `until`, at most `limit`, the newest first.

    Where there is a limit, passes in windows are left out: else another move would go for each of them
    (requirement H7).
    """
    moves = game.moves.filter(version__gt=version).order_by("-version")
    if limit is not None:
        moves = without_passes(game, moves)
    if until is not None:
        moves = moves.filter(version__lte=until)
    return list(moves[:limit])


def outcomes_of(game: Game, seat: Seat | None, moves: Sequence[Move]) -> list[engine.Outcome]:
    """Return the outcomes, oldest first, of the last moves of a game, as one seat may know them.

    `moves` come the newest first; those that were taken back are left out.
    """
    undone, viewer = undone_among(moves), _viewer(game, seat)
    played = (move for move in reversed(moves) if move.version not in undone)
    return [outcome for move in played for outcome in _seen_outcomes(move, viewer)]


def last_plays(
    game: Game, seat: Seat | None, moves: Sequence[Move], names: Mapping[int, str], count: int
) -> list[Told]:
    """Return the last plays among some moves in sentences, oldest first, at most `count`.

    `moves` come the newest first; on the board a move counts as a play.
    """
    cards = engine.cards_of(game.edition)
    seen = outcomes_of(game, seat, moves)
    plays = [each for each in seen if isinstance(each, (engine.Played, *BOARD_MOVES))]
    named = {number: marks.mark_seat(number, name) for number, name in names.items()}
    told = (_tell(each, cards, named) for each in plays[-count:])
    return [Told(sentence) for sentence in told if sentence]


def _tell(outcome: engine.Outcome, cards: engine.KnownCards, names: Mapping[int, str]) -> str:
    """Return the sentence of an outcome with the titles of cards marked."""
    return outcome_sentence(outcome, cards, names, marks.translate_marked)


def outcome_sentence(
    outcome: engine.Outcome,
    cards: engine.KnownCards,
    names: Mapping[int, str],
    translate_title: Callable[[str], str],
) -> str:
    """Return the sentence of an outcome; one of another release, or with words of one, is told neutrally."""
    if isinstance(outcome, engine.Unknown):
        note_unknown("outcome", outcome.code)
    try:
        return engine.text.sentence(outcome, cards, names, translate_title, ngettext)
    except (KeyError, ValueError):
        note_unknown("outcome", repr(outcome).partition("(")[0])
        return unknown_event()


def _viewer(game: Game, seat: Seat | None) -> int | None:
    """Return the number of the seat that looks; ``None`` for the public."""
    return seat.number if seat is not None and seat.is_taken and seat.game_id == game.pk else None


def _seen_outcomes(move: Move, viewer: int | None) -> list[engine.Outcome]:
    seen = (engine.seen_by(outcome, viewer) for outcome in engine.load_outcomes(move.outcomes))
    return [outcome for outcome in seen if outcome is not None]


def told_among(game: Game, moves: Sequence[Move]) -> list[Move]:
    """Return the moves of which `history_lines` has a sentence for everybody."""
    windows = windows_among(game, moves)
    return [
        move
        for move in moves
        if move.kind in (Move.Kind.EVENT, Move.Kind.UNDO, Move.Kind.RESTORED)
        or move.kind not in Move.Kind.values
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


def _names_with_deputy(move: Move, names: Mapping[int, str]) -> Mapping[int, str]:
    """Return the names of the seats; for a move of a deputy, “Ann for Bob”."""
    if move.deputy is None or move.seat is None:
        return names
    words = {"deputy": name_of(move.deputy), "name": names[move.seat.number]}
    return {**names, move.seat.number: _("%(deputy)s for %(name)s") % words}


def name_of(player: Player) -> str:
    """Return the name of a player without a seat as others see it; never an e-mail address."""
    return player.name or _("a player without a name")


def _by(move: Move, viewer: int | None) -> str:
    """Return how an answer came in; only the seat itself learns that it was a standing order."""
    is_mine = move.seat is not None and move.seat.number == viewer
    return By.PAGE if move.by == By.ORDER and not is_mine else move.by


def _sentences(
    move: Move, viewer: int | None, cards: engine.KnownCards, names: Mapping[int, str], *, in_window: bool
) -> Iterator[tuple[str, TurnHead | None]]:
    if move.kind == Move.Kind.EVENT:
        yield event_sentences.event_sentence(move.params), None
    if move.kind == Move.Kind.UNDO:
        yield _undo_sentence(move), None
    if move.kind not in Move.Kind.values:
        note_unknown("move", move.kind)
        yield unknown_event(), None
    if move.kind == Move.Kind.RESTORED:
        yield _("A rules fix was made while this card was in play, so it was undone."), None
    seen_outcomes = _seen_outcomes(move, viewer)
    if move.by == By.CLOCK and move.seat is not None and not in_window:
        first = seen_outcomes[0] if seen_outcomes else None
        if isinstance(first, engine.Played) and first.seat == move.seat.number:
            seen_outcomes.pop(0)
            words = {"card": marks.marked_title(first.card, cards), "name": _marked_name(move.seat)}
            yield _("Time ran out, so the site played “%(card)s” for %(name)s.") % words, None
        elif isinstance(first, BOARD_MOVES) and first.seat == move.seat.number:
            yield _("Time ran out, so the site moved for %(name)s.") % {"name": _marked_name(move.seat)}, None
        else:
            # Not what it answered: with several seats asked at once, that stays sealed until all have
            # answered. And nothing at all of a pass in a window: who has passed there is sealed.
            yield (
                _("Time ran out, so the site answered for %(name)s.") % {"name": _marked_name(move.seat)},
                None,
            )
    for outcome in seen_outcomes:
        if sentence := _tell(outcome, cards, names):
            yield sentence, _turn_head(outcome, names)


def turns_begun(move: Move) -> list[engine.TurnBegan]:
    """Return the turns that began in a move."""
    if all(each["type"] != TURN_BEGAN for each in move.outcomes):  # most moves: nothing else is read
        return []
    return [each for each in engine.load_outcomes(move.outcomes) if isinstance(each, engine.TurnBegan)]


def _turn_head(outcome: engine.Outcome, names: Mapping[int, str]) -> TurnHead | None:
    if not isinstance(outcome, engine.TurnBegan) or outcome.seat not in names:
        return None
    return TurnHead(outcome.number, str(Told(names[outcome.seat])), outcome.extra, outcome.seat)


def _undo_sentence(move: Move) -> str:
    if move.by == By.MODERATOR:
        return _("A moderator took the moves above back.")
    if move.params.get("agreed"):
        text = _("Everybody agreed to take back %(name)s’s last turn and everything after it.")
    else:
        text = _("%(name)s undid the moves above.")
    return text % {"name": _marked_name(move.seat) if move.seat else ""}


def _marked_name(seat: Seat) -> str:
    return marks.mark_seat(seat.number, str(seat))


def describe_answer(move: Move, cards: engine.KnownCards, names: Mapping[int, str]) -> str:
    """Describe what a seat answered: “Bread”, or “Bread, Milk”."""
    return ", ".join(engine.text.option(label, cards, names, translate) for label in move.labels) or _(
        "nothing"
    )


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
