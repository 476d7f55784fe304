"""Reads a line that says its choice in a sentence: “ok, I’d like to play the milk, please”. Pure.

A closed grammar: what is said before, a verb that fits, one choice or a list, courtesy. A word that belongs
to none of these leaves the line unread, so that doubts, conditions and other people's moves play nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from engine import QuestionKind as Kind

from . import chatter
from .asides import without_asides
from .chatter_words import GOES_ON, REFUSALS
from .commands import ReplyQuestion, loose, without_smiley
from .folding import PLAIN, fold, words_of
from .kept_line import KeptLine
from .name_cases import is_case_of
from .phrases import (
    Phrases,
    as_phrase,
    is_courtesy,
    is_handover,
    is_request,
    means_two_things,
    phrases,
    puts_off,
)
from .signs import without_pictures
from .spoken_line import ONLY_AS_PRINTED, SpokenLine
from .spoken_names import Token

LONGEST = 160  # characters of such a line
# Words, numbers, and the signs between them; whatever else a line holds is not understood.
_TOKEN = re.compile(
    r"\s*+(?:(?P<number>\d{1,3})(?![\w.:/-])\.?|(?P<word>[^\W\d_]+(?:['-][^\W\d_]+)*+)|(?P<sign>[,:&+()]))"
)
ODD_SIGNS = re.compile(r"^[-=]*>(?=\s)|(?<=\s)=(?=\s)|[\"#]")  # “-> 2”, “choice = 9”, “№ 5”
LABEL = re.compile(r"\s-\s")  # “my choice - option 7”
STRETCHED = re.compile(r"([^\W\d_])\1\1+")  # “nooo”
EXCLAIMED = re.compile(r"!{2,}")
# “card no. 9”, and “5th card”, „5-ta karta”, «5-ю карту».
NUMBER_SIGN = re.compile(r"\b(?:no|nr|num)\.\s?(?=\d)", re.IGNORECASE)
ORDINAL = re.compile(
    r"\b(\d{1,2})(?:st|nd|rd|th|-?(?:[^\W\d_]{1,2}))(?= (?:card|one|karta|kartę|карта|карту)\b)",
    re.IGNORECASE,
)
ROW = re.compile(r"^(\d{1,3})\.\s+")  # “9. Sorry, Kasia!”
BRACKETS = re.compile(r"\s\(([^()]*)\)$")
AFTER_CHOICE = re.compile(r",\s|\s-+\s|\s(?:and|i|и|a|а)\s")
SENTENCES = re.compile(r"(?<!^\d)(?<!^\d\d)[.!](?=\s)")  # “3. Milk” is one


def read_spoken(
    text: str, asked: ReplyQuestion, *, guesses: bool = False, respells: bool = False
) -> tuple[str, ...]:
    """Return the labels that a line says in a sentence, in order; none if it isn't understood as a whole.

    What it `guesses`, or `respells`, is asked back and never played.
    """
    plain = _plain(text)
    if not guesses and puts_off(plain):
        return ()
    if is_request(plain):
        plain = plain.rstrip(" ?")
    if guesses:
        plain = STRETCHED.sub(r"\1", plain)
    if asked.what is None or len(plain) > LONGEST or any(map(means_two_things, (plain, *plain.split(",")))):
        return ()
    if (found := _read(plain, asked, guesses=guesses, respells=respells)) or guesses:
        return found
    if STRETCHED.search(plain):  # “moooon”
        return _read(STRETCHED.sub(r"\1\1", plain), asked) or _read(STRETCHED.sub(r"\1", plain), asked)
    titles = {*asked.titles, *(loose(name) for each in asked.options for name in each.names)}
    is_loss = not {"discard", "give"}.isdisjoint(asked.verbs)
    # “No, because it's true” is no answer to a claim that one may challenge.
    is_phrase = asked.what in (*ONLY_AS_PRINTED, Kind.CHALLENGE)
    for rest in without_asides(plain, titles, asked.people):
        if is_phrase and (rest.has_reason or rest.needs_verb):
            continue
        if found := _read(rest.text, asked, needs_verb=rest.needs_verb or is_loss):
            return found
    return ()


def _plain(text: str) -> str:
    """Return a text without what decorates it: smileys, pictures, more than one exclamation mark."""
    plain = NUMBER_SIGN.sub("nr ", without_smiley(without_pictures(text))).strip().rstrip(".!")
    plain = ORDINAL.sub(r"nr \1", EXCLAIMED.sub("!", ROW.sub(r"\1, ", plain)))
    in_brackets = BRACKETS.search(plain)
    return plain[: in_brackets.start()] if in_brackets and is_courtesy(in_brackets[1]) else plain


def _read(
    plain: str,
    asked: ReplyQuestion,
    *,
    guesses: bool = False,
    respells: bool = False,
    needs_verb: bool = False,
) -> tuple[str, ...]:
    """Return the labels of a line of one sentence, and perhaps of another one that thanks or greets."""
    head, *rest = SENTENCES.split(plain, maxsplit=1)
    if rest and (twice := _read_alone(head, asked)) and twice == _read_alone(rest[0], asked):
        return twice  # “Eyes. Definitely eyes.”
    if rest and not _is_chat_apart(rest[0].strip(), asked):
        head, rest = rest[0], [head]  # “Sorry, was away! 2 please”
        # “My turn! Bread”, “Yoink! Toaster”
        is_filler = any(as_phrase(rest[0]) in each.fillers | each.announces for each in phrases())
        is_chat = is_filler or _is_chat_apart(rest[0], asked, is_before=True)
        if SENTENCES.search(head) or not is_chat:
            return ()
    for said in (head, *_without_chat(head, asked)):
        tokens = list(_tokens(said.strip()))
        found = set()
        for words in phrases() if tokens else ():
            line = SpokenLine(tokens, asked, words, guesses=guesses, respells=respells)
            if (labels := line.read()) and (line.is_ordered or not needs_verb):
                found.add(labels)
        if found:
            return found.pop() if len(found) == 1 else ()
    return ()


def _read_alone(text: str, asked: ReplyQuestion) -> tuple[str, ...]:
    """Return what a sentence says by itself, if it is only one, and no bare “no”."""
    is_no = as_phrase(text.strip(" ,")) in REFUSALS
    return () if is_no or SENTENCES.search(text) else _read(text, asked)


def _without_chat(text: str, asked: ReplyQuestion) -> Iterator[str]:
    """Yield a sentence without its last words, if these are a listed phrase: “bread, good luck!”."""
    people = any(each.is_person or each.needs_whole_name for each in asked.options)  # “Kasia, hehe”
    for found in () if people else AFTER_CHOICE.finditer(text):
        before, after = text[: found.start()], text[found.end() :]
        if chatter.is_everyday_title(before.strip()) or chatter.is_everyday_title(after.strip()):
            continue  # “peace, and good night”, “milk, love”
        closing, name = chatter.split_closing(after)
        is_signed = bool(name) and loose(closing) not in asked.titles and _is_name(name)
        if is_courtesy(after) or is_signed:
            yield before


def says_other_deed(text: str, asked: ReplyQuestion) -> bool:
    """Whether a line has a verb, and only of what isn't asked: “I want milk”, where milk would be lost."""
    tokens = list(_tokens(without_smiley(text).strip().rstrip(".!")))
    fits = [
        fit for words in phrases() for fit in SpokenLine(tokens, asked, words, guesses=True).fits_of_verbs()
    ]
    return bool(fits) and not any(fits)


def says_none(text: str) -> bool:
    """Whether a line chooses nothing of what may be left: “none of them”."""
    said = tuple(words_of(text.rstrip(" .!")))
    return any(said in words.nones for words in phrases())


def read_left_over(text: str, asked: ReplyQuestion) -> tuple[str, ...] | None:
    """Return what is discarded if a line names what is kept: “keep milk”, “all but milk”.

    Nothing where that isn't clear; ``None`` if a line keeps nothing.
    """
    tokens = list(_tokens(text.translate(PLAIN).strip().rstrip(".!")))
    keeping = [words for words in phrases() if KeptLine(tokens, asked, words).keeps()]
    if not keeping:
        return None
    if len(asked.options) < 2 or "discard" not in asked.verbs or len(text) > LONGEST:
        return ()
    of_all = replace(asked, least=1, most=len(asked.options))
    kept = next(filter(None, (_line_of(tokens, of_all, words).read_kept() for words in keeping)), ())
    left = tuple(each.label for each in asked.options if each.label not in kept)
    return left if kept and asked.least <= len(left) <= asked.most else ()


def _line_of(tokens: list[Token], asked: ReplyQuestion, words: Phrases) -> KeptLine:
    """Return a line of which what it may name counts, as it is asked back."""
    return KeptLine(tokens, asked, words, guesses=True, respells=True)


def _names_a_choice(text: str, asked: ReplyQuestion) -> bool:
    """Whether a text holds a title of the mail as a word, or a digit."""
    names_a_card = any(loose(word.strip(",.!")) in asked.titles for word in text.split())
    return names_a_card or any(char.isdigit() for char in text)


def _is_chat_apart(text: str, asked: ReplyQuestion, *, is_before: bool = False) -> bool:
    """Whether what is a sentence of its own is made of listed phrases, and says nothing of the choice.

    “Sorry” takes a choice back, but not where it is said to somebody: “9. Sorry, Kasia!”. Who is called
    before a choice may be asked to do it: “Your turn, Bartek. Play milk”.
    """
    pieces = [each.strip(" !") for part in SENTENCES.split(text) for each in part.split(",")]
    said = [each for each in pieces if each]
    called = [_without_name(each, asked) for each in said]
    if is_before and (called != said or any(map(is_handover, said))):
        return False
    is_listed = [not each or is_courtesy(each) or is_handover(each) for each in called]
    is_signed = [
        at > 0 and chatter.is_closing(said[at - 1]) and _is_name(each) for at, each in enumerate(said)
    ]
    if _names_a_choice(text, asked) or not all(map(max, is_listed, is_signed)):
        return False
    is_said_to_somebody = called != said and not any(each.is_person for each in asked.options)
    is_later = any(word in GOES_ON for word in words_of(text))
    return not is_later and (is_said_to_somebody or not chatter.doubts(text))


def _without_name(text: str, asked: ReplyQuestion) -> str:
    """Return a piece of a line without the name of the player who is spoken to: “sorry Kasia”."""
    said = text.split()
    return (
        " ".join(said[:-1])
        if said and any(is_case_of(fold(said[-1]), name) for name in asked.people)
        else text
    )


def _is_name(text: str) -> bool:
    """Whether a text is a word or two with capitals, as people sign."""
    said = text.split()
    return len(said) <= chatter.LONGEST_GREETING_NAME and all(
        word.isalpha() and word[0].isupper() for word in said
    )


def _tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a line; nothing if it has a sign of another kind."""
    tokens, at = [], 0
    folded = LABEL.sub(": ", ODD_SIGNS.sub(" ", fold(text.replace("№", " "))))
    while at < len(folded.rstrip()):
        found = _TOKEN.match(folded, at)
        if found is None:
            return
        if found["number"]:
            tokens.append(Token(found["number"], int(found["number"])))
        else:
            word = (found["word"] or found["sign"]).removesuffix("-ка")  # «сыграю-ка»
            tokens.append(Token(word.replace("'", "").replace("-", " ")))
        at = found.end()
    yield from tokens
