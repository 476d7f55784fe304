"""Tells players, once a day, of a mail of theirs or in their name that did nothing."""

from typing import Any

from games import clock
from games.models import Notice, Seat
from games.outbox import notices


def notify_not_counted(seat: Seat, why: str, **about: Any) -> None:
    """Notify a seat's player, at most once a day for each reason, that a mail did not count."""
    key = f"not-counted/{seat.player_id}/{clock.now():%Y-%m-%d}/{why}"
    params = {"not_counted": why, **about}
    notices.notify(Notice.Kind.REPLY, key=key, game=seat.game, seat=seat, params=params)


def mask_address(address: str) -> str:
    """Return an address so that its owner knows it, and nobody else can write to it: ``a…n@example.org``."""
    local, at, domain = address.partition("@")
    return f"{local[:1]}…{local[-1:] if len(local) > 2 else ''}{at}{domain}" if at else ""
