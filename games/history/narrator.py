"""Tells a move in sentences, as one seat or everybody may know it, at the length that is wanted.

Whoever says what happened asks `narrate`: the history, mails, the dashboard, the receipt of an answer,
refusals and replies. They only choose the length and the viewer. Every outcome goes through `engine.seen_by`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property, lru_cache

import msgspec
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

import engine
from engine import QuestionKind
from games.core.unknown import note_unknown, unknown_event
from games.models import By, Game, Move, Seat

from . import marks, own_answers
from .event_sentences import event_sentence
from .formatting import name_of
from .marks import Told

KINDS = frozenset(Move.Kind.values)
SENTENCES_KEPT = 8192
_stored_outcome = msgspec.json.Decoder(engine.Outcome)  # its types are taken apart once
# What happens in each turn, so that a headline tells it only where nothing else is known.
USUAL = ("turnbegan", "drew", "drewaside", "reshuffled")


class Length(Enum):
    """How much of a move is told."""

    WHOLE = auto()  # every sentence
    HEADLINE = auto()  # the one sentence that says most
    OWN = auto()  # what the viewer did, who has made the move: “You played “Bread”.”
    CHOICE = auto()  # what was chosen, in no sentence: “Bread, Milk”


@dataclass(frozen=True)
class TurnHead:
    """Which turn began, and whose it was; `is_extra` where it follows a turn of the same seat."""

    number: int
    name: str
    is_extra: bool
    seat: int


@dataclass(frozen=True)
class Sentence:
    """One sentence about a move; `began` where it says that a turn began, `is_usual` as each turn has it."""

    told: Told
    began: TurnHead | None = None
    is_usual: bool = False

    @property
    def text(self) -> str:
        """The sentence as plain text."""
        return str(self.told)


@dataclass(frozen=True)
class Viewer:
    """Who is told about a game: the seat with this number, or everybody. `seats` are all of the game.

    `is_you` says that the one who reads has the seat, and is called “you”: a deputy is not.
    """

    game: Game
    seats: Sequence[Seat]
    number: int | None = None
    is_you: bool = True

    @classmethod
    def of(
        cls,
        game: Game,
        seat: Seat | None = None,
        seats: Iterable[Seat] | None = None,
        *,
        is_you: bool = True,
    ) -> "Viewer":
        """Return a seat as viewer; everybody for none, one that was left, and one of another game."""
        is_here = seat is not None and seat.is_taken and seat.game_id == game.pk
        number = seat.number if seat is not None and is_here else None
        return cls(game, tuple(game.seats.all() if seats is None else seats), number, is_you)

    @property
    def reader(self) -> int | None:
        """The number of the seat that is called “you”."""
        return self.number if self.is_you else None

    @cached_property
    def cards(self) -> engine.KnownCards:
        """The cards of the game."""
        return engine.cards_of(self.game.edition)

    @cached_property
    def by_pk(self) -> dict[int, Seat]:
        """The seats by their primary keys."""
        return {each.pk: each for each in self.seats}

    @cached_property
    def names(self) -> dict[int, str]:
        """What the seats are called, by their numbers."""
        return {each.number: str(each) for each in self.seats}

    @cached_property
    def marked_names(self) -> dict[int, str]:
        """The same with marks."""
        return {number: marks.mark_seat(number, name) for number, name in self.names.items()}

    def owns(self, move: Move) -> bool:
        """Whether a move was made for the viewer's seat, by themselves or somebody else."""
        seat = self.by_pk.get(move.seat_id or 0)
        return seat is not None and seat.number == self.reader

    def outcomes_of(self, move: Move) -> list[engine.Outcome]:
        """Return what came of a move, as the viewer may know it."""
        seen = (engine.seen_by(outcome, self.number) for outcome in engine.load_outcomes(move.outcomes))
        return [outcome for outcome in seen if outcome is not None]


def narrate(
    move: Move, viewer: Viewer, length: Length, *, asked: QuestionKind = QuestionKind.UNKNOWN
) -> list[Sentence]:
    """Tell a move to a viewer; nothing where there is nothing to tell.

    `asked` is the kind of the question that it answers, where that is known; who has passed in a window is
    secret. For its deputy’s name a move must have its deputy loaded.
    """
    match length:
        case Length.CHOICE:
            return [Sentence(Told(own_answers.name_choices(move, asked, viewer.cards, viewer.names)))]
        case Length.OWN:
            outcomes = viewer.outcomes_of(move)
            told = own_answers.tell(move, asked, outcomes, viewer.number, viewer.cards, viewer.names)
            return [Sentence(Told(told))]
        case Length.HEADLINE:
            found = [*_tell_change(move, viewer, in_short=True)] or [*_tell_play(move, viewer, asked)]
            return ([each for each in found if not each.is_usual] or found)[-1:]
        case Length.WHOLE:
            return [*_tell_change(move, viewer), *_tell_play(move, viewer, asked)]


def tell_outcome(
    outcome: engine.Outcome,
    viewer: Viewer,
    names: Mapping[int, str] | None = None,
    reader: int | None = None,
) -> Told:
    """Tell an outcome that the viewer may know; nothing for one that is not told. `names` have marks.

    The seat `reader` is “you”. One of another release, or with words of one, is told neutrally.
    """
    if isinstance(outcome, engine.Unknown):
        note_unknown("outcome", outcome.code)
        return Told(unknown_event())
    called = tuple((viewer.marked_names if names is None else names).items())
    plain = msgspec.json.encode(outcome)
    try:
        said = _sentence(plain, viewer.game.edition, called, reader, get_language() or "")
    except (KeyError, ValueError):
        note_unknown("outcome", repr(outcome).partition("(")[0])
        return Told(unknown_event())
    is_mine = reader is not None and engine.text.seat_of(outcome) == reader
    return Told(marks.mark_seat(reader or 0, "") + said if said and is_mine else said)


@lru_cache(maxsize=SENTENCES_KEPT)
def _sentence(
    plain: bytes, edition: str, names: tuple[tuple[int, str], ...], reader: int | None, _language: str
) -> str:
    """Tell an outcome, given as JSON: kept by all that the sentence hangs on, whoever reads it."""
    outcome, cards = _stored_outcome.decode(plain), engine.cards_of(edition)
    return engine.text.sentence(outcome, cards, dict(names), marks.translate_marked, ngettext, reader)


def _tell_change(move: Move, viewer: Viewer, *, in_short: bool = False) -> Iterator[Sentence]:
    """Tell what else than an answer has changed the table; nothing of an answer."""
    if move.kind == Move.Kind.EVENT:
        yield Sentence(Told(event_sentence(move.params, viewer.seats, viewer.reader)))
    elif move.kind == Move.Kind.UNDO:
        yield Sentence(Told(_("A move was undone.") if in_short else _undo_sentence(move, viewer)))
    elif move.kind == Move.Kind.RESTORED:
        yield Sentence(Told(_("A play was undone because the rules were fixed.")))
    elif move.kind not in KINDS:
        note_unknown("move", move.kind)
        yield Sentence(Told(unknown_event()))


def _undo_sentence(move: Move, viewer: Viewer) -> str:
    if move.by == By.MODERATOR:
        return _("A moderator undid the moves above.")
    is_reader = viewer.reader is not None and viewer.by_pk[move.seat_id or 0].number == viewer.reader
    if move.params.get("agreed"):
        if is_reader:
            return _("Everyone agreed to take back your last turn and everything after it.")
        text = _("Everyone agreed to take back %(name)s’s last turn and everything after it.")
    elif is_reader:
        return _("You undid the moves above.")
    else:
        text = _("%(name)s undid the moves above.")
    return text % {"name": _mover(move, viewer)}


def _mover(move: Move, viewer: Viewer) -> str:
    """Return the marked name of the seat whose move it is; empty for none."""
    seat = viewer.by_pk.get(move.seat_id or 0)
    return viewer.marked_names[seat.number] if seat is not None else ""


def _tell_play(move: Move, viewer: Viewer, asked: QuestionKind) -> Iterator[Sentence]:
    """Tell what came of a move, and first, where the site has answered because time ran out, that it has."""
    outcomes = viewer.outcomes_of(move)
    if move.by == By.CLOCK and move.seat_id in viewer.by_pk and asked is not QuestionKind.WINDOW:
        text, outcomes = _time_out_sentence(move, viewer, outcomes)
        yield Sentence(Told(text))
    names, reader = _names_with_deputy(move, viewer), viewer.reader
    is_anothers = move.deputy_id is not None or (move.by == By.BOT and viewer.owns(move))
    for outcome in outcomes:
        is_for_reader = is_anothers and engine.text.seat_of(outcome) == reader
        told = tell_outcome(outcome, viewer, names, None if is_for_reader else reader)
        if told.marked:
            is_usual = outcome.__struct_config__.tag in USUAL
            yield Sentence(told, _turn_head(outcome, names), is_usual)


def _time_out_sentence(
    move: Move, viewer: Viewer, outcomes: list[engine.Outcome]
) -> tuple[str, list[engine.Outcome]]:
    """Return the sentence about an answer that the site gave, and the outcomes that it doesn’t tell."""
    words, number = {"name": _mover(move, viewer)}, viewer.by_pk[move.seat_id or 0].number
    is_reader = number == viewer.reader
    match outcomes:
        case [engine.Played(seat=seat, card=card), *others] if seat == number:
            words["card"] = marks.marked_title(card, viewer.cards)
            if is_reader:
                return _("Time ran out, so the site played “%(card)s” for you.") % words, others
            return _("Time ran out, so the site played “%(card)s” for %(name)s.") % words, others
        case [engine.PieceMoved() | engine.TileRotated() | engine.TileUprooted() as first, *_] if (
            first.seat == number
        ):
            if is_reader:
                return _("Time ran out, so the site moved for you."), outcomes
            return _("Time ran out, so the site moved for %(name)s.") % words, outcomes
    # Not what it answered: with several seats asked at once, that stays sealed until all have answered. And
    # nothing at all of a pass in a window: who has passed there is sealed.
    if is_reader:
        return _("Time ran out, so the site answered for you."), outcomes
    return _("Time ran out, so the site answered for %(name)s.") % words, outcomes


def _names_with_deputy(move: Move, viewer: Viewer) -> Mapping[int, str]:
    """Return the marked names of the seats: of a deputy’s move “Ann for Bob”, of a bot’s “A bot for you”."""
    seat = viewer.by_pk.get(move.seat_id or 0)
    if move.by == By.BOT and seat is not None and viewer.owns(move):
        return {**viewer.marked_names, seat.number: _("%(deputy)s for you") % {"deputy": _("A bot")}}
    if move.deputy_id is None or move.deputy is None or seat is None:
        return viewer.marked_names
    words = {"deputy": name_of(move.deputy), "name": viewer.marked_names[seat.number]}
    if seat.number == viewer.reader:
        return {**viewer.marked_names, seat.number: _("%(deputy)s for you") % words}
    return {**viewer.marked_names, seat.number: _("%(deputy)s for %(name)s") % words}


def _turn_head(outcome: engine.Outcome, names: Mapping[int, str]) -> TurnHead | None:
    if not isinstance(outcome, engine.TurnBegan) or outcome.seat not in names:
        return None
    return TurnHead(outcome.number, str(Told(names[outcome.seat])), outcome.extra, outcome.seat)
