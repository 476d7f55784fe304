"""Builds the form of a question: every answer that the rules offer, grouped by where it lies on the table."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

import engine
from engine import Option, OptionKind, QuestionKind
from games.board import answer_words
from games.board.names import Names
from games.decks.titles import quoted_title, translate
from games.history import window
from games.history.formatting import name_option
from games.replies import vocabulary

from . import board_choices
from .choice_values import Choice, ChoiceGroup
from .peg_choices import build_peg_group
from .question_form import FilledForm, QuestionForm, TextForm
from .question_words import BUTTONS, HEADINGS, HEAPS, WORD_PICTURES
from .table_cards import TableCards, hand_words

NO_ANSWER = "pass"


def _button(question: engine.QuestionView) -> str:
    """What the button of a question says, to be translated."""
    if question.what is QuestionKind.PLAY and "end" in question.options:
        return BUTTONS[QuestionKind.BEFORE_DRAWING]
    if question.what is QuestionKind.PLAY_OR_MOVE:
        cards = sum(bool(option.card) for option in question.read_options)
        if cards in (0, len(question.options)):
            return BUTTONS[QuestionKind.PLAY] if cards else gettext_noop("Make this move")
    return BUTTONS.get(question.what, gettext_noop("Choose"))


def build_question_form(
    table: TableCards, question: engine.QuestionView, filled: FilledForm, *, nonce: int | None
) -> QuestionForm:
    """Return the form of an open question, with what was filled in chosen as far as it fits."""
    view, names, path = table.view, table.names, filled.path
    printed = vocabulary.printed_choices(question)
    numbers = {label: number for number, label in enumerate(printed, start=1)}
    is_forced = len(question.options) == 1 and not question.words
    labels = question.options if is_forced else filled.labels
    chosen = [label for label in labels if label in question.options][: question.most]
    own_words = [label for label in labels if label not in question.options] if question.words else []
    is_window, cards = question.what is QuestionKind.WINDOW, view.deck.known_cards
    groups: dict[str, list[Choice]] = {}
    of_pieces, of_tiles = board_choices.build_board_groups(view, question, names, chosen, path)
    pegs = build_peg_group(table.pegs, question, chosen)
    of_pegs = [pegs] if pegs is not None else []
    on_board = {choice.label for group in (*of_pieces, *of_tiles, *of_pegs) for choice in group.all_choices}
    for option in question.read_options:
        label = option.label
        if label in on_board:
            continue
        group = "words" if question.beside else _group_of(option, question.what, view)
        choice = _build_choice(option, table, label in chosen)
        if explained := answer_words.describe_answer(option, view, question, names):
            choice = replace(choice, text=" · ".join(each for each in (choice.text, explained) if each))
        if question.beside:  # a name to choose, and no card that could be played
            pictures = choice.pictures if label in WORD_PICTURES else ()
            choice = Choice(label, choice.title, "", "word", pictures=pictures, is_chosen=choice.is_chosen)
        groups.setdefault(group, []).append(choice)
    whats_left = answer_words.describe_what_is_left(view, question)
    is_alone = len(groups) == 1 and not on_board
    hand = groups.get("hand", [])
    order = {slug: place for place, slug in enumerate(view.hand)}
    hand.sort(key=lambda choice: order[engine.read_option(choice.label).card])  # not as they came
    groups.get("surprises", []).sort(key=lambda choice: choice.label != NO_ANSWER)
    for choices in groups.values():
        choices.sort(key=lambda choice: not choice.is_chosen)  # what a link has filled in is seen first
    others = [
        ChoiceGroup(name.partition(" ")[0], _heading(name, view, names, is_alone=is_alone), tuple(choices))
        for name, choices in groups.items()
    ]
    on_picture = board_choices.fold_moves(of_pieces, of_tiles, is_alone=not others, path=path)
    on_picture, others = _number(on_picture, numbers), _number(others, numbers)
    is_begun = bool(path) or any(group.has_chosen for group in on_picture)
    text = window.window_question() if is_window else engine.text.ask(question, cards, translate, ngettext)
    return QuestionForm(
        question=question,
        text=text,
        button=_(_button(question)),
        groups=(*of_pegs, *on_picture, *others) if is_begun else (*of_pegs, *others, *on_picture),
        about=() if is_window else table.faces.all(question.about),
        remarks=(*whats_left, *_how_many(question.least, question.most)),
        is_hand=bool(hand) and len(hand) == len(view.hand) and not is_window,
        own_words=own_words[0] if own_words else "",
        problem=filled.problem,
        text_form=_build_text_form(table, question, printed, filled.unanswered, nonce),
        nonce=nonce,
    )


def _number(groups: Iterable[ChoiceGroup], numbers: Mapping[str, int]) -> list[ChoiceGroup]:
    """Give choices the numbers that they have in mails."""
    return [
        replace(
            group,
            choices=tuple(replace(each, number=numbers.get(each.label, 0)) for each in group.choices),
            parts=tuple(_number(group.parts, numbers)),
        )
        for group in groups
    ]


def _build_text_form(
    table: TableCards, question: engine.QuestionView, printed: Iterable[str], text: str, nonce: int | None
) -> TextForm | None:
    """Return the field for a turn on the board that has more than one thing left to do."""
    view, board = table.view, table.view.board
    if board is None or view.turn != question.seat:
        return None
    if not text and (
        question.what is not QuestionKind.PLAY_OR_MOVE or view.plays_left + board.moves_left < 2
    ):
        return None

    def in_words(options: Iterable[Option]) -> tuple[str, ...]:
        return tuple(name_option(option, view, table.names) for option in options)

    options = question.read_options
    moves = [option for option in options if option.kind is OptionKind.STEP]
    cards = [option for option in options if option.card]
    return TextForm(
        number=question.number,
        nonce=nonce,
        example=", ".join(in_words([*moves[:1], *cards[:1]] or options[:1])),
        numbered=in_words(map(engine.read_option, printed)),
        text=text,
    )


def build_first_card_form(number: int, seat: int, nonce: int) -> QuestionForm:
    """Return the form of the question before the deal: who takes the first card has the first turn."""
    text = _("You will have the first turn.")
    take = Choice("take", _("Take the first card"), text, "word", pictures=("draw",), is_chosen=True)
    kind = QuestionKind.TAKE_FIRST_CARD
    question = engine.QuestionView(number, seat, kind, ("take",), least=1, most=1, own_turn=True)
    return QuestionForm(
        question=question,
        text=_("The first player to take a card goes first. Take it?"),
        button=_("Take it"),
        groups=(ChoiceGroup("words", "", (take,)),),
        nonce=nonce,
    )


def _group_of(option: Option, what: QuestionKind, view: engine.View) -> str:
    if option.kind is OptionKind.USE:
        return "free"
    if option.seat is not None:
        return f"seat {option.seat}" if option.card else "seats"
    if what is QuestionKind.WINDOW:
        return "surprises"
    if not option.card:
        return "words"
    heap = HEAPS.get(what, "hand" if option.card in view.hand else "mine")
    if heap == "in-play":
        return "rules" if option.card in view.rules else "goals"
    return heap


def _heading(name: str, view: engine.View, names: Names, *, is_alone: bool) -> str:
    if name.startswith("seat "):
        seat = int(name.removeprefix("seat "))
        return _("In front of you") if seat == view.me else _("In front of %(name)s") % {"name": names[seat]}
    if name in ("hand", "discard", "temporary") and is_alone:
        return ""
    return _(HEADINGS[name]) if HEADINGS[name] else ""


def _build_choice(option: Option, table: TableCards, is_chosen: bool) -> Choice:
    label, view = option.label, table.view
    title = name_option(option, view, table.names)
    if option.kind is OptionKind.SEAT:
        return _seat_choice(option, title, view, is_chosen)
    if not option.card:
        pictures = (WORD_PICTURES[label],) if label in WORD_PICTURES else ()
        return Choice(label, title, "", "word", pictures=pictures, is_chosen=is_chosen)
    card = table.faces.of(option.card)
    title = title if option.kind is OptionKind.USE else card.title
    return Choice(
        label,
        title,
        card.text,
        card.kind,
        card.kind_name,
        card.pictures,
        card.numeral,
        card.remark,
        is_chosen,
        letter=card.letter,
    )


def _seat_choice(option: Option, title: str, view: engine.View, is_chosen: bool) -> Choice:
    seat = next(each for each in view.seats if each.seat == option.seat)
    words = [hand_words(seat.hand_size)]
    if in_front := (*seat.keepers, *seat.creepers):
        cards = ", ".join(quoted_title(view.deck.known_cards[slug]) for slug in in_front)
        words.append(_("In front: %(cards)s") % {"cards": cards})
    return Choice(
        option.label,
        title,
        " · ".join(words),
        "seat",
        pictures=("person",),
        is_chosen=is_chosen,
        seat=seat.seat,
    )


def _how_many(least: int, most: int) -> Iterable[str]:
    """Say how many are to be chosen, unless it is one."""
    words = {"count": most}
    if least == most > 1:
        yield ngettext("Choose exactly %(count)d.", "Choose exactly %(count)d.", most) % words
    elif least == 0 < most:
        yield ngettext("Choose %(count)d at most, or none.", "Choose up to %(count)d, or none.", most) % words
    elif least != most:
        yield _("Choose from %(least)d to %(most)d.") % {"least": least, "most": most}
