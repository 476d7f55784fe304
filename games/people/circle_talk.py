"""The talk of a circle, which belongs to nobody's table: writing, reading and deleting messages."""

from datetime import timedelta

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from games import clock
from games.core import blocks
from games.core.locking import in_transaction
from games.core.refusal import Capped, NotAllowed, NotPossible
from games.core.submissions import find_made, sign_form
from games.core.suspension import check_may_play
from games.models import Circle, CircleMember, CircleRemark, Player
from games.models.talk import SECOND_THOUGHTS

from .circles import lock_circle
from .talk import MOST_A_DAY, MOST_A_MINUTE, check_text

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


@in_transaction
def write(*, circle: Circle, by: Player, text: str, submission_key: str = "") -> CircleRemark:
    """Write a message to a circle. One that was sent with the same `submission_key` stands once.

    Locks the circle, then the player's row. Raises a `Refusal`.
    """
    check_may_play(by)
    text = check_text(text)
    circle = lock_circle(circle)
    Player.objects.select_for_update().get(pk=by.pk)
    if not circle.members.filter(player=by).exists():
        raise NotAllowed(_("Only members of this circle can do this."))
    mine = CircleRemark.objects.filter(player=by)
    signature = sign_form(submission_key, circle=circle.pk, text=text)
    if (earlier := find_made(mine, signature)) is not None:
        return earlier
    now = clock.now()
    if mine.filter(created_at__gt=now - MINUTE).count() >= MOST_A_MINUTE:
        raise Capped(_("That was a lot at once. Wait a minute and try again."))
    if mine.filter(created_at__gt=now - DAY).count() >= MOST_A_DAY:
        raise Capped(_("You’ve reached today’s limit of %(most)s messages.") % {"most": MOST_A_DAY})
    return CircleRemark.objects.create(circle=circle, player=by, text=text, submission_key=signature)


def read(circle: Circle, reader: Player) -> QuerySet[CircleRemark]:
    """Return what is said in a circle, the newest first, as one member reads it.

    What was deleted is left out, and so is what people say whom the reader has muted or who keep apart from
    them. `is_member` tells whether who said it still belongs to the circle.
    """
    said = CircleRemark.objects.filter(circle=circle, deleted_at=None)
    said = said.filter(~Exists(blocks.hides_from(reader.pk, OuterRef("player"))))
    member = CircleMember.objects.filter(circle=circle, player=OuterRef("player"))
    return said.annotate(is_member=Exists(member)).select_related("player").order_by("-pk")


def may_delete(remark: CircleRemark, me: CircleMember) -> bool:
    """Whether somebody may delete a message: their own within ten minutes, as a host any."""
    if not remark.is_shown:
        return False
    is_recent = remark.created_at + SECOND_THOUGHTS >= clock.now()
    return me.is_host or (remark.player_id == me.player_id and is_recent)


@in_transaction
def delete(*, circle: Circle, by: Player, remark: int) -> None:
    """Delete a message, by its primary key. Locks its row. Raises a `Refusal`."""
    said = CircleRemark.objects.select_for_update().filter(pk=remark, circle=circle).first()
    me = circle.members.filter(player=by).first()
    if me is None or said is None or not (me.is_host or said.player_id == by.pk):
        raise NotAllowed(_("You can only delete your own messages."))
    if said.is_shown and not may_delete(said, me):
        raise NotPossible(_("You can only delete a message within ten minutes."))
    if said.is_shown:
        said.text, said.deleted_at = "", clock.now()
        said.save(update_fields=["text", "deleted_at"])
