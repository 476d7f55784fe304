"""The letter that answers a reply: what was done, what was not and why, and what is asked now."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core import access
from games.history.formatting import one_line
from games.models import Notice, Question, Reply
from games.models.question import TAKE_FIRST_CARD
from games.outbox.obsolete import Obsolete
from games.replies import vocabulary

from . import links, parts
from .board import show_board
from .letter import Letter, Link, Note, PrintedQuestion
from .occasion import Occasion, Writer
from .table import show_hand, show_question, show_table
from .turns import first_card_asked


def of_reply(occasion: Occasion) -> Letter:
    """Return the letter to who has replied to a mail; nobody but the player of the seat ever gets it."""
    notice = occasion.notice
    if occasion.seat.player_id != notice.player_id or not occasion.seat.is_taken:
        raise Obsolete("the player has left the table")
    if "not_counted" in notice.params:
        return _of_nothing_read(occasion)
    reply = Reply.objects.filter(notice=notice).first()
    if reply is None:
        raise Obsolete("there is no such reply")
    view = occasion.view
    hand_title, hand = show_hand(view) if view and (reply.wants_hand or notice.question_id) else ("", ())
    versions = [result["version"] for result in reply.results if "version" in result]
    question = notice.question if notice.question is not None and notice.question.is_open else None
    shown = _asked(occasion, question)
    lines = [line for result in reply.results if (line := _line_result(result))]
    with_moves = view is not None and view.board is not None
    help_lines = _help(reply, with_moves=with_moves)
    lead = []
    if not any(result["done"] for result in reply.results):
        lead.append(_("Should more mails of yours come to nothing today, you get no answer to them."))
    if question is None and not occasion.game.is_over and access.question_of(occasion.seat) is None:
        lead.append(_("Nothing is asked of you now."))
    if occasion.game.is_over:
        lead.append(_("The game is over."))
    return Letter(
        call=_call(reply),
        due=parts.due(occasion, question) if question and not question.beside else "",
        lead=tuple(lead),
        button=Link(
            _("Answer on the page") if shown else _("Open the table"),
            links.of_question(notice, question) if question else links.of_seat(notice, occasion.seat),
        ),
        below_button=parts.link_is_yours(),
        # Below the button: a mailbox shows the first lines in its list, and these may name cards of the hand.
        happened_title=_("Your lines, and what came of them") if lines else _("What you can write"),
        happened=(*lines, *(parts.happened(occasion, min(versions) - 1) if versions else ()))
        or tuple(help_lines),
        asked=shown,
        hand_title=hand_title,
        hand=() if shown and shown.is_hand else hand,
        board=show_board(occasion) if shown else None,
        table=show_table(view, occasion.names) if view and shown else None,
        notes=(
            *(Note(line) for line in help_lines if lines),
            *(() if help_lines else parts.how_to_reply(notice, with_moves=with_moves)),
            parts.if_forwarded(),
        ),
    )


def _call(reply: Reply) -> str:
    """Return what became of the reply in a word, without any card (requirement H10)."""
    done = sum(result["done"] for result in reply.results)
    refused = any(not result["done"] for result in reply.results)
    if not refused:
        return _("Your mail was read: done.")
    if done:
        return ngettext(
            "Of your mail, %(count)d line was done, and the rest was not.",
            "Of your mail, %(count)d lines were done, and the rest was not.",
            done,
        ) % {"count": done}
    return _("Your mail has changed nothing.")


def _line_result(result: dict[str, str]) -> str:
    """Return what became of one line."""
    line, text = one_line(result["line"], 80), one_line(result["text"])
    if result["done"]:
        return _("“%(line)s”: %(text)s") % {"line": line, "text": text} if text else ""
    if not line:
        return text
    if not text:
        return _("“%(line)s” was not done, because of what came before it.") % {"line": line}
    return _("“%(line)s” was not done. %(text)s") % {"line": line, "text": text}


def _asked(occasion: Occasion, question: Question | None) -> PrintedQuestion | None:
    """Return what is asked, as long as it is what was asked when the notice was written: numbers count."""
    if question is None:
        return None
    link = links.of_question(occasion.notice, question)
    if question.what == TAKE_FIRST_CARD:
        return first_card_asked(link)
    view = occasion.view
    open_now = () if view is None else (*((view.question,) if view.question else ()), *view.beside)
    asked = next((each for each in open_now if each.number == question.number), None)
    return show_question(view, asked, occasion.names, link) if view and asked else None


def _help(reply: Reply, *, with_moves: bool) -> list[str]:
    """Return what can be written, for who asks for it and for who has written something else."""
    failed = any(not result["done"] for result in reply.results)
    return list(vocabulary.help_lines(with_moves=with_moves)) if reply.wants_help or failed else []


def _of_nothing_read(occasion: Occasion) -> Letter:
    """Return the letter about a mail that was not the player's, or came too late to be one."""
    if occasion.notice.params["not_counted"] == "sender":
        lead = _(
            "A mail to your seat came from another address than yours, so nothing was done. Reply from the "
            "address that this mail went to. If that mail was not yours, somebody has a mail of this game: "
            "open the table and press “%(button)s”."
        ) % {"button": _("Make all earlier links useless")}
    else:
        lead = _("You answered a mail that is too old, so nothing was done. Answer a newer one, or go there:")
    return parts.basic_letter(
        occasion,
        _("A mail to your seat was not read, %(name)s.") % {"name": occasion.name},
        lead=(lead,),
    )


WRITERS: dict[str, Writer] = {
    Notice.Kind.REPLY: of_reply,
}
