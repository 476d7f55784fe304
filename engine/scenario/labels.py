"""What the words of an answer mean: labels of options, short forms of them, names of seats."""

import re
from collections.abc import Mapping, Sequence

from engine.board.deck import BOARD_CARDS
from engine.board.layout import NAMES
from engine.board.spaces import COLOURS, PEGS, TILE_OF
from engine.card import KnownCards
from engine.cards import CARDS
from engine.option import WORDS as LABELS
from engine.option import read_option
from engine.question_kind import QuestionKind
from engine.scenario.errors import BadScenario, suggest
from engine.scenario.spelling import card_name, plain, plain_space

WORDS = LABELS | {"correct", "incorrect"}
_SEPARATORS = re.compile(r"([>!:])")
_SPACE = "|".join(TILE_OF)
_TILE = "|".join(NAMES)
_OF_THE_BOARD = re.compile(
    rf"(?:{_SPACE})>(?:{_SPACE})(?:!(?:{_SPACE}))?"
    rf"|(?:(?:{'|'.join(COLOURS)}):)?(?:{_SPACE})"
    rf"|(?:tile:)?(?:{_TILE})|rotate:(?:{_TILE}):-?\d+|uproot:(?:{_TILE}):-?\d+/-?\d+"
)


def read_label(word: str, options: Sequence[str], seats: Mapping[str, int], cards: KnownCards) -> str:
    """The label that a word means in a game of cards: a short form must fit one option.

    Raises ``BadScenario`` for a word that is no card, seat or choice of any question.
    """
    slug, at, name = word.partition("@")
    if slug in seats and not at:
        slug, name = "", slug
    if name and name not in seats:
        near = suggest(name, seats, "the seats are")
        raise BadScenario(f"{word!r}: there is no seat called {name!r}{near}", word=word)
    bare = _bare(slug)
    if bare and bare not in cards and bare not in WORDS:
        near = suggest(bare, [*map(_bare, options), *cards, *WORDS, *seats])
        raise BadScenario(f"{word!r} isn't a card, seat or choice{near}", word=word)
    label = f"{slug}@{seats[name]}" if name else slug
    if label in options or name:
        return label
    fitting = [option for option in options if re.fullmatch(rf"(use:)?{re.escape(label)}(@\d+)?", option)]
    return fitting[0] if len(fitting) == 1 else label


def _bare(label: str) -> str:
    """The name of the card in a label, ``use:recycling``, ``bread#2``, ``bread@1``; empty for a seat."""
    return re.split("[@#]", label.removeprefix("use:"))[0]


def labels_of_board(
    word: str,
    what: QuestionKind,
    options: Sequence[str],
    seats: Mapping[str, int],
    colours: Mapping[int, str],
) -> list[str]:
    """The options of a question of this kind that a word fits on the board.

    That is the option itself; a step without saying where the piece in the way is bumped; a tile; the
    place of the piece to send back; the beginning or the end of a leap.  If there is none the word itself is
    returned, as a label.  Raises ``BadScenario`` for a word that means nothing.
    """
    if word in seats and (not options or f"@{seats[word]}" in options):
        return [f"@{seats[word]}"]
    head, _, tail = word.partition(":")
    if tail and head in seats:
        word = f"{colours.get(seats[head], '')}:{tail}"
    label = _label(word)
    if label in options:
        return [label]
    if (only := label.partition("#")[0]) in options:
        return [only]
    if fitting := [option for option in options if _fits(option, label, what)]:
        return fitting
    if word in seats:
        return [f"@{seats[word]}"]
    if not _OF_THE_BOARD.fullmatch(label):
        bare = label.partition("#")[0]
        if bare not in CARDS and bare not in WORDS and bare not in PEGS:
            near = suggest(bare, [*options, *TILE_OF, *BOARD_CARDS, *WORDS, *seats])
            raise BadScenario(f"{word!r} isn't a card, seat, move or choice{near}", word=word)
    return [label]


def _label(word: str) -> str:
    card = card_name(word)
    if card.partition("#")[0] in CARDS:
        return card
    return "".join(plain_space(part) for part in _SEPARATORS.split(plain(word)))


def _fits(label: str, word: str, what: QuestionKind) -> bool:
    option = read_option(label)
    match what:
        case QuestionKind.LEAP:
            return word in (option.source, option.target)
        case QuestionKind.SEND_BACK:
            return option.target == word
        case QuestionKind.SWITCH_TILES:
            return option.source == word
        case _:
            return option.bump != "" and label == f"{word}!{option.bump}"
