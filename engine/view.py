"""What a seat may know: the only road from a table to a page, a mail, a log line or an API answer."""

from collections.abc import Iterable
from typing import Any

import msgspec

from engine.ask import Ask
from engine.board import pegs
from engine.board.table import BoardTable
from engine.board.view import BoardView, show_board
from engine.card import Deck
from engine.goals import keepers_of_ungoals, ungoals_met
from engine.in_force import draw_count, in_force, play_count, plays_left
from engine.option import Option, read_option
from engine.question_kind import QuestionKind
from engine.table import Beside, CommonTable, Table


class QuestionView(msgspec.Struct, frozen=True):
    """An open question, as its seat sees it: ``least`` to ``most`` of the labels in ``options`` answer it.

    With ``words`` above 0 a text of up to so many characters is an answer, too.  A question ``beside`` the
    play stops nobody.  ``said`` is a text that it is about.
    """

    number: int
    seat: int
    what: QuestionKind
    options: tuple[str, ...]
    least: int
    most: int
    about: tuple[str, ...] = ()
    own_turn: bool = False
    words: int = 0
    beside: bool = False
    said: str = ""

    @property
    def stored_what(self) -> str:
        """The kind as it is stored, also one that only another release knows."""
        return self.what.value

    @property
    def read_options(self) -> tuple[Option, ...]:
        """What each of ``options`` means, in their order."""
        return tuple([read_option(label, self.what) for label in self.options])


class UnknownQuestionView(QuestionView, frozen=True):
    """A question that another release asked: ``what`` is ``UNKNOWN``, ``code`` the kind as it wrote it."""

    code: str = ""

    @property
    def stored_what(self) -> str:
        return self.code


class SeatView(msgspec.Struct, frozen=True):
    """What everybody sees of a seat.  ``temporary`` counts the cards of its temporary hands.

    ``attached`` pairs Creepers in front of it with the keepers that they cling to.  Keepers of others that
    lie face down are called ``face-down``; one's own have their names, and ``face_down`` lists them.
    """

    seat: int
    hand_size: int
    keepers: tuple[str, ...]
    temporary: int = 0
    creepers: tuple[str, ...] = ()
    attached: tuple[tuple[str, str], ...] = ()
    face_down: tuple[str, ...] = ()


class View(msgspec.Struct, frozen=True):
    """The table as one seat may see it; ``me`` is None for a spectator.

    ``extra`` says that this turn follows another of the same seat, ``again`` that one more will follow,
    ``gave_turns`` which cards did that.
    ``waiting_for`` names everybody who was asked in an open window, for who has passed is sealed; ``window``
    is the card that is being played there, and the Surprises against it so far, ``window_by`` who played
    each.  ``deck`` is the game's own, as it is stored with the game.  ``lost`` are the Ungoals by which
    everybody has lost, ``lost_by`` the keepers by which they were met, ``removed`` cards that are out of the
    game.  ``board`` is what lies on the table of the board game, of whose goals ``goals`` has the one on top.
    """

    me: int | None
    turn: int
    turn_number: int
    phase: str
    drawn: int
    draw_count: int
    played: int
    play_count: int | None
    plays_left: int
    hand_limit: int | None
    keeper_limit: int | None
    inflation: bool
    goals: tuple[str, ...]
    rules: tuple[str, ...]
    meta: tuple[str, ...]
    discard: tuple[str, ...]
    deck_size: int
    seats: tuple[SeatView, ...]
    hand: tuple[str, ...]
    temporary: tuple[str, ...]
    resolving: tuple[str, ...]
    waiting_for: tuple[tuple[int, QuestionKind], ...]
    question: QuestionView | None
    over: bool
    winner: int | None
    extra: bool
    again: bool
    beside: tuple[QuestionView, ...]
    deck: Deck
    window: tuple[str, ...] = ()
    window_by: tuple[int, ...] = ()
    lost: tuple[str, ...] = ()
    lost_by: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    board: BoardView | None = None
    gave_turns: tuple[str, ...] = ()


def question_of(table: CommonTable, ask: Ask[object]) -> QuestionView:
    """Return an open ask as its seat sees it, with sorted options: their order must reveal nothing."""
    own = ask.top and ask.seat == table.turn.seat
    options = tuple(sorted(ask.options, key=table.deck.order.__getitem__))
    return QuestionView(
        ask.number, ask.seat, ask.what, options, ask.least, ask.most, ask.about, own, words=ask.words
    )


def question_beside(question: Beside) -> QuestionView:
    """A question beside the play, as its seat sees it."""
    what = QuestionKind.read(question.what)
    shown = QuestionView(
        question.number,
        question.seat,
        what,
        question.options,
        least=question.count,
        most=question.count,
        about=question.about,
        words=question.words,
        beside=True,
        said=question.said,
    )
    if what is not QuestionKind.UNKNOWN:
        return shown
    return UnknownQuestionView(**msgspec.structs.asdict(shown), code=question.what)


def views(
    table: CommonTable,
    open_asks: dict[int, Ask[object]],
    asked: dict[int, Ask[object]],
    viewers: Iterable[int | None],
) -> tuple[View, ...]:
    """Return what each of ``viewers`` may see, in their order; ``asked`` are the asks that are public.

    Public are the sizes of hands and piles, the discard pile, keepers, goals, rules, the board, and who is
    asked about what.  A seat also sees its own hand, temporary hand, questions and face-down keepers.
    """
    public = _public(table, asked)
    return tuple(
        [
            public
            if seat is None or seat not in table.hands
            else _private(table, open_asks, asked, public, seat)
            for seat in viewers
        ]
    )


def _public(table: CommonTable, asked: dict[int, Ask[object]]) -> View:
    """What everybody may see: the view of a spectator."""
    turn = table.turn
    window = next((ask for ask in asked.values() if ask.what is QuestionKind.WINDOW), None)
    return View(
        me=None,
        turn=turn.seat,
        turn_number=turn.number,
        phase=turn.phase,
        drawn=turn.drawn - turn.missing,
        played=turn.played,
        discard=table.slugs(reversed(table.discard)),
        deck_size=len(table.draw_pile),
        hand=(),
        temporary=(),
        waiting_for=tuple([(seat, asked[seat].what) for seat in table.order if seat in asked]),
        question=None,
        over=table.over,
        winner=table.winner,
        extra=turn.extra,
        again=turn.again,
        gave_turns=tuple(turn.gave_turns),
        beside=(),
        deck=table.deck,
        window=window.about if window is not None else (),
        window_by=window.by if window is not None else (),
        **(_of_board(table) if isinstance(table, BoardTable) else _of_cards(table)),
    )


def _private(
    table: CommonTable,
    open_asks: dict[int, Ask[object]],
    asked: dict[int, Ask[object]],
    public: View,
    seat: int,
) -> View:
    """The public view, and what ``seat`` may see besides."""
    own: dict[str, Any] = {"me": seat, "hand": _shown(table, table.hands[seat])}
    if (ask := open_asks.get(seat)) is not None:
        own["question"] = question_of(table, ask)
    elif seat in asked:  # it has passed in a window: others don't know
        own["waiting_for"] = tuple([each for each in public.waiting_for if each[0] != seat])
    if table.temporary:
        own["temporary"] = _shown(table, _temporary(table, seat))
    if table.beside:
        beside = [each for each in table.beside if each.seat == seat and not each.given]
        own["beside"] = tuple([question_beside(each) for each in beside])
    if isinstance(table, Table) and table.face_down:
        own["seats"] = tuple([_seat(table, each, seat) for each in table.order])
    return msgspec.structs.replace(public, **own)


def _of_cards(table: CommonTable) -> dict[str, Any]:
    """The fields of a view that only a game of cards fills."""
    if not isinstance(table, Table):
        raise TypeError(f"{type(table).__name__} is no table of cards.")
    rules = in_force(table)
    return {
        "draw_count": draw_count(table),
        "play_count": play_count(table),
        "plays_left": plays_left(table),
        "hand_limit": rules.hand_limit,
        "keeper_limit": rules.keeper_limit,
        "inflation": bool(rules.inflation),
        "goals": table.slugs(table.goals),
        "rules": table.slugs(table.rules),
        "meta": table.slugs(table.meta),
        "seats": tuple([_seat(table, seat, None) for seat in table.order]),
        "resolving": table.shown(table.resolving),
        "removed": table.slugs(table.removed),
        "lost": tuple(ungoals_met(table)) if table.over and table.winner is None else (),
        "lost_by": table.slugs(keepers_of_ungoals(table)) if table.over and table.winner is None else (),
    }


def _of_board(table: BoardTable) -> dict[str, Any]:
    """The same fields of the board game."""
    return {
        "draw_count": pegs.draw_count(table),
        "play_count": pegs.play_count(table),
        "plays_left": pegs.plays_left(table),
        "hand_limit": table.setting("hand-limit"),
        "keeper_limit": None,
        "inflation": False,
        "goals": table.slugs(table.goals[-1:]),
        "rules": (),
        "meta": (),
        "seats": tuple(
            [SeatView(seat, len(table.hands[seat]), (), len(_temporary(table, seat))) for seat in table.order]
        ),
        "resolving": table.slugs(table.resolving),
        "board": show_board(table),
    }


def _seat(table: Table, seat: int, viewer: int | None) -> SeatView:
    """What ``viewer`` may see of a seat."""
    names = table.slugs if seat == viewer else table.shown
    kept, creepers = table.keepers[seat], table.creepers.get(seat)
    hidden = [card for card in kept if card in table.face_down] if seat == viewer and table.face_down else ()
    clinging = [card for card in creepers if card in table.attached] if creepers else ()
    return SeatView(
        seat,
        len(table.hands[seat]),
        names(kept) if kept else (),
        len(_temporary(table, seat)) if table.temporary else 0,
        table.slugs(creepers) if creepers else (),
        tuple(zip(table.slugs(clinging), names([table.attached[card] for card in clinging]), strict=True))
        if clinging
        else (),
        table.slugs(hidden) if hidden else (),
    )


def _temporary(table: CommonTable, seat: int) -> list[int]:
    """The cards of the temporary hands of a seat."""
    return [card for aside in table.temporary if aside.seat == seat for card in aside.cards]


def _shown(table: CommonTable, cards: list[int]) -> tuple[str, ...]:
    """Cards of a hand in canonical order, which tells nothing of how they came."""
    return tuple(sorted(table.slugs(cards), key=table.deck.order.__getitem__))
