"""The texts of the site have no words that only their makers use: each was replaced by what people say."""

import re

import pytest

import engine
from fluxx_site.catalogues import files, sources
from fluxx_site.catalogues.faults import as_texts

# What isn't a sentence of the site: words that are compared with what people write, and facts about organs,
# by whose words stored games know them.
NOT_SAID = re.compile(r"words? of a (move|reply)|stored name|date format|letter of a colour")
FACTS = "engine/cards/factlets.toml"
# A pattern, and what to write instead.
TERMS = {
    r"\b(some|every|any)body\b": "someone, everyone, anyone",
    r"\b(is|are|was|were|been|be|isn’t|aren’t) told\b": "hears, sees, knows; or we tell them",
    r"\bc[ao]mes? of (it|your|them|each)\b|\bwhat (came|comes) of\b": "result, outcome",
    r"\b(go|goes|went|going) on (now|earlier|first|meanwhile|playing|working)\b": "resume, keep …ing",
    r"\blet (it|the game) go on\b|\b(game|games|it|turn|plan) (goes|go|went|gone) on\b": "resume, continue",
    r"\b(took|taken)\b.{0,40}\bback\b": "undone, cancelled, lifted, restored",
    r"\bg[ai]ve up (what|cards|the rest|%|a random)": "discard",
    r"\b(is|are|am) asked\b": "has a question; or we ask",
    r"\basked for by\b|\b[Gg]oals? (asks?|wants?) (for )?it\b": "needed for",
    r"\b[Ww]hom\b|^Whose (?!.*\?$)": "a heading with a noun: People you play for",
    r"\bhas the turn\b": "is playing; your turn",
    r"\b(rests? until|stands? still|clocks? run on)\b": "is stopped, continues",
    r"\bno more than\b": "at most",
    r"\bby chance\b": "at random",
    r"\banew\b": "again",
    r"\bnewest\b": "latest",
    r"\bcall(ed|s)? (it |that )?off\b": "cancelled",
    r"\bwhoever\b|\bthereby\b|\bwherefrom\b|\bfor good\b": "if you, so, permanently",
    r"\bis (called|named) so\b|\bsays? so\b": "what it says, in its own words",
    r"\bkeep apart\b|\bkept apart\b": "don’t play together",
    r"\bcome to lie\b|\bcomes to lie\b": "go, are placed",
    r"\bmend(s|ed|ing)?\b": "fix",
    r"\bawake\b": "outside quiet hours",
    r"\b(ours|mine|yours) here\b": "our own",
}
ALLOWED = {
    "moves were taken back",  # by agreement, as in chess: the name of that request
    "Everybody Gets 1",  # the title of a printed card
}
# The same for translations: one word for one thing (docs/translating.md), and “ty” for every reader.
TRANSLATED = {
    "pl": {
        r"(?<=[a-ząćęłńóśźż,(] )(Fant|Cel|Antycel|Zonk|Niespodziank|Limit)": "a small letter",
        r"\bfanta\b": "fantu",
        r"\bw (swojej |twojej )?ręce\b": "na ręce",
        r"\bodpowi\w+ na tego maila\b": "na ten mail",
        r"\b(nowiny|wieści)\b": "nowości",
        r"\bciastecz": "pliki cookie",
        r"\bkopi\w+ (jej )?kart\b": "egzemplarze",
        r"\bproces\w* robocz": "worker",
    },
    "ru": {
        r"(?i)\b(?!увид|окаж)\w{3,}(йте|ите)(сь)?\b": "«ты» for one reader: попробуй, введи",
        r"\bпровал": "Провал",
        r"(?i)\bуч[её]тн\w+ запис": "аккаунт",
        r"рук дело": "сделано без твоего ведома",
        r"\bигр[ауы] на поле\b": "настольная игра",
        r"(?i)\bзамещени": "заместительство",
    },
}


def english() -> list[tuple[str, str]]:
    """Return every English text of the site with its file."""
    return [
        (file, text)
        for file, _line, words, _comments, context in sources.extract()
        if file != FACTS and not (context and NOT_SAID.search(context))
        for text in (words if isinstance(words, tuple) else (words,))
    ]


def faults_of(text: str) -> list[str]:
    """Return what to write in place of each word of the list that a text has."""
    return [better for pattern, better in TERMS.items() if re.search(pattern, text, re.IGNORECASE)]


def test_no_text_has_a_word_of_our_own():
    """Pages, mails, cards, history and admin say what a native speaker would."""
    found = {
        f"{file}: {text!r}: {better}"
        for file, text in english()
        for better in faults_of(text)
        if text not in ALLOWED
    }

    assert [] == sorted(found)


def faults_in(language: str, text: str) -> list[str]:
    """Return what to write in place of each word of its language's list that a translation has.

    What is set off, such as a title, is left out.
    """
    said = re.sub("„[^”]*”|«[^»]*»", "", text)
    return [better for pattern, better in TRANSLATED[language].items() if re.search(pattern, said)]


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_has_a_word_that_its_natives_replaced(language):
    """But for titles of cards, which are names, what people read has one word for one thing."""
    titles = {card.title for each in engine.all_editions() for card in engine.deck_of(each.slug).cards}
    found = {
        f"{text!r}: {better}"
        for message in files.read_catalog(language)
        if message.id and message.id not in titles
        for text in as_texts(message.string)
        for better in faults_in(language, text)
    }

    assert [] == sorted(found)


@pytest.mark.parametrize(
    ("language", "text", "is_fine"),
    [
        ("pl", "Brakującego Fanta to nie dało.", False),
        ("pl", "Fant zostaje przed tobą. Cele wymagają fantów.", True),
        ("ru", "Повторите попытку через несколько секунд.", False),
        ("ru", "Вы с игроком Ann больше не увидите сообщений друг друга.", True),
        ("ru", "В игре есть провал.", False),
    ],
)
def test_the_lists_of_translations_know_such_words(language, text, is_fine):
    """They find what natives have replaced, and leave the right use alone."""
    assert is_fine == (not faults_in(language, text))


@pytest.mark.parametrize(
    ("text", "is_fine"),
    [
        ("Ann has the turn.", False),
        ("Your clock rests until Tuesday.", False),
        ("They aren’t told.", False),
        ("A moderator took the pause back.", False),
        ("Let it go on now", False),
        ("Whom you asked to play", False),
        ("Whose hand do you take a card from?", True),
        ("It’s Ann’s turn.", True),
        ("Ann asks to take back a turn.", True),
        ("Needed for the goal", True),
    ],
)
def test_the_list_knows_such_words(text, is_fine):
    """It finds them in sentences, and leaves their right use alone."""
    assert is_fine == (not faults_of(text))
