"""Window orders as values, and those possible with a deck, by the kind of the card played."""

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
