"""Carries out the lines of a stored reply, and keeps what came of each with it."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from games.commands.carry_out import LineTarget, Written, carry_out
from games.history.narrator import Length
from games.models import By, LineResult, Reply
from games.replies.commands import MOST_CHARACTERS, MOST_LINES, CommandKind, ReplyCommand


def do_lines(reply: Reply, commands: Sequence[ReplyCommand], begin: Callable[[int], LineTarget]) -> None:
    """Carry out the commands of a reply, continuing where a crash interrupted them."""

    def keep(result: LineResult) -> None:
        reply.wants_help |= result.done and result.kind == CommandKind.HELP
        reply.wants_hand |= result.shows_hand and result.seat is None
        reply.results.append(result.stored())
        reply.save(update_fields=["results", "wants_help", "wants_hand"])

    written = Written(By.REPLY, key_of(reply), reply.received_at, length=Length.OWN, asks_back=True)
    first = sum(line.took for line in reply.lines)
    carry_out(commands, written, begin=begin, keep=keep, first=first)


def key_of(reply: Reply) -> str:
    """Return what the submission keys of a reply's lines begin with."""
    return f"reply.{reply.pk}"


def note_begun(reply: Reply, place: int) -> bool:
    """Note that a line is begun, and return whether it was begun before, so that a crash interrupted it."""
    was_begun = reply.begun > place
    reply.begun = max(reply.begun, place + 1)
    reply.save(update_fields=["begun"])
    return was_begun


def report_unread_text(reply: Reply, text: str) -> None:
    """Report that a reply was too long, or empty."""
    if not reply.results:
        problem = _("We found nothing new in your mail. Write your answer on the first line.")
    elif len(text) > MOST_CHARACTERS or len(reply.results) == MOST_LINES:
        problem = _("We read at most %(lines)d lines and %(count)d characters, so we left out the rest.")
        problem %= {"lines": MOST_LINES, "count": MOST_CHARACTERS}
    else:
        return
    reply.results.append(LineResult(False, "", text=problem).stored())
