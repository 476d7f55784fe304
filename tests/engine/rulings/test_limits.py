"""Hand limits and keeper limits (rulings R074 to R087)."""

import pytest

from engine.scenario import deal


def test_R075_a_new_hand_limit_binds_the_others_at_once_and_its_player_at_the_end():
    """Bob comes down from four to two now, Cat has one, Ann keeps five until her turn ends."""
    table = deal(
        ann=["hand-limit-2", "bread", "milk", "love", "time", "dreams"],
        bob=["the-sun", "the-moon", "the-eye", "the-brain"],
        cat=1,
        drawn=1,
    )
    ann, bob, _cat = table.seats
    ann.plays("hand-limit-2")
    first = (table.waiting_for, bob.asked, bob.question.least, bob.question.most, len(ann.hand))
    bob.answers("the-sun", "the-eye")
    second = (table.waiting_for, ann.asked, ann.question.least, ann.question.most, bob.hand)
    ann.answers("bread", "milk", "love")

    assert first == (["bob"], "hand-limit", 2, 2, 5)
    assert second == (["ann"], "hand-limit", 3, 3, ["the-brain", "the-moon"])
    assert ann.hand == ["dreams", "time"]


@pytest.mark.parametrize("remover", ["no-limits", "rules-reset"])
def test_a_limit_from_before_that_goes_during_the_turn_is_not_enforced(remover):
    """Who is over both limits when they go keeps everything."""
    table = deal(
        ann=[remover, 4],
        bob=0,
        keepers={"ann": 4},
        rules=["hand-limit-0", "keeper-limit-2"],
        deck=["bread"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays(remover)

    assert (len(ann.hand), len(ann.keepers), bob.asked) == (4, 4, "play")


def test_R080_keepers_beyond_the_limit_stand_until_the_turn_ends():
    """Two old and two new ones; at the end Ann discards any two of the four."""
    table = deal(
        ann=["bread", "milk", "jackpot"],
        bob=0,
        keepers={"ann": ["love", "time"]},
        rules=["keeper-limit-2", "play-3"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("bread").plays("milk")
    standing = ann.keepers
    ann.plays("jackpot")
    asked = (ann.asked, ann.question.least, ann.options)
    ann.answers("love", "milk")

    assert standing == ["bread", "love", "milk", "time"]
    assert asked == ("keeper-limit", 2, ["bread", "love", "milk", "time"])
    assert ann.keepers == ["bread", "time"]


def test_R081_a_new_keeper_limit_binds_the_others_at_once_and_its_player_at_the_end():
    """Bob discards one of three now, Ann two of four at the end of her turn."""
    table = deal(ann=["keeper-limit-2"], bob=0, keepers={"ann": 4, "bob": ["bread", "milk", "love"]}, drawn=1)
    ann, bob = table.seats
    ann.plays("keeper-limit-2")
    first = (table.waiting_for, bob.asked, bob.question.least)
    bob.answers("milk")
    second = (table.waiting_for, ann.asked, ann.question.least)

    assert first == (["bob"], "keeper-limit", 1)
    assert second == (["ann"], "keeper-limit", 2)


def test_R082_a_waiting_player_comes_down_before_anything_else_happens():
    """Share the Wealth gives Bob a third keeper under Keeper Limit 2; Ann's next play waits for Bob."""
    table = deal(
        ann=["share-the-wealth", "steal-a-keeper"],
        bob=0,
        keepers={"ann": ["bread", "milk", "love", "time"], "bob": ["the-sun", "the-moon"]},
        rules=["keeper-limit-2", "play-2"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("share-the-wealth")

    assert (table.waiting_for, bob.asked, bob.question.least, ann.asked) == (["bob"], "keeper-limit", 1, "")
    bob.answers("any")
    assert (ann.asked, len(ann.keepers), len(bob.keepers)) == ("play", 3, 2)


@pytest.mark.parametrize(
    ("mine", "theirs", "asked"), [(3, 2, ["bob"]), (2, 2, ["bob"]), (0, 2, ["ann"]), (3, 1, ["bob"])]
)
def test_R084_whoever_holds_the_big_hand_comes_down_before_the_next_turn(mine, theirs, asked):
    """Hand Limit 1, and Trade Hands as the last play: the next in turn discards first, too."""
    table = deal(ann=["trade-hands", mine], bob=theirs, cat=0, rules=["hand-limit-2"], deck=4, drawn=1)
    ann, bob, _cat = table.seats
    bob_before = bob.hand
    ann.plays("trade-hands").answers("bob")

    if mine > 2:
        assert (bob.asked, bob.question.least) == ("hand-limit", mine - 2)
    else:
        assert (ann.hand, table.turn, asked) == (bob_before, "bob", asked)


def test_R084_the_next_player_discards_in_the_turn_of_the_one_who_traded():
    """Bob gets four cards under Hand Limit 2 and loses two before his draw."""
    table = deal(ann=["trade-hands", 4], bob=1, cat=0, rules=["hand-limit-2"], deck=4, drawn=1)
    ann, bob, _cat = table.seats
    ann.plays("trade-hands").answers("bob")
    asked = (table.turn, table.waiting_for, bob.asked, bob.question.least)
    bob.answers("any", "any")

    assert asked == ("ann", ["bob"], "hand-limit", 2)
    assert (table.turn, len(ann.hand), len(bob.hand)) == ("bob", 1, 3)


def test_keepers_stolen_beyond_the_limit_stand_until_the_turn_ends():
    """A third under Keeper Limit 2: Ann chooses at the end, and may keep the stolen one."""
    table = deal(
        ann=["steal-a-keeper"],
        bob=0,
        keepers={"ann": ["bread", "milk"], "bob": ["love"]},
        rules=["keeper-limit-2"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("steal-a-keeper")
    asked = (ann.asked, ann.options)
    ann.answers("bread")

    assert asked == ("keeper-limit", ["bread", "love", "milk"])
    assert (ann.keepers, table.turn) == (["love", "milk"], "bob")


@pytest.mark.parametrize(("brain", "winner"), [("ann", "ann"), ("bob", "bob")])
def test_the_keeper_limit_at_the_end_of_a_turn_can_make_somebody_win(brain, winner):
    """Ann discards the television: whoever has the brain wins before the next turn begins."""
    keepers = {"ann": ["television", "milk", "bread"], "bob": []}
    keepers[brain].append("the-brain")
    table = deal(
        ann=["jackpot"],
        bob=1,
        keepers=keepers,
        rules=["keeper-limit-2", "mystery-play"],
        goals=["the-brain-no-tv"],
        used=["mystery-play"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("jackpot")
    ann.answers("television", *["milk"] * (ann.question.least - 1))

    assert (table.winner, table.turn) == (winner, "ann")


@pytest.mark.parametrize("remover", ["trash-a-new-rule", "zap-a-card", "lets-simplify"])
def test_when_inflation_leaves_limits_shrink_and_the_others_obey_at_once(remover):
    """Bob loses a card and a keeper at once; Ann at the end of her turn."""
    table = deal(
        ann=[remover, "bread"],
        bob=["milk", "love"],
        keepers={"ann": 3, "bob": 3},
        rules=["inflation", "hand-limit-1", "keeper-limit-2"],
        drawn=2,
        played=1,
    )
    ann, bob = table.seats
    ann.plays(remover).answers("inflation")
    hand = (table.waiting_for, bob.asked, bob.question.least)
    bob.answers("milk")
    keepers = (table.waiting_for, bob.asked, bob.question.least)
    bob.answers("any")

    assert hand == (["bob"], "hand-limit", 1)
    assert keepers == (["bob"], "keeper-limit", 1)
    assert table.waiting_for == ["ann"]


def test_replacing_a_limit_by_a_lower_one_asks_again():
    """Keeper Limit 4 gives way to Keeper Limit 3."""
    table = deal(ann=["keeper-limit-3"], bob=0, keepers={"bob": 4}, rules=["keeper-limit-4"], drawn=1)
    ann, bob = table.seats
    ann.plays("keeper-limit-3")

    assert (bob.asked, bob.question.least, table.discard) == ("keeper-limit", 1, ["keeper-limit-4"])


def test_random_tax_makes_the_taxed_smaller_and_the_taxer_obey_at_the_end():
    """Two cards taken under Hand Limit 2: Ann discards at the end, nobody else is asked."""
    table = deal(ann=["random-tax", "bread"], bob=2, cat=2, rules=["hand-limit-2"], drawn=1)
    ann, bob, cat = table.seats
    ann.plays("random-tax")

    assert (len(bob.hand), len(cat.hand)) == (1, 1)
    assert (table.waiting_for, ann.asked, ann.question.least) == (["ann"], "hand-limit", 1)


def test_rotate_hands_makes_whoever_gets_too_much_discard_at_once():
    """Ann's four cards go to Bob, who must come down to two; Ann gets Cat's."""
    table = deal(ann=["rotate-hands", 4], bob=1, cat=2, rules=["hand-limit-2"], deck=3, drawn=1)
    ann, bob, cat = table.seats
    ann.plays("rotate-hands").answers("left")

    assert (table.waiting_for, bob.asked, bob.question.least) == (["bob"], "hand-limit", 2)
    assert (len(ann.hand), len(cat.hand)) == (2, 1)


def test_everybody_gets_1_makes_the_others_discard_at_once():
    """Bob and Cat are at Hand Limit 1 and get one each; Ann discards at the end."""
    table = deal(
        ann=["everybody-gets-1", "bread"],
        bob=["milk"],
        cat=["love"],
        rules=["hand-limit-1"],
        deck=["time", "the-sun", "the-moon"],
        drawn=1,
    )
    ann, bob, cat = table.seats
    ann.plays("everybody-gets-1").answers("ann")
    ann.answers("bob")
    asked = (table.waiting_for, bob.question.least, cat.question.least)
    bob.answers("milk")
    cat.answers("love")

    assert asked == (["bob", "cat"], 1, 1)
    assert (bob.hand, cat.hand, ann.asked, ann.question.least) == (["the-sun"], ["the-moon"], "hand-limit", 1)


def test_rock_paper_scissors_makes_the_winner_who_waits_discard_at_once():
    """Bob wins three cards under Hand Limit 2."""
    table = deal(ann=["rock-paper-scissors-showdown", 3], bob=1, rules=["hand-limit-2"], drawn=1)
    ann, bob = table.seats
    ann.plays("rock-paper-scissors-showdown")
    for _ in range(2):
        ann.answers("rock")
        bob.answers("paper")

    assert (ann.hand, bob.asked, bob.question.least) == ([], "hand-limit", 2)
