"""Window orders as values, and those possible with a deck, by the kind of the card played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop

import engine
from games.decks import descriptions
from games.models import Game, StoredWindowOrder

Kind = StoredWindowOrder.Kind
What = StoredWindowOrder.What
Condition = StoredWindowOrder.Condition

MOST_LINES = 6  # for one kind, besides what is done in every other case

WINS = (Condition.SOMEBODY_WINS, Condition.OTHER_WINS)
ALWAYS = (Condition.ANY, Condition.CARD)
# The conditions that make sense for a kind, in the order in which they are offered.
CONDITIONS: dict[str, tuple[Condition, ...]] = {
    Kind.KEEPER: (*WINS, Condition.NEEDED, *ALWAYS),
    Kind.GOAL: (*WINS, Condition.ALL_LOSE, *ALWAYS),
    Kind.RULE: (Condition.GROUP, Condition.OTHER_WINS, *ALWAYS),
    Kind.ACTION: ALWAYS,
    Kind.SURPRISE: (Condition.MINE, Condition.OTHER_WINS, *ALWAYS),
}
# Kinds of rules by their group; any other rule is named by its card.
GROUPS = {
    "draw": gettext_noop("if it is a draw rule"),
    "play": gettext_noop("if it is a play rule"),
    "hand limit": gettext_noop("if it is a hand limit"),
    "keeper limit": gettext_noop("if it is a keeper limit"),
}


@dataclass(frozen=True)
class WindowOrder:
    """One window order; see `StoredWindowOrder`."""

    kind: str
    what: str
    surprise: str = ""
    condition: str = Condition.ANY
    about: str = ""
    by_seat: int | None = None


def surprises_of(game: Game) -> dict[str, tuple[str, ...]]:
    """Return the Surprises of a game's deck that may answer a card, by its kind; empty if it has none."""
    found = engine.surprises(game.edition)
    return {kind: found[kind] for kind in Kind.values if kind in found}


def cards_of(game: Game) -> dict[str, list[engine.Card]]:
    """Return the cards of a game's deck that can be played in a window, by the kind that orders call it."""
    found: dict[str, list[engine.Card]] = {}
    for kind, shares in descriptions.shares_by_kind(descriptions.parse_spec(game.edition)):
        name = Kind.GOAL if kind == "ungoal" else kind
        found.setdefault(name, []).extend(share.card for share in shares)
    return found


class Switch:
    """What a seat wants done with one Surprise: a simple choice in place of lines of orders."""

    PLAYS = "plays"  # against a card by which somebody else would win
    ASKS = "asks"
    NEVER = "never"
    OWN = "own"  # what lines of orders say, which no switch does


def kinds_answered(game: Game, surprise: str) -> tuple[str, ...]:
    """Return the kinds of cards that a Surprise of a game's deck answers, besides other Surprises."""
    return tuple(
        kind for kind, found in surprises_of(game).items() if kind != Kind.SURPRISE and surprise in found
    )


def switch_choices(game: Game, surprise: str) -> tuple[str, ...]:
    """Return how a Surprise can be switched; that somebody wins by an action can't be known."""
    kinds = kinds_answered(game, surprise)
    if not kinds:
        return ()
    can_win = all(Condition.OTHER_WINS in CONDITIONS[kind] for kind in kinds)
    return (Switch.PLAYS, Switch.ASKS, Switch.NEVER) if can_win else (Switch.ASKS, Switch.NEVER)


def read_switch(orders: Iterable[WindowOrder], surprise: str, kinds: Sequence[str]) -> str:
    """Return how a Surprise is switched by the orders about the cards that it answers."""
    mine = [order for order in orders if order.kind in kinds]
    plays = [order for order in mine if order.surprise == surprise]
    asks = [order for order in mine if order.what == What.ASK]
    if not plays and not asks:
        return Switch.NEVER
    if not asks and plays == [WindowOrder(kind, What.PLAY, surprise, Condition.OTHER_WINS) for kind in kinds]:
        return Switch.PLAYS
    if not plays and asks == [WindowOrder(kind, What.ASK) for kind in kinds]:
        return Switch.ASKS
    return Switch.OWN


def set_switch(
    orders: Sequence[WindowOrder], surprise: str, kinds: Sequence[str], wanted: str
) -> list[WindowOrder]:
    """Return orders in which a Surprise is switched; those about other kinds and other Surprises stay.

    They never depend on whether the seat holds it: that is how asking tells nothing of the hand.
    """
    changed: list[WindowOrder] = []
    for kind in kinds:
        rest = [
            order
            for order in orders
            if order.kind == kind and order.what != What.ASK and order.surprise != surprise
        ]
        if wanted == Switch.PLAYS:
            rest.insert(0, WindowOrder(kind, What.PLAY, surprise, Condition.OTHER_WINS))
        if wanted == Switch.ASKS:
            always = [order for order in rest if (order.condition, order.by_seat) == (Condition.ANY, None)]
            rest = [order for order in rest if order not in always]
            rest.append(WindowOrder(kind, What.ASK))
        changed += rest
    return [*(order for order in orders if order.kind not in kinds), *changed]
