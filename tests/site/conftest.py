"""Fixtures of the site's own tests: people, games, and a clock that can be moved."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from games.models import Game, Pace, Player, Starter
from games.play.start import start_game
from games.seats.lobby import create_game
from games.seats.membership import take_seat

from .play import sweeps_ran


def make_player(name: str, **fields: Any) -> Player:
    """A player called Ann has the address ann@players.example."""
    return Player.objects.create_user(f"{name.lower()}@players.example", name=name, **fields)


@pytest.fixture
def ann(db) -> Player:
    return make_player("Ann")


@pytest.fixture
def bob(db) -> Player:
    return make_player("Bob")


@pytest.fixture
def carol(db) -> Player:
    return make_player("Carol")


@pytest.fixture
def moderator(db) -> Player:
    return make_player("Mod", is_staff=True, is_superuser=True)


@pytest.fixture
def start(db) -> Callable[..., Game]:
    """Start a game of these people, in this order; the first has the first turn. `bots` sit beside them."""

    def run(*people: Player, bots: int = 0, pace: int = Pace.ONE_DAY, **settings: Any) -> Game:
        chosen: dict[str, Any] = {
            "name": "Friday game",
            "seats": max(len(people) + bots, 2),
            "pace": pace,
            "is_open": True,
            "fill_with_bots": bots > 0,
            "starter": Starter.HOST,
            "starts_when_full": False,
        }
        game = create_game(host=people[0], **chosen | settings)
        for player in people[1:]:
            take_seat(game=game, player=player)
        return start_game(game=game, by=people[0])

    return run


@pytest.fixture
def travel() -> Iterator[Callable[..., None]]:
    """Move the clock of this process: `travel(hours=1)`, as if the sweeps had run all the while.

    With `asleep=True` nothing ran: the next sweep finds an outage.
    """
    with time_machine.travel("2026-11-20T12:00:00Z", tick=True) as traveller:

        def run(*, asleep: bool = False, **by: float) -> None:
            traveller.shift(timedelta(**by))
            if not asleep:
                sweeps_ran()

        yield run
