"""Spells out for which game each part of a line is: “beta 4, milk in Alpha” is “Beta: 4, Alpha: milk”. Pure.

So it does for several games before one colon, “Alpha, Beta: pass”, and for cards that can each be chosen in
one game alone, “milk and the moon”.

Only a line all of whose parts are understood is changed; any other stays as it is written.
"""

import re
from collections.abc import Iterator

from . import chatter
from .commands import MOST_LINES, NUMBERS, loose, normalized
from .known_words import KnownWords
from .lists import list_cards
from .readings import readings
from .targets import PrintedGames

LONGEST = 160  # characters of a line that is read so
BEFORE_A_NAME = r"(?:in|for|at|w|we|dla|в|во|для)\s+"
# “Time for Alpha!” says nothing of a card; “2 for Alpha” does.
BEHIND_A_TITLE, BEHIND_A_NUMBER = r"(?:in|at|w|we|в|во)\s+", r"(?<=\d\s)(?:for|dla|для)\s+"
BEHIND_A_NAME = r"\s*[:：,–—-]*\s+"
BETWEEN = re.compile(r"[,;]|\s(?:and|i|oraz|и|&)\s", re.IGNORECASE)
JOINED = re.compile(r"\s(?:and|i|oraz|и|а|a|&)$", re.IGNORECASE)
NO_NAME = re.compile(r"[,;:\n]")


# Before a colon, all games of a mail, or its only two.
ALL = frozenset(
    ("all", "all games", "every game", "wszystkie", "wszystkie gry", "все", "все игры", "во всех")
)
BOTH = frozenset(
    ("both", "both games", "in both", "obie", "oba", "w obu", "obie gry", "обе", "обе игры", "в обеих")
)


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
    if len(named) < len(pieces):
        named = (
            _between_names(whole, mail, known)
            or _for_several(whole, mail, known)
            or _by_titles(whole, mail, known)
        )
    return ", ".join(f"{name}: {rest}" for name, rest in named) or line


def _between_names(line: str, mail: PrintedGames, known: KnownWords) -> list[tuple[str, str]]:
    """Return what a line without signs chooses behind the name of each game: “alpha bread beta love”."""
    names = "|".join(re.escape(name) for _key, name in _names(mail, known))
    starts = [
        found.start()
        for found in re.finditer(rf"(?<!\w)(?:{BEFORE_A_NAME})?(?:{names})(?!\w)", line, re.IGNORECASE)
    ]
    if not names or len(starts) < 2 or starts[0] > 0:
        return []
    ends = [*starts[1:], len(line)]
    pieces = [line[start:end].strip(" ,;.!") for start, end in zip(starts, ends, strict=True)]
    found = [_named(JOINED.sub("", piece), mail, known, is_listed=True) for piece in pieces]
    return [each for each in found if each is not None] if all(found) else []


def _for_several(line: str, mail: PrintedGames, known: KnownWords) -> list[tuple[str, str]]:
    """Return what a line chooses in each of the games that it names before its colon: “Alpha, Beta: pass”.

    A number is printed for one game: as many as games are named, each of another, are one for each.
    """
    before, colon, rest = (part.strip(" .!*_") for part in line.partition(":"))
    keys = _several_games(normalized(before), mail, known) if colon else []
    numbers = re.findall(r"\d+", rest) if NUMBERS.fullmatch(rest) else []
    if numbers:
        printed = [(mail.range_of(int(each)), each) for each in numbers]
        by_game = {found.game: each for found, each in printed if found is not None}
        is_one_each = len(numbers) == len(keys) and by_game.keys() == set(keys)
        return [(mail.names[key], by_game[key]) for key in keys] if is_one_each else []
    card = loose(_without_verb(rest, known))
    is_choice = all(card in mail.choices.get(key, ()) for key in keys) and not known.keeps(rest)
    is_choice = is_choice or normalized(rest) in known.others
    return [(mail.names[key], rest) for key in keys] if is_choice else []


def _several_games(before: str, mail: PrintedGames, known: KnownWords) -> list[int]:
    """Return the games of words before a colon; none unless they are several."""
    by_name = {normalized(name): key for key, name in _names(mail, known)}
    if len(by_name) == len(mail.names) > 1 and (before in ALL or (before in BOTH and len(by_name) == 2)):
        return list(mail.names)
    parts = [
        re.sub(f"^{BEFORE_A_NAME}", "", part.strip()) for part in re.split(f"{BETWEEN.pattern}|[+/]", before)
    ]
    keys = [by_name[part] for part in parts if part in by_name]
    return keys if 1 < len(set(keys)) == len(parts) else []


def _by_titles(line: str, mail: PrintedGames, known: KnownWords) -> list[tuple[str, str]]:
    """Return which game each card of a list is for, if each can be chosen in one alone, and no two in one."""
    names = dict(_names(mail, known))
    found: list[tuple[int, str]] = []
    for card in list_cards(line, known.titles, ()):
        keys = [key for key, choices in mail.choices.items() if loose(_without_verb(card, known)) in choices]
        if len(keys) != 1 or keys[0] not in names or card.isdigit():
            return []
        found.append((keys[0], card))
    is_one_each = len({key for key, _card in found}) == len(found) > 1
    return [(names[key], card) for key, card in found] if is_one_each else []


def _without_verb(text: str, known: KnownWords) -> str:
    return next((each for each in reversed(list(readings(text, known.verbs)))), text)


def _named(
    piece: str, mail: PrintedGames, known: KnownWords, *, is_listed: bool = False
) -> tuple[str, str] | None:
    """Return the game that a part of a line names, and the one choice of it that the rest is.

    Where each game `is_listed` with a card, “Beta love” says nothing but that.
    """
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
        is_everyday = not is_listed and chatter.is_everyday_title(found["rest"].strip(" .!"))
        if is_everyday and said[:1].isalpha() and first:
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
