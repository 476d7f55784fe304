"""Reads the words of one line from left to right: what stands before a choice, the choice, courtesy. Pure."""

from collections.abc import Collection, Sequence

from engine import QuestionKind as Kind

from . import chatter
from .chatter_words import GREETINGS
from .choice_index import owners_of
from .commands import loose
from .lists import is_title
from .name_cases import is_case_of
from .phrases import Phrase, as_phrase, is_known_word
from .set_phrases import QUIZ, read_phrase
from .spelling import swaps_or_misses
from .spoken_names import WAYS, NamedLine, Token

OF_CARDS = 5  # of the lists of verbs: “go” and “swap with” say nothing of what becomes of a card
OF_PIECES = (Kind.SHIFT_PEG, Kind.LEAP, Kind.PLAY_OR_MOVE, Kind.FREE_CHANGE, Kind.SEND_BACK)
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


class SpokenLine(NamedLine):
    """A line that chooses in a sentence: fillers, a wish and a verb, one choice or several, courtesy."""

    is_greeting = False
    calls_somebody = False
    wishes = False
    chosen: Sequence[str] = ()  # the last choice that was read

    def read(self) -> tuple[str, ...]:
        if whole := read_phrase(self.tokens, self.asked, self.words):
            return whole
        is_printed = self.asked.what in ONLY_AS_PRINTED and not (self.guesses and not self.asked.words)
        if is_printed or (self.asked.vocabulary.meanings and self.asked.most > 1):
            return ()
        self._skip_before()
        start = self.at
        if whole := self._read_whole_title():
            return whole
        self.at = start
        if not self._read_verb() or self._asks_somebody():
            return ()
        self._skip_behind_verb()
        if every := self._read_all():
            return every
        if self.is_greeting and not (self.is_behind_verb or self.guesses):
            return ()  # “my dears, love and peace!”
        start = self.at
        items = self._read_several() or self._read_list()
        said = " ".join(token.text for token in self.tokens[start : self.at])
        if self._may_be_a_closing(said):
            return ()  # “Love xx”
        if (
            not (self._read_verb_behind() and self._read_end())
            or not items
            or len(set(items)) < len(items)
            or self._is_one_title(items)
        ):
            return ()
        return tuple(items) if self.asked.least <= len(items) <= self.asked.most else ()

    def _asks_somebody(self) -> bool:
        """Whether another player may be asked to do it: “Bartek, play the milk”."""
        return self.calls_somebody and self.is_behind_verb and not (self.wishes or self.guesses)

    def _skip_before(self) -> None:
        """Skip what says nothing of the choice, and in a guess the doubts and questions before it."""
        listed = self.words.fillers
        if self._may_speak_to_somebody():
            listed -= self.words.apologies | self.words.courtesy | GREETINGS
        if self.asked.what in QUIZ or self.guesses:
            listed |= self.words.opinions
        if "play" in self.asked.verbs:
            listed |= self.words.onlys
        if self.guesses:
            listed |= self.words.hedges | self.words.asks
        if self.asked.what is Kind.CHOOSE_DISCARDED:
            listed |= self.words.agains
        while self._skip_unless_a_verb(listed) or self._skip_call():
            self._skip_sign(",") or self._skip_sign(":")

    def _skip_unless_a_verb(self, listed: Collection[Phrase]) -> bool:
        """Skip a phrase of a list, unless a longer one that chooses begins here: „lecimy z mlekiem”."""
        longest = max(self._length(verbs) for verbs, _fits in self._kinds_of_verbs())
        return self._length(listed) >= longest and self._skip(listed)

    def _skip_call(self) -> bool:
        """Skip the name of a player who is called before a comma: “Bartek, milk”."""
        start = self.at
        is_called = self._skip_somebody()
        greets = not is_called and self._skip(self.words.vocatives)
        has_comma = self.at < len(self.tokens) and self.tokens[self.at].text == ","
        if (is_called or greets) and has_comma:
            self.is_greeting = self.is_greeting or greets
            self.calls_somebody = self.calls_somebody or is_called
            return True
        self.at = start
        return False

    def _skip_behind_verb(self) -> None:
        """Skip “this” behind a verb, and in a guess doubts, and for whom it is: “play me maybe this milk”."""
        listed = self.words.these
        if self.is_behind_verb:
            listed |= self.words.courtesy | self.words.after_playing
        if self.guesses:
            listed |= self.words.after_verbs | self.words.hedges
        while self._skip(listed):
            self._skip_sign(",")

    def _read_whole_title(self) -> tuple[str, ...]:
        """Return the choice that all the rest of a line names, but for small words: “steal keeper”."""
        if any(token.is_sign or token.number is not None for token in self.tokens[self.at : self.at + 2]):
            return ()
        named = self.index.by_content.get(
            self.index.content(" ".join(each.text for each in self.tokens[self.at :])), []
        )
        is_one = len({each.sort or each.label for each in named}) == 1
        is_long = len(self.tokens) - self.at > 1
        return (named[0].label,) if is_one and is_long and self.asked.least == 1 else ()

    def _read_all(self) -> tuple[str, ...]:
        """Return all that can be chosen, if a line says that and that many may be."""
        labels = tuple(each.label for each in self.asked.options)
        start = self.at
        says_all = self._skip(self.words.alls) or (len(labels) == 2 and self._skip(self.words.boths))
        if len(labels) > 1 and says_all and self._read_end():
            return labels if self.asked.least <= len(labels) <= self.asked.most else ()
        self.at = start
        return ()

    def _read_end(self) -> bool:
        """Skip courtesy, and say whether nothing else follows."""
        self._skip_sign(",")
        listed = (
            self.words.courtesy
            | self.words.handovers
            | (self.words.hedges_behind if self.guesses else frozenset())
        )
        if self.is_behind_verb:
            listed |= self.words.vocatives  # “I play milk, dear”; “peace, everyone” is a greeting
        if self.is_behind_verb or not self._may_speak_to_somebody():
            listed |= self.words.apologies
        if self.asked.what is Kind.CHOOSE_DISCARDED:
            listed |= self.words.agains
        if self.asked.what in QUIZ:
            listed |= self.words.opinions  # “the pancreas, I'm sure”
        if "play" in self.asked.verbs:
            listed |= self.words.firsts  # “bread first”
        if self._names_its_owner():
            listed |= self.words.apologies
        while self._skip(listed):
            self._skip_somebody() or self._skip(self.words.vocatives)
            any(map(self._skip_owner, self.chosen))
            before = self.at
            self._skip_sign(",") or self._skip(self.words.ands)
            if self.at == len(self.tokens):
                self.at = before  # “please and”
        return self.at == len(self.tokens)

    def _names_its_owner(self) -> bool:
        """Whether a line ends with the name of whose card was chosen."""
        start, self.at = self.at, len(self.tokens) - 1
        is_owner = self.at >= start and any(map(self._skip_owner, self.chosen))
        self.at = start
        return is_owner

    def _may_be_a_closing(self, said: str) -> bool:
        """Whether a title and what stands behind it may close a mail: “Love xx”, “peace, bye”."""
        rest = " ".join(token.text for token in self.tokens[self.at :] if not token.is_sign)
        if not rest or self.is_ordered or self.guesses or as_phrase(rest) in self.words.wishes:
            return False
        return chatter.is_closing(said) or (chatter.is_everyday_title(said) and chatter.is_closing(rest))

    def _skip_somebody(self) -> bool:
        """Skip the name of a player who is spoken to, where nobody can be chosen: “milk, thanks Bartek”."""
        may_be_meant = any(each.is_person or owners_of(each) for each in self.asked.options)
        if may_be_meant or self.at == len(self.tokens):
            return False
        is_called = any(is_case_of(self.tokens[self.at].text, name) for name in self.asked.people)
        self.at += is_called
        return is_called

    def _may_speak_to_somebody(self) -> bool:
        """Whether “sorry” may be said to a person who can be chosen: “Kasia, sorry”."""
        return not self.guesses and any(each.is_person for each in self.asked.options)

    def _is_one_title(self, items: Sequence[str]) -> bool:
        """Whether a list may also be one title: “milk and cookies”."""
        said = " ".join(token.text for token in self.tokens)
        return len(items) > 1 and is_title(said, self.asked.titles)

    def _kinds_of_verbs(self) -> tuple[tuple[Collection[Phrase], bool], ...]:
        """Return the lists of verbs, each with whether it fits what is asked."""
        fits = self.asked.verbs
        return (
            (self.words.chooses, True),
            (self.words.plays, "play" in fits),
            (self.words.discards, "discard" in fits),
            (self.words.gives, "give" in fits),
            (self.words.takes, "take" in fits or self.asked.what is Kind.CHOOSE_OPPONENT),
            (self.words.swaps, self.asked.what is Kind.CHOOSE_OPPONENT),
            (self.words.moves, self.asked.what in (*OF_PIECES, *WAYS)),
        )

    def fits_of_verbs(self) -> list[bool]:
        """Return for each verb of the line whether it fits what is asked."""
        found: list[bool] = []
        self.at = 0
        while self.at < len(self.tokens):
            if self._read_name() is not None:
                continue  # “Trash a Keeper” says what it is, not what is done with it
            lengths = [(self._length(listed), fits) for listed, fits in self._kinds_of_verbs()[:OF_CARDS]]
            longest = max(length for length, _fits in lengths)
            if longest:
                found.append(any(fits for length, fits in lengths if length == longest))
            self.at += max(1, longest)
        self.at = 0
        return found

    def _read_verb(self) -> bool:
        """Skip what stands before the choice, and say whether its verb fits what is asked."""
        kinds = self._kinds_of_verbs()
        start = self.at
        wished = False
        places = [start]
        while (is_wish := self._skip(self.words.wishes)) or self._skip(self.words.fillers):
            self.wishes = wished = wished or is_wish
            self._skip_sign(",")  # “please, play milk”
            places.append(self.at)
        for place in reversed(places):
            self.at = place
            lengths = [(self._length(listed), is_fitting) for listed, is_fitting in kinds]
            longest = max(length for length, _is_fitting in lengths)
            if not longest and self._misspells_a_verb() and "play" in self.asked.verbs:
                lengths, longest = [(1, True)], 1
            if longest and self._is_named_with_number(longest):
                return False  # “play 3”, where a card is called that
            if longest and any(length > longest and self._named(text) for length, text in self._texts()):
                return "play" in self.asked.verbs or not wished  # “trash a keeper again”
            if longest and self.tokens[self.at].text not in self.asked.people:  # “Nick” may be somebody
                self.at += longest
                self.is_behind_verb = True
                self._skip_sign(":") or self._skip_sign(",")
                return any(is_fitting for length, is_fitting in lengths if length == longest)
        self.at = start
        return not wished

    def _misspells_a_verb(self) -> bool:
        """Whether the word here is a verb that plays, with the slip of a finger: “paly milk”."""
        said = self.tokens[self.at].text if self.at < len(self.tokens) - 1 else ""
        if is_known_word(said) or " " in said or self._named(said):
            return False
        return any(swaps_or_misses(said, *verb) for verb in self.words.plays if len(verb) == 1)

    def _is_named_with_number(self, length: int) -> bool:
        """Whether a verb of so many words and the number behind it are the title of a card."""
        said = self.tokens[self.at : self.at + length + 1]
        is_number = len(said) > length and said[-1].number is not None
        return is_number and loose(" ".join(token.text for token in said)) in self.index.by_name

    def _read_verb_behind(self) -> bool:
        """Skip a verb behind the choices, if none stands before: „mleko zagrywam”; say whether it fits."""
        before = " ".join(token.text for token in self.tokens[: self.at])
        is_everyday = chatter.is_everyday_title(before)  # „czas leci”
        length = 0 if self.is_behind_verb or is_everyday else self._length(self.words.behind)
        fits = not length or any(
            is_fitting and self._length(listed) == length for listed, is_fitting in self._kinds_of_verbs()
        )
        self.at += length
        return fits

    def _read_several(self) -> list[str]:
        """Return the labels of the first or the last choices that are printed: “the last two”."""
        start = self.at
        for end, listed in self.words.several.items():
            is_before = self._skip(listed)
            number = self._read_number(is_alone=True, is_named=True)
            number = number if is_before or self._skip(listed) else None  # „dwie pierwsze”
            if number and self.asked.least <= number <= self.asked.most:
                self._skip(self.words.nouns)
                printed = sorted(self.asked.options, key=lambda each: each.number)
                return [each.label for each in (printed[-number:] if end == "last" else printed[:number])]
            self.at = start
        return []

    def _skip_join(self) -> bool:
        """Skip what joins the pieces of a list, besides a comma; return whether there was something."""
        if self._skip(self.words.joins) or self._skip_sign("&") or self._skip_sign("+"):
            return True
        return self.guesses and bool(self._skip(self.words.before_people))  # „chleb z mlekiem”

    def _read_list(self) -> list[str]:
        """Return the labels of one choice or several, each once its name or number is certain."""
        if is_pair := self.asked.most > 1 and self._skip(self.words.boths):
            self._skip_sign(":") or self._skip_sign(",")
        if self._length(self.words.firsts) > self._length(self.words.numbers):  # “first one” is a number
            self._skip(self.words.firsts)
        items: list[str] = []
        is_comma_alone = was_number = False
        while True:
            start = self.at
            found = self._read_item(is_alone=not items)
            is_number = self.at == start + 1 and self._before.number is not None
            if is_comma_alone and is_number != was_number:
                return []  # “5, music”, where the number may be another card's
            was_number = is_number
            if found is None or found in items or len(items) == self.asked.most:
                return []  # each word more is compared with all names: a list that can't count ends here
            items.append(found)
            self.chosen = items[-1:]
            self._skip_repeated()
            if self.guesses:
                self._skip(self.words.hedges_behind)  # “jackpot is out and so is milk”
            if self.at > start and self._ends():
                return [] if is_pair and len(items) != 2 else items  # “milk and that's it”
            if len(items) > 1:
                self._skip(self.words.thens)  # alone, “milk after that” puts it off
            before = self.at
            comma, joined = self._skip_sign(","), self._skip_join()
            is_comma_alone = comma and not joined
            if not (comma or joined) or self._ends():
                self.at = before
                return [] if is_pair and len(items) != 2 else items

    def _skip_repeated(self) -> None:
        """Skip the word before, as often as somebody has said it: “brain brain brain”."""
        while self.guesses and 0 < self.at < len(self.tokens) and self.tokens[self.at] == self._before:
            self.at += 1

    @property
    def _before(self) -> Token:
        return self.tokens[self.at - 1]

    def _ends(self) -> bool:
        """Whether nothing but courtesy follows."""
        start = self.at
        ends = self._read_end()
        self.at = start
        return ends
