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


def test_R090_a_goal_replaces_the_one_in_play():
    """Without Double Agenda there is one goal."""
    table = deal(ann=["toast"], bob=1, goals=["hippyism"], drawn=1)
    ann, _bob = table.seats
    ann.plays("toast")

    assert (table.goals, table.discard) == (["toast"], ["hippyism"])


def test_R091_who_meets_the_goal_wins_at_once_on_anybodys_turn():
    """Ann's steal is not needed: the goal that she plays makes Bob win, with a play left."""
    table = deal(
        ann=["toast", "milk"], bob=1, keepers={"bob": ["bread", "the-toaster"]}, rules=["play-2"], drawn=1
    )
    ann, _bob = table.seats
    ann.plays("toast")

    assert (table.winner, ann.asked, ann.hand) == ("bob", "", ["milk"])


def test_R091_after_a_win_nothing_is_asked_and_nothing_can_be_answered():
    """The game is over for everybody."""
    table = deal(ann=["toast", "milk"], bob=1, keepers={"bob": ["bread", "the-toaster"]}, drawn=1)
    ann, bob = table.seats
    ann.plays("toast")

    assert (table.game.over, table.waiting_for) == (True, [])
    assert ann.cannot("milk")
    assert bob.cannot("any")


def tie(*, ann, goal="5-keepers", keepers=None, rules=(), **given):
    """Ann and Bob meet the goal at once: five keepers each, so that neither has the most."""
    keepers = keepers or {
        "ann": ["bread", "milk", "love", "time", "the-sun"],
        "bob": ["the-moon", "the-eye", "the-brain", "sleep", "peace"],
    }
    return deal(ann=ann, bob=1, cat=0, keepers=keepers, rules=list(rules), goals=[goal], drawn=1, **given)


def test_R093_two_at_once_win_neither_and_play_goes_on():
    """Five keepers each: no winner, and the turn passes."""
    table = tie(ann=["jackpot"])
    ann, bob, _cat = table.seats
    ann.plays("jackpot")

    assert (table.winner, bob.asked) == ("", "play")


def test_R093_the_later_winner_need_not_be_one_of_the_tied():
    """Ann and Bob are tied; a new goal makes Cat win."""
    table = deal(
        ann=["toast"],
        bob=0,
        cat=0,
        keepers={"ann": 5, "bob": 5, "cat": ["bread", "the-toaster"]},
        goals=["5-keepers"],
        drawn=1,
    )
    ann, _bob, _cat = table.seats
    ann.plays("toast")

    assert table.winner == "cat"


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


def test_R094_the_tie_can_end_in_favour_of_the_other():
    """Ann loses a keeper by her own card, and Bob wins on her turn."""
    table = tie(ann=["trash-a-keeper"])
    ann, _bob, _cat = table.seats
    ann.plays("trash-a-keeper").answers("bread@ann")

    assert table.winner == "bob"


def test_R094_a_tie_can_end_by_a_limit():
    """Keeper Limit 4: Bob, who waits, loses his fifth keeper at once, and Ann, whose turn it is, wins."""
    table = tie(ann=["keeper-limit-4"])
    ann, bob, _cat = table.seats
    ann.plays("keeper-limit-4")
    assert table.winner == ""
    bob.answers("peace")

    assert table.winner == "ann"


def test_R094_a_tie_can_end_by_a_free_action():
    """Ann recycles her fifth keeper: Bob wins before she draws."""
    table = tie(ann=["jackpot"], rules=["recycling"])
    ann, _bob, _cat = table.seats
    ann.plays("recycling").answers("bread")

    assert (table.winner, ann.hand) == ("bob", ["jackpot"])


def test_R094_a_tie_can_end_by_leaving():
    """Bob leaves the table, and Ann alone meets the goal."""
    table = tie(ann=["jackpot"])
    _ann, bob, _cat = table.seats
    bob.leaves()

    assert table.winner == "ann"


def test_R095_an_exchange_that_gives_each_a_goal_wins_for_neither():
    """With two goals, one exchange makes Ann meet one and Bob the other: play goes on."""
    table = deal(
        ann=["exchange-keepers", "jackpot"],
        bob=1,
        keepers={"ann": ["bread", "love"], "bob": ["peace", "the-toaster"]},
        rules=["double-agenda"],
        goals=["toast", "hippyism"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("exchange-keepers").answers("love").answers("the-toaster")

    assert (ann.keepers, bob.keepers) == (["bread", "the-toaster"], ["love", "peace"])
    assert (table.winner, table.turn) == ("", "bob")


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


def test_R096_a_win_is_never_overlooked():
    """Nobody has to claim it: the keeper that completes the pair ends the game."""
    table = deal(ann=["bread"], bob=1, keepers={"ann": ["the-toaster"]}, goals=["toast"], drawn=1)
    ann, _bob = table.seats
    ann.plays("bread")

    assert table.winner == "ann"


def test_R097_five_keepers_go_to_whoever_has_the_most():
    """Ann has five, Bob six: Bob wins."""
    table = deal(ann=["5-keepers"], bob=1, keepers={"ann": 5, "bob": 6}, drawn=1)
    ann, _bob = table.seats
    ann.plays("5-keepers")

    assert table.winner == "bob"


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


def test_R098_a_tie_of_keepers_with_a_third_below_is_still_a_tie():
    """Five, five and four: nobody."""
    table = deal(ann=["5-keepers"], bob=1, cat=1, keepers={"ann": 5, "bob": 5, "cat": 4}, drawn=1)
    ann, _bob, _cat = table.seats
    ann.plays("5-keepers")

    assert table.winner == ""


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


def test_R100_a_played_card_has_left_the_hand_before_its_effect():
    """Eleven each; Ann plays Trade Hands, has ten, and Bob wins before the swap."""
    table = deal(ann=["trade-hands", 10], bob=11, goals=["10-cards-in-hand"], drawn=1)
    ann, _bob = table.seats
    ann.plays("trade-hands")

    assert (table.winner, len(ann.hand)) == ("bob", 10)


def test_R100_a_played_keeper_breaks_the_tie_as_well():
    """Any card does: it is in no hand once it is played."""
    table = deal(ann=["bread", 10], bob=11, goals=["10-cards-in-hand"], drawn=1)
    ann, _bob = table.seats
    ann.plays("bread")

    assert table.winner == "bob"


def test_R101_cards_set_aside_by_an_action_do_not_count_for_ten_cards():
    """Eight in hand and three drawn aside are not eleven."""
    table = deal(
        ann=["draw-3-play-2-of-them", 8],
        bob=1,
        goals=["10-cards-in-hand"],
        deck=["bread", "milk", "love"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-3-play-2-of-them")

    assert (ann.asked, ann.temporary, table.winner) == ("play-temporary", ["bread", "love", "milk"], "")


def test_R101_cards_that_everybody_will_get_count_once_they_are_given():
    """Nine in hand, four drawn aside under Inflation: Ann has eleven only when all four are given."""
    table = deal(
        ann=["everybody-gets-1", 9],
        bob=5,
        rules=["inflation"],
        goals=["10-cards-in-hand"],
        deck=["bread", "milk", "love", "time"],
        drawn=2,
    )
    ann, bob = table.seats
    ann.plays("everybody-gets-1").answers("ann")
    before = (table.winner, len(ann.hand))
    ann.answers("ann")

    assert (before, table.winner, len(ann.hand), len(bob.hand)) == (("", 9), "ann", 11, 7)


def test_R101_a_hand_set_aside_still_counts_for_ten_cards():
    """The main hand is Ann's, aside or not: a draw rule played in the middle brings it to ten."""
    table = deal(
        ann=["draw-2-and-use-em", 8],
        bob=1,
        goals=["10-cards-in-hand"],
        deck=["draw-3", "milk", "love", "time"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-2-and-use-em").answers("draw-3")

    assert (table.winner, len(ann.hand), ann.temporary) == ("ann", 10, ["milk"])


def test_R102_the_card_of_mystery_play_is_never_in_the_hand():
    """Nine cards in hand and one played unseen: no win."""
    table = deal(
        ann=9, bob=1, rules=["mystery-play"], goals=["10-cards-in-hand"], deck=["bread"], drawn=1, played=1
    )
    ann, _bob = table.seats
    ann.plays("mystery-play")

    assert (table.winner, ann.keepers, len(ann.hand)) == ("", ["bread"], 9)


def test_R103_share_the_wealth_is_looked_at_when_all_is_dealt():
    """Fifteen keepers for three: after thirteen of them Ann would have the most, in the end it is a tie."""
    table = deal(
        ann=["share-the-wealth"],
        bob=1,
        cat=1,
        keepers={"ann": 5, "bob": 5, "cat": 5},
        goals=["5-keepers"],
        drawn=1,
    )
    ann, _bob, _cat = table.seats
    ann.plays("share-the-wealth")

    assert ([len(player.keepers) for player in table.seats], table.winner) == ([5, 5, 5], "")


def test_R104_an_exchange_is_one_moment():
    """Between giving and taking Bob would have sun and moon; there is no between."""
    table = deal(
        ann=["exchange-keepers"],
        bob=1,
        keepers={"ann": ["the-sun"], "bob": ["the-moon"]},
        goals=["night-and-day"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("exchange-keepers").answers("the-sun").answers("the-moon")

    assert (ann.keepers, bob.keepers, table.winner) == (["the-moon"], ["the-sun"], "")


def test_R105_double_agenda_plays_no_goal():
    """The rule is the play; the goal in hand waits for another one."""
    table = deal(ann=["double-agenda", "toast"], bob=["bread"], goals=["hippyism"], drawn=1)
    ann, bob = table.seats
    ann.plays("double-agenda")

    assert (table.goals, ann.hand, bob.asked) == (["hippyism"], ["toast"], "play")


def test_R105_a_second_goal_joins_the_first():
    """With Double Agenda nothing is discarded for it."""
    table = deal(ann=["toast"], bob=1, rules=["double-agenda"], goals=["hippyism"], drawn=1)
    ann, _bob = table.seats
    ann.plays("toast")

    assert (table.goals, table.discard) == (["hippyism", "toast"], [])


def test_R108_who_plays_a_third_goal_chooses_which_old_one_goes():
    """The new goal itself is no choice."""
    table = deal(ann=["toast"], bob=1, rules=["double-agenda"], goals=["hippyism", "lullaby"], drawn=1)
    ann, _bob = table.seats
    ann.plays("toast")
    asked = (ann.asked, ann.options)
    ann.answers("hippyism")

    assert asked == ("discard-goal", ["hippyism", "lullaby"])
    assert (table.goals, table.discard) == (["lullaby", "toast"], ["hippyism"])


def test_R108_a_third_goal_does_not_count_before_one_has_gone():
    """Nobody wins by the new goal while there are three; then the rest is looked at as one position."""
    table = deal(
        ann=["toast"],
        bob=1,
        cat=1,
        keepers={"ann": ["bread", "the-toaster"], "cat": ["love", "peace"]},
        rules=["double-agenda"],
        goals=["lullaby", "night-and-day"],
        drawn=1,
    )
    ann, _bob, _cat = table.seats
    ann.plays("toast")
    open_still = table.winner
    ann.answers("lullaby")

    assert (open_still, table.winner) == ("", "ann")


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


def test_R109_a_tie_on_one_goal_does_not_stop_a_win_by_the_other():
    """Five keepers each: nobody has the most, so Ann, who meets Toast, is alone and wins."""
    table = deal(
        ann=["toast"],
        bob=1,
        keepers={"ann": ["bread", "the-toaster", "love", "time", "sleep"], "bob": 5},
        rules=["double-agenda"],
        goals=["5-keepers"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("toast")

    assert table.winner == "ann"


def test_R110_one_keeper_does_not_serve_two_players():
    """Bread in front of Ann is nothing for Bob."""
    table = deal(
        ann=["bread"],
        bob=1,
        keepers={"bob": ["the-toaster", "cookies"]},
        rules=["double-agenda"],
        goals=["toast", "baked-goods"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("bread")

    assert table.winner == ""


def test_R115_the_brain_wins_only_while_nobody_has_the_television():
    """Ann has the brain, Bob the television: nobody; when it leaves the table Ann wins."""
    table = deal(
        ann=["the-brain-no-tv", "trash-a-keeper"],
        bob=1,
        keepers={"ann": ["the-brain"], "bob": ["television"]},
        rules=["play-2"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("the-brain-no-tv")
    before = table.winner
    ann.plays("trash-a-keeper").answers("television")

    assert (before, table.winner) == ("", "ann")


def test_R115_ones_own_television_is_in_the_way_as_well():
    """The brain and the television in front of one player win nothing."""
    table = deal(ann=["the-brain-no-tv"], bob=1, keepers={"ann": ["the-brain", "television"]}, drawn=1)
    ann, _bob = table.seats
    ann.plays("the-brain-no-tv")

    assert table.winner == ""


def test_R115_a_television_in_a_hand_is_no_television():
    """Only what lies on the table counts."""
    table = deal(ann=["the-brain-no-tv"], bob=["television"], keepers={"bob": ["the-brain"]}, drawn=1)
    ann, _bob = table.seats
    ann.plays("the-brain-no-tv")

    assert table.winner == "bob"


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


def test_inflated_party_snacks_needs_two_kinds_of_food():
    """One food is not enough under Inflation, two are."""
    table = deal(
        ann=["bread", "milk"],
        bob=1,
        keepers={"ann": ["the-party"]},
        rules=["inflation"],
        goals=["party-snacks"],
        drawn=2,
    )
    ann, _bob = table.seats
    ann.plays("bread")
    one = table.winner
    ann.plays("milk")

    assert (one, table.winner) == ("", "ann")


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


def test_R116_seeing_the_other_half_gives_no_right_to_it():
    """Only a card's effect takes a keeper from another player."""
    table = deal(
        ann=["milk"], bob=1, keepers={"ann": ["bread"], "bob": ["the-toaster"]}, goals=["toast"], drawn=1
    )
    ann, _bob = table.seats

    assert ann.cannot("the-toaster@bob")
    assert ann.options == ["milk"]


def test_R116_steal_a_keeper_takes_it_and_wins():
    """The card that does exactly that."""
    table = deal(
        ann=["steal-a-keeper"],
        bob=1,
        keepers={"ann": ["bread"], "bob": ["the-toaster"]},
        goals=["toast"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("steal-a-keeper").answers("the-toaster")

    assert table.winner == "ann"


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


def test_R107_with_one_goal_in_play_nothing_is_asked():
    """Double Agenda leaves, and the only goal stays."""
    table = deal(ann=["rules-reset"], bob=1, rules=["double-agenda"], goals=["toast"], drawn=1)
    ann, _bob = table.seats
    ann.plays("rules-reset")

    assert (table.goals, table.turn) == (["toast"], "bob")


def test_R107_the_goal_that_is_kept_can_win_at_once():
    """A tie by two goals ends when one of them goes."""
    table = deal(
        ann=["trash-a-new-rule"],
        bob=1,
        keepers={"ann": ["bread", "the-toaster"], "bob": ["peace", "love"]},
        rules=["double-agenda"],
        goals=["toast", "hippyism"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("trash-a-new-rule").answers("toast")

    assert (table.goals, table.winner) == (["hippyism"], "bob")


def test_a_goal_is_dropped_before_anybody_wins_by_what_left_with_double_agenda():
    """Inflation goes, too; the goal that Bob meets without it is dropped first, and nobody wins."""
    table = deal(
        ann=["rules-reset"],
        bob=1,
        keepers={"bob": 5},
        rules=["double-agenda", "inflation"],
        goals=["5-keepers", "toast"],
        drawn=2,
    )
    ann, _bob = table.seats
    ann.plays("rules-reset")
    before = table.winner
    ann.answers("5-keepers")

    assert (before, table.goals, table.winner) == ("", ["toast"], "")


def test_double_agenda_that_comes_back_from_the_discard_pile_takes_a_second_goal():
    """Fetched by Let's Do That Again, it works like the first time."""
    table = deal(
        ann=["lets-do-that-again", "toast"],
        bob=1,
        rules=["play-2"],
        goals=["hippyism"],
        discard=["double-agenda"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("lets-do-that-again").answers("double-agenda")
    ann.plays("toast")

    assert table.goals == ["hippyism", "toast"]


def test_double_agenda_lost_inside_a_compound_action_asks_before_the_next_card():
    """Trash a New Rule as the first of two: the goal goes before the second card is played."""
    table = deal(
        ann=["draw-2-and-use-em"],
        bob=1,
        rules=["double-agenda"],
        goals=["toast", "hippyism"],
        deck=["trash-a-new-rule", "bread"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-2-and-use-em").answers("trash-a-new-rule").answers("double-agenda")
    asked = (ann.asked, ann.keepers)
    ann.answers("toast")

    assert asked == ("discard-goal", [])
    assert (table.goals, ann.keepers) == (["hippyism"], ["bread"])


def test_a_third_goal_played_unseen_asks_its_player_too():
    """Mystery Play turns up a goal under Double Agenda: Ann chooses which of the two goes."""
    table = deal(
        ann=1,
        bob=1,
        rules=["double-agenda", "mystery-play"],
        goals=["toast", "hippyism"],
        deck=["lullaby"],
    )
    ann, _bob = table.seats
    ann.plays("mystery-play")
    asked = (ann.asked, ann.options)
    ann.answers("toast")

    assert asked == ("discard-goal", ["hippyism", "toast"])
    assert table.goals == ["hippyism", "lullaby"]


def test_a_goal_taken_by_use_what_you_take_is_its_takers_play():
    """Ann plays Bob's goal and chooses which of the two old ones goes."""
    table = deal(
        ann=["use-what-you-take"],
        bob=["lullaby"],
        rules=["double-agenda"],
        goals=["toast", "hippyism"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("use-what-you-take").answers("toast")

    assert table.goals == ["hippyism", "lullaby"]


def test_zapping_one_of_two_goals_leaves_the_other():
    """No further goal has to go."""
    table = deal(ann=["zap-a-card"], bob=1, rules=["double-agenda"], goals=["toast", "hippyism"], drawn=1)
    ann, _bob = table.seats
    ann.plays("zap-a-card").answers("toast")

    assert (table.goals, ann.hand, table.rules, table.turn) == (
        ["hippyism"],
        ["toast"],
        ["double-agenda"],
        "bob",
    )


def test_Z9_double_agenda_replaced_by_its_copy_keeps_both_goals():
    """In a deck with two of them: the old one is discarded, and nothing has to be chosen."""
    table = deal(
        more_cards=["double-agenda"],
        ann=["double-agenda"],
        bob=1,
        rules=["double-agenda"],
        goals=["toast", "hippyism"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("double-agenda")

    assert (sorted(table.goals), table.rules) == (["hippyism", "toast"], ["double-agenda"])
    assert (table.discard, ann.asked, bob.asked) == (["double-agenda"], "", "play")
