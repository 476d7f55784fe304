"""The players and their games, made through the same actions as on the site."""

import random
from argparse import Namespace
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from bench.simulated.people import NIGHT, Person
from games.models import AwayPolicy, Game, Pace, Player, Seat, Silence, Starter, StoredWindowOrder, Timing
from games.orders.turn_orders import CHANCE, SENSIBLE, Ranking, Throws
from games.orders.window_orders import WindowOrder, surprises_of
from games.people.hours import set_auto_vacation, set_hours
from games.play.set_turn_orders import set_turn_orders
from games.play.set_window_orders import set_window_orders
from games.play.start import start_game
from games.seats.lobby import create_game
from games.seats.membership import take_seat

EDITIONS = ("fluxx", "ice", "wonderland", "anatomy", "wonderland")
CLOCKS: tuple[dict[str, Any], ...] = (
    {"pace": Pace.ONE_DAY},
    {"pace": Pace.THREE_DAYS},
    {"timing": Timing.BANK, "bank_start": 48, "bank_gain": 12, "bank_most": 72, "grace_hours": 8},
    {"timing": Timing.FIXED, "fixed_hour": 20, "fixed_zone": "Europe/Warsaw", "fixed_least": 12},
)
SILENCES = (Silence.PLAY, Silence.BOT, Silence.VOTE, Silence.PLAY, Silence.REPLACE, Silence.BOT, Silence.END)
# What tables do about vacations; nine, so that they meet all editions, clocks and silences.
USUAL = AwayPolicy.ANSWERS
POLICIES = (USUAL, USUAL, AwayPolicy.STOP, USUAL, USUAL, AwayPolicy.BOT, USUAL, USUAL, AwayPolicy.NONE)


def settle(people: Sequence[Person]) -> None:
    """Give everybody an account, with their zone and their hours."""
    for person in people:
        player = Player.objects.create_user(person.address, name=person.name, timezone=person.zone.key)
        person.pk = player.pk
        set_hours(player=player, quiet=NIGHT if person.has_quiet_hours else None, days_off=person.days_off)
        if person.leaving == "automatic":
            set_auto_vacation(player=player, wanted=True)


def open_game(number: int, seated: Sequence[Person], chance: random.Random, wanted: Namespace) -> Game:
    """Start a game with these people, with a bot at some tables, and what each wants done unasked.

    `wanted.orders`: ``with``, ``without``, or ``usual`` for those that everybody begins with.
    """
    players = Player.objects.in_bulk([person.pk for person in seated])
    host = players[seated[0].pk]
    bots = chance.random() < 0.25
    game = create_game(
        host=host,
        name=f"Table {number}",
        edition=EDITIONS[number % len(EDITIONS)],
        seats=len(seated) + bots,
        fill_with_bots=bots,
        is_open=True,
        starts_when_full=False,
        starter=Starter.CHANCE,
        **{k: v for k, v in settings_of(number).items() if k in ("silence", "patience", "pace")},
    )
    Game.objects.filter(pk=game.pk).update(**settings_of(number), answer_hours=wanted.answer_hours)
    game.refresh_from_db()
    for person in seated[1:]:
        take_seat(game=game, player=players[person.pk])
    for seat in game.seats.filter(player__isnull=False):
        if wanted.orders == "with":
            give_orders(seat)
        elif wanted.orders == "without":
            ask_about_everything(seat)
    return start_game(game=game, by=host)


def give_orders(seat: Seat) -> None:
    """Let every card pass, and leave limits and throws to the site."""
    ranking = Ranking(otherwise=SENSIBLE)
    set_turn_orders(seat=seat, hand=ranking, keepers=ranking)
    set_turn_orders(seat=seat, throws=Throws(otherwise=CHANCE))


def ask_about_everything(seat: Seat) -> None:
    """Be asked whenever another plays a card that a Surprise could answer."""
    orders = [WindowOrder(kind, StoredWindowOrder.What.ASK) for kind in surprises_of(seat.game)]
    if orders:
        set_window_orders(seat=seat, orders=orders)


def settings_of(number: int) -> dict[str, Any]:
    """The clock of a table, and what becomes of the silent there."""
    silence = SILENCES[number % len(SILENCES)]
    return {
        "silence": silence,
        "patience": 3 if silence == Silence.PLAY else 2,
        "away_policy": POLICIES[number % len(POLICIES)],
        **CLOCKS[number % len(CLOCKS)],
    }


def openings(count: int, start: datetime, chance: random.Random) -> list[datetime]:
    """When the games begin: within the first ten days."""
    return sorted(start + timedelta(days=chance.uniform(0, 10)) for _game in range(count))
