"""Made cards in scenario files: they are written by their titles in small letters, ``robot``."""

import re
from typing import Any

from engine.cards import CARDS
from engine.errors import Unreadable
from engine.made import REF, read_card
from engine.made.build import build
from engine.question_kind import QUESTIONS, QuestionKind
from engine.scenario.errors import BadScenario
from engine.scenario.labels import WORDS

_LABEL = re.compile(r"(use:)?([^@#]+)(.*)")


def name_made_cards(case: dict[str, Any]) -> dict[str, Any]:
    """The same case with each of its made cards named by its slug.

    Raises ``BadScenario`` for a card that can't be made, or has a name that means something else.
    """
    given = case.get("given")
    cards = given.get("made_cards") if isinstance(given, dict) else None
    if not isinstance(cards, list) or not isinstance(given, dict):
        return case
    try:
        built = build([read_card(card) for card in cards])
    except Unreadable as wrong:
        raise BadScenario(str(wrong), "given.made_cards") from None
    names = {key.removeprefix(REF): each.card.slug for key, each in built.items()}
    for name in names:
        if name in CARDS or name in WORDS or QuestionKind.read(name) in QUESTIONS:
            why = f"{name!r} means something else; choose another title"
            raise BadScenario(why, "given.made_cards")
    rest = {name: value for name, value in given.items() if name != "made_cards"}
    named = {name: _named(value, names) for name, value in {**case, "given": rest}.items()}
    named["given"]["made_cards"] = cards
    return named


def _named(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        pairs = {key: _named(each, names) for key, each in value.items()}
        if isinstance(attached := pairs.get("attached"), dict):
            pairs["attached"] = {names.get(creeper, creeper): keeper for creeper, keeper in attached.items()}
        return pairs
    if isinstance(value, list):
        return [_named(each, names) for each in value]
    if isinstance(value, str) and (found := _LABEL.fullmatch(value)) and found[2] in names:
        return f"{found[1] or ''}{names[found[2]]}{found[3]}"
    return value
