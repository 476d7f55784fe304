"""What letters share: how most of them begin and end, what happened, when an answer is due, small print."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock
from games.clocks import running_time
from games.history import clock_words, moves, silence_words
from games.history.formatting import moment, one_line
from games.history.recap import since_last_turn
from games.models import Notice, Question, Timing
from games.timing import deadlines

from . import addresses, links
from .board import show_board
from .letter import Letter, Link, Note
from .occasion import Occasion
from .table import show_hand, show_table

# More moves than this would bury the question; the table page tells them all.
MOST_MOVES, MOST_LINES = 30, 40


def basic_letter(occasion: Occasion, call: str, **fields: Any) -> Letter:
    """Return a letter with these fields; its link and small print are the usual ones unless given."""
    if "button" not in fields:
        fields["button"] = Link(_("Open the table"), links.of_seat(occasion.notice, occasion.seat))
    usual = {"below_button": link_is_yours(), "notes": (if_forwarded(),)}
    return Letter(call=call, **usual | fields)


def table_letter(occasion: Occasion, call: str, **fields: Any) -> Letter:
    """Return a letter that also shows what happened, the hand, the board and the table of its seat."""
    view = occasion.view
    if "happened" not in fields:
        fields["happened_title"], fields["happened"] = recap(occasion)
    if view is not None:
        title, hand = show_hand(view)
        fields = {"hand_title": title, "hand": hand, "table": show_table(view, occasion.names)} | fields
    return basic_letter(occasion, call, board=show_board(occasion), **fields)


def recap(occasion: Occasion) -> tuple[str, tuple[str, ...]]:
    """Return what happened since the player's last turn, and the words above it.

    Not since the last visit: the mail stands alone, also for somebody who has looked at the table in between.
    """
    after = since_last_turn(occasion.game, occasion.seat)
    title = _("Since your last turn") if after else _("What has happened so far")
    return title, happened(occasion, after)


def happened(occasion: Occasion, after: int, *, with_events: bool = True) -> tuple[str, ...]:
    """Return what happened after move `after`, as the seat may know it; of too much, what happened last.

    Without events, only what belongs to the play.
    """
    is_own = occasion.seat.player_id == occasion.player.pk
    history = moves.history_lines(
        occasion.game,
        occasion.seat,
        after=after,
        limit=MOST_MOVES,
        with_notes=is_own,
        names=occasion.snapshot.names,
    )
    if not with_events:
        history = [line for line in history if line.kind in moves.PLAY and not line.is_undone]
    lines = [_history_line(line) for line in history[-MOST_LINES:]]
    if len(history) > MOST_LINES or occasion.game.version - after > MOST_MOVES:
        lines.insert(0, _("What happened before that is on the page."))
    return tuple(lines)


def _history_line(line: moves.HistoryLine) -> str:
    text = one_line(line.text)
    if line.is_undone:
        return _("Taken back: %(text)s") % {"text": text}
    return _("Only for you: %(text)s") % {"text": text} if line.kind == "note" else text


def no_hurry() -> str:
    """Return until when a question beside the play may be answered."""
    return _(
        "No hurry: the game does not wait for this. It lapses in your next turn, as soon as you act in it."
    )


def due(occasion: Occasion, question: Question) -> str:
    """Return until when an answer counts, as a date in the player's zone."""
    if question.due_at is not None:
        text = _("Answer by %(moment)s.") % {"moment": moment(question.due_at, occasion.player.zone)}
        return " ".join([text, *_clock_lines(occasion, question)])
    if occasion.game.paused_at is not None:
        return _("The game is paused, and the clock with it.")
    return _("This game has no clock: take all the time you like.")


def _clock_lines(occasion: Occasion, question: Question) -> list[str]:
    """Return what the reader's clock shows besides the deadline: that it rests, and what is saved up."""
    now, game, lines = clock.now(), occasion.game, []
    hours = occasion.snapshot.hours.get(question.seat.player_id or 0)
    resumes = running_time.resumes(now, deadlines.hours_of(question, hours))
    if resumes > now:
        lines.append(_("Your clock rests until %(at)s.") % {"at": moment(resumes, occasion.player.zone)})
    bank = question.seat.bank
    if game.timing == Timing.BANK and question.of_turn and bank is not None:
        lines.append(
            _("You have saved %(time)s, this turn included.") % {"time": clock_words.describe_span(bank)}
        )
        if game.grace_hours:
            lines.append(clock_words.describe_details(game)[0])
    return lines


def who_is_away(occasion: Occasion) -> list[Note]:
    """Return which others at the table are away now, and until when, where that stops their clocks."""
    game, now, zone = occasion.game, clock.now(), occasion.player.zone
    notes = []
    for seat in occasion.snapshot.seats if game.vacations else []:
        if not seat.is_person or seat.player_id is None or seat.pk == occasion.seat.pk:
            continue
        away = occasion.snapshot.hours[seat.player_id].away
        back = max((end for begin, end in away if begin <= now < end), default=None)
        if back is not None:
            words = {"name": one_line(str(seat)), "at": moment(back, zone)}
            notes.append(Note(_("%(name)s is away until %(at)s.") % words))
    return notes


def at_the_table(names: Iterable[str]) -> str:
    """Return who plays, in one sentence."""
    return _("At the table: %(names)s.") % {"names": _(", ").join(names)}


def if_time_runs_out(question: Question) -> list[Note]:
    """Return what happens to who does not answer in time; nothing without a clock."""
    if question.due_at is None:
        return []
    if question.is_window:
        return [Note(_("If time runs out, the site lets it pass for you. That counts against nobody."))]
    text = _(
        "If time runs out, the site answers for you, as sensibly as it can, and tells the table that it did."
    )
    return [Note(f"{text} {_after_that(question)}")]


def _after_that(question: Question) -> str:
    """Return what follows when somebody lets turns pass, and whether it would follow now."""
    game = question.seat.game
    missed, follows = question.seat.timeouts_in_row + 1, silence_words.describe_consequence(game)
    if missed >= game.patience:
        return _("This time more would follow: %(follows)s.") % {"follows": follows}
    return ngettext(
        "After %(count)d missed turn, %(follows)s.",
        "After %(count)d missed turns in a row, %(follows)s.",
        game.patience,
    ) % {"count": game.patience, "follows": follows}


def why_a_bot_plays(occasion: Occasion) -> tuple[str, ...]:
    """Return why a bot answers for the reader's seat, and how it is theirs again."""
    why = _("So that the others need not wait, a bot answers for you now.")
    offered = _("Somebody else may take your seat over; as long as nobody has, it is yours.")
    back = _("Nothing is lost: press “%(button)s” on the page, and the seat is yours again at once.")
    back %= {"button": _("I am back: let me play")}
    return (f"{why} {offered} {back}" if occasion.seat.is_offered else f"{why} {back}",)


def how_to_reply(notice: Notice, *, with_moves: bool = False) -> list[Note]:
    """Return how to play by answering the mail, where its address for answers is one that plays."""
    if addresses.make_reply(notice).startswith("noreply@"):
        return []
    if with_moves:
        text = _(
            "You can answer this mail to play. Write numbers, names of cards or moves on the first line, in "
            "their order, such as “1, bread to love, 9”, then an empty line: each is done as long as it is "
            "possible then. “help” tells you more, “hand” shows your hand, “undo” takes your last move back, "
            "“say …” speaks to the table."
        )
        return [Note(text)]
    text = _(
        "You can answer this mail to play. Write the number or the name of your choice on the first line, "
        "several as “1, 3”, then an empty line. “help” tells you more, “hand” shows your hand, “undo” takes "
        "your last move back, “say …” speaks to the table."
    )
    return [Note(text)]


def if_forwarded() -> Note:
    """Return the warning that a link of a mail is all that it takes to play."""
    text = _(
        "Whoever has this mail can see your hand and play for you: forwarding it hands over your seat. "
        "If you did so by mistake, open the table and press “%(button)s”. The next mail brings new ones."
    )
    return Note(text % {"button": _("Make all earlier links useless")})


def link_is_yours() -> str:
    """Return the line below the main link."""
    return _(
        "Nothing happens before you press a button there. The link is yours alone and needs no password."
    )
