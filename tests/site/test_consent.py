"""Whether a reply says yes to what its mail offers: plainly, or not at all."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.replies.consent import Consent, read_consent
from games.replies.known_words import KnownWords

KNOWN = KnownWords(
    titles=frozenset(("time", "milk", "love", "chocolate", "peace")), called=frozenset(("ann", "bob"))
)


def said(text: str) -> Consent:
    return read_consent(text, KNOWN)[0]


@pytest.mark.parametrize(
    "text",
    [
        *("yes", "Yes.", "YES!", "yes please", "Yes, please!", "please, yes", "yes thanks", "Yes, thank you"),
        *("tak", "Tak!", "no tak", "Tak, poproszę", "tak, dzięki", "proszę, tak", "Tak, proszę."),
        *("да", "Да.", "ДА!", "да, пожалуйста", "Да, спасибо"),
        *("Hi, yes", "Hi Bob, yes", "Hi\nyes", "Dear Bob,\n\nYes.", "Cześć, tak", "Привет! да", "Hello yes"),
        *("yes\n\nAnn", "Yes\nThanks,\nAnn", "yes\n\nBest regards\nZofia K.", "tak\nPozdrawiam\nAnn"),
        *("да\n\nСпасибо!", "yes 👍", "**yes**", "“Yes”", "yes :)", "yes\n-- \nmilk", "yes\n> no"),
        "yes\n\nSent from my iPhone",
    ],
)
def test_a_plain_yes(text):
    """In three languages, with what people write around it."""
    assert said(text) == Consent.YES


@pytest.mark.parametrize(
    "text", ["no", "No.", "No, thanks", "no thank you", "nie", "Nie, dziękuję", "нет", "Hi, no\nAnn", "nope"]
)
def test_a_plain_no(text):
    """It is read in the same way."""
    assert said(text) == Consent.NO


@pytest.mark.parametrize(
    "text",
    [
        *("yes?", "Yes, but not now", "yes but", "yes 2", "yes, 2", "yes, milk", "yes milk", "yes: 2"),
        *("yes\nmilk", "yes\n2", "yes\nno", "yes\nno wait", "yes\n\nor milk?", "yes\nTime", "yes\nsay hello"),
        *("yes\nundo", "да нет", "да нет наверное", "tak czy nie?", "tak, mleko", "no tak, ale"),
        *("ok", "OK!", "okay", "sure", "yep", "jasne", "dobra", "ладно", "ага", "👍", "👍👍", "✅"),
        *("yes yes no", "yes 🤔", "~~yes~~", "yes\nhmm", "yes, I'll think about it", "Yes!!\nWait"),
        *("yes\n\nMaybe I should wait a moment", "yes" + "\nthanks" * 9, "yes\n" + "x" * 3000),
    ],
)
def test_what_is_no_plain_yes(text):
    """It plays nothing, and its writer hears what to write."""
    assert said(text) == Consent.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        *("", "\n\n", "2", "milk", "Time", "no 2", "no, milk", "not yes", "I mean yes", "nie tak", "say yes"),
        *("Bob says yes", "> yes", "milk\nyes", "undo", "help", "maybe yes", "yesterday", "takt", "данные"),
    ],
)
def test_what_is_about_something_else(text):
    """It is read as any reply."""
    assert said(text) == Consent.NOTHING


@given(st.text(max_size=60))
@example("yes\x00\u2028no")
def test_any_text_around_a_yes(text):
    """Nothing that somebody writes below it is ever taken for part of it, unless it says nothing."""
    assert said(f"yes\nmilk\n{text}") == Consent.UNCLEAR
    assert said(f"{text} or milk?") in (Consent.UNCLEAR, Consent.NOTHING)
