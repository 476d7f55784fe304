"""Reads a reply to a mail of several games into lines for one game each. Pure: it knows no database.

A line names its game before a colon, or several: “Alpha: 2, Beta: 7”; or its numbers do, as each is printed
once in the mail. What the others are for, `targets` finds out when it is their turn.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from .commands import (
    NUMBERS,
    AnswerProblem,
    CommandKind,
    ReplyCommand,
    UnclearAnswer,
    find_sign,
    normalized,
    read_commands,
)
from .matching import SHORTEST_BEGINNING
from .read_reply import ANSWERS, CHANGES, KnownWords, is_doubtful, read_own_lines
from .targets import GameProblem, PrintedRange, ReplyLine, UnclearGame

SEPARATOR = re.compile(r"[,;]")
BETWEEN_NAMES = re.compile(r"[,;&+/]")


def distinct_names(names: Sequence[str]) -> list[str]:
    """Return the names of games as a mail prints them: each once, and none that could be a number."""
    folded = [normalized(name) for name in names]
    often = Counter(folded)
    taken = {name for name in folded if often[name] == 1}
    found = []
    for name, bare in zip(names, folded, strict=True):
        shown, number = name, 1
        if often[bare] > 1 or not any(char.isalpha() for char in bare):
            while normalized(shown := f"{name} ({number})".strip()) in taken:
                number += 1
            taken.add(normalized(shown))
        found.append(shown)
    return found


def read_lines(
    text: str,
    words: Mapping[str, CommandKind],
    names: Mapping[int, str],
    ranges: Sequence[PrintedRange],
    split: Callable[[int, ReplyCommand], list[ReplyCommand]],
    known: KnownWords | None = None,
) -> list[ReplyLine]:
    """Return the lines of a reply, those for several games taken apart.

    `names` are the games by their keys, and `ranges` the printed numbers. `split` takes the answers of one
    line for one game apart, as the board game wants it. `known` is what a reply may name in all these games.
    """
    known = known or KnownWords()
    lines: list[ReplyLine] = []
    for command in read_own_lines(text, words, known):
        found = list(_read_line(command, words, names, ranges, split, row=len(lines)))
        lines += _hold_signed(found, known) if len({each.game for each in found}) > 1 else found
    return _hold_doubtful(lines, known)


def _hold_signed(parts: Sequence[ReplyLine], known: KnownWords) -> list[ReplyLine]:
    """Return the parts of a line for several games; a sign in one that may say no holds all of them."""
    texts = [each.command.text for each in parts if each.command.kind == CommandKind.CHOICE]
    unclear = next(filter(None, (find_sign(text, known.titles) for text in texts)), None)
    if unclear is None:
        return list(parts)
    return [
        replace(each, command=replace(each.command, unclear=each.command.unclear or unclear))
        if each.command.kind in CHANGES
        else each
        for each in parts
    ]


def _hold_doubtful(lines: Sequence[ReplyLine], known: KnownWords) -> list[ReplyLine]:
    """Return the lines with those unclear that a later one takes back or doubts: in its game, or in all."""
    found = list(lines)
    for at, line in enumerate(lines):
        is_undo = line.command.kind == CommandKind.UNDO
        doubts = line.command.kind == CommandKind.CHOICE and is_doubtful(line.command.text, known)
        answers = [each for each in lines[:at] if each.command.kind in ANSWERS and _may_share(each, line)]
        if not answers or not (is_undo or doubts):
            continue
        unclear = UnclearAnswer(AnswerProblem.TAKEN_BACK, line.command.line)
        for place, each in enumerate(found):
            if each.command.kind in CHANGES and each.unclear is None and _may_share(each, line):
                found[place] = replace(each, command=replace(each.command, unclear=unclear))
    return found


def _may_share(one: ReplyLine, other: ReplyLine) -> bool:
    """Whether two lines may be for the same game."""
    return one.game is None or other.game is None or one.game == other.game


def _read_line(
    command: ReplyCommand,
    words: Mapping[str, CommandKind],
    names: Mapping[int, str],
    ranges: Sequence[PrintedRange],
    split: Callable[[int, ReplyCommand], list[ReplyCommand]],
    *,
    row: int,
) -> Iterator[ReplyLine]:
    if parts := _named_parts(command, words, names):
        for offset, part in enumerate(parts):
            found, rest = next(_prefixes(part, names))
            yield from _named_line(part, found, rest, words, names, ranges, split, row + offset)
        return
    if several := _several_names(command, names):
        yield ReplyLine(command, unclear=UnclearGame(GameProblem.ONE_LINE_EACH, names[several[0]]))
        return
    numbers = re.findall(r"\d+", command.text) if NUMBERS.fullmatch(command.text) else []
    by_range: dict[PrintedRange, list[str]] = {}
    for number in numbers:
        for each in ranges:
            if command.kind == CommandKind.CHOICE and int(number) in each:
                by_range.setdefault(each, []).append(number)
    if by_range and sum(map(len, by_range.values())) == len(numbers):
        for offset, (each, some) in enumerate(by_range.items()):
            said = (
                command
                if len(by_range) == 1
                else replace(command, line=", ".join(some), text=", ".join(some))
            )
            yield from _parts(said, each.game, split, row + offset)
        return
    yield ReplyLine(command)


def _named_line(
    command: ReplyCommand,
    found: Sequence[int],
    rest: str,
    words: Mapping[str, CommandKind],
    names: Mapping[int, str],
    ranges: Sequence[PrintedRange],
    split: Callable[[int, ReplyCommand], list[ReplyCommand]],
    row: int,
) -> Iterator[ReplyLine]:
    """Yield what a line asks for that begins with the name of a game, or of several called the same."""
    if len(found) > 1 and rest.isdigit():
        found = [each.game for each in ranges if each.game in found and int(rest) in each] or found
    if len(found) > 1:
        about = (names[key] for key in found)
        yield ReplyLine(command, unclear=UnclearGame(GameProblem.WHICH_NAME, *about))
        return
    plain = ReplyCommand(CommandKind.CHOICE, rest, rest)
    said = next(iter(read_commands(rest, words)), plain)
    said = replace(said, line=command.line, unclear=command.unclear)
    if other := _other_game(said, found[0], names, ranges):
        yield ReplyLine(said, found[0], other)
        return
    yield from _parts(said, found[0], split, row)


def _parts(
    command: ReplyCommand,
    game: int,
    split: Callable[[int, ReplyCommand], list[ReplyCommand]],
    row: int,
) -> Iterator[ReplyLine]:
    parts = split(game, command) if command.kind == CommandKind.CHOICE else [command]
    for part in parts:
        yield ReplyLine(replace(part, row=row) if len(parts) > 1 else command, game)


def _named_parts(
    command: ReplyCommand, words: Mapping[str, CommandKind], names: Mapping[int, str]
) -> list[ReplyCommand]:
    """Return the parts of a line that each name a game before a colon; none where the line names none.

    What follows “say” is said as it is, and a name that has a comma itself is that name.
    """
    found = next(_prefixes(command, names), None)
    if found is None:
        return []
    before = command.line[: command.line.rindex(found[1])]
    if SEPARATOR.search(before) or command.kind != CommandKind.CHOICE:
        return [command]
    parts: list[str] = []
    for piece in re.split(f"(?<={SEPARATOR.pattern})", command.line):
        begins = next(_prefixes(replace(command, line=piece.rstrip(",; ")), names), None)
        if begins is None or (parts and _is_command(parts[-1].partition(":")[2], words)):
            parts[-1:] = ["".join([*parts[-1:], piece])]
        else:
            parts.append(piece)
    lines = [part.strip(" ,;") for part in parts]
    named = [replace(command, line=line, text=line) for line in lines]
    return named if all(any(_prefixes(each, names)) for each in named) else [command]


def _is_command(text: str, words: Mapping[str, CommandKind]) -> bool:
    """Whether a text begins with a command that takes all that follows it."""
    return any(each.kind != CommandKind.CHOICE and each.text for each in read_commands(text.strip(), words))


def _several_names(command: ReplyCommand, names: Mapping[int, str]) -> list[int]:
    """Return the games that a line names together before one colon, as “Alpha, Beta: 2” does."""
    before, colon, _rest = command.line.partition(":")
    parts = BETWEEN_NAMES.split(before)
    found = [_find_games(normalized(part.strip("*_ ")), names, with_beginnings=True) for part in parts]
    return [games[0] for games in found] if colon and len(parts) > 1 and all(found) else []


def _prefixes(command: ReplyCommand, names: Mapping[int, str]) -> Iterator[tuple[list[int], str]]:
    """Yield the games that a line may name before a colon, and what follows it; the longest name first.

    Of a command, such as “say: …”, only a whole name can be meant.
    """
    line = command.line
    ends = [place for place, char in enumerate(line) if char in ":："]
    for end in reversed(ends):
        bare, rest = normalized(line[:end].strip("*_ ")), line[end + 1 :].strip("*_ ")
        if not bare or not rest:
            continue
        found = _find_games(bare, names, with_beginnings=command.kind == CommandKind.CHOICE)
        if found:
            yield found, rest


def _find_games(bare: str, names: Mapping[int, str], *, with_beginnings: bool) -> list[int]:
    """Return the games of a `normalized` name; where one's name begins another's, the whole name means it."""
    exact = [key for key, name in names.items() if normalized(name) == bare]
    plain = [key for key, name in names.items() if normalized(_without_count(name)) == bare]
    begun = [
        key
        for key, name in names.items()
        if with_beginnings and len(bare) >= SHORTEST_BEGINNING and normalized(name).startswith(bare)
    ]
    return (exact or plain or begun) if any(char.isalpha() for char in bare) else []


def _without_count(name: str) -> str:
    return re.sub(r" \(\d+\)$", "", name)


def _other_game(
    command: ReplyCommand, game: int, names: Mapping[int, str], ranges: Iterable[PrintedRange]
) -> UnclearGame | None:
    """Return why a number doesn't go with the game that its line names."""
    if command.kind != CommandKind.CHOICE or not NUMBERS.fullmatch(command.text):
        return None
    for digits in re.findall(r"\d+", command.text):
        printed = next((each for each in ranges if int(digits) in each), None)
        if printed is not None and printed.game != game:
            return UnclearGame(GameProblem.OTHER_GAME, digits, names[printed.game], names[game])
    return None
