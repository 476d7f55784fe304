"""Letters about what players say or ask each other: a mention, and taking a turn back."""

from django.db.models import F, Q, Subquery
from django.utils.translation import gettext as _

from games.history import remarks
from games.history.formatting import moment, one_line
from games.models import Ballot, Notice, Remark, Vote
from games.outbox.obsolete import Obsolete
from games.play import undo_turn

from . import parts
from .context import LetterContext, Writer
from .letter import Letter, Link

MOST_QUOTED = 5


def recent_remarks(context: LetterContext) -> tuple[str, ...]:
    """Return the last unread remarks of others since the last mail to the reader about this table."""
    own_seat = context.seat if context.is_own_seat else None  # a deputy has none
    if not remarks.may_read(context.game, own_seat, context.player):
        return ()
    sent = Notice.objects.filter(seat=context.seat, player=context.player, status=Notice.Status.SENT)
    last = sent.exclude(pk=context.notice.pk).order_by("-sent_at").values("sent_at")[:1]
    said = Remark.objects.filter(game=context.game, deleted_at=None, hidden_at=None)
    said = said.exclude(seat=context.seat).filter(pk__gt=context.seat.heard_until)
    said = said.annotate(last=Subquery(last)).filter(Q(last=None) | Q(created_at__gt=F("last")))
    newest = said.select_related("seat").order_by("-pk")[:MOST_QUOTED]
    return tuple(quote(remark) for remark in reversed(newest))


def quote(remark: Remark) -> str:
    """Return a remark as one line, with the name before it."""
    return f"{one_line(str(remark.seat))}: {one_line(remark.text, 300)}"


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
    after = Remark.objects.filter(game=context.game, pk__gt=remark.pk, deleted_at=None, hidden_at=None)
    later = after.exclude(seat=context.seat).select_related("seat").order_by("pk")[: MOST_QUOTED - 1]
    return parts.basic_letter(
        context,
        _("%(name)s mentions you in the talk of the table.") % {"name": one_line(str(remark.seat))},
        talk=tuple(quote(each) for each in (remark, *later)),
    )


def takeback_letter(context: LetterContext) -> Letter:
    """Return the letter that asks whether a turn may be taken back."""
    vote = Vote.objects.select_related("seat").filter(pk=context.param("vote"), game=context.game).first()
    if vote is None or not vote.is_open or undo_turn.is_lapsed(vote):
        raise Obsolete("nothing is asked any more")
    if Ballot.objects.filter(vote=vote, seat=context.seat).exists():
        raise Obsolete("answered already")
    words = {"name": one_line(str(vote.seat)), "moment": moment(vote.closes_at, context.player.zone)}
    return parts.basic_letter(
        context,
        _("%(name)s asks to take back a turn.") % words,
        due=_("Your answer counts until %(moment)s, and until somebody makes a move.") % words,
        lead=(
            _(
                "If everybody agrees, the table goes back to how it was before the first move of that turn. "
                "No card is drawn anew, and no time is given back; whoever has seen cards since then knows "
                "them. One refusal ends it; without an answer everything stays as it is."
            ),
        ),
        button=Link(_("See it, and answer"), context.seat_link("takeback")),
        happened_title=_("This would be taken back"),
        happened=parts.history_lines(context, vote.version or 0, with_events=False),
    )


WRITERS: dict[str, Writer] = {
    Notice.Kind.MENTION: mention_letter,
    Notice.Kind.TAKEBACK: takeback_letter,
}
