"""The letter about somebody at the table whom no notice reaches. It names no address."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.history.formatting import moment, one_line
from games.models import Notice, Seat
from games.outbox.obsolete import Obsolete

from . import links, parts
from .letter import Letter, Link
from .occasion import Occasion, Writer


def of_unreachable(occasion: Occasion) -> Letter:
    """Return the letter to the host, or to the others, about somebody who cannot be told."""
    question = occasion.notice.question
    if "seat" in occasion.notice.params:  # they are asked nothing
        name = _who(occasion)
        return _letter(occasion, name, _("Mail to %(name)s comes back for good.") % {"name": name})
    if question is None or not question.is_open:
        raise Obsolete("the question is answered")
    name = one_line(str(question.seat))
    due = ""
    if question.due_at is not None and question.extended_at is not None:
        at = moment(question.due_at, occasion.player.zone)
        due = _("Their time is extended once; it runs out at %(moment)s.") % {"moment": at}
    lead = _("%(name)s is asked something, and no notice of it arrives.") % {"name": name}
    return _letter(occasion, name, lead, due)


def _who(occasion: Occasion) -> str:
    """Return the name at the seat whose player gets no mail. Raises `Obsolete` when they get it again."""
    seats = Seat.objects.select_related("player").filter(game=occasion.game)
    seat = seats.filter(pk=occasion.param("seat")).first()
    if seat is None or not seat.is_person or seat.player is None or seat.player.mail_refused_at is None:
        raise Obsolete("mail reaches them again, or they have left")
    return one_line(str(seat))


def _letter(occasion: Occasion, name: str, lead: str, due: str = "") -> Letter:
    return Letter(
        call=_("Notices to %(name)s fail.") % {"name": name},
        due=due,
        lead=(
            lead,
            _("If you know how to reach them, a word from you helps: they can sign in and play."),
        ),
        button=Link(_("Open the table"), links.of_seat(occasion.notice, occasion.seat)),
        below_button=parts.link_is_yours(),
        notes=(parts.if_forwarded(),),
    )


WRITERS: dict[str, Writer] = {
    Notice.Kind.UNREACHABLE: of_unreachable,
}
