"""Scenario files: a case as TOML, with ``[given]``, a list of ``[[when]]`` and ``[then]``.

docs/scenarios.md describes the format.  Whatever a file says that is not understood is an error with a
sentence, never silently passed over.
"""

import re
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from engine.board.spaces import COLOURS
from engine.cards import KNOWN
from engine.errors import Refused
from engine.game import Game
from engine.scenario import BoardPosition, Position, position_of
from engine.scenario.cards import BadScenario
from engine.scenario.expect import NOBODY, CommonThen, Failed, Then
from engine.scenario.expect_board import BoardThen
from engine.scenario.labels import WORDS
from engine.scenario.made import name_made_cards
from engine.scenario.position import CommonPosition
from engine.scenario.scene import ANY, Scene
from engine.scenario.spelling import card_name
from engine.text import QUESTIONS

_SEAT_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
G = TypeVar("G", bound=CommonPosition, covariant=True)
T = TypeVar("T", bound=CommonThen, covariant=True)


class When(msgspec.Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """One step: a seat answers, or must be refused, or joins, or leaves."""

    seat: str
    answer: str | list[str] | None = None
    refused: bool = False
    join: bool = False
    leave: bool = False
    then: T | None = None


class Case(msgspec.Struct, Generic[G, T], frozen=True, forbid_unknown_fields=True):
    """A whole file."""

    given: G
    set_up: T | None = None
    then: T | None = None
    when: list[When[T]] = []
    name: str = ""
    source: str = ""

    @property
    def expectations(self) -> dict[str, CommonThen]:
        """All that must be true, by where it is written."""
        steps = {f"when {number}.then": step.then for number, step in enumerate(self.when, start=1)}
        thens = {**steps, "then": self.then, "set_up": self.set_up}
        return {place: then for place, then in thens.items() if then is not None}


AnyCase = Case[CommonPosition, CommonThen]


def read_case(text: str) -> AnyCase:
    """The case in a TOML text.  Raises ``BadScenario`` if it is not understood."""
    try:
        written = name_made_cards(tomllib.loads(text))
        given = written.get("given")
        edition = given.get("edition") if isinstance(given, dict) else None
        if isinstance(edition, str) and position_of(edition) is BoardPosition:
            case: AnyCase = msgspec.convert(_spelt(written, card_name), Case[BoardPosition, BoardThen])
        else:
            case = msgspec.convert(_spelt(written, _hyphened), Case[Position, Then])
    except tomllib.TOMLDecodeError as wrong:
        raise BadScenario(f"This is no TOML: {wrong}") from None
    except msgspec.ValidationError as wrong:
        raise BadScenario(str(wrong)) from None
    _check_names(case)
    return case


_KEYS = frozenset(
    name for form in (Position, BoardPosition, Then, BoardThen) for name in form.__struct_fields__
)


def _spelt(value: Any, spelling: Callable[[str], str]) -> Any:
    """The same, with the names of cards in their usual form."""
    if isinstance(value, dict):
        keys = {key: key if key in _KEYS else spelling(key) for key in value}
        return {
            keys[key]: each if key in ("name", "source", "made_cards") else _spelt(each, spelling)
            for key, each in value.items()
        }
    if isinstance(value, list):
        return [_spelt(each, spelling) for each in value]
    return spelling(value) if isinstance(value, str) else value


def _hyphened(word: str) -> str:
    """The name of a card of a game of cards that is written with underscores; any other word as it is."""
    name = word.partition("@")[0]
    hyphened = name.replace("_", "-")
    return word.replace(name, hyphened, 1) if hyphened in KNOWN else word


def run_case(case: AnyCase) -> None:
    """Play a case.  Raises ``Failed`` when it does not hold and ``BadScenario`` when it makes no sense."""
    given = case.given
    given.avoid = [*given.avoid, *_cards_named(case)] if not given.new_game else given.avoid
    table = given.table()
    _check_at("set_up", Scene(Game.still(table), given.seats), case.set_up)
    scene = Scene(Game.at(table), given.seats)
    for number, step in enumerate(case.when, start=1):
        try:
            _play(scene, step)
            if step.then is not None:
                step.then.check(scene)
        except BadScenario as wrong:
            raise BadScenario(f"when {number}: {wrong}") from None
        except AssertionError as failure:
            raise Failed(f"when {number}: {failure}") from None
    _check_at("then", scene, case.then)


def _check_at(place: str, scene: Scene, then: CommonThen | None) -> None:
    try:
        if then is not None:
            then.check(scene)
    except Failed as failure:
        raise Failed(f"{place}: {failure}") from None


def run_file(path: Path) -> None:
    """Read and play one file; raises as ``read_case`` and ``run_case`` do."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as wrong:
        raise BadScenario(f"can't be read: {wrong}") from None
    run_case(read_case(text))


def _play(scene: Scene, step: When[CommonThen]) -> None:
    if step.join and step.seat in scene.players and scene.players[step.seat].seat in scene.game.seats:
        raise BadScenario(f"{step.seat!r} sits at the table already.")
    if not step.join and step.seat not in scene.players:
        raise BadScenario(f"{step.seat!r} does not sit at the table.")
    try:
        if step.answer is None:
            _come_or_go(scene, step)
        else:
            labels = [step.answer] if isinstance(step.answer, str) else step.answer
            act = scene.refuse if step.refused else scene.answer
            act(scene.players[step.seat].seat, labels)
    except Refused as refusal:
        player = scene.players.get(step.seat)
        question = player.question if player else None
        asked = f"{question.what}: {', '.join(question.options)}" if question else "nothing"
        raise Failed(f"{step.seat} was refused: {refusal}  Asked of {step.seat}: {asked}.") from None


def _come_or_go(scene: Scene, step: When[CommonThen]) -> None:
    """Join or leave; raises ``Refused`` if that is refused and was not expected to be."""
    try:
        if step.join:
            scene.join(step.seat)
        else:
            scene.leave(scene.players[step.seat].seat)
    except Refused:
        if not step.refused:
            raise
        return
    if step.refused:
        raise Failed(f"{step.seat} {'joined' if step.join else 'left'} and was not refused.")


def _check_names(case: AnyCase) -> None:
    """Every seat sits at the table by then, every card exists, and there is something to check."""
    given = case.given
    seats: list[str] = []
    for name in given.seats:
        _seat(seats, "given.seats", name)
    for key, names in given.seats_named().items():
        _known_seats(seats, f"given.{key}", names)
    for number, step in enumerate(case.when, start=1):
        _check_step(f"when {number}", step)
        if step.join and step.seat not in seats:
            _seat(seats, f"when {number}", step.seat)
        else:
            _known_seats(seats, f"when {number}", [step.seat])
        if step.then is not None:
            _check_then(seats, f"when {number}.then", step.then)
    for place, then in case.expectations.items():
        _check_then(seats, place, then)
    if not case.expectations and not case.when:
        raise BadScenario("there is no step and no expectation.")
    if case.set_up is not None and (case.set_up.asked or case.set_up.not_asked):
        raise BadScenario(
            "set_up: nothing is asked yet; write this in [then], or in the `then` of a step, refused or not."
        )
    for name in _cards_named(case):
        if name not in KNOWN:
            raise BadScenario(f"{name!r} is no card.")


def _seat(seats: list[str], place: str, name: str) -> None:
    """Add a seat with this name, if it can have it."""
    if not _SEAT_NAME.fullmatch(name) or name in KNOWN or name in WORDS or name in (ANY, NOBODY, *COLOURS):
        raise BadScenario(f"{place}: {name!r} can't be the name of a seat.")
    if name in seats:
        raise BadScenario(f"{place}: two seats can't both be called {name!r}.")
    seats.append(name)


def _check_step(place: str, step: When[CommonThen]) -> None:
    if [step.answer is not None, step.join, step.leave].count(True) != 1:
        raise BadScenario(f"{place}: say one of answer, join = true or leave = true.")


def _known_seats(seats: list[str], place: str, names: Iterable[str]) -> None:
    for name in names:
        if name not in seats:
            raise BadScenario(f"{place}: there is no seat called {name!r}.")


def _check_then(seats: list[str], place: str, then: CommonThen) -> None:
    for key, names in then.seats_named().items():
        _known_seats(seats, f"{place}.{key}", names)
    for key, kinds in then.questions_named().items():
        for what in kinds:
            if what not in QUESTIONS:
                raise BadScenario(f"{place}.{key}: {what!r} is no kind of question.")


def _cards_named(case: AnyCase) -> list[str]:
    """The cards that a case names anywhere, so that no card that doesn't matter is one of them."""
    answers: list[str] = []
    for step in case.when:
        answers += [step.answer] if isinstance(step.answer, str) else step.answer or []
    cards = [re.split("[@#]", label.removeprefix("use:"))[0] for label in answers]
    named = [name for then in case.expectations.values() for name in then.cards_named()]
    return [*case.given.cards_named(), *named, *(name for name in cards if name in KNOWN)]
