"""What can be wrong with a translation, in sentences for whoever translates."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from babel.messages.catalog import Catalog, Message

import engine

# Where the first form stands for 1 alone, it may leave the number out; here it stands for 21, 31 … as well.
MORE_THAN_ONE = ("ru",)
# What a translation must hold as its English does: names and numbers, tags, entities.
PLACES = re.compile(r"%\(\w+\)[a-z]|%[a-z%]|\{\w*(?::\w+)?\}|</?[a-zA-Z][^<>]*>|&\w+;|&#\d+;")
_CASE = re.compile(r"\{(\w+):(\w+)\}")
# Where titles and colours come with their cases, so that a translation may ask for one.
_WITH_CASES = ("engine/text/", "games/history/why_it_ended.py")
# The places of titles in these sentences.
_TITLES = (
    "card",
    "cards",
    "goal",
    "goals",
    "rule",
    "via",
    "why",
    "by",
    "against",
    "keeper",
    "given",
    "taken",
)
# The end of one sentence and the next without a blank: two translations in one.
_GLUED = re.compile(r"[^\W\d_]{2}[.!?][A-ZŁŚŻА-ЯЁ][^\W\d_]")
_WRONG_QUOTES = {"pl": "[“«»]", "ru": "”"}


def find_faults(language: str, catalog: Catalog, message: Message) -> Iterator[str]:
    """Yield what is wrong with the translation of a message, each in a few words.

    Babel's own check would not do: it lets a place be left out, knows no `{name}`, no tags and no blanks, and
    refuses a number that only the English for several has.
    """
    one, *several = as_texts(message.id)
    texts = as_texts(message.string)
    if several and len(texts) != catalog.num_plurals:
        yield f"{len(texts)} forms, not {catalog.num_plurals}"
        return
    for number, text in enumerate(texts):
        where = f"form {number}: " if several else ""
        if not text.strip():
            yield f"{where}nothing stands here"
            continue
        yield from _find_wrong_cases(message, text)
        is_one = number == 0 and _places(text) == _places(one) and language not in MORE_THAN_ONE
        for fault in _compare(language, one if is_one or not several else several[0], text):
            yield where + fault


def is_gap(message: Message) -> bool:
    """Whether players read the English: there is no translation, or the one of an older sentence."""
    return message.fuzzy or not any(as_texts(message.string))


def as_texts(words: str | Sequence[str] | None) -> Sequence[str]:
    """Return the texts of a message: one, or one for each form of a number."""
    return (words or "",) if isinstance(words, str | None) else words


def _places(text: str) -> Counter[str]:
    return Counter(re.sub(":.*}", "}", place) for place in PLACES.findall(text))


def _find_wrong_cases(message: Message, text: str) -> Iterator[str]:
    """Yield the places that are in a case, though what stands there has none."""
    are_declined = any(file.startswith(_WITH_CASES) for file, _line in message.locations)
    for name, case in _CASE.findall(text):
        cases = (
            engine.text.Title.CASES
            if name in _TITLES
            else engine.text.Colour.CASES
            if name == "colour"
            else ()
        )
        if case not in cases or not are_declined:
            yield f"{{{name}:{case}}}: what stands here has no such form"


def _compare(language: str, english: str, text: str) -> Iterator[str]:
    wanted, found = _places(english), _places(text)
    if wanted != found:
        for place in sorted(wanted - found):
            yield f"{place} is missing"
        for place in sorted(found - wanted):
            yield f"{place} is too much"
    if _ends(english) != _ends(text):
        yield "it begins or ends with other blanks than the English"
    if "\u00a0" in english and "\u00a0" not in text:
        yield "the English has a non-breaking space, and it has none"
    if _GLUED.search(text) and not _GLUED.search(english):
        yield "two sentences stand without a blank between them"
    if wrong := re.search(_WRONG_QUOTES.get(language, "(?!)"), text):
        yield f"wrong quotation mark {wrong[0]}"


def _ends(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
