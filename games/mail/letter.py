"""A letter: everything that one mail says, in words of its reader, before it is laid out as text and as HTML.

Whatever is in a letter may be read by the one person it goes to. It holds no model and no table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Card:
    """A card face: ``kind`` is a word for the style sheet, ``kind_name`` the one for the reader.

    ``note`` says how it lies: face down, or with a Creeper clinging to it.
    """

    title: str
    text: str
    kind: str
    kind_name: str
    note: str = ""


@dataclass(frozen=True)
class Choice:
    """One numbered answer, and the link that opens the page with it filled in.

    `heading` stands above it, where others of another sort came before; `note` says what else comes of it.
    """

    number: int
    title: str
    link: str
    card: Card | None = None
    heading: str = ""
    note: str = ""


@dataclass(frozen=True)
class Asked:
    """What is asked of the reader, and about which cards. With `is_hand`, the choices show the whole hand.

    `written` says what can be answered besides in writing, and `places` where tiles can be carried; `page`
    leads to where that is chosen.
    """

    text: str
    remarks: tuple[str, ...]
    choices: tuple[Choice, ...]
    is_hand: bool = False
    about: tuple[Card, ...] = ()
    written: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    page: Link | None = None


@dataclass(frozen=True)
class Number:
    """One rule in force as a number, such as how many cards are drawn in a turn."""

    name: str
    value: str


@dataclass(frozen=True)
class SeatShown:
    """What lies before one seat; in the board game, which `pieces` it plays and what `goals` it collected."""

    name: str
    remark: str
    hand: str
    keepers: tuple[Card, ...]
    creepers: tuple[Card, ...]
    pieces: str = ""
    goals: tuple[Card, ...] = ()


@dataclass(frozen=True)
class TableShown:
    """The table as the reader's seat may see it; with `is_board` that of the board game."""

    goals: tuple[Card, ...]
    numbers_of: str
    numbers: tuple[Number, ...]
    remark: str
    rules: tuple[Card, ...]
    meta: tuple[Card, ...]
    removed: tuple[Card, ...]
    seats: tuple[SeatShown, ...]
    resolving_title: str
    resolving: tuple[Card, ...]
    discard_top: Card | None
    piles: str
    is_board: bool = False


@dataclass(frozen=True)
class RowShown:
    """A row of tiles in words."""

    title: str
    tiles: tuple[str, ...]


@dataclass(frozen=True)
class BoardShown:
    """The board: in words, for a page and for plain text, and as a picture that is drawn when it is wanted.

    `source` is the address of the drawn picture within the mail, of so many pixels where it is shown.
    """

    title: str
    goal: str
    players: tuple[str, ...]
    stack: str
    rows: tuple[RowShown, ...]
    lines: tuple[str, ...]
    alt: str
    draw: Callable[[], bytes] = field(repr=False, compare=False)
    source: str = ""
    width: int = 0
    height: int = 0


@dataclass(frozen=True)
class Link:
    """A link and the words on it."""

    text: str
    url: str


@dataclass(frozen=True)
class Note:
    """Small print: a paragraph, with a link below it or not."""

    text: str
    link: Link | None = None


@dataclass(frozen=True)
class Letter:
    """One mail in words.

    `call` and `due` come first in both layouts, and the mailbox shows them in its list: they name no card of
    a hand.
    """

    call: str
    button: Link
    lead: tuple[str, ...] = ()
    due: str = ""
    below_button: str = ""
    happened_title: str = ""
    happened: tuple[str, ...] = ()
    talk: tuple[str, ...] = ()
    asked: Asked | None = None
    beside: tuple[Asked, ...] = ()
    hand_title: str = ""
    hand: tuple[Card, ...] = ()
    board: BoardShown | None = None
    table: TableShown | None = None
    notes: tuple[Note, ...] = ()
