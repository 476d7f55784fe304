"""Goals and winning (rulings R090 to R116, and the list of goals)."""

import pytest

from engine.scenario import deal

PAIRS = {
    "the-appliances": ("the-toaster", "television"),
    "baked-goods": ("bread", "cookies"),
    "bed-time": ("sleep", "time"),
    "bread-and-chocolate": ("bread", "chocolate"),
    "cant-buy-me-love": ("money", "love"),
    "chocolate-cookies": ("chocolate", "cookies"),
    "chocolate-milk": ("chocolate", "milk"),
    "day-dreams": ("the-sun", "dreams"),
    "dreamland": ("sleep", "dreams"),
    "the-eye-of-the-beholder": ("the-eye", "love"),
    "great-theme-song": ("music", "television"),
    "hearts-and-minds": ("love", "the-brain"),
    "hippyism": ("peace", "love"),
    "lullaby": ("sleep", "music"),
    "milk-and-cookies": ("milk", "cookies"),
    "the-minds-eye": ("the-brain", "the-eye"),
    "night-and-day": ("the-sun", "the-moon"),
    "party-time": ("the-party", "time"),
    "rocket-science": ("the-rocket", "the-brain"),
    "rocket-to-the-moon": ("the-rocket", "the-moon"),
    "squishy-chocolate": ("chocolate", "the-sun"),
    "time-is-money": ("time", "money"),
    "toast": ("bread", "the-toaster"),
    "turn-it-up": ("music", "the-party"),
    "winning-the-lottery": ("dreams", "money"),
    "world-peace": ("dreams", "peace"),
}


@pytest.mark.parametrize(("goal", "pair"), PAIRS.items())
def test_each_pair_goal_is_won_with_both_keepers_and_with_no_half(goal, pair):
    """One keeper isn't enough; with the second the game is won, other keepers or Inflation or not."""
    one, other = pair
    table = deal(
        ann=[one, other],
        bob=1,
        keepers={"ann": 2},
        rules=["play-4", "inflation"],
        goals=[goal],
        drawn=2,
    )
    ann, _bob = table.seats
    ann.plays(one)
    half = table.winner
    ann.plays(other)

    assert (half, table.winner) == ("", "ann")


@pytest.mark.parametrize(("goal", "pair"), PAIRS.items())
def test_a_pair_divided_between_two_players_wins_for_nobody(goal, pair):
    """Both keepers are in play, but not in front of one player."""
    one, other = pair
    table = deal(ann=[goal], bob=1, keepers={"ann": [one], "bob": [other]}, drawn=1)
    ann, _bob = table.seats
    ann.plays(goal)

    assert (table.goals, table.winner) == ([goal], "")


def tie(*, ann, goal="5-keepers", keepers=None, rules=(), **given):
    """Ann and Bob meet the goal at once: five keepers each, so that neither has the most."""
    keepers = keepers or {
        "ann": ["bread", "milk", "love", "time", "the-sun"],
        "bob": ["the-moon", "the-eye", "the-brain", "sleep", "peace"],
    }
    return deal(ann=ann, bob=1, cat=0, keepers=keepers, rules=list(rules), goals=[goal], drawn=1, **given)


@pytest.mark.parametrize(
    ("card", "answers"),
    [
        ("steal-a-keeper", ["the-moon@bob"]),
        ("trash-a-keeper", ["the-moon@bob"]),
        ("zap-a-card", ["the-moon@bob"]),
        ("dreams", []),
    ],
)
def test_R094_whoever_is_left_alone_with_the_goal_wins_at_once(card, answers):
    """The tie ends by a theft, a loss, or one more keeper."""
    table = tie(ann=[card, "jackpot"], rules=["play-2"])
    ann, _bob, _cat = table.seats
    ann.plays(card)
    if answers:
        ann.answers(*answers)

    assert table.winner == "ann"


def test_R096_a_goal_can_be_met_many_turns_later():
    """It stays winnable as long as it is in play."""
    table = deal(
        ann=["toast"],
        bob=["milk"],
        keepers={"ann": ["bread"]},
        deck=["love", "time", "sleep", "the-toaster"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("toast")
    bob.plays("milk")
    ann.plays("time")
    bob.plays("love")
    ann.plays("the-toaster")

    assert (table.winner, table.game.view(None).turn_number) == ("ann", 5)


@pytest.mark.parametrize(
    ("ann", "bob", "rules", "winner"),
    [
        (4, 3, [], ""),
        (5, 4, [], "ann"),
        (5, 5, [], ""),
        (7, 7, [], ""),
        (5, 4, ["inflation"], ""),
        (6, 4, ["inflation"], "ann"),
        (6, 6, ["inflation"], ""),
    ],
)
def test_5_keepers_needs_five_and_strictly_the_most(ann, bob, rules, winner):
    """Five (inflated six) at least, and more than anybody else."""
    table = deal(ann=["5-keepers"], bob=1, keepers={"ann": ann, "bob": bob}, rules=rules, drawn=2)
    table.players["ann"].plays("5-keepers")

    assert table.winner == winner


@pytest.mark.parametrize(
    ("ann", "bob", "rules", "winner"),
    [
        (10, 11, [], "bob"),
        (11, 11, [], ""),
        (10, 9, [], "ann"),
        (9, 9, [], ""),
        (10, 9, ["inflation"], ""),
        (11, 10, ["inflation"], "ann"),
        (11, 11, ["inflation"], ""),
    ],
)
def test_R099_ten_cards_in_hand_go_to_whoever_holds_the_most(ann, bob, rules, winner):
    """Ten (inflated eleven) at least, and more than anybody else; the goal itself has left the hand."""
    table = deal(ann=["10-cards-in-hand", ann], bob=bob, rules=["play-2", *rules], drawn=2)
    table.players["ann"].plays("10-cards-in-hand")

    assert table.winner == winner


@pytest.mark.parametrize("goal", ["toast", "hippyism"])
def test_R109_either_goal_is_enough(goal):
    """Two goals, one met."""
    pair = PAIRS[goal]
    table = deal(
        ann=[pair[0]],
        bob=1,
        keepers={"ann": [pair[1]]},
        rules=["double-agenda"],
        goals=["toast", "hippyism"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays(pair[0])

    assert table.winner == "ann"


def test_R110_one_keeper_may_serve_both_goals():
    """Bread for Toast and for Baked Goods: Ann meets both at once and wins."""
    table = deal(
        ann=["bread"],
        bob=1,
        keepers={"ann": ["the-toaster", "cookies"]},
        rules=["double-agenda"],
        goals=["toast", "baked-goods"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("bread")

    assert (table.winner, sorted(table.happened[-1].goals)) == ("ann", ["baked-goods", "toast"])


@pytest.mark.parametrize("food", ["bread", "chocolate", "cookies", "milk"])
def test_party_snacks_needs_the_party_and_food(food):
    """Bread, chocolate, cookies and milk are food."""
    table = deal(ann=[food], bob=1, keepers={"ann": ["the-party"]}, goals=["party-snacks"], drawn=1)
    ann, _bob = table.seats
    ann.plays(food)

    assert table.winner == "ann"


@pytest.mark.parametrize("other", ["the-toaster", "the-sun", "sleep", "time", "music"])
def test_party_snacks_takes_nothing_else_for_food(other):
    """A toaster is no snack."""
    table = deal(ann=[other], bob=1, keepers={"ann": ["the-party"]}, goals=["party-snacks"], drawn=1)
    ann, _bob = table.seats
    ann.plays(other)

    assert table.winner == ""


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("party-snacks", {"keepers": {"bob": ["the-party", "milk"]}}),
        ("5-keepers", {"keepers": {"bob": 5}}),
        ("10-cards-in-hand", {"bob": 10}),
    ],
)
@pytest.mark.parametrize("remover", ["trash-a-new-rule", "zap-a-card", "rules-reset", "lets-simplify"])
def test_inflation_that_leaves_can_make_somebody_win_at_once(goal, given, remover):
    """What was one short of the inflated number is enough again."""
    given = {"bob": 1, **given}
    table = deal(ann=[remover], rules=["inflation"], goals=[goal], drawn=2, **given)
    ann, _bob = table.seats
    ann.plays(remover)
    if ann.asked:
        ann.answers("inflation")

    assert table.winner == "bob"


# How Double Agenda leaves, with two goals in play: whoever caused it drops one at once.


@pytest.mark.parametrize(
    ("card", "answer"),
    [
        ("trash-a-new-rule", ["double-agenda"]),
        ("zap-a-card", ["double-agenda"]),
        ("lets-simplify", ["double-agenda"]),
        ("rules-reset", None),
    ],
)
def test_R107_when_double_agenda_leaves_its_remover_drops_a_goal_at_once(card, answer):
    """Every way out asks the seat in turn, and nobody else, before anything else happens."""
    table = deal(
        ann=[card, "milk", "love"],
        bob=1,
        rules=["double-agenda", "play-3"],
        goals=["toast", "hippyism"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays(card)
    if answer:
        ann.answers(*answer)
    asked = (table.waiting_for, ann.asked, ann.options)
    ann.answers("hippyism")

    assert asked == (["ann"], "discard-goal", ["hippyism", "toast"])
    assert (table.goals, "hippyism" in table.discard) == (["toast"], True)
