"""Reads the words of one line from left to right: what stands before a choice, the choice, courtesy. Pure."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from engine import QuestionKind as Kind

from .chatter_words import fold
from .commands import ReplyOption, ReplyQuestion, loose, normalized
from .lists import is_title
from .name_cases import is_case_of
from .phrases import Phrase, Phrases

Read = TypeVar("Read", str, tuple[str, ...])  # a name as it is compared
LONGEST_TITLE = 8  # words
_TITLE = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_OWNED = re.compile(r" \(([^()]*)\)$")
QUIZ = (Kind.NAME_THAT_ORGAN, Kind.CHALLENGE)
# What is given away or said can't be taken back: there only what is printed counts.
ONLY_AS_PRINTED = (
    Kind.WINDOW,
    Kind.GIVE_KEEPER,
    Kind.CHOOSE_RECIPIENT,
    Kind.CHOOSE_GIFT,
    Kind.RHYME,
    Kind.KNOWLEDGE_BONUS,
    Kind.ALTERNATE_FACTLETS,
)


@dataclass(frozen=True)
class Token:
    """A word, `fold`ed, a number, or a sign of a line."""

    text: str
    number: int | None = None

    @property
    def is_sign(self) -> bool:
        return self.text in {",", ":", "&", "+"}


class SpokenLine:
    """The tokens of a line, read from left to right with the words of one language."""

    def __init__(self, tokens: Sequence[Token], asked: ReplyQuestion, words: Phrases) -> None:
        self.tokens, self.asked, self.words = tokens, asked, words
        self.at = 0

    def read(self) -> tuple[str, ...]:
        if whole := self._read_phrase():
            return whole
        if self.asked.what in ONLY_AS_PRINTED or (self.asked.vocabulary.meanings and self.asked.most > 1):
            return ()
        while self._skip(self.words.fillers):
            self._skip_sign(",")
        while self.asked.what in QUIZ and self._skip(self.words.opinions):
            self._skip_sign(",")
        start = self.at
        if whole := self._read_whole_title():
            return whole
        self.at = start
        if not self._read_verb():
            return ()
        if every := self._read_all():
            return every
        items = self._read_list()
        if not self._read_end() or not items or len(set(items)) < len(items) or self._is_one_title(items):
            return ()
        return tuple(items) if self.asked.least <= len(items) <= self.asked.most else ()

    def keeps(self) -> bool:
        """Skip the words that say that what follows is kept, and whether they stand here."""
        self._skip(self.words.fillers)
        if self._skip(self.words.keeps):
            return True
        self._read_verb()
        if not self._skip(self.words.alls):
            return False
        self._skip_sign(",")
        return self._skip(self.words.buts)

    def read_kept(self) -> tuple[str, ...]:
        """Return the labels of the choices that a line keeps; none if it says anything else."""
        self._cut_rest()
        return tuple(items) if self.keeps() and (items := self._read_list()) and self._read_end() else ()

    def _cut_rest(self) -> None:
        """Leave out “, discard the rest” at the end, which says nothing more."""
        for at in range(1, len(self.tokens)):
            self.at = at
            self._skip(self.words.joins)
            self._skip(self.words.discards)
            if self._skip(self.words.rests):
                self._skip(self.words.discards)
                if self._read_end():
                    self.tokens = self.tokens[:at]
                    break
        self.at = 0

    def _read_whole_title(self) -> tuple[str, ...]:
        """Return the choice that all the rest of a line names, but for small words: “steal keeper”."""
        if any(token.is_sign or token.number is not None for token in self.tokens[self.at : self.at + 2]):
            return ()
        named = self._by_content.get(
            self._content(" ".join(each.text for each in self.tokens[self.at :])), []
        )
        is_one = len({each.sort or each.label for each in named}) == 1
        is_long = len(self.tokens) - self.at > 1
        return (named[0].label,) if is_one and is_long and self.asked.least == 1 else ()

    def _read_all(self) -> tuple[str, ...]:
        """Return all that can be chosen, if a line says that and that many may be."""
        labels = tuple(each.label for each in self.asked.options)
        start = self.at
        if len(labels) > 1 and self._skip(self.words.alls) and self._read_end():
            return labels if self.asked.least <= len(labels) <= self.asked.most else ()
        self.at = start
        return ()

    def _read_end(self) -> bool:
        """Skip courtesy, and say whether nothing else follows."""
        self._skip_sign(",")
        while self._skip(self.words.courtesy):
            self._skip_sign(",")
        return self.at == len(self.tokens)

    def _is_one_title(self, items: Sequence[str]) -> bool:
        """Whether a list may also be one title: “milk and cookies”."""
        said = " ".join(token.text for token in self.tokens)
        return len(items) > 1 and is_title(said, self.asked.titles)

    def _read_phrase(self) -> tuple[str, ...]:
        """Return what a whole line says that names no choice: “no objection”, “that’s true”."""
        said = tuple(word for token in self.tokens if not token.is_sign for word in token.text.split())
        while ends := next(
            (
                each
                for each in self.words.courtesy
                if each and said[-len(each) :] == each and len(said) > len(each)
            ),
            None,
        ):
            if said in self.words.passes | self.words.agrees | self.words.challenges:
                break
            said = said[: -len(ends)]
        labels = {each.label for each in self.asked.options}
        if self.asked.what is Kind.WINDOW and said in self.words.passes and "pass" in labels:
            return ("pass",)
        if self.asked.what is Kind.TAKE_FIRST_CARD and said in self.words.starts:
            return ("take",)
        if self.asked.what is Kind.CHALLENGE and labels == {"accept", "challenge"}:
            if said in self.words.agrees:
                return ("accept",)
            if said in self.words.challenges:
                return ("challenge",)
        return ()

    def _read_verb(self) -> bool:
        """Skip what stands before the choice, and say whether its verb fits what is asked."""
        fits = self.asked.verbs
        kinds = (
            (self.words.chooses, True),
            (self.words.plays, "play" in fits),
            (self.words.discards, "discard" in fits),
            (self.words.gives, "give" in fits),
            (self.words.takes, "take" in fits),
            (self.words.swaps, self.asked.what is Kind.CHOOSE_OPPONENT),
        )
        start = self.at
        wished = self._skip(self.words.wishes)
        after_wish = self.at
        for place in dict.fromkeys((after_wish, start)):
            self.at = place
            lengths = [(self._length(listed), is_fitting) for listed, is_fitting in kinds]
            longest = max(length for length, _is_fitting in lengths)
            if longest:
                self.at += longest
                self._skip_sign(":") or self._skip_sign(",")
                return any(is_fitting for length, is_fitting in lengths if length == longest)
        self.at = start
        return not wished

    def _read_list(self) -> list[str]:
        """Return the labels of one choice or several, each once its name or number is certain."""
        self._skip(self.words.firsts)
        items: list[str] = []
        while True:
            found = self._read_item(is_alone=not items)
            if found is None or found in items or len(items) == self.asked.most:
                return []  # each word more is compared with all names: a list that can't count ends here
            items.append(found)
            before = self.at
            comma = self._skip_sign(",")
            joined = self._skip(self.words.joins) or self._skip_sign("&") or self._skip_sign("+")
            if not (comma or joined) or self._ends():
                self.at = before
                return items

    def _ends(self) -> bool:
        """Whether nothing but courtesy follows."""
        start = self.at
        ends = self._read_end()
        self.at = start
        return ends

    def _read_item(self, *, is_alone: bool) -> str | None:
        options = self.asked.options
        self._skip(self.words.before_people) if any(each.is_person for each in options) else None
        if (found := self._read_name() or self._read_after_owner()) is not None:
            return found
        is_named = self._skip(self.words.nouns)  # “number one”
        if (found := self._read_name()) is not None:
            return found
        number = self._read_number(is_alone=is_alone, is_named=is_named)
        if not number or not self.asked.takes_numbers:  # 0 is that of choices without a number
            return None
        numbered = [each for each in options if each.number == number]
        titled = self._by_name.get(str(number), numbered)  # a card of a made deck may be called “2”
        return numbered[0].label if numbered and titled == numbered else None

    def _read_number(self, *, is_alone: bool, is_named: bool) -> int | None:
        if self.at < len(self.tokens) and (number := self.tokens[self.at].number) is not None:
            self.at += 1
            return number
        length = self._length(self.words.numbers) if is_alone else 0
        said = tuple(word for token in self.tokens[self.at : self.at + length] for word in token.text.split())
        # “Great one!” praises, “I'll take two” counts, and “gram pierwsza” says who begins.
        if said in self.words.alone and self.at > 0 and not self.tokens[self.at - 1].is_sign and not is_named:
            return None
        self.at += length
        return self.words.numbers.get(said)

    def _read_name(self) -> str | None:
        """Return the label of the longest name that begins here, unless it is another card's title."""
        for length in range(min(LONGEST_TITLE, len(self.tokens) - self.at), 0, -1):
            said = self.tokens[self.at : self.at + length]
            if any(token.text in {",", ":"} for token in said) or (
                length == 1 and said[0].number is not None
            ):
                continue
            text = " ".join(token.text for token in said)
            if named := self._named(text):
                self.at += length
                named = self._of_owner(named)
                return named[0].label if len({each.sort or each.label for each in named}) == 1 else None
            if loose(text) in self.asked.titles or normalized(text) in self.asked.titles:
                return None
        return None

    def _named(self, text: str) -> list[ReplyOption]:
        """Return the options of a name: of all of it, of a person in any case, or without small words."""
        exact = self._by_name.get(loose(text), [])
        # Somebody else may be called like a case of a name.
        is_called_so = normalized(text) in self.asked.people
        people = [
            each
            for each in self.asked.options
            if not is_called_so and each.is_person and _is_person(text, each)
        ]
        contents = self._by_content.get(self._content(text), [])
        return exact or people or contents or self._by_unowned.get(loose(text), [])

    # Every word of a line is compared with all names, so these are read once for the line.
    @cached_property
    def _by_name(self) -> Mapping[str, list[ReplyOption]]:
        return self._index(loose)

    @cached_property
    def _by_content(self) -> Mapping[tuple[str, ...], list[ReplyOption]]:
        return self._index(self._content)

    @cached_property
    def _by_unowned(self) -> Mapping[str, list[ReplyOption]]:
        return self._index(lambda name: loose(_unowned(name)))

    def _index(self, read: Callable[[str], Read]) -> dict[Read, list[ReplyOption]]:
        """Return the options by their names, each `read` so."""
        found: dict[Read, list[ReplyOption]] = {}
        for option in self.asked.options:
            for key in {read(name) for name in option.names}:
                found.setdefault(key, []).append(option)
        return found

    def _of_owner(self, named: list[ReplyOption]) -> list[ReplyOption]:
        """Return those of the owner whose name follows, if one does: “milk from Bartek”."""
        start = self.at
        self._skip(self.words.before_people)
        if self.at < len(self.tokens):
            said = self.tokens[self.at].text
            owned = [each for each in named if any(is_case_of(said, fold(one)) for one in _owners(each))]
            if owned:
                self.at += 1
                return owned
        self.at = start
        return named

    def _read_after_owner(self) -> str | None:
        """Return the label of a card that follows the name of its owner: “Bob's milk”."""
        if self.at + 1 >= len(self.tokens):
            return None
        owner, said = self.tokens[self.at].text, self.tokens[self.at + 1 :]
        owned = [
            each for each in self.asked.options if any(is_case_of(owner, fold(one)) for one in _owners(each))
        ]
        for length in range(min(LONGEST_TITLE, len(said)), 0, -1):
            text = loose(" ".join(token.text for token in said[:length]))
            named = [each for each in owned if text in {loose(_unowned(name)) for name in each.names}]
            if len(named) == 1:
                self.at += 1 + length
                return named[0].label
        return None

    def _content(self, text: str) -> tuple[str, ...]:
        """Return the words of a name that say what it is: “leap sun” of “Leap to the Sun”."""
        apart = self.words.small | self.words.before_people
        words = [
            word
            for word in _TITLE.findall(fold(text).replace("'s ", " ").replace("'", ""))
            if (word,) not in apart
        ]
        return tuple(words) if len(words) > 1 else (text,)

    def _length(self, listed: Collection[Phrase]) -> int:
        """Return how many tokens the longest phrase of a list takes here; 0 if none stands here."""
        said: list[str] = []
        longest = 0
        for count, token in enumerate(self.tokens[self.at : self.at + 6], start=1):
            if token.is_sign or token.number is not None:
                break
            said += token.text.split()
            if tuple(said) in listed:
                longest = count
        return longest

    def _skip(self, listed: Collection[Phrase]) -> bool:
        length = self._length(listed)
        self.at += length
        return length > 0

    def _skip_sign(self, sign: str) -> bool:
        is_here = self.at < len(self.tokens) and self.tokens[self.at].text == sign
        self.at += is_here
        return is_here


def _is_person(text: str, option: ReplyOption) -> bool:
    return any(is_case_of(text, fold(name)) for name in option.names)


def _owners(option: ReplyOption) -> set[str]:
    """Return whose card an option is: what stands in brackets behind its title, which isn't its kind."""
    return {found[1] for name in option.names[:1] if (found := _OWNED.search(name))}


def _unowned(name: str) -> str:
    return _OWNED.sub("", name)
