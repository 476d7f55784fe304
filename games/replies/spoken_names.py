"""Reads what the words of a line name: titles, people, numbers, ways. Pure."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from engine import QuestionKind as Kind

from .choice_index import ChoiceIndex, owners_of, unowned
from .commands import ReplyOption, ReplyQuestion, loose, normalized
from .folding import fold
from .name_cases import is_case_of, is_declined
from .phrases import Phrase, Phrases, is_everyday, is_known_word
from .spelling import SHORTEST, has_same_stem, is_misspelt, is_surely_misspelt

LONGEST_TITLE = 8  # words
LONGEST_PHRASE = 8  # words
SHORTEST_PART = 3  # letters of a title
WAYS = (Kind.CHOOSE_DIRECTION, Kind.PASS_COLOURS, Kind.SHIFT_PEG)


@dataclass(frozen=True)
class Token:
    """A word, `fold`ed, a number, or a sign of a line."""

    text: str
    number: int | None = None

    @property
    def is_sign(self) -> bool:
        return self.text in {",", ":", "&", "+", "(", ")"}


class NamedLine:
    """The tokens of a line, read from left to right with the words of one language.

    One that `guesses` takes doubts and loose words as well, and one that `respells` a name that is misspelt:
    what they find is asked back and never played.
    """

    def __init__(
        self,
        tokens: Sequence[Token],
        asked: ReplyQuestion,
        words: Phrases,
        *,
        guesses: bool = False,
        respells: bool = False,
    ) -> None:
        self.tokens, self.asked, self.words = tokens, asked, words
        self.guesses, self.respells = guesses, respells
        self.index = ChoiceIndex(asked.options, words)
        self.at = 0
        self.is_behind_verb = False

    @property
    def is_ordered(self) -> bool:
        """Whether a verb stands before what is read now, or behind it at the end: „księżycem gram”."""
        return self.is_behind_verb or any(
            tuple(token.text for token in self.tokens[at:]) in self.words.behind
            for at in range(max(1, len(self.tokens) - 2), len(self.tokens))
        )

    def _read_item(self, *, is_alone: bool) -> str | None:
        """Return the label of the choice that stands here, by its name, its number, or both."""
        options = self.asked.options
        start = self.at
        if any(each.is_person or owners_of(each) for each in options):
            self._skip(self.words.before_people)
        if (found := self._read_name() or self._read_after_owner()) is not None:
            if self.asked.what is Kind.CHOOSE_OPPONENT:
                self._skip(self.words.belongings)  # “Kasia's hand”
            return self._read_same_number(found)
        self.at = start
        is_named = False
        if self.guesses and (label := self._read_kind()) is not None:
            return label
        while self._skip(self.words.nouns):  # “number one”, “card number 2”, “card: milk”
            is_named = True
            self._skip_sign(":")
        if (found := self._read_name()) is not None:
            return self._read_same_number(found)
        if (self.guesses or self.is_behind_verb) and self._skip(self.words.lasts):
            return max(options, key=lambda each: each.number).label
        number = self._read_number(is_alone=is_alone, is_named=is_named)
        if not number or not self.asked.takes_numbers:  # 0 is that of choices without a number
            return None
        numbered = [each for each in options if each.number == number]
        titled = self.index.by_name.get(str(number), numbered)  # a card of a made deck may be called “2”
        if not numbered or titled != numbered:
            return None
        self._skip(self.words.nouns_behind)  # “the 5th card”
        return self._read_same_name(numbered[0].label)

    def _read_kind(self) -> str | None:
        """Return the only choice of a kind of cards: “the goal”."""
        start = self.at
        if self.at < len(self.tokens) and (self.tokens[self.at].text,) in self.words.small:
            self.at += 1
        for length, text in self._texts():
            kind = f"({text})"
            found = self.index.by_kind.get(kind, [])
            if len(found) == 1 and not owners_of(found[0]):
                self.at += length
                return found[0].label
        self.at = start
        return None

    def _read_same_name(self, label: str) -> str | None:
        """Return a choice whose number was read, unless another name follows: “3 (Milk)”."""
        start = self.at
        is_open = self._skip_sign("(")
        has_comma = not is_open and self._skip_sign(",")
        named = self._read_name()
        if has_comma and named != label:
            named = None  # “5, music” is a list
        if named is None:
            self.at = start
            return label
        return label if named == label and self._skip_sign(")") == is_open else None

    def _read_same_number(self, label: str) -> str | None:
        """Return a choice whose name was read, unless another number follows in brackets: “Milk (3)”."""
        self._skip(self.words.nouns_behind)  # “the Music card”
        if not self._skip_sign("("):
            return label
        number = self._read_number(is_alone=False, is_named=True)
        options = self.asked.options
        is_same = any(each.label == label and each.number == number for each in options)
        return label if is_same and self._skip_sign(")") else None

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
        if (way := self._read_way()) is not None:
            return way
        for length, text in self._texts():
            if named := self._named(text):
                self.at += length
                named = self._of_owner(named)
                return named[0].label if len({each.sort or each.label for each in named}) == 1 else None
            if loose(text) in self.asked.titles or normalized(text) in self.asked.titles:
                return None
        for length, text in self._texts():
            label = self._misspelt(text)
            if label is None and self.respells:
                label = self._part_of_title(text) or self._like_title(text)
            if label is not None:
                self.at += length
                return label
        return None

    def _texts(self) -> Iterator[tuple[int, str]]:
        """Yield what may be a name here and how many tokens it takes, the longest first."""
        for length in range(min(LONGEST_TITLE, len(self.tokens) - self.at), 0, -1):
            said = self.tokens[self.at : self.at + length]
            is_number = length == 1 and said[0].number is not None
            text = " ".join(token.text for token in said)
            is_apart = any(token.text in {",", ":"} for token in said) or text.count("(") != text.count(")")
            if not (is_number or is_apart):
                yield length, text

    def _read_way(self) -> str | None:
        """Return where a peg or the hands go: “clockwise”; left and right are what is asked back."""
        labels = {each.label for each in self.asked.options}
        if self.asked.what not in WAYS:
            return None
        lists = [self.words.ways, *([self.words.sides] if self.guesses else [])]
        found = [
            (length, label)
            for ways in lists
            for label, listed in ways.items()
            if label in labels and (length := self._length(listed))
        ]
        if not found:
            return None
        length, label = max(found)
        self.at += length
        return label

    def _misspelt(self, text: str) -> str | None:
        """Return the one choice whose name a text misspells; surely so, unless this is asked back."""
        is_loss = not self.respells and "discard" in self.asked.verbs  # what is lost is asked back
        if is_loss or len(text) < SHORTEST or any(map(is_known_word, text.split())):
            return None
        is_near = is_misspelt if self.respells else is_surely_misspelt
        near = {
            each.sort or each.label: each.label
            for name, options in self.index.by_spelling.get(text[0], ())
            if is_near(text, name)
            for each in options
            if self.respells or not (each.needs_whole_name or each.is_person)
        }
        kind = f"({text.split()[-1]})"
        is_kind = near and any(
            fold(name).endswith(kind) for each in self.asked.options for name in each.names
        )
        return next(iter(near.values())) if len(near) == 1 and not is_kind else None

    def _like_title(self, text: str) -> str | None:
        """Return the one choice whose title has other forms of these words: „ukradnę fanta”."""
        said = [word for word in text.split() if (word,) not in self.words.small | self.words.these]
        if len(said) < 2:
            return None
        found = {
            options[0].sort or options[0].label: options[0].label
            for content, options in self.index.by_content.items()
            if len(content) == len(said) and all(map(has_same_stem, said, content))
        }
        return next(iter(found.values())) if len(found) == 1 else None

    def _part_of_title(self, text: str) -> str | None:
        """Return the one choice of whose title these words are a part: “zap”, “another turn”."""
        said = loose(text)
        if len(said) < SHORTEST_PART or said in self.asked.titles:
            return None
        found = {
            option.sort or option.label: option.label
            for name, options in self.index.by_unowned.items()
            if said in name and f" {said} " in f" {name} "
            for option in options
            if not option.is_person
        }
        if not found or is_everyday(text):
            return None
        if any((said,) in each for each in (self.words.unsaying, self.words.fillers)):
            return None
        return next(iter(found.values())) if len(found) == 1 else None

    def _people(self, text: str) -> list[ReplyOption]:
        """Return the players who can be chosen and whose name it is, in any case."""
        if normalized(text) in self.asked.people:
            return []  # somebody else may be called like a case of a name
        return [each for each in self.asked.options if each.is_person and _is_person(text, each)]

    def _named(self, text: str) -> list[ReplyOption]:
        """Return the options of a name: of all of it, of a person in any case, or without small words."""
        if "(" in text:  # a title with its kind, as mails print it; “Night (Day)” is none
            printed = text.replace("( ", "(").replace(" )", ")")
            return [each for each in self.asked.options if printed in map(normalized, each.names)]
        exact = self.index.by_name.get(loose(text), [])
        if exact and (number := self.words.numbers.get((text,))) and self.asked.takes_numbers:
            exact = [*exact, *(each for each in self.asked.options if each.number == number)]  # “Seven”
        if not (self.is_behind_verb or self.guesses) and is_everyday(text):
            return [each for each in exact if not each.needs_whole_name]
        people = self._people(text)
        is_whole = (text.rsplit(" ", 1)[-1],) not in self.words.small  # „dobierz 3 do” kosza
        contents = self.index.by_content.get(self.index.content(text), []) if is_whole else []
        in_digits = self.index.by_name.get(loose(self._in_digits(text)), [])  # “Draw Three”
        unowned = self.index.by_unowned.get(loose(text), [])
        unnumbered = self.index.by_unnumbered.get(text, [])
        return exact or people or contents or in_digits or unowned or unnumbered or self._in_a_case(text)

    def _in_digits(self, text: str) -> str:
        """Return a name of several words with a digit for each number that is a word."""
        words = text.split()
        digits = [str(self.words.numbers.get((word,), word)) for word in words]
        return " ".join(digits if len(words) > 1 else words)

    def _in_a_case(self, text: str) -> list[ReplyOption]:
        """Return the options whose title of one word this is in another case, beside a verb: «хожу луной»."""
        if " " in text or not (self.guesses or self.is_ordered) or loose(text) in self.asked.titles:
            return []
        found = {
            each.label: each
            for name, options in self.index.by_unowned.items()
            if name[:1] == text[:1] and is_declined(text, name)
            for each in options
            if not each.is_person
        }
        return list(found.values())

    def _of_owner(self, named: list[ReplyOption]) -> list[ReplyOption]:
        """Return those of the owner whose name follows, if one does: “milk from Bartek”."""
        start = self.at
        self._skip(self.words.before_people)
        if self.at < len(self.tokens):
            said = self.tokens[self.at].text
            owned = [each for each in named if any(is_case_of(said, fold(one)) for one in owners_of(each))]
            if owned:
                self.at += 1
                return owned
        self.at = start
        return named

    def _skip_owner(self, label: str) -> bool:
        """Skip the name of whose card was read, who is spoken to: “the moon, sorry Kasia”."""
        option = next(each for each in self.asked.options if each.label == label)
        said = self.tokens[self.at].text if self.at < len(self.tokens) else ""
        is_owner = bool(said) and any(is_case_of(said, fold(name)) for name in owners_of(option))
        self.at += is_owner
        return is_owner

    def _read_after_owner(self) -> str | None:
        """Return the label of a card that follows the name of its owner: “Bob's milk”."""
        if self.at + 1 >= len(self.tokens):
            return None
        owner, said = self.tokens[self.at].text, self.tokens[self.at + 1 :]
        owned = [
            each
            for each in self.asked.options
            if any(is_case_of(owner, fold(one)) for one in owners_of(each))
        ]
        for length in range(min(LONGEST_TITLE, len(said)), 0, -1):
            text = loose(" ".join(token.text for token in said[:length]))
            named = [each for each in owned if text in {loose(unowned(name)) for name in each.names}]
            if len(named) == 1:
                self.at += 1 + length
                return named[0].label
        return None

    def _length(self, listed: Collection[Phrase]) -> int:
        """Return how many tokens the longest phrase of a list takes here; 0 if none stands here."""
        said: list[str] = []
        longest = 0
        for count, token in enumerate(self.tokens[self.at : self.at + LONGEST_PHRASE], start=1):
            if token.text == "," and said and listed is self.words.wishes:
                continue  # «буду благодарен, если сыграете»
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
