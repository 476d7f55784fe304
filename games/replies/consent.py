"""Reads whether a reply says yes to what its mail offers, or no. Pure.

A yes plays what nobody has written, so it counts alone: with a greeting, courtesy, a closing and a name
around it, and nothing else.
"""

from enum import StrEnum

from . import chatter
from .chatter_words import THANKS
from .commands import COURTESY_BEFORE, END, MOST_CHARACTERS, find_sign, without_courtesy, without_smiley
from .folding import fold, words_of
from .known_words import KnownWords, is_signature
from .signs import HARMLESS_SIGNS

MOST_LINES = 8  # of a reply that says no more than yes
YES = frozenset((("yes",), ("tak",), ("no", "tak"), ("да",)))
NO = frozenset((("no",), ("nope",), ("nie",), ("нет",)))
# What many people mean by it, and some don't.
NEARLY_YES = frozenset(
    (word,)
    for word in (
        *("ok", "okay", "okey", "okej", "oki", "k", "sure", "yep", "yeah", "yup", "y"),
        *("jasne", "pewnie", "dobra", "dobrze", "ок", "окей", "ага", "угу", "ладно", "хорошо", "конечно"),
    )
)
BEHIND = frozenset((("poprosze",), ("of", "course"), *THANKS))


class Consent(StrEnum):
    """What a reply says to an offer."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"
    NOTHING = "nothing"  # it is about something else


def read_consent(text: str, known: KnownWords) -> tuple[Consent, str]:
    """Return what a text says to an offer, and the line that says it. `known` is what lines may name."""
    lines = _own_lines(text)
    while len(lines) > 1 and _greets(lines[0], known):
        lines = lines[1:]
    if not lines:
        return Consent.NOTHING, ""
    said = _without_greeting(lines[0], known)
    words = words_of(said)
    bare = _without_courtesy(said)
    is_plain = find_sign(said, ()) is None and len(text) <= MOST_CHARACTERS and _closes(lines[1:], known)
    if is_plain and bare in YES | NO:
        return (Consent.YES if bare in YES else Consent.NO), lines[0]
    is_sign = not words and any(char in HARMLESS_SIGNS for char in said)
    if is_sign or words[:1] in YES | NEARLY_YES or words[:2] in YES:
        return Consent.UNCLEAR, lines[0]
    return Consent.NOTHING, lines[0]


def begins_with_consent(line: str) -> bool:
    """Whether a line begins with a yes or a no, whatever follows it: “yes 2”, “no, milk”."""
    words = words_of(line)
    return words[:1] in YES | NO | NEARLY_YES or words[:2] in YES


def _own_lines(text: str) -> list[str]:
    """Return the lines of a text that aren't empty, up to a quotation or a signature."""
    lines: list[str] = []
    for line in text[:MOST_CHARACTERS].splitlines():
        plain = " ".join("".join(char if char.isprintable() else " " for char in line).split())
        if END.match(plain):
            break
        if plain:
            lines.append(plain)
    return lines


def _greets(line: str, known: KnownWords) -> bool:
    """Whether a line is a greeting, perhaps with a name, and nothing else."""
    count = chatter.greeting_length(line)
    name = " ".join(line.split()[count:])
    if not count or known.holds_name(line):
        return False
    return not name or (is_signature(name.rstrip(",.!")) and not chatter.may_call_nobody(name))


def _without_greeting(line: str, known: KnownWords) -> str:
    """Return a line without the greeting before its first comma or sign: “Hi Bob, yes”."""
    for sign in (",", "!", "."):
        greeting, found, rest = line.partition(sign)
        if found and rest.strip(" ,.!") and _greets(greeting, known):
            return rest.strip()
    count = chatter.greeting_length(line)
    return " ".join(line.split()[count:]) or line


def _without_courtesy(said: str) -> tuple[str, ...]:
    """Return the words of a line without those of courtesy before them and behind them."""
    bare = without_courtesy(without_smiley(said).strip()).strip()
    folded = fold(bare)
    if before := COURTESY_BEFORE.match(folded):
        bare = bare[before.end() :] if len(folded) == len(bare) else bare
    words = words_of(bare)
    return next((words[: -len(each)] for each in BEHIND if each == words[-len(each) :]), words) or words


def _closes(lines: list[str], known: KnownWords) -> bool:
    """Whether the lines below a yes say nothing of it: thanks, a closing, the name of who signs."""
    if len(lines) >= MOST_LINES:
        return False
    is_closed = False
    for line in lines:
        if known.holds_name(line) or chatter.doubts(line) or find_sign(line, ()) is not None:
            return False
        if chatter.is_footer(line) or chatter.is_closing(line) or chatter.is_chat(line):
            is_closed = True
        elif not (known.signs(line) or (is_closed and is_signature(line))):
            return False
    return True
