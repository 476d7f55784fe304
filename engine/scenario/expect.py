"""What must be true in a position, and whether it is."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from engine.board.table import BoardTable
from engine.scenario.cards import Cards, named_cards
from engine.scenario.scene import ANY, Scene
from engine.view import Question

OTHERS = "..."
NOBODY = "nobody"


class Failed(AssertionError):
    """A case whose expectation does not hold; the text says which, and what was found."""


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must be asked of a seat."""

    what: str | None = None
    count: int | None = None
    least: int | None = None
    most: int | None = None
    options: list[str] | None = None
    includes: list[str] = []
    excludes: list[str] = []


class CommonThen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must be true in all games; what is None or empty is not looked at."""

    winner: str | None = None
    over: bool | None = None
    turn: str | None = None
    drawn: int | None = None
    played: int | None = None
    plays_left: int | None = None
    draw_count: int | None = None
    play_count: int | Literal["all"] | None = None
    hand_limit: int | Literal["none"] | None = None
    hands: dict[str, Cards] = {}
    temporary: dict[str, Cards] = {}
    discard: Cards | None = None
    deck: int | None = None
    discard_top: list[str] = []
    deck_top: list[str] = []
    asked: dict[str, str | Asked] | None = None
    not_asked: list[str] = []

    def check(self, scene: Scene) -> None:
        """Raise ``Failed`` for the first expectation that does not hold."""
        for name, wanted, found in self.pairs(scene):
            if wanted is not None and wanted != found:
                raise Failed(f"{name}: expected {wanted!r}, found {found!r}.")
        for zone, expected, cards in self.piles(scene):
            if expected is not None:
                check_zone(zone, expected, cards)
        for name, top, cards in (
            ("discard_top", self.discard_top, scene.discard),
            ("deck_top", self.deck_top, scene.deck),
        ):
            if top != cards[: len(top)]:
                raise Failed(f"{name}: expected {top}, found {cards[: len(top)]}.")
        _check_questions(scene, self)

    def pairs(self, scene: Scene) -> list[tuple[str, Any, Any]]:
        """What must be equal: its name, what is wanted, what there is."""
        view = scene.game.view(None)
        return [
            ("winner", self.winner, scene.winner or NOBODY),
            ("over", self.over, scene.game.over),
            ("turn", self.turn, scene.turn),
            ("drawn", self.drawn, view.drawn),
            ("played", self.played, view.played),
            ("plays_left", self.plays_left, view.plays_left),
            ("draw_count", self.draw_count, view.draw_count),
            ("play_count", self.play_count, "all" if view.play_count is None else view.play_count),
            ("hand_limit", self.hand_limit, "none" if view.hand_limit is None else view.hand_limit),
            ("deck", self.deck, view.deck_size),
        ]

    def piles(self, scene: Scene) -> list[tuple[str, Cards | None, list[str]]]:
        """The zones that are compared in any order: its name, what is wanted, what there is."""
        return [
            *((f"hands.{name}", zone, scene.player(name).hand) for name, zone in self.hands.items()),
            *(
                (f"temporary.{name}", zone, scene.player(name).temporary)
                for name, zone in self.temporary.items()
            ),
            ("discard", self.discard, scene.discard),
        ]

    def seats_named(self) -> dict[str, Iterable[str]]:
        """The names of seats that are written, by key."""
        return {
            "hands": self.hands,
            "temporary": self.temporary,
            "asked": self.asked or (),
            "not_asked": self.not_asked,
            "turn": [self.turn] if self.turn else [],
            "winner": [self.winner] if self.winner not in (None, NOBODY) else [],
        }

    def cards_named(self) -> list[str]:
        """The names of cards that are written."""
        zones = [*self.hands.values(), *self.temporary.values(), self.discard or []]
        return [*_names(zones), *self.discard_top, *self.deck_top]

    def questions_named(self) -> dict[str, list[str]]:
        """The kinds of questions that are written, by key."""
        asked = (self.asked or {}).items()
        kinds = {f"asked.{name}": each if isinstance(each, str) else each.what for name, each in asked}
        return {key: [what] for key, what in kinds.items() if what is not None}


class Then(CommonThen, frozen=True):
    """What must be true in a game of cards."""

    keeper_limit: int | Literal["none"] | None = None
    keepers: dict[str, Cards] = {}
    creepers: dict[str, Cards] = {}
    face_down: dict[str, Cards] = {}
    attached: dict[str, str] | None = None
    rules: Cards | None = None
    goals: Cards | None = None
    meta: Cards | None = None
    removed: Cards | None = None
    beside: dict[str, list[str]] | None = None

    def check(self, scene: Scene) -> None:
        """Raise ``Failed`` for the first expectation that does not hold."""
        if self.attached is not None and self.attached != scene.attached:
            raise Failed(f"attached: expected {self.attached}, found {scene.attached}.")
        beside = {
            player.name: [each.what for each in player.beside] for player in scene.seats if player.beside
        }
        if self.beside is not None and beside != self.beside:
            raise Failed(f"beside: expected {self.beside}, found {beside}.")
        super().check(scene)

    def pairs(self, scene: Scene) -> list[tuple[str, Any, Any]]:
        """What must be equal: its name, what is wanted, what there is."""
        limit = scene.game.view(None).keeper_limit
        return [
            *super().pairs(scene),
            ("keeper_limit", self.keeper_limit, "none" if limit is None else limit),
        ]

    def piles(self, scene: Scene) -> list[tuple[str, Cards | None, list[str]]]:
        """The zones that are compared in any order: its name, what is wanted, what there is."""
        return [
            *super().piles(scene),
            *((f"keepers.{name}", zone, scene.player(name).keepers) for name, zone in self.keepers.items()),
            *(
                (f"creepers.{name}", zone, scene.player(name).creepers)
                for name, zone in self.creepers.items()
            ),
            *(
                (f"face_down.{name}", zone, scene.player(name).face_down)
                for name, zone in self.face_down.items()
            ),
            ("rules", self.rules, scene.rules),
            ("goals", self.goals, scene.goals),
            ("meta", self.meta, scene.meta),
            ("removed", self.removed, scene.removed),
        ]

    def seats_named(self) -> dict[str, Iterable[str]]:
        """The names of seats that are written, by key."""
        more = {"keepers": self.keepers, "creepers": self.creepers, "face_down": self.face_down}
        return {**super().seats_named(), **more, "beside": self.beside or ()}

    def cards_named(self) -> list[str]:
        """The names of cards that are written."""
        zones = [*self.keepers.values(), *self.creepers.values(), *self.face_down.values()]
        zones += [self.rules or [], self.goals or [], self.meta or [], self.removed or []]
        attached = self.attached or {}
        return [*super().cards_named(), *_names(zones), *attached, *attached.values()]

    def questions_named(self) -> dict[str, list[str]]:
        """The kinds of questions that are written, by key."""
        beside = {f"beside.{name}": kinds for name, kinds in (self.beside or {}).items()}
        return {**super().questions_named(), **beside}


def _names(zones: Iterable[Cards]) -> list[str]:
    return [name for zone in zones for name in named_cards(zone) if name != OTHERS]


def check_zone(name: str, wanted: Cards, found: Sequence[str]) -> None:
    """Raise ``Failed`` unless the cards of a zone are those that are wanted, in any order."""
    if isinstance(wanted, int):
        if len(found) != wanted:
            raise Failed(f"{name}: expected {wanted} cards, found {len(found)}: {list(found)}.")
        return
    named = Counter(entry for entry in wanted if isinstance(entry, str) and entry != OTHERS)
    more = sum(entry for entry in wanted if isinstance(entry, int))
    over = Counter(found) - named
    missing = list((named - Counter(found)).elements())
    surplus = len(list(over.elements()))
    if missing or (OTHERS not in wanted and surplus != more) or surplus < more:
        raise Failed(f"{name}: expected {wanted}, found {list(found)}.")


def _check_questions(scene: Scene, then: CommonThen) -> None:
    for name in then.not_asked:
        if scene.player(name).question:
            raise Failed(f"not_asked: {name} is asked {scene.player(name).asked!r}.")
    if then.asked is None:
        return
    if set(then.asked) != set(scene.waiting_for):
        raise Failed(f"asked: expected {sorted(then.asked)}, found {sorted(scene.waiting_for)}.")
    for name, wanted in then.asked.items():
        _check_question(scene, name, Asked(what=wanted) if isinstance(wanted, str) else wanted)


def _check_question(scene: Scene, name: str, wanted: Asked) -> None:
    question = scene.player(name).question
    if question is None:
        raise Failed(f"asked.{name}: nothing is asked.")
    least, most = wanted.least, wanted.most
    if wanted.count is not None:
        least = most = wanted.count
    for key, expected, found in (
        ("what", wanted.what, question.what),
        ("least", least, question.least),
        ("most", most, question.most),
    ):
        if expected is not None and expected != found:
            raise Failed(f"asked.{name}.{key}: expected {expected!r}, found {found!r}.")
    options = set(question.options)
    if wanted.options is not None and set(scene.labels(question, wanted.options)) != options:
        raise Failed(f"asked.{name}.options: expected {sorted(wanted.options)}, found {sorted(options)}.")
    for word in wanted.includes:
        if not options & set(fitting := _fitting(scene, question, word)):
            raise Failed(f"asked.{name}.includes: {fitting[0]!r} is not among {sorted(options)}.")
    for word in wanted.excludes:
        if excluded := options & set(_fitting(scene, question, word)):
            raise Failed(f"asked.{name}.excludes: {', '.join(sorted(excluded))} is among {sorted(options)}.")


def _fitting(scene: Scene, question: Question, word: str) -> list[str]:
    """The options that a word fits, or the word as a label."""
    if word != ANY and isinstance(scene.table, BoardTable):
        return scene.fitting(question, word)
    return scene.labels(question, [word])
