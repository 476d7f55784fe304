"""The row at the foot of a table: the options of what is asked, then the hand, then free actions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil

import engine
from games.pages.common.card_faces import Face

from .choice_values import ChoiceGroup
from .question_form import QuestionForm
from .surprise_switches import SurpriseSwitch

# So many cards lie side by side whole, alone and beside a hand that can't be chosen, and so many narrow; more
# are tiles.
MOST_WHOLE, MOST_WHOLE_BESIDE_HAND, MOST_NARROW = 6, 4, 8
# So many letters has a word that isn't broken where all places for whole and for narrow cards are taken.
LETTERS_ON_WHOLE, LETTERS_ON_NARROW = 15, 10
# So many lie side by side on a phone: alone, beside lines of words, and beside a hand that can't be chosen.
MOST_ON_A_PHONE, MOST_BESIDE_LINES, MOST_BESIDE_HAND = 5, 3, 2
# Letters by how many more would lie there, and on tiles in four and in three columns; more take two columns.
LETTERS_ON_A_PHONE, LETTERS_ON_A_TILE, LETTERS_ON_A_WIDE_TILE = (7, 9, 12, 12, 12), 8, 11
# A column of tiles has so many, and so many columns are whole on a phone, alone and beside something else.
TILES_ON_A_PHONE, MOST_COLUMNS_ON_A_PHONE, MOST_COLUMNS_BESIDE = 3, 4, 2
# And on a desk, alone and beside lines of words. Each further group has its heading beside it.
TILES, MOST_COLUMNS, MOST_COLUMNS_BESIDE_LINES = 4, 8, 6
MOST_TILES = TILES_ON_A_PHONE * MOST_COLUMNS_ON_A_PHONE

TWO_GROUPS = 2

WORD = re.compile(r"[^\s\u2013-]+")
WIDE, THIN = frozenset("mwMWжфшщыюЖМФШЩЫЮ"), frozenset("fijlrtI.,:!'’()1")

HeldCard = tuple[Face, SurpriseSwitch | None]


@dataclass(frozen=True)
class DockRow:
    """What lies in the row. `options` are cards, `free` are lines of words, `folded` doesn't fit in a row.

    `hand` are the cards that can't be chosen now, `is_asked` whether something is. `set_aside` are those for
    the card being played, shown while nothing is asked. A deputy sees the hand of its `owner`.
    """

    options: tuple[ChoiceGroup, ...] = ()
    free: tuple[ChoiceGroup, ...] = ()
    folded: tuple[ChoiceGroup, ...] = ()
    hand: tuple[HeldCard, ...] = ()
    is_asked: bool = False
    set_aside: tuple[Face, ...] = ()
    owner: str = ""

    @cached_property
    def count(self) -> int:
        """How many cards can be chosen."""
        return sum(len(group.choices) for group in self.options)

    @property
    def has_sheet(self) -> bool:
        """Whether there are moves in words, which don't fit in a row: the board offers them as well."""
        return bool(self.ways)

    @property
    def ways(self) -> tuple[ChoiceGroup, ...]:
        """The moves in words, which lie in a sheet."""
        return tuple(group for group in self.folded if not group.pegs)

    @property
    def has_pegs(self) -> bool:
        """Whether holes of the pegboard are chosen, which have no place for a button."""
        return any(group.pegs for group in self.folded)

    @property
    def size(self) -> str:
        """How large the options are drawn, from how many there are."""
        if self.count <= (MOST_WHOLE_BESIDE_HAND if self.hand else MOST_WHOLE):
            return "few" if self.count < MOST_WHOLE or self.letters <= LETTERS_ON_WHOLE else "many"
        is_narrow = self.count <= MOST_NARROW and self.letters <= LETTERS_ON_NARROW
        return "some" if is_narrow and not self.hand and not self.free else "many"

    @cached_property
    def letters(self) -> float:
        """How long the longest word on a card that can be chosen is, in letters of usual width."""
        groups = (group for group in self.options if group.style not in ("seats", "words"))
        titles = (choice.title for group in groups for choice in group.choices)
        return max((_measure(word) for title in titles for word in WORD.findall(title)), default=0)

    @property
    def has_tiles_on_a_phone(self) -> bool:
        """Whether the options are tiles where little lies side by side."""
        most = MOST_BESIDE_LINES if self.has_lines else MOST_BESIDE_HAND if self.hand else MOST_ON_A_PHONE
        left = most - self.count
        return left < 0 or (self.count > 0 and self.letters > LETTERS_ON_A_PHONE[left])

    @property
    def phone_columns(self) -> int:
        """How many columns of tiles a phone shows whole: long words take room."""
        if self.letters <= LETTERS_ON_A_TILE:
            return MOST_COLUMNS_ON_A_PHONE
        return MOST_COLUMNS_ON_A_PHONE - (1 if self.letters <= LETTERS_ON_A_WIDE_TILE else 2)

    @property
    def has_lines(self) -> bool:
        """Whether lines of words stand after the cards."""
        return bool(self.free) or self.has_sheet

    @property
    def hand_size(self) -> str:
        """How large the cards are drawn that can't be chosen now."""
        if not self.count and not self.is_asked and len(self.hand) <= MOST_WHOLE:
            return "few"
        if self.has_pegs:
            return "many"  # the pegboard leaves a narrow column
        return "some" if len(self.hand) + self.count <= MOST_WHOLE + 2 else "many"

    @property
    def has_hidden_on_a_phone(self) -> bool:
        """Whether a phone shows some only after a swipe, so that one press shows them all."""
        if not self.has_tiles_on_a_phone:
            return False
        most = MOST_COLUMNS_BESIDE if self.has_lines or self.hand else self.phone_columns
        return self._count_columns(TILES_ON_A_PHONE) > most

    @property
    def has_hidden_everywhere(self) -> bool:
        """Whether that is so on a desk as well."""
        most = MOST_COLUMNS_BESIDE_LINES if self.has_lines else MOST_COLUMNS
        return self.size == "many" and self._count_columns(TILES) + (len(self.options) > TWO_GROUPS) > most

    def _count_columns(self, tiles: int) -> int:
        return sum(ceil(len(group.choices) / tiles) for group in self.options)

    @property
    def has_hidden_hand(self) -> bool:
        """Whether a phone shows some cards of a hand only after a swipe that can be read alone."""
        return not self.is_asked and len(self.hand) > MOST_TILES


def _measure(word: str) -> float:
    """Return about how long a word is, in letters of usual width."""
    return sum(1.4 if letter in WIDE else 0.6 if letter in THIN else 1 for letter in word)


def build_dock_row(
    asked: QuestionForm | None, hand: Sequence[HeldCard], set_aside: tuple[Face, ...] = (), owner: str = ""
) -> DockRow:
    """Return the row for what is asked, if something is, and the viewer's hand."""
    if asked is None:
        return DockRow(hand=tuple(hand), set_aside=set_aside, owner=owner)
    options, free, folded = [], [], []
    has_hand = any(group.style == "hand" for group in asked.groups)
    for group in asked.groups:
        if group.pegs or group.parts or group.has_pills:
            folded.append(group)
        elif group.style in ("free", "words") and has_hand:
            free.append(group)
        else:
            options.append(group)
    held = (each for group in options if group.style in ("hand", "surprises") for each in group.choices)
    offered = {engine.read_option(each.label).card for each in held}
    rest = tuple(each for each in hand if each[0].slug not in offered)
    return DockRow(tuple(options), tuple(free), tuple(folded), rest, is_asked=True, owner=owner)
