"""What must be true in a position, and whether it is."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from engine.board.table import BoardTable
from engine.scenario.cards import Cards, named_cards
from engine.scenario.scene import ANY, Scene
from engine.view import QuestionView

OTHERS = "..."
NOBODY = "nobody"


class Failed(AssertionError):
    """A case that does not hold: each line says what was expected, and what was found."""

    @property
    def lines(self) -> list[str]:
        """Everything that was missed."""
        return str(self).splitlines()


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

    def misses(self, scene: Scene) -> Iterator[str]:
        """A sentence for each expectation that does not hold."""
        for name, wanted, found in self.pairs(scene):
            if wanted is not None and wanted != found:
                yield f"{name}: expected {wanted!r}, found {found!r}."
        for zone, expected, cards in self.piles(scene):
            if expected is not None:
                yield from _missed_cards(zone, expected, cards)
        for name, top, cards in (
            ("discard_top", self.discard_top, scene.discard),
            ("deck_top", self.deck_top, scene.deck),
        ):
            if top != cards[: len(top)]:
                yield f"{name}: expected {top}, found {cards[: len(top)]}."
        yield from _missed_questions(scene, self)

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

    def cards_named(self) -> dict[str, list[str]]:
        """The names of cards that are written, by key."""
        return {
            **names_by_seat("hands", self.hands),
            **names_by_seat("temporary", self.temporary),
            "discard": names_of(self.discard),
            "discard_top": self.discard_top,
            "deck_top": self.deck_top,
        }

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

    def misses(self, scene: Scene) -> Iterator[str]:
        """A sentence for each expectation that does not hold."""
        if self.attached is not None and self.attached != scene.attached:
            yield f"attached: expected {self.attached}, found {scene.attached}."
        beside = {
            player.name: [each.what.value for each in player.beside]
            for player in scene.seats
            if player.beside
        }
        if self.beside is not None and beside != self.beside:
            yield f"beside: expected {self.beside}, found {beside}."
        yield from super().misses(scene)

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

    def cards_named(self) -> dict[str, list[str]]:
        """The names of cards that are written, by key."""
        attached = self.attached or {}
        return {
            **super().cards_named(),
            **names_by_seat("keepers", self.keepers),
            **names_by_seat("creepers", self.creepers),
            **names_by_seat("face_down", self.face_down),
            **{key: names_of(getattr(self, key)) for key in ("rules", "goals", "meta", "removed")},
            "attached": [*attached, *attached.values()],
        }

    def questions_named(self) -> dict[str, list[str]]:
        """The kinds of questions that are written, by key."""
        beside = {f"beside.{name}": kinds for name, kinds in (self.beside or {}).items()}
        return {**super().questions_named(), **beside}


def names_of(zone: Cards | None) -> list[str]:
    """The cards that an expected zone names."""
    return [name for name in named_cards(zone or []) if name != OTHERS]


def names_by_seat(key: str, zones: Mapping[str, Cards]) -> dict[str, list[str]]:
    """The cards that the zones of seats name, by key: ``hands.A``."""
    return {f"{key}.{name}": names_of(zone) for name, zone in zones.items()}


def _missed_cards(name: str, wanted: Cards, found: Sequence[str]) -> Iterator[str]:
    """A sentence unless the cards of a zone are those that are wanted, in any order."""
    if isinstance(wanted, int):
        if len(found) != wanted:
            yield f"{name}: expected {wanted} cards, found {len(found)}: {list(found)}."
        return
    named = Counter(entry for entry in wanted if isinstance(entry, str) and entry != OTHERS)
    more = sum(entry for entry in wanted if isinstance(entry, int))
    over = Counter(found) - named
    missing = list((named - Counter(found)).elements())
    surplus = len(list(over.elements()))
    if missing or (OTHERS not in wanted and surplus != more) or surplus < more:
        yield f"{name}: expected {wanted}, found {list(found)}."


def _missed_questions(scene: Scene, then: CommonThen) -> Iterator[str]:
    for name in then.not_asked:
        if scene.player(name).question:
            yield f"not_asked: {name} is asked {scene.player(name).asked!r}."
    if then.asked is None:
        return
    if set(then.asked) != set(scene.waiting_for):
        yield f"asked: expected {sorted(then.asked)}, found {sorted(scene.waiting_for)}."
    for name, wanted in then.asked.items():
        if (question := scene.player(name).question) is not None:
            asked = Asked(what=wanted) if isinstance(wanted, str) else wanted
            yield from (f"asked.{name}.{missed}" for missed in _missed_of_question(scene, question, asked))


def _missed_of_question(scene: Scene, question: QuestionView, wanted: Asked) -> Iterator[str]:
    least, most = wanted.least, wanted.most
    if wanted.count is not None:
        least = most = wanted.count
    for key, expected, found in (
        ("what", wanted.what, question.what.value),
        ("least", least, question.least),
        ("most", most, question.most),
    ):
        if expected is not None and expected != found:
            yield f"{key}: expected {expected!r}, found {found!r}."
    options, shown = set(question.options), sorted(map(scene.written, question.options))
    if wanted.options is not None and set(scene.labels(question, wanted.options)) != options:
        yield f"options: expected {sorted(wanted.options)}, found {shown}."
    for word in wanted.includes:
        if not options & set(_fitting(scene, question, word)):
            yield f"includes: {word!r} is not among {shown}."
    for word in wanted.excludes:
        if excluded := options & set(_fitting(scene, question, word)):
            yield f"excludes: {', '.join(sorted(map(scene.written, excluded)))} is among {shown}."


def _fitting(scene: Scene, question: QuestionView, word: str) -> list[str]:
    """The options that a word fits, or the word as a label."""
    if word != ANY and isinstance(scene.table, BoardTable):
        return scene.fitting(question, word)
    return scene.labels(question, [word])
