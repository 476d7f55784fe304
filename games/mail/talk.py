"""What players say to each other: the letter about a mention, and the latest remarks for other letters."""

from django.db.models import F, Q, Subquery
from django.utils.translation import gettext as _

from games.history import remarks
from games.models import Notice, Remark
from games.models.names import one_line
from games.outbox.obsolete import Obsolete

from . import parts
from .context import LetterContext, Writer
from .letter import Letter

MOST_QUOTED = 5


def recent_remarks(context: LetterContext) -> tuple[str, ...]:
    """Return the last unread remarks of others since the last mail to the reader about this table."""
    own_seat = context.seat if context.is_own_seat else None  # a deputy has none
    if not remarks.may_read(context.game, own_seat, context.player):
        return ()
    if context.snapshot.last_remark <= context.seat.heard_until:
        return ()
    heard = remarks.heard_by(context.player.pk)
    said = heard.filter(game=context.game, pk__gt=context.seat.heard_until)
    sent = Notice.objects.filter(seat=context.seat, player=context.player, status=Notice.Status.SENT)
    last = sent.exclude(pk=context.notice.pk).order_by("-sent_at").values("sent_at")[:1]
    said = said.filter(deleted_at=None, hidden_at=None).exclude(seat=context.seat)
    said = said.annotate(last=Subquery(last)).filter(Q(last=None) | Q(created_at__gt=F("last")))
    newest = said.select_related("seat").order_by("-pk")[:MOST_QUOTED]
    return tuple(quote(remark) for remark in reversed(newest))


def quote(remark: Remark) -> str:
    """Return a remark as one line, with the name before it."""
    return f"{remark.seat.shown_name}: {one_line(remark.text, 300)}"


def mention_letter(context: LetterContext) -> Letter:
    """Return the letter to a player whom a remark mentions."""
    remark = (
        Remark.objects.select_related("seat").filter(pk=context.param("remark"), game=context.game).first()
    )
    if remark is None or not remark.is_shown:
        raise Obsolete("the remark is gone")
    if context.seat.heard_until >= remark.pk:
        raise Obsolete("the player has read it")
    if not (context.is_own_seat and context.seat.is_taken):
        raise Obsolete("the player has left the table")
    heard = remarks.heard_by(context.player.pk)
    if not heard.filter(pk=remark.pk).exists():
        raise Obsolete("the player has muted who said it")
    after = heard.filter(game=context.game, pk__gt=remark.pk, deleted_at=None, hidden_at=None)
    later = after.exclude(seat=context.seat).select_related("seat").order_by("pk")[: MOST_QUOTED - 1]
    return parts.basic_letter(
        context,
        _("%(name)s mentioned you in the table talk.") % {"name": remark.seat.shown_name},
        talk=tuple(quote(each) for each in (remark, *later)),
    )


WRITERS: dict[str, Writer] = {
    Notice.Kind.MENTION: mention_letter,
}
