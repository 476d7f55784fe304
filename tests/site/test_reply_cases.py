"""Replies as people write them, in three languages, with what each has to play.

`reply_cases.tsv`: language, position, reply, and what it says to a person. “P” has one meaning, “P?” is clear
though loose, “R” must play nothing, “R|P” may be refused or play that, “K” and “T” are a command and talk.
"""

import csv
from pathlib import Path

import pytest
from django.utils import translation

from games.inbound.answer_invitation import read_invited
from games.inbound.matters import choice_words
from games.replies import requests, vocabulary
from games.replies.doubts import ANSWERS
from games.replies.name_cases import is_case_of
from games.replies.read_vote import read_vote

from .reply_scenes import outcome, read_cases, scene
from .score_replies import kind_of

CASES = read_cases(Path(__file__).parent / "reply_cases.tsv")
with (Path(__file__).parent / "request_cases.tsv").open() as file:
    REQUESTS = [tuple(row.values()) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
VOTE = ("more-time", "bot", "replace", "end")
LEAST = {"P": 1.0, "P?": 0.9}
"""How many of each kind have to be played, or asked back."""


def test_nothing_wrong_is_played():
    """Not one of them plays what it doesn't say."""
    assert [] == [(each["reply"], each["expect"]) for each in CASES if outcome(each) == "wrong"]


@pytest.mark.parametrize("kind", LEAST)
def test_what_people_understand_is_played(kind):
    """All that is unmistakable, and most of what is clear."""
    cases = [each for each in CASES if kind_of(each) == kind]
    found = [(outcome(each), each["lang"], each["scene"], each["reply"]) for each in cases]

    missed = [each for each in found if each[0] in ("refused", "misasked")]
    assert 1 - len(missed) / len(cases) >= LEAST[kind], missed


@pytest.mark.parametrize(("language", "asks", "reply", "expected"), REQUESTS)
def test_a_request_asks_for_this(language, asks, reply, expected):
    """What people ask for besides cards, and how they vote and answer invitations (request_cases.tsv)."""
    with translation.override(language):
        read = {"ask": _asked_for, "vote": _vote, "yn": _consent, "invite": read_invited}[asks]
        found = read(reply, language)

    assert found in expected.split(",")


def _asked_for(line: str, language: str) -> str:
    mail = scene("turn")
    known = vocabulary.known_words(mail.view, players=mail.players)
    found = requests.find_requests(line, known)
    asked = [requests.read_request(each.text) for each in found.commands]
    said = [each.kind.value for each in mail.read(found.rest) if each.kind not in ANSWERS]
    assert [] == mail.plays(found.rest)
    return next(iter([*(each.kind.value for each in asked if each), *said]), "")


def _vote(line: str, language: str) -> str:
    return read_vote(line, {**requests.vote_words(), **choice_words(VOTE)}, VOTE)


def _consent(line: str, language: str) -> str:
    return requests.read_answer(line, requests.answer_words(language), ("yes", "no"))


@pytest.mark.parametrize("word", ["Bartkiem", "Bartka", "Bartkowi", "Bart", "Kasią", "Kasię", "Kasi"])
def test_a_name_may_stand_in_any_case(word):
    """As Polish and Russian decline it."""
    with translation.override("pl"):
        assert [("@2",)] == scene("player").plays(f"z {word}") or [("@3",)] == scene("player").plays(
            f"z {word}"
        )


@pytest.mark.parametrize(
    ("word", "name", "is_case"),
    [("касю", "kasia", True), ("бартека", "bartek", True), ("сам", "sam", False), ("том", "tom", False)],
)
def test_a_latin_name_may_be_written_in_russian(word, name, is_case):
    """Unless it is as short as words that mean something."""
    assert is_case == is_case_of(word, name)


@pytest.mark.parametrize("word", ["Kasper", "Bartosz", "Basia", "Katarzyna"])
def test_another_name_is_no_case(word):
    """Kasper isn't Kasia, and may sit at the table without being one of the choices."""
    assert [] == scene("player").plays(word)
