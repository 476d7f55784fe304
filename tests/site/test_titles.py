"""The titles of cards have their cases in Polish and Russian; sentences use them, and replies may."""

import dataclasses
import itertools
import re
from collections import defaultdict

import pytest
from django.utils import translation
from django.utils.translation import gettext, ngettext

import engine
from engine.cards import CARDS
from engine.outcomes import Drew, PieceMoved
from fluxx_site.catalogues.paths import list_languages
from games.core.zone_names import name_zone, read_zone
from games.decks.titles import declined_forms, read_titles, translate
from games.history.own_answers import name_choices
from games.models import Move, Seat
from games.models.seat import Bot
from games.orders import turn_orders
from games.replies import vocabulary
from games.replies.commands import (
    AnswerProblem,
    ReplyOption,
    ReplyQuestion,
    UnclearAnswer,
    normalized,
    read_commands,
)
from games.replies.matching import match_labels

LANGUAGES = list_languages()
EDITIONS = [each.slug for each in engine.all_editions()]
GENDERS = {"masculine", "feminine", "neuter", "plural"}
SEATS = {1: "Ann", 2: "Bob"}
VERBS = {"pl": ("zagrywam", "zagrywam kartę", "odrzucam"), "ru": ("играю", "сыграй карту", "сбрасываю")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_is_of_a_title(language):
    """It is the title of a card of ours, called what the catalogue calls it, if that has it."""
    listed = read_titles(language)
    with translation.override(language):
        wrong = [title for title, row in listed.titles.items() if gettext(title) not in (title, row.title)]

    assert set() == set(listed.titles) - {card.title for card in CARDS.values()}
    assert [] == wrong
    assert set(engine.text.Title.CASES) == set(listed.noun)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_is_whole(language):
    """A noun has all its cases and a gender, and a phrase none of them."""
    faulty = [
        row
        for row in read_titles(language).titles.values()
        if row.gender not in GENDERS | {""}
        or len({bool(row.gender), bool(row.accusative), bool(row.genitive)}) > 1
        or row.title.endswith("!") != (row.accusative or row.title).endswith("!")
    ]

    assert [] == faulty


def options_of(edition: str) -> list[ReplyOption]:
    """All cards of an edition as choices of a question, with the names that replies may use."""
    slugs = tuple(sorted({card.slug for card in engine.deck_of(edition).cards}))
    names = [
        vocabulary.choice_names(engine.read_option(slug), engine.cards_of(edition), SEATS) for slug in slugs
    ]
    return [ReplyOption(slug, 0, each, slug) for slug, each in zip(slugs, names, strict=True)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_form_means_two_cards(edition):
    """Whatever the language and the case: a name of a card is the name of one card of its edition."""
    meant = defaultdict(set)
    for option in options_of(edition):
        for name in option.names:
            meant[normalized(name)].add(option.label)

    assert {} == {name: labels for name, labels in meant.items() if len(labels) > 1}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_form_answers_behind_a_verb(edition, language):
    """“zagrywam Czekoladę”, «играю Алису», “zagrywam kartę Czekolada” play the card that they name."""
    options = options_of(edition)
    verbs = vocabulary.verbs()
    misread = []
    for at, option in enumerate(options):
        asked = ReplyQuestion((option, options[at - 1], options[at - 2], options[at - 3]), verbs=verbs)
        english = engine.card(option.label).title
        with translation.override(language):
            forms = [gettext(english), *declined_forms(english)]
        for verb, form in itertools.product(VERBS[language], forms):
            for line in (f"{verb} {form}", f"{verb.capitalize()} {form.lower()}."):
                command = read_commands(line)[0]
                try:
                    labels = match_labels(command, asked)
                except UnclearAnswer as unclear:
                    labels = (unclear.problem,)
                misread += [(line, labels)] if labels != (option.label,) else []

    assert [] == misread


def test_a_card_without_translations_is_told_and_answered_in_english(monkeypatch):
    """A new card needs no Polish: a sentence sets its title off behind the noun, and a reply names it."""
    without = dataclasses.replace(read_titles("pl"), titles={})
    monkeypatch.setattr("games.decks.titles.read_titles", lambda language: without)
    monkeypatch.setattr("games.decks.titles.gettext", str)
    with translation.override("pl"):
        title = translate(engine.text.Title("Chocolate"))

        assert "kartę „Chocolate”" == format(title, "accusative").replace("\u00a0", " ")
        assert [] == list(declined_forms("Chocolate"))


def test_a_case_of_another_card_is_refused():
    """A form of a card that can't be chosen plays nothing."""
    option = next(each for each in options_of("wonderland") if each.label == "alice")

    with pytest.raises(UnclearAnswer) as raised:
        match_labels(read_commands("играю Корону")[0], ReplyQuestion((option,), verbs=vocabulary.verbs()))
    assert AnswerProblem.UNKNOWN == raised.value.problem


@pytest.mark.parametrize(
    ("language", "english", "case", "shown"),
    [
        ("pl", "Chocolate", "accusative", "„Czekoladę”"),
        ("pl", "Chocolate", "nominative", "„Czekolada”"),
        ("pl", "No Limits", "accusative", "kartę „Bez Limitów”"),
        ("pl", "Our own card", "genitive", "karty „Our own card”"),
        ("ru", "Alice", "genitive", "«Алисы»"),
        ("ru", "Into the Teapot", "accusative", "карту «В чайник»"),
        ("ru", "Our own card", "nominative", "«Our own card»"),
        ("en", "Alice", "accusative", "Alice"),
        ("pl", "Chocolate", "", "Czekolada"),
    ],
)
def test_a_title_in_a_sentence(language, english, case, shown):
    """A declined title is set off; what isn't declined, such as a made card, stands behind the noun."""
    with translation.override(language):
        title = translate(engine.text.Title(english))

        assert shown == format(title, case).replace("\u00a0", " ")


PLAYED, MOVED = engine.Played(1, "chocolate"), PieceMoved(1, "red", "bread", "toaster")


@pytest.mark.parametrize(
    ("language", "outcome", "edition", "told"),
    [
        ("pl", PLAYED, "fluxx", "Ann zagrywa „Czekoladę”."),
        ("ru", PLAYED, "fluxx", "Ann играет «Шоколад»."),
        ("pl", MOVED, "board", "Ann przesuwa czerwony pionek z pola Chleb na pole Toster."),
        ("ru", MOVED, "board", "Ann перемещает красную фишку с поля Хлеб на поле Тостер."),
        ("pl", Drew(1, 2, ("chocolate", "no-limits")), "fluxx", "Ann dobiera „Czekoladę”, „Bez Limitów”."),
    ],
)
def test_history_declines_titles(language, outcome, edition, told):
    """What the history and the mails tell is a whole sentence in the reader's language.

    A colour agrees with the word for a piece, and each title of a list is set off.
    """
    with translation.override(language):
        said = engine.text.sentence(outcome, engine.cards_of(edition), SEATS, translate, ngettext)
        chosen = name_choices(
            Move(labels=["chocolate"]), engine.QuestionKind.PLAY, engine.cards_of("fluxx"), SEATS
        )

        assert (told, gettext("Chocolate")) == (said.replace("\u00a0", " "), chosen)


@pytest.mark.parametrize(("language", "called"), [("en", "Darwin"), ("pl", "Darwin"), ("ru", "Дарвин")])
def test_a_bot_has_its_name_in_the_readers_language(language, called):
    """A bot is called by a letter sound that the reader knows; a person of that name is left alone."""
    with translation.override(language):
        assert called == str(Seat(name="Darwin", bot=Bot.SENSIBLE))
        assert "Darwin" == str(Seat(name="Darwin"))


@pytest.mark.parametrize(
    ("language", "zone", "called"),
    [
        ("en", "America/New_York", "America/New York"),
        ("pl", "America/New_York", "Nowy Jork"),
        ("pl", "Europe/Kiev", "Kijów"),
        ("pl", "Europe/Berlin", "Berlin"),
        ("ru", "Asia/Kolkata", "Калькутта"),
        ("ru", "Etc/GMT+3", "Etc/GMT+3"),
        ("pl", "UTC", "UTC"),
    ],
)
def test_a_zone_has_the_name_of_its_city(language, zone, called):
    """The names are Unicode's, and who reads them may write them, too."""
    with translation.override(language):
        assert called == name_zone(zone)
        assert zone in ("Europe/Kiev", read_zone(called))


# The case in which a language names what a goal asks for: „mając Rakietę”, «нужны: Ракета».
CASE_OF_GOALS = {"pl": "accusative", "ru": "nominative"}
GOALS = [card for card in CARDS.values() if card.kind == "goal" and card.text.startswith("Win with ")]


def normal(text: str) -> str:
    """A text with plain spaces."""
    return text.replace("\u00a0", " ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_goals_decline_what_they_ask_for(language):
    """The sentences of goals are messages of their own, and use the very forms of the list."""
    listed = read_titles(language)
    wrong = {}
    with translation.override(language):
        for goal in GOALS:
            said = normal(gettext(goal.text))
            wanted = [CARDS[name].title for name in goal.names if CARDS[name].kind == "keeper"]
            if said == normal(goal.text) or not set(wanted) <= set(listed.titles):
                continue  # not translated yet
            rows = [listed.titles[title] for title in wanted]
            forms = [row.in_case(CASE_OF_GOALS[language]) or row.title for row in rows]
            if not all(re.search(rf"\b{re.escape(normal(form))}\b", said) for form in forms):
                wrong[goal.text] = said

    assert len(GOALS) > 90
    assert {} == wrong


def test_lists_of_cards_are_sorted_in_the_language_of_their_reader():
    """Whoever has asked for them first in the same process."""
    lists = []
    for language in ("pl", "en", "pl"):
        with translation.override(language):
            lists.append(list(turn_orders.cards_in("fluxx")))

    assert lists[0] == lists[2] != lists[1]
    assert sorted(lists[0]) == sorted(lists[1])
