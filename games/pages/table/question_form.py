"""A question as a form, as a plain value, and what a link or an answer has filled in."""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from django.utils.translation import gettext as _

import engine
from engine import QuestionKind
from games.commands.text_field import FieldResult
from games.models import Face as SeatFace
from games.orders.turn_orders import ORDERED
from games.pages.common.card_faces import Face
from games.replies.commands import MOST_CHARACTERS

from .choice_values import Choice, ChoiceGroup


@dataclass(frozen=True)
class FilledForm:
    """What a form or a link has filled in for question `number`; without one, for what the play waits for.

    ``labels`` are chosen, ``path`` was clicked on the board. ``problem`` says why it was refused, if it was,
    ``text_result`` what came of answers written as text.
    """

    labels: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    number: int | None = None
    problem: str = ""
    text_result: FieldResult | None = None

    def at(self, question: engine.QuestionView | None) -> "FilledForm":
        """Return what it fills in for the question that the play waits for: nothing, if it is for another."""
        is_for_it = question is not None and self.number in (None, question.number)
        return self if is_for_it else UNFILLED

    @property
    def unanswered(self) -> str:
        """What of a text was not carried out, to be sent again: corrected, where it is clear how."""
        result = self.text_result
        if result is None:
            return ""
        return ", ".join(filter(None, (result.suggested or result.refused, *result.left)))


UNFILLED = FilledForm()


def make_submission_key() -> str:
    """Return a key that tells whether a form was sent twice."""
    return uuid.uuid4().hex


@dataclass(frozen=True)
class TextForm:
    """The field for all moves and plays of a turn, with an example and the choices by number."""

    number: int
    nonce: int | None
    example: str
    numbered: tuple[str, ...]
    text: str = ""
    most: int = MOST_CHARACTERS
    submission_key: str = field(default_factory=make_submission_key)


class HowChosen(NamedTuple):
    """How the choices of a question are chosen and sent; `number` is that of the question."""

    number: int
    button: str
    is_single: bool
    is_required: bool
    is_one_tap: bool


@dataclass(frozen=True)
class QuestionForm:
    """What is asked of the reader, and everything that may be answered."""

    question: engine.QuestionView
    text: str
    button: str
    groups: tuple[ChoiceGroup, ...]
    about: tuple[Face, ...] = ()
    remarks: tuple[str, ...] = ()
    is_hand: bool = False
    own_words: str = ""
    problem: str = ""
    text_form: TextForm | None = None
    nonce: int | None = None
    submission_key: str = field(default_factory=make_submission_key)
    one_tap: bool = False

    @property
    def is_window(self) -> bool:
        """Whether it asks for a Surprise against a card that is being played."""
        return self.question.what is QuestionKind.WINDOW

    @property
    def is_single(self) -> bool:
        """Whether exactly one is chosen: radio buttons."""
        return self.question.least == self.question.most == 1

    @property
    def is_required(self) -> bool:
        """Whether the browser sees to it that one is chosen: it can't point at what is folded up."""
        return self.is_single and not any(group.parts for group in self.groups)

    @property
    def is_one_tap(self) -> bool:
        """Whether a press on a choice is the whole answer; not where a link has filled one of several in."""
        can = self.one_tap and self.is_required and not self.question.words and not self.question.beside
        is_filled_in = len(self.question.options) > 1 and any(group.has_chosen for group in self.groups)
        return can and not is_filled_in and not any(group.pegs or group.has_pills for group in self.groups)

    @property
    def how(self) -> HowChosen:
        """How its choices are chosen and sent."""
        number, button = self.question.number, self.button
        return HowChosen(number, button, self.is_single, self.is_required, self.is_one_tap)

    @property
    def count_words(self) -> str:
        """Say how many are to be chosen, with `{chosen}` where the browser writes how many are so far."""
        least, most = self.question.least, self.question.most
        words = {"n": least, "most": most, "chosen": "{chosen}"}
        if least == most:
            return _("Choose %(n)s: %(chosen)s chosen") % words
        if least == 0:
            return _("Choose up to %(most)s: %(chosen)s chosen") % words
        return _("Choose %(n)s to %(most)s: %(chosen)s chosen") % words

    @property
    def can_be_ordered(self) -> bool:
        """Whether a standing order could have answered it, so that nobody waits."""
        is_only_choice = self.question.own_turn and len(self.question.options) == 1
        return is_only_choice or self.question.what in ORDERED

    @property
    def can_keep_always(self) -> bool:
        """Whether what is not given up can be kept always, by an order that is stored with the answer."""
        return self.question.what.is_limit

    @property
    def shows_all_pegs(self) -> bool:
        """Whether its choices are holes of the whole pegboard, which then is not shown again."""
        return self.question.what is QuestionKind.FREE_CHANGE

    def with_cards(self, change: Callable[[str, Choice], Choice]) -> "QuestionForm":
        """Return it with the choices changed that are cards in the reader's hand, by card and choice."""

        def on_group(group: ChoiceGroup) -> ChoiceGroup:
            changed = (change(engine.read_option(each.label).card, each) for each in group.choices)
            return replace(group, choices=tuple(changed))

        is_hand = ("hand", "surprises")
        groups = tuple(on_group(each) if each.style in is_hand else each for each in self.groups)
        return replace(self, groups=groups)

    def with_faces(self, faces: Mapping[int, SeatFace]) -> "QuestionForm":
        """Return it with the faces of the players that its choices name."""

        def on_choice(choice: Choice) -> Choice:
            return replace(choice, face=faces.get(choice.seat)) if choice.seat else choice

        groups = (replace(each, choices=tuple(map(on_choice, each.choices))) for each in self.groups)
        return replace(self, groups=tuple(groups))

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All choices, for a question that shows them in a row."""
        return tuple(choice for group in self.groups for choice in group.all_choices)
