"""Reads the lines of a reply together: what greets, closes, or takes back what stands above it. Pure.

It depends on the text and on the cards of the deck alone, never on what is asked now: after a crash the same
text is read again, beside another question, and must give the same commands.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from . import asides, chatter
from .commands import (
    COMMANDS,
    NUMBERS,
    AnswerProblem,
    CommandKind,
    ReplyCommand,
    UnclearAnswer,
    normalized,
    read_commands,
)
from .doubts import ANSWERS, find_copied_list, find_doubt, find_doubt_below, hold, is_signed_closing
from .known_words import AFTER_A_NAME, CALLING, KnownWords
from .phrases import begins_with_verb, is_announcement, is_vocative

MOST_GREETINGS = 3  # lines


def read_reply(
    text: str, words: Mapping[str, CommandKind] = COMMANDS, known: KnownWords | None = None
) -> list[ReplyCommand]:
    """Return the commands of a reply; where a line takes back or doubts an answer above it, all `unclear`."""
    known = known or KnownWords()
    commands = read_own_lines(text, words, known)
    return hold(commands, find_doubt(commands, known) or find_copied_list(commands, known))


def read_own_lines(text: str, words: Mapping[str, CommandKind], known: KnownWords) -> list[ReplyCommand]:
    """Return the commands of a reply without the greeting above and the closing below them.

    A line is one of these only where nothing in it could be a choice; otherwise it is `unclear`. So are all
    commands where the next paragraph begins by taking them back.
    """
    commands = read_commands(text, words)
    for _line in range(MOST_GREETINGS):
        greeted = _read_greeting(commands[0], words, known) if commands else commands
        below = text.strip().partition("\n")[2].strip()
        if commands and below and (_chats(commands[0], known) or _leads_to(commands[0], below, known)):
            greeted = []
        if greeted or not commands:
            commands[:1] = greeted
            break
        text = text.strip().partition("\n")[2]
        commands = read_commands(text, words)
    # A line such as “Kasia,” or “Alice!” with others below it.
    has_more = bool(commands) and bool(text.strip().partition("\n")[2].strip())
    is_called = has_more and known.called_in(commands[0]) and any(map(known.called_in, commands[1:]))
    may_call = has_more and _may_call(commands[0], text, known)
    if is_called or may_call or (commands and _thanks(commands[0], known)):
        commands[0] = _greets(commands[0], commands[0].text)
    own = _end_at_closing(commands, known)
    unclear = find_doubt_below(text, words, known, is_closed=len(own) < len(commands))
    return hold(own, (len(own), unclear) if unclear else None)


def _read_greeting(
    command: ReplyCommand, words: Mapping[str, CommandKind], known: KnownWords
) -> list[ReplyCommand]:
    """Return the first command without its greeting: nothing if it greets somebody and chooses nothing."""
    count = chatter.greeting_length(command.line) if command.kind == CommandKind.CHOICE else 0
    if not count or known.names(command.text):
        return [command]
    parts = command.line.split()
    has_comma, rest = parts[count - 1].endswith((",", "!", ".")), " ".join(parts[count:])
    name, comma, after = rest.partition(",")
    if not has_comma and comma and after.strip() and _is_name_of_somebody(name, words, known):
        rest, has_comma = after.strip(), True
    elif _is_name_of_somebody(rest, words, known):
        return []
    if not any(char.isalnum() for char in rest):
        return []
    is_order = _orders(rest.split()[0], words, known)
    if not is_order and known.names(rest) and (known.calls(rest) or chatter.calls_somebody(rest)):
        return [_greets(command, rest)]
    if is_order or (has_comma and not rest.endswith(",")):
        return read_commands(rest, words)[:1]
    if known.holds_name(rest):
        return [_greets(command, rest)]
    return [command]


def _chats(command: ReplyCommand, known: KnownWords) -> bool:
    """Whether a line above others thanks or the like, and nothing in it is a choice or a doubt."""
    is_verb = normalized(command.line) in known.verbs  # “Play!” names a choice of the board
    is_chat = command.kind == CommandKind.CHOICE and chatter.is_chat(command.line) and not is_verb
    is_sentence = command.line.endswith((".", "!", ",")) and any(char.isalpha() for char in command.line)
    doubts = chatter.doubts(command.line) and not asides.excuses_a_delay(command.line)
    return is_chat and is_sentence and not (doubts or known.holds_name(command.text))


def _leads_to(command: ReplyCommand, below: str, known: KnownWords) -> bool:
    """Whether a line says nothing of the choice below it: it announces that, or is an excuse above a verb."""
    if command.kind != CommandKind.CHOICE or known.holds_name(command.text):
        return False
    if command.line.endswith(":") and is_announcement(command.line):
        return True
    is_apart = asides.says_nothing_else(command.text, known.titles, known.called)
    return is_apart and not known.vocabulary.meanings and begins_with_verb(below.partition("\n")[0])


def _may_call(command: ReplyCommand, text: str, known: KnownWords) -> bool:
    """Whether the first line may call somebody: “Kasia,” does, and so does “Sun!” with a number below it.

    Without a sign it does where the next line speaks to somebody: “Kasia” above “your turn”.
    """
    below = text.strip().partition("\n")[2].split("\n")
    first = next(filter(None, map(str.strip, below)), "")
    if not command.line.endswith(CALLING):
        return known.calls(command.text) and chatter.speaks_to_somebody(first)
    is_title = known.is_title(command.text.rstrip(AFTER_A_NAME))
    return known.calls(command.text) or (is_title and bool(NUMBERS.fullmatch(first)))


def _thanks(command: ReplyCommand, known: KnownWords) -> bool:
    """Whether a line may thank somebody, though it is read as a choice with thanks: “Kasia, thanks!”."""
    name = chatter.without_thanks(command.text)
    return name != command.text and known.calls(name.lstrip("@"))


def _greets(command: ReplyCommand, name: str) -> ReplyCommand:
    return replace(command, unclear=UnclearAnswer(AnswerProblem.GREETING, name.rstrip(AFTER_A_NAME)))


def _is_name_of_somebody(text: str, words: Mapping[str, CommandKind], known: KnownWords) -> bool:
    """Whether a greeting may call somebody so: one or two words that are no choice, verb or command."""
    said = text.split()
    if not 0 < len(said) <= chatter.LONGEST_GREETING_NAME:
        return False
    if not all(word.strip(",.!").replace("-", "").isalpha() for word in said):
        return False
    if is_vocative(text):
        return True
    if chatter.may_call_nobody(text):
        return False
    return not (known.holds_name(text) or any(_orders(word, words, known) for word in said))


def _orders(word: str, words: Mapping[str, CommandKind], known: KnownWords) -> bool:
    bare = word.strip(" ,.!:")
    return bare.lower() in words or normalized(bare) in known.verbs


def _end_at_closing(commands: list[ReplyCommand], known: KnownWords) -> list[ReplyCommand]:
    """Return the commands up to a closing; one that could be a choice stays, and is unclear."""
    first = next((at for at, each in enumerate(commands) if each.kind in ANSWERS), len(commands))
    for at, command in enumerate(commands[first:], start=first):
        ends_with_comma = command.line.endswith(",")
        is_first = at == first
        is_signed = not is_first and is_signed_closing(command.line, known)
        is_closing = is_signed or (
            chatter.is_closing(command.line) and (ends_with_comma or _is_last(commands, at, known))
        )
        # “Dreams,” above a name may be what somebody closes with.
        is_closing = is_closing or (
            is_first
            and ends_with_comma
            and len(commands) == at + 2
            and chatter.is_everyday_title(command.text.rstrip(" ,"))
            and _is_last(commands, at, known)
        )
        if command.kind != CommandKind.CHOICE or not (is_closing or (ends_with_comma and not is_first)):
            continue
        if known.holds_name(command.text) and not is_signed:
            unclear = UnclearAnswer(AnswerProblem.CLOSING, command.text.rstrip(" ,.!"))
            return [*commands[:at], replace(command, unclear=unclear), *commands[at + 1 :]]
        if not is_first:
            return commands[:at]
    return commands


def _is_last(commands: Sequence[ReplyCommand], at: int, known: KnownWords) -> bool:
    """Whether a line ends a reply: nothing stands below it, or a name that somebody signs with."""
    below = commands[at + 1 :]
    if at == 0 and not below:
        return False
    return not below or (len(below) == 1 and not known.names(below[0].text) and below[0].text.isalpha())
