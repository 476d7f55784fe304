"""What everybody is told of each card, and that what should be mixed is mixed."""

import pytest

from engine.outcomes import (
    CardGiven,
    CardsTaken,
    Decided,
    Declared,
    Discarded,
    Drew,
    DrewAside,
    HandsRotated,
    HandsTraded,
    KeepersDealt,
    KeepersExchanged,
    KeeperTaken,
    PileRenewed,
    Played,
    Reshuffled,
    Threw,
    TurnBegan,
    TurnGained,
    Used,
    Won,
    Zapped,
)
from engine.scenario import deal


def told(*answers, **given):
    """What is told when Ann gives these answers, up to the end of her turn; forced choices left out."""
    table = deal(**{"ann": 0, "bob": 0, "drawn": 1, **given})
    for answer in answers:
        table.players["ann"].answers(answer)
    happened = [each for each in table.happened if not isinstance(each, Decided)]
    ends = [at for at, each in enumerate(happened) if isinstance(each, TurnBegan)]
    return happened[: ends[0]] if ends else happened


@pytest.mark.parametrize(
    ("card", "answers", "given", "outcomes"),
    [
        (
            "discard-and-draw",
            [],
            {"ann": ["discard-and-draw", "bread"], "deck": ["milk"]},
            [
                Discarded(("bread",), "hand", "discard-and-draw", 1),
                Drew(1, 1, ("milk",), "discard-and-draw"),
            ],
        ),
        (
            "draw-2-and-use-em",
            [],
            {"deck": ["bread"], "exact_deck": True},
            [
                DrewAside(1, 1, "draw-2-and-use-em", ("bread",)),
                Played(1, "bread", "draw-2-and-use-em"),
            ],
        ),
        (
            "draw-3-play-2-of-them",
            ["bread", "milk"],
            {"deck": ["bread", "milk", "love"]},
            [
                DrewAside(1, 3, "draw-3-play-2-of-them", ("bread", "milk", "love")),
                Played(1, "bread", "draw-3-play-2-of-them"),
                Played(1, "milk", "draw-3-play-2-of-them"),
                Discarded(("love",), "temporary", "draw-3-play-2-of-them", 1),
            ],
        ),
        ("empty-the-trash", [], {"discard": 4}, [PileRenewed(1, 4)]),
        (
            "everybody-gets-1",
            ["bob"],
            {"deck": ["bread", "milk"]},
            [
                DrewAside(1, 2, "everybody-gets-1", ("bread", "milk")),
                CardGiven(1, 1, "milk"),
                CardGiven(1, 2, "bread"),
            ],
        ),
        (
            "exchange-keepers",
            [],
            {"keepers": {"ann": ["bread"], "bob": ["milk"]}},
            [KeepersExchanged(1, 2, "bread", "milk")],
        ),
        (
            "jackpot",
            [],
            {"deck": ["bread", "milk", "love"]},
            [Drew(1, 3, ("bread", "milk", "love"), "jackpot")],
        ),
        (
            "lets-do-that-again",
            [],
            {"discard": ["take-another-turn"]},
            [Played(1, "take-another-turn", "lets-do-that-again"), TurnGained(1, granted=True)],
        ),
        (
            "lets-simplify",
            ["hand-limit-2"],
            {"rules": ["hand-limit-2"]},
            [Discarded(("hand-limit-2",), "rules", "lets-simplify")],
        ),
        ("no-limits", [], {"rules": ["hand-limit-2"]}, [Discarded(("hand-limit-2",), "rules", "no-limits")]),
        ("random-tax", [], {"bob": ["bread"]}, [CardsTaken(1, 2, 1, ("bread",))]),
        (
            "rotate-hands",
            ["right"],
            {"ann": ["rotate-hands", "bread"]},
            [HandsRotated(1, "right")],
        ),
        (
            "rules-reset",
            [],
            {"rules": ["hand-limit-2"]},
            [Discarded(("hand-limit-2",), "rules", "rules-reset")],
        ),
        (
            "share-the-wealth",
            [],
            {"keepers": {"bob": ["bread"]}},
            [KeepersDealt({1: ("bread",), 2: ()})],
        ),
        ("steal-a-keeper", [], {"keepers": {"bob": ["bread"]}}, [KeeperTaken(1, 2, "bread")]),
        ("take-another-turn", [], {}, [TurnGained(1, granted=True)]),
        ("take-another-turn", [], {"extra_turn": True}, [TurnGained(1, granted=False)]),
        (
            "todays-special",
            ["ordinary-day"],
            {"deck": ["bread"], "exact_deck": True},
            [
                Declared(1, "ordinary-day"),
                DrewAside(1, 1, "todays-special", ("bread",)),
                Played(1, "bread", "todays-special"),
            ],
        ),
        ("trade-hands", [], {"bob": 2}, [HandsTraded(1, 2)]),
        (
            "trash-a-keeper",
            [],
            {"keepers": {"bob": ["bread"]}},
            [Discarded(("bread",), "keepers", "trash-a-keeper", 2)],
        ),
        (
            "trash-a-new-rule",
            [],
            {"rules": ["draw-2"]},
            [Discarded(("draw-2",), "rules", "trash-a-new-rule")],
        ),
        ("use-what-you-take", [], {"bob": ["bread"]}, [Played(1, "bread", "use-what-you-take")]),
        ("zap-a-card", [], {"keepers": {"bob": ["bread"]}}, [Zapped(1, "bread", 2)]),
        ("zap-a-card", [], {"goals": ["toast"]}, [Zapped(1, "toast")]),
        ("toast", [], {"goals": ["lullaby"]}, [Discarded(("lullaby",), "goals", "toast")]),
        ("draw-2", [], {"rules": ["draw-3"], "drawn": 3}, [Discarded(("draw-3",), "rules", "draw-2")]),
        ("draw-2", [], {"deck": ["bread"]}, [Drew(1, 1, ("bread",))]),
        (
            "bread",
            [],
            {"keepers": {"ann": ["the-toaster"]}, "goals": ["toast"]},
            [Won(1, ("toast",))],
        ),
    ],
)
def test_each_card_tells_what_it_did(card, answers, given, outcomes):
    """Who played it, and then what came of it, in order."""
    happened = told(card, *answers, **{"ann": [card], "drawn": 2 if "rules" in given else 1, **given})

    assert happened == [Played(1, card), *outcomes]


@pytest.mark.parametrize(
    ("rule", "answers", "given", "outcomes"),
    [
        (
            "get-on-with-it",
            [],
            {"ann": ["bread"], "deck": ["milk", "love", "time"]},
            [
                Discarded(("bread",), "hand", "get-on-with-it", 1),
                Drew(1, 3, ("milk", "love", "time"), "get-on-with-it"),
            ],
        ),
        (
            "goal-mill",
            ["toast"],
            {"ann": ["toast"], "deck": ["milk"]},
            [Discarded(("toast",), "hand", "goal-mill", 1), Drew(1, 1, ("milk",), "goal-mill")],
        ),
        ("mystery-play", [], {"deck": ["milk"]}, [Played(1, "milk", "mystery-play")]),
        (
            "recycling",
            [],
            {"keepers": {"ann": ["bread"]}, "deck": ["milk", "love", "time"]},
            [
                Discarded(("bread",), "keepers", "recycling", 1),
                Drew(1, 3, ("milk", "love", "time"), "recycling"),
            ],
        ),
        (
            "swap-plays-for-draws",
            [],
            {"ann": ["bread"], "deck": ["milk"]},
            [Drew(1, 1, ("milk",), "swap-plays-for-draws")],
        ),
    ],
)
def test_each_free_action_tells_what_it_did(rule, answers, given, outcomes):
    """Who used it, and then what came of it, in order."""
    assert told(rule, *answers, rules=[rule], **given) == [Used(1, rule), *outcomes]


def test_each_throw_is_told_when_both_are_in():
    """A drawn throw has no winner."""
    table = deal(ann=["rock-paper-scissors-showdown", "bread"], bob=1, drawn=1)
    ann, bob = table.seats
    ann.plays("rock-paper-scissors-showdown").answers("rock")
    bob.answers("rock")
    ann.answers("rock")
    bob.answers("scissors")

    throws = [each for each in table.happened if isinstance(each, Threw)]
    assert throws == [Threw({1: "rock", 2: "rock"}), Threw({1: "rock", 2: "scissors"}, 1)]


def test_a_turn_tells_its_seat_and_number():
    """And whether it follows one of the same seat."""
    table = deal(ann=["take-another-turn"], bob=0, deck=["bread", "milk"], drawn=1)
    ann, _bob = table.seats
    ann.plays("take-another-turn").plays("bread")

    turns = [each for each in table.happened if isinstance(each, TurnBegan)]
    assert turns == [TurnBegan(1, 2, extra=True), TurnBegan(2, 3)]


def test_a_renewed_pile_is_shuffled():
    """The order of the discard pile, which all have seen, is not the order of the new draw pile."""
    table = deal(ann=["jackpot"], bob=0, rules=["play-2"], discard=30, exact_deck=True, drawn=1)
    seen = table.discard
    ann, _bob = table.seats
    ann.plays("jackpot")

    assert Reshuffled(30) in table.happened
    order = [name for name in seen if name in table.deck]
    assert (table.deck != order, table.deck != order[::-1]) == (True, True)


def test_empty_the_trash_shuffles_both_piles_together():
    """Neither the known top of the draw pile nor the discard pile keeps its place."""
    table = deal(
        ann=["empty-the-trash", "bread"],
        bob=0,
        rules=["play-2"],
        deck=20,
        discard=20,
        exact_deck=True,
        drawn=1,
    )
    pile, seen = table.deck, table.discard
    ann, _bob = table.seats
    ann.plays("empty-the-trash")

    assert sorted(table.deck) == sorted([*pile, *seen])
    assert all(table.deck != one + other for one in (pile, pile[::-1]) for other in (seen, seen[::-1]))
    assert all(table.deck != one + other for one in (seen, seen[::-1]) for other in (pile, pile[::-1]))


def test_share_the_wealth_shuffles_before_it_deals():
    """Who had which keeper doesn't decide who gets it."""
    table = deal(ann=["share-the-wealth"], bob=0, keepers={"ann": 9, "bob": 9}, rules=["play-2"], drawn=1)
    ann, bob = table.seats
    state = table.table
    in_order = [*state.keepers[1], *state.keepers[2]]
    ann.plays("share-the-wealth")

    assert (len(ann.keepers), len(bob.keepers)) == (9, 9)
    assert (state.keepers[1], state.keepers[2]) != (in_order[::2], in_order[1::2])
