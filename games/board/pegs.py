"""The two pegboards, the stack of goals and what was collected, as plain values."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from games.board.drawn_once import drawn_once
from games.board.names import Names, board_of, picture_of, pieces_name, space_name
from games.board.values import BoardPlayer, GoalOnBoard, WantedSpace

WIN = "win"
SWITCHED = (0, 1)


@dataclass(frozen=True)
class Hole:
    """A hole of a pegboard, and whether the peg is in it."""

    text: str
    is_set: bool


@dataclass(frozen=True)
class Peg:
    """A rule with all its holes. ``setting`` is what it says now, ``means`` explains it to players."""

    name: str
    title: str
    holes: tuple[Hole, ...]
    setting: str
    means: str
    is_moved: bool
    is_switch: bool


@dataclass(frozen=True)
class Pegboards:
    """What lies beside the board: the rules, how many goals win, the stack (top first), the players."""

    rules: tuple[Peg, ...]
    win: Peg
    needed: int
    stack: tuple[GoalOnBoard, ...]
    seats: tuple[BoardPlayer, ...]
    is_over: bool

    @property
    def top(self) -> GoalOnBoard | None:
        """The goal that can be collected now."""
        return self.stack[0] if self.stack else None

    @property
    def below(self) -> tuple[GoalOnBoard, ...]:
        """The goals under it, in order."""
        return self.stack[1:]


@drawn_once
def describe_pegboards(view: engine.View, names: Names) -> Pegboards:
    """Return the pegboards and goals of a view. Raises ValueError for a game that has no board."""
    board = board_of(view)
    pegs = {name: _peg(name, board) for name in engine.PEGS}
    return Pegboards(
        rules=tuple(peg for name, peg in pegs.items() if name != WIN),
        win=pegs[WIN],
        needed=board.settings[WIN] or 0,
        stack=tuple(map(describe_goal, board.stack)),
        seats=list_players(view, names),
        is_over=view.over,
    )


def list_players(view: engine.View, names: Names) -> tuple[BoardPlayer, ...]:
    """Return who plays which colour, in the order of the seats."""
    board = board_of(view)
    return tuple(
        BoardPlayer(
            seat,
            names[seat],
            colour,
            pieces_name(colour),
            tuple(map(describe_goal, board.collected.get(seat, ()))),
            seat == view.me,
            seat == view.turn and not view.over,
        )
        for seat, colour in board.colours.items()
    )


def describe_goal(slug: str) -> GoalOnBoard:
    """Return a goal with what it asks for."""
    card = engine.card(slug)
    return GoalOnBoard(slug, _(card.title), wanted_spaces(card.names))


def wanted_spaces(spaces: tuple[str, ...]) -> tuple[WantedSpace, ...]:
    """Return spaces that a goal asks for, with their names and pictures."""
    return tuple(WantedSpace(space, space_name(space), picture_of(space)) for space in spaces)


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
    "win": lambda: _("goals needed to win, and more than anyone else"),
}
