"""What a player has read: everything at once, on their dashboard."""

from django.db.models import F, Max, OuterRef, Subquery
from django.db.models.functions import Coalesce, Greatest

from games.models import Game, Player, Remark, Seat


def mark_all_read(*, player: Player) -> None:
    """Mark the history and the talk of all of a player's games as read, up to this moment."""
    moves = Game.objects.filter(pk=OuterRef("game"))
    newest = Remark.objects.filter(game=OuterRef("game")).order_by().values("game").annotate(pk_max=Max("pk"))
    Seat.objects.filter(player=player, status=Seat.Status.TAKEN, game__started_at__isnull=False).update(
        seen_version=Greatest("seen_version", Subquery(moves.values("version"))),
        heard_until=Greatest("heard_until", Coalesce(Subquery(newest.values("pk_max")), F("heard_until"))),
    )
