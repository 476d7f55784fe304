"""The two pegboards, the stack of goals and what was collected, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from games.board.names import kind_of_pieces, picture_of, space_name
from games.board.values import WantedSpace

WIN = "win"
SWITCHED = (0, 1)


@dataclass(frozen=True)
class Hole:
    """A hole of a pegboard, and whether the peg is in it."""

    text: str
    is_set: bool


@dataclass(frozen=True)
class Peg:
    """A rule with all its holes. ``setting`` is what it says now, ``means`` what that is for the players."""

    name: str
    title: str
    holes: tuple[Hole, ...]
    setting: str
    means: str
    is_moved: bool
    is_switch: bool


@dataclass(frozen=True)
class GoalOnBoard:
    """A goal with the two spaces that it asks for."""

    slug: str
    title: str
    spaces: tuple[WantedSpace, ...]


@dataclass(frozen=True)
class PegboardSeat:
    """A player with their colour and the goals that they have collected."""

    name: str
    colour: str
    pieces: str
    goals: tuple[GoalOnBoard, ...]
    is_me: bool
    is_turn: bool


@dataclass(frozen=True)
class Pegboards:
    """Everything beside the board: the rules, how many goals win, the stack (top first), who has what."""

    rules: tuple[Peg, ...]
    win: Peg
    needed: int
    stack: tuple[GoalOnBoard, ...]
    seats: tuple[PegboardSeat, ...]
    is_over: bool

    @property
    def top(self) -> GoalOnBoard | None:
        """The goal that can be collected now."""
        return self.stack[0] if self.stack else None

    @property
    def below(self) -> tuple[GoalOnBoard, ...]:
        """The goals under it, in order."""
        return self.stack[1:]


def pegboards_of(view: engine.View, names: Mapping[int, str]) -> Pegboards:
    """Return the pegboards and goals of a view. Raises ValueError for a game that has no board."""
    board = view.board
    if board is None:
        raise ValueError(f"There is no board in {view.deck.slug}.")
    pegs = {name: _peg(name, board) for name in engine.PEGS}
    return Pegboards(
        rules=tuple(peg for name, peg in pegs.items() if name != WIN),
        win=pegs[WIN],
        needed=board.settings[WIN] or 0,
        stack=tuple(map(describe_goal, board.stack)),
        seats=tuple(
            PegboardSeat(
                names[seat],
                colour,
                kind_of_pieces(colour),
                tuple(map(describe_goal, board.collected.get(seat, ()))),
                seat == view.me,
                seat == view.turn and not view.over,
            )
            for seat, colour in board.colours.items()
        ),
        is_over=view.over,
    )


def describe_goal(slug: str) -> GoalOnBoard:
    """Return a goal with what it asks for."""
    card = engine.card(slug)
    wanted = tuple(WantedSpace(space, space_name(space), picture_of(space)) for space in card.names)
    return GoalOnBoard(slug, _(card.title), wanted)


def _peg(name: str, board: engine.BoardView) -> Peg:
    holes, at = engine.PEGS[name], board.pegs[name]
    is_switch = holes == SWITCHED
    return Peg(
        name=name,
        title=engine.text.board.peg(name, _),
        holes=tuple(Hole(_hole(value, is_switch), place == at) for place, value in enumerate(holes)),
        setting=_hole(holes[at], is_switch),
        means=_MEANINGS[name](),
        is_moved=at > 0,
        is_switch=is_switch,
    )


def _hole(value: int | None, is_switch: bool) -> str:
    if value is None:
        return engine.text.board.setting("none", _)
    return engine.text.board.setting(("off", "on")[value], _) if is_switch else str(value)


# What each peg rules, in words for those who have never played.
_MEANINGS = {
    "draw": lambda: _("cards drawn at the start of a turn"),
    "play": lambda: _("cards to play in a turn"),
    "move": lambda: _("moves to make in a turn"),
    "hand-limit": lambda: _("cards that may be kept at the end of a turn"),
    "rotate": lambda: _("a move may turn a tile"),
    "uproot": lambda: _("a move may carry a tile elsewhere"),
    "wraparound": lambda: _("pieces leave at one edge and come back at the other"),
    "win": lambda: _("goals needed to win, and more than anybody else"),
}
