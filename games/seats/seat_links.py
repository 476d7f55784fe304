"""What the player of a seat has seen, and revoking the links mailed to them."""

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Greatest

from games import clock
from games.models import Question, Seat
from games.models.question import IS_OPEN
from games.outbox.notices import resend_question


def mark_seen(*, seat: Seat, version: int) -> None:
    """Record that the player of a seat has seen the table up to this move; never moves backwards."""
    Seat.objects.filter(pk=seat.pk).update(
        seen_version=Greatest("seen_version", version), seen_at=clock.now()
    )


@transaction.atomic
def revoke_links(*, seat: Seat) -> None:
    """Revoke all mail links of a seat, and mail a new one if the seat has an open question."""
    Seat.objects.filter(pk=seat.pk).update(link_epoch=F("link_epoch") + 1)
    question = Question.objects.filter(IS_OPEN, seat=seat).select_related("seat", "game").first()
    if question is not None:
        resend_question(question, reason=f"links-{question.seat.link_epoch}")
