"""Letters about what people at a table say or ask of each other: a mention, and taking a turn back."""

from django.db.models import F, Q, Subquery
from django.utils.translation import gettext as _

from games.history import remarks
from games.history.formatting import moment, one_line
from games.models import Ballot, Notice, Remark, Vote
from games.outbox.obsolete import Obsolete
from games.play import undo_turn

from . import links, parts
from .letter import Letter, Link
from .occasion import Occasion, Writer

MOST_QUOTED = 5


def said_since(occasion: Occasion) -> tuple[str, ...]:
    """Return the last things that others have said since the last mail to the reader about this table."""
    own_seat = occasion.seat if occasion.seat.player_id == occasion.player.pk else None  # a deputy has none
    if not remarks.may_read(occasion.game, own_seat, occasion.player):
        return ()
    sent = Notice.objects.filter(seat=occasion.seat, player=occasion.player, status=Notice.Status.SENT)
    last = sent.exclude(pk=occasion.notice.pk).order_by("-sent_at").values("sent_at")[:1]
    said = Remark.objects.filter(game=occasion.game, deleted_at=None, hidden_at=None)
    said = said.exclude(seat=occasion.seat).filter(pk__gt=occasion.seat.heard_until)
    said = said.annotate(last=Subquery(last)).filter(Q(last=None) | Q(created_at__gt=F("last")))
    newest = said.select_related("seat").order_by("-pk")[:MOST_QUOTED]
    return tuple(quoted(remark) for remark in reversed(newest))


def quoted(remark: Remark) -> str:
    """Return one remark on a line of its own."""
    return f"{one_line(str(remark.seat))}: {one_line(remark.text, 300)}"


def of_mention(occasion: Occasion) -> Letter:
    """Return the letter to somebody whom a remark mentions."""
    remark = (
        Remark.objects.select_related("seat").filter(pk=occasion.param("remark"), game=occasion.game).first()
    )
    if remark is None or not remark.is_shown:
        raise Obsolete("the remark is gone")
    if occasion.seat.heard_until >= remark.pk:
        raise Obsolete("the player has read it")
    if occasion.seat.player_id != occasion.player.pk or not occasion.seat.is_taken:
        raise Obsolete("the player has left the table")
    after = Remark.objects.filter(game=occasion.game, pk__gt=remark.pk, deleted_at=None, hidden_at=None)
    later = after.exclude(seat=occasion.seat).select_related("seat").order_by("pk")[: MOST_QUOTED - 1]
    return parts.basic_letter(
        occasion,
        _("%(name)s mentions you in the talk of the table.") % {"name": one_line(str(remark.seat))},
        talk=tuple(quoted(each) for each in (remark, *later)),
    )


def of_takeback(occasion: Occasion) -> Letter:
    """Return the letter that asks whether a turn may be taken back."""
    vote = Vote.objects.select_related("seat").filter(pk=occasion.param("vote"), game=occasion.game).first()
    if vote is None or not vote.is_open or undo_turn.is_lapsed(vote):
        raise Obsolete("nothing is asked any more")
    if Ballot.objects.filter(vote=vote, seat=occasion.seat).exists():
        raise Obsolete("answered already")
    words = {"name": one_line(str(vote.seat)), "moment": moment(vote.closes_at, occasion.player.zone)}
    return parts.basic_letter(
        occasion,
        _("%(name)s asks to take back a turn.") % words,
        due=_("Your answer counts until %(moment)s, and until somebody makes a move.") % words,
        lead=(
            _(
                "If everybody agrees, the table goes back to how it was before the first move of that turn. "
                "No card is drawn anew, and no time is given back; whoever has seen cards since then knows "
                "them. One refusal ends it; without an answer everything stays as it is."
            ),
        ),
        button=Link(_("See it, and answer"), links.of_takeback(occasion.notice, occasion.seat)),
        happened_title=_("This would be taken back"),
        happened=parts.happened(occasion, vote.version or 0, with_events=False),
    )


WRITERS: dict[str, Writer] = {
    Notice.Kind.MENTION: of_mention,
    Notice.Kind.TAKEBACK: of_takeback,
}
