"""The cards that lie on a table and before its seats, as one viewer may see them, as plain values."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import engine
from games.board.names import kind_of_pieces
from games.board.pegs import Pegboards, describe_goal, pegboards_of
from games.board.values import GoalOnBoard
from games.models import Game, Seat
from games.models.question import WINDOW
from games.pages.common.card_faces import Face, Faces

from .question_form import hand_words

BACKS_DRAWN = 12

PHASES = {
    "free-change": gettext_noop("rules before the first turn"),
    "start": gettext_noop("the turn begins"),
    "before-drawing": gettext_noop("before drawing"),
    "draw": gettext_noop("drawing"),
    "plays": gettext_noop("playing"),
    "hand-limit": gettext_noop("hand limit"),
    "keeper-limit": gettext_noop("keeper limit"),
    "end": gettext_noop("the turn ends"),
}


@dataclass(frozen=True)
class RuleNumber:
    """One rule in force as a number. ``is_basic`` when no new rule has changed it."""

    name: str
    value: str
    is_basic: bool

    @property
    def is_word(self) -> bool:
        """Whether it says “all” or “none”."""
        return not self.value.isdigit()


@dataclass(frozen=True)
class SeatShown:
    """What everybody sees of a seat."""

    number: int
    name: str
    is_me: bool
    has_turn: bool
    is_asked: bool
    is_bot: bool
    on_autopilot: bool
    is_unreachable: bool
    has_won: bool
    hand: str
    hand_size: int
    temporary: int
    keepers: tuple[Face, ...]
    creepers: tuple[Face, ...]
    colour: str = ""
    pieces: str = ""
    collected: tuple[GoalOnBoard, ...] = ()

    @property
    def backs(self) -> range:
        """One for each card that is drawn as a back; a large hand is told in words."""
        return range(min(self.hand_size, BACKS_DRAWN))


@dataclass(frozen=True)
class TableCards:
    """The cards on the table, and the viewer's own hand."""

    turn: int
    turn_name: str
    is_my_turn: bool
    turn_number: int
    phase: str
    drawn: int
    draw_count: int
    played: int
    play_count: int | None
    goals: tuple[Face, ...]
    basic_rules: Face
    rules: tuple[Face, ...]
    meta: tuple[Face, ...]
    numbers: tuple[RuleNumber, ...]
    inflation: bool
    resolving: tuple[Face, ...]
    discard: tuple[Face, ...]
    deck_size: int
    seats: tuple[SeatShown, ...]
    hand: tuple[Face, ...]
    temporary: tuple[Face, ...]
    lost: tuple[Face, ...]
    removed: tuple[Face, ...]
    pegs: Pegboards | None = None
    moved: int = 0
    move_count: int = 0
    is_before_first_turn: bool = False
    winner: SeatShown | None = None

    @property
    def can_be_won(self) -> bool:
        """Whether a goal is in play, and not an Ungoal alone."""
        return any(card.kind == "goal" for card in self.goals)

    @property
    def can_be_lost(self) -> bool:
        """Whether an Ungoal is in play."""
        return any(card.kind == "ungoal" for card in self.goals)


def show_table(view: engine.View, game: Game, seats: Mapping[int, Seat], faces: Faces) -> TableCards:
    """Return what lies on the table of a view."""
    shown = tuple(_show_seat(view, each, seats, game, faces) for each in _from_me(view))
    return TableCards(
        turn=view.turn,
        turn_name=str(seats[view.turn]),
        is_my_turn=view.turn == view.me,
        turn_number=view.turn_number,
        phase=_(PHASES.get(view.phase, gettext_noop("playing"))),
        drawn=view.drawn,
        draw_count=view.draw_count,
        played=view.played,
        play_count=view.play_count,
        goals=faces.all(view.goals),
        basic_rules=faces.of("basic-rules"),
        rules=faces.all(view.rules),
        meta=faces.all(view.meta),
        numbers=tuple(_numbers(view)),
        inflation=view.inflation,
        resolving=faces.all((Counter(view.resolving) - Counter(view.window)).elements()),
        discard=faces.all(view.discard),
        deck_size=view.deck_size,
        seats=shown,
        hand=faces.all(view.hand),
        temporary=faces.all(view.temporary),
        lost=faces.all(view.lost),
        removed=faces.all(view.removed),
        winner=next((each for each in shown if each.has_won), None),
        **(_on_board(view, view.board, seats) if view.board is not None else {}),
    )


def _on_board(view: engine.View, board: engine.BoardView, seats: Mapping[int, Seat]) -> dict[str, Any]:
    """Return what only the table of a board game has."""
    return {
        "pegs": pegboards_of(view, {number: str(seat) for number, seat in seats.items()}),
        "moved": board.moved,
        "move_count": board.settings["move"] or 0,
        "is_before_first_turn": view.phase == "free-change",
    }


def _numbers(view: engine.View) -> Iterable[RuleNumber]:
    plays = _("all") if view.play_count is None else str(view.play_count)
    yield RuleNumber(_("Draw"), str(view.draw_count), view.draw_count == 1)
    yield RuleNumber(_("Play"), plays, view.play_count == 1)
    yield RuleNumber(_("Hand limit"), _limit(view.hand_limit), view.hand_limit is None)
    yield RuleNumber(_("Keeper limit"), _limit(view.keeper_limit), view.keeper_limit is None)


def _limit(limit: int | None) -> str:
    return _("none") if limit is None else str(limit)


def _from_me(view: engine.View) -> Sequence[engine.SeatView]:
    """Return the seats clockwise, the viewer's own first."""
    start = next((place for place, each in enumerate(view.seats) if each.seat == view.me), 0)
    return [*view.seats[start:], *view.seats[:start]]


def _show_seat(
    view: engine.View, each: engine.SeatView, seats: Mapping[int, Seat], game: Game, faces: Faces
) -> SeatShown:
    seat = seats[each.seat]
    keepers, creepers = faces.before(each)
    asked = [number for number, what in view.waiting_for if what != WINDOW and not game.is_over]
    unreachable = seat.is_person and seat.player is not None and seat.player.mail_refused_at is not None
    return SeatShown(
        number=each.seat,
        name=str(seat),
        is_me=each.seat == view.me,
        has_turn=each.seat == view.turn and not game.is_over,
        is_asked=each.seat in asked,
        is_bot=bool(seat.bot),
        on_autopilot=seat.on_autopilot,
        is_unreachable=unreachable and not game.is_over,
        has_won=view.winner == each.seat,
        hand=hand_words(each.hand_size),
        hand_size=each.hand_size,
        temporary=each.temporary,
        keepers=keepers,
        creepers=creepers,
        **(_who_plays(each.seat, view.board) if view.board is not None else {}),
    )


def _who_plays(seat: int, board: engine.BoardView) -> dict[str, Any]:
    """Return which pieces a seat plays, and which goals it has collected."""
    return {
        "colour": board.colours[seat],
        "pieces": kind_of_pieces(board.colours[seat]),
        "collected": tuple(map(describe_goal, board.collected.get(seat, ()))),
    }
