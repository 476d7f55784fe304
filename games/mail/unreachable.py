"""The letter about somebody at the table whom no notice reaches. It names no address."""

from __future__ import annotations

from django.utils.translation import gettext as _

from . import links, parts
from .letter import Letter, Link
from .moot import Moot
from .occasion import Occasion
from .words import moment, one_line


def of_unreachable(occasion: Occasion) -> Letter:
    """Return the letter to the host, or to the others, about whoever is asked and cannot be told."""
    question = occasion.notice.question
    if question is None or not question.is_open:
        raise Moot("the question is answered")
    name = one_line(str(question.seat))
    due = ""
    if question.due_at is not None:
        at = moment(question.due_at, occasion.player.zone)
        due = _("Their time is extended once; it runs out at %(moment)s.") % {"moment": at}
    return Letter(
        call=_("Notices to %(name)s fail.") % {"name": name},
        due=due if question.extended_at is not None else "",
        lead=(
            _("%(name)s is asked something, and no notice of it arrives.") % {"name": name},
            _("If you know how to reach them, a word from you helps: they can sign in and play."),
        ),
        button=Link(_("Open the table"), links.of_seat(occasion.notice, occasion.seat)),
        below_button=parts.link_is_yours(),
        notes=(parts.if_forwarded(),),
    )
