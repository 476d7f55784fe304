"""The words around a choice, by language: a file of `words/` each, which natives edit."""

import tomllib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from django.utils.translation import get_language

from . import chatter
from .folding import fold, words_of

FOLDER = Path(__file__).parent / "words"
ENGLISH = "en"  # friends of all languages write it to each other
Phrase = tuple[str, ...]
WHOLE_LINES = ("passes", "agrees", "challenges", "starts")


@dataclass(frozen=True)
class Phrases:
    """The phrases of one language, each as `fold`ed words; `numbers` say which number each of them is."""

    fillers: frozenset[Phrase]
    wishes: frozenset[Phrase]
    chooses: frozenset[Phrase]
    plays: frozenset[Phrase]
    discards: frozenset[Phrase]
    gives: frozenset[Phrase]
    takes: frozenset[Phrase]
    swaps: frozenset[Phrase]
    nouns: frozenset[Phrase]
    joins: frozenset[Phrase]
    ands: frozenset[Phrase]
    boths: frozenset[Phrase]
    firsts: frozenset[Phrase]
    courtesy: frozenset[Phrase]
    apologies: frozenset[Phrase]
    behind: frozenset[Phrase]
    before_people: frozenset[Phrase]
    small: frozenset[Phrase]
    onlys: frozenset[Phrase]
    opinions: frozenset[Phrase]
    passes: frozenset[Phrase]
    passwords: frozenset[Phrase]
    agrees: frozenset[Phrase]
    challenges: frozenset[Phrase]
    two_ways: frozenset[Phrase]
    endings: frozenset[Phrase]
    starts: frozenset[Phrase]
    alone: frozenset[Phrase]
    alls: frozenset[Phrase]
    nones: frozenset[Phrase]
    buts: frozenset[Phrase]
    keeps: frozenset[Phrase]
    stays: frozenset[Phrase]
    rests: frozenset[Phrase]
    asks: frozenset[Phrase]
    hedges: frozenset[Phrase]
    hedges_behind: frozenset[Phrase]
    thens: frozenset[Phrase]
    lasts: frozenset[Phrase]
    several: dict[str, frozenset[Phrase]]
    moves: frozenset[Phrase]
    ways: dict[str, frozenset[Phrase]]
    sides: dict[str, frozenset[Phrase]]
    numbers: dict[Phrase, int]
    after_verbs: frozenset[Phrase]
    agains: frozenset[Phrase]
    these: frozenset[Phrase]
    corrects: frozenset[Phrase]
    nots: frozenset[Phrase]
    contrasts: frozenset[Phrase]
    lets: frozenset[Phrase]
    own: frozenset[Phrase]
    calm: frozenset[Phrase]
    objections: frozenset[Phrase]
    credible: frozenset[Phrase]
    incredible: frozenset[Phrase]
    negations: frozenset[Phrase]
    unsaying: frozenset[Phrase]
    ors: frozenset[Phrase]
    laters: frozenset[Phrase]
    affirms: frozenset[Phrase]
    after_playing: frozenset[Phrase]
    diminutives: frozenset[Phrase]
    vocatives: frozenset[Phrase]
    nouns_behind: frozenset[Phrase]
    requests: frozenset[Phrase]
    of_moves: frozenset[Phrase]
    belongings: frozenset[Phrase]
    handovers: frozenset[Phrase]
    seconds: frozenset[Phrase]
    orders: frozenset[Phrase]
    reasons: frozenset[Phrase]
    announces: frozenset[Phrase]
    tells: frozenset[Phrase]


def phrases() -> tuple[Phrases, ...]:
    """Return the words of the reader's language, and the English ones."""
    languages = dict.fromkeys((get_language() or ENGLISH, ENGLISH))
    return tuple(_read(language) for language in languages if (FOLDER / f"{language}.toml").exists())


@lru_cache(maxsize=1)
def joins_of_all_languages() -> frozenset[Phrase]:
    """Return the words that join two choices, in any language."""
    return frozenset().union(*(_read(file.stem).joins for file in FOLDER.glob("*.toml")))


@lru_cache(maxsize=1)
def ands_of_all_languages() -> frozenset[Phrase]:
    """Return the words that may join the words of a title as well, in any language."""
    return frozenset().union(*(_read(file.stem).ands for file in FOLDER.glob("*.toml")))


@lru_cache(maxsize=1)
def endings_of_all_languages() -> frozenset[Phrase]:
    """Return what other cases of a person's name have in place of its last letters."""
    return frozenset().union(*(_read(file.stem).endings for file in FOLDER.glob("*.toml")))


@lru_cache(maxsize=1)
def diminutives_of_all_languages() -> frozenset[Phrase]:
    """Return what pet names of cards end in."""
    return frozenset().union(*(_read(file.stem).diminutives for file in FOLDER.glob("*.toml")))


@lru_cache(maxsize=1)
def _nicknames() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for file in FOLDER.glob("*.toml"):
        for title, names in tomllib.loads(file.read_text())["nicknames"].items():
            found.setdefault(title, []).extend(names)
    return found


def nicknames_of(title: str) -> list[str]:
    """Return what people also call the card with this English title, in any language."""
    return _nicknames().get(title, [])


@lru_cache(maxsize=1)
def words_of_moves() -> tuple[str, ...]:
    """Return what says nothing in a move of the board, in all languages."""
    return tuple(" ".join(each) for file in FOLDER.glob("*.toml") for each in _read(file.stem).of_moves)


def is_vocative(text: str) -> bool:
    """Whether a text is what people call each other: “dear”, «мои хорошие»."""
    said = words_of(text)
    return any(said in words.vocatives for words in phrases())


def number_in_words(text: str) -> int:
    """Return the number that a text is in words, in the reader's language or English; 0 if it is none."""
    said = as_phrase(text.strip(" .!"))
    return next((words.numbers[said] for words in phrases() if said in words.numbers), 0)


def means_two_things(text: str) -> bool:
    """Whether a text is what some mean as a yes and others as a no: “yeah, right”, a Polish „no”."""
    said = tuple(words_of(text))
    return bool(said) and any(said in words.two_ways for words in phrases())


def puts_off(text: str) -> bool:
    """Whether a text says that something is for later, or on a condition: “milk and next time”."""
    return any(
        _holds(_without_request(words_of(text), words), words.laters - words.joins - words.thens)
        for words in phrases()
    )


def _holds(said: Phrase, listed: Collection[Phrase]) -> bool:
    lengths = range(1, min(4, len(said)) + 1)
    return any(said[at : at + length] in listed for at in range(len(said)) for length in lengths)


def _without_request(said: Phrase, words: Phrases) -> Phrase:
    """Return words without what asks for something politely: “I'd be grateful if you could play milk”."""
    bare = tuple(word.replace("'", "") for word in said)
    return next(
        (said[count:] for count in range(min(10, len(said)), 1, -1) if bare[:count] in words.wishes), said
    )


def is_courtesy(text: str) -> bool:
    """Whether a text is a phrase of courtesy, thanks or goodbye, as lists have it, and nothing else."""
    said = as_phrase(" ".join(words_of(text)))
    listed = (each for words in phrases() for each in (words.courtesy, words.apologies, words.vocatives))
    return chatter.is_closing(text) or any(said in each for each in listed)


def is_handover(text: str) -> bool:
    """Whether a text tells somebody that it is their turn."""
    said = as_phrase(" ".join(words_of(text)))
    return any(said in words.handovers for words in phrases())


def is_announcement(text: str) -> bool:
    """Whether a text announces what stands below it, and says nothing itself: “Here's my move:”."""
    said = as_phrase(text.rstrip(" .!:"))
    return any(said in words.announces | words.fillers | words.chooses for words in phrases())


def begins_with_verb(text: str) -> bool:
    """Whether a text begins with a verb of a choice, or with what asks for it: “I'd like to play milk”."""
    said = as_phrase(text)
    return any(
        said[:count] in words.wishes | words.plays | words.discards | words.takes | words.chooses
        for words in phrases()
        for count in range(1, min(6, len(said)))
    )


def is_request(text: str) -> bool:
    """Whether a question asks somebody to do what it says: “could you please play 5?”."""
    said = words_of(text)
    return (
        text.count("?") == 1
        and text.rstrip().endswith("?")
        and any(said[: len(each)] == each for words in phrases() for each in words.requests)
    )


def is_everyday(text: str) -> bool:
    """Whether a text is what people write in any mail, though it may be the title of a made card."""
    said = words_of(text)
    listed = (each for words in phrases() for each in (words.fillers, words.agrees, words.passes))
    return any(said in each for each in listed) or chatter.is_everyday_line(text)


@lru_cache(maxsize=8)
def _read(language: str) -> Phrases:
    lists = tomllib.loads((FOLDER / f"{language}.toml").read_text())
    said = [*enumerate(lists.pop("numbers"), start=1), *enumerate(lists.pop("ordinals"), start=1)]
    by_label = {
        name: {label: frozenset(map(as_phrase, words)) for label, words in lists.pop(name).items()}
        for name in ("ways", "sides", "several")
    }
    lists.pop("nicknames")
    longer = [tuple(map(as_phrase, each.split("|"))) for each in lists.pop("contractions", [])]
    numbers = {as_phrase(each): number for number, words in said for each in words.split("|")}
    alike = lists.pop("alike")
    by_name: dict[str, Any] = {name: frozenset(map(as_phrase, words)) for name, words in lists.items()}
    for short, long in longer:
        for name in by_name:
            by_name[name] |= {_replaced(said, short, long) for said in by_name[name]}
    for name in WHOLE_LINES:
        by_name[name] |= {each for said in by_name[name] for each in _with_other(said, alike)}
    return Phrases(**by_name, **cast("dict[str, Any]", by_label), numbers=numbers)


def _with_other(said: Phrase, alike: Sequence[str]) -> Iterator[Phrase]:
    """Yield a phrase with each other word for what it is about: “I believe that” for “I believe it”."""
    for at, word in enumerate(said):
        if word in alike:
            yield from ((*said[:at], other, *said[at + 1 :]) for other in alike)


@lru_cache(maxsize=1)
def _known_words() -> frozenset[str]:
    """Return all words of all lists, which are no misspelt titles."""
    listed = [*chatter.LISTED_WORDS]
    for file in FOLDER.glob("*.toml"):
        said = _read(file.stem)
        for value in vars(said).values():
            listed += [word for phrase in value if isinstance(phrase, tuple) for word in phrase]
    return frozenset(listed)


def is_known_word(word: str) -> bool:
    """Whether a word, `fold`ed, stands in a list of any language."""
    return word in _known_words()


def _replaced(said: Phrase, short: Phrase, long: Phrase) -> Phrase:
    """Return a phrase with the words of another in place of a short one: “I am” for “I’m”."""
    return tuple(word for each in said for word in (long if (each,) == short else (each,)))


def as_phrase(text: str) -> Phrase:
    """Return the words of a text, `fold`ed."""
    return tuple(fold(text).replace("'", "").replace("-", " ").split())
