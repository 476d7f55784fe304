"""The words of moves in the board game, in all languages of the site, and how to write moves."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import TypeVar

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext, gettext_noop, pgettext
from django.utils.translation import gettext as _

import engine
from games.decks.titles import declined_space, translate

from .board_commands import NOTHING, OCTAGON, Vocabulary, split_words
from .commands import normalized
from .phrases import words_of_moves

T = TypeVar("T")
FARTHEST = 9  # places from the middle that nine tiles in a row can reach
_OCTAGON, _PORTAL = gettext_noop("octagon {tile}"), gettext_noop("portal {number}")
COLOURS = ("red", "yellow", "green", "blue")


def in_all_languages(read: Callable[[], Iterable[T]]) -> list[T]:
    """Return what a function yields in each language of the site."""
    found: list[T] = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found += read()
    return found


def vocabulary(board: engine.BoardView, places: Mapping[str, int]) -> Vocabulary:
    """Return the vocabulary of moves on a board, in all languages of the site.

    `places` are the free places with the numbers that the reader has seen.
    """
    pairs = in_all_languages(lambda: _names(board))
    # Of equal names, the later counts.
    meanings = {words: thing for name, thing in pairs if (words := split_words(normalized(name)))}
    of_moves = {split_words(normalized(each)): NOTHING for each in words_of_moves()}
    return Vocabulary(
        {**of_moves, **_places_by_words(), **meanings},
        {str(number): place for place, number in places.items()},
    )


@lru_cache(maxsize=1)
def _places_by_words() -> Mapping[tuple[str, ...], str]:
    """Return the places of the grid, by what mails call them: “2 east, 1 north”."""
    steps = range(-FARTHEST, FARTHEST + 1)
    places = [f"{across}/{down}" for across in steps for down in steps]
    named = in_all_languages(lambda: [(engine.text.board.place(place, _), place) for place in places])
    return {split_words(normalized(name)): place for name, place in named}


def _names(board: engine.BoardView) -> Iterator[tuple[str, str]]:
    """Yield names in the present language, with what they mean."""
    joining = pgettext(
        "words of a move, with commas",
        "move, go, step, leap, from, on, to, into, onto, the, my, piece, tile, by, degrees, clockwise, and",
    )
    place = pgettext("words of a move, with commas", "place, number")
    for word in [*_listed(joining), *continuation_words(), *_listed(place)]:
        yield word, NOTHING
    for word in _listed(pgettext("words of a move, with commas", "rotate, turn, spin")):
        yield word, "rotate"
    for word in _listed(pgettext("words of a move, with commas", "uproot, carry")):
        yield word, "uproot"
    for colour in COLOURS:
        said = engine.text.board.colour(colour, translate)
        for form in {said, *said.cases.values()}:
            yield form, colour
    for tile in board.tiles:
        yield tile.name, tile.name
        for space in dict.fromkeys(tile.spaces):
            yield space, space
    for case in ("genitive", "accusative"):
        yield from _names_of_places(board, partial(declined_space, case=case))
    yield from _names_of_places(board, gettext)


def _names_of_places(board: engine.BoardView, translate: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yield what is on the board, by its names in one case: «с хлеба на любовь»."""
    yield translate(_OCTAGON).format(tile=""), OCTAGON
    yield translate(_PORTAL).format(number=""), "portal"
    for tile in board.tiles:
        yield engine.text.board.tile(tile.name, translate), tile.name
        for space in dict.fromkeys(tile.spaces):
            yield engine.text.board.space(space, translate), space


def continuation_words() -> list[str]:
    """Return the words before the space to which a piece is bumped."""
    return _listed(
        pgettext("words of a move, with commas", "bumping, bump, bumps, pushing, push, who, is, there")
    )


def continuation_keys() -> frozenset[str]:
    """Return what may follow a comma within a move, `normalized`, in all languages of the site.

    A continuation word, or the second half of a place: “2 east, 1 north”.
    """
    places = [f"0/{down}" for down in range(-FARTHEST, FARTHEST + 1)]
    words = in_all_languages(
        lambda: [*continuation_words(), *(engine.text.board.place(place, _) for place in places)]
    )
    return frozenset(map(normalized, ["!", *words]))


def _listed(words: str) -> list[str]:
    return [word.strip() for word in words.split(",") if word.strip()]


def help_lines() -> tuple[str, ...]:
    """Explain how to write moves."""
    return (
        _(
            "A move: from where to where, such as “bread to love”, “bread > love” or “start to "
            "octagon a”. If someone is there, also where they are bumped to: “bread to love bump "
            "peace”; if there is only one way, you can leave that out. From portal to portal: "
            "“portal 1 to portal 2”."
        ),
        _(
            "Tiles, as far as the rules allow it: “rotate a 90” (clockwise; 180, 270), “uproot a place 3” "
            "(the number that the picture shows there), or “uproot a 2/-1” (to the place 2 east and 1 north "
            "of where the start tile lay at first)."
        ),
        _(
            "A whole turn, in order, on one line or on several: “1, bread to love, start to "
            "sun”. Numbers are those of the mail you’re answering, as long as those moves are "
            "still possible."
        ),
    )
