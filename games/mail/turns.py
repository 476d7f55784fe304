"""Letters about a question: your turn, an answer out of turn, a reminder, a bot that keeps your seat."""

from django.utils.translation import gettext as _

import engine
from games.history import window
from games.models import Notice, Question
from games.models.question import TAKE_FIRST_CARD
from games.orders.turn_orders import ORDERED
from games.outbox.obsolete import Obsolete

from . import deputies, links, parts
from .letter import Letter, Link, Note, PrintedChoice, PrintedQuestion
from .occasion import Occasion, Writer
from .table import show_hand, show_question
from .talk import said_since


def of_question(occasion: Occasion) -> Letter:
    """Return the letter of a turn, of an answer out of turn, or of a reminder of either."""
    question, view = occasion.notice.question, occasion.view
    if question is None:
        raise Obsolete("the question is gone")
    question.seat = occasion.seat
    link = links.of_question(occasion.notice, question)
    if question.what == TAKE_FIRST_CARD:
        return _first_card(occasion, question, link)
    asked = view.question if view else None
    if view is None or asked is None or asked.number != question.number:
        raise Obsolete("answered already")
    shown = show_question(view, asked, occasion.names, link)
    return parts.table_letter(
        occasion,
        _call(occasion, view),
        lead=deputies.for_whom(occasion.notice, occasion.seat, occasion.player),
        due=parts.due(occasion, question),
        button=Link(_("Answer on the page"), link),
        talk=said_since(occasion),
        asked=shown,
        side_questions=_side_questions(occasion, view),
        hand=() if shown.is_hand else show_hand(view)[1],
        notes=(
            *parts.who_is_away(occasion),
            *parts.how_to_reply(occasion.notice, with_moves=view.board is not None),
            *parts.if_time_runs_out(question),
            *_orders(occasion, question),
            parts.if_forwarded(),
        ),
    )


def _orders(occasion: Occasion, question: Question) -> list[Note]:
    """Return what spares the table such a wait the next time; nothing in the seat's own turn."""
    if question.own_turn or not (question.is_window or question.what in ORDERED):
        return []
    if occasion.seat.player_id != occasion.player.pk:
        return []  # a deputy gives no orders
    text = _("You can give orders for such moments, so that the table need not wait for you:")
    link = Link(_("Your standing orders"), links.of_orders(occasion.notice, occasion.seat))
    return [Note(text, link)]


def of_side_question(occasion: Occasion) -> Letter:
    """Return the letter of a question beside the play, which nobody waits for."""
    question, view = occasion.notice.question, occasion.view
    if question is None or view is None:
        raise Obsolete("the question is gone")
    asked = next((each for each in view.beside if each.number == question.number), None)
    if asked is None:
        raise Obsolete("answered already, or lapsed")
    question.seat = occasion.seat
    link = links.of_question(occasion.notice, question)
    return parts.table_letter(
        occasion,
        _("A question beside the play for you, %(name)s.") % {"name": occasion.name},
        lead=deputies.for_whom(occasion.notice, occasion.seat, occasion.player),
        due=parts.no_hurry(),
        button=Link(_("Answer on the page"), link),
        asked=show_question(view, asked, occasion.names, link),
        side_questions=_side_questions(occasion, view, without=asked.number),
        notes=(*parts.how_to_reply(occasion.notice), parts.if_forwarded()),
    )


def _side_questions(occasion: Occasion, view: engine.View, without: int = 0) -> tuple[PrintedQuestion, ...]:
    """Return what else is asked of the seat beside the play, each with links of its own."""
    return tuple(
        show_question(
            view, each, occasion.names, links.of_number(occasion.notice, occasion.seat, each.number)
        )
        for each in view.beside
        if each.number != without
    )


def _call(occasion: Occasion, view: engine.View) -> str:
    """Return what the mail wants, in words that tell nothing of a hand (requirement H10)."""
    words = {"name": occasion.name}
    opened = window.open_window(view, occasion.names)
    if opened is not None and occasion.notice.kind == Notice.Kind.ANSWER:
        return _("%(call)s You may object, %(name)s.") % {"call": opened.call, **words}
    match occasion.notice.kind:
        case Notice.Kind.TURN:
            return _("It is your turn, %(name)s.") % words
        case Notice.Kind.ANSWER:
            return _("The table needs an answer from you, %(name)s.") % words
    return _("A reminder, %(name)s: the table waits for your answer.") % words


def _first_card(occasion: Occasion, question: Question, link: str) -> Letter:
    return parts.basic_letter(
        occasion,
        _("Who begins, %(name)s? Whoever takes the first card.") % {"name": occasion.name},
        lead=(
            *deputies.for_whom(occasion.notice, occasion.seat, occasion.player),
            parts.at_the_table(occasion.names.values()),
        ),
        due=parts.due(occasion, question),
        button=Link(_("Open the table"), link),
        asked=first_card_asked(link),
        notes=(*parts.how_to_reply(occasion.notice), parts.if_forwarded()),
    )


def first_card_asked(link: str) -> PrintedQuestion:
    """Return what everybody is asked before the cards are dealt, where the first to answer begins."""
    choice = PrintedChoice(1, _("Take the first card"), links.of_choice(link, "take"))
    return PrintedQuestion(
        _("Everybody is asked this. The first who takes a card has the first turn."), (), (choice,)
    )


def of_autopilot(occasion: Occasion) -> Letter:
    """Return the letter to somebody for whom a bot answers from now on."""
    call = _("A bot keeps your seat, %(name)s, until you come back.") % {"name": occasion.name}
    return parts.table_letter(occasion, call, lead=parts.why_a_bot_plays(occasion))


WRITERS: dict[str, Writer] = {
    Notice.Kind.TURN: of_question,
    Notice.Kind.ANSWER: of_question,
    Notice.Kind.REMINDER: of_question,
    Notice.Kind.BESIDE: of_side_question,
    Notice.Kind.AUTOPILOT: of_autopilot,
}
