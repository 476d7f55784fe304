"""Replies as people write them, and what each does: the positions, and how a reply is measured.

A file of cases has the columns of `tests/site/reply_cases.tsv`; `score_replies` prints how many do what.
"""

import csv
import re
from functools import cache
from pathlib import Path

from django.utils import translation

from engine.scenario import deal
from games.models import Question
from games.replies import vocabulary
from tests.mail import boards
from tests.pages import kinds
from tests.support.replies import Mailed, hand_of

Case = dict[str, str]


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


ROCKETS: tuple[str, ...] = (
    "cookies",
    "the-rocket",
    "sleep",
    "peace",
    "the-brain",
    "draw-4",
    "keeper-limit-3",
)
ROCKETS += ("rocket-to-the-moon", "zap-a-card", "rotate-hands")
PARTY = ("music", "the-party", "chocolate", "time", "party-time", "draw-2", "trash-a-keeper")
TOASTERS: tuple[str, ...] = (
    "bread",
    "the-toaster",
    "the-eye",
    "love",
    "baked-goods",
    "play-3",
    "hand-limit-1",
)
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


def read_cases(path: Path) -> list[Case]:
    """The lines of a file of cases."""
    with path.open() as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def outcome(case: Case) -> str:
    """Whether a reply has done what it says, is asked back (rightly, or with something else), or refused.

    One that plays what it doesn't say is “wrong”; one that must play nothing is “done” if it plays nothing.
    """
    mail = scene(case["scene"])
    expected = case["expect"].partition(":")[2].partition("|")[0]
    wanted = [each for each in re.split("[+,]", expected) if each]
    with translation.override(case["lang"]):
        text = case["reply"].replace("\\n", "\n")
        played = [label for labels in mail.plays(text) for label in labels]
        names = {each.label: " | ".join((each.label, *each.names)) for each in mail.asked.options}
        if not played:
            offered = [names.get(each, each) for each in mail.offers(text)]
            if not wanted or "|R" in case["expect"]:
                return "asked" if offered else "done"
            is_meant = all(any(want in name for want in wanted) for name in offered)
            return ("asked" if is_meant else "misasked") if offered else "refused"
        said = [names.get(each, each) for each in played]
    if case["scene"] == "board":  # one move may have two labels
        return "done" if wanted and any(wanted[0] in each for each in said) else "wrong"
    # A second line may say what follows; with one line, what is listed is all.
    is_whole = len(said) == len(wanted) or (len(said) > len(wanted) and "\n" in text)
    is_right = is_whole and all(want in name for want, name in zip(wanted, said, strict=False))
    return "done" if is_right else "wrong"
