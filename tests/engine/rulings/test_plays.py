"""How many cards are played, and which (rulings R036 to R056)."""

import pytest

from engine.outcomes import NoEffect, Played
from engine.scenario import deal


def played(table):
    """What was played, in order, with what made it so."""
    return [(each.card, each.via) for each in table.happened if isinstance(each, Played)]


def test_play_all_but_1_loses_its_bonus_with_the_riches():
    """The richest loses the lead in the middle of the turn and may keep one card after all."""
    table = deal(
        ann=["trash-a-keeper", "milk", "jackpot"],
        bob=0,
        keepers={"ann": ["love"]},
        rules=["play-all-but-1", "rich-bonus"],
        drawn=1,
    )
    ann, _bob = table.seats
    before = table.game.view(1).plays_left
    ann.plays("trash-a-keeper")

    assert (before, table.game.view(1).plays_left) == (3, 1)


def test_play_all_but_1_in_force_gives_the_extra_card_at_the_draw():
    """Who begins with an empty hand draws one and one extra, and plays one."""
    table = deal(ann=0, bob=0, rules=["play-all-but-1"], deck=["bread", "milk", "love"])
    ann, bob = table.seats
    drawn = ann.hand
    ann.plays("bread")

    assert (drawn, ann.hand, bob.asked) == (["bread", "milk"], ["milk"], "play")


@pytest.mark.parametrize(
    ("rules", "hand"),
    [
        (["draw-2"], 2),
        (["inflation"], 3),
        (["draw-2", "inflation"], 3),
        (["no-hand-bonus"], 4),
        (["no-hand-bonus", "inflation"], 6),
    ],
)
def test_play_all_but_1_gives_the_extra_card_only_when_no_more_is_drawn_than_is_kept(rules, hand):
    """Draw 2 is enough for one card kept; inflated, two drawn for two kept are not; bonus cards count."""
    table = deal(ann=0, bob=0, rules=["play-all-but-1", *rules], deck=7)
    ann, _bob = table.seats

    assert len(ann.hand) == hand


@pytest.mark.parametrize("word", ["pass", "end", "draw"])
def test_R047_passing_is_refused_while_a_play_is_owed(word):
    """With cards in hand and plays left there is no way round playing."""
    table = deal(ann=["bread", "milk"], bob=1, rules=["play-2"], drawn=1)
    ann, _bob = table.seats
    ann.plays("bread")

    assert ann.cannot(word)
    assert ann.options == ["milk"]


def test_R047_a_card_that_makes_somebody_else_win_must_be_played_if_it_is_the_only_one():
    """Nothing but Toast in hand: Bob wins by it."""
    table = deal(ann=["toast"], bob=1, keepers={"bob": ["bread", "the-toaster"]}, drawn=1)
    ann, _bob = table.seats
    assert ann.options == ["toast"]
    ann.plays("toast")

    assert table.winner == "bob"


NOTHING = {
    "discard-and-draw": {},
    "exchange-keepers": {"keepers": {"ann": ["milk"]}},
    "lets-do-that-again": {"discard": ["toast"]},
    "lets-simplify": {},
    "no-limits": {"rules": ["draw-2"]},
    "random-tax": {},
    "rules-reset": {},
    "share-the-wealth": {},
    "steal-a-keeper": {"keepers": {"ann": ["milk"]}},
    "trash-a-keeper": {},
    "trash-a-new-rule": {},
    "use-what-you-take": {},
    "zap-a-card": {},
    "jackpot": {"exact_deck": True},
    "draw-2-and-use-em": {"exact_deck": True},
}


@pytest.mark.parametrize("card", NOTHING)
def test_R048_everybody_is_told_that_an_action_had_no_effect(card):
    """It is said once, and only of an action of which nothing came."""
    table = deal(ann=[card], bob=0, drawn=2, **NOTHING[card])
    ann, _bob = table.seats
    ann.plays(card)

    assert [each for each in table.happened if isinstance(each, NoEffect)] == [NoEffect(1, card)]


@pytest.mark.parametrize(
    ("card", "given"),
    [
        ("jackpot", {}),
        ("rules-reset", {"rules": ["draw-2"]}),
        ("trash-a-keeper", {"keepers": {"bob": 2}}),
        ("take-another-turn", {}),
        ("empty-the-trash", {}),
    ],
)
def test_an_action_with_an_effect_is_not_said_to_have_none(card, given):
    """Whether it asked something or not."""
    table = deal(ann=[card], bob=0, drawn=2, **given)
    ann, _bob = table.seats
    ann.plays(card)
    if ann.asked == "discard-keeper":
        ann.answers("any")

    assert not any(isinstance(each, NoEffect) for each in table.happened)


def test_R051_the_first_of_several_plays_is_random_and_only_the_first():
    """First Play Random under Play 2: chance plays one card, the seat the other."""
    table = deal(
        ann=["bread", "milk", "love"], bob=1, rules=["first-play-random", "play-2"], random=["milk"], drawn=1
    )
    ann, bob = table.seats
    after_chance = (ann.keepers, ann.options)
    ann.plays("love")

    assert after_chance == (["milk"], ["bread", "love"])
    assert (played(table)[0], bob.asked) == (("milk", "first-play-random"), "play")


@pytest.mark.parametrize(
    ("rules", "keepers"),
    [
        (["inflation"], {}),
        (["rich-bonus"], {"ann": ["love"]}),
        (["party-bonus"], {"bob": ["the-party"]}),
        (["play-all"], {}),
        (["play-all-but-1"], {}),
    ],
)
def test_R051_every_way_to_a_second_play_makes_the_first_random(rules, keepers):
    """Inflation, bonuses, Play All and Play All But 1 count for the plays allowed."""
    table = deal(
        ann=["bread", "milk", "time"],
        bob=1,
        keepers=keepers,
        rules=["first-play-random", *rules],
        random=["milk"],
        drawn=2,
    )
    ann, _bob = table.seats

    assert "milk" in ann.keepers


def test_R051_free_actions_may_come_before_the_random_play():
    """With a free action open the seat says when chance shall play."""
    table = deal(
        ann=["bread", "milk"],
        bob=1,
        keepers={"ann": ["time"]},
        rules=["first-play-random", "play-2", "recycling"],
        random=["bread"],
        drawn=1,
    )
    ann, _bob = table.seats
    offered = ann.options
    ann.answers("random")

    assert offered == ["random", "use:recycling"]
    assert ann.keepers == ["bread", "time"]


@pytest.mark.parametrize(("rule", "hand"), [("play-all", 6), ("play-all-but-1", 5)])
def test_R054_swap_under_play_all_draws_for_the_cards_held(rule, hand):
    """Two of five played: three more for Play All, two for Play All But 1."""
    table = deal(ann=["bread", "milk", 3], bob=1, rules=["swap-plays-for-draws", rule], deck=6, drawn=1)
    ann, _bob = table.seats
    ann.plays("bread").plays("milk").plays("swap-plays-for-draws")

    assert (len(ann.hand), table.turn) == (hand, "bob")


@pytest.mark.parametrize("free", ["swap-plays-for-draws", "get-on-with-it"])
def test_R056_ending_the_plays_early_does_not_discard_play_all(free):
    """Get On With It and Swap Plays for Draws override Play All for this turn only."""
    table = deal(ann=3, bob=1, rules=["play-all", free], drawn=1)
    ann, _bob = table.seats
    ann.plays(free)

    assert (table.rules, table.turn) == (sorted(["play-all", free]), "bob")
