"""How spaces, tiles, colours, pegs and places of the board may be written in scenarios.

Capitals, spaces, hyphens and underscores make no difference: ``Octagon A``, ``octagon_a``, ``octagon-a``.
"""

import re
from collections.abc import Collection

from engine.board.deck import BOARD_CARDS
from engine.board.layout import NAMES
from engine.board.spaces import COLOURS, PEGS, SWITCHED, TILE_OF
from engine.board.table import Lying
from engine.card import BoardGoal
from engine.cards import CARDS
from engine.scenario.errors import BadScenario, suggest

DEGREES = (0, 90, 180, 270)

_ARROWS = re.compile(r"→|->")
_BLANKS = re.compile(r"\s++")
_SIGNS = re.compile(r" ?([>!:/+]) ?")
_GAPS = re.compile(r"[\s_+]+")
_NUMBERED = re.compile(r"(octagon|portal)-?([a-h12])")
_LYING = re.compile(r"(-?\d{1,4})\s*/\s*(-?\d{1,4})(?:\s+turned\s+(\d{1,4}))?")


def plain(word: str) -> str:
    """A word with small letters and hyphens, and with ``>`` for every arrow."""
    return _GAPS.sub("-", _SIGNS.sub(r"\1", _ARROWS.sub(">", _BLANKS.sub(" ", word.strip().lower()))))


def read_space(key: str, word: str) -> str:
    """The label of a space; raises ``BadScenario``, which names the ``key``, if there is none."""
    return _one_of(key, word, plain_space(word), TILE_OF, "space")


def read_tile(key: str, word: str) -> str:
    """The name of a tile; raises as ``read_space`` does."""
    return _one_of(key, word, re.sub("^tile[-:]", "", plain(word)), NAMES, "tile")


def read_colour(key: str, word: str) -> str:
    """The name of a colour; raises as ``read_space`` does."""
    return _one_of(key, word, plain(word), COLOURS, "colour")


def read_peg(key: str, word: str) -> str:
    """The name of a peg; raises as ``read_space`` does."""
    return _one_of(key, word, plain(word), PEGS, "peg")


def read_hole(key: str, peg: str, says: bool | int | str) -> int:
    """The hole of a peg that says this; raises as ``read_space`` does."""
    holes = [str(said(peg, hole)) for hole in range(len(PEGS[peg]))]
    meant = ("on" if says else "off") if isinstance(says, bool) else plain(str(says))
    if meant not in holes:
        raise BadScenario(f"{peg} says one of {', '.join(holes)}, not {says!r}", key, peg)
    return holes.index(meant)


def said(peg: str, hole: int) -> int | str:
    """What a peg says in a hole, as it is written: ``2``, ``"none"``, ``"on"``."""
    says = PEGS[peg][hole]
    if peg in SWITCHED:
        return "on" if says else "off"
    return "none" if says is None else says


def read_lying(key: str, words: str) -> tuple[tuple[int, int], int | None]:
    """The place and the quarter turns in ``2/-1 turned 90``; None if these are not written."""
    found = _LYING.fullmatch(words.strip())
    if found is None:
        raise BadScenario(f"{words!r} isn't a place; write it like 2/-1 or 2/-1 turned 90", key, words)
    x, y, turned = found.groups()
    return (int(x), int(y)), None if turned is None else read_turns(key, int(turned))


def read_turns(key: str, degrees: int) -> int:
    """The quarter turns in so many degrees clockwise."""
    if degrees not in DEGREES:
        why = f"a tile is turned by {', '.join(map(str, DEGREES))}, not by {degrees}"
        raise BadScenario(why, key, str(degrees))
    return degrees // 90


def write_lying(lying: Lying) -> str:
    """How a tile lies: ``2/-1``, or ``2/-1 turned 90``."""
    turned = f" turned {lying.turns % 4 * 90}" if lying.turns % 4 else ""
    return f"{lying.x}/{lying.y}{turned}"


def plain_space(word: str) -> str:
    """A word in its plain form, ``portal1`` as ``portal-1``."""
    word = plain(word)
    numbered = _NUMBERED.fullmatch(word)
    return f"{numbered[1]}-{numbered[2]}" if numbered else word


def _one_of(key: str, written: str, meant: str, known: Collection[str], kind: str) -> str:
    if meant not in known:
        raise BadScenario(f"{written!r} isn't a {kind}{suggest(meant, known)}", key, written)
    return meant


def card_name(word: str) -> str:
    """The name of the card of the board game that is meant; the word as it is, if none is.

    Titles mean their cards, and the items of a goal may be written in either order.
    """
    name, copy, number = word.partition("#")
    return f"{_CARDS[meant]}{copy}{number}" if (meant := _bare(name)) in _CARDS else word


def _bare(title: str) -> str:
    return plain(title.replace(",", ""))


def plain_label(word: str) -> str:
    """A label of a game of cards with the name of its card; any other word stays as it is.

    ``Draw 2``, ``draw_2`` and ``draw-2`` are the same.
    """
    use, name, rest = _LABEL.findall(word)[0]
    return f"{use}{_NAMES.get(_folded(name), name)}{rest}"


def _folded(name: str) -> str:
    """A name or a title in small letters and hyphens, without other signs."""
    return _GAPS.sub("-", re.sub(r"[^\w\s-]", "", name).strip().lower())


_LABEL = re.compile(r"^(use:|)([^@#]*)(.*)$", re.DOTALL)
_NAMES = {slug: slug for slug in CARDS}
for _card in CARDS.values():
    if _card.slug not in BOARD_CARDS:
        _NAMES.setdefault(_folded(_card.title), _card.slug)

_CARDS: dict[str, str] = {}
for _card in map(CARDS.__getitem__, dict.fromkeys(BOARD_CARDS)):
    _CARDS |= dict.fromkeys((_card.slug, _bare(_card.title)), _card.slug)
    if isinstance(_card, BoardGoal):
        _CARDS["-".join(reversed(_card.spaces))] = _card.slug
