"""Moves of the board game in words: what they are written in, and how to write them."""

from collections.abc import Iterator, Mapping

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

import engine

from .board_commands import NOTHING, OCTAGON, Vocabulary, path_of, phrases
from .commands import normalized

ROTATE, UPROOT, TILE = "rotate:", "uproot:", "tile:"
FARTHEST = 9  # places from the middle to where nine tiles in a row can reach
COLOURS = ("red", "yellow", "green", "blue")


def is_move(label: str) -> bool:
    """Whether a label moves a piece or a tile."""
    return len(path_of(label)) > 1


def is_of_pieces(label: str) -> bool:
    """Whether a label moves or names a piece."""
    return is_move(label) and not label.startswith((ROTATE, UPROOT))


def vocabulary(board: engine.BoardView, places: Mapping[str, int]) -> Vocabulary:
    """Return what the words of moves on a board mean, in all languages of the site.

    `places` are the numbers that a reader has been shown at the free places.
    """
    meanings: dict[tuple[str, ...], str] = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            meanings |= dict(phrases({normalized(name): thing for name, thing in _things(board)}))
    return Vocabulary(meanings, {str(number): place for place, number in places.items()})


def _things(board: engine.BoardView) -> Iterator[tuple[str, str]]:
    """Yield what is called how in the present language; what comes later takes the place of the earlier."""
    for word in [
        *_joining(),
        *continuation_words(),
        *_listed(pgettext("words of a move, with commas", "place, number")),
    ]:
        yield word, NOTHING
    for word in _listed(pgettext("words of a move, with commas", "rotate, turn, spin")):
        yield word, "rotate"
    for word in _listed(pgettext("words of a move, with commas", "uproot, carry")):
        yield word, "uproot"
    for colour in COLOURS:
        yield engine.text.board.colour(colour, _), colour
    yield _("octagon {tile}").format(tile=""), OCTAGON
    yield _("portal {number}").format(number=""), "portal"
    for tile in board.tiles:
        yield tile.name, tile.name
        yield engine.text.board.tile(tile.name, _), tile.name
        for space in dict.fromkeys(tile.spaces):
            yield space, space
            yield engine.text.board.space(space, _), space


def _joining() -> list[str]:
    """Return words that mean nothing by themselves."""
    words = pgettext(
        "words of a move, with commas",
        "move, go, step, leap, from, on, to, into, onto, the, my, piece, tile, by, degrees, clockwise, and",
    )
    return _listed(words)


def continuation_words() -> list[str]:
    """Return the words that begin the part of a move which tells where to somebody is bumped."""
    words = pgettext("words of a move, with commas", "bumping, bump, bumps, pushing, push, who, is, there")
    return _listed(words)


def continuation_keys() -> frozenset[str]:
    """Return what may follow a comma within a move, as it is compared, in all languages of the site.

    It is one of the same words, or the second half of a place: “2 east, 1 north”.
    """
    found: list[str] = ["!"]
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found += continuation_words()
            found += [engine.text.board.place(f"0/{down}", _) for down in range(-FARTHEST, FARTHEST + 1)]
    return frozenset(map(normalized, found))


def _listed(words: str) -> list[str]:
    return [word.strip() for word in words.split(",") if word.strip()]


def help_lines() -> tuple[str, ...]:
    """Return how moves are written, a sentence each."""
    return tuple(map(_, _HELP))


_HELP = (
    gettext_noop(
        "A move: from where to where, such as “bread to love”, “bread > love” or “start to octagon a”. If "
        "somebody is there, also where they are bumped to: “bread to love bump peace”; if there is one way "
        "only, that need not be said. From portal to portal: “portal 1 to portal 2”."
    ),
    gettext_noop(
        "Tiles, as far as the rules allow it: “rotate a 90” (clockwise; 180, 270), “uproot a place 3” (the "
        "number that the picture shows there), or “uproot a 2/-1” (to the place 2 east and 1 north of where "
        "the start tile lay at first)."
    ),
    gettext_noop(
        "A whole turn at once, in its order, on one line or on several: “1, bread to love, start to sun”. "
        "Numbers are those of the mail that you answer, for as long as what they stand for can be done."
    ),
)
