"""Spells out lines that name games without a colon: “beta 4, milk in Alpha” is “Beta: 4, Alpha: milk”. Pure.

Only a line all of whose parts are understood is changed; any other stays as it is written.
"""

import re
from collections.abc import Iterator

from . import chatter
from .commands import MOST_LINES, NUMBERS, normalized
from .known_words import KnownWords
from .targets import PrintedGames

LONGEST = 160  # characters of a line that is read so
BEFORE_A_NAME = r"(?:in|for|at|w|we|dla|в|во|для)\s+"
# “Time for Alpha!” says nothing of a card; “2 for Alpha” does.
BEHIND_A_TITLE, BEHIND_A_NUMBER = r"(?:in|at|w|we|в|во)\s+", r"(?<=\d\s)(?:for|dla|для)\s+"
BEHIND_A_NAME = r"\s*[:：,–—-]*\s+"
BETWEEN = re.compile(r"[,;]|\s(?:and|i|oraz|и|&)\s", re.IGNORECASE)
NO_NAME = re.compile(r"[,;:\n]")


def spell_out(text: str, mail: PrintedGames, known: KnownWords) -> str:
    """Return a reply to a mail of several games with a colon behind each name of a game."""
    lines = text.split("\n")
    short = [_spell_line(line, mail, known) if len(line) <= LONGEST else line for line in lines[:MOST_LINES]]
    return "\n".join([*short, *lines[MOST_LINES:]])


def _spell_line(line: str, mail: PrintedGames, known: KnownWords) -> str:
    whole = line.strip()
    parts = [whole] if _named(whole, mail, known) else BETWEEN.split(whole.rstrip(".!"))
    pieces = [part.strip() for part in parts]
    named = [found for piece in pieces if (found := _named(piece, mail, known))]
    return ", ".join(f"{name}: {rest}" for name, rest in named) if len(named) == len(pieces) else line


def _named(piece: str, mail: PrintedGames, known: KnownWords) -> tuple[str, str] | None:
    """Return the game that a part of a line names, and the one choice of it that the rest is."""
    for key, name in _names(mail, known):
        spelled = re.escape(name)
        first = re.fullmatch(
            f"(?:{BEFORE_A_NAME})?{spelled}{BEHIND_A_NAME}(?P<rest>.+)", piece, re.IGNORECASE
        )
        behind = f"(?:{BEHIND_A_TITLE}|{BEHIND_A_NUMBER})"
        last = re.fullmatch(rf"(?P<rest>.+?)\s{behind}{spelled}", piece, re.IGNORECASE)
        found = first or last
        if found is None or not _is_choice(found["rest"], key, mail, known):
            continue
        # “Alpha time!” says nothing of a card, “Alpha - time” does.
        said = re.sub(spelled, "", piece, flags=re.IGNORECASE).strip()
        if chatter.is_everyday_title(found["rest"].strip(" .!")) and said[:1].isalpha() and first:
            continue
        return name, found["rest"]
    return None


def _names(mail: PrintedGames, known: KnownWords) -> Iterator[tuple[int, str]]:
    """Yield the games whose names can't be anything else, the longest first."""
    for key, name in sorted(mail.names.items(), key=lambda each: -len(each[1])):
        if not (NO_NAME.search(name) or NUMBERS.fullmatch(normalized(name)) or known.holds_name(name)):
            yield key, name


def _is_choice(text: str, game: int, mail: PrintedGames, known: KnownWords) -> bool:
    """Whether a text is one number that the mail printed for a game, or a title, perhaps with a verb."""
    numbers = re.findall(r"\d+", text)
    if not known.names(text) or known.keeps(text) or len(numbers) > 1:
        return False
    printed = mail.range_of(int(numbers[0])) if numbers and not known.is_title(text) else None
    return not numbers or known.is_title(text) or (printed is not None and printed.game == game)
