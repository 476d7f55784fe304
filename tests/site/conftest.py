"""Fixtures of the site's own tests: people, games, and a clock that can be moved."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError
from django.test import Client

from games.core import rows
from games.models import Game, Pace, Player, Starter
from games.play.start import start_game
from games.seats.lobby import create_game
from games.seats.membership import take_seat

from .play import sweeps_ran


def make_player(name: str, **fields: Any) -> Player:
    """A player called Ann has the address ann@players.example."""
    return Player.objects.create_user(f"{name.lower()}@players.example", name=name, **fields)


def browser_of(player: Player) -> Client:
    """A browser in which a player has signed in."""
    browser = Client()
    browser.force_login(player)
    return browser


def open_game(*people: Player, **settings: Any) -> Game:
    """A game of the first of these people that has not begun, at which the others have sat down."""
    usual = {"name": "Friday game", "seats": 3, "is_open": True, "starts_when_full": False}
    game = create_game(host=people[0], **usual | settings)
    for player in people[1:]:
        take_seat(game=game, player=player)
    return game


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

    def run(*people: Player, bots: int = 0, **settings: Any) -> Game:
        usual = {"seats": max(len(people) + bots, 2), "pace": Pace.ONE_DAY, "starter": Starter.HOST}
        game = open_game(*people, fill_with_bots=bots > 0, **usual | settings)
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


@pytest.fixture(params=["locked", "lock taken away"])
def expecting(request, monkeypatch) -> Callable[[], AbstractContextManager]:
    """With the lock: everything holds. Without: the race must show."""
    if request.param == "locked":
        return nullcontext

    unlocked: dict[str, Callable[..., Any]] = {
        "lock_game": lambda **which: Game.objects.get(**which),
        "lock_game_of_question": lambda question: Game.objects.get(questions=question),
        "lock_games_of": lambda player: None,
    }
    for module, name in [(each, name) for each in list(sys.modules.values()) for name in unlocked]:
        if getattr(module, "__name__", "").startswith("games.") and hasattr(module, name):
            monkeypatch.setattr(module, name, unlocked[name])
    for name in ("LOCK_BY_SEAT", "LOCK_BY_PLAYER"):
        monkeypatch.setattr(rows, name, getattr(rows, name).replace(" FOR UPDATE OF g", ""))
    return lambda: pytest.raises((AssertionError, IntegrityError))


@pytest.fixture
def meet_in(monkeypatch, expecting) -> Callable[..., threading.Event]:
    """Make a thread that has checked, and is about to change, wait until a second one gets as far.

    With the lock nobody does, and the first goes on after a moment; without it, two are sure to collide,
    however busy the machine is. The event tells that the first is there, with the lock in its hand.
    """
    meeting, first = threading.Barrier(2), threading.Event()
    patience = 0.4 if expecting is nullcontext else 2

    def patch(*places: tuple[Any, str]) -> threading.Event:
        for module, name in places:
            monkeypatch.setattr(module, name, partial(later, getattr(module, name)))
        return first

    def later(change: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        first.set()
        with suppress(threading.BrokenBarrierError):
            meeting.wait(patience)
        return change(*args, **kwargs)

    return patch
