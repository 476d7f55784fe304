"""Scenario files: a case as TOML, with ``[given]``, a list of ``[[when]]`` and ``[then]``.

docs/scenarios.md describes the format.  Whatever a file says that is not understood is an error with a
sentence, never silently passed over.
"""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from engine.ask import Refused
from engine.cards import KNOWN
from engine.game import Game
from engine.scenario import dealt
from engine.scenario.expect import NOBODY, OTHERS, Failed, Then, check
from engine.scenario.made import name_made_cards
from engine.scenario.position import BadScenario, Position, known_deck
from engine.scenario.scene import ANY, WORDS, Scene
from engine.table import CommonTable
from engine.text import QUESTIONS

_DECK = ("edition", "more_cards", "without", "switches", "made_cards")
_SEAT_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


class Given(Position, forbid_unknown_fields=True):
    """The position in which a case begins, or ``new_game``: the game as the rules set it up."""

    new_game: bool = False
    first: str = ""


class When(msgspec.Struct, forbid_unknown_fields=True):
    """One step: a seat answers, or must be refused, or joins, or leaves."""

    seat: str
    answer: str | list[str] | None = None
    refused: bool = False
    join: bool = False
    leave: bool = False
    then: Then | None = None


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """A whole file."""

    given: Given
    set_up: Then = Then()
    then: Then = Then()
    when: list[When] = []
    name: str = ""
    source: str = ""


def read_case(text: str) -> Case:
    """The case in a TOML text.  Raises ``BadScenario`` if it is not understood."""
    try:
        case = msgspec.convert(name_made_cards(_hyphened(tomllib.loads(text))), Case)
    except tomllib.TOMLDecodeError as wrong:
        raise BadScenario(f"This is no TOML: {wrong}") from None
    except msgspec.ValidationError as wrong:
        raise BadScenario(str(wrong)) from None
    _check_names(case)
    return case


_KEYS = frozenset((*Given.__struct_fields__, *Then.__struct_fields__))


def _hyphened(value: Any) -> Any:
    """The same, with names of cards that are written with underscores in their usual form."""
    if isinstance(value, dict):
        keys = {key: key if key in _KEYS else _hyphened(key) for key in value}
        return {keys[key]: _hyphened(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_hyphened(each) for each in value]
    if isinstance(value, str) and (name := value.partition("@")[0]).replace("_", "-") in KNOWN:
        return value.replace(name, name.replace("_", "-"), 1)
    return value


def run_case(case: Case) -> None:
    """Play a case.  Raises ``Failed`` when it does not hold and ``BadScenario`` when it makes no sense."""
    table = _set_up(case)
    try:
        if case.set_up != Then():
            check(Scene(Game.still(table), case.given.seats), case.set_up)
    except Failed as failure:
        raise Failed(f"set_up: {failure}") from None
    scene = Scene(Game.at(table), case.given.seats)
    for number, step in enumerate(case.when, start=1):
        try:
            _play(scene, step)
            if step.then is not None:
                check(scene, step.then)
        except BadScenario as wrong:
            raise BadScenario(f"when {number}: {wrong}") from None
        except Failed as failure:
            raise Failed(f"when {number}: {failure}") from None
        except AssertionError as failure:
            raise Failed(f"when {number}: {failure}") from None
    try:
        check(scene, case.then)
    except Failed as failure:
        raise Failed(f"then: {failure}") from None


def run_file(path: Path) -> None:
    """Read and play one file; raises as ``read_case`` and ``run_case`` do."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as wrong:
        raise BadScenario(f"can't be read: {wrong}") from None
    run_case(read_case(text))


def _set_up(case: Case) -> CommonTable:
    given = case.given
    if given.new_game:
        deck = {name: getattr(given, name) for name in _DECK}
        if given != Given(given.seats, **deck, new_game=True, first=given.first):
            raise BadScenario(f"given: with new_game only seats, first, {', '.join(deck)} can be set.")
        return dealt(given.seats, edition=known_deck(*deck.values()).slug, first=given.first)
    if given.first:
        raise BadScenario("given: first belongs to new_game; write turn instead.")
    given.avoid = [*given.avoid, *_cards_named(case)]
    return given.table()


def _play(scene: Scene, step: When) -> None:
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


def _come_or_go(scene: Scene, step: When) -> None:
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


def _check_names(case: Case) -> None:
    """Every seat sits at the table by then, every card exists, and there is something to check."""
    given = case.given
    seats: list[str] = []
    for name in given.seats:
        _seat(seats, "given.seats", name)
    for zone in ("hands", "keepers", "creepers", "face_down"):
        _known_seats(seats, f"given.{zone}", getattr(given, zone))
    for number, step in enumerate(case.when, start=1):
        _check_step(f"when {number}", step)
        if step.join and step.seat not in seats:
            _seat(seats, f"when {number}", step.seat)
        else:
            _known_seats(seats, f"when {number}", [step.seat])
        if step.then is not None:
            _check_then(seats, f"when {number}.then", step.then)
    _check_then(seats, "then", case.then)
    _check_then(seats, "set_up", case.set_up)
    if case.then == case.set_up == Then() and not case.when:
        raise BadScenario("there is no step and no expectation.")
    for name in _cards_named(case):
        if name not in KNOWN:
            raise BadScenario(f"{name!r} is no card.")


def _seat(seats: list[str], place: str, name: str) -> None:
    """Add a seat with this name, if it can have it."""
    if not _SEAT_NAME.fullmatch(name) or name in KNOWN or name in WORDS or name in (ANY, NOBODY):
        raise BadScenario(f"{place}: {name!r} can't be the name of a seat.")
    if name in seats:
        raise BadScenario(f"{place}: two seats can't both be called {name!r}.")
    seats.append(name)


def _check_step(place: str, step: When) -> None:
    if [step.answer is not None, step.join, step.leave].count(True) != 1:
        raise BadScenario(f"{place}: say one of answer, join = true or leave = true.")


def _known_seats(seats: list[str], place: str, names: Iterable[str]) -> None:
    for name in names:
        if name not in seats:
            raise BadScenario(f"{place}: there is no seat called {name!r}.")


def _check_then(seats: list[str], place: str, then: Then) -> None:
    for zone in ("hands", "keepers", "creepers", "face_down", "temporary", "asked", "not_asked", "beside"):
        _known_seats(seats, f"{place}.{zone}", getattr(then, zone) or ())
    for name, asked in (then.asked or {}).items():
        what = asked if isinstance(asked, str) else asked.what
        if what is not None and what not in QUESTIONS:
            raise BadScenario(f"{place}.asked.{name}: {what!r} is no kind of question.")
    for name, kinds in (then.beside or {}).items():
        for what in kinds:
            if what not in QUESTIONS:
                raise BadScenario(f"{place}.beside.{name}: {what!r} is no kind of question.")
    _known_seats(seats, f"{place}.turn", [then.turn] if then.turn else [])
    _known_seats(seats, f"{place}.winner", [then.winner] if then.winner not in (None, NOBODY) else [])


def _cards_named(case: Case) -> list[str]:
    """The cards that a case names anywhere, so that no card that doesn't matter is one of them."""
    given = case.given
    zones: list[Any] = [*given.hands.values(), *given.keepers.values(), *given.creepers.values()]
    zones += [*given.face_down.values(), [*given.attached], [*given.attached.values()]]
    zones += [given.rules, given.goals, given.discard, given.deck, given.used, given.random]
    zones += [given.more_cards, given.without]
    answers: list[str] = []
    for then in (case.set_up, case.then, *(step.then for step in case.when if step.then)):
        zones += [*then.hands.values(), *then.keepers.values(), *then.temporary.values()]
        zones += [*then.creepers.values(), *then.face_down.values(), then.meta or []]
        zones += [[*(then.attached or {})], [*(then.attached or {}).values()]]
        zones += [then.rules or [], then.goals or [], then.discard or [], then.discard_top, then.deck_top]
    for step in case.when:
        answers += [step.answer] if isinstance(step.answer, str) else step.answer or []
    named = [entry for zone in zones if not isinstance(zone, int) for entry in zone if isinstance(entry, str)]
    cards = [re.split("[@#]", label.removeprefix("use:"))[0] for label in answers]
    return [*(name for name in named if name != OTHERS), *(name for name in cards if name in KNOWN)]
