"""Standing orders, given by chance from those that the deck allows."""

from typing import Any

from games.core import access
from games.models import (
    StoredWindowOrder,
)
from games.orders import turn_orders as turn_values
from games.orders import window_orders as window_values
from games.orders.turn_orders import PlanCondition, PlanLine, Ranking, Throws
from games.orders.window_orders import Switch, WindowOrder
from games.play.set_turn_orders import set_turn_orders
from games.play.set_window_orders import set_window_orders, switch_surprise

from .asked import some_seat
from .world import World


def window_orders(world: World) -> str | None:
    """Say what is to be done in windows."""
    seat, surprises = some_seat(world), window_values.surprises_of(world.game)
    if seat is None:
        return None
    orders: list[WindowOrder] = []
    cards = window_values.cards_of(world.game)
    for kind, found in surprises.items():
        for _line in range(world.dice.randrange(1, 4)):
            condition = world.dice.choice(window_values.CONDITIONS[kind])
            about = ""
            if condition == StoredWindowOrder.Condition.GROUP:
                about = world.dice.choice(list(window_values.GROUPS))
            elif condition == StoredWindowOrder.Condition.CARD:
                about = world.dice.choice([card.slug for card in cards[kind]])
            what = world.dice.choice(StoredWindowOrder.What.values)
            surprise = world.dice.choice(found) if what == StoredWindowOrder.What.PLAY else ""
            orders.append(WindowOrder(kind, what, surprise, condition, about))
        if world.chance() < 0.4:
            orders.append(WindowOrder(kind, StoredWindowOrder.What.ASK))
    set_window_orders(seat=seat, orders=orders)
    return f"of {seat.number}: {len(orders)}"


def switch(world: World) -> str | None:
    """Switch a Surprise on or off."""
    seat, surprises = some_seat(world), window_values.surprises_of(world.game)
    found = list(dict.fromkeys(slug for each in surprises.values() for slug in each))
    if seat is None or not found:
        return None
    surprise, wanted = world.dice.choice(found), world.dice.choice((Switch.PLAYS, Switch.ASKS, Switch.NEVER))
    switch_surprise(seat=seat, surprise=surprise, wanted=wanted)
    return f"{surprise} of {seat.number} {wanted}"


def turn_orders(world: World) -> str | None:
    """Say what is to be kept, thrown and never used."""
    seat = some_seat(world)
    if seat is None:
        return None
    cards = turn_values.cards_in(world.game.edition)
    keepers = [slug for slug, card in cards.items() if card.kind == "keeper"]
    free = turn_values.free_actions_in(world.game.edition)
    wanted: dict[str, Any] = {
        "hand": Ranking(
            tuple(world.some(list(cards), 5)),
            world.dice.choice(list(turn_values.OTHERWISE)),
            world.chance() < 0.6,
        ),
        "keepers": Ranking(tuple(world.some(keepers, 3)), world.dice.choice(list(turn_values.OTHERWISE))),
        "throws": Throws(
            tuple(world.some(list(turn_values.THROWS), 3)), world.dice.choice(list(turn_values.AND_THEN))
        ),
        "unused": tuple(world.some(list(free), 2)),
    }
    chosen = {name: value for name, value in wanted.items() if world.chance() < 0.6}
    set_turn_orders(seat=seat, **chosen)
    return f"of {seat.number}: {', '.join(chosen)}"


def plan(world: World) -> str | None:
    """Plan the next turn of a seat with cards that it holds, and some that it doesn't."""
    seat = some_seat(world)
    view = access.view(world.game, seat) if seat is not None else None
    if seat is None or view is None or not view.hand:
        return None
    cards, possible = (
        turn_values.cards_in(world.game.edition),
        turn_values.plan_conditions_in(world.game.edition),
    )
    lines = []
    for slug in [*world.some(list(view.hand), 3), *world.some(list(cards), 1)]:
        provisos = []
        if world.chance() < 0.4:
            what = world.dice.choice(list(possible))
            of_kind = [
                slug
                for slug, card in cards.items()
                if card.kind in turn_values.KINDS_OF.get(what, (card.kind,))
            ]
            about = (
                str(world.dice.randrange(6))
                if what == turn_values.MOST_KEEPERS
                else world.dice.choice(of_kind)
            )
            provisos.append(PlanCondition(what, "" if what == turn_values.I_WIN else about))
        lines.append(PlanLine(slug, tuple(provisos)))
    set_turn_orders(seat=seat, plan=lines)
    return f"of {seat.number}: {[line.card for line in lines]}"
