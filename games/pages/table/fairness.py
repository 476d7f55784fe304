"""How the seed of a game comes about, as its lobby shows it, and what it came from, as the end does."""

from collections.abc import Iterable
from dataclasses import dataclass

import engine
from games.core import access
from games.models import Game, Seat, SeatPart


@dataclass(frozen=True)
class Fairness:
    """What the viewer may know of a seed before the deal: the hash of the site's part, and their own part.

    `commitment` is empty for a game that an earlier release has created: the site alone draws its seed.
    `givers` are those who have given theirs.
    """

    commitment: str
    mine: str
    givers: tuple[Seat, ...]
    can_give: bool


@dataclass(frozen=True)
class ShownPart:
    """One part of a seed, of the seat with this number and name; `by_site` where its player gave none."""

    number: int
    name: str
    part: str
    by_site: bool


@dataclass(frozen=True)
class SeedShown:
    """The seed of a game that is over, and what it was mixed from: nothing where the site alone drew it.

    Then a `salt` stands before the seed in what is hashed.
    """

    seed: str
    salt: str
    house: str
    parts: tuple[ShownPart, ...]


def build_seed(game: Game, seats: Iterable[Seat]) -> SeedShown | None:
    """Return what everybody may know of a seed once the game is over; None before."""
    shown = access.shown_seed(game)
    if shown is None:
        return None
    names = {seat.number: str(seat) for seat in seats}
    mix = shown.mix or engine.Mix("")
    parts = (
        ShownPart(each.seat, names.get(each.seat, ""), each.part, each.by == engine.SITE)
        for each in mix.parts
    )
    return SeedShown(shown.seed, game.salt, mix.house, tuple(parts))


def build_fairness(game: Game, seats: list[Seat], me: Seat | None) -> Fairness | None:
    """Return what a viewer is told about the shuffle of a game that isn't dealt; None once it is over."""
    if game.is_over:
        return None
    given = dict(SeatPart.objects.filter(seat__in=seats).values_list("seat", "part"))
    return Fairness(
        commitment=access.shown_commitment(game),
        mine=given.get(me.pk, "") if me is not None else "",
        givers=tuple(seat for seat in seats if seat.pk in given),
        can_give=me is not None and me.player_id is not None,
    )
