"""Who keeps away from whom: blocks, which count both ways, and mutes, which are the reader's alone.

Nobody learns that somebody has blocked them: what is refused to them is refused in neutral words.
"""

from collections.abc import Iterable

from django.db.models import OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games.models import Game, Player, PlayerBlock, Seat

from .refusal import NotAllowed

BLOCK = PlayerBlock.Kind.BLOCK


def find_apart(player: Player) -> set[int]:
    """Return the players with whom this one does not sit at a new table, by either one’s wish."""
    rows = PlayerBlock.objects.filter(Q(by=player) | Q(player=player), kind=BLOCK)
    return {pk for row in rows.values_list("by", "player") for pk in row} - {player.pk}


def hides_from(reader: int, speaker: int | OuterRef) -> QuerySet[PlayerBlock]:
    """Return why a reader does not see what a speaker says: blocked either way, or muted by the reader."""
    return PlayerBlock.objects.filter(Q(by=reader, player=speaker) | Q(by=speaker, player=reader, kind=BLOCK))


def people_at(game: Game) -> set[int]:
    """Return who sits at a table, and its host."""
    sitting = game.seats.filter(status=Seat.Status.TAKEN, player__isnull=False)
    return {*sitting.values_list("player", flat=True), game.host_id}


def is_apart(player: Player, others: Iterable[int]) -> bool:
    """Whether this player keeps away from one of the others, or one of them from the player."""
    return not find_apart(player).isdisjoint(others)


def check_apart(game: Game, player: Player) -> None:
    """Refuse a table at which somebody sits from whom the player keeps away, or who does from them.

    Raises `NotAllowed`: it says whom only to the one who has blocked them.
    """
    there = people_at(game)
    mine = (
        PlayerBlock.objects.filter(by=player, kind=BLOCK, player__in=there).select_related("player").first()
    )
    if mine is not None:
        raise NotAllowed(
            _("%(name)s is at this table, and you’ve blocked them. You can lift that in your account.")
            % {"name": mine.player.name or _("Someone")}
        )
    if is_apart(player, there):
        raise NotAllowed(_("You can’t take a seat at this table. Choose another one, or start your own."))
