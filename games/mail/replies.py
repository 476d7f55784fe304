"""The letter that answers a reply: what was done, what was not and why, and the present question."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import takewhile

from django.utils.translation import gettext as _

from games.core import access
from games.core.site_title import short_title
from games.core.snapshot import TableBatch, TableSnapshot
from games.models import Game, LineResult, Notice, Question, Reply, Seat
from games.models.line_result import LEFT
from games.models.names import one_line
from games.outbox.obsolete import Obsolete
from games.play.undo import offer_undo
from games.replies import help_texts, vocabulary
from games.replies.offers import ask_back, find_offer

from . import links, parts
from .board import board_section
from .bundle import Bundle
from .context import LetterContext, Writer
from .in_sight import may_be_seen
from .letter import NO_CHOICES, Letter, Link, Note, PrintedQuestion
from .not_counted import not_counted_letter
from .numbering import SeatLetter
from .order_hints import order_hint
from .reply_results import LONGEST_HEADLINE, describe_line, describe_results
from .table import show_hand, show_question, show_table
from .turns import first_card_question

# Sorts after every deadline.
FAR = datetime.max.replace(tzinfo=UTC)


def reply_letter(context: LetterContext) -> Letter:
    """Return the letter that answers a reply; only the player of the seat may get it."""
    notice = context.notice
    if notice.params.get("left"):
        return _farewell(notice)
    if not (context.is_own_seat and context.seat.is_taken):
        raise Obsolete("the player has left the table")
    if "not_counted" in notice.params:
        return not_counted_letter(context)
    reply = Reply.objects.filter(notice=notice).first()
    if reply is None:
        raise Obsolete("there is no such reply")
    view = context.view
    versions = [result.version for result in reply.lines if result.version is not None]
    hand_title, hand = show_hand(view) if view and (reply.wants_hand or notice.question_id) else ("", ())
    question = notice.question if notice.question is not None and notice.question.is_open else None
    shown = _asked(context, question)
    printed = vocabulary.find_question(view, question.number) if question else None
    most = printed.most if printed else 1
    done = [
        line
        for result in reply.lines
        if result.done and not result.asks_for_yes and (line := describe_line(result))
    ]
    headline, first, below = _first_lines(reply, context)
    with_moves = view is not None and view.board is not None
    results = [result.done for result in reply.lines]
    wants_help = reply.wants_help or not all(results)
    help_lines = (
        help_texts.help_lines(parts.find_examples(shown), with_moves=with_moves) if wants_help else ()
    )
    lead = []
    undo = offer_undo(context.snapshot, context.seat, view) if versions else None
    if undo is not None and undo.number is not None:
        lead.append(_("Reply “undo” to take it back, while it’s your turn."))
    if reply.wants_hand and view is not None and not view.hand:
        lead.append(_("Your hand is empty."))
    if notice.params.get("is_last"):
        lead.append(_last_answer())
    if question is None and not context.game.is_over and access.question_of(context.seat) is None:
        lead.append(_("There’s nothing for you to do right now."))
    if context.game.is_over:
        lead.append(_("The game is over."))
    return Letter(
        headline=headline,
        refused=first,
        refused_below=below,
        deadline=parts.deadline_sentences(context, question) if question and not question.is_side else "",
        lead=tuple(lead),
        button=Link(
            _("Answer on the page") if shown else _("Open the table"),
            context.question_link(question) if question else context.seat_link(),
        ),
        below_button=parts.link_note(),
        history_title=_("What you wrote, and what we did") if done else _("What you can write"),
        history=(*done, *_history(context, reply.lines)) or help_lines,
        question=shown,
        how_to_answer=parts.how_to_answer(context, shown, most) if shown else NO_CHOICES,
        hand_title=hand_title,
        hand=() if shown and shown.is_hand else hand,
        board=board_section(context) if shown else None,
        table=show_table(view, context.names, context.faces, is_over=context.game.is_over)
        if view and shown
        else None,
        order_hint=order_hint(context, question) if shown and question else None,
        notes=(
            *(Note(line) for line in help_lines if done),
            *(() if help_lines else parts.reply_notes(notice, with_moves=with_moves)),
            parts.forwarding_note() if shown or hand else parts.link_warning(),
        ),
    )


def _first_lines(reply: Reply, context: LetterContext) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return the headline, and what stands below it of the reply: what was done, or why not, or is offered.

    The last are the lines below the first link: mailboxes show the first lines in their lists, and these may
    name cards of the hand (requirement H10).
    """
    view, results = context.view, reply.lines
    is_dealt = context.game.status != Game.Status.OPEN
    refused = [result for result in results if not result.done]
    in_sight = list(
        takewhile(lambda each: may_be_seen(each.line, each.text, view, is_dealt=is_dealt), refused)
    )
    first, below = tuple(map(describe_line, in_sight)), tuple(map(describe_line, refused[len(in_sight) :]))
    offered = _offered(reply, context)
    headline = describe_results(results, has_offer=bool(offered))
    if any(result.asks_for_yes for result in results):
        headline = _("Please confirm with a “yes”.")
    if offered and may_be_seen("", offered, view, is_dealt=is_dealt):
        first = (offered, *first)
    elif offered:
        first, below = (), (offered, *first, *below)
    told = [each.text for each in results if each.done and (each.version is not None or not refused)]
    confirmed = " ".join(filter(None, told))
    if confirmed and not may_be_seen("", confirmed, view, is_dealt=is_dealt):
        below = (*below, confirmed)
    elif confirmed and not refused and len(confirmed) <= LONGEST_HEADLINE:
        headline = confirmed
    elif confirmed:
        first = (*first, confirmed)
    return headline, first, below


def _history(context: LetterContext, results: Sequence[LineResult]) -> tuple[str, ...]:
    """Return the moves since the first answer of a reply; the last ones, if it has asked for them.

    What a line of the reply did is told beside that line, and not once more.
    """
    versions = [result.version for result in results if result.version is not None]
    if any(result.shows_history for result in results):
        return parts.history_lines(context, 0)
    told = {one_line(result.text) for result in results if result.done}
    moves = parts.history_lines(context, min(versions) - 1) if versions else ()
    return tuple(line for line in moves if one_line(line) not in told)


def _farewell(notice: Notice) -> Letter:
    """Return the letter to somebody who has left the table by the reply that it answers."""
    reply = Reply.objects.filter(notice=notice).first()
    left = next((result for result in reply.lines if result.kind == LEFT), None) if reply else None
    if left is None:
        raise Obsolete("there is no such reply")
    return Letter(headline=one_line(left.text), button=Link(_("Your games"), links.absolute_url("dashboard")))


def answers_bundle(notice: Notice) -> bool:
    """Whether a notice answers a reply to a mail about several games."""
    return notice.player is not None and "seats" in notice.params


def write_answer(notice: Notice) -> tuple[Bundle, list[SeatLetter]]:
    """Return the beginning of the answer to a reply to a bundle, and a letter for each of its games.

    It says what came of the reply there, and what is asked now.

    The games of the reply's lines come first, in their order; then those that wait, by their deadlines.
    Raises `Obsolete`.
    """
    reply = Reply.objects.filter(notice=notice).first()
    if reply is None or notice.player is None:
        raise Obsolete("there is no such reply")
    seats = Seat.objects.select_related("game", "player").in_bulk(notice.params.get("seats", ()))
    acted = [result.seat for result in reply.lines if result.seat]
    tables = TableBatch.of(seat.game for seat in seats.values())
    letters: list[tuple[tuple[int, datetime], SeatLetter]] = []
    contexts = []
    for seat in seats.values():
        if seat.player_id != notice.player_id or not seat.is_taken:
            continue
        snapshot = TableSnapshot(seat.game, tables)
        context = LetterContext(notice, seat.game, seat, notice.player, snapshot)
        contexts.append(context)
        mine = [question for question in snapshot.open_questions if question.seat_id == seat.pk]
        asked = [] if seat.game.paused_at else mine
        results = [result for result in reply.lines if result.seat == seat.pk]
        if not results and not asked:
            continue
        letter = _seat_letter(context, asked, wants_hand=any(result.shows_hand for result in results))
        lines = tuple(filter(None, map(describe_line, results)))
        rank = acted.index(seat.pk) if seat.pk in acted else len(acted)
        due = min((row.due_at for row in asked if row.due_at), default=FAR)
        letters.append(((rank, due), SeatLetter(seat.game.shown_name, seat, letter, results=lines)))
    if not contexts:
        raise Obsolete("the player has left the tables")
    ordered = sorted(letters, key=lambda pair: pair[0])
    return _begin_answer(reply, contexts), [letter for _rank, letter in ordered]


def _seat_letter(context: LetterContext, asked: Sequence[Question], *, wants_hand: bool) -> Letter:
    """Return what is asked of one seat now, as a part of the answer to a reply."""
    view = context.view
    printed = []
    for question in sorted(asked, key=lambda row: row.is_side):
        question.seat, question.game = context.seat, context.game
        if (shown := _asked(context, question)) is not None:
            printed.append((question, shown))
    main = next((pair for pair in printed if not pair[0].is_side), None)
    shows_hand = view is not None and (wants_hand or main is not None) and not (main and main[1].is_hand)
    if main is not None:
        deadline = parts.deadline_sentences(context, main[0])
    else:
        deadline = (
            _("The game is over.") if context.game.is_over else _("There’s nothing for you to do right now.")
        )
    return Letter(
        headline="",
        deadline=deadline,
        button=Link(_("Open the table"), context.seat_link()),
        question=main[1] if main is not None else None,
        side_questions=tuple(shown for question, shown in printed if question.is_side),
        order_hint=order_hint(context, main[0]) if main is not None else None,
        hand_title=_("Your hand"),
        hand=show_hand(view)[1] if view is not None and shows_hand else (),
        table=show_table(view, context.names, context.faces, is_over=context.game.is_over)
        if view is not None and main is not None
        else None,
    )


def _begin_answer(reply: Reply, contexts: Sequence[LetterContext]) -> Bundle:
    """Return the beginning of the mail that answers a reply to a bundle, above what it says of each game."""
    notice = contexts[0].notice
    first = next((each for each in contexts if each.seat.pk == notice.seat_id), contexts[0])
    seats = {each.seat.pk for each in contexts}
    elsewhere = [result for result in reply.lines if result.seat not in seats]
    in_sight = list(takewhile(lambda each: _names_no_hand(each, contexts), elsewhere))
    lines = tuple(filter(None, map(describe_line, in_sight)))
    below = tuple(filter(None, map(describe_line, elsewhere[len(in_sight) :])))
    offer = find_offer(reply)
    offering = next((each for each in contexts if offer is not None and each.seat.pk == offer.seat), None)
    offered = ""
    if offering is not None and (asked := _offered(reply, offering)):
        offered = _("%(game)s: %(question)s") % {"game": offering.game.shown_name, "question": asked}
        if all(may_be_seen("", offered, each.view) for each in contexts):
            lines = (offered, *lines)
        else:
            lines, below = (), (offered, *lines, *below)
    if notice.params.get("is_last"):
        lines = (*lines, _last_answer())
    return Bundle(
        headline=_("Please confirm with a “yes”.")
        if any(result.asks_for_yes for result in reply.lines)
        else describe_results(reply.lines, has_offer=bool(offered)),
        subject=f"[{short_title()}] {_('Your answers')}",
        results=lines,
        first_link=Link(f"{first.game.shown_name} · {_('Open the table')}", first.seat_link()),
        below_link=parts.link_note(),
        results_below=below,
        wants_help=reply.wants_help,
    )


def _last_answer() -> str:
    """Return that the site writes no more answers of this kind today; a link to the page follows."""
    return _(
        "We won’t answer more mails like this today. We’ll still play what we can read, and you can also "
        "answer on the page:"
    )


def _names_no_hand(result: LineResult, contexts: Iterable[LetterContext]) -> bool:
    """Whether a line and its result name no card of a hand at any of these tables.

    Of a seat that isn't the player's any more the hand is not known here.
    """
    return not result.seat and all(may_be_seen(result.line, result.text, each.view) for each in contexts)


def _offered(reply: Reply, context: LetterContext) -> str:
    """Return the question whether another answer was meant, as long as a yes gives that; or nothing."""
    offer = find_offer(reply)
    if offer is None or offer.question is None or not offer.is_open:
        return ""
    cards = context.view.deck.known_cards if context.view is not None else {}
    return ask_back(offer.labels, offer.question.kind, cards, context.names)


def _asked(context: LetterContext, question: Question | None) -> PrintedQuestion | None:
    """Return the present question if it is still the notice's own: the numbers of its choices count."""
    if question is None:
        return None
    link = context.question_link(question)
    if question.is_first_card:
        return first_card_question(link, number=question.number)
    view, asked = context.view, vocabulary.find_question(context.view, question.number)
    return (
        show_question(view, asked, context.names, link, has_hints=context.has_hints)
        if view and asked
        else None
    )


WRITERS: dict[str, Writer] = {
    Notice.Kind.REPLY: reply_letter,
}
