"""Parts that letters share: usual fields, the recap, deadlines, and small print."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games import clock
from games.clocks import running_time
from games.clocks.running_time import NO_PAUSES
from games.core.snapshot import RECENT_MOVES
from games.core.window_passes import SEALED
from games.history import game_history, game_settings
from games.history.formatting import brief_moment, until
from games.models import Move, Notice, Question, Timing
from games.models.names import one_line
from games.replies import help_texts

from . import addresses, links, unsubscribe
from .board import board_section
from .context import LetterContext
from .letter import NO_CHOICES, HowToAnswer, Letter, Link, Note, PrintedQuestion, Situation
from .situation import show_situation
from .table import keepers_of_reader, show_hand, show_table

# More moves than this would bury the question; the table page shows them all.
MOST_MOVES, MOST_LINES = RECENT_MOVES, 16
MOST_TOGETHER = 4  # sentences in a row


def basic_letter(context: LetterContext, headline: str, **fields: Any) -> Letter:
    """Return a letter with these fields; its button and small print are the usual ones unless given."""
    if "button" not in fields:
        fields["button"] = Link(_("Open the table"), context.seat_link())
    notes = (forwarding_note() if fields.get("situation") else link_warning(),)
    usual = {"notes": notes, "links": footer_links(context)}
    return Letter(headline=headline, **{**usual, **fields})


def table_letter(context: LetterContext, headline: str, **fields: Any) -> Letter:
    """Return a letter that also shows the recap, the hand, the board and the table of its seat."""
    view = context.view
    if "history" not in fields:
        # Not since the last visit: a mail has to stand alone.
        after = context.last_turn
        title = _("Since your last turn") if after else _("What has happened so far")
        fields |= {"history_title": title, "history": history_lines(context, after)}
    if view is not None:
        title, hand = show_hand(view)
        shown = {
            "situation": situation(context),
            "table": show_table(view, context.names, context.faces, is_over=context.game.is_over),
        }
        fields = {"hand_title": title, "hand": hand, **shown} | fields
    return basic_letter(context, headline, board=board_section(context), **fields)


def situation(context: LetterContext) -> Situation | None:
    """Return how the reader's seat stands; ``None`` before the deal.

    Nor is there one at the end of a board game: the goal that then lies on top is one nobody played for.
    """
    view = context.view
    if view is None or (view.over and view.board is not None):
        return None
    return show_situation(view, context.names, keepers_of_reader(view))


def footer_links(context: LetterContext) -> tuple[Link, ...]:
    """Return the links in the last lines of each mail about a game."""
    may_report = context.is_own_seat and context.seat.is_taken
    return (
        Link(_("Help"), links.absolute_url("mail_help")),
        Link(_("Notifications"), links.absolute_url("notices")),
        replace(conduct_link(), url=context.seat_link("report")) if may_report else conduct_link(),
        Link(_("Unsubscribe"), links.absolute_url("unsubscribe", unsubscribe.make_token(context.notice))),
    )


def stands_in_for(name: str) -> str:
    """Return why a reader who chose to get no mail gets one: nothing else reaches them any more."""
    return _(
        "“%(name)s” no longer gets our notifications, so we’re writing to you by mail until it works again."
    ) % {"name": name}


def conduct_link() -> Link:
    """Return the link to how a problem is reported, for a mail that is of no seat of its reader's."""
    return Link(pgettext("link in a mail", "Report"), links.absolute_url("conduct"))


def _has_more(context: LetterContext, after: int, moves: Sequence[Move]) -> bool:
    """Whether all may see more between move `after` and these moves than they have room for."""
    if len(moves) < MOST_MOVES:
        return False
    between = context.game.moves.filter(version__gt=after, version__lt=moves[-1].version)
    return between.exclude(SEALED).exists()


def history_lines(context: LetterContext, after: int, *, with_events: bool = True) -> tuple[str, ...]:
    """Return the history after move `after` as the seat may know it; only the end of a long one.

    `with_events` includes what is not play, and moves that were taken back.
    """
    moves = [move for move in context.snapshot.recent_moves if move.version > after]
    history = game_history.history_lines(
        context.game,
        context.seat,
        after=after,
        limit=MOST_MOVES,
        with_notes=context.is_own_seat,
        is_you=context.is_own_seat,
        seats=context.snapshot.seats,
        moves=moves,
    )
    if not with_events:
        history = [line for line in history if line.kind in game_history.PLAY and not line.is_undone]
    rows = _by_move(history)
    lines = rows[-MOST_LINES:]
    if len(rows) > MOST_LINES or _has_more(context, after, moves):
        lines.insert(0, _("What happened before that is on the page."))
    return tuple(lines)


def _by_move(history: Iterable[game_history.HistoryLine]) -> list[str]:
    """Return a row for each move, with what came of it: its player first, then the rest."""
    rows: list[str] = []
    before, count = None, 0
    for line in history:
        move, count = (line.version, line.kind, line.is_undone), count + 1
        if rows and move == before and line.kind in game_history.PLAY and count <= MOST_TOGETHER:
            rows[-1] += f" {one_line(line.text)}"
        else:
            rows.append(_history_line(line))
            count = 1
        before = move
    return rows


def _history_line(line: game_history.HistoryLine) -> str:
    text = one_line(line.text)
    if line.is_undone:
        return _("Undone: %(text)s") % {"text": text}
    return _("Only for you: %(text)s") % {"text": text} if line.kind == "note" else text


def side_question_deadline() -> str:
    """Return until when a question beside the play can be answered."""
    return _("No hurry: the game continues in the meantime. You can answer until you act on your next turn.")


def deadline_line(context: LetterContext, question: Question) -> str:
    """Return how long the reader has, until when, and what happens then: “2 days left · Tue 18:30 · …”."""
    if question.due_at is not None:
        return f"{until(question.due_at, context.player.zone)} · {_then(question)}."
    if context.game.paused_at is not None:
        return _("The game is paused, and your clock with it.")
    return _("This game has no clock: take all the time you like.")


def deadline_sentences(context: LetterContext, question: Question) -> str:
    """Return the line about the deadline, and the state of the reader's clock."""
    return " ".join([deadline_line(context, question), *clock_lines(context, question)])


def _then(question: Question) -> str:
    """Say what happens when time runs out, as the end of the line about the deadline."""
    game = question.seat.game
    if question.is_window:
        return _("then the site passes for you")
    if question.is_missed_turn and question.seat.timeouts_in_row + 1 >= game.patience:
        return _("then %(follows)s") % {"follows": game_settings.describe_consequence(game)}
    return _("then the site plays for you")


def clock_lines(context: LetterContext, question: Question) -> list[str]:
    """Return whether the reader's clock rests now, and the time in their bank."""
    now, game, lines = clock.now(), context.game, []
    if question.due_at is None:
        return []
    hours = context.snapshot.pauses.get(question.seat.player_id or 0, NO_PAUSES)
    resumes = running_time.end_of_pause(now, question.pauses_with(hours))
    if resumes > now:
        lines.append(
            _("Your clock is stopped until %(at)s.") % {"at": brief_moment(resumes, context.player.zone)}
        )
    bank = question.seat.bank
    if game.timing == Timing.BANK and question.on_turn_clock and bank is not None:
        lines.append(
            _("You have saved %(time)s, this turn included.") % {"time": game_settings.describe_span(bank)}
        )
        if game.grace_hours:
            lines.append(game_settings.describe_details(game)[0])
    return lines


def vacation_notes(context: LetterContext) -> list[Note]:
    """Return which other players are on vacation now, in games where that stops their clocks."""
    game, now, zone = context.game, clock.now(), context.player.zone
    notes = []
    for seat in context.snapshot.seats if game.vacations_stop_turns else []:
        if not seat.is_person or seat.player_id is None or seat.pk == context.seat.pk:
            continue
        away = context.snapshot.pauses[seat.player_id].away
        back = max((end for begin, end in away if begin <= now < end), default=None)
        if back is not None:
            words = {"name": seat.shown_name, "at": brief_moment(back, zone)}
            notes.append(Note(_("%(name)s is away until %(at)s.") % words))
    return notes


def players_sentence(names: Iterable[str]) -> str:
    """Return the sentence that names the players."""
    return _("Playing: %(names)s.") % {"names": _(", ").join(names)}


def how_to_answer(context: LetterContext, question: PrintedQuestion, most: int = 1) -> HowToAnswer:
    """Return the line above the choices: by which number, tap or link they are answered."""
    if not question.choices:
        return NO_CHOICES
    if addresses.make_reply(context.notice) == addresses.no_reply():
        return HowToAnswer(_("Choose on the page."), _("Tap one, or choose on the page."))
    numbers = [choice.number for choice in question.choices]
    if most > 1 and len(numbers) > 1:
        words = {"numbers": f"{numbers[0]}, {numbers[-1]}"}
        return HowToAnswer(
            _("Reply with the numbers, such as “%(numbers)s”.") % words,
            _("Reply with the numbers, such as “%(numbers)s”, or tap one.") % words,
        )
    one = {"number": numbers[min(2, len(numbers) - 1)]}
    return HowToAnswer(
        _("Reply with a number, such as %(number)d.") % one,
        _("Reply with a number, such as %(number)d, or tap one.") % one,
    )


def find_examples(*asked: PrintedQuestion | None) -> help_texts.Examples:
    """Return numbers and a name that stand in the mail, for its help."""
    choices = [choice for each in asked if each is not None for choice in each.choices]
    named = next((choice.title for choice in choices if choice.card is not None), "")
    return help_texts.Examples(tuple(choice.number for choice in choices), named)


def how_to_reply(context: LetterContext, sentence: str) -> tuple[str, ...]:
    """Return how a mail that asks for no card is answered by a reply; nothing where replies aren't read."""
    return () if addresses.make_reply(context.notice) == addresses.no_reply() else (sentence,)


def numbered_links(choices: Iterable[tuple[str, str]]) -> tuple[Link, ...]:
    """Return links for these texts and addresses, each with the number by which a reply chooses it."""
    return tuple(Link(f"{number}. {text}", url) for number, (text, url) in enumerate(choices, start=1))


def explanations(
    context: LetterContext, question: Question | None, *, with_moves: bool = False
) -> list[Note]:
    """Return the small print of a mail that asks something; the first one also says what can be written."""
    if not context.is_first_mail:
        return [forwarding_note()]
    sentences = [
        *(note.text for note in reply_notes(context.notice, with_moves=with_moves)),
        *missed_turns_sentences(question),
        forwarding_note().text,
    ]
    return [Note(" ".join(sentences))]


def missed_turns_sentences(question: Question | None) -> list[str]:
    """Return what follows after how many missed turns; nothing where the line about the deadline says it."""
    if question is None or question.due_at is None or question.is_window:
        return []
    if not question.is_missed_turn:
        return [_("If the site plays for you on someone else’s turn, it doesn’t count as a missed turn.")]
    game = question.seat.game
    if question.seat.timeouts_in_row + 1 >= game.patience:
        return []
    text = ngettext(
        "After %(count)d missed turn, %(follows)s.",
        "After %(count)d missed turns in a row, %(follows)s.",
        game.patience,
    )
    return [text % {"count": game.patience, "follows": game_settings.describe_consequence(game)}]


def reply_notes(notice: Notice, *, with_moves: bool = False) -> list[Note]:
    """Return what a reply can say; nothing if this mail can't be answered."""
    if addresses.make_reply(notice) == addresses.no_reply():
        return []
    if with_moves:
        text = _(
            "On the first line of a reply, write numbers, cards or moves in their order, such as "
            "“1, bread to love, 9”, or: “hand”, “undo”, “say …”, “help”."
        )
    else:
        text = _("To see what else you can reply, answer “help”.")
    return [Note(text)]


def forwarding_note() -> Note:
    """Return the warning that anybody can play with the links of a forwarded mail."""
    return Note(_("Anyone with this mail can see your hand and play for you: don’t forward it."))


def link_warning() -> Note:
    """Return the same warning for a mail that shows no hand."""
    return Note(_("The links in this mail are yours alone: don’t forward it."))


def link_note() -> str:
    """Return the line below the main button."""
    return _("Nothing happens until you press a button there. The link is yours alone.")
