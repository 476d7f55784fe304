"""The cards that a scenario names or counts: of which deck they are, and which of them lie where."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import msgspec

from engine.card import Card, Deck, NewRule
from engine.cards import CARDS
from engine.deck_spec import DeckSpec
from engine.editions import SWITCHES, all_editions, deck_of
from engine.errors import Unreadable
from engine.made.build import build
from engine.scenario.errors import BadScenario, suggest

Count = Annotated[int, msgspec.Meta(ge=0, le=200)]
Cards = Count | list[str | Count]
"""Cards of a zone: names, and numbers that stand for so many cards that don't matter."""


_RANKS = (
    *("keeper", "leaper", "goal", "action", "new rule", "surprise"),
    *("ungoal", "meta rule", "creeper"),
)
QUIET_RULES = (  # rules that a case which names none of them notices least, in this order
    "double-agenda",
    "no-hand-bonus",
    "first-play-random",
    "keeper-limit-4",
    "party-bonus",
    "swap-plays-for-draws",
    "rich-bonus",
    "poor-bonus",
    "recycling",
    "get-on-with-it",
    "goal-mill",
    "mystery-play",
)
KINDS: dict[str, tuple[str, ...]] = {  # what may lie in a zone; the first is what a number stands for
    "keepers": ("keeper",),
    "creepers": ("creeper",),
    "rules": ("new rule",),
    "goals": ("goal", "ungoal"),
    "hands": ("keeper", "leaper", "goal", "action", "new rule", "surprise", "ungoal"),
    "stack": ("goal",),
    "collected": ("goal",),
}


class CardsLeft:
    """The cards of a deck that are not dealt yet.

    ``named`` are the cards that a case names.  Those of ``wanted`` come last where any card will do.
    """

    def __init__(self, deck: Deck, named: Iterable[str], wanted: Iterable[str]) -> None:
        self._deck = deck
        self._named = frozenset(named)
        wanted = set(wanted)
        self._free = sorted(range(len(deck)), key=lambda card: self._weight(card, wanted))
        known = deck.known_cards
        self._groups = {_group(known[name]) for name in self._named if name in known}

    def take(self, zone: str, wanted: Cards) -> list[int]:
        """The physical cards of a zone, ``hands.A``, whose first word says which kinds may lie there."""
        kinds = KINDS.get(zone.partition(".")[0], ())
        taken: list[int] = []
        for entry in [wanted] if isinstance(wanted, int) else wanted:
            if isinstance(entry, str):
                taken.append(self._take_named(zone, entry, kinds))
            else:
                some = kinds if zone.startswith("hands.") else kinds[:1]
                taken.extend(self._take_any(zone, entry, some))
        return taken

    def take_if(self, name: str, kind: str) -> list[int]:
        """A card of this name, if it is of this kind and lies nowhere yet."""
        fitting = [card for card in self._deck.numbers(name) if card in self._free]
        fitting = [card for card in fitting if self._deck.cards[card].kind == kind][:1]
        self._free = [card for card in self._free if card not in fitting]
        return fitting

    def _weight(self, card: int, wanted: set[str]) -> tuple[bool, int, int, int]:
        """How much a card matters to a case that doesn't name it."""
        printed = self._deck.cards[card]
        quiet = QUIET_RULES.index(printed.slug) if printed.slug in QUIET_RULES else len(QUIET_RULES)
        return printed.slug in wanted, _RANKS.index(printed.kind), quiet, card

    def rest(self) -> list[int]:
        """The cards that lie in no zone, those that matter least first."""
        return list(self._free)

    def _take_named(self, zone: str, name: str, kinds: tuple[str, ...]) -> int:
        known_card(self._deck, name, f"given.{zone}")
        kind = self._deck.known_cards[name].kind
        if kinds and kind not in kinds:
            raise BadScenario(f"{name!r} isn't a {' or '.join(kinds)}.", f"given.{zone}", name)
        for card in self._deck.numbers(name):
            if card in self._free:
                self._free.remove(card)
                return card
        raise BadScenario(f"{name!r} lies somewhere else already.", f"given.{zone}", name)

    def _take_any(self, zone: str, count: int, kinds: tuple[str, ...]) -> list[int]:
        fitting: list[int] = []
        for card in self._free:
            printed = self._deck.cards[card]
            clashes = zone == "rules" and _group(printed) in self._groups
            fits = not kinds or printed.kind in kinds
            if printed.slug not in self._named and fits and not clashes:
                fitting.append(card)
                if zone == "rules":
                    self._groups.add(_group(printed))
            if len(fitting) == count:
                break
        fitting = fitting[:count]
        if len(fitting) < count:
            raise BadScenario(
                f"only {len(fitting)} cards are left, not {count}.", f"given.{zone}", str(count)
            )
        self._free = [card for card in self._free if card not in fitting]
        return fitting


def _group(card: Card) -> str:
    return card.group if isinstance(card, NewRule) else ""


def named_cards(zone: Cards) -> list[str]:
    return [] if isinstance(zone, int) else [entry for entry in zone if isinstance(entry, str)]


def known_deck(
    edition: str,
    more: Sequence[str] = (),
    without: Sequence[str] = (),
    switches: Sequence[str] = (),
    made: Sequence[dict[str, Any]] = (),
) -> Deck:
    """The deck of editions, with cards more or fewer, and made cards.

    Raises ``BadScenario`` for an unknown name, or a card that can't be made.
    """
    try:
        plain = deck_of(edition)
    except Unreadable as wrong:
        raise BadScenario(str(wrong), "given.edition") from None
    except (KeyError, ValueError):
        known = [each.slug for each in all_editions()]
        unknown = next((word for word in edition.split() if word not in known), edition)
        near = suggest(unknown, known, "the editions are")
        raise BadScenario(f"there is no edition called {edition!r}{near}", "given.edition", unknown) from None
    if made:
        return _deck_with(made, edition, more, without, switches)
    for name in without:
        known_card(plain, name, "given.without")
    for name in more:
        if name not in CARDS or name == "basic-rules":
            raise BadScenario(f"{name!r} isn't a card{suggest(name, CARDS)}", "given.more_cards", name)
    for name in switches:
        if name not in SWITCHES:
            near = suggest(name, SWITCHES, "the switches are")
            raise BadScenario(f"{name!r} isn't a switch{near}", "given.switches", name)
    changes = [f"+{name}" for name in more] + [f"-{name}" for name in without]
    return deck_of(" ".join([edition, *changes, *(f"!{name}" for name in switches)]))


def _deck_with(
    made: Sequence[dict[str, Any]],
    edition: str,
    more: Sequence[str],
    without: Sequence[str],
    switches: Sequence[str],
) -> Deck:
    data = {"editions": edition.split(), "without": without, "switches": switches, "made": made}
    try:
        keys = {each.card.slug: key for key, each in build(DeckSpec.of(data).made).items()}
        return DeckSpec.of({**data, "more": Counter(keys.get(name, name) for name in more)}).deck
    except Unreadable as wrong:
        raise BadScenario(str(wrong), "given.made_cards") from None


def known_card(deck: Deck, name: str, place: str) -> str:
    """This name, if the deck has such a card; raises ``BadScenario``, which names the place, otherwise."""
    if not deck.numbers(name):
        what = "a card of this deck" if name in deck.known_cards else "a card"
        raise BadScenario(f"{name!r} isn't {what}{suggest(name, deck.slugs)}", place, name)
    return name
