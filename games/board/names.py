"""What spaces, tiles and pieces are called and drawn as, in the reader's language."""

from collections.abc import Iterable

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine

START = "start"
COMPASS = ("north-west", "north-east", "south-west", "south-east")
# Where the picture of an item is called otherwise than the item: as the keeper of the card game.
_PICTURES = {item: f"the-{item}" for item in ("brain", "eye", "moon", "party", "rocket", "sun", "toaster")}


def kind_of(space: str) -> str:
    """Return ``start``, ``octagon``, ``portal`` or ``item``."""
    kind = space.partition("-")[0]
    return kind if kind in (START, "octagon", "portal") else "item"


def is_open(space: str) -> bool:
    """Whether any number of pieces may stand on a space."""
    return kind_of(space) != "item"


def space_name(space: str) -> str:
    """Return the name of a space as it stands alone: Bread, Octagon A, Portal 1, Start."""
    return capfirst(engine.text.board.space(space, _))


def short_name(space: str) -> str:
    """Return what is written on a space: of an octagon not its letter, for that stands on the tile."""
    return _("Octagon") if kind_of(space) == "octagon" else space_name(space)


def tile_name(tile: str) -> str:
    """Return the name of a tile: tile A, the start tile."""
    return engine.text.board.tile(tile, _)


def picture_of(space: str) -> str:
    """Return the symbol of static/pictures.svg for what is on a space."""
    return space if is_open(space) else _PICTURES.get(space, space)


def pieces(colour: str, count: int = 1) -> str:
    """Return what so many pieces of a colour are called: red pawn, 2 blue people."""
    match colour:
        case "red":
            said = ngettext("red pawn", "%(count)d red pawns", count)
        case "yellow":
            said = ngettext("yellow cube", "%(count)d yellow cubes", count)
        case "green":
            said = ngettext("green cylinder", "%(count)d green cylinders", count)
        case _other:
            said = ngettext("blue figure", "%(count)d blue figures", count)
    return said % {"count": count}


def kind_of_pieces(colour: str) -> str:
    """Return what the pieces of a colour are called, whatever their number: red pawns."""
    return {
        "red": _("red pawns"),
        "yellow": _("yellow cubes"),
        "green": _("green cylinders"),
        "blue": _("blue figures"),
    }[colour]


def goal_spaces(view: engine.View) -> tuple[str, ...]:
    """Return the two spaces that the goal on top of the stack asks for; none without one, or at the end."""
    return engine.card(view.goals[0]).names if view.goals and not view.over else ()


UPROOT = "uproot:"


def numbers_of_places(labels: Iterable[str]) -> dict[str, int]:
    """Return a number for each place (``2/-1``) of the uprootings among some labels: row by row, from 1."""
    places = {label.rpartition(":")[2] for label in labels if label.startswith(UPROOT)}
    rows = sorted(places, key=lambda place: tuple(map(int, reversed(place.split("/")))))
    return {place: number for number, place in enumerate(rows, start=1)}
