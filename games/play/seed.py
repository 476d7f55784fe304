"""The seed of a game: the site's part, fixed when it is created, and what the players add until the deal.

docs/decisions/0109-a-seed-that-nobody-chose.md says against whom this protects.
"""

import secrets

from django.utils.translation import gettext as _

import engine
from games import clock
from games.core.keys import make_keyed_hashes
from games.core.refusal import Illegal, NotPossible
from games.models import Game, Player, Seat, SeatPart, SeedMix


def promise_part(host: Player, promise: str = "") -> str:
    """Fix the site's part of a game that somebody may create: what the form sends back, with its hash.

    So a host, too, sees the hash before they give their own part. Nothing is stored. A `promise` that this
    site has given them stays.
    """
    if _find_promised(host, promise):
        return promise
    nonce = secrets.token_hex(16)
    return f"{nonce}:{engine.Mix(_promised_houses(host, nonce)[0]).commitment}"


def hash_of_promise(promise: str) -> str:
    """Return the hash of the site's part in a promise, as the form shows it."""
    return promise.partition(":")[2]


def _promised_houses(host: Player, nonce: str) -> list[str]:
    return [each.hex() for each in make_keyed_hashes("games.play.seed", f"{host.pk}/{nonce}")]


def _find_promised(host: Player, promise: str) -> str:
    """Return the site's part that was promised; empty where none was, or where a game has it already."""
    nonce, _colon, shown = promise.partition(":")
    parts = [house for house in _promised_houses(host, nonce) if shown == engine.Mix(house).commitment]
    if not parts or SeedMix.objects.filter(commitment=shown).exists():
        return ""  # the players of that game may know it
    return parts[0]


def do_commit(game: Game, promise: str = "") -> None:
    """Fix the site's part for a new game, before any other player gives one; its host's row is locked.

    It is the one that was promised to the host; without that it comes from the operating system's secrets.
    """
    house = _find_promised(game.host, promise) or secrets.token_hex(32)
    SeedMix.objects.create(game=game, house=house, commitment=engine.Mix(house).commitment)


def check_part(part: str) -> None:
    """Refuse what is no part of a seed. Raises `Illegal`."""
    if part and not engine.is_part(part):
        text = _("The number for the shuffle has to be 64 digits or letters from a to f. Reload the page.")
        raise Illegal(text)


def do_give_part(seat: Seat, part: str) -> None:
    """Store what the player of a seat gives, in a locked game that isn't dealt. Raises `Illegal`."""
    check_part(part)
    if part:
        SeatPart.objects.update_or_create(seat=seat, defaults={"part": part})


def check_undealt(game: Game) -> None:
    """Refuse once the cards of a locked game are dealt: its seed is mixed."""
    if game.is_dealt or game.is_over:
        raise NotPossible(_("The cards are dealt already, so the shuffle can’t change any more."))


def do_mix(game: Game) -> engine.Mix | None:
    """Mix the seed of a locked game whose seats are settled; None for one of an earlier release.

    Who has given nothing gets a part that follows from the site's own. Bots have none.
    """
    row = SeedMix.objects.filter(game=game).first()
    if row is None:
        return None
    given = dict(SeatPart.objects.filter(seat__game=game).values_list("seat", "part"))
    mix = engine.Mix(
        row.house,
        tuple(
            engine.Part(seat.number, given[seat.pk], engine.PLAYER)
            if seat.pk in given
            else engine.site_part(row.house, seat.number)
            for seat in game.seats.order_by("number")
            if seat.is_person
        ),
    )
    row.parts = [{"seat": each.seat, "part": each.part, "by": each.by} for each in mix.parts]
    row.mixed_at = clock.now()
    row.save(update_fields=["parts", "mixed_at"])
    SeatPart.objects.filter(seat__game=game).delete()
    return mix
