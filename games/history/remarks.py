"""The chat of a table, as one person may read it."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, Max, OuterRef, QuerySet

from games.core import blocks
from games.core.keys import opaque_state
from games.models import Game, Player, Remark, Seat
from games.models.talk import SECOND_THOUGHTS

MOST_SHOWN = 200
# The columns that are shown.
SHOWN = (
    "game", "seat", "player", "text", "created_at", "deleted_at", "hidden_at", "seat__game", "seat__number",
    "seat__name",
)  # fmt: skip


def may_read(game: Game, seat: Seat | None, person: Player | AnonymousUser | None) -> bool:
    """Whether somebody may read the chat of a table: its players and former players, or everybody."""
    if game.talk_is_public or (seat is not None and seat.is_person):
        return True
    return isinstance(person, Player) and game.seats.filter(player=person, status=Seat.Status.LEFT).exists()


def remarks(game: Game, most: int = MOST_SHOWN, *, reader: int | None = None) -> list[Remark]:
    """Return the latest remarks of a table, oldest first, with placeholders for removed ones.

    What people say whom the `reader`, by primary key, has muted or who keep apart from them is left out.
    """
    said = heard_by(reader).filter(game=game).select_related("seat").only(*SHOWN)
    return list(said.order_by("-pk")[:most])[::-1]


def heard_by(reader: int | None) -> QuerySet[Remark]:
    """Return the remarks but for those of people whom the reader with this primary key doesn't hear."""
    if reader is None:
        return Remark.objects.all()
    return Remark.objects.filter(~Exists(blocks.hides_from(reader, OuterRef("player"))))


def remarks_state(said: Sequence[Remark]) -> str:
    """Return a sign that changes whenever these remarks look different."""
    gone = sum(not remark.is_shown for remark in said)
    return opaque_state("games.remarks_state", str(said[-1].pk if said else 0), str(gone))


def games_with_unread(player: Player) -> set[int]:
    """Return the games with remarks of others that a player has not read."""
    sits = Seat.objects.filter(player=player, status=Seat.Status.TAKEN)
    heard = dict(sits.filter(game__remarks__isnull=False).values_list("game", "heard_until"))
    return {game for game, pk in newest_of_others(player, heard).items() if pk > heard[game]}


def newest_of_others(player: Player, games: Collection[int]) -> dict[int, int]:
    """Return the last remark that somebody else has made, by game; games are given by primary key."""
    if not games:
        return {}
    said = heard_by(player.pk).filter(game__in=games, deleted_at=None, hidden_at=None).exclude(player=player)
    return dict(said.order_by().values("game").annotate(newest=Max("pk")).values_list("game", "newest"))


def may_delete_remark(remark: Remark, seat: Seat | None, now: datetime) -> bool:
    """Whether this seat's player may still delete a remark: their own, of the last minutes."""
    mine = seat is not None and remark.seat_id == seat.pk and remark.player_id == seat.player_id
    return mine and remark.is_shown and remark.created_at + SECOND_THOUGHTS >= now
