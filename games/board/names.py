"""What spaces, tiles and pieces are called and drawn as, in the reader's language."""

from collections.abc import Iterable, Mapping

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine

Names = Mapping[int, str]  # of players, by seat
START = "start"
# Items whose picture is that of a keeper of the card game, under the name of the keeper.
_PICTURES = {item: f"the-{item}" for item in ("brain", "eye", "moon", "party", "rocket", "sun", "toaster")}


def board_of(view: engine.View) -> engine.BoardView:
    """Return the board of a view. Raises ValueError for a game that has none."""
    if view.board is None:
        raise ValueError(f"There is no board in {view.deck.slug}.")
    return view.board


def kind_of(space: str) -> str:
    """Return ``start``, ``octagon``, ``portal`` or ``item``."""
    kind = space.partition("-")[0]
    return kind if kind in (START, "octagon", "portal") else "item"


def is_open(space: str) -> bool:
    """Whether any number of pieces may stand on a space."""
    return kind_of(space) != "item"


def space_name(space: str) -> str:
    """Return the name of a space with a capital letter: Bread, Octagon A, Portal 1, Start."""
    return capfirst(engine.text.board.space(space, _))


def short_name(space: str) -> str:
    """Return what is written on a space: its name; on an octagon, whose shape says so, only its letter."""
    return space.rpartition("-")[2].upper() if kind_of(space) == "octagon" else space_name(space)


def tile_name(tile: str) -> str:
    """Return the name of a tile: tile A, the start tile."""
    return engine.text.board.tile(tile, _)


def click_name(key: str) -> str:
    """Return what is clicked on the board, in words: Bread, tile A, 90°."""
    kind, colon, value = key.partition(":")
    if not colon:
        return space_name(key)
    if kind == "tile":
        return tile_name(value)
    if kind == "turn":
        return _("%(degrees)s°") % {"degrees": value}
    return engine.text.board.place(value, _) if kind == "place" else space_name(value)


def picture_of(space: str) -> str:
    """Return the symbol of static/pictures.svg for what is on a space."""
    return space if is_open(space) else _PICTURES.get(space, space)


def describe_pieces(colour: str, count: int = 1) -> str:
    """Return the words for a number of pieces of a colour: red pawn, 2 blue figures."""
    if count == 1:
        return {
            "red": _("red pawn"),
            "yellow": _("yellow cube"),
            "green": _("green cylinder"),
            "blue": _("blue figure"),
        }[colour]
    words = {
        "red": ngettext("%(count)d red pawn", "%(count)d red pawns", count),
        "yellow": ngettext("%(count)d yellow cube", "%(count)d yellow cubes", count),
        "green": ngettext("%(count)d green cylinder", "%(count)d green cylinders", count),
        "blue": ngettext("%(count)d blue figure", "%(count)d blue figures", count),
    }
    return words[colour] % {"count": count}


def pieces_name(colour: str) -> str:
    """Return the words for the pieces of a colour without a number: red pawns."""
    return {
        "red": _("red pawns"),
        "yellow": _("yellow cubes"),
        "green": _("green cylinders"),
        "blue": _("blue figures"),
    }[colour]


def goal_spaces(view: engine.View) -> tuple[str, ...]:
    """Return the two spaces that the goal on top of the stack asks for; none when the game is over."""
    return engine.card(view.goals[0]).names if view.goals and not view.over else ()


def numbers_of_places(options: Iterable[engine.Option]) -> dict[str, int]:
    """Number the places (``2/-1``) to which the uprootings among some options lead: row by row, from 1."""
    places = {option.target for option in options if option.kind is engine.OptionKind.UPROOT}
    rows = sorted(places, key=lambda place: tuple(map(int, reversed(place.split("/")))))
    return {place: number for number, place in enumerate(rows, start=1)}
