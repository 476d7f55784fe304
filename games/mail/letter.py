"""A letter: all that one mail says, in words of its reader, before it is formatted as text and as HTML.

Whatever is in a letter may be read by the one person it goes to. It holds no model and no table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class CardFace:
    """A card face: ``kind`` is a word for the style sheet, ``kind_name`` the one for the reader.

    ``note`` says how it lies: face down, or with a Creeper clinging to it.
    """

    title: str
    text: str
    kind: str
    kind_name: str
    note: str = ""


@dataclass(frozen=True)
class PrintedChoice:
    """One numbered answer, and the link that opens the page with it filled in.

    `heading` stands above it, where others of another sort came before; `note` says what else comes of it.
    """

    number: int
    title: str
    link: str
    card: CardFace | None = None
    heading: str = ""
    note: str = ""


@dataclass(frozen=True)
class PrintedQuestion:
    """What is asked of the reader, and about which cards. With `is_hand`, the choices show the whole hand.

    `written` says what can be answered besides in writing, and `places` where tiles can be carried; `page`
    leads to where that is chosen.
    """

    text: str
    remarks: tuple[str, ...]
    choices: tuple[PrintedChoice, ...]
    is_hand: bool = False
    about: tuple[CardFace, ...] = ()
    written: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    page: Link | None = None


@dataclass(frozen=True)
class LetterRule:
    """One rule in force as a number, such as how many cards are drawn in a turn."""

    name: str
    value: str


@dataclass(frozen=True)
class SeatSection:
    """What lies before one seat; in the board game, which `pieces` it plays and what `goals` it collected."""

    name: str
    remark: str
    hand: str
    keepers: tuple[CardFace, ...]
    creepers: tuple[CardFace, ...]
    pieces: str = ""
    goals: tuple[CardFace, ...] = ()


@dataclass(frozen=True)
class TableSection:
    """The table as the reader's seat may see it; with `is_board` that of the board game."""

    goals: tuple[CardFace, ...]
    numbers_of: str
    numbers: tuple[LetterRule, ...]
    remark: str
    rules: tuple[CardFace, ...]
    meta: tuple[CardFace, ...]
    removed: tuple[CardFace, ...]
    seats: tuple[SeatSection, ...]
    resolving_title: str
    resolving: tuple[CardFace, ...]
    discard_top: CardFace | None
    piles: str
    is_board: bool = False


@dataclass(frozen=True)
class TileRow:
    """A row of tiles in words."""

    title: str
    tiles: tuple[str, ...]


@dataclass(frozen=True)
class BoardSection:
    """The board: in words, for a page and for plain text, and as a picture that is drawn when it is wanted.

    `source` is the address of the drawn picture within the mail, of so many pixels where it is shown.
    """

    title: str
    goal: str
    players: tuple[str, ...]
    stack: str
    rows: tuple[TileRow, ...]
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
    asked: PrintedQuestion | None = None
    side_questions: tuple[PrintedQuestion, ...] = ()
    hand_title: str = ""
    hand: tuple[CardFace, ...] = ()
    board: BoardSection | None = None
    table: TableSection | None = None
    notes: tuple[Note, ...] = ()
