"""Tells players, once a day, of a mail of theirs or in their name that did nothing."""

from datetime import timedelta
from typing import Any

from games import clock
from games.core.locking import in_transaction
from games.models import Game, Notice, PersonMail, Player, Seat
from games.outbox import notices
from games.outbox.person_mail import write_to

DAY = timedelta(days=1)


def notify_not_counted(seat: Seat, why: str, **about: Any) -> None:
    """Notify a seat's player, at most once a day for each reason, that a mail did not count."""
    key = f"not-counted/{seat.player_id}/{clock.now():%Y-%m-%d}/{why}"
    params = {"not_counted": why, **about}
    notices.notify(Notice.Kind.REPLY, key=key, game=seat.game, seat=seat, params=params)


@in_transaction
def notify_not_played(player: Player, why: str, game: Game | None = None) -> None:
    """Mail somebody, at most once a day, that an answer of theirs did nothing where they have no seat.

    `why` is "left" if the game goes on without them, "elsewhere" if the address plays nothing.
    """
    Player.objects.select_for_update().get(pk=player.pk)
    today = PersonMail.objects.filter(player=player, kind=PersonMail.Kind.NOT_PLAYED)
    if not today.filter(created_at__gt=clock.now() - DAY).exists():
        write_to(player, PersonMail.Kind.NOT_PLAYED, why=why, game=game.pk if game is not None else None)


def mask_address(address: str) -> str:
    """Return an address so that its owner knows it, and nobody else can write to it: ``a…n@example.org``."""
    local, at, domain = address.partition("@")
    return f"{local[:1]}…{local[-1:] if len(local) > 2 else ''}{at}{domain}" if at else ""
