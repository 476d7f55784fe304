"""Reads the lines of a reply together: what greets, closes, or takes back what stands above it. Pure.

It depends on the text and on the cards of the deck alone, never on what is asked now: after a crash the same
text is read again, beside another question, and must give the same commands.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from . import board_commands, chatter
from .board_commands import Vocabulary
from .commands import (
    AROUND,
    COMMANDS,
    END,
    NO_WORDS,
    NUMBERED,
    NUMBERS,
    AnswerProblem,
    CommandKind,
    ReplyCommand,
    UnclearAnswer,
    loose,
    normalized,
    read_commands,
)
from .matching import SHORTEST_BEGINNING, readings

ANSWERS = (CommandKind.CHOICE, CommandKind.FREE_TEXT, CommandKind.PASS)
CHANGES = (*ANSWERS, CommandKind.UNDO)
DOUBTED = (*CHANGES, CommandKind.SAY)  # what a line below may take back
LONGEST_TURN = 2  # rows with a number, as the mail prints them: a list that is copied has more
MOST_GREETINGS = 3  # lines
CALLING = (",", "!", ":", "-", "–", "—")  # behind the name of who is called
AFTER_A_NAME = " .".join(CALLING)
# Between the names of a line.
LISTED = re.compile(r"[,;&+]| and | i | oraz | и ", re.I)
LONGEST_COMPARISON = 2  # words: “milk instead”
LONGEST_TITLE = 12  # words
LONGEST_NAME = 3  # words
ALIKE = 2  # letters with which a name and what people make of it begin: “Maciej”, “Maciek”
# The place of a line, and why it may take back what stands above it.
Doubt: TypeAlias = tuple[int, UnclearAnswer]
ROW = re.compile(r"\W*+(\d{1,3})[.):\]][\s*_]*+(?=[^\W\d])")


@dataclass(frozen=True)
class KnownWords:
    """What a reply may name: titles of the deck, `normalized` and `loose`, verbs, and words of moves.

    `called` are names by which a greeting may call somebody though they can be chosen: those of the players,
    and titles of made cards. `others` are all other choices, such as ways.
    """

    titles: Collection[str] = ()
    verbs: Collection[str] = ()
    vocabulary: Vocabulary = NO_WORDS
    called: Collection[str] = ()
    others: Collection[str] = ()

    def calls(self, text: str) -> bool:
        """Whether a text is a name by which a line may call somebody, with a sign behind it or not."""
        return chatter.is_given_name(text) or normalized(text.rstrip(AFTER_A_NAME)) in self.called

    def called_in(self, command: ReplyCommand) -> bool:
        """Whether a line chooses a name by which somebody may be called, and nothing else."""
        is_choice = command.kind == CommandKind.CHOICE
        return is_choice and any(
            normalized(each) in self.called for each in readings(command.text, self.verbs)
        )

    def signs(self, text: str) -> bool:
        """Whether a line may be how a player signs: with their name, or what they make of it."""
        if not is_like_a_name(text):
            return False
        first, *others = map(normalized, text.split())
        return first in self.called or (
            not others and any(name.startswith(first[:ALIKE]) for name in self.called)
        )

    def is_row(self, text: str) -> bool:
        """Whether a text begins like a row of the mail: with a number, a sign and a title."""
        row = ROW.match(text)
        words = text[row.end() :].split() if row else []
        starts = (" ".join(words[:count]) for count in range(1, min(len(words), LONGEST_TITLE) + 1))
        return any(self._is_name(start) for start in starts)

    def names(self, text: str) -> bool:
        """Whether a text is nothing but numbers, a title or a move, as a reply may write them."""
        return any(self._is_name(each) for each in readings(text, self.verbs))

    def _is_name(self, text: str) -> bool:
        if NUMBERS.fullmatch(text):
            return True
        named = NUMBERED.sub("", text, count=1)
        for each in (text, named, named.partition(" (")[0], named.partition(" <")[0]):
            if each and self.is_title(each):
                return True
        return bool(board_commands.read_path(normalized(text), self.vocabulary))

    def ends_with_title(self, text: str) -> bool:
        """Whether a short line says something of a title: “Sorry about that, milk”, and not “milk, bread”."""
        words = text.strip(AROUND).split()
        if not 1 < len(words) <= chatter.SHORT_LINE or chatter.is_about_more(text):
            return False
        if any(
            all(self._is_name(part.strip(AROUND)) for part in LISTED.split(each))
            for each in readings(text, self.verbs)
        ):
            return False
        ends = [" ".join(words[at:]) for at in range(1, len(words))]
        ends += [words[0]] if len(words) == LONGEST_COMPARISON else []
        return any(self.is_title(each) and not chatter.is_everyday_title(each) for each in ends)

    def is_title(self, text: str) -> bool:
        """Whether a text is a title of the deck, but for its signs."""
        return normalized(text) in self.titles or loose(text) in self.titles

    def is_place(self, text: str) -> bool:
        """Whether a text names a place of the board, and nothing that goes there."""
        path = board_commands.read_path(normalized(text), self.vocabulary)
        return len(path) == 1 and "/" in path[0]

    def begins_name(self, text: str) -> bool:
        """Whether a title begins like this, and may be meant."""
        bare = normalized(text)
        is_long = len(bare) >= SHORTEST_BEGINNING and not chatter.begins_no_title(bare)
        return is_long and any(title.startswith(bare) for title in self.titles)

    def may_name(self, text: str) -> bool:
        """Whether a line may be an answer of its own: it begins a title, or says something of the board."""
        said = chatter.without_joiner(text)
        if any(
            each and (self._is_name(each) or self.begins_name(each) or normalized(each) in self.others)
            for each in readings(said, self.verbs)
        ):
            return True
        return all((word,) in self.vocabulary.meanings for word in normalized(said).split())

    def holds_name(self, text: str) -> bool:
        """Whether a text is a name, or a word of it is."""
        return self.names(text) or any(self._is_name(word) for word in text.split())


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
        greeted = [*_read_greeting(commands[0], words, known)] if commands else commands
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
    unclear = _taken_back_below(text, words, known, is_closed=len(own) < len(commands))
    return hold(own, (len(own), unclear) if unclear else None)


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
        is_choice = command.kind == CommandKind.CHOICE and at > first
        corrects = is_choice and not has_stars and chatter.corrects(command.line)
        contradicts = is_choice and _contradicts(command, commands[first], known)
        is_undone = has_answer and command.kind == CommandKind.UNDO
        is_signed = at > first + 1 and chatter.is_chat(commands[at - 1].text) and is_like_a_name(command.text)
        if corrects or contradicts or is_undone or (is_choice and is_doubtful(command.text, known)):
            yield at, UnclearAnswer(AnswerProblem.TAKEN_BACK, command.line)
        elif is_choice and not (is_closed or is_signed or is_understood(command, known)):
            yield at, UnclearAnswer(AnswerProblem.BELOW, command.line)
        is_closed = is_closed or chatter.is_closing(command.line)
        has_answer = has_answer or command.kind in ANSWERS


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


def is_like_a_name(text: str) -> bool:
    """Whether a text is a few words with capitals, as names are written."""
    said = [word.strip(AFTER_A_NAME).replace("-", "") for word in text.split()]
    return 0 < len(said) <= LONGEST_NAME and all(word.isalpha() and word[:1].isupper() for word in said)


def is_understood(command: ReplyCommand, known: KnownWords) -> bool:
    """Whether a line below an answer is one itself, or surely says nothing of that above it."""
    text = command.text
    is_other = chatter.is_footer(text) or chatter.is_chat(text) or command.unclear is not None
    return is_other or known.signs(text) or known.may_name(text) or known.names(text)


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
        is_signed = not is_first and _is_signed_closing(command.line, known)
        is_closing = is_signed or (
            chatter.is_closing(command.line) and (ends_with_comma or _is_last(commands, at, known))
        )
        if command.kind != CommandKind.CHOICE or not (is_closing or (ends_with_comma and not is_first)):
            continue
        if known.holds_name(command.text) and not is_signed:
            unclear = UnclearAnswer(AnswerProblem.CLOSING, command.text.rstrip(" ,.!"))
            return [*commands[:at], replace(command, unclear=unclear), *commands[at + 1 :]]
        if not is_first:
            return commands[:at]
    return commands


def _is_signed_closing(line: str, known: KnownWords) -> bool:
    """Whether a line is a closing and the name of who signs, such as “Love, Ann”."""
    closing, _comma, name = line.partition(",")
    words = name.split()
    is_name = 0 < len(words) <= chatter.LONGEST_GREETING_NAME and all(
        word.strip(".!").replace("-", "").isalpha() for word in words
    )
    says_more = chatter.doubts(name.strip()) or known.holds_name(name)
    return is_name and chatter.is_closing(closing) and not says_more


def _is_last(commands: Sequence[ReplyCommand], at: int, known: KnownWords) -> bool:
    """Whether a line ends a reply: nothing stands below it, or a name that somebody signs with."""
    below = commands[at + 1 :]
    if at == 0 and not below:
        return False
    return not below or (len(below) == 1 and not known.names(below[0].text) and below[0].text.isalpha())


def _taken_back_below(
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
        said = read_commands(line, words)
        kind = said[0].kind if said else None
        is_about = is_first or chatter.is_postscript(line)
        doubts = chatter.takes_back(line) if is_about else chatter.takes_back_plainly(line)
        doubts = doubts or (is_about and not known.vocabulary.meanings and known.ends_with_title(line))
        doubts = doubts and kind in (CommandKind.CHOICE, None) and not known.names(line)
        is_star = is_about and not has_stars and chatter.corrects(line)
        if kind == CommandKind.UNDO or doubts or is_star:
            return UnclearAnswer(AnswerProblem.TAKEN_BACK, line)
        is_closing = chatter.is_closing(line) or _is_signed_closing(line, known)
        if must_be_known and kind == CommandKind.CHOICE and not is_closing:
            if known.names(line) or any(map(known.names, readings(line, known.verbs))):
                return UnclearAnswer(AnswerProblem.TAKEN_BACK, line)
            if not (chatter.is_long(line) or is_understood(said[0], known)):
                return UnclearAnswer(AnswerProblem.BELOW, line)
        is_first, must_be_known = chatter.is_bare_postscript(line), False
    return None


def _parts_of(text: str) -> tuple[str, list[str]]:
    """Return a text up to its first blank line or rule, and the lines below that; rules are blank ones."""
    lines = [line.strip() for line in text.strip().splitlines()]
    end = next((at for at, line in enumerate(lines) if not line or END.match(line)), len(lines))
    return "\n".join(lines[:end]), ["" if END.match(line) else line for line in lines[end:]]
