"""Reads a reply to a mail of several games into lines for one game each. Pure: it knows no database.

A line names its game before a colon, or several: “Alpha: 2, Beta: 7”; or its numbers do, as each is printed
once in the mail. What the others are for, `targets` finds out when it is their turn.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from .doubts import CHANGES, DOUBTED, Doubt, find_doubts, hold, is_held
from .game_lines import spell_out
from .known_words import ROW, KnownWords
from .matching import SHORTEST_BEGINNING
from .read_reply import read_own_lines
from .targets import PrintedGames, PrintedRange

SEPARATOR = re.compile(r"[,;]")
BETWEEN_NAMES = re.compile(r"[,;&+/]")
# What is wrong with the names of games in a line, whatever else may be unclear there.
GAME_PROBLEMS = (AnswerProblem.WHICH_NAME, AnswerProblem.OTHER_GAME, AnswerProblem.ONE_LINE_EACH)


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
    mail: PrintedGames,
    split: Callable[[int, ReplyCommand], list[ReplyCommand]],
    known: KnownWords,
) -> list[ReplyCommand]:
    """Return the commands of a reply to this mail, those for several games taken apart.

    `split` takes the answers of one line for one game apart, as the board game wants it. `known` is what a
    reply may name in all these games.
    """
    commands: list[ReplyCommand] = []
    for line in read_own_lines(spell_out(text, mail, known), words, known):
        found: list[ReplyCommand] = []
        for row, command in enumerate(_read_line(line, words, mail), start=len(commands)):
            parts = [command]
            if (
                command.game is not None
                and command.kind == CommandKind.CHOICE
                and not _has_unclear_game(command)
            ):
                parts = split(command.game, command)
            found += [replace(part, row=row) for part in parts] if len(parts) > 1 else [command]
        commands += _hold_signed(found, known) if len({each.game for each in found}) > 1 else found
    return hold(_hold_doubtful(commands, known), _copied_rows(commands, mail, known))


def _has_unclear_game(command: ReplyCommand) -> bool:
    """Whether it isn't clear which game a line names."""
    return command.unclear is not None and command.unclear.problem in GAME_PROBLEMS


def _hold_signed(commands: Sequence[ReplyCommand], known: KnownWords) -> list[ReplyCommand]:
    """Return the parts of a line for several games; a sign in one that may say no holds all of them."""
    texts = [each.text for each in commands if each.kind == CommandKind.CHOICE]
    unclear = next(filter(None, (find_sign(text, known.titles) for text in texts)), None)
    return [
        replace(each, unclear=each.unclear or unclear) if each.kind in CHANGES else each for each in commands
    ]


def _hold_doubtful(commands: Sequence[ReplyCommand], known: KnownWords) -> list[ReplyCommand]:
    """Return the commands; a later one that takes back or doubts some in its game, or in all, holds them."""
    found = list(commands)
    for at, unclear in find_doubts(commands, known):
        shares = [_may_share(each, commands[at]) for each in commands]
        if not any(each.kind in DOUBTED and shares[place] for place, each in enumerate(commands[:at])):
            continue
        for place, each in enumerate(found):
            if is_held(commands, place, (at, unclear)) and shares[place] and not _has_unclear_game(each):
                found[place] = replace(each, unclear=unclear)
    return found


def _copied_rows(commands: Sequence[ReplyCommand], mail: PrintedGames, known: KnownWords) -> Doubt | None:
    """Return the second row that is copied of the choices of one question, as the mail prints them."""
    seen: set[PrintedRange] = set()
    for command in commands:
        row = ROW.match(command.text)
        printed = mail.range_of(int(row[1])) if row and known.is_row(command.text) else None
        if printed is None or command.kind != CommandKind.CHOICE:
            continue
        if printed in seen:
            return 0, UnclearAnswer(AnswerProblem.TAKEN_BACK, command.line)
        seen.add(printed)
    return None


def is_prose(command: ReplyCommand, known: KnownWords) -> bool:
    """Whether a line that is for no game says something, and nobody knows what of the lines below it."""
    return command.kind == CommandKind.CHOICE and command.unclear is None and not known.names(command.text)


def _may_share(one: ReplyCommand, other: ReplyCommand) -> bool:
    """Whether two commands may be for the same game."""
    return one.game is None or other.game is None or one.game == other.game


def _read_line(
    command: ReplyCommand, words: Mapping[str, CommandKind], mail: PrintedGames
) -> Iterator[ReplyCommand]:
    """Yield what a line asks for in each game that it names, or whose numbers it has."""
    if parts := _named_parts(command, words, mail.names):
        yield from (_read_named(part, words, mail) for part in parts)
        return
    if several := _several_names(command, mail.names):
        yield replace(command, unclear=UnclearAnswer(AnswerProblem.ONE_LINE_EACH, _example(several, mail)))
        return
    is_numbers = command.kind == CommandKind.CHOICE and NUMBERS.fullmatch(command.text)
    numbers = re.findall(r"\d+", command.text) if is_numbers else []
    by_range: dict[PrintedRange, list[str]] = {}
    for number in numbers:
        for each in mail.ranges:
            if int(number) in each:
                by_range.setdefault(each, []).append(number)
    if sum(map(len, by_range.values())) != len(numbers) or not numbers:
        yield command
    elif len(by_range) == 1:
        yield from (replace(command, game=each.game) for each in by_range)
    else:
        for each, some in by_range.items():
            yield replace(command, line=", ".join(some), text=", ".join(some), game=each.game)


def _example(games: Sequence[int], mail: PrintedGames) -> str:
    """Return how a line answers several games: “Alpha: 1, Beta: 4”."""
    firsts = {each.game: str(each.first) for each in reversed(mail.ranges)}
    return ", ".join(f"{mail.names[game]}: {firsts.get(game, '…')}" for game in games)


def _read_named(command: ReplyCommand, words: Mapping[str, CommandKind], mail: PrintedGames) -> ReplyCommand:
    """Return what a line asks for that begins with the name of a game, or of several called the same."""
    found, rest = next(_prefixes(command, mail.names))
    if len(found) > 1 and rest.isdigit():
        found = [each.game for each in mail.ranges if each.game in found and int(rest) in each] or found
    if len(found) > 1:
        about = (mail.names[key] for key in found)
        return replace(command, unclear=UnclearAnswer(AnswerProblem.WHICH_NAME, *about))
    plain = ReplyCommand(CommandKind.CHOICE, rest, rest)
    said = next(iter(read_commands(rest, words)), plain)
    unclear = _other_game(said, found[0], mail) or command.unclear
    return replace(said, line=command.line, unclear=unclear, game=found[0], names_game=True)


def part_game(line: str, names: Mapping[int, str]) -> tuple[int | None, str]:
    """Return the one game that a line names before a colon, if it does, and what follows it."""
    command = ReplyCommand(CommandKind.CHOICE, line, line)
    named = next(((found[0], rest) for found, rest in _prefixes(command, names) if len(found) == 1), None)
    return named or (None, line)


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
    return [] if NUMBERS.fullmatch(bare) else exact or plain or begun


def _without_count(name: str) -> str:
    return re.sub(r" \(\d+\)$", "", name)


def _other_game(command: ReplyCommand, game: int, mail: PrintedGames) -> UnclearAnswer | None:
    """Return why a number doesn't go with the game that its line names."""
    if command.kind != CommandKind.CHOICE or not NUMBERS.fullmatch(command.text):
        return None
    for digits in re.findall(r"\d+", command.text):
        printed = mail.range_of(int(digits))
        if printed is not None and printed.game != game:
            there, here = mail.names[printed.game], mail.names[game]
            return UnclearAnswer(AnswerProblem.OTHER_GAME, digits, there, here)
    return None
