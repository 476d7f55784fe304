"""Replies that play, changed so that they mean something else or nothing certain: none of them may play.

Corpora hold what people have written; changes bring what nobody thought of. The replies are the printed
choices of dealt and of random games, in the ways in which people write them, in every language.
"""

import random
import sys
from collections.abc import Iterator
from contextlib import suppress

import pytest
from django.utils import translation

import engine
from games.replies import chatter_words, vocabulary
from games.replies.commands import ReplyOption
from games.replies.folding import fold
from games.replies.phrases import phrases
from games.replies.signs import HARMLESS_SIGNS
from games.replies.verbs import VerbKind, verbs
from tests.mail.random_games import play
from tests.pages import kinds
from tests.support.replies import Mailed, apart, hand_of, over_the_limit

LANGUAGES = ("en", "pl", "ru")
NEGATED = {
    "en": apart("not {} | don't {} | no, {} | no {} | never {} | {} no | {} - not | anything but {}"),
    "pl": apart("nie {} | tylko nie {} | {} nie | nigdy {} | nie, {} | no {} | wszystko oprócz {}"),
    "ru": apart("не {} | нет, {} | только не {} | {} не надо | ни {} | всё кроме {}"),
}
DOUBTED = {
    "en": apart(
        "maybe {} | {}? | {} ? | {} maybe | {} or 3 | either {} or 1 | if possible {} | "
        "{} if you agree | {} instead | {} but 3 | should I {} | perhaps {} | hmm {} | {} (?) | "
        "~~{}~~ | [ ] {}"
    ),
    "pl": apart(
        "może {} | {}? | {} albo 3 | czy {} | {} zamiast 3 | jeśli {} | {} ale 3 | chyba {} | "
        "gdybym {} | raczej {}"
    ),
    "ru": apart(
        "может {} | {}? | {} или 3 | {} вместо 3 | если {} | {} но 3 | наверное {} | бы {} | {} ли | лучше {}"
    ),
}
REPORTED = {
    "en": apart(
        "I played {} | I would have played {} | Bob played {} | you play {} | Bob has {} | "
        "my {} is gone | I'll play {} tomorrow | we discarded {} | {} was mine | he takes {} | "
        "{} people | {} minutes | {}, in the next turn | {}, in a week | {}, you wish | {}, you played | "
        "{}, next game | {}, i'm still looking | {} and next time"
    ),
    "pl": apart(
        "zagrałam {} | zagrałem {} | Bartek gra {} | masz {} | miałam {} | {} minuty | jutro zagram {}"
    ),
    "ru": apart(
        "сыграл {} | сыграла {} | Маша играет {} | у тебя {} | было {} | {} минуты | завтра сыграю {}"
    ),
}
BELOW = {
    "en": apart(
        "wait, no | no | sorry, I meant 3 | 3 is better | scratch that | kidding | actually 3 | "
        "not that | undo | cancel that | hold on | oops | or 3 | make it 3 | maybe 3? | never mind | "
        "sure? | \nno wait"
    ),
    "pl": apart(
        "czekaj, nie | nie | jednak 3 | żartuję | pomyłka | cofam | raczej 3 | nie to | albo 3 | "
        "cofnij | przepraszam, 3 | lepiej 3 | \nczekaj"
    ),
    "ru": apart(
        "нет, стой | нет | лучше 3 | шучу | ошибся | отмена | не то | погоди | или 3 | извини, 3 | "
        "точнее 3 | передумал | \nстой"
    ),
}
# Reactions that say no or doubt, and what fonts and keyboards put behind them: tones, sexes, variants.
SAYS_NO = "👎❌🚫⛔🙅🤦🤔❓❔⁉🤷⚠🛑❎✖✋🤨😕🙁☹😢😡🤮💩🖕🔙↩⏳🔜🔄🗑"
BEHIND = ("", "", "\ufe0f", "🏽", "\u200d♀\ufe0f", "🏿\u200d♂\ufe0f", "\ufe0e")
PICTURES = [chr(code) for code in (*range(0x2600, 0x27C0), *range(0x1F300, 0x1FB00))]
SIGNS = [each for each in PICTURES if each.isprintable() and not each.isalnum()]
OTHER_PICTURES = sorted({*SIGNS} - {*HARMLESS_SIGNS})
BEFORE, AFTER = ("!", "!=", "<>", "≠", "¬", "¿", "[ ] "), ("?", "??", "(?)", "؟", "‽")

# What people write before a choice and behind it.
AROUND = {
    "en": apart("ok, {} | I'd like to play {} | let's go with {} | my move: {} | {}. Thanks!"),
    "pl": apart("ok, {} | chciałabym zagrać {} | niech będzie {} | mój ruch: {} | {}. Dzięki!"),
    "ru": apart("ок, {} | хочу сыграть {} | пусть будет {} | мой ход: {} | {}. Спасибо!"),
}
UNKNOWN_WORD = {"en": "zebra", "pl": "żyrafa", "ru": "жираф"}

# What plays all the same: a title that ends with a question mark may have two of them.
ALLOWED = ("co to za narząd", "kim jesteś", "who are you", "ты кто такая")
NO_OBJECTION = ("below: no", "below: nie", "below: нет")


def dealt() -> Iterator[Mailed]:
    """Questions of positions in which titles are words that people write in mails."""
    yield hand_of("bread", "milk", "chocolate", "love", "peace", "draw-3", "steal-a-keeper", "hand-limit-2")
    yield over_the_limit("bread", "milk", "chocolate", "draw-3")
    yield Mailed.of(kinds.window(), 2)
    yield Mailed.of(kinds.told_a_fact("It is a large organ."), 3)
    yield Mailed.of(kinds.asked_beside(), 2, "name-that-organ")


def of_random_games(edition: str, seeds: int) -> Iterator[Mailed]:
    """One question of each kind that comes up in some games played by chance."""
    seen: set[str] = set()
    for seed in range(seeds):
        with suppress(
            ValueError
        ):  # where all that is left is a side question, which no bot answers by chance
            scene = play(seed, 9 * (seed % 9) + seed % 5, seats=3, edition=edition)
            for asked in () if scene.game.over else scene.game.questions:
                if asked.what not in seen:
                    seen.add(asked.what)
                    yield Mailed.of(scene, asked.seat, asked.what.value)


def replies(mail: Mailed, language: str, dice: random.Random) -> Iterator[str]:
    """Replies to a mail that each play: some of its choices, in the ways in which people write them."""
    fitting = sorted(verbs(VerbKind.PLAY, VerbKind.DISCARD, VerbKind.TAKE) & set(mail.asked.verbs))
    least = max(1, mail.asked.least)
    options = [each for each in mail.asked.options if each.number]
    chosen = dice.sample(options, k=min(least, len(options)))
    numbers = ", ".join(str(each.number) for each in chosen)
    names = ", ".join(name_in(language, each) for each in chosen)
    spelled = [numbers, names, names.lower(), f"{names}!", f"{numbers}."]
    spelled += [f"{dice.choice(fitting)} {names}"] if fitting else []
    if len(chosen) == 1:
        spelled.append(f"{numbers}. {names}")
        spelled += [form.format(dice.choice((numbers, names))) for form in AROUND[language]]
    yield from (each for each in spelled if mail.plays(each))


def name_in(language: str, option: ReplyOption) -> str:
    """The name of an option as a mail in this language prints it."""
    return next(iter(option.names))


def changes(said: str, language: str) -> Iterator[tuple[str, str]]:
    """A reply with each change, and what was changed."""
    for form in (*NEGATED[language], *DOUBTED[language], *REPORTED[language]):
        yield form, form.format(said)
    for line in BELOW[language]:
        yield f"below: {line}", f"{said}\n{line}"
    words = said.split(" ")
    for place in range(len(words) + 1):
        yield "an unknown word", " ".join([*words[:place], UNKNOWN_WORD[language], *words[place:]])


def all_mails() -> Iterator[Mailed]:
    """The questions whose replies are changed."""
    yield from dealt()
    for edition in engine.all_editions():
        yield from of_random_games(edition.slug, seeds=12)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_changed_reply_plays(language):
    """Negated, doubted, reported, asked, taken back, or with a word that nobody knows: nothing is played."""
    dice = random.Random(20261128)
    wrong: list[str] = []
    tried = 0
    with translation.override(language):
        for mail in all_mails():
            for said in replies(mail, language, dice):
                for change, text in changes(said, language):
                    tried += 1
                    played = mail.plays(text)
                    is_asked_twice = change == "{}?" and text.lower().rstrip("?!. ").endswith(ALLOWED)
                    # “No” below a pass passes as well.
                    is_no_objection = (
                        mail.what == "window" and change in NO_OBJECTION and played == [("pass",)]
                    )
                    if played and not (is_asked_twice or is_no_objection):
                        wrong.append(f"{mail.what}, {change}: {text!r} plays {played}")

    assert [] == wrong[:40], len(wrong)
    assert tried > 5_000


def rows(mail: Mailed, dice: random.Random) -> Iterator[str]:
    """Lines of two or three choices, as the board game takes them and a hand limit asks for them."""
    options = [each for each in mail.asked.options if each.number]
    for count in (2, 3, 2):
        chosen = dice.sample(options, k=min(count, len(options)))
        names = [dice.choice((each.names[0], str(each.number))) for each in chosen]
        text = ", ".join(names)
        if len(names) > 1 and mail.plays(text):
            yield text


def signed(said: str, dice: random.Random) -> Iterator[str]:
    """A line with a sign that may say no: before it, behind it, and beside each of its choices."""
    pictures = [*dice.sample(SAYS_NO, k=10), *dice.sample(OTHER_PICTURES, k=6)]
    signs = [each + dice.choice(BEHIND) for each in pictures]
    parts = said.split(", ")
    at = dice.randrange(len(parts))
    for sign in (*signs, *AFTER):
        blank = dice.choice(("", " "))
        yield f"{said}{blank}{sign}"
        yield f"{said}, {sign}"
        yield f"{said}\n{sign}"
        yield ", ".join([*parts[:at], f"{parts[at]}{blank}{sign}", *parts[at + 1 :]])
    for sign in (*signs, *BEFORE):
        yield f"{sign}{said}"
        yield ", ".join([*parts[:at], f"{sign}{parts[at]}", *parts[at + 1 :]])
    yield ", ".join([*parts[:at], f"~~{parts[at]}~~", *parts[at + 1 :]])


@pytest.mark.slow
def test_no_line_with_a_sign_that_may_say_no_plays():
    """A thumb that points down, a cross, a doubt: wherever it stands, the whole line plays nothing."""
    dice = random.Random(20261129)
    wrong: list[str] = []
    tried = several = 0
    with translation.override("en"):
        for mail in all_mails():
            lines = list(rows(mail, dice))
            several += len(lines)
            for said in (*lines, *dice.sample(all_ := list(replies(mail, "en", dice)), k=min(2, len(all_)))):
                for text in signed(said, dice):
                    tried += 1
                    if (played := mail.plays(text)) and not text.rstrip("?").lower().endswith(ALLOWED):
                        wrong.append(f"{mail.what}: {text!r} plays {played}")

    assert [] == wrong[:40], len(wrong)
    assert tried > 5_000
    assert several > 10


def salad(language: str, mail: Mailed, dice: random.Random, count: int) -> Iterator[str]:
    """Random rows of the words that the reader knows, around one choice."""
    rows = [
        chatter_words.GREETINGS,
        chatter_words.CLOSINGS,
        chatter_words.ENDS,
        chatter_words.DOUBTS,
        chatter_words.HARMLESS,
    ]
    words = sorted(
        {" ".join(each) for row in rows for each in row} | verbs() | set(vocabulary.command_words())
    )
    for _time in range(count):
        option = dice.choice([each for each in mail.asked.options if each.number])
        parts = dice.choices(words, k=dice.randint(1, 3))
        parts.insert(dice.randint(0, len(parts)), dice.choice([str(option.number), option.names[0]]))
        yield dice.choice((" ", " ", ", ", "\n")).join(parts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_salad_of_words_plays_only_what_is_in_it(language):
    """Whatever order its words have, a reply plays no choice that it doesn't name.

    `-s` prints all that plays: a native speaker reads that list before a release.
    """
    dice = random.Random(7)
    wrong: list[str] = []
    with translation.override(language):
        for mail in dealt():
            options = {each.label: each for each in mail.asked.options}
            for text in salad(language, mail, dice, 300):
                for labels in mail.plays(text):
                    sys.stdout.write(f"{mail.what}: {text!r} plays {labels}\n")
                    wrong += [text for label in labels if not is_named(options.get(label), label, text)]

    assert [] == wrong


def is_named(option: ReplyOption | None, label: str, text: str) -> bool:
    """Whether a text holds the number or a name of an option, or a word that passes."""
    if label == "pass":
        return True
    bare = fold(text)
    names = [] if option is None else [str(option.number), *option.names]
    names += [] if option is None else _number_in_words(option.number)
    return label in text or any(fold(name) in bare for name in names)


def _number_in_words(number: int) -> list[str]:
    """How the reader's language and English say a number: “second one”."""
    said = [(each, of) for words in phrases() for each, of in words.numbers.items()]
    return [" ".join(each) for each, of in said if of == number]
