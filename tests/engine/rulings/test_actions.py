"""Actions (rulings R117 to R138)."""

import pytest

from engine import QuestionKind, Refused
from engine.outcomes import HandWon, NoEffect, TurnGained
from engine.scenario import deal


def test_R117_what_an_action_makes_one_play_is_one_play_in_all():
    """Draw 2 and Use 'Em, one of them Draw 3, Play 2 of Them: four more cards, one play."""
    table = deal(
        ann=["draw-2-and-use-em", "bread"],
        bob=1,
        deck=["draw-3-play-2-of-them", "milk", "love", "time", "the-sun"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("draw-2-and-use-em").answers("draw-3-play-2-of-them")
    ann.answers("love").answers("time")

    assert (ann.keepers, ann.hand) == (["love", "milk", "time"], ["bread"])
    assert table.discard == ["draw-2-and-use-em", "draw-3-play-2-of-them", "the-sun"]
    assert bob.asked == "play"


def test_R118_nested_hands_are_never_merged():
    """Draw 3 gives x, Draw 2, y; x and y wait while both new cards are played; then one of them is."""
    table = deal(
        ann=["draw-3-play-2-of-them", "bread"],
        bob=1,
        deck=["milk", "draw-2-and-use-em", "love", "time", "the-sun"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-3-play-2-of-them")
    first = ann.options
    ann.answers("draw-2-and-use-em")
    second = (ann.options, ann.temporary, ann.hand)
    ann.answers("time")
    third = (ann.options, ann.keepers)
    ann.answers("love")

    assert first == ["draw-2-and-use-em", "love", "milk"]
    assert second == (["the-sun", "time"], ["love", "milk", "the-sun", "time"], ["bread"])
    assert third == (["love", "milk"], ["the-sun", "time"])
    assert (ann.keepers, ann.hand, "milk" in table.discard) == (["love", "the-sun", "time"], ["bread"], True)


@pytest.mark.parametrize(
    ("card", "answers"),
    [("jackpot", []), ("draw-4", []), ("random-tax", []), ("zap-a-card", [])],
)
def test_cards_gained_in_the_middle_go_to_the_hand_set_aside(card, answers):
    """The Polish rulebook's answer: everything gained joins the main hand, nothing the temporary one."""
    table = deal(
        ann=["draw-2-and-use-em"],
        bob=["the-eye", "the-moon"],
        keepers={"bob": ["time"]},
        deck=[card, "milk", "love", "the-sun", "bread"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-2-and-use-em").answers(card, *answers)
    gained = {"jackpot": 3, "draw-4": 3, "random-tax": 1, "zap-a-card": 1}[card]

    assert (len(ann.hand), "milk" in ann.keepers) == (gained, True)


def test_R120_inflation_inside_draw_3_play_2_raises_the_action_and_the_turn():
    """One more card aside and one more to play; one more to the main hand and one more play this turn."""
    table = deal(
        ann=["draw-3-play-2-of-them", "bread"],
        bob=1,
        deck=["inflation", "milk", "love", "the-sun", "time", "the-moon"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers("inflation")
    middle = (len(ann.hand), len(ann.temporary))
    ann.answers("any").answers("any")
    after = (ann.asked, len(ann.keepers), len(ann.hand), len(table.discard))
    ann.plays("any")

    assert middle == (2, 3)
    assert after == ("play", 2, 2, 2)
    assert bob.asked == "play"


@pytest.mark.parametrize(
    ("occasion", "answers", "kept"), [("ordinary-day", 2, 1), ("holiday", 3, 2), ("birthday", 4, 3)]
)
def test_inflation_inside_todays_special_raises_it_as_well(occasion, answers, kept):
    """Four drawn, and two, three or four of them played."""
    table = deal(
        ann=["todays-special"],
        bob=1,
        deck=["inflation", "milk", "love", "the-sun", "time", "the-moon"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("todays-special").answers(occasion).answers("inflation")
    for _ in range(answers - 1):
        if ann.asked == "play-temporary":
            ann.answers("any")

    assert (len(ann.keepers), ann.temporary) == (kept, [])


@pytest.mark.parametrize(
    ("card", "cards", "plays"), [("draw-3-play-2-of-them", 4, 3), ("draw-2-and-use-em", 3, 3)]
)
def test_inflated_drawing_actions_draw_and_play_one_more(card, cards, plays):
    """4 and 3 instead of 3 and 2; 3 instead of 2."""
    table = deal(ann=[card, "jackpot"], bob=1, rules=["inflation"], deck=5, drawn=2, played=1)
    ann, bob = table.seats
    ann.plays(card)
    drawn = len(ann.temporary)
    while ann.asked == "play-temporary":
        ann.answers("any")

    assert (drawn, len(ann.keepers), len(table.discard), bob.asked) == (
        cards,
        plays,
        1 + cards - plays,
        "play",
    )


def test_inflation_that_leaves_draw_2_and_use_em_takes_one_play_with_it():
    """Three drawn, Inflation trashed by the first: one more is played, and the third is discarded."""
    table = deal(
        ann=["draw-2-and-use-em"],
        bob=1,
        rules=["inflation"],
        deck=["trash-a-new-rule", "milk", "love"],
        drawn=2,
        played=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-2-and-use-em").answers("trash-a-new-rule").answers("inflation")
    ann.answers("milk")

    assert (ann.keepers, ann.temporary) == (["milk"], [])
    assert table.discard == ["draw-2-and-use-em", "love", "trash-a-new-rule", "inflation"]


def test_inflation_that_leaves_draw_3_play_2_takes_one_play_with_it():
    """Four drawn, Inflation trashed by the first: one more is played, two are discarded."""
    table = deal(
        ann=["draw-3-play-2-of-them"],
        bob=1,
        rules=["inflation"],
        deck=["trash-a-new-rule", "milk", "love", "time"],
        drawn=2,
        played=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers("trash-a-new-rule").answers("inflation")
    ann.answers("milk")

    assert (ann.keepers, ann.temporary) == (["milk"], [])
    assert table.discard[0] == "draw-3-play-2-of-them"
    assert sorted(table.discard[1:3]) == ["love", "time"]


def test_R121_a_hand_lost_at_rock_paper_scissors_in_the_middle_is_the_one_set_aside():
    """The temporary cards stay where they are."""
    table = deal(
        ann=["draw-3-play-2-of-them", "bread", "time"],
        bob=["the-sun"],
        deck=["rock-paper-scissors-showdown", "milk", "love"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers("rock-paper-scissors-showdown")
    for _ in range(2):
        ann.answers("rock")
        bob.answers("paper")

    assert (ann.hand, bob.hand, ann.temporary) == ([], ["bread", "the-sun", "time"], ["love", "milk"])


def test_R121_trade_hands_in_the_middle_trades_the_one_set_aside():
    """Bob gets the main hand, and Ann's new hand is Bob's old one."""
    table = deal(
        ann=["draw-3-play-2-of-them", "bread", "time"],
        bob=["the-sun"],
        deck=["trade-hands", "milk", "love"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers("trade-hands")

    assert (ann.hand, bob.hand, ann.temporary) == (["the-sun"], ["bread", "time"], ["love", "milk"])


def test_R121_discard_and_draw_in_the_middle_changes_the_one_set_aside():
    """Two main cards for two new ones; the temporary ones stay."""
    table = deal(
        ann=["draw-3-play-2-of-them", "bread", "time"],
        bob=1,
        deck=["discard-and-draw", "milk", "love", "the-sun", "the-moon"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers("discard-and-draw")

    assert (ann.hand, ann.temporary) == (["the-moon", "the-sun"], ["love", "milk"])


def test_R121_rotate_hands_in_the_middle_passes_the_one_set_aside():
    """All main hands move on, the temporary one doesn't."""
    table = deal(
        ann=["draw-3-play-2-of-them", "bread"],
        bob=["time"],
        cat=["the-sun"],
        deck=["rotate-hands", "milk", "love"],
        drawn=1,
    )
    ann, bob, cat = table.seats
    ann.plays("draw-3-play-2-of-them").answers("rotate-hands").answers("left")

    assert (ann.hand, bob.hand, cat.hand) == (["the-sun"], ["bread"], ["time"])
    assert ann.temporary == ["love", "milk"]


def test_R122_a_compound_action_leaves_no_play_under_basic_rules():
    """The turn is over after it."""
    table = deal(
        ann=["draw-3-play-2-of-them", "bread"],
        bob=["time"],
        deck=["milk", "love", "the-sun", "sleep"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers("milk").answers("love")

    assert (ann.hand, ann.asked, bob.asked) == (["bread"], "", "play")


def test_R124_no_free_action_is_offered_until_the_compound_action_is_done():
    """Between its cards there is only the choice of the next."""
    table = deal(
        ann=["draw-3-play-2-of-them", "bread"],
        bob=1,
        keepers={"ann": ["time"]},
        rules=["recycling", "mystery-play", "goal-mill", "get-on-with-it", "swap-plays-for-draws", "play-2"],
        deck=["milk", "love", "the-sun"],
        drawn=1,
    )
    ann, _bob = table.seats
    before = ann.options
    ann.plays("draw-3-play-2-of-them")
    inside = ann.options
    assert ann.cannot("use:recycling")
    ann.answers("milk").answers("love")

    free = ["get-on-with-it", "goal-mill", "mystery-play", "recycling", "swap-plays-for-draws"]
    assert before == ["bread", "draw-3-play-2-of-them", *(f"use:{rule}" for rule in free)]
    assert inside == ["love", "milk", "the-sun"]
    assert ann.options == ["bread", *(f"use:{rule}" for rule in free)]


def test_R125_an_action_is_not_in_the_discard_pile_while_it_resolves():
    """Let's Do That Again from Draw 3, Play 2 of Them finds neither of the two."""
    table = deal(
        ann=["draw-3-play-2-of-them"],
        bob=1,
        discard=["jackpot", "draw-2", "toast", "time"],
        deck=["lets-do-that-again", "milk", "love"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers("lets-do-that-again")

    assert (ann.asked, ann.options) == ("choose-discarded", ["draw-2", "jackpot"])


def test_R127_a_keeper_taken_by_use_what_you_take_is_the_takers():
    """Ann plays it, so it stands before Ann."""
    table = deal(ann=["use-what-you-take"], bob=["bread"], deck=2, drawn=1)
    ann, bob = table.seats
    ann.plays("use-what-you-take")

    assert (ann.keepers, bob.keepers, "bread" in bob.hand) == (["bread"], [], False)


def test_use_what_you_take_asks_for_a_player_with_cards_and_takes_at_random():
    """Empty hands are no choice; chance picks the card."""
    table = deal(
        ann=["use-what-you-take"], bob=["bread", "milk"], cat=0, dan=["time"], random=["milk"], drawn=1
    )
    ann, bob, _cat, _dan = table.seats
    ann.plays("use-what-you-take")
    offered = (ann.asked, ann.options)
    ann.answers("bob")

    assert offered == ("choose-victim", ["@2", "@4"])
    assert (ann.keepers, "milk" in bob.hand) == (["milk"], False)


@pytest.mark.parametrize(
    ("card", "zone"), [("toast", "goals"), ("keeper-limit-3", "rules"), ("jackpot", "discard")]
)
def test_use_what_you_take_plays_whatever_it_takes(card, zone):
    """A goal, a rule, an action: as if it had come from Ann's hand, and no further play is used."""
    table = deal(ann=["use-what-you-take", "bread"], bob=[card], rules=["play-2"], drawn=1)
    ann, _bob = table.seats
    ann.plays("use-what-you-take")

    assert card in getattr(table, zone)
    assert (table.game.view(1).played, ann.asked) == (1, "play")


def test_use_what_you_take_with_empty_hands_everywhere_does_nothing():
    """Nothing to take."""
    table = deal(ann=["use-what-you-take", "bread"], bob=0, deck=["milk"], drawn=1)
    ann, bob = table.seats
    ann.plays("use-what-you-take")

    assert (ann.hand, bob.hand, table.discard) == (["bread"], ["milk"], ["use-what-you-take"])


def test_R129_share_the_wealth_deals_round_from_its_player():
    """Seven keepers and three players: three, two and two."""
    table = deal(ann=1, bob=["share-the-wealth"], cat=1, keepers={"ann": 5, "cat": 2}, turn="bob", drawn=1)
    ann, bob, cat = table.seats
    before = sorted([*ann.keepers, *cat.keepers])
    bob.plays("share-the-wealth")

    assert [len(player.keepers) for player in (bob, cat, ann)] == [3, 2, 2]
    assert sorted([*ann.keepers, *bob.keepers, *cat.keepers]) == before


def test_share_the_wealth_without_keepers_does_nothing():
    """Nothing to share."""
    table = deal(ann=["share-the-wealth"], bob=["bread"], drawn=1)
    ann, bob = table.seats
    ann.plays("share-the-wealth")

    assert (table.discard, bob.asked) == (["share-the-wealth"], "play")


def test_R130_everybody_gets_1_is_given_out_as_its_player_likes():
    """Ann sees the three cards and decides who gets which."""
    table = deal(ann=["everybody-gets-1"], bob=0, cat=0, deck=["bread", "milk", "love", "time"], drawn=1)
    ann, bob, cat = table.seats
    ann.plays("everybody-gets-1")
    seen = ann.temporary
    ann.answers("cat")
    ann.answers("ann")

    assert seen == ["bread", "love", "milk"]
    assert (ann.hand, bob.hand, cat.hand) == (["milk"], ["love", "time"], ["bread"])


def test_everybody_gets_1_gives_nobody_two():
    """Who has a card already is no choice any more."""
    table = deal(ann=["everybody-gets-1"], bob=0, cat=0, deck=["bread", "milk", "love"], drawn=1)
    ann, _bob, _cat = table.seats
    ann.plays("everybody-gets-1").answers("bob")

    assert ann.options == ["@1", "@3"]


def test_inflated_everybody_gets_1_gives_two_each():
    """Four cards for two players, two to each."""
    table = deal(
        ann=["everybody-gets-1"],
        bob=0,
        rules=["inflation"],
        deck=["bread", "milk", "love", "time"],
        drawn=2,
        played=1,
    )
    ann, bob = table.seats
    ann.plays("everybody-gets-1").answers("bob").answers("ann").answers("ann")

    assert (ann.hand, [card for card in bob.hand if card in ("bread", "time")]) == (
        ["love", "milk"],
        ["bread", "time"],
    )


@pytest.mark.parametrize(
    ("direction", "hands"),
    [("left", (["love"], ["bread"], ["milk"])), ("right", (["milk"], ["love"], ["bread"]))],
)
def test_R131_hands_rotate_to_the_left_or_right_neighbour(direction, hands):
    """Left is clockwise; everybody passes at the same moment."""
    table = deal(ann=["rotate-hands", "bread"], bob=["milk"], cat=["love"], rules=["play-2"], drawn=1)
    ann, bob, cat = table.seats
    ann.plays("rotate-hands")
    offered = ann.options
    ann.answers(direction)

    assert (offered, (ann.hand, bob.hand, cat.hand)) == (["left", "right"], hands)


def test_rotate_hands_moves_empty_hands_too():
    """Ann passes nothing on and receives Cat's hand."""
    table = deal(ann=["rotate-hands"], bob=["milk"], cat=["love"], rules=["play-2"], drawn=1)
    ann, bob, cat = table.seats
    ann.plays("rotate-hands").answers("left")

    assert (ann.hand, bob.hand, cat.hand) == (["love"], [], ["milk"])


def test_rotate_hands_between_two_players_is_a_swap():
    """Either direction is the same."""
    table = deal(ann=["rotate-hands", "bread"], bob=["milk"], rules=["play-2"], drawn=1)
    ann, bob = table.seats
    ann.plays("rotate-hands").answers("right")

    assert (ann.hand, bob.hand) == (["milk"], ["bread"])


def test_R132_take_another_turn_gives_one_more_turn():
    """Ann has the next turn, with a new draw, and Bob the one after it."""
    table = deal(ann=["take-another-turn"], bob=1, deck=["bread", "milk"], drawn=1)
    ann, bob = table.seats
    ann.plays("take-another-turn")
    second = (table.turn, ann.hand)
    ann.plays("bread")

    assert (second, bob.asked) == (("ann", ["bread"]), "play")


def test_R132_twice_in_one_turn_is_still_one_more_turn():
    """Fetched again from the discard pile in the same turn, it adds nothing."""
    table = deal(
        ann=["take-another-turn", "lets-do-that-again"],
        bob=1,
        rules=["play-2"],
        deck=["bread", "milk", "love"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("take-another-turn").plays("lets-do-that-again").answers("take-another-turn")
    second = table.turn
    ann.plays("bread")

    assert (second, bob.asked) == ("ann", "play")


@pytest.mark.parametrize("way", ["hand", "discard", "theft", "unseen"])
def test_R132_never_three_turns_in_a_row_by_any_means(way):
    """In the second turn the card gives no third, wherever it comes from."""
    given = {
        "hand": {"ann": ["take-another-turn"]},
        "discard": {"ann": ["lets-do-that-again"], "discard": ["take-another-turn"]},
        "theft": {"ann": ["use-what-you-take"], "bob": ["take-another-turn"]},
        "unseen": {"ann": ["bread"], "rules": ["mystery-play"], "deck": ["take-another-turn"]},
    }[way]
    table = deal(**{"ann": 0, "bob": 1, **given}, extra_turn=True, drawn=1)
    ann, _bob = table.seats
    if way == "unseen":
        ann.plays("mystery-play")
        ann.plays("bread")
    else:
        ann.plays(given["ann"][0])
        if ann.asked:
            ann.answers("any")

    assert table.turn == "bob"
    assert [each.granted for each in table.happened if isinstance(each, TurnGained)] == [False]


def test_R132_the_second_turn_can_not_give_a_third():
    """Played out: Take Another Turn, and in the turn that it gave the same card from the discard pile."""
    table = deal(
        ann=["take-another-turn", "lets-do-that-again"], bob=1, deck=["bread", "milk", "love"], drawn=1
    )
    ann, _bob = table.seats
    ann.plays("take-another-turn")
    second = table.turn
    ann.plays("lets-do-that-again")

    assert (second, table.turn) == ("ann", "bob")
    assert [each.granted for each in table.happened if isinstance(each, TurnGained)] == [True, False]


def test_R132_after_bobs_turn_ann_may_again_take_two():
    """The limit counts turns in a row only."""
    table = deal(
        ann=["take-another-turn", "lets-do-that-again"],
        bob=["bread"],
        deck=["milk", "love", "time", "the-sun", "the-moon"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("take-another-turn")
    ann.plays("milk")
    bob.plays("bread")
    ann.plays("lets-do-that-again").answers("take-another-turn")

    assert table.turn == "ann"


def test_the_second_turn_has_its_own_bonus_draw_and_free_actions():
    """It begins like any turn: No-Hand Bonus, Mystery Play again."""
    table = deal(
        ann=["take-another-turn"],
        bob=1,
        rules=["no-hand-bonus", "mystery-play"],
        used=["mystery-play"],
        deck=6,
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("take-another-turn")

    assert (table.turn, len(ann.hand), ann.options) == ("ann", 3, ["draw", "use:mystery-play"])


def throws(ann, bob, *pairs):
    """Throw after throw."""
    for mine, theirs in pairs:
        ann.answers(mine)
        bob.answers(theirs)


def test_R133_the_first_to_win_two_throws_takes_the_hand():
    """A drawn throw is thrown again; one each; the third decides."""
    table = deal(ann=["rock-paper-scissors-showdown", "bread"], bob=["milk"], rules=["play-2"], drawn=1)
    ann, bob = table.seats
    ann.plays("rock-paper-scissors-showdown")
    throws(ann, bob, ("rock", "rock"), ("rock", "scissors"), ("paper", "scissors"))
    open_still = (ann.asked, bob.asked)
    throws(ann, bob, ("paper", "rock"))

    assert open_still == ("rock-paper-scissors", "rock-paper-scissors")
    assert (ann.hand, bob.hand) == (["bread", "milk"], [])


@pytest.mark.parametrize(
    ("first", "winner"), [((), None), ((("rock", "scissors"),), "ann"), ((("rock", "paper"),), "bob")]
)
def test_Z13_twenty_ties_end_the_showdown(first, winner):
    """Who leads takes the other hand; if nobody does, both keep theirs."""
    table = deal(ann=["rock-paper-scissors-showdown", "bread"], bob=["milk"], rules=["play-2"], drawn=1)
    ann, bob = table.seats
    ann.plays("rock-paper-scissors-showdown")
    throws(ann, bob, *first, *[("rock", "rock")] * 19)
    open_still = bob.asked
    throws(ann, bob, ("paper", "paper"))

    holder = {None: ("ann", "bob"), "ann": ("ann", "ann"), "bob": ("bob", "bob")}[winner]
    assert "rock-paper-scissors" == open_still
    assert holder == tuple("ann" if card in ann.hand else "bob" for card in ("bread", "milk"))


def test_Z13_a_game_from_before_the_limit_throws_on(monkeypatch):
    """What is asked there stays answerable, however often nobody has won."""
    table = deal(ann=["rock-paper-scissors-showdown", "bread"], bob=["milk"], rules=["play-2"], drawn=1)
    monkeypatch.setattr(table.game.table.deck, "rulings", 0)
    ann, bob = table.seats
    ann.plays("rock-paper-scissors-showdown")
    throws(ann, bob, *[("rock", "rock")] * 30)

    assert ("rock-paper-scissors", "rock-paper-scissors") == (ann.asked, bob.asked)


def test_R133_under_inflation_it_is_the_first_to_three():
    """Two won throws aren't enough."""
    table = deal(
        ann=["rock-paper-scissors-showdown", "bread"], bob=["milk"], rules=["inflation", "play-2"], drawn=2
    )
    ann, bob = table.seats
    ann.plays("rock-paper-scissors-showdown")
    throws(ann, bob, ("rock", "paper"), ("rock", "paper"))
    open_still = ann.asked
    throws(ann, bob, ("rock", "paper"))

    assert (open_still, ann.hand) == ("rock-paper-scissors", [])
    assert {"bread", "milk"} <= set(bob.hand)


@pytest.mark.parametrize(
    ("mine", "theirs", "winner"),
    [
        ("rock", "scissors", "ann"),
        ("scissors", "paper", "ann"),
        ("paper", "rock", "ann"),
        ("scissors", "rock", "bob"),
        ("paper", "scissors", "bob"),
        ("rock", "paper", "bob"),
    ],
)
def test_R133_what_beats_what(mine, theirs, winner):
    """Rock breaks scissors, scissors cut paper, paper wraps rock."""
    table = deal(ann=["rock-paper-scissors-showdown", "bread"], bob=["milk"], rules=["play-2"], drawn=1)
    ann, bob = table.seats
    ann.plays("rock-paper-scissors-showdown")
    throws(ann, bob, (mine, theirs), (mine, theirs))

    assert {"bread", "milk"} <= set(table.players[winner].hand)


def test_a_throw_is_secret_until_both_are_in():
    """Nobody can see what the other threw first."""
    table = deal(ann=["rock-paper-scissors-showdown", "bread"], bob=["milk"], drawn=1)
    ann, bob = table.seats
    ann.plays("rock-paper-scissors-showdown")
    before = table.game.view(2)
    ann.answers("rock")
    after = table.game.view(2)

    assert after.question == before.question
    assert (before.waiting_for, after.waiting_for) == (
        ((1, QuestionKind.ROCK_PAPER_SCISSORS), (2, QuestionKind.ROCK_PAPER_SCISSORS)),
        ((2, QuestionKind.ROCK_PAPER_SCISSORS),),
    )
    assert bob.asked == "rock-paper-scissors"


def test_rock_paper_scissors_with_a_chosen_opponent():
    """Any other player may be challenged, and only those two throw."""
    table = deal(ann=["rock-paper-scissors-showdown", "bread"], bob=["milk"], cat=["love"], drawn=1)
    ann, _bob, cat = table.seats
    ann.plays("rock-paper-scissors-showdown")
    offered = ann.options
    ann.answers("cat")

    assert (offered, table.waiting_for) == (["@2", "@3"], ["ann", "cat"])
    assert cat.options == ["paper", "rock", "scissors"]


def test_rock_paper_scissors_with_two_empty_hands_is_skipped():
    """Nothing can be won."""
    table = deal(ann=["rock-paper-scissors-showdown"], bob=0, deck=["milk"], drawn=1)
    ann, bob = table.seats
    ann.plays("rock-paper-scissors-showdown")

    assert (bob.asked, table.discard) == ("play", ["rock-paper-scissors-showdown"])
    assert NoEffect(1, "rock-paper-scissors-showdown") in table.happened


def test_rock_paper_scissors_can_be_lost_against_an_empty_hand():
    """Ann has a card, Bob none: Bob can only win."""
    table = deal(ann=["rock-paper-scissors-showdown", "bread"], bob=0, rules=["play-2"], drawn=1)
    ann, bob = table.seats
    ann.plays("rock-paper-scissors-showdown")
    throws(ann, bob, ("rock", "paper"), ("rock", "paper"))

    assert (ann.hand, "bread" in bob.hand) == ([], True)
    assert HandWon(2, 1, 1) in table.happened


@pytest.mark.parametrize("keepers", [{"bob": ["milk"]}, {"ann": ["bread"]}, {}])
def test_R134_exchange_keepers_needs_one_on_each_side(keepers):
    """Without an own or a foreign keeper it does nothing."""
    table = deal(ann=["exchange-keepers"], bob=["love"], keepers=keepers, drawn=1)
    ann, bob = table.seats
    ann.plays("exchange-keepers")

    assert (table.discard, bob.asked) == (["exchange-keepers"], "play")
    assert {"ann": ann.keepers, "bob": bob.keepers} == {"ann": [], "bob": [], **keepers}


def test_R134_discard_and_draw_does_not_count_itself():
    """Three other cards: three new ones."""
    table = deal(
        ann=["discard-and-draw", "bread", "milk", "love"],
        bob=1,
        deck=["time", "the-sun", "the-moon", "sleep", "peace"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("discard-and-draw")

    assert ann.hand == ["the-moon", "the-sun", "time"]
    assert sorted(table.discard) == ["bread", "discard-and-draw", "love", "milk"]


def test_R134_discard_and_draw_with_an_empty_hand_does_nothing():
    """No card to change."""
    table = deal(ann=["discard-and-draw"], bob=1, deck=2, drawn=1)
    ann, _bob = table.seats
    ann.plays("discard-and-draw")

    assert (ann.hand, table.discard) == ([], ["discard-and-draw"])


def test_R134_discard_and_draw_is_not_redrawn():
    """The piles run out, are renewed with the discarded hand, and the action itself is not among it."""
    table = deal(ann=["discard-and-draw", "bread", "milk"], bob=0, deck=1, exact_deck=True, drawn=1)
    ann, _bob = table.seats
    ann.plays("discard-and-draw")

    assert (len(ann.hand), "discard-and-draw" in ann.hand) == (2, False)


def test_R134_lets_do_that_again_takes_actions_and_new_rules_only():
    """No keeper, no goal, and not itself."""
    table = deal(
        ann=["lets-do-that-again"],
        bob=1,
        discard=["bread", "toast", "jackpot", "inflation", "milk"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("lets-do-that-again")

    assert (ann.asked, ann.options) == ("choose-discarded", ["inflation", "jackpot"])


def test_lets_do_that_again_with_nothing_to_repeat_does_nothing():
    """Keepers and goals can't be fetched."""
    table = deal(ann=["lets-do-that-again"], bob=["love"], discard=["bread", "toast"], drawn=1)
    ann, bob = table.seats
    ann.plays("lets-do-that-again")

    assert (table.discard, bob.asked) == (["lets-do-that-again", "bread", "toast"], "play")


def test_lets_do_that_again_puts_an_action_back_below_itself():
    """The fetched action is done first and lies under Let's Do That Again."""
    table = deal(ann=["lets-do-that-again"], bob=1, discard=["bread", "jackpot", "toast"], drawn=1)
    ann, _bob = table.seats
    ann.plays("lets-do-that-again").answers("jackpot")

    assert (len(ann.hand), table.discard) == (3, ["lets-do-that-again", "jackpot", "bread", "toast"])


def test_lets_do_that_again_puts_a_rule_into_play():
    """A fetched new rule replaces the old one and works at once."""
    table = deal(
        ann=["lets-do-that-again"],
        bob=1,
        rules=["draw-2"],
        discard=["draw-4"],
        deck=["bread", "milk"],
        drawn=2,
    )
    ann, _bob = table.seats
    ann.plays("lets-do-that-again")

    assert (table.rules, ann.hand) == (["draw-4"], ["bread", "milk"])


def test_R135_what_is_taken_from_the_table_stays_on_the_table():
    """A stolen keeper lies before the thief."""
    table = deal(ann=["steal-a-keeper"], bob=1, cat=1, keepers={"bob": ["bread"], "cat": ["milk"]}, drawn=1)
    ann, bob, _cat = table.seats
    ann.plays("steal-a-keeper")
    offered = ann.options
    ann.answers("bread")

    assert (offered, ann.keepers, bob.keepers, ann.hand) == (["bread@2", "milk@3"], ["bread"], [], [])


def test_steal_a_keeper_does_not_take_ones_own_and_needs_another():
    """Only Ann has keepers: nothing happens."""
    table = deal(ann=["steal-a-keeper"], bob=["love"], keepers={"ann": ["bread"]}, drawn=1)
    ann, bob = table.seats
    ann.plays("steal-a-keeper")

    assert (ann.keepers, bob.asked) == (["bread"], "play")


def test_R135_what_is_taken_from_a_hand_goes_to_the_hand():
    """Random Tax: one card of each other hand into Ann's."""
    table = deal(
        ann=["random-tax"], bob=["bread"], cat=["milk", "love"], dan=0, random=["bread", "love"], drawn=1
    )
    ann, bob, cat, _dan = table.seats
    ann.plays("random-tax")

    assert (ann.hand, cat.hand, "bread" in bob.hand) == (["bread", "love"], ["milk"], False)


def test_inflated_random_tax_takes_two_each():
    """As far as the hands reach."""
    table = deal(
        ann=["random-tax", "bread"],
        bob=["milk"],
        cat=["love", "time", "the-sun"],
        rules=["inflation"],
        drawn=2,
        played=0,
    )
    ann, bob, cat = table.seats
    ann.plays("random-tax")

    assert (len(ann.hand), bob.hand, len(cat.hand)) == (4, [], 1)


def test_R136_anyone_may_look_through_the_discard_pile():
    """Every seat and every spectator sees all of it, top first."""
    table = deal(ann=["jackpot"], bob=1, discard=["bread", "toast", "draw-2"], drawn=1)
    ann, _bob = table.seats
    ann.plays("jackpot")
    seen = {seat: table.game.view(seat).discard for seat in (None, 1, 2)}

    assert set(seen.values()) == {("jackpot", "bread", "toast", "draw-2")}


def test_R136_what_is_taken_out_leaves_the_order_of_the_rest():
    """Let's Do That Again takes a card out of the middle."""
    table = deal(
        ann=["lets-do-that-again"],
        bob=1,
        discard=["bread", "draw-2", "toast", "jackpot", "milk"],
        deck=3,
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("lets-do-that-again").answers("draw-2")

    assert table.discard == ["lets-do-that-again", "bread", "toast", "jackpot", "milk"]


def test_R137_hand_sizes_are_public():
    """A spectator knows how many cards each hand has, and none of them."""
    table = deal(ann=4, bob=2, cat=0, drawn=1)
    view = table.game.view(None)

    assert [seat.hand_size for seat in view.seats] == [4, 2, 0]
    assert view.hand == ()


def test_trade_hands_swaps_whole_hands():
    """Ann gets Bob's two for her three."""
    table = deal(ann=["trade-hands", "bread"], bob=["milk", "love"], cat=2, rules=["play-2"], drawn=1)
    ann, bob, _cat = table.seats
    ann.plays("trade-hands")
    offered = ann.options
    ann.answers("bob")

    assert offered == ["@2", "@3"]
    assert (ann.hand, bob.hand) == (["love", "milk"], ["bread"])


def test_trade_hands_is_a_duty_even_against_an_empty_hand():
    """Nobody else has a card: Ann gives all of hers for nothing."""
    table = deal(ann=["trade-hands", "bread", "milk"], bob=0, rules=["play-2"], deck=["love"], drawn=1)
    ann, bob = table.seats
    ann.plays("trade-hands")

    assert (ann.hand, bob.hand, table.turn) == ([], ["bread", "love", "milk"], "bob")


def test_trash_a_keeper_may_take_anybodys():
    """One's own keepers are a choice, too."""
    table = deal(
        ann=["trash-a-keeper"],
        bob=1,
        cat=1,
        keepers={"ann": ["bread"], "bob": ["milk"], "cat": ["love"]},
        drawn=1,
    )
    ann, bob, _cat = table.seats
    ann.plays("trash-a-keeper")
    offered = ann.options
    ann.answers("milk@bob")

    assert (offered, bob.keepers) == (["bread@1", "love@3", "milk@2"], [])
    assert table.discard == ["trash-a-keeper", "milk"]


def test_exchange_keepers_asks_what_to_give_and_what_to_take():
    """One of Ann's for one of anybody's."""
    table = deal(
        ann=["exchange-keepers"],
        bob=1,
        cat=1,
        keepers={"ann": ["bread", "time"], "bob": ["milk"], "cat": ["love"]},
        drawn=1,
    )
    ann, bob, cat = table.seats
    ann.plays("exchange-keepers")
    give = (ann.asked, ann.options)
    ann.answers("time")
    take = (ann.asked, ann.options)
    ann.answers("love")

    assert give == ("give-keeper", ["bread@1", "time@1"])
    assert take == ("take-keeper", ["love@3", "milk@2"])
    assert (ann.keepers, bob.keepers, cat.keepers) == (["bread", "love"], ["milk"], ["time"])


def test_empty_the_trash_begins_a_new_discard_pile_with_itself():
    """All that was discarded before is shuffled into the draw pile."""
    table = deal(
        ann=["empty-the-trash"],
        bob=0,
        discard=["bread", "toast", "draw-2"],
        deck=["milk"],
        exact_deck=True,
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("empty-the-trash")

    assert table.discard == ["empty-the-trash"]
    assert sorted([*table.deck, *bob.hand]) == ["bread", "draw-2", "milk", "toast"]


def test_empty_the_trash_leaves_unfinished_actions_on_the_table():
    """Played by Draw 2 and Use 'Em: neither of the two is shuffled in."""
    table = deal(
        ann=["draw-2-and-use-em"],
        bob=0,
        discard=["bread", "toast"],
        deck=["empty-the-trash", "milk", "love"],
        exact_deck=True,
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("draw-2-and-use-em").answers("empty-the-trash")

    assert table.discard == ["draw-2-and-use-em", "empty-the-trash"]
    assert sorted([*table.deck, *bob.hand]) == ["bread", "love", "toast"]


@pytest.mark.parametrize(("rules", "cards"), [([], 3), (["inflation"], 4)])
def test_jackpot_draws_three_inflated_four(rules, cards):
    """Into the hand."""
    table = deal(ann=["jackpot"], bob=1, rules=rules, drawn=2, played=1 if rules else 0)
    ann, _bob = table.seats
    ann.plays("jackpot")

    assert len(ann.hand) == cards


@pytest.mark.parametrize(
    ("occasion", "rules", "drawn", "played"),
    [
        ("ordinary-day", [], 3, 1),
        ("holiday", [], 3, 2),
        ("birthday", [], 3, 3),
        ("ordinary-day", ["inflation"], 4, 2),
        ("holiday", ["inflation"], 4, 3),
        ("birthday", ["inflation"], 4, 4),
    ],
)
def test_todays_special_plays_by_the_day(occasion, rules, drawn, played):
    """Three cards, of which one, two or three are played; inflated each number is one more."""
    table = deal(ann=["todays-special"], bob=1, rules=rules, deck=6, drawn=2, played=1 if rules else 0)
    ann, bob = table.seats
    ann.plays("todays-special")
    offered = (ann.asked, ann.options)
    ann.answers(occasion)
    aside = len(ann.temporary)
    while ann.asked == "play-temporary":
        ann.answers("any")

    assert offered == ("choose-occasion", ["birthday", "holiday", "ordinary-day"])
    assert (len(ann.keepers), len(table.discard), bob.asked) == (played, 1 + drawn - played, "play")
    assert aside in (drawn, 0)


def test_todays_special_asks_for_the_day_before_the_cards_are_seen():
    """Our reading: what day it is does not depend on the cards."""
    table = deal(ann=["todays-special"], bob=1, drawn=1)
    ann, _bob = table.seats
    ann.plays("todays-special")

    assert (ann.asked, ann.temporary) == ("choose-occasion", [])


def test_a_play_in_the_middle_can_not_be_joined():
    """Joining and leaving wait until nothing is in progress."""
    table = deal(ann=["draw-2-and-use-em"], bob=1, drawn=1)
    ann, bob = table.seats
    ann.plays("draw-2-and-use-em")

    with pytest.raises(Refused):
        table.join("dan")
    with pytest.raises(Refused):
        bob.leaves()
