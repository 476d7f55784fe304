"""Replies as people write them, in three languages, with what each has to play.

`reply_cases.tsv`: language, position, reply, and what it says to a person. “P” has one meaning, “P?” is clear
though loose, “R” must play nothing, “R|P” may be refused or play that, “K” and “T” are a command and talk.
"""

import csv
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from django.utils import translation

from engine.scenario import deal
from games.inbound.answer_invitation import read_invited
from games.inbound.matters import choice_words
from games.models import Question
from games.replies import requests, vocabulary
from games.replies.doubts import ANSWERS
from games.replies.name_cases import is_case_of
from games.replies.read_vote import read_vote
from tests.mail import boards
from tests.pages import kinds
from tests.support.replies import Mailed, hand_of

with (Path(__file__).parent / "reply_cases.tsv").open() as file:
    CASES = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
with (Path(__file__).parent / "request_cases.tsv").open() as file:
    REQUESTS = [tuple(row.values()) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
VOTE = ("more-time", "bot", "replace", "end")
LEAST = {"P": 1.0, "P?": 0.9}
"""How many of each kind have to be played, or asked back."""


def _turn() -> Mailed:
    hand = ["bread", "milk", "chocolate", "music", "the-moon"]
    hand += ["draw-3", "trade-hands", "steal-a-keeper", "hand-limit-2", "baked-goods"]
    keepers = {"bob": ["the-toaster", "love"], "cid": ["the-sun"]}
    scene = deal(
        ann=hand, bob=4, cid=3, keepers=keepers, goals=["toast"], rules=["play-2"], turn="ann", played=0
    )
    return Mailed.of(scene, 1)


def _limit() -> Mailed:
    hand = ["jackpot", "milk", "chocolate", "draw-3"]
    scene = deal(ann=["hand-limit-2", "bread"], bob=hand, cid=["music", "dreams"], turn="ann", played=0)
    scene.seats[0].plays("hand-limit-2")
    return Mailed.of(scene, 2)


def _played(card: str, keepers: dict[str, list[str]]) -> Mailed:
    scene = deal(ann=[card, "bread"], bob=4, cid=3, keepers=keepers, turn="ann", played=0)
    scene.seats[0].plays(card)
    return Mailed.of(scene, 1)


def _named(*names: str) -> Mailed:
    scene = deal(ann=["trade-hands", "bread"], bob=3, cid=3, dee=3, turn="ann", played=0)
    scene.seats[0].plays("trade-hands")
    return Mailed.of(scene, 1, called=dict(enumerate(names, start=1)))


def _toasted() -> Mailed:
    scene = deal(ann=["toast"], bob=3, goals=["baked-goods", "lullaby"], rules=["double-agenda"], turn="ann")
    scene.seats[0].plays("toast")
    return Mailed.of(scene, 1)


def _two_goals() -> Mailed:
    goals = ["night-and-day", "time-is-money"]
    scene = deal(ann=["lullaby"], bob=3, goals=goals, rules=["double-agenda"], turn="ann")
    scene.seats[0].plays("lullaby")
    return Mailed.of(scene, 1)


def _again(*discard: str) -> Mailed:
    scene = deal(ann=["lets-do-that-again"], bob=3, discard=list(discard), turn="ann", played=0)
    scene.seats[0].plays("lets-do-that-again")
    return Mailed.of(scene, 1)


def _first() -> Mailed:
    row = Question(what="take-first-card")
    asked = vocabulary.reply_question(None, row, {1: "Ann"}, takes_numbers=True)
    assert asked is not None
    return Mailed(row.what, asked, None)


def _alice() -> Mailed:
    hand = ["alice", "white-rabbit", "crown", "tea", "cheshire-cat"]
    return Mailed.of(deal(edition="wonderland", ann=hand, bob=3, cid=3, turn="ann", played=0), 1)


def _limit_of(card: str, hand: list[str], keepers: list[str]) -> Mailed:
    scene = deal(
        ann=[card, "jackpot"], bob=hand, cid=["music"], keepers={"bob": keepers}, turn="ann", played=0
    )
    scene.seats[0].plays(card)
    return Mailed.of(scene, 2)


def _throw() -> Mailed:
    scene = deal(ann=["rock-paper-scissors-showdown", "bread"], bob=4, cid=3, turn="ann", played=0)
    scene.seats[0].plays("rock-paper-scissors-showdown")
    scene.seats[0].answers("bob")
    return Mailed.of(scene, 1)


ROCKETS = ("cookies", "the-rocket", "sleep", "peace", "the-brain", "draw-4", "keeper-limit-3")
ROCKETS += ("rocket-to-the-moon", "zap-a-card", "rotate-hands")
PARTY = ("music", "the-party", "chocolate", "time", "party-time", "draw-2", "trash-a-keeper")
TOASTERS = ("bread", "the-toaster", "the-eye", "love", "baked-goods", "play-3", "hand-limit-1")
TOASTERS += ("lets-simplify", "take-another-turn")
MOONS = ("milk", "the-moon", "dreams", "lullaby", "draw-5", "inflation", "jackpot")

SCENES = {
    "turn": _turn,
    "rockets": lambda: hand_of(*ROCKETS),
    "party": lambda: hand_of(*PARTY, rules=("play-2",)),
    "eye-limit": lambda: _limit_of("hand-limit-2", ["bread", "the-eye", "dreams", "take-another-turn"], []),
    "keeper-limit": lambda: _limit_of("keeper-limit-2", ["bread"], ["money", "the-sun", "cookies"]),
    "objected": lambda: Mailed.of(kinds.objected(), 2),
    "moon-steal": lambda: _played(
        "steal-a-keeper", {"bob": ["the-moon", "cookies"], "cid": ["time", "the-brain"]}
    ),
    "throw": _throw,
    "toasters": lambda: hand_of(*TOASTERS),
    "moons": lambda: hand_of(*MOONS, rules=("play-3",)),
    "one-left": lambda: _limit_of("hand-limit-1", ["money", "television", "inflation"], []),
    "four-keepers": lambda: _limit_of(
        "keeper-limit-2", ["bread"], ["the-rocket", "chocolate", "peace", "the-brain"]
    ),
    "no-surprise": lambda: Mailed.of(kinds.window(), 3),
    "olek": lambda: _named("Marek", "Ania", "Ewa", "Olek"),
    "music-steal": lambda: _played(
        "steal-a-keeper", {"bob": ["music", "the-toaster"], "cid": ["dreams", "money"]}
    ),
    "once-more": lambda: _again("draw-2", "trash-a-keeper", "everybody-gets-1"),
    "two-goals": _two_goals,
    "bile": lambda: Mailed.of(kinds.told_a_fact("It makes bile."), 1, "challenge"),
    "limit": _limit,
    "player": lambda: _played("trade-hands", {}),
    "steal": lambda: _played(
        "steal-a-keeper", {"bob": ["the-toaster", "milk"], "cid": ["the-moon", "chocolate"]}
    ),
    "window": lambda: Mailed.of(kinds.window(), 2),
    "board": lambda: Mailed.of(boards.on_board("draw-shift", "switch-tiles"), 1),
    "trivia": lambda: Mailed.of(kinds.asked_beside(), 2, "name-that-organ"),
    "yesno": lambda: Mailed.of(kinds.told_a_fact("It is a large organ."), 3, "challenge"),
    "rhyme": lambda: Mailed.of(kinds.rhyming(), 1),
    "alice": _alice,
    "names": lambda: _named("Marek", "Ania", "Ewa", "Ola"),
    "names-ru": lambda: _named("Марк", "Аня", "Ева", "Оля"),
    "two": lambda: hand_of("bread", "milk", "time", "the-sun", "toast", "draw-3", rules=("play-3",)),
    "direction": lambda: _played("rotate-hands", {}),
    "goal": _toasted,
    "again": lambda: _again("trade-hands", "play-3", "jackpot"),
    "keepers": lambda: _played("exchange-keepers", {"ann": ["milk", "love"], "bob": ["the-toaster"]}),
    "pegs": lambda: Mailed.of(boards.playing("draw-shift", pegs={"draw": 2}), 1),
    "space": lambda: Mailed.of(boards.playing("leap-to-chocolate"), 1),
    "first": _first,
}


@cache
def scene(name: str) -> Mailed:
    """What is asked in a position."""
    return SCENES[name]()


def result(case: dict[str, str]) -> str:
    """“right”, “wrong”, “quiet” or “offered”: what a reply plays, measured by what is expected."""
    mail = scene(case["scene"])
    with translation.override(case["lang"]):
        text = case["reply"].replace("\\n", "\n")
        played = [label for labels in mail.plays(text) for label in labels]
        names = {each.label: " | ".join((each.label, *each.names)) for each in mail.asked.options}
        expected = case["expect"].partition(":")[2].partition("|")[0]
        wanted = [each for each in re.split("[+,]", expected) if each]
        if not played:
            if "|R" in case["expect"]:
                return "right"
            return "offered" if wanted and mail.offers(text) else "quiet"
        said = [names.get(each, each) for each in played]
    if case["scene"] == "board":  # one move may have two labels
        return "right" if wanted and any(wanted[0] in each for each in said) else "wrong"
    # A second line may say what follows; with one line, what is listed is all.
    is_whole = len(said) == len(wanted) or (len(said) > len(wanted) and "\n" in text)
    is_right = is_whole and all(want in name for want, name in zip(wanted, said, strict=False))
    return "right" if is_right else "wrong"


def test_nothing_wrong_is_played():
    """Not one of them plays what it doesn't say."""
    assert [] == [(each["reply"], each["expect"]) for each in CASES if result(each) == "wrong"]


@pytest.mark.parametrize("kind", LEAST)
def test_what_people_understand_is_played(kind):
    """All that is unmistakable, and most of what is clear."""
    cases = [each for each in CASES if each["expect"].partition(":")[0] == kind]
    found = Counter(result(each) for each in cases)

    refused = [(each["lang"], each["scene"], each["reply"]) for each in cases if result(each) == "quiet"]
    assert (found["right"] + found["offered"]) / len(cases) >= LEAST[kind], refused


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
