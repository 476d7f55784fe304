"""The sentences about what came of a reply: the headline of the answering mail, and one for each line."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import LineResult
from games.models.names import one_line
from games.replies.commands import CommandKind
from games.replies.request_words import RequestKind

LONGEST_HEADLINE = 72  # characters


def describe_results(results: Sequence[LineResult], *, has_offer: bool = False) -> str:
    """Return the first sentence, which names no card (requirement H10)."""
    done = sum(result.done for result in results)
    if has_offer and not done:
        return _("We have one question first.")
    if done == len(results):
        kinds = {result.kind for result in results}
        return _here_is(kinds.pop()) if len(kinds) == 1 else _("Done: we did what you wrote.")
    if done:
        return ngettext(
            "We did %(count)d line of your mail, but not the rest.",
            "We did %(count)d lines of your mail, but not the rest.",
            done,
        ) % {"count": done}
    return _("Nothing was played from your mail.")


def _here_is(kind: str) -> str:
    """Return the first sentence above what a reply has asked to see; where it did something, that."""
    match kind:
        case CommandKind.HELP:
            return _("Here’s what you can write.")
        case CommandKind.HAND:
            return _("Here’s your hand.")
        case RequestKind.STATUS:
            return _("Here’s how the game stands.")
        case RequestKind.HISTORY:
            return _("Here are the last moves.")
    return _("Done: we did what you wrote.")


def describe_line(result: LineResult) -> str:
    """Return the result of one line of the reply."""
    line, text = one_line(result.line, 80), one_line(result.text)
    if result.done:
        return _("“%(line)s”: %(text)s") % {"line": line, "text": text} if text else ""
    if not line:
        return text
    if not text:
        return _("We skipped “%(line)s” because of what came before it.") % {"line": line}
    return _("We skipped “%(line)s”. %(text)s") % {"line": line, "text": text}
