"""What happens in Fluxx: The Board Game: tiles, pieces, pegs, the stack of goals.

Spaces, tiles and colours go by their names (engine.board.spaces); ``why`` names the card that caused it, and
is empty for a move or a free change of the rules.
"""

from engine.outcomes.base import Told


class StackLaid(Told, frozen=True):
    """The first goals lie in the stack, in this order, the top first; everybody has seen them all."""

    goals: tuple[str, ...]


class PegMoved(Told, frozen=True):
    """A seat moved a peg by one hole; the rule now has this setting: ``2``, ``none``, ``on``."""

    seat: int
    peg: str
    setting: str
    why: str = ""


class PegsReset(Told, frozen=True):
    """All seven pegs of the rules went back to their first holes."""

    seat: int
    why: str


class PieceMoved(Told, frozen=True):
    """A piece made a move from ``source`` to ``target``, where it now stands.

    ``entered`` is the portal that it stepped into, if that carried it on to the other one.
    """

    seat: int
    colour: str
    source: str
    target: str
    entered: str = ""


class PieceBumped(Told, frozen=True):
    """The piece that stood in the way was bumped to ``target``, maybe through the portal ``entered``."""

    seat: int
    colour: str
    source: str
    target: str
    entered: str = ""


class PieceLeapt(Told, frozen=True):
    """A piece leapt to a space."""

    seat: int
    colour: str
    source: str
    target: str
    why: str


class PieceSentBack(Told, frozen=True):
    """A piece went back to the start tile."""

    seat: int
    colour: str
    source: str
    why: str


class TileRotated(Told, frozen=True):
    """A tile was turned clockwise by so many degrees, and the pieces on it with it."""

    seat: int
    tile: str
    degrees: int
    why: str = ""


class TileUprooted(Told, frozen=True):
    """A tile was carried, as it lay, to another place of the grid."""

    seat: int
    tile: str
    source: str
    place: str
    why: str = ""


class TilesSwitched(Told, frozen=True):
    """Two tiles changed places, each as it lay."""

    seat: int
    tile: str
    other: str
    why: str


class GoalCollected(Told, frozen=True):
    """A seat met the goal on top of the stack and keeps it; it now has ``count``."""

    seat: int
    goal: str
    count: int


class GoalSunk(Told, frozen=True):
    """The goal on top of the stack went to the bottom."""

    seat: int
    goal: str
    why: str


class ColoursChanged(Told, frozen=True):
    """The seats in ``colours`` have these colours now, and play the pieces of them."""

    seat: int
    colours: dict[int, str]
    why: str
