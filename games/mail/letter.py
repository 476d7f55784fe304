"""A letter: the content of one mail in its reader's language, before it is rendered as text and as HTML.

It holds nothing that its reader may not see, and no database rows.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from games.board.values import DescribedBoard


@dataclass(frozen=True)
class CardFace:
    """A card face: `kind` is the CSS class, `kind_name` the name for readers.

    `note` describes its state: face down, or with a Creeper attached.
    """

    title: str
    text: str
    kind: str
    kind_name: str
    note: str = ""


@dataclass(frozen=True)
class PrintedChoice:
    """One numbered answer, and the link that opens the page with it filled in.

    `heading` begins a group of choices; `note` describes further consequences.
    """

    number: int
    title: str
    link: str
    card: CardFace | None = None
    heading: str = ""
    note: str = ""


@dataclass(frozen=True)
class PrintedQuestion:
    """A question to the reader. With `is_hand`, the choices show the whole hand.

    `about` are the cards it is about. `written` explains answers without a number, and `places` where tiles
    can be carried; `page` links to the page for these.
    """

    text: str
    remarks: tuple[str, ...]
    choices: tuple[PrintedChoice, ...]
    is_hand: bool = False
    about: tuple[CardFace, ...] = ()
    written: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    page: "Link | None" = None


@dataclass(frozen=True)
class LetterRule:
    """A number in force, such as how many cards are drawn in a turn."""

    name: str
    value: str


@dataclass(frozen=True)
class SeatSection:
    """The cards in front of a seat; in the board game, its `pieces` and the `goals` it collected."""

    name: str
    remark: str
    hand: str
    keepers: tuple[CardFace, ...]
    creepers: tuple[CardFace, ...]
    pieces: str = ""
    goals: tuple[CardFace, ...] = ()


@dataclass(frozen=True)
class TableSection:
    """The table as the reader's seat may see it; `is_board` for the board game."""

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
class BoardSection:
    """The board in words and as a picture, which `draw` makes on demand.

    `source` is the address of the drawn picture within the mail, `width` and `height` its size in pixels.
    """

    words: DescribedBoard
    next_goals: str
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
    """A paragraph of small print, perhaps with a link below it."""

    text: str
    link: Link | None = None


@dataclass(frozen=True)
class Letter:
    """The content of one mail.

    `headline` and `deadline` come first in both formats. Mailboxes show them in their lists, so they name no
    card of a hand. `lead` are the paragraphs above the button, `talk` remarks of others, `notes` small print.
    """

    headline: str
    button: Link
    lead: tuple[str, ...] = ()
    deadline: str = ""
    below_button: str = ""
    history_title: str = ""
    history: tuple[str, ...] = ()
    talk: tuple[str, ...] = ()
    question: PrintedQuestion | None = None
    side_questions: tuple[PrintedQuestion, ...] = ()
    hand_title: str = ""
    hand: tuple[CardFace, ...] = ()
    board: BoardSection | None = None
    table: TableSection | None = None
    notes: tuple[Note, ...] = ()
