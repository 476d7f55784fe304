"""What the player of a seat sets for themselves."""

from __future__ import annotations

from django.db.models import F

from games.models import Seat


def mark_seen(*, seat: Seat, version: int) -> None:
    """Note that the player of a seat was shown the table up to this move. It never goes backwards."""
    Seat.objects.filter(pk=seat.pk, seen_version__lt=version).update(seen_version=version)


def revoke_links(*, seat: Seat) -> None:
    """Make every mail link of a seat useless that was made before."""
    Seat.objects.filter(pk=seat.pk).update(link_epoch=F("link_epoch") + 1)
