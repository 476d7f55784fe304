"""Any position of a game, written down by card names."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import msgspec

from engine.card import Card, Deck, Goal, NewRule
from engine.cards import KNOWN
from engine.cards.free_actions import FREE_ACTIONS
from engine.deck_spec import DeckSpec
from engine.editions import SWITCHES, deck_of
from engine.in_force import draw_count
from engine.made import Unreadable
from engine.made.build import build
from engine.set_up import FEWEST, MOST
from engine.table import Table, Turn

Count = Annotated[int, msgspec.Meta(ge=0, le=200)]
Cards = Count | list[str | Count]
"""Cards of a zone: names, and numbers that stand for so many cards that don't matter."""

SEED = "scenario"


class BadScenario(ValueError):
    """A position or a step that can't be set up as it is written; the text says why."""


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """Everything that a scenario can set up; what is not said is empty.

    ``seats`` are names, clockwise.  Piles are written top first.  Cards named nowhere lie at the bottom of
    the draw pile, or with ``exact_deck`` outside the game.  Without ``drawn`` and ``played`` the turn is
    just beginning; with one of them the seat has drawn (by default what the draw rule asks) and is about to
    play.  ``edition`` may name several, mixed.  ``more_cards`` adds copies to the deck, ``without`` leaves
    cards out, ``switches`` are readings of the rules, ``made_cards`` data of cards that are made for it
    (docs/made-cards.md), which are named by their slugs.  ``attached`` maps Creepers to the keepers that
    they cling to, ``face_down`` lists keepers of seats that lie face down.  ``used`` lists free actions used
    this turn, ``random`` cards that chance picks first, ``avoid`` names that cards which don't matter must
    not have.
    """

    seats: list[str]
    edition: str = "fluxx"
    more_cards: list[str] = []
    without: list[str] = []
    switches: list[str] = []
    made_cards: list[dict[str, Any]] = []
    hands: dict[str, Cards] = {}
    keepers: dict[str, Cards] = {}
    creepers: dict[str, Cards] = {}
    attached: dict[str, str] = {}
    face_down: dict[str, list[str]] = {}
    rules: Cards = []
    goals: Cards = []
    discard: Cards = []
    deck: Cards = []
    exact_deck: bool = False
    turn: str = ""
    drawn: Count | None = None
    played: Count | None = None
    began_empty: bool = False
    extra_turn: bool = False
    used: list[str] = []
    random: list[str] = []
    avoid: list[str] = []

    def table(self) -> Table:
        """The table in this position.  Raises ``BadScenario`` for anything that can't be set up."""
        pile = known_deck(self.edition, self.more_cards, self.without, self.switches, self.made_cards)
        names = self.seats
        if not FEWEST <= len(names) <= MOST:
            raise BadScenario(f"A game has {FEWEST} to {MOST} seats, not {len(names)}.")
        turn = [self.turn] if self.turn else []
        for name in (*self.hands, *self.keepers, *self.creepers, *self.face_down, *turn):
            if name not in names:
                raise BadScenario(f"There is no seat called {name!r}: the seats are {', '.join(names)}.")
        zones: dict[str, Cards] = {f"keepers of {name}": self.keepers.get(name, []) for name in names}
        zones |= {f"creepers of {name}": self.creepers.get(name, []) for name in names}
        zones |= {f"hand of {name}": self.hands.get(name, []) for name in names}
        zones |= {"rules": self.rules, "goals": self.goals, "discard": self.discard, "deck": self.deck}
        cards = _Cards(pile, [*self.avoid, *(name for zone in zones.values() for name in _named(zone))])
        meta = [card for slug in pile.start for card in cards.take_if(slug, "meta rule")]
        dealt = {
            name: cards.take(name, wanted, _KINDS.get(name.split()[0], ())) for name, wanted in zones.items()
        }
        _check_in_play(pile, dealt["rules"], dealt["goals"])
        seats = dict(enumerate(names, start=1))
        table = Table(
            deck=pile,
            seed=SEED,
            order=list(seats),
            hands={seat: dealt[f"hand of {name}"] for seat, name in seats.items()},
            keepers={seat: dealt[f"keepers of {name}"] for seat, name in seats.items()},
            turn=Turn(
                names.index(self.turn) + 1 if self.turn else 1,
                extra=self.extra_turn,
                began_empty=self.began_empty,
                used=[_free_action(rule) for rule in self.used],
            ),
            draw_pile=[*([] if self.exact_deck else reversed(cards.rest())), *reversed(dealt["deck"])],
            discard=list(reversed(dealt["discard"])),
            rules=dealt["rules"],
            goals=dealt["goals"],
            stacked=[_known(pile, name) for name in self.random],
            meta=meta,
            creepers={seat: lying for seat, name in seats.items() if (lying := dealt[f"creepers of {name}"])},
            seated=len(names),
        )
        for creeper, keeper in self.attached.items():
            _attach(table, creeper, keeper)
        for name, faces in self.face_down.items():
            _turn_down(table, names.index(name) + 1, faces)
        if self.drawn is not None or self.played is not None:
            table.turn.phase = "plays"
            table.turn.drawn = draw_count(table) if self.drawn is None else self.drawn
            table.turn.played = self.played or 0
        return table


_RANKS = (
    *("keeper", "goal", "action", "new rule", "surprise"),
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
_KINDS: dict[str, tuple[str, ...]] = {  # what may lie in a zone; the first is what a number stands for
    "keepers": ("keeper",),
    "creepers": ("creeper",),
    "rules": ("new rule",),
    "goals": ("goal", "ungoal"),
    "hand": ("keeper", "goal", "action", "new rule", "surprise", "ungoal"),
}


class _Cards:
    """The cards of a deck that are not dealt yet."""

    def __init__(self, deck: Deck, named: Iterable[str]) -> None:
        self._deck = deck
        self._named = frozenset(named)
        goals = [card for name in self._named if isinstance(card := KNOWN.get(name), Goal)]
        wanted = {keeper for goal in goals for keeper in goal.wants.keepers}
        self._free = sorted(range(len(deck)), key=lambda card: self._weight(card, wanted))
        self._groups = {_group(KNOWN[name]) for name in self._named if name in KNOWN}

    def take(self, zone: str, wanted: Cards, kinds: tuple[str, ...]) -> list[int]:
        """The physical cards of a zone.  ``kinds`` are those that may lie there; none stands for all."""
        taken: list[int] = []
        for entry in [wanted] if isinstance(wanted, int) else wanted:
            if isinstance(entry, str):
                taken.append(self._take_named(zone, entry, kinds))
            else:
                some = kinds if zone.startswith("hand") else kinds[:1]
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
        _known(self._deck, name)
        kind = KNOWN[name].kind
        if kinds and kind not in kinds:
            raise BadScenario(f"{zone}: {name!r} is no {' or '.join(kinds)}.")
        for card in self._deck.numbers(name):
            if card in self._free:
                self._free.remove(card)
                return card
        raise BadScenario(f"{zone}: {name!r} lies somewhere else already.")

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
            raise BadScenario(f"{zone}: only {len(fitting)} cards are left, not {count}.")
        self._free = [card for card in self._free if card not in fitting]
        return fitting


def _check_in_play(deck: Deck, rules: list[int], goals: list[int]) -> None:
    """Raise ``BadScenario`` for rules and goals that can't be in play together."""
    groups: dict[str, str] = {}
    for rule in rules:
        printed = deck.cards[rule]
        if isinstance(printed, NewRule) and groups.setdefault(printed.group, printed.slug) != printed.slug:
            raise BadScenario(
                f"rules: {printed.slug!r} replaces {groups[printed.group]!r}; only one is in play."
            )
    most = 2 if "double-agenda" in groups else 1
    if len(goals) > most:
        raise BadScenario(f"goals: {len(goals)} can't be in play, only {most} (double-agenda allows 2).")


def _free_action(name: str) -> str:
    if name not in FREE_ACTIONS:
        raise BadScenario(f"used: {name!r} gives no free action.")
    return name


def _group(card: Card) -> str:
    return card.group if isinstance(card, NewRule) else ""


def _named(zone: Cards) -> list[str]:
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
    except (KeyError, ValueError):
        raise BadScenario(f"There is no edition called {edition!r}.") from None
    if made:
        return _deck_with(made, edition, more, without, switches)
    for name in without:
        _known(plain, name)
    for name in more:
        if name not in KNOWN or name == "basic-rules":
            raise BadScenario(f"{name!r} is no card.")
    for name in switches:
        if name not in SWITCHES:
            raise BadScenario(f"switches: {name!r} is none of {', '.join(SWITCHES)}.")
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
        raise BadScenario(f"made_cards: {wrong}") from None


def _attach(table: Table, creeper: str, keeper: str) -> None:
    """Let a Creeper in play cling to a keeper of the same seat."""
    for seat, creepers in table.creepers.items():
        loose = [
            card for card in creepers if table.deck.slugs[card] == creeper and card not in table.attached
        ]
        keepers = [card for card in table.keepers[seat] if table.deck.slugs[card] == keeper]
        if loose and keepers:
            table.attached[loose[0]] = keepers[0]
            return
    raise BadScenario(f"attached: no seat has both {creeper!r} and {keeper!r} in front of it.")


def _turn_down(table: Table, seat: int, faces: list[str]) -> None:
    """Turn keepers of a seat face down."""
    for face in faces:
        cards = [card for card in table.keepers[seat] if table.deck.slugs[card] == face]
        down = next((card for card in cards if card not in table.face_down), None)
        if down is None:
            raise BadScenario(f"face_down: {face!r} is no keeper of this seat.")
        table.face_down.append(down)


def _known(deck: Deck, name: str) -> str:
    if not deck.numbers(name):
        close = "" if name in KNOWN else " (no card has this name)"
        raise BadScenario(f"{name!r} is no card of this deck{close}.")
    return name
