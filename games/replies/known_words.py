"""What the texts of a table may name, and whether a line is such a name. Pure."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from . import board_commands, chatter
from .board_commands import Vocabulary
from .commands import AROUND, NO_WORDS, NUMBERED, NUMBERS, CommandKind, ReplyCommand, loose, normalized
from .matching import SHORTEST_BEGINNING
from .readings import readings

CALLING = (",", "!", ":", "-", "–", "—")  # behind the name of who is called
AFTER_A_NAME = " .".join(CALLING)
# Between the names of a line.
LISTED = re.compile(r"[,;&+]| and | i | oraz | и ", re.I)
LONGEST_COMPARISON = 2  # words: “milk instead”
LONGEST_TITLE = 12  # words
LONGEST_NAME = 3  # words
LONGEST_INITIALS = 4  # characters
ALIKE = 3  # letters with which a name and what people make of it begin: “Maciej”, “Maciek”
ROW = re.compile(r"\W*+(\d{1,3})[.):\]][\s*_]*+(?=[^\W\d])")


@dataclass(frozen=True)
class KnownWords:
    """What a reply may name: titles of the deck, `normalized` and `loose`, verbs, and words of moves.

    `called` are names by which a greeting may call somebody though they can be chosen: those of the players,
    and titles of made cards. `others` are all other choices, such as ways; `contrary` are verbs such as keep.
    """

    titles: Collection[str] = ()
    verbs: Collection[str] = ()
    vocabulary: Vocabulary = NO_WORDS
    called: Collection[str] = ()
    others: Collection[str] = ()
    contrary: Collection[str] = ()

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
        is_short = not others and text[-1].isalpha() and len(first) >= ALIKE
        return first in self.called or (
            is_short and any(name.startswith(first[:ALIKE]) for name in self.called)
        )

    def keeps(self, text: str) -> bool:
        """Whether a line does something else with a card than play it: “I keep bread”."""
        words = normalized(text).split()
        return (
            bool(set(words[:2]).intersection(self.contrary)) and self.names(text) and not self.is_title(text)
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


def is_like_a_name(text: str) -> bool:
    """Whether a text is a few words that begin with capitals, as names are written."""
    if text.isupper() and len(text) > LONGEST_INITIALS:
        return False
    said = [word.strip(AFTER_A_NAME).replace("-", "") for word in text.split()]
    return 0 < len(said) <= LONGEST_NAME and all(word.isalpha() and word[:1].isupper() for word in said)


def is_signature(text: str) -> bool:
    """Whether a text of its own is like a name, or the first letters of one: “Zofia”, “Jan K.”, “Z.”."""
    said = text.split()
    is_short = bool(said) and len(said[-1].rstrip(".")) == 1
    return is_like_a_name(text) and (text[-1].isalpha() or is_short)
