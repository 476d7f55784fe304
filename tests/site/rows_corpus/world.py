"""The people of one game of the corpus, their table and their clock."""

import random
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any, TypeVar

from django.core import mail

from games import clock
from games.models import Game, Group, Heartbeat, Mode, Player, Seat, StoredWindowOrder
from games.orders.window_orders import WindowOrder, surprises_of
from games.people.notification_settings import set_notice_choices
from games.periodic import sweep
from games.play.set_window_orders import set_window_orders
from games.play.start import start_game
from games.seats.lobby import create_game
from games.seats.membership import take_seat
from tests.site.conftest import make_player
from tests.site.play import sweeps_ran

from .plans import Plan

T = TypeVar("T")
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
ZONES = ("Europe/Warsaw", "America/New_York", "UTC", "Asia/Kolkata")


class World:
    """One game of the corpus, and in some a second one of the same people beside it."""

    def __init__(self, plan: Plan, dice: random.Random, traveller: Any) -> None:
        self.plan, self.dice, self._traveller = plan, dice, traveller
        self.step = 0
        self.people = [
            make_player(name, timezone=ZONES[(number + plan.number) % len(ZONES)])
            for number, name in enumerate(NAMES[: plan.people])
        ]
        self.moderator = make_player("Mod", is_staff=True, is_superuser=True)
        self._came = 0
        if plan.habit == "several":
            self._bundle_mails()
        self.games = [
            self._open(name) for name in (("Friday", "Monday") if plan.habit == "several" else ("Friday",))
        ]
        self.game = self.games[0]

    def chance(self) -> float:
        """Return a number from 0 to 1."""
        return self.dice.random()

    def pick(self, among: Iterable[T]) -> T | None:
        """Return one of these, if there is one."""
        found = list(among)
        return self.dice.choice(found) if found else None

    def some(self, among: Sequence[T], most: int) -> list[T]:
        """Return a few of these, each once."""
        return self.dice.sample(among, self.dice.randint(0, min(most, len(among))))

    def newcomer(self) -> Player:
        """Return somebody new."""
        self._came += 1
        return make_player(f"Guest{self._came}")

    def travel(self, **by: float) -> None:
        """Move the clock on."""
        self._traveller.shift(timedelta(**by))

    def deliver(self) -> int:
        """Let the mails leave that are due; return how many did."""
        before = len(mail.outbox)
        self.travel(minutes=11)
        Heartbeat.objects.update(at=clock.now())
        assert not sweep.sweep_notices().failed
        return len(mail.outbox) - before

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to play."""
        return not Game.objects.filter(status=Game.Status.RUNNING).exists()

    def turn_to_a_game(self) -> None:
        """Look at one of the games, as it is now."""
        self.game = Game.objects.get(pk=self.dice.choice(self.games).pk)

    def _open(self, name: str) -> Game:
        plan = self.plan
        game = create_game(
            host=self.people[0],
            name=name,
            seats=plan.people + plan.bots,
            edition=plan.deck,
            is_open=True,
            fill_with_bots=plan.bots > 0,
            starts_when_full=False,
            **plan.settings,
        )
        for player in self.people[1:]:
            take_seat(game=game, player=player)
        started = start_game(game=game, by=self.people[0])
        sweeps_ran()
        for seat in started.seats.filter(player__isnull=False).order_by("number"):
            if self.chance() < 0.6:
                self._ask_about_surprises(seat)
        return started

    def _ask_about_surprises(self, seat: Seat) -> None:
        """Let a seat be asked whenever it could answer a card; without that, it passes unasked."""
        orders = [WindowOrder(kind, StoredWindowOrder.What.ASK) for kind in surprises_of(seat.game)]
        if orders:
            set_window_orders(seat=seat, orders=orders)

    def _bundle_mails(self) -> None:
        for player in self.people:
            set_notice_choices(
                player=player,
                mail=dict.fromkeys(Group.values, Mode.DIGEST),
                quiet_minutes=30,
                digest_at=clock.now().time().replace(hour=7, minute=0, second=0, microsecond=0),
                together=True,
            )
