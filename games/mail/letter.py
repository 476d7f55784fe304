"""A letter: the content of one mail in its reader's language, before it is rendered as text and as HTML.

It holds nothing that its reader may not see, and no database rows.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from engine import QuestionKind
from games.board.values import DescribedBoard


@dataclass(frozen=True)
class CardFace:
    """A card face: `kind` is the CSS class, `kind_name` the name for readers.

    `note` describes its state: face down, or with a Creeper attached. With `is_back` it is a card that the
    reader may not see, and its title is none.
    """

    title: str
    text: str
    kind: str
    kind_name: str
    note: str = ""
    is_back: bool = False


@dataclass(frozen=True)
class PrintedChoice:
    """One numbered answer, and the link that opens the page with it filled in.

    `heading` begins a group of choices; `note` describes further consequences, `hint` what end is certain.
    `short` says under the heading all that title and note say.
    """

    number: int
    title: str
    link: str
    card: CardFace | None = None
    heading: str = ""
    note: str = ""
    short: str = ""
    hint: str = ""


@dataclass(frozen=True)
class PrintedQuestion:
    """A question to the reader. With `is_hand`, the choices show the whole hand.

    `about` are the cards it is about. `written` explains answers without a number, and `places` where
    tiles can be carried, which a picture shows as well; `page` links to the page for these. `number`,
    `what` and the `labels` of the choices are those of the rules: a reply is read by them. `stored_what` is
    the kind as it is stored, also one that only another release knows.
    """

    text: str
    remarks: tuple[str, ...]
    choices: tuple[PrintedChoice, ...]
    is_hand: bool = False
    about: tuple[CardFace, ...] = ()
    written: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    page: "Link | None" = None
    number: int = 0
    what: QuestionKind = QuestionKind.UNKNOWN
    stored_what: str = ""
    labels: tuple[str, ...] = ()

    @property
    def rows(self) -> list[list[PrintedChoice]]:
        """The choices in rows: those that are short share one below their heading."""
        rows: list[list[PrintedChoice]] = []
        for choice in self.choices:
            if rows and choice.short and rows[-1][-1].short and not choice.heading:
                rows[-1].append(choice)
            else:
                rows.append([choice])
        return rows

    @property
    def columns(self) -> int:
        """How many columns their table has: two if a choice has a row of its own, with its number."""
        return 2 if any(not choice.short for choice in self.choices) else 1

    @property
    def next_number(self) -> int:
        """The number after that of the last choice, with which another question of the mail goes on."""
        return self.choices[-1].number + 1 if self.choices else 1


@dataclass(frozen=True)
class WantedCard:
    """A keeper, or a space of the board, that a goal asks for, and who has it."""

    title: str
    kind: str
    owner: str
    is_mine: bool = False
    is_owned: bool = False


@dataclass(frozen=True)
class GoalInPlay:
    """A goal in play. `meaning` is what is printed on it, and so is `text` if `wanted` doesn't say it all."""

    title: str
    kind: str
    kind_name: str
    text: str
    wanted: tuple[WantedCard, ...] = ()
    meaning: str = ""


@dataclass(frozen=True)
class Situation:
    """How the reader stands: the goals in play, the keepers in front of the reader, what is left to do.

    With `has_keepers` it says so, too, where there are none yet.
    """

    goals: tuple[GoalInPlay, ...]
    keepers: tuple[CardFace, ...] = ()
    has_keepers: bool = False
    remark: str = ""


@dataclass(frozen=True)
class LetterRule:
    """A number in force, such as how many cards are drawn in a turn."""

    name: str
    value: str


@dataclass(frozen=True)
class SeatSection:
    """The cards in front of a seat; in the board game, its `pieces` and the `goals` it collected.

    `colour` is that of its player's face.
    """

    name: str
    remark: str
    hand: str
    keepers: tuple[CardFace, ...]
    creepers: tuple[CardFace, ...]
    pieces: str = ""
    goals: tuple[CardFace, ...] = ()
    colour: str = ""


@dataclass(frozen=True)
class TableSection:
    """The table as the reader's seat may see it; the goals are in the `Situation`.

    `numbers` are those that differ from the basic rules, or those of the pegs.
    """

    numbers: tuple[LetterRule, ...]
    remark: str
    rules: tuple[CardFace, ...]
    removed: tuple[CardFace, ...]
    seats: tuple[SeatSection, ...]
    resolving_title: str
    resolving: tuple[CardFace, ...]
    piles: str


@dataclass(frozen=True)
class BoardSection:
    """The board in words and as a picture, which `draw` makes on demand.

    `own_line` says what the reader plays, where the picture is the same for all. `source` is the address of
    the drawn picture within the mail, `width` and `height` its size in pixels.
    """

    words: DescribedBoard
    next_goals: str
    lines: tuple[str, ...]
    alt: str
    own_line: str
    draw: Callable[[], bytes] = field(repr=False, compare=False)
    source: str = ""
    width: int = 0
    height: int = 0


@dataclass(frozen=True)
class Banner:
    """The picture at the head of a mail, by the name of a symbol of static/pictures.svg.

    `source` is the address of the drawn picture within the mail, `width` and `height` its size in pixels.
    """

    name: str
    alt: str
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


class HowToAnswer(NamedTuple):
    """How the choices of a question are answered: in plain text, where nothing can be tapped, and in HTML."""

    text: str = ""
    html: str = ""


NO_CHOICES = HowToAnswer()


@dataclass(frozen=True)
class Letter:
    """The content of one mail.

    `headline`, `refused` and `deadline` come first in both formats. Mailboxes show them in their lists, so
    they name no card of a hand. `refused` are the lines of the reader's mail that weren't done, and why; from
    the first on that names a card of the hand they are `refused_below`, in plain text right below the first
    link. `lead`
    are the paragraphs below, `how_to_answer` stands above the choices of the question, `talk` are remarks of
    others, `notes` small print, `links` the last line. `order_hint` offers the order that would have answered
    the question. `hand` are cards in full: the reader's hand, or samples in an invitation. With
    `says_question` the headline, or the headings of the choices, are the question, too. In a brief letter
    choices are names alone. Without a `subject` the mail has that of its game. `sender` is the person in
    whose name the site sends it.
    """

    headline: str
    button: Link
    banner: Banner | None = None
    refused: tuple[str, ...] = ()
    refused_below: tuple[str, ...] = ()
    lead: tuple[str, ...] = ()
    deadline: str = ""
    below_button: str = ""
    situation: Situation | None = None
    how_to_answer: HowToAnswer = NO_CHOICES
    says_question: bool = False
    is_brief: bool = False
    options: tuple[Link, ...] = ()
    history_title: str = ""
    history: tuple[str, ...] = ()
    talk: tuple[str, ...] = ()
    question: PrintedQuestion | None = None
    side_questions: tuple[PrintedQuestion, ...] = ()
    hand_title: str = ""
    hand: tuple[CardFace, ...] = ()
    board: BoardSection | None = None
    table: TableSection | None = None
    order_hint: Note | None = None
    notes: tuple[Note, ...] = ()
    links: tuple[Link, ...] = ()
    subject: str = ""
    sender: str = ""

    @property
    def refused_first(self) -> tuple[str, ...]:
        """What stands below the headline in HTML, whose first lines mailboxes don't show: the preview is."""
        return (*self.refused, *self.refused_below)

    @property
    def small_print(self) -> tuple[Note, ...]:
        """All paragraphs of small print in their order."""
        return (*((self.order_hint,) if self.order_hint else ()), *self.notes)

    @property
    def due(self) -> tuple[str, str, str]:
        """The deadline as its first piece, which stands out, what parts it from the rest, and the rest."""
        return self.deadline.partition(" · ")
