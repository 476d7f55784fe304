"""How many cards are played, and which (rulings R036 to R056)."""

import pytest

from engine.outcomes import NoEffect, Played
from engine.scenario import deal


def played(table):
    """What was played, in order, with what made it so."""
    return [(each.card, each.via) for each in table.happened if isinstance(each, Played)]


def test_R036_a_raised_play_rule_adds_a_play_at_once():
    """Play 3 as the second of two plays: one more must follow."""
    table = deal(ann=["bread", "play-3", "milk", "love"], bob=1, rules=["play-2"], drawn=1)
    ann, bob = table.seats
    ann.plays("bread").plays("play-3")
    owed = ann.asked
    ann.plays("milk")

    assert (owed, ann.hand, bob.asked) == ("play", ["love"], "play")


def test_R037_a_lowered_play_rule_can_end_the_plays():
    """Five played under Play All; Play 3 as the sixth ends the plays and the rest stays in hand."""
    table = deal(ann=["play-3", "bread", "milk"], bob=1, rules=["play-all"], drawn=1, played=5)
    ann, bob = table.seats
    ann.plays("play-3")

    assert (ann.hand, bob.asked) == (["bread", "milk"], "play")


def test_R038_play_4_as_the_third_of_three_gives_exactly_one_more():
    """Plays are totals of the turn."""
    table = deal(ann=["play-4", "bread", "milk"], bob=1, rules=["play-3"], drawn=1, played=2)
    ann, bob = table.seats
    ann.plays("play-4").plays("bread")

    assert (ann.hand, bob.asked) == (["milk"], "play")


def test_with_fewer_cards_than_plays_all_of_them_are_played():
    """Play 4 with two cards: both are played and the turn is over."""
    table = deal(ann=["bread", "milk"], bob=1, rules=["play-4"], drawn=1)
    ann, bob = table.seats
    ann.plays("bread").plays("milk")

    assert (ann.hand, ann.keepers, bob.asked) == ([], ["bread", "milk"], "play")


def test_with_no_card_at_all_the_turn_is_over():
    """Nothing to draw and nothing to play: the next seat is asked."""
    table = deal(ann=0, bob=["bread"], rules=["play-2"], exact_deck=True)
    _ann, bob = table.seats

    assert (table.turn, bob.asked) == ("bob", "play")


def test_R040_play_all_includes_cards_gained_on_the_way():
    """Jackpot under Play All: its three cards are played as well."""
    table = deal(
        ann=["jackpot", "bread", "milk"],
        bob=1,
        rules=["play-all"],
        deck=["love", "time", "the-sun"],
        drawn=1,
    )
    ann, bob = table.seats
    for card in ("bread", "jackpot", "milk", "love", "time", "the-sun"):
        ann.plays(card)

    assert (ann.hand, len(ann.keepers), bob.asked) == ([], 5, "play")


def test_R042_play_all_comes_before_hand_limit_0():
    """A draw rule played as the only card: what it draws is played, not discarded."""
    table = deal(ann=["draw-3"], bob=0, rules=["play-all", "hand-limit-0"], deck=["bread", "milk"], drawn=1)
    ann, bob = table.seats
    ann.plays("draw-3").plays("bread").plays("milk")

    assert (ann.keepers, table.discard, bob.asked) == (["bread", "milk"], [], "play")


def test_R043_a_play_bonus_adds_nothing_to_play_all():
    """All cards are played, and no unseen one besides."""
    table = deal(
        ann=["bread", "milk"],
        bob=0,
        keepers={"ann": ["the-party"]},
        rules=["play-all", "party-bonus", "rich-bonus"],
        drawn=2,
    )
    ann, bob = table.seats
    ann.plays("bread").plays("milk")

    assert (len(ann.keepers), bob.asked) == (3, "play")


def test_R044_a_play_bonus_turns_play_all_but_1_into_play_all():
    """The richest plays everything, cards of a late draw too."""
    table = deal(
        ann=["bread", "draw-2"],
        bob=0,
        keepers={"ann": ["love"]},
        rules=["play-all-but-1", "rich-bonus"],
        deck=["milk"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("bread").plays("draw-2").plays("milk")

    assert (ann.hand, bob.asked) == ([], "play")


def test_play_all_but_1_without_a_bonus_keeps_one_card():
    """With three cards two are played."""
    table = deal(ann=["bread", "milk", "love"], bob=0, rules=["play-all-but-1"], drawn=1)
    ann, bob = table.seats
    ann.plays("bread").plays("milk")

    assert (ann.hand, bob.asked) == (["love"], "play")


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


def test_inflated_play_all_but_1_keeps_two_cards():
    """The numeral in the title counts one more."""
    table = deal(ann=["bread", "milk", "love"], bob=0, rules=["play-all-but-1", "inflation"], drawn=2)
    ann, bob = table.seats
    ann.plays("bread")

    assert (ann.hand, bob.asked) == (["love", "milk"], "play")


def test_inflation_in_the_middle_of_play_all_but_1_lets_two_be_kept():
    """Three left when Inflation is played, and one more drawn for it: two of the four are played."""
    table = deal(
        ann=["inflation", "bread", "milk", "love"], bob=0, rules=["play-all-but-1"], deck=["time"], drawn=1
    )
    ann, bob = table.seats
    ann.plays("inflation").plays("bread").plays("milk")

    assert (ann.hand, bob.asked) == (["love", "time"], "play")


def test_R045_who_began_empty_and_drew_one_draws_an_extra_card_to_keep():
    """Play All But 1 drawn and played with an empty hand: one extra card, kept; the turn is over."""
    table = deal(ann=0, bob=["milk"], deck=["play-all-but-1", "bread", "love"])
    ann, bob = table.seats
    ann.plays("play-all-but-1")

    assert (ann.hand, bob.asked) == (["bread"], "play")


def test_play_all_but_1_in_force_gives_the_extra_card_at_the_draw():
    """Who begins with an empty hand draws one and one extra, and plays one."""
    table = deal(ann=0, bob=0, rules=["play-all-but-1"], deck=["bread", "milk", "love"])
    ann, bob = table.seats
    drawn = ann.hand
    ann.plays("bread")

    assert (drawn, ann.hand, bob.asked) == (["bread", "milk"], ["milk"], "play")


def test_play_all_but_1_gives_no_extra_card_to_who_began_with_cards():
    """One card in hand and one drawn: one is played."""
    table = deal(ann=["bread"], bob=0, rules=["play-all-but-1"], deck=["milk", "love"])
    ann, _bob = table.seats

    assert ann.hand == ["bread", "milk"]


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


def test_cards_of_recycling_do_not_cost_the_extra_card_of_play_all_but_1():
    """Three cards for a keeper before the draw; the draw rule still gives one, and so one extra."""
    table = deal(ann=0, bob=0, keepers={"ann": 1}, rules=["play-all-but-1", "recycling"], deck=6)
    ann, _bob = table.seats
    ann.plays("recycling")

    assert len(ann.hand) == 5


def test_the_extra_card_of_play_all_but_1_comes_once_a_turn():
    """Raising the draw rule later gives what it adds, and no second extra card."""
    table = deal(
        ann=0,
        bob=0,
        rules=["play-all-but-1"],
        deck=["inflation", "bread", "milk", "love", "time"],
    )
    ann, _bob = table.seats
    ann.plays("inflation")

    assert ann.hand == ["bread", "milk"]


def test_the_extra_card_of_play_all_but_1_does_not_count_as_drawn():
    """Two in hand, one of them extra; Draw 4 turned up later in the turn still gives three more."""
    table = deal(
        ann=0,
        bob=0,
        rules=["play-all-but-1", "mystery-play"],
        deck=["bread", "milk", "draw-4", "sleep", "peace", "the-sun", "the-eye"],
    )
    ann, _bob = table.seats
    ann.answers("draw")
    drawn = (ann.hand, table.game.view(1).drawn)
    ann.plays("bread").plays("mystery-play")

    assert drawn == (["bread", "milk"], 1)
    assert (ann.hand, table.game.view(1).drawn) == (["milk", "peace", "sleep", "the-sun"], 4)


@pytest.mark.parametrize("word", ["pass", "end", "draw"])
def test_R047_passing_is_refused_while_a_play_is_owed(word):
    """With cards in hand and plays left there is no way round playing."""
    table = deal(ann=["bread", "milk"], bob=1, rules=["play-2"], drawn=1)
    ann, _bob = table.seats
    ann.plays("bread")

    assert ann.cannot(word)
    assert ann.options == ["milk"]


def test_R047_choosing_nothing_is_refused():
    """An empty answer is no play."""
    table = deal(ann=["bread", "milk"], bob=1, drawn=1)
    ann, _bob = table.seats

    assert ann.cannot()
    assert ann.cannot("bread", "milk")


def test_R047_a_card_that_makes_somebody_else_win_must_be_played_if_it_is_the_only_one():
    """Nothing but Toast in hand: Bob wins by it."""
    table = deal(ann=["toast"], bob=1, keepers={"bob": ["bread", "the-toaster"]}, drawn=1)
    ann, _bob = table.seats
    assert ann.options == ["toast"]
    ann.plays("toast")

    assert table.winner == "bob"


def test_R048_an_action_without_effect_is_a_legal_play():
    """No keepers anywhere: Trash a Keeper does nothing, counts, and is discarded."""
    table = deal(ann=["trash-a-keeper", "bread"], bob=["milk"], deck=2, drawn=1)
    ann, bob = table.seats
    ann.plays("trash-a-keeper")

    assert (table.discard, ann.hand, bob.asked) == (["trash-a-keeper"], ["bread"], "play")


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


def test_R049_a_win_ends_play_all():
    """The second of five cards wins; the other three stay in hand."""
    table = deal(
        ann=["bread", "toast", "milk", "love", "time"],
        bob=1,
        keepers={"ann": ["the-toaster"]},
        rules=["play-all"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("bread").plays("toast")

    assert (table.winner, ann.hand, ann.asked, bob.asked) == ("ann", ["love", "milk", "time"], "", "")


def test_R050_any_card_of_the_hand_may_be_played():
    """The choice is the whole hand."""
    table = deal(ann=["bread", "draw-4", "toast", "jackpot"], bob=1, drawn=1)
    ann, _bob = table.seats

    assert ann.options == ["bread", "draw-4", "jackpot", "toast"]


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


def test_R051_with_one_play_the_rule_is_ignored():
    """First Play Random under Play 1 leaves the choice free."""
    table = deal(ann=["bread", "milk"], bob=1, rules=["first-play-random"], drawn=1)
    ann, _bob = table.seats

    assert (ann.keepers, ann.options) == ([], ["bread", "milk"])


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


def test_R051_play_all_but_1_with_two_cards_allows_one_play_which_is_free():
    """Two cards in hand: a single play, so nothing is random."""
    table = deal(ann=["bread", "milk"], bob=1, rules=["first-play-random", "play-all-but-1"], drawn=1)
    ann, _bob = table.seats

    assert (ann.keepers, ann.options) == ([], ["bread", "milk"])


def test_R051_a_rule_that_comes_as_the_first_play_does_not_reach_back():
    """First Play Random played as the first card: the next choice is free."""
    table = deal(ann=["first-play-random", "bread", "milk"], bob=1, rules=["play-3"], drawn=1)
    ann, _bob = table.seats
    ann.plays("first-play-random")

    assert ann.options == ["bread", "milk"]


def test_R051_a_card_of_mystery_play_is_not_the_first_play():
    """Mystery Play before drawing; the first card of the hand is still random."""
    table = deal(
        ann=["bread", "milk"],
        bob=1,
        rules=["first-play-random", "play-2", "mystery-play"],
        deck=["love", "time"],
        random=["milk"],
    )
    ann, _bob = table.seats
    ann.plays("mystery-play")

    assert ann.keepers == ["love", "milk"]


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


def test_R051_the_turn_after_take_another_turn_begins_randomly_too():
    """Each turn has a first play."""
    table = deal(
        ann=["take-another-turn", "bread", "milk", "love"],
        bob=1,
        rules=["first-play-random", "play-2"],
        deck=["time"],
        random=["take-another-turn", "milk"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("bread")

    assert (ann.keepers, table.game.view(1).played) == (["bread", "milk"], 1)


def test_R052_swap_gives_a_card_for_each_play_left():
    """One of three played, seven in hand: two cards, and no more plays."""
    table = deal(ann=["bread", 7], bob=1, rules=["swap-plays-for-draws", "play-3"], deck=4, drawn=1)
    ann, bob = table.seats
    ann.plays("bread").plays("swap-plays-for-draws")

    assert (len(ann.hand), bob.asked, table.turn) == (9, "play", "bob")


def test_R053_swap_counts_plays_that_the_hand_can_make():
    """One card in hand under Play 3: one card is drawn, and none of the two is played."""
    table = deal(
        ann=["bread"], bob=1, rules=["swap-plays-for-draws", "play-3"], deck=["milk", "love"], drawn=1
    )
    ann, _bob = table.seats
    ann.plays("swap-plays-for-draws")

    assert (ann.hand, ann.keepers, table.turn) == (["bread", "milk"], [], "bob")


@pytest.mark.parametrize(("rule", "hand"), [("play-all", 6), ("play-all-but-1", 5)])
def test_R054_swap_under_play_all_draws_for_the_cards_held(rule, hand):
    """Two of five played: three more for Play All, two for Play All But 1."""
    table = deal(ann=["bread", "milk", 3], bob=1, rules=["swap-plays-for-draws", rule], deck=6, drawn=1)
    ann, _bob = table.seats
    ann.plays("bread").plays("milk").plays("swap-plays-for-draws")

    assert (len(ann.hand), table.turn) == (hand, "bob")


def test_R055_swap_counts_a_play_bonus():
    """Play 1 and a Rich Bonus, none played: two cards."""
    table = deal(
        ann=4, bob=1, keepers={"ann": 1}, rules=["swap-plays-for-draws", "rich-bonus"], deck=6, drawn=1
    )
    ann, _bob = table.seats
    ann.plays("swap-plays-for-draws")

    assert (len(ann.hand), table.turn) == (6, "bob")


@pytest.mark.parametrize("free", ["swap-plays-for-draws", "get-on-with-it"])
def test_R056_ending_the_plays_early_does_not_discard_play_all(free):
    """Get On With It and Swap Plays for Draws override Play All for this turn only."""
    table = deal(ann=3, bob=1, rules=["play-all", free], drawn=1)
    ann, _bob = table.seats
    ann.plays(free)

    assert (table.rules, table.turn) == (sorted(["play-all", free]), "bob")


def test_R057_a_play_without_effect_still_used_the_play():
    """Rules Reset without rules: the only play is used."""
    table = deal(ann=["rules-reset", "bread"], bob=["milk"], drawn=1)
    ann, bob = table.seats
    ann.plays("rules-reset")

    assert (ann.hand, bob.asked) == (["bread"], "play")


def test_a_play_bonus_that_goes_takes_its_play_along():
    """Two plays thanks to the party; the first trashes it, and the turn is over."""
    table = deal(
        ann=["trash-a-keeper", "bread"],
        bob=["milk"],
        keepers={"bob": ["the-party"]},
        rules=["party-bonus"],
        drawn=2,
    )
    ann, bob = table.seats
    ann.plays("trash-a-keeper")

    assert (ann.hand, bob.asked) == (["bread"], "play")


def test_party_bonus_starts_when_the_party_does():
    """The Party is played under Party Bonus: one card and one play more, at once."""
    table = deal(
        ann=["the-party", "bread", "love"], bob=1, rules=["party-bonus"], deck=["milk", "time"], drawn=1
    )
    ann, bob = table.seats
    ann.plays("the-party")
    more = ann.hand
    ann.plays("bread")

    assert (more, bob.asked) == (["bread", "love", "milk"], "play")


def test_party_bonus_goes_to_every_player():
    """The party is Bob's; Ann draws two and plays two all the same."""
    table = deal(ann=["bread", "milk"], bob=0, keepers={"bob": ["the-party"]}, rules=["party-bonus"], deck=3)
    ann, bob = table.seats
    ann.plays("bread").plays("milk")

    assert (len(ann.hand), bob.asked) == (2, "play")


def test_rich_bonus_is_a_duty():
    """The richest may not stop after the single play of the rule."""
    table = deal(ann=["bread", "milk"], bob=1, keepers={"ann": ["love"]}, rules=["rich-bonus"], drawn=1)
    ann, _bob = table.seats
    ann.plays("bread")

    assert ann.cannot("end")
    assert ann.options == ["milk"]


def test_rich_bonus_needs_more_than_everybody_else():
    """A tie for most gives nobody an extra play."""
    table = deal(
        ann=["jackpot", "bread"], bob=1, cat=1, keepers={"ann": 2, "cat": 2}, rules=["rich-bonus"], drawn=1
    )
    ann, _bob, _cat = table.seats
    ann.plays("jackpot")

    assert table.turn == "bob"


def test_inflation_doubles_the_bonuses():
    """The 1 of each bonus counts 2: Play 2, and two more for the richest."""
    table = deal(
        ann=6,
        bob=1,
        keepers={"ann": ["the-party"]},
        rules=["rich-bonus", "party-bonus", "inflation"],
        drawn=4,
    )

    assert (table.game.view(1).play_count, table.game.view(1).draw_count) == (6, 4)
