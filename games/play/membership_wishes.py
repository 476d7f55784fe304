"""Carrying out wishes to join and leave, at a table where no card is being resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_noop

import engine
from games.models import By, Move, Seat, Wish

if TYPE_CHECKING:
    from .table import Table


def carry_out(table: Table, wish: Wish) -> None:
    """Let a player join or leave a table at rest, and settle the wish; the caller stores the table."""
    if wish.kind == Wish.Kind.JOIN:
        _seat_newcomer(table, wish)
    else:
        _clear_seat(table, wish)
    wish.settled_at = table.now
    wish.save(update_fields=["settled_at", "refusal", "seat"])


def _seat_newcomer(table: Table, wish: Wish) -> None:
    try:
        number, outcomes = table.rules.join()
    except engine.Refused as error:
        wish.refusal = str(error)[:200]
        return
    seat = Seat.objects.create(
        game=table.game,
        number=number,
        player=wish.player,
        name=wish.name,
        status=Seat.Status.TAKEN,
        seen_version=table.game.version,
    )
    table.seats[number] = wish.seat = seat
    table.record(Move.Kind.JOIN, by=By.ENGINE, seat=seat, outcomes=outcomes)


def _clear_seat(table: Table, wish: Wish) -> None:
    seat = next((each for each in table.seats.values() if each.pk == wish.seat_id), None)
    if seat is None or not seat.is_taken:
        wish.refusal = gettext_noop("This seat was left already.")
        return
    outcomes = table.rules.leave(seat.number)
    seat.status = Seat.Status.LEFT
    seat.on_autopilot = False
    seat.link_epoch += 1
    table.touch(seat)
    table.record(Move.Kind.LEAVE, by=By.ENGINE, seat=seat, outcomes=outcomes)
    if table.game.host_id == seat.player_id and (heirs := table.people):
        table.game.host = heirs[0].player  # type: ignore[assignment]  # a person's seat has a player
