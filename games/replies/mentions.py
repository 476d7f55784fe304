"""Finds the choices that a line mentions, whatever else it says, unless that denies them. Pure.

What it finds is asked back, and never played: that costs nothing, so words that nobody knows do no harm.
"""

import re
from collections.abc import Iterator

from engine import QuestionKind as Kind

from . import chatter
from .board_commands import path_of, read_path
from .chatter_words import BEFORE_A_TIME, CHAT, HARMLESS, UNITS
from .choice_index import owners_of
from .commands import ReplyQuestion, loose, normalized
from .folding import PLAIN, begins_with, fold
from .name_cases import is_diminutive
from .phrases import Phrase, Phrases, phrases
from .signs import is_struck_out
from .spoken import says_other_deed
from .spoken_names import WAYS, NamedLine, Token

LONGEST_TEXT = 200  # characters
LONGEST = 24  # words of a line
LONGEST_PLACE = 3  # words
LONGEST_CALL = 2  # words of a clause that calls somebody
LONGEST_NO = 3  # words of a clause that says no and nothing else
LONGEST_EVERYDAY = 4  # words of a line in which the title of one's own day is a card
SHORTEST_PART = 4  # letters of a part of a title
LOSSES = (
    *(Kind.HAND_LIMIT, Kind.KEEPER_LIMIT, Kind.DISCARD_CARDS, Kind.DISCARD_OR_RANDOM, Kind.CHOOSE_GOALS),
    *(Kind.DISCARD_RULE, Kind.DISCARD_RULES, Kind.DISCARD_GOAL, Kind.DISCARD_KEEPER, Kind.DISCARD_CREEPER),
    *(Kind.GIVE_KEEPER, Kind.CHOOSE_GIFT),
)
HANDS = dict.fromkeys("✊👊🪨", "rock") | dict.fromkeys("✋🖐📄🧻", "paper") | dict.fromkeys("✂✌", "scissors")
_TOKEN = re.compile(
    r"(?P<number>\d{1,3})(?![\w:/-]|[.,]\d)|(?P<word>[^\W\d_]+(?:['-][^\W\d_]+)*+)|(?P<odd>\d\S*)"
)
_CLAUSES = re.compile(r"[.!?…;:()\n,]+|\s-+\s")


def read_mentions(text: str, asked: ReplyQuestion) -> tuple[str, ...]:
    """Return the labels that a line mentions, in order; nothing where it denies them or may mean others."""
    if asked.what is None or asked.words or len(text) > LONGEST_TEXT:
        return ()
    plain = text.translate(PLAIN)
    clauses = [tokens for part in _CLAUSES.split(plain) if (tokens := list(_tokens(part)))]
    if sum(map(len, clauses)) > LONGEST:
        return ()
    if asked.what is Kind.ROCK_PAPER_SCISSORS and (shown := {HANDS[each] for each in plain if each in HANDS}):
        return tuple(shown) if len(shown) == 1 else ()
    if asked.what in (Kind.LEAP, Kind.PLAY_OR_MOVE):
        return _read_place(clauses, asked)
    if asked.vocabulary.meanings and asked.what not in WAYS:
        return ()
    if is_struck_out(plain) or says_other_deed(plain, asked):
        return ()
    return _in_any_language(clauses, asked)


def _in_any_language(clauses: list[list[Token]], asked: ReplyQuestion) -> tuple[str, ...]:
    """Return what clauses mention in the language that finds most; nothing where one may mean others."""
    found = [_read(clauses, asked, words) for words in phrases()]
    labels = max((each for each in found if each is not None), key=len, default=())
    if None in found or not labels:
        return ()
    if asked.least <= len(labels) <= asked.most:
        return labels
    return labels[:1] if asked.most == 1 and len(labels) <= asked.plays_left else ()


def _read_place(clauses: list[list[Token]], asked: ReplyQuestion) -> tuple[str, ...]:
    """Return the only leap from a place, or move to one, that a line names: “the one from bread”."""
    said = [token.text for tokens in clauses for token in tokens]
    places = {
        path[0]
        for at in range(len(said))
        for length in range(1, LONGEST_PLACE + 1)
        if (path := read_path(" ".join(said[at : at + length]), asked.vocabulary)) and len(path) == 1
    }
    if len(places) != 1 or asked.most != 1:
        return ()
    at = 0 if asked.what is Kind.LEAP else 1  # from there, or to there
    found = [each.label for each in asked.options if places.intersection(path_of(each.label)[at : at + 1])]
    return tuple(found) if len(found) == 1 else ()


def _tokens(text: str) -> Iterator[Token]:
    for found in _TOKEN.finditer(fold(text)):
        if found["word"]:
            yield Token(found["word"].replace("'", "").replace("-", " "))
        else:
            yield Token(found[0], int(found["number"] or 0))


def _read(clauses: list[list[Token]], asked: ReplyQuestion, words: Phrases) -> tuple[str, ...] | None:
    """Return what clauses mention in the words of a language; ``None`` where they may mean something else."""
    labels: dict[str, None] = {}
    denied: set[str] = set()
    is_short = sum(map(len, clauses)) <= LONGEST_EVERYDAY
    for tokens in clauses:
        line = MentionLine(tokens, asked, words, is_short=is_short)
        found = line.read(has_choice=bool(labels))
        if found is None or (line.denies() and asked.what in LOSSES):
            return None
        if line.denies():
            if not found and labels and len(tokens) <= LONGEST_NO:
                return None  # “milk, no”
            denied |= set(found)
        else:
            labels |= dict.fromkeys(found)
    return None if denied.intersection(labels) else tuple(labels)


def _says_nothing(token: Token) -> bool:
    """Whether a word may stand beside the number of a choice."""
    return any(
        (token.text,) in listed
        for words in phrases()
        for listed in (
            *(words.plays, words.discards, words.takes, words.chooses, words.nouns, words.fillers),
            *(words.wishes, words.joins, words.courtesy, words.behind),
        )
    )


class MentionLine(NamedLine):
    """A clause of which only the choices that it names are read."""

    def __init__(self, tokens: list[Token], asked: ReplyQuestion, words: Phrases, *, is_short: bool) -> None:
        super().__init__(tokens, asked, words, guesses=True, respells=True)
        self.is_short = is_short

    def read(self, *, has_choice: bool) -> tuple[str, ...] | None:
        """Return the labels of the choices that it names; ``None`` if it names what can't be chosen."""
        labels: dict[str, None] = {}
        while self.at < len(self.tokens):
            start = self.at
            if self._skip(self.words.affirms) or self._skip_other_title():
                continue
            is_other = (labels or has_choice) and self._length(self.words.ors)
            if is_other or self._length(self.words.keeps | self.words.stays | self.words.laters):
                return None
            if self._names_somebody():
                return None
            is_counted = self.tokens[start].number is not None and not self._is_choice()
            if is_counted and not self._is_time():
                return None
            label = None if is_counted else self._read_item(is_alone=True)
            if label is None or self.at == start:
                self.at = start + 1
            elif not self._is_everyday(start):
                labels[label] = None
        return tuple(labels)

    def denies(self) -> bool:
        """Whether a word of it says no."""
        said = tuple(word for token in self.tokens for word in token.text.split())
        at = 0
        while at < len(said):
            harmless = begins_with(said[at:], HARMLESS) or begins_with(said[at:], self.words.affirms)
            if not harmless and any((said[at],) in words.negations | words.buts for words in phrases()):
                return not any((said[at],) in words.two_ways for words in phrases())
            at += max(1, harmless)
        return False

    def _skip_other_title(self) -> bool:
        """Skip the title of a card that isn't one of the choices."""
        for length, text in self._texts():
            is_title = loose(text) in self.asked.titles or normalized(text) in self.asked.titles
            if not is_title:
                continue
            said = text.split()
            pairs = [(said[0], " ".join(said[at:])) for at in (1, 2) if said[at:]]
            if self._named(text) or any(self._named(one) and self._named(rest) for one, rest in pairs):
                return False  # “bread and chocolate” may be two
            self.at += length
            return True
        return False

    def _names_somebody(self) -> bool:
        """Whether a player is named here who can't be chosen, and so does something: “Bob played milk”."""
        if any(each.is_person or owners_of(each) for each in self.asked.options):
            return False
        said = self.tokens[self.at].text
        is_spoken_to = len(self.tokens) <= LONGEST_CALL  # “Bartek, sorry, milk”
        return not is_spoken_to and any(said == name.partition(" ")[0] for name in self.asked.people)

    def _is_choice(self) -> bool:
        """Whether the number here is that of a choice: alone, behind a verb, between words of no weight."""
        before, behind = self.tokens[: self.at], self.tokens[self.at + 1 :]
        is_first = not before or before[-1].number is not None or _says_nothing(before[-1])
        return is_first and (not behind or behind[0].number is not None or _says_nothing(behind[0]))

    def _is_time(self) -> bool:
        """Whether the number here tells a time or an amount."""
        before, behind = self.tokens[: self.at][-1:], self.tokens[self.at + 1 :][:1]
        return any(each.text in UNITS for each in behind) or any(
            each.text in BEFORE_A_TIME for each in before
        )

    def _is_everyday(self, start: int) -> bool:
        """Whether what was read may be of the writer's own day: “it's time to sleep”."""
        said = " ".join(token.text for token in self.tokens[start : self.at])
        verbs = self.words.plays | self.words.discards | self.words.takes | self.words.chooses
        verbs |= self.words.joins | self.words.firsts | self.words.thens | self.words.these
        is_ordered = start > 0 and (self.tokens[start - 1].text,) in verbs
        return not (self.is_short or is_ordered) and chatter.is_everyday_title(said)

    def _read_number(self, *, is_alone: bool, is_named: bool) -> int | None:
        if self.asked.what in WAYS:
            return None  # “one back”
        start = self.at
        number = super()._read_number(is_alone=is_alone, is_named=True)
        said: Phrase = tuple(token.text for token in self.tokens[start : self.at])
        is_last = start > 0 and self.at == len(self.tokens) and said != ("one",)  # “so, number three”
        if said in self.words.alone and len(said) < len(self.tokens) and not (is_named or is_last):
            self.at = start
            return None
        return number

    def _part_of_title(self, text: str) -> str | None:
        if len(text) < SHORTEST_PART or text in CHAT:
            return None
        return super()._part_of_title(text) or self._pet_name(text)

    def _pet_name(self, text: str) -> str | None:
        """Return the one choice whose title, of one word, has this pet name: „mleczko”, «хлебушек»."""
        if " " in text:
            return None
        found = {
            options[0].sort or options[0].label: options[0].label
            for name, options in self.index.by_unowned.items()
            if name[:1] == text[:1] and is_diminutive(text, name)
        }
        return next(iter(found.values())) if len(found) == 1 else None
