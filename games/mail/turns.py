"""Letters about a question: a turn, an answer out of turn, a reminder, and a bot that answers."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _

import engine
from games.history import window
from games.models import Notice, Question
from games.models.question import TAKE_FIRST_CARD
from games.orders.turn_orders import ORDERED
from games.outbox.obsolete import Obsolete
from games.replies import vocabulary

from . import links, parts
from .context import LetterContext, Writer
from .letter import Letter, Link, Note, PrintedChoice, PrintedQuestion
from .table import show_hand, show_question
from .talk import recent_remarks


def question_letter(context: LetterContext) -> Letter:
    """Return the letter about a turn or an answer out of turn, or the reminder of one."""
    question, view = context.notice.question, context.view
    if question is None:
        raise Obsolete("the question is gone")
    question.seat = context.seat
    link = context.question_link(question)
    if question.what == TAKE_FIRST_CARD:
        return _first_card(context, question, link)
    asked = view.question if view else None
    if view is None or asked is None or asked.number != question.number:
        raise Obsolete("answered already")
    shown = show_question(view, asked, context.names, link)
    return parts.table_letter(
        context,
        _headline(context, view),
        lead=_deputy_line(context),
        deadline=parts.deadline_sentences(context, question),
        button=Link(_("Answer on the page"), link),
        talk=recent_remarks(context),
        question=shown,
        side_questions=_side_questions(context, view),
        hand=() if shown.is_hand else show_hand(view)[1],
        notes=(
            *parts.vacation_notes(context),
            *parts.reply_notes(context.notice, with_moves=view.board is not None),
            *parts.timeout_notes(question),
            *_order_notes(context, question),
            parts.forwarding_note(),
        ),
    )


def _deputy_line(context: LetterContext) -> tuple[str, ...]:
    """Return the sentence that tells a deputy whom they play for; nothing for the seat's own player."""
    if context.is_own_seat:
        return ()
    words = {"name": context.name, "until": date_format(context.deputy.until, "j E Y")}
    return (_("You play for %(name)s, until %(until)s. They are told as well.") % words,)


def _order_notes(context: LetterContext, question: Question) -> list[Note]:
    """Return the hint that orders spare the table such a wait; nothing in the seat's own turn."""
    if question.own_turn or not (question.is_window or question.what in ORDERED):
        return []
    if not context.is_own_seat:
        return []  # a deputy gives no orders
    text = _("You can give orders for such moments, so that the table need not wait for you:")
    link = Link(_("Your standing orders"), context.seat_link("orders"))
    return [Note(text, link)]


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
    return parts.table_letter(
        context,
        _("A question beside the play for you, %(name)s.") % {"name": context.name},
        lead=_deputy_line(context),
        deadline=parts.side_question_deadline(),
        button=Link(_("Answer on the page"), link),
        question=show_question(view, asked, context.names, link),
        side_questions=_side_questions(context, view, without=asked.number),
        notes=(*parts.reply_notes(context.notice), parts.forwarding_note()),
    )


def _side_questions(
    context: LetterContext, view: engine.View, without: int = 0
) -> tuple[PrintedQuestion, ...]:
    """Return the other questions beside the play, each with its own links."""
    return tuple(
        show_question(view, each, context.names, context.question_link(context.find_question(each.number)))
        for each in view.beside
        if each.number != without
    )


def _headline(context: LetterContext, view: engine.View) -> str:
    """Return the first sentence, which tells nothing of a hand (requirement H10)."""
    words = {"name": context.name}
    opened = window.open_window(view, context.names)
    if opened is not None and context.notice.kind == Notice.Kind.ANSWER:
        return _("%(call)s You may object, %(name)s.") % {"call": opened.call, **words}
    match context.notice.kind:
        case Notice.Kind.TURN:
            return _("It is your turn, %(name)s.") % words
        case Notice.Kind.ANSWER:
            return _("The table needs an answer from you, %(name)s.") % words
    return _("A reminder, %(name)s: the table waits for your answer.") % words


def _first_card(context: LetterContext, question: Question, link: str) -> Letter:
    return parts.basic_letter(
        context,
        _("Who begins, %(name)s? Whoever takes the first card.") % {"name": context.name},
        lead=(
            *_deputy_line(context),
            parts.players_sentence(context.names.values()),
        ),
        deadline=parts.deadline_sentences(context, question),
        button=Link(_("Open the table"), link),
        question=first_card_question(link),
        notes=(*parts.reply_notes(context.notice), parts.forwarding_note()),
    )


def first_card_question(link: str) -> PrintedQuestion:
    """Return the question before the deal: the first player to answer begins."""
    choice = PrintedChoice(1, _("Take the first card"), links.with_choice(link, "take"))
    return PrintedQuestion(
        _("Everybody is asked this. The first who takes a card has the first turn."), (), (choice,)
    )


def autopilot_letter(context: LetterContext) -> Letter:
    """Return the letter to a player for whom a bot answers from now on."""
    why = _("So that the others need not wait, a bot answers for you now.")
    offered = _("Somebody else may take your seat over; as long as nobody has, it is yours.")
    back = _("Nothing is lost: press “%(button)s” on the page, and the seat is yours again at once.")
    back %= {"button": _("I am back: let me play")}
    headline = _("A bot keeps your seat, %(name)s, until you come back.") % {"name": context.name}
    return parts.table_letter(
        context, headline, lead=(f"{why} {offered} {back}" if context.seat.is_offered else f"{why} {back}",)
    )


WRITERS: dict[str, Writer] = {
    Notice.Kind.TURN: question_letter,
    Notice.Kind.ANSWER: question_letter,
    Notice.Kind.REMINDER: question_letter,
    Notice.Kind.SIDE_QUESTION: side_question_letter,
    Notice.Kind.AUTOPILOT: autopilot_letter,
}
