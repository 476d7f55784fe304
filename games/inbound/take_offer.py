"""Takes a yes or a no to what the answered mail has offered; see ADR 86."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from django.utils.translation import gettext as _

from games.commands.carry_out import LOST, LineTarget, Meant
from games.core.refusal import NotPossible, Stale
from games.mail import sent_lines
from games.models import LineResult, Notice, Player, Reply, Seat
from games.play.answer import table_has_changed
from games.replies.commands import CommandKind, ReplyCommand
from games.replies.consent import Consent, read_consent
from games.replies.known_words import KnownWords
from games.replies.offers import Offer, find_offer
from games.replies.targets import Target

from .reply_lines import do_lines, note_begun
from .seat_in_mail import SeatInMail

DECLINED = "declined"  # the kind of a line that says no


def offer_of_letter(
    seat: Seat, question: int | None, written_at: datetime | None, in_reply_to: Sequence[str]
) -> Offer | None:
    """Return what the answered mail about a seat has offered.

    That is the one written in the second that its address names; of several, the one that is referred to.
    """
    if written_at is None:
        return None
    mails = Notice.objects.filter(sent_lines.written_at(written_at), seat=seat, player=seat.player_id)
    mails = mails.filter(channel=None).exclude(status=Notice.Status.SKIPPED)
    found = [each for each in mails.select_related("question") if _asked(each) == (question or 0)]
    if len(found) > 1:
        named = [word.strip() for word in in_reply_to]
        found = [each for each in found if each.message_id in named]
    return offer_of_mail(found[0].message_id, seat.player) if len(found) == 1 else None


def _asked(notice: Notice) -> int:
    """Return the number of the question that the address of a mail names; 0 for none."""
    return max(notice.question.number, 0) if notice.question is not None else 0


def offer_of_mail(message_id: str, player: Player | None) -> Offer | None:
    """Return what the mail to a player with this Message-ID has offered, if it answers a reply."""
    reply = Reply.objects.filter(notice__message_id=message_id, player=player).first()
    return find_offer(reply) if reply is not None else None


def take_offer(
    reply: Reply,
    offer: Offer,
    text: str,
    known: KnownWords,
    seats: Mapping[int, SeatInMail] | None = None,
) -> bool:
    """Do what a reply says to an offer: yes gives the answer, and no drops it; say whether it was about that.

    Of a mail about several games, `seats` are those that it told of. What is neither a plain yes nor a no,
    but looks like a yes, is refused.
    """
    consent, line = read_consent(text, known)
    if consent == Consent.NOTHING:
        return False
    if consent == Consent.NO and offer.question is not None and offer.question.is_open:
        decline(reply, offer, line)
    else:
        command = ReplyCommand(CommandKind.CHOICE, line, line)
        do_lines(reply, [command], partial(accept, reply, offer, consent, seats))
    return True


def decline(reply: Reply, offer: Offer, line: str) -> None:
    """Note that a player doesn't want what was offered; what was asked stays open."""
    Reply.objects.filter(pk=offer.reply.pk).update(offer_dropped=True)
    if not reply.results:
        said = _("All right, we won’t. Nothing was played.")
        reply.results.append(LineResult(True, line, DECLINED, said).stored())
        reply.save(update_fields=["results"])


def accept(
    reply: Reply, offer: Offer, consent: Consent, seats: Mapping[int, SeatInMail] | None, place: int
) -> LineTarget:
    """Return what a yes answers. Raises a `Refusal` for what is no plain yes, and after a no."""
    was_begun = note_begun(reply, place)
    if consent == Consent.UNCLEAR:
        raise NotPossible(
            _(
                "To do what we asked, reply “yes” and nothing else. For another choice, write its number or "
                "its name alone."
            )
        )
    seat = Seat.objects.select_related("game", "player").get(pk=offer.seat)
    printed = None
    if seats is not None:
        if offer.seat not in seats:
            raise table_has_changed()
        mine = seats[offer.seat]
        printed = Target(offer.seat, offer.number if offer.number in mine.rows else None)
        if why := mine.why_refused(CommandKind.CHOICE, offer.number, ()):
            return LineTarget(seat, None, printed=printed, refusal=why)
    if Reply.objects.filter(pk=offer.reply.pk, offer_dropped=True).exists():
        raise Stale(_("You’ve already said no to this. Write the number or the name of your choice."))
    about: Meant = offer.question or LOST
    return LineTarget(seat, about, (), was_begun, printed=printed, labels=offer.labels)
