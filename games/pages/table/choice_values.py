"""What a form offers: choices, and the groups in which they lie together, as plain values."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.board.pegs import Hole, Peg
from games.history.card_hints import CardHint
from games.models import Face

from .surprise_switches import SurpriseSwitch

MOST_LETTERS = 120
PILLS = frozenset(("piece", "tile", "owner"))


@dataclass(frozen=True)
class Choice:
    """One answer: a radio button or a check box that looks like a card, or like a pill.

    ``colour`` is that of the pieces on its pictures; ``is_goal`` says that the goal asks for its space,
    ``hint`` what would come of a card.
    ``letter`` stands for a sign that the reader's fonts may lack. ``number`` is that of the choice in mails,
    and the key that chooses it; 0 where it has none. ``seat`` is the number of the player that it names, and
    ``face`` what stands beside their name.
    """

    label: str
    title: str
    text: str
    kind: str
    kind_name: str = ""
    pictures: tuple[str, ...] = ()
    numeral: str = ""
    remark: str = ""
    is_chosen: bool = False
    colour: str = ""
    is_goal: bool = False
    switch: SurpriseSwitch | None = None
    letter: str = ""
    hint: CardHint | None = None
    number: int = 0
    seat: int = 0
    face: Face | None = None

    @property
    def is_long(self) -> bool:
        """Whether its text needs a wide card."""
        return len(self.text) + len(self.remark) > MOST_LETTERS


@dataclass(frozen=True)
class PegHole:
    """A hole of the pegboard, and the answer that puts the peg there, if there is one."""

    hole: Hole
    choice: Choice | None = None


@dataclass(frozen=True)
class PegRow:
    """A peg with its holes, some of which are answers."""

    peg: Peg
    holes: tuple[PegHole, ...]


@dataclass(frozen=True)
class ChoiceGroup:
    """Answers that lie together on the table; ``parts`` are groups within it, folded up until ``is_open``.

    ``style`` is its class in the style sheet, ``about`` the piece or tile that it is about. ``note`` stands
    below the heading, ``href`` leads to where the picture shows the same. ``pegs`` are the rows of a pegboard
    that has the choices in its holes.
    """

    style: str
    heading: str
    choices: tuple[Choice, ...]
    about: str = ""
    picture: str = ""
    colour: str = ""
    note: str = ""
    href: str = ""
    parts: "tuple[ChoiceGroup, ...]" = ()
    is_open: bool = True
    pegs: tuple[PegRow, ...] = ()

    @property
    def has_pills(self) -> bool:
        """Whether its choices are a line of words each, and no cards."""
        return self.style in PILLS

    @property
    def has_chosen(self) -> bool:
        """Whether one of its choices is filled in."""
        return any(choice.is_chosen for choice in self.all_choices)

    @property
    def all_choices(self) -> Iterator[Choice]:
        """All its choices, with those of its parts."""
        yield from self.choices
        for part in self.parts:
            yield from part.all_choices
