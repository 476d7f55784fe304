"""Parts that letters share: usual fields, the recap, deadlines, and small print."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock
from games.clocks import running_time
from games.history import game_history, game_settings
from games.history.formatting import moment, one_line
from games.models import Notice, Question, Timing
from games.timing import deadlines

from . import addresses
from .board import board_section
from .context import LetterContext
from .letter import Letter, Link, Note
from .table import show_hand, show_table

# More moves than this would bury the question; the table page shows them all.
MOST_MOVES, MOST_LINES = 30, 40


def basic_letter(context: LetterContext, headline: str, **fields: Any) -> Letter:
    """Return a letter with these fields; its button and small print are the usual ones unless given."""
    if "button" not in fields:
        fields["button"] = Link(_("Open the table"), context.seat_link())
    return Letter(headline=headline, **{"below_button": link_note(), "notes": (forwarding_note(),), **fields})


def table_letter(context: LetterContext, headline: str, **fields: Any) -> Letter:
    """Return a letter that also shows the recap, the hand, the board and the table of its seat."""
    view = context.view
    if "history" not in fields:
        # Not since the last visit: a mail has to stand alone.
        after = game_history.since_last_turn(context.game, context.seat)
        title = _("Since your last turn") if after else _("What has happened so far")
        fields |= {"history_title": title, "history": history_lines(context, after)}
    if view is not None:
        title, hand = show_hand(view)
        fields = {"hand_title": title, "hand": hand, "table": show_table(view, context.names)} | fields
    return basic_letter(context, headline, board=board_section(context), **fields)


def history_lines(context: LetterContext, after: int, *, with_events: bool = True) -> tuple[str, ...]:
    """Return the history after move `after` as the seat may know it; only the end of a long one.

    `with_events` includes what is not play, and moves that were taken back.
    """
    history = game_history.history_lines(
        context.game,
        context.seat,
        after=after,
        limit=MOST_MOVES,
        with_notes=context.is_own_seat,
        seats=context.snapshot.seats,
    )
    if not with_events:
        history = [line for line in history if line.kind in game_history.PLAY and not line.is_undone]
    lines = [_history_line(line) for line in history[-MOST_LINES:]]
    if len(history) > MOST_LINES or context.game.version - after > MOST_MOVES:
        lines.insert(0, _("What happened before that is on the page."))
    return tuple(lines)


def _history_line(line: game_history.HistoryLine) -> str:
    text = one_line(line.text)
    if line.is_undone:
        return _("Taken back: %(text)s") % {"text": text}
    return _("Only for you: %(text)s") % {"text": text} if line.kind == "note" else text


def side_question_deadline() -> str:
    """Return until when a question beside the play can be answered."""
    return _(
        "No hurry: the game does not wait for this. It lapses in your next turn, as soon as you act in it."
    )


def deadline_sentences(context: LetterContext, question: Question) -> str:
    """Return the deadline in the player's time zone, and the state of their clock."""
    if question.due_at is not None:
        text = _("Answer by %(moment)s.") % {"moment": moment(question.due_at, context.player.zone)}
        return " ".join([text, *_clock_lines(context, question)])
    if context.game.paused_at is not None:
        return _("The game is paused, and the clock with it.")
    return _("This game has no clock: take all the time you like.")


def _clock_lines(context: LetterContext, question: Question) -> list[str]:
    """Return whether the reader's clock rests now, and the time in their bank."""
    now, game, lines = clock.now(), context.game, []
    hours = context.snapshot.pauses.get(question.seat.player_id or 0)
    resumes = running_time.end_of_pause(now, deadlines.pauses_of(question, hours))
    if resumes > now:
        lines.append(_("Your clock rests until %(at)s.") % {"at": moment(resumes, context.player.zone)})
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
    for seat in context.snapshot.seats if game.vacations else []:
        if not seat.is_person or seat.player_id is None or seat.pk == context.seat.pk:
            continue
        away = context.snapshot.pauses[seat.player_id].away
        back = max((end for begin, end in away if begin <= now < end), default=None)
        if back is not None:
            words = {"name": one_line(str(seat)), "at": moment(back, zone)}
            notes.append(Note(_("%(name)s is away until %(at)s.") % words))
    return notes


def players_sentence(names: Iterable[str]) -> str:
    """Return the sentence that names the players."""
    return _("At the table: %(names)s.") % {"names": _(", ").join(names)}


def timeout_notes(question: Question) -> list[Note]:
    """Return what happens when time runs out; nothing without a deadline."""
    if question.due_at is None:
        return []
    if question.is_window:
        return [Note(_("If time runs out, the site lets it pass for you. That counts against nobody."))]
    text = _(
        "If time runs out, the site answers for you, as sensibly as it can, and tells the table that it did."
    )
    return [Note(f"{text} {_missed_turns_sentence(question)}")]


def _missed_turns_sentence(question: Question) -> str:
    """Return the consequence of missed turns, and whether this one would bring it."""
    game = question.seat.game
    missed, follows = question.seat.timeouts_in_row + 1, game_settings.describe_consequence(game)
    if missed >= game.patience:
        return _("This time more would follow: %(follows)s.") % {"follows": follows}
    return ngettext(
        "After %(count)d missed turn, %(follows)s.",
        "After %(count)d missed turns in a row, %(follows)s.",
        game.patience,
    ) % {"count": game.patience, "follows": follows}


def reply_notes(notice: Notice, *, with_moves: bool = False) -> list[Note]:
    """Return how to play by reply; nothing if this mail can't be answered."""
    if addresses.make_reply(notice) == addresses.no_reply():
        return []
    if with_moves:
        text = _(
            "You can answer this mail to play. Write numbers, names of cards or moves on the first line, in "
            "their order, such as “1, bread to love, 9”, then an empty line: each is done as long as it is "
            "possible then. “help” tells you more, “hand” shows your hand, “undo” takes your last move back, "
            "“say …” speaks to the table."
        )
    else:
        text = _(
            "You can answer this mail to play. Write the number or the name of your choice on the first "
            "line, several as “1, 3”, then an empty line. “help” tells you more, “hand” shows your hand, "
            "“undo” takes your last move back, “say …” speaks to the table."
        )
    return [Note(text)]


def forwarding_note() -> Note:
    """Return the warning that anybody can play with the links of a forwarded mail."""
    text = _(
        "Whoever has this mail can see your hand and play for you: forwarding it hands over your seat. "
        "If you did so by mistake, open the table and press “%(button)s”. The next mail brings new ones."
    )
    return Note(text % {"button": _("Make all earlier links useless")})


def link_note() -> str:
    """Return the line below the main button."""
    return _(
        "Nothing happens before you press a button there. The link is yours alone and needs no password."
    )
