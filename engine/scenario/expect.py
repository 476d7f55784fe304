"""What must be true in a position, and whether it is."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from engine.in_force import draw_count, in_force, play_count, plays_left
from engine.scenario.position import Cards
from engine.scenario.scene import Scene

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


class Then(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must be true."""

    winner: str | None = None
    over: bool | None = None
    turn: str | None = None
    drawn: int | None = None
    played: int | None = None
    plays_left: int | None = None
    draw_count: int | None = None
    play_count: int | Literal["all"] | None = None
    hand_limit: int | Literal["none"] | None = None
    keeper_limit: int | Literal["none"] | None = None
    hands: dict[str, Cards] = {}
    keepers: dict[str, Cards] = {}
    creepers: dict[str, Cards] = {}
    face_down: dict[str, Cards] = {}
    attached: dict[str, str] | None = None
    temporary: dict[str, Cards] = {}
    rules: Cards | None = None
    goals: Cards | None = None
    meta: Cards | None = None
    discard: Cards | None = None
    deck: int | None = None
    discard_top: list[str] = []
    deck_top: list[str] = []
    asked: dict[str, str | Asked] | None = None
    not_asked: list[str] = []
    beside: dict[str, list[str]] | None = None


def check(scene: Scene, then: Then) -> None:
    """Raise ``Failed`` for the first expectation that does not hold."""
    table, rules = scene.table, in_force(scene.table)
    pairs: list[tuple[str, Any, Any]] = [
        ("winner", then.winner, scene.winner or NOBODY),
        ("over", then.over, scene.game.over),
        ("turn", then.turn, scene.turn),
        ("drawn", then.drawn, table.turn.drawn - table.turn.missing),
        ("played", then.played, table.turn.played),
        ("plays_left", then.plays_left, plays_left(table)),
        ("draw_count", then.draw_count, draw_count(table)),
        ("play_count", then.play_count, "all" if play_count(table) is None else play_count(table)),
        ("hand_limit", then.hand_limit, "none" if rules.hand_limit is None else rules.hand_limit),
        ("keeper_limit", then.keeper_limit, "none" if rules.keeper_limit is None else rules.keeper_limit),
        ("deck", then.deck, len(table.draw_pile)),
    ]
    for name, wanted, found in pairs:
        if wanted is not None and wanted != found:
            raise Failed(f"{name}: expected {wanted!r}, found {found!r}.")
    for name, zone in then.hands.items():
        _check_zone(f"hands.{name}", zone, scene.player(name).hand)
    for name, zone in then.keepers.items():
        _check_zone(f"keepers.{name}", zone, scene.player(name).keepers)
    for name, zone in then.creepers.items():
        _check_zone(f"creepers.{name}", zone, scene.player(name).creepers)
    for name, zone in then.face_down.items():
        _check_zone(f"face_down.{name}", zone, scene.player(name).face_down)
    if then.attached is not None and then.attached != scene.attached:
        raise Failed(f"attached: expected {then.attached}, found {scene.attached}.")
    for name, zone in then.temporary.items():
        _check_zone(f"temporary.{name}", zone, scene.player(name).temporary)
    for name, expected, cards in (
        ("rules", then.rules, scene.rules),
        ("goals", then.goals, scene.goals),
        ("meta", then.meta, scene.meta),
        ("discard", then.discard, scene.discard),
    ):
        if expected is not None:
            _check_zone(name, expected, cards)
    for name, top, cards in (
        ("discard_top", then.discard_top, scene.discard),
        ("deck_top", then.deck_top, scene.deck),
    ):
        if top != cards[: len(top)]:
            raise Failed(f"{name}: expected {top}, found {cards[: len(top)]}.")
    _check_questions(scene, then)


def _check_zone(name: str, wanted: Cards, found: Sequence[str]) -> None:
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


def _check_questions(scene: Scene, then: Then) -> None:
    for name in then.not_asked:
        if scene.player(name).question:
            raise Failed(f"not_asked: {name} is asked {scene.player(name).asked!r}.")
    if then.beside is not None:
        beside = {
            player.name: [each.what for each in player.beside] for player in scene.seats if player.beside
        }
        if beside != then.beside:
            raise Failed(f"beside: expected {then.beside}, found {beside}.")
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
    for label in scene.labels(question, wanted.includes):
        if label not in options:
            raise Failed(f"asked.{name}.includes: {label!r} is not among {sorted(options)}.")
    for label in scene.labels(question, wanted.excludes):
        if label in options:
            raise Failed(f"asked.{name}.excludes: {label!r} is among {sorted(options)}.")
