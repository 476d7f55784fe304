"""Signs that two accounts are used from the same browser: hashes of address and browser, kept for 30 days.

They are a hint for staff and nothing else: people share homes, offices and telephone networks.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from ipaddress import IPv6Address, ip_address

from django.db.models import Count, Max

from games import clock
from games.core.keys import make_keyed_hashes
from games.models import Player, Seat, Sighting

KEPT = timedelta(days=30)
SHOWN = 20
MOST_REMEMBERED = 10_000
RECORDED: set[tuple[int, str, date]] = set()
OF_A_HOME = 64  # bits of an IPv6 address: a home has many, and a device changes its own


@dataclass(frozen=True)
class Hint:
    """Another account that was used from the same address with the same browser."""

    player: Player
    days: int
    last: date
    tables: tuple[str, ...]


def note_sighting(*, player: Player, address: str, browser: str) -> None:
    """Record that a player did something from this address with this browser today, as a hash alone.

    Each process remembers what it has recorded last, so that a move mostly costs no statement for it.
    """
    day = clock.now().date()
    row = Sighting(player=player, digest=make_digest(address, browser), day=day)
    key = (player.pk, row.digest, day)
    if key in RECORDED:
        return
    Sighting.objects.bulk_create([row], ignore_conflicts=True)
    if len(RECORDED) >= MOST_REMEMBERED:
        RECORDED.clear()
    RECORDED.add(key)


def make_digest(address: str, browser: str) -> str:
    """Return the keyed hash of an address and a browser."""
    return make_keyed_hashes("games.sighting", f"{network_of(address)}|{browser[:400]}")[0].hex()


def network_of(address: str) -> str:
    """Return an address as far as it names a home."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address[:60]
    if isinstance(parsed, IPv6Address):
        return str(IPv6Address(int(parsed) >> OF_A_HOME << OF_A_HOME))
    return str(parsed)


def find_hints(player: Player) -> list[Hint]:
    """Return the accounts that share a browser with a player, those of the most days first."""
    since = (clock.now() - KEPT).date()
    mine = Sighting.objects.filter(player=player, day__gte=since)
    same = Sighting.objects.filter(digest__in=mine.values("digest"), day__gte=since).exclude(player=player)
    counted = same.values("player").annotate(days=Count("day", distinct=True), last=Max("day"))
    rows = list(counted.order_by("-days", "-last", "player")[:SHOWN])
    players = Player.objects.in_bulk([row["player"] for row in rows])
    return [
        Hint(players[row["player"]], row["days"], row["last"], shared_tables(player, players[row["player"]]))
        for row in rows
    ]


def shared_tables(one: Player, other: Player) -> tuple[str, ...]:
    """Return the names of the games in which both have a seat."""
    theirs = Seat.objects.filter(player=other, status=Seat.Status.TAKEN).values("game")
    both = Seat.objects.filter(player=one, status=Seat.Status.TAKEN, game__in=theirs)
    return tuple(both.order_by("-game").values_list("game__name", flat=True)[:SHOWN])
