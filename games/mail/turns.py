"""Letters about a question: a turn, an answer out of turn, a reminder, and a bot that answers."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

import engine
from engine import QuestionKind
from games.history import window
from games.history.formatting import day, time_left
from games.models import Notice, Question
from games.outbox.obsolete import Obsolete
from games.replies import vocabulary

from . import first_mail, links, parts
from .context import LetterContext, Writer
from .letter import Letter, Link, PrintedChoice, PrintedQuestion
from .order_hints import order_hint
from .table import show_hand, show_question
from .talk import recent_remarks


def question_letter(context: LetterContext) -> Letter:
    """Return the letter about a turn or an answer out of turn, or the reminder of one."""
    question, view = context.notice.question, context.view
    if question is None:
        raise Obsolete("the question is gone")
    question.seat = context.seat
    link = context.question_link(question)
    if question.is_first_card:
        return _first_card(context, question, link)
    asked = view.question if view else None
    if view is None or asked is None or asked.number != question.number:
        raise Obsolete("answered already")
    shown = show_question(view, asked, context.names, link, has_hints=context.has_hints)
    if context.notice.kind in (Notice.Kind.REMINDER, Notice.Kind.NUDGE):
        return _reminder(context, question, shown)
    lead = (*_deputy_line(context), *parts.clock_lines(context, question))
    explained = {}
    if view.board is None and context.is_first_mail and not context.player.tips_over:
        lead = (*lead, first_mail.rules_in_short())
        if (situation := parts.situation(context)) is not None:
            explained["situation"] = first_mail.in_sentences(situation)
    return parts.table_letter(
        context,
        _headline(context, view, asked),
        lead=lead,
        deadline=parts.deadline_line(context, question),
        button=Link(_("Open the table"), link),
        how_to_answer=parts.how_to_answer(context, shown, asked.most),
        says_question=_headline_says_all(asked),
        talk=recent_remarks(context),
        question=shown,
        side_questions=_side_questions(context, view),
        hand=() if shown.is_hand else show_hand(view, printed=_printed_cards(asked))[1],
        order_hint=order_hint(context, question),
        notes=(
            *parts.vacation_notes(context),
            *parts.explanations(context, question, with_moves=view.board is not None),
        ),
        **explained,
    )


def _reminder(context: LetterContext, question: Question, shown: PrintedQuestion) -> Letter:
    """Return the reminder, or a nudge by another player: the choices by their names, without explanations."""
    words = {"name": context.name}
    headline = _("A reminder, %(name)s: the others are waiting for you.")
    deadline = parts.deadline_line(context, question)
    if context.notice.kind == Notice.Kind.NUDGE:
        words["by"] = context.names.get(context.param("by"), "")
        headline = _("%(by)s nudged you, %(name)s: it’s your move.")
    elif question.due_at is not None:
        # A number must not come first: it would be an answer where a mail comes back without quote marks.
        words["left"] = time_left(question.due_at).lower()
        headline, deadline = _("Only %(left)s, %(name)s."), capfirst(deadline.partition(" · ")[2])
    question_link = context.question_link(question)
    return parts.basic_letter(
        context,
        headline % words,
        lead=(*_deputy_line(context), *parts.clock_lines(context, question)),
        deadline=deadline,
        button=Link(_("Open the table"), question_link),
        situation=parts.situation(context),
        how_to_answer=parts.how_to_answer(context, shown),
        question=shown,
        is_brief=True,
        order_hint=order_hint(context, question),
        notes=(),  # the mail before has said it
    )


def _deputy_line(context: LetterContext) -> tuple[str, ...]:
    """Return the sentence that tells a deputy whom they play for; nothing for the seat's own player."""
    if context.is_own_seat:
        return ()
    words = {"name": context.name, "until": day(context.deputy.until)}
    return (_("You play for %(name)s until %(until)s. They get this mail, too.") % words,)


def side_question_letter(context: LetterContext) -> Letter:
    """Return the letter about a question beside the play, which nobody waits for."""
    question, view = context.notice.question, context.view
    if question is None or view is None:
        raise Obsolete("the question is gone")
    asked = vocabulary.find_question(view, question.number)
    if asked is None:
        raise Obsolete("answered already, or lapsed")
    question.seat = context.seat
    link = context.question_link(question)
    shown = show_question(view, asked, context.names, link, has_hints=context.has_hints)
    return parts.basic_letter(
        context,
        _("A side question for you, %(name)s.") % {"name": context.name},
        lead=_deputy_line(context),
        deadline=parts.side_question_deadline(),
        button=Link(_("Open the table"), link),
        how_to_answer=parts.how_to_answer(context, shown),
        question=shown,
        side_questions=_side_questions(context, view, without=asked.number),
        is_brief=not shown.written,  # which says how a text is sent
        notes=tuple(parts.explanations(context, None)),
    )


def _side_questions(
    context: LetterContext, view: engine.View, without: int = 0
) -> tuple[PrintedQuestion, ...]:
    """Return the other questions beside the play, each with its own links."""
    return tuple(
        show_question(
            view,
            each,
            context.names,
            context.question_link(context.find_question(each.number)),
            has_hints=context.has_hints,
        )
        for each in view.beside
        if each.number != without
    )


def _printed_cards(asked: engine.QuestionView) -> set[str]:
    """Return the cards among the choices, whose texts stand there."""
    return {option.card for option in asked.read_options if option.card}


def _headline(context: LetterContext, view: engine.View, asked: engine.QuestionView) -> str:
    """Return the first sentence: what is asked, without a word about a hand (requirement H10)."""
    words = {"name": context.name}
    opened = window.open_window(view, context.names)
    if opened is not None and context.notice.kind == Notice.Kind.ANSWER:
        return _("%(call)s Do you object, %(name)s?") % {"call": opened.call, **words}
    if asked.what.is_limit and asked.least:
        return _("Too many cards, %(name)s.") % words
    if not asked.own_turn:
        return _("A question for you, %(name)s.") % words
    plays = asked.what is QuestionKind.PLAY and _headline_says_all(asked)
    return (_("Your turn, %(name)s: play a card.") if plays else _("Your turn, %(name)s.")) % words


def _headline_says_all(asked: engine.QuestionView) -> bool:
    """Whether the headline, and the headings above the choices, say all that the question says."""
    if asked.what is QuestionKind.PLAY:
        return asked.own_turn and not {"end", "random"}.intersection(asked.options)
    return asked.what is QuestionKind.PLAY_OR_MOVE


def _first_card(context: LetterContext, question: Question, link: str) -> Letter:
    shown = first_card_question(link, number=question.number)
    return parts.basic_letter(
        context,
        _("Who begins, %(name)s? Take the first card.") % {"name": context.name},
        lead=(
            *_deputy_line(context),
            parts.players_sentence(context.names.values()),
        ),
        deadline=parts.deadline_sentences(context, question),
        button=Link(_("Open the table"), link),
        question=shown,
        how_to_answer=parts.how_to_answer(context, shown),
        notes=tuple(parts.explanations(context, question)),
    )


def first_card_question(link: str, *, number: int) -> PrintedQuestion:
    """Return the question before the deal: the first player to answer begins."""
    return PrintedQuestion(
        _("Everyone got this mail: the first to take a card begins."),
        (),
        (PrintedChoice(1, _("Take the first card"), links.with_choice(link, "take")),),
        number=number,
        what=QuestionKind.TAKE_FIRST_CARD,
        labels=("take",),
    )


def autopilot_letter(context: LetterContext) -> Letter:
    """Return the letter to a player for whom a bot answers from now on."""
    why = _("A bot answers for you now, so the others don’t have to wait.")
    offered = _("Someone else may take over your seat; until then, it’s yours.")
    back = _("To come back, press “%(button)s” on the page, and you can play again right away.")
    back %= {"button": _("I’m back")}
    headline = _("A bot plays for you, %(name)s, until you come back.") % {"name": context.name}
    return parts.table_letter(
        context, headline, lead=(f"{why} {offered} {back}" if context.seat.is_offered else f"{why} {back}",)
    )


WRITERS: dict[str, Writer] = {
    Notice.Kind.TURN: question_letter,
    Notice.Kind.ANSWER: question_letter,
    Notice.Kind.REMINDER: question_letter,
    Notice.Kind.NUDGE: question_letter,
    Notice.Kind.SIDE_QUESTION: side_question_letter,
    Notice.Kind.AUTOPILOT: autopilot_letter,
}
