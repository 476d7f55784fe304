"""Finds what takes back or doubts the answers of a text, below them and in its next paragraphs. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from . import chatter
from .commands import END, NUMBERS, AnswerProblem, CommandKind, ReplyCommand, UnclearAnswer, read_commands
from .known_words import KnownWords, is_like_a_name, is_signature

ANSWERS = (CommandKind.CHOICE, CommandKind.FREE_TEXT, CommandKind.PASS)
CHANGES = (*ANSWERS, CommandKind.UNDO)
DOUBTED = (*CHANGES, CommandKind.SAY)  # what a line below may take back
LONGEST_TURN = 2  # rows with a number, as the mail prints them: a list that is copied has more
# The place of a line, and why it may take back what stands above it.
Doubt: TypeAlias = tuple[int, UnclearAnswer]


def hold(commands: Sequence[ReplyCommand], doubt: Doubt | None) -> list[ReplyCommand]:
    """Return these commands; where a line may take them back, all that change something are unclear.

    What is said at the table is held by the line directly below it alone.
    """
    if doubt is None:
        return list(commands)
    return [
        replace(each, unclear=doubt[1]) if is_held(commands, place, doubt) else each
        for place, each in enumerate(commands)
    ]


def is_held(commands: Sequence[ReplyCommand], place: int, doubt: Doubt) -> bool:
    """Whether a doubtful line holds the command at a place."""
    at, unclear = doubt
    takes_back_below = at == place + 1 and unclear.problem == AnswerProblem.TAKEN_BACK
    kind = commands[place].kind
    return kind in CHANGES or (kind == CommandKind.SAY and takes_back_below)


def find_doubt(commands: Sequence[ReplyCommand], known: KnownWords) -> Doubt | None:
    """Return the first line, or part of one, that takes back or doubts what stands above it, or may do so."""
    return next(find_doubts(commands, known), None)


def find_doubts(commands: Sequence[ReplyCommand], known: KnownWords) -> Iterator[Doubt]:
    """Yield the places of the lines that take back or doubt what stands above them, and why.

    A line of which nobody knows what it says may do that, too, but for the name with which one signs below
    thanks or a wish, and for what stands below a closing.
    """
    first = next((at for at, each in enumerate(commands) if each.kind in DOUBTED), len(commands))
    has_stars = first < len(commands) and "*" in commands[first].line
    is_closed = has_answer = False
    for at, command in enumerate(commands[first:], start=first):
        is_choice = is_prose(command) and at > first
        corrects = is_choice and not has_stars and chatter.corrects(command.line)
        contradicts = is_choice and (
            known.keeps(command.text) or _contradicts(command, commands[first], known)
        )
        is_undone = has_answer and command.kind == CommandKind.UNDO
        is_signed = at > first + 1 and chatter.is_chat(commands[at - 1].text) and is_like_a_name(command.text)
        if corrects or contradicts or is_undone or (is_choice and is_doubtful(_prose_of(command), known)):
            yield at, UnclearAnswer(AnswerProblem.TAKEN_BACK, command.line)
        elif is_choice and not (is_closed or is_signed or is_understood(command, known)):
            yield at, UnclearAnswer(AnswerProblem.BELOW, command.line)
        is_closed = is_closed or chatter.is_closing(command.line)
        has_answer = has_answer or command.kind in ANSWERS


def is_prose(command: ReplyCommand) -> bool:
    """Whether a line may say anything: “answer tomorrow” has no colon before words of one's own."""
    is_answer = command.kind == CommandKind.FREE_TEXT and not command.has_colon
    return is_answer or command.kind == CommandKind.CHOICE


def _prose_of(command: ReplyCommand) -> str:
    return command.text if command.kind == CommandKind.CHOICE else command.line


def _contradicts(command: ReplyCommand, first: ReplyCommand, known: KnownWords) -> bool:
    """Whether a line names a card below an answer that lets something pass."""
    is_pass = first.kind == CommandKind.PASS and not known.vocabulary.meanings
    return is_pass and known.names(command.text) and not NUMBERS.fullmatch(command.text)


def find_copied_list(commands: Sequence[ReplyCommand], known: KnownWords) -> Doubt | None:
    """Return the second row of a list of choices as the mail prints them, perhaps with a mark at one.

    On the board, two rows that each are a choice and nothing else may be those of a whole turn.
    """
    rows = [each for each in commands if each.kind == CommandKind.CHOICE and known.is_row(each.text)]
    most = LONGEST_TURN if known.vocabulary.meanings and all(known.names(each.text) for each in rows) else 1
    return (0, UnclearAnswer(AnswerProblem.TAKEN_BACK, rows[1].line)) if len(rows) > most else None


def is_doubtful(text: str, known: KnownWords) -> bool:
    """Whether a line isn't a plain answer and doubts one."""
    # In the board game, numbers are those of moves and of places.
    has_moves = bool(known.vocabulary.meanings)
    names_another = not has_moves and (chatter.names_a_number(text) or known.ends_with_title(text))
    return (chatter.doubts(text) or names_another) and not known.names(text)


def is_understood(command: ReplyCommand, known: KnownWords) -> bool:
    """Whether a line below an answer is one itself, or surely says nothing of that above it."""
    text = _prose_of(command)
    is_other = chatter.is_footer(text) or chatter.is_chat(text) or command.unclear is not None
    return is_other or known.signs(text) or known.may_name(text) or known.names(text)


def is_signed_closing(line: str, known: KnownWords) -> bool:
    """Whether a line is a closing and the name of who signs, such as “Love, Ann”."""
    closing, comma, name = line.partition(",")
    if not comma:  # “love Grandma xx”
        closing, name = chatter.split_closing(line)
    words = name.split()
    is_name = 0 < len(words) <= chatter.LONGEST_GREETING_NAME and all(
        word.strip(".!").replace("-", "").isalpha() for word in words
    )
    says_more = chatter.doubts(name.strip()) or known.holds_name(name)
    return is_name and chatter.is_closing(closing) and not says_more


def find_doubt_below(
    text: str, words: Mapping[str, CommandKind], known: KnownWords, *, is_closed: bool
) -> UnclearAnswer | None:
    """Return which line of another paragraph takes back those of the first one, or may do so, if one does.

    The first line of a paragraph, and a postscript, may doubt them; any other line says so plainly. Unless
    the first paragraph `is_closed`, the line below it must be understood, or be long.
    """
    above, below = _parts_of(text)
    has_stars = "*" in above.partition("\n")[0]
    is_first, must_be_known = True, not is_closed
    for line in below:
        if not any(char.isalnum() for char in line) and not chatter.doubts(line):
            is_first = is_first or not line
            continue
        is_about = is_first or chatter.is_postscript(line)
        command = next(iter(read_commands(line, words)), ReplyCommand(CommandKind.CHOICE, line, line))
        is_star = is_about and not has_stars and chatter.corrects(line)
        if is_star or _takes_back(command, known, is_about=is_about):
            return UnclearAnswer(AnswerProblem.TAKEN_BACK, line)
        if must_be_known and (unclear := _unknown(command, known)):
            return unclear
        is_first, must_be_known = chatter.is_bare_postscript(line), False
    return None


def _takes_back(command: ReplyCommand, known: KnownWords, *, is_about: bool) -> bool:
    """Whether a line of another paragraph takes back what stands above; if it `is_about` it, by a doubt."""
    line = command.line
    if not is_prose(command) or known.names(line):
        return command.kind == CommandKind.UNDO
    if not is_about:
        return chatter.takes_back_plainly(line)
    return chatter.takes_back(line) or (not known.vocabulary.meanings and known.ends_with_title(line))


def _unknown(command: ReplyCommand, known: KnownWords) -> UnclearAnswer | None:
    """Return why the first line of the next paragraph holds an answer: it is one, or isn’t understood."""
    line, is_pass = command.line, command.kind == CommandKind.PASS
    if not (is_pass or is_prose(command)) or chatter.is_closing(line) or is_signed_closing(line, known):
        return None
    if is_pass or known.names(line):
        return UnclearAnswer(AnswerProblem.TAKEN_BACK, line)
    if chatter.is_long(line) or is_signature(line) or is_understood(command, known):
        return None
    return UnclearAnswer(AnswerProblem.BELOW, line)


def _parts_of(text: str) -> tuple[str, list[str]]:
    """Return a text up to its first blank line or rule, and the lines below that; rules are blank ones."""
    lines = [line.strip() for line in text.strip().splitlines()]
    end = next((at for at, line in enumerate(lines) if not line or END.match(line)), len(lines))
    return "\n".join(lines[:end]), ["" if END.match(line) else line for line in lines[end:]]
