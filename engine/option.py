"""What an option of a question is: read from its label, which is how it is stored and sent.

``bread`` is a card, ``bread#2`` its second copy, ``bread@2`` a card at seat 2, ``@2`` that seat;
``use:mystery-play`` a free action; ``love>peace!bread`` a step or leap that may bump; ``rotate:a:90`` and
``uproot:a:2/-1`` turn and carry a tile; ``tile:a`` is a tile, ``red:love`` a piece, ``hand-limit`` a peg.
"""

from enum import Enum
from functools import lru_cache

import msgspec

from engine.board.spaces import COLOURS, PEGS
from engine.question_kind import QuestionKind

FACT = "fact-"
"""With what the label of a factlet begins."""
WORDS = frozenset(
    (
        *("birthday", "holiday", "ordinary-day"),
        *("draw", "end", "pass", "random"),
        *("left", "right", "rock", "paper", "scissors"),
        *("accept", "challenge"),
        *("forward", "back"),
    )
)
"""The labels that name nothing on the table."""


class OptionKind(Enum):
    """What an option names."""

    CARD = "card"
    USE = "use"
    SEAT = "seat"
    STEP = "step"
    ROTATE = "rotate"
    UPROOT = "uproot"
    TILE = "tile"
    PIECE = "piece"
    PEG = "peg"
    FACT = "fact"
    WORD = "word"


class Option(msgspec.Struct, frozen=True):
    """One choice of a question.

    A ``card`` may lie in front of ``seat``.  A step goes from ``source`` to ``target`` and may ``bump`` a
    piece to a space.  The source of a turned, carried or named tile is that tile, the target how far or
    where.  A piece has its colour as source, its space as target.  ``shared_label`` is what equal copies of
    a card have in common.
    """

    label: str
    kind: OptionKind
    shared_label: str
    card: str = ""
    seat: int | None = None
    source: str = ""
    target: str = ""
    bump: str = ""

    @property
    def is_move(self) -> bool:
        """Whether it moves a piece or a tile, as a move of a turn does."""
        return self.kind in (OptionKind.STEP, OptionKind.ROTATE, OptionKind.UPROOT)


_PREFIXES = {kind.value: kind for kind in (OptionKind.ROTATE, OptionKind.UPROOT, OptionKind.TILE)}


@lru_cache(maxsize=8192)
def read_option(label: str, question: QuestionKind = QuestionKind.UNKNOWN) -> Option:
    """Return what a label means, as an option of this kind of question: ``draw`` is a word, or a peg."""
    if question is QuestionKind.FREE_CHANGE or (label in PEGS and label not in WORDS):
        return Option(label, OptionKind.PEG, label)
    if label in WORDS:
        return Option(label, OptionKind.WORD, label)
    if label.startswith(FACT):
        return Option(label, OptionKind.FACT, label)
    source, arrow, rest = label.partition(">")
    if arrow:
        target, _, bump = rest.partition("!")
        return Option(label, OptionKind.STEP, label, source=source, target=target, bump=bump)
    head, _, rest = label.partition(":")
    if head in _PREFIXES:
        source, _, target = rest.partition(":")
        return Option(label, _PREFIXES[head], label, source=source, target=target)
    if head in COLOURS and rest:
        return Option(label, OptionKind.PIECE, label, source=head, target=rest)
    return _read_card(label)


def _read_card(label: str) -> Option:
    """Return what a label means that names a card, a free action or a seat."""
    used = label.removeprefix("use:")
    if used != label:
        return Option(label, OptionKind.USE, label, card=used)
    slug, at, number = label.partition("@")
    slug = slug.partition("#")[0]
    seat = int(number) if number.isdecimal() else None
    return Option(
        label, OptionKind.CARD if slug else OptionKind.SEAT, f"{slug}{at}{number}", card=slug, seat=seat
    )
