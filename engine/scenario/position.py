"""Any position of a game of cards, written down by card names, and what positions of all games share."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from engine.card import Deck, Goal, KnownCards, NewRule
from engine.cards import CARDS
from engine.cards.free_actions import FREE_ACTIONS
from engine.in_force import draw_count
from engine.made.build import build
from engine.made.check import read_card
from engine.rulebook import rulebook_of, set_up
from engine.scenario.cards import Cards, CardsLeft, Count, known_card, known_deck, named_cards
from engine.scenario.errors import BadScenario, suggest
from engine.table import CommonTable, Table, Turn

SEED = "scenario"


class CommonPosition(msgspec.Struct, forbid_unknown_fields=True):
    """What a scenario can set up in all games; what is not said is empty.

    ``seats`` are names, clockwise.  Piles are written top first.  Cards named nowhere lie at the bottom of
    the draw pile, or with ``exact_deck`` outside the game.  Without ``drawn`` and ``played`` the turn is
    just beginning; with one of them the seat has drawn (by default what the rules ask) and is about to
    play.  ``edition`` may name several, mixed.  ``more_cards`` adds copies to the deck, ``without`` leaves
    cards out, ``switches`` are readings of the rules, ``made_cards`` data of cards that are made for it
    (docs/made-cards.md), which are named by their slugs.  ``avoid`` lists names that cards which don't
    matter must not have.  ``new_game`` is the game as the rules set it up, with ``deck`` on top of the
    shuffled draw pile; ``first`` begins it.
    """

    seats: list[str]
    edition: str = "fluxx"
    more_cards: list[str] = []
    without: list[str] = []
    switches: list[str] = []
    made_cards: list[dict[str, Any]] = []
    hands: dict[str, Cards] = {}
    discard: Cards = []
    deck: Cards = []
    exact_deck: bool = False
    turn: str = ""
    drawn: Count | None = None
    played: Count | None = None
    avoid: list[str] = []
    new_game: bool = False
    first: str = ""

    def table(self) -> CommonTable:
        """The table in this position.  Raises ``BadScenario`` for anything that can't be set up."""
        pile = known_deck(self.edition, self.more_cards, self.without, self.switches, self.made_cards)
        if self.new_game:
            return self._new(pile)
        if self.first:
            raise BadScenario("this key belongs to new_game; write turn instead", "given.first")
        rules = rulebook_of(pile)
        if not rules.fewest <= len(self.seats) <= rules.most:
            why = f"a game has {rules.fewest} to {rules.most} seats, not {len(self.seats)}"
            raise BadScenario(why, "given.seats")
        for key, names in self.seats_named().items():
            check_seats(self.seats, f"given.{key}", names)
        return self.lay(pile)

    def seat(self, name: str) -> int:
        """The number of a seat."""
        return self.seats.index(name) + 1

    def lay(self, pile: Deck) -> CommonTable:
        """Lay the table with the cards of a deck."""
        raise NotImplementedError

    def seats_named(self) -> dict[str, Iterable[str]]:
        """The names of seats that are written, by key."""
        return {"hands": self.hands, "turn": [self.turn] if self.turn else []}

    def zones(self) -> dict[str, Cards]:
        """The cards that are written, by the zone where they lie."""
        hands: dict[str, Cards] = {f"hands.{name}": self.hands.get(name, []) for name in self.seats}
        return {**hands, "discard": self.discard, "deck": self.deck}

    def cards_named(self) -> dict[str, list[str]]:
        """The names of cards that are written, by key."""
        zones = {zone: named_cards(cards) for zone, cards in self.zones().items()}
        return {**zones, "more_cards": self.more_cards, "without": self.without}

    def known_cards(self) -> KnownCards:
        """The cards that may be named, by slug: the printed ones and those that are made for it."""
        made = build([read_card(card) for card in self.made_cards])
        return {**CARDS, **{each.card.slug: each.card for each in made.values()}}

    def deal(self, cards: CardsLeft) -> dict[str, list[int]]:
        """The physical cards of all zones."""
        return {zone: cards.take(zone, wanted) for zone, wanted in self.zones().items()}

    def hands_of(self, dealt: dict[str, list[int]]) -> dict[int, list[int]]:
        """The hands among what was dealt, by seat."""
        return {seat: dealt[f"hands.{name}"] for seat, name in enumerate(self.seats, start=1)}

    def draw_pile(self, cards: CardsLeft, dealt: dict[str, list[int]]) -> list[int]:
        """The draw pile, its top at the end."""
        return [*([] if self.exact_deck else reversed(cards.rest())), *reversed(dealt["deck"])]

    def _new(self, pile: Deck) -> CommonTable:
        plain = type(self)(self.seats)
        for name in self.__struct_fields__:
            if name not in _OF_A_NEW_GAME and getattr(self, name) != getattr(plain, name):
                why = f"with new_game only seats, {', '.join(_OF_A_NEW_GAME[2:])} can be set"
                raise BadScenario(why, f"given.{name}")
        cards = CardsLeft(pile, [*self.avoid, *named_cards(self.deck)], ())
        return dealt(self.seats, edition=pile.slug, first=self.first, top=cards.take("deck", self.deck))


_MAKE_A_DECK = ("edition", "more_cards", "without", "switches", "made_cards")
_OF_A_NEW_GAME = ("seats", "new_game", "first", "deck", "avoid", *_MAKE_A_DECK)


class Position(CommonPosition):
    """Everything that a scenario can set up in a game of cards.

    ``attached`` maps Creepers to the keepers that they cling to, ``face_down`` lists keepers of seats that
    lie face down.  ``removed`` are cards out of the game.  ``used`` lists free actions used this turn,
    ``random`` cards that chance picks first.
    """

    keepers: dict[str, Cards] = {}
    creepers: dict[str, Cards] = {}
    attached: dict[str, str] = {}
    face_down: dict[str, list[str]] = {}
    rules: Cards = []
    goals: Cards = []
    removed: Cards = []
    began_empty: bool = False
    extra_turn: bool = False
    used: list[str] = []
    random: list[str] = []

    def seats_named(self) -> dict[str, Iterable[str]]:
        """The names of seats that are written, by key."""
        more: dict[str, Iterable[str]] = {
            "keepers": self.keepers,
            "creepers": self.creepers,
            "face_down": self.face_down,
        }
        return {**super().seats_named(), **more}

    def zones(self) -> dict[str, Cards]:
        """The cards that are written, by the zone where they lie."""
        zones: dict[str, Cards] = {f"keepers.{name}": self.keepers.get(name, []) for name in self.seats}
        zones |= {f"creepers.{name}": self.creepers.get(name, []) for name in self.seats}
        common = super().zones()
        discard, deck = common.pop("discard"), common.pop("deck")
        zones |= {**common, "rules": self.rules, "goals": self.goals, "removed": self.removed}
        return {**zones, "discard": discard, "deck": deck}

    def cards_named(self) -> dict[str, list[str]]:
        """The names of cards that are written, by key."""
        return {
            **super().cards_named(),
            **{f"face_down.{name}": faces for name, faces in self.face_down.items()},
            "attached": [*self.attached, *self.attached.values()],
            "used": self.used,
            "random": self.random,
        }

    def lay(self, pile: Deck) -> Table:
        """Lay the table with the cards of a deck."""
        written = [*self.avoid, *(name for zone in self.zones().values() for name in named_cards(zone))]
        goals = [card for name in written if isinstance(card := pile.known_cards.get(name), Goal)]
        cards = CardsLeft(pile, written, (keeper for goal in goals for keeper in goal.wants.keepers))
        meta = [card for slug in pile.start for card in cards.take_if(slug, "meta rule")]
        dealt = self.deal(cards)
        _check_in_play(pile, dealt["rules"], dealt["goals"])
        seats = dict(enumerate(self.seats, start=1))
        table = Table(
            deck=pile,
            seed=SEED,
            order=list(seats),
            hands=self.hands_of(dealt),
            keepers={seat: dealt[f"keepers.{name}"] for seat, name in seats.items()},
            turn=Turn(
                self.seat(self.turn) if self.turn else 1,
                extra=self.extra_turn,
                gave_turns=["take-another-turn"] if self.extra_turn else [],
                began_empty=self.began_empty,
                used=[_free_action(rule) for rule in self.used],
            ),
            draw_pile=self.draw_pile(cards, dealt),
            discard=list(reversed(dealt["discard"])),
            rules=dealt["rules"],
            goals=dealt["goals"],
            removed=dealt["removed"],
            stacked=[known_card(pile, name, "given.random") for name in self.random],
            meta=meta,
            creepers={seat: lying for seat, name in seats.items() if (lying := dealt[f"creepers.{name}"])},
            seated=len(seats),
        )
        for creeper, keeper in self.attached.items():
            _attach(table, creeper, keeper)
        for name, faces in self.face_down.items():
            _turn_down(table, self.seat(name), faces)
        if self.drawn is not None or self.played is not None:
            table.turn.phase = "plays"
            table.turn.drawn = draw_count(table) if self.drawn is None else self.drawn
            table.turn.played = self.played or 0
        return table


def dealt(
    names: Sequence[str],
    *,
    edition: str = "fluxx",
    first: str = "",
    seed: str = SEED,
    top: Sequence[int] = (),
) -> CommonTable:
    """A table as the rules set it up, before the first turn, with these cards on top of the draw pile."""
    check_seats(names, "given.first", [first] if first else [])
    known_deck(edition)
    try:
        return set_up(edition, len(names), names.index(first) + 1 if first else 1, seed=seed, top=top)
    except ValueError as wrong:
        raise BadScenario(str(wrong), "given.seats") from None


def check_seats(seats: Sequence[str], place: str, names: Iterable[str]) -> None:
    """Raise ``BadScenario`` for a name that no seat has."""
    for name in names:
        if name not in seats:
            near = suggest(name, seats, "the seats are")
            raise BadScenario(f"there is no seat called {name!r}{near}", place, name)


def _check_in_play(deck: Deck, rules: list[int], goals: list[int]) -> None:
    """Raise ``BadScenario`` for rules and goals that can't be in play together."""
    groups: dict[str, str] = {}
    for rule in rules:
        printed = deck.cards[rule]
        if isinstance(printed, NewRule) and groups.setdefault(printed.group, printed.slug) != printed.slug:
            why = f"{printed.slug!r} replaces {groups[printed.group]!r}; only one is in play"
            raise BadScenario(why, "given.rules", printed.slug)
    most = 2 if "double-agenda" in groups else 1
    if len(goals) > most:
        why = f"{len(goals)} can't be in play, only {most} (double-agenda allows 2)"
        raise BadScenario(why, "given.goals")


def _free_action(name: str) -> str:
    if name not in FREE_ACTIONS:
        raise BadScenario(f"{name!r} gives no free action", "given.used", name)
    return name


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
    why = f"no seat has both {creeper!r} and {keeper!r} in front of it"
    raise BadScenario(why, "given.attached", creeper)


def _turn_down(table: Table, seat: int, faces: list[str]) -> None:
    """Turn keepers of a seat face down."""
    for face in faces:
        cards = [card for card in table.keepers[seat] if table.deck.slugs[card] == face]
        down = next((card for card in cards if card not in table.face_down), None)
        if down is None:
            raise BadScenario(f"{face!r} isn't a keeper of this seat", "given.face_down", face)
        table.face_down.append(down)
