"""Scenario files: a case as TOML, with ``[given]``, a list of ``[[when]]`` and ``[then]``, or several cases.

docs/scenarios.md describes the format.  Whatever a file says that is not understood is an error with a
sentence, never silently passed over.
"""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from engine.board.spaces import COLOURS
from engine.cards import CARDS
from engine.errors import Refused
from engine.game import Game
from engine.option import read_option
from engine.question_kind import QUESTIONS, QuestionKind
from engine.scenario import BoardPosition, Position, position_of
from engine.scenario.errors import BadScenario, suggest
from engine.scenario.expect import NOBODY, CommonThen, Failed, Then
from engine.scenario.expect_board import BoardThen
from engine.scenario.labels import WORDS
from engine.scenario.made import name_made_cards
from engine.scenario.position import CommonPosition, check_seats
from engine.scenario.scene import ANY, Scene
from engine.scenario.shape import check_shape
from engine.scenario.spelling import card_name, plain_label

LONGEST = 40_000  # characters of a scenario
_SEAT_NAME = re.compile(r"[^\W\d_][\w-]*")
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


class Cases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of several cases, and what is given in each of them that does not say otherwise."""

    case: list[dict[str, Any]]
    given: dict[str, Any] = {}


def read_cases(text: str) -> list[AnyCase]:
    """The cases in a TOML text: one, or several as ``[[case]]``.

    Raises ``BadScenario`` if it is not understood.
    """
    written = _parse(text)
    if "case" not in written:
        return [_understand(written)]
    check_shape(written, Cases)
    if not written["case"]:
        raise BadScenario("there is no case: write [[case]]", "case")
    cases = []
    for number, each in enumerate(written["case"], start=1):
        given = each.get("given", {})
        with _place(f"case {number}"):
            together = {**written.get("given", {}), **given} if isinstance(given, dict) else given
            cases.append(_understand({**each, "given": together}))
    return cases


@contextmanager
def _place(place: str) -> Iterator[None]:
    """Say in which place a scenario is wrong."""
    try:
        yield
    except BadScenario as wrong:
        raise wrong.within(place) from None


def _parse(text: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise BadScenario(f"This is too long: the limit is {LONGEST} characters.")
    try:
        return tomllib.loads(unicodedata.normalize("NFC", text))
    except tomllib.TOMLDecodeError as wrong:
        why, _, place = str(wrong).partition(" (at line ")
        quotes = "" if text.isascii() else "; a key with other letters than a to z stands in quotes"
        line = int(place.partition(",")[0]) if place else None
        raise BadScenario(f"This isn't valid TOML: {why}{quotes}", line=line) from None
    except RecursionError:
        raise BadScenario("This isn't a scenario: its brackets are nested too deeply.") from None


def _understand(written: dict[str, Any]) -> AnyCase:
    given = written.get("given")
    edition = given.get("edition") if isinstance(given, dict) else None
    on_board = isinstance(edition, str) and position_of(edition) is BoardPosition
    form: Any = Case[BoardPosition, BoardThen] if on_board else Case[Position, Then]
    check_shape(written, form)
    spelling = card_name if on_board else plain_label
    case: AnyCase = msgspec.convert(_spelt(name_made_cards(written), spelling, _seats(written)), form)
    _check_names(case)
    return case


def _seats(written: dict[str, Any]) -> frozenset[str]:
    """The names of all seats that ever sit at the table; they are written exactly."""
    joining = [step["seat"] for step in written.get("when", ()) if step.get("join")]
    return frozenset([*written["given"]["seats"], *joining])


_KEYS = frozenset(
    name for form in (Position, BoardPosition, Then, BoardThen) for name in form.__struct_fields__
)


_NAMING_SEATS = frozenset(
    (
        *("seats", "seat", "first", "turn", "winner", "not_asked", "free_changes"),
        *("answer", "options", "includes", "excludes"),
    )
)


def _spelt(value: Any, spelling: Callable[[str], str], seats: frozenset[str], key: str = "") -> Any:
    """The same, with the names of cards in their usual form; the value stands under this key."""
    if isinstance(value, dict):
        return {
            key if key in _KEYS or key in seats else spelling(key): each
            if key in ("name", "source", "made_cards")
            else _spelt(each, spelling, seats, key)
            for key, each in value.items()
        }
    if isinstance(value, list):
        return [_spelt(each, spelling, seats, key) for each in value]
    is_seat = value in seats and key in _NAMING_SEATS if isinstance(value, str) else False
    return spelling(value) if isinstance(value, str) and not is_seat else value


def run_case(case: AnyCase) -> Scene:
    """Play a case, and return the scene as it is at its end.

    Raises ``Failed`` with all that does not hold, and ``BadScenario`` when the case makes no sense.
    """
    given = case.given
    given.avoid = [*given.avoid, *(name for names in _cards_named(case).values() for name in names)]
    table = given.table()
    missed = _misses("set_up", Scene(Game.still(table), given.seats), case.set_up)
    scene = Scene(Game.at(table), given.seats)
    for number, step in enumerate(case.when, start=1):
        try:
            _play(scene, step)
        except BadScenario as wrong:
            raise wrong.within(f"when {number}") from None
        except AssertionError as failure:
            raise Failed("\n".join([*missed, f"when {number}: {failure}  {scene.asked_of}"])) from None
        missed += _misses(f"when {number}", scene, step.then)
    missed += _misses("then", scene, case.then)
    if missed:
        raise Failed("\n".join(missed))
    return scene


def _misses(place: str, scene: Scene, then: CommonThen | None) -> list[str]:
    """What does not hold in this place, and what is asked of whom there."""
    if then is None:
        return []
    try:
        missed = [f"{place}: {each}" for each in then.misses(scene)]
    except BadScenario as wrong:
        raise wrong.within(place if place in ("then", "set_up") else f"{place}.then") from None
    return [*missed, f"{place}: {scene.asked_of}"] if missed else []


def read_text(path: Path) -> str:
    """The text of a file.  Raises ``BadScenario`` if there is none."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as wrong:
        raise BadScenario(f"can't be read: {wrong.strerror}") from None
    except UnicodeDecodeError:
        raise BadScenario("can't be read: it isn't text in UTF-8") from None


def _play(scene: Scene, step: When[CommonThen]) -> None:
    if step.join and step.seat in scene.players and scene.players[step.seat].seat in scene.game.seats:
        raise BadScenario(f"{step.seat!r} sits at the table already", "seat", step.seat)
    if not step.join and step.seat not in scene.players:
        raise BadScenario(f"{step.seat!r} does not sit at the table", "seat", step.seat)
    try:
        if step.answer is None:
            _come_or_go(scene, step)
        else:
            labels = [step.answer] if isinstance(step.answer, str) else step.answer
            act = scene.refuse if step.refused else scene.answer
            act(scene.players[step.seat].seat, labels)
    except Refused as refusal:
        raise Failed(f"{step.seat} was refused: {scene.written(str(refusal))}") from None


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
    _check_seating(case)
    if case.set_up is not None and (case.set_up.asked or case.set_up.not_asked):
        why = "nothing is asked yet; write this in [then], or in the `then` of a step, refused or not"
        raise BadScenario(why, "set_up")
    known = case.given.known_cards()
    for place, names in _cards_named(case).items():
        for name in names:
            if name not in known:
                raise BadScenario(f"{name!r} isn't a card{suggest(name, known)}", place, name)
    if not case.expectations and not case.when:
        raise BadScenario("there is no step and no expectation: write [[when]] or [then]")


def _check_seating(case: AnyCase) -> None:
    given = case.given
    seats: list[str] = []
    for name in given.seats:
        _seat(seats, "given.seats", name)
    for key, names in given.seats_named().items():
        check_seats(seats, f"given.{key}", names)
    for number, step in enumerate(case.when, start=1):
        _check_step(f"when {number}", step)
        if step.join and step.seat not in seats:
            _seat(seats, f"when {number}", step.seat)
        else:
            check_seats(seats, f"when {number}", [step.seat])
        if step.then is not None:
            _check_then(seats, f"when {number}.then", step.then)
    for place, then in case.expectations.items():
        _check_then(seats, place, then)


def _seat(seats: list[str], place: str, name: str) -> None:
    """Add a seat with this name, if it can have it."""
    if not _SEAT_NAME.fullmatch(name) or name in CARDS or name in WORDS or name in (ANY, NOBODY, *COLOURS):
        why = "it begins with a letter, and isn't a card, a colour or a word of an answer"
        raise BadScenario(f"{name!r} can't be the name of a seat: {why}", place, name)
    if name in seats:
        raise BadScenario(f"two seats can't both be called {name!r}", place, name)
    seats.append(name)


def _check_step(place: str, step: When[CommonThen]) -> None:
    if [step.answer is not None, step.join, step.leave].count(True) != 1:
        raise BadScenario("say one of answer, join = true or leave = true", place)


def _check_then(seats: list[str], place: str, then: CommonThen) -> None:
    for key, names in then.seats_named().items():
        check_seats(seats, f"{place}.{key}", names)
    for key, kinds in then.questions_named().items():
        for what in kinds:
            if QuestionKind.read(what) not in QUESTIONS:
                near = suggest(what, sorted(map(str, QUESTIONS)))
                raise BadScenario(f"{what!r} isn't a kind of question{near}", f"{place}.{key}", what)


def _cards_named(case: AnyCase) -> dict[str, list[str]]:
    """The cards that a case names, by key, so that no card that doesn't matter is one of them."""
    known = case.given.known_cards()
    named = {f"given.{key}": names for key, names in case.given.cards_named().items()}
    for place, then in case.expectations.items():
        named |= {f"{place}.{key}": names for key, names in then.cards_named().items()}
    for number, step in enumerate(case.when, start=1):
        answers = [step.answer] if isinstance(step.answer, str) else step.answer or []
        cards = [read_option(label).card for label in answers]
        named[f"when {number}.answer"] = [name for name in cards if name in known]
    return named
