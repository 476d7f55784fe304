"""Actions inside actions: depth, interruptions, wins in the middle, and piles that run out."""

import pytest

from engine import Game
from engine.scenario import deal


def nested():
    """Let's Do That Again, Today's Special, Draw 3 Play 2, Draw 2 and Use 'Em, each inside the one before."""
    table = deal(
        ann=["lets-do-that-again", "bread"],
        bob=1,
        discard=["todays-special", "toast"],
        deck=[
            *("draw-3-play-2-of-them", "milk", "love"),
            *("draw-2-and-use-em", "time", "sleep"),
            *("the-sun", "the-moon"),
            *("the-eye", "peace"),
        ],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("lets-do-that-again").answers("todays-special").answers("holiday")
    return table, ann


def test_four_compound_actions_inside_each_other_keep_their_hands_apart():
    """Each level plays its own cards, from the innermost outwards."""
    table, ann = nested()
    offered = [ann.options]
    ann.answers("draw-3-play-2-of-them")
    offered.append(ann.options)
    ann.answers("draw-2-and-use-em")
    offered.append(ann.options)
    ann.answers("the-moon")
    offered.append(ann.options)
    ann.answers("time")
    offered.append(ann.options)
    ann.answers("love")

    assert offered == [
        ["draw-3-play-2-of-them", "love", "milk"],
        ["draw-2-and-use-em", "sleep", "time"],
        ["the-moon", "the-sun"],
        ["sleep", "time"],
        ["love", "milk"],
    ]
    assert ann.keepers == ["love", "the-moon", "the-sun", "time"]
    assert (ann.hand, ann.temporary, table.turn) == (["bread"], [], "bob")


def test_compound_actions_inside_each_other_are_discarded_from_the_inside_out():
    """What each level leaves over goes before the action that drew it."""
    table, ann = nested()
    for card in ("draw-3-play-2-of-them", "draw-2-and-use-em", "the-sun", "time", "love"):
        ann.answers(card)

    assert table.discard == [
        "lets-do-that-again",
        "todays-special",
        "milk",
        "draw-3-play-2-of-them",
        "sleep",
        "draw-2-and-use-em",
        "toast",
    ]


def test_a_game_sleeps_and_wakes_at_every_depth():
    """Stored four levels deep, it wakes at the same question, with the same cards set aside."""
    table, ann = nested()
    ann.answers("draw-3-play-2-of-them").answers("draw-2-and-use-em")
    woken = Game.load(table.game.dump())

    assert woken.questions == table.game.questions
    assert woken.view(1) == table.game.view(1)


def test_the_whole_nest_was_one_play():
    """Under Play 2 one more card of the hand is owed afterwards."""
    table = deal(
        ann=["draw-2-and-use-em", "bread", "time"],
        bob=1,
        rules=["play-2"],
        deck=["draw-3-play-2-of-them", "jackpot", "milk", "love", "the-sun", "sleep", "peace", "the-eye"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-2-and-use-em").answers("draw-3-play-2-of-them").answers("milk").answers("love")

    assert (table.game.view(1).played, table.game.view(1).plays_left) == (1, 1)
    assert ann.hand == ["bread", "peace", "sleep", "the-eye", "time"]


def test_use_what_you_take_inside_a_compound_action_plays_from_the_other_hand():
    """The stolen action opens a hand of its own; the first one waits."""
    table = deal(
        ann=["draw-2-and-use-em"],
        bob=["draw-3-play-2-of-them"],
        deck=["use-what-you-take", "milk", "love", "time", "sleep"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-2-and-use-em").answers("use-what-you-take")
    inside = (ann.options, ann.temporary)
    ann.answers("love").answers("time")

    assert inside == (["love", "sleep", "time"], ["love", "milk", "sleep", "time"])
    assert ann.keepers == ["love", "milk", "time"]
    assert table.discard == ["draw-2-and-use-em", "use-what-you-take", "draw-3-play-2-of-them", "sleep"]


def test_use_what_you_take_can_not_take_a_card_set_aside():
    """Only hands are robbed: with an empty hand everywhere it does nothing, whatever lies aside."""
    table = deal(ann=["draw-2-and-use-em"], bob=0, deck=["use-what-you-take", "milk"], drawn=1)
    ann, _bob = table.seats
    ann.plays("draw-2-and-use-em").answers("use-what-you-take")

    assert ann.keepers == ["milk"]


def test_lets_do_that_again_twice_in_one_turn_can_repeat_what_it_repeated():
    """Jackpot by the first, discarded, and fetched again by Draw 2's second card."""
    table = deal(
        ann=["lets-do-that-again"],
        bob=1,
        discard=["draw-2-and-use-em", "jackpot"],
        deck=["zap-a-card", "milk"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("lets-do-that-again").answers("draw-2-and-use-em")
    ann.answers("milk")

    assert ann.hand == ["milk"]
    assert table.discard == ["lets-do-that-again", "draw-2-and-use-em", "zap-a-card", "jackpot"]


def test_take_another_turn_inside_a_compound_action_counts():
    """Played by Draw 2 and Use 'Em, it gives the turn all the same."""
    table = deal(ann=["draw-2-and-use-em"], bob=1, deck=["take-another-turn", "milk", "love"], drawn=1)
    ann, _bob = table.seats
    ann.plays("draw-2-and-use-em").answers("take-another-turn")

    assert (table.turn, ann.hand) == ("ann", ["love"])


def test_rules_reset_inside_a_compound_action_leaves_the_action_as_it_is():
    """Two of three are still played."""
    table = deal(
        ann=["draw-3-play-2-of-them"],
        bob=1,
        rules=["play-all", "draw-3"],
        deck=["rules-reset", "milk", "love"],
        drawn=3,
    )
    ann, _bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers("rules-reset").answers("milk")

    assert (ann.keepers, table.rules, table.turn) == (["milk"], [], "bob")


def test_a_draw_rule_inside_a_compound_action_draws_to_the_main_hand_at_once():
    """Draw 4 as the first of two: three cards for the hand before the second is played."""
    table = deal(
        ann=["draw-2-and-use-em"], bob=1, deck=["draw-4", "milk", "love", "time", "sleep", "peace"], drawn=1
    )
    ann, _bob = table.seats
    ann.plays("draw-2-and-use-em").answers("draw-4")

    assert (ann.hand, ann.keepers) == (["love", "sleep", "time"], ["milk"])


def test_a_play_rule_inside_a_compound_action_counts_after_it():
    """Play 2 as the first of two: one more play of the hand."""
    table = deal(ann=["draw-2-and-use-em", "bread", "time"], bob=1, deck=["play-2", "milk"], drawn=1)
    ann, _bob = table.seats
    ann.plays("draw-2-and-use-em").answers("play-2")

    assert (ann.keepers, ann.options) == (["milk"], ["bread", "time"])


def test_a_reshuffle_in_the_middle_never_brings_back_what_is_being_resolved():
    """The unfinished actions and the cards set aside are in no pile."""
    table = deal(
        ann=["draw-3-play-2-of-them"],
        bob=0,
        deck=["draw-2-and-use-em", "milk", "love"],
        discard=["bread", "time"],
        exact_deck=True,
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers("draw-2-and-use-em")
    inner = ann.options
    ann.answers("bread")
    ann.answers("milk")

    assert inner == ["bread", "time"]
    assert (ann.keepers, sorted([*bob.hand, *table.deck, *table.discard])) == (
        ["bread", "milk", "time"],
        ["draw-2-and-use-em", "draw-3-play-2-of-them", "love"],
    )


# Wins in the middle


def test_a_goal_met_for_a_moment_wins():
    """The first of two goals makes Bob win; the second can't replace it in time."""
    table = deal(
        ann=["draw-2-and-use-em"],
        bob=1,
        keepers={"bob": ["bread", "the-toaster"]},
        deck=["toast", "hippyism"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-2-and-use-em").answers("toast")

    assert (table.winner, table.goals, ann.temporary) == ("bob", ["toast"], ["hippyism"])


@pytest.mark.parametrize(
    ("given", "answers"),
    [
        ({"ann": ["draw-2-and-use-em"], "deck": ["toast", "milk"]}, ["draw-2-and-use-em", "toast"]),
        (
            {"ann": ["draw-3-play-2-of-them"], "deck": ["toast", "milk", "love"]},
            ["draw-3-play-2-of-them", "toast"],
        ),
        (
            {"ann": ["todays-special"], "deck": ["toast", "milk", "love"]},
            ["todays-special", "birthday", "toast"],
        ),
        (
            {"ann": ["lets-do-that-again"], "discard": ["draw-2-and-use-em"], "deck": ["toast", "milk"]},
            ["lets-do-that-again", "toast"],
        ),
        ({"ann": ["use-what-you-take"], "bob": ["toast"]}, ["use-what-you-take"]),
        ({"ann": ["milk"], "rules": ["mystery-play"], "deck": ["toast"]}, ["mystery-play"]),
        ({"ann": ["toast", "milk"], "rules": ["first-play-random", "play-2"], "random": ["toast"]}, []),
    ],
)
def test_a_win_in_the_middle_of_anything_ends_everything(given, answers):
    """Compound actions, repeated, stolen, unseen and random plays: the goal ends the game."""
    table = deal(**{"ann": 0, "bob": 1, **given}, keepers={"bob": ["bread", "the-toaster"]}, drawn=1)
    ann = table.players["ann"]
    for answer in answers:
        ann.answers(answer)

    assert (table.winner, table.waiting_for) == ("bob", [])
    assert Game.load(table.game.dump()).winner == 2


@pytest.mark.parametrize(
    ("card", "answers"),
    [("steal-a-keeper", ["bread"]), ("exchange-keepers", ["milk", "bread"]), ("use-what-you-take", [])],
)
def test_a_keeper_that_changes_owner_inside_a_compound_action_wins_at_once(card, answers):
    """Before the next card of the action is chosen."""
    table = deal(
        ann=["draw-3-play-2-of-them"],
        bob=["bread"] if card == "use-what-you-take" else 0,
        keepers={
            "ann": ["the-toaster", "milk"],
            "bob": ["love" if card == "use-what-you-take" else "bread", "time"],
        },
        goals=["toast"],
        deck=[card, "sleep", "peace"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers(card)
    for answer in answers:
        ann.answers(answer)

    assert (table.winner, ann.temporary) == ("ann", ["peace", "sleep"])


def test_discard_and_draw_can_break_a_tie_by_its_discard():
    """Eleven each; played unseen, it takes Ann's hand, and Bob wins before she draws."""
    table = deal(
        ann=11, bob=11, rules=["mystery-play"], goals=["10-cards-in-hand"], deck=["discard-and-draw"], drawn=1
    )
    ann, _bob = table.seats
    ann.plays("mystery-play")

    assert (table.winner, ann.hand) == ("bob", [])


# Piles that run out


@pytest.mark.parametrize(
    ("card", "hand"),
    [("jackpot", 1), ("draw-5", 1), ("random-tax", 0), ("everybody-gets-1", 1), ("discard-and-draw", 0)],
)
def test_a_drawing_card_takes_the_one_card_there_is(card, hand):
    """One card in both piles together; nobody waits for more."""
    table = deal(ann=[card], bob=0, rules=["play-2"], deck=["bread"], exact_deck=True, drawn=1)
    ann, _bob = table.seats
    ann.plays(card)
    if ann.asked == "choose-recipient":
        ann.answers("ann")

    assert ann.hand == ["bread"] * hand


@pytest.mark.parametrize("card", ["draw-2-and-use-em", "draw-3-play-2-of-them", "todays-special"])
@pytest.mark.parametrize("cards", [0, 1, 2])
def test_a_compound_action_plays_what_there_is(card, cards):
    """With fewer cards than it asks for it draws and plays as far as they reach."""
    deck = ["bread", "milk"][:cards]
    table = deal(ann=[card], bob=["love"], deck=deck, exact_deck=True, drawn=1)
    ann, _bob = table.seats
    ann.plays(card)
    if ann.asked == "choose-occasion":
        ann.answers("birthday")
    if ann.asked == "play-temporary":
        ann.answers("bread")

    assert (ann.keepers, ann.temporary, table.turn) == (sorted(deck), [], "bob")


def test_cards_missing_at_the_draw_are_not_drawn_later_into_a_temporary_hand():
    """One of three could be drawn; what it discards afterwards is no late draw."""
    table = deal(
        ann=["draw-3-play-2-of-them", "bread"],
        bob=["love"],
        rules=["draw-2", "play-2"],
        deck=["rules-reset"],
        exact_deck=True,
        drawn=2,
    )
    ann, bob = table.seats
    ann.plays("draw-3-play-2-of-them")

    assert (ann.hand, ann.temporary, table.turn) == (["bread"], [], "bob")
    assert len(bob.hand) == 2


def test_everybody_gets_1_with_too_few_cards_is_given_out_as_far_as_it_goes():
    """Two cards for three players: Ann decides who goes without."""
    table = deal(
        ann=["everybody-gets-1"],
        bob=0,
        cat=0,
        rules=["play-2"],
        deck=["bread", "milk"],
        exact_deck=True,
        drawn=1,
    )
    ann, bob, cat = table.seats
    ann.plays("everybody-gets-1").answers("cat")
    asked = ann.options
    ann.answers("bob")

    assert asked == ["@1", "@2"]
    assert ("milk" in bob.hand, cat.hand) == (True, ["bread"])


def test_discard_and_draw_may_draw_its_own_discards_from_a_renewed_pile():
    """Nothing else is left: Ann gets the same cards again."""
    table = deal(ann=["discard-and-draw", "bread", "milk"], bob=0, rules=["play-2"], exact_deck=True, drawn=1)
    ann, _bob = table.seats
    ann.plays("discard-and-draw")

    assert (ann.hand, table.deck, table.discard) == (["bread", "milk"], [], ["discard-and-draw"])


def test_recycling_may_draw_the_keeper_itself_from_a_renewed_pile():
    """The keeper is the only card in both piles."""
    table = deal(
        ann=0, bob=0, keepers={"ann": ["bread"]}, rules=["recycling", "play-2"], exact_deck=True, drawn=1
    )
    ann, _bob = table.seats
    ann.plays("recycling")

    assert (ann.hand, ann.keepers) == (["bread"], [])


@pytest.mark.parametrize("rule", ["swap-plays-for-draws", "get-on-with-it"])
def test_ending_the_plays_early_draws_what_there_is(rule):
    """One card for two plays; three for the hand, which is in the renewed pile by then."""
    table = deal(
        ann=["bread", "milk"], bob=["love"], rules=[rule, "play-2"], deck=["time"], exact_deck=True, drawn=1
    )
    ann, _bob = table.seats
    ann.plays(rule)

    assert ann.hand == ["bread", "milk", "time"]


def test_no_hand_bonus_on_empty_piles_gives_what_there_is():
    """Two cards for bonus and draw together."""
    table = deal(ann=0, bob=0, rules=["no-hand-bonus"], deck=1, discard=1, exact_deck=True)
    ann, _bob = table.seats

    assert (len(ann.hand), ann.asked) == (2, "play")


def test_empty_the_trash_with_nothing_to_shuffle_is_legal():
    """The pile stays as it is, and the card begins the discard pile."""
    table = deal(ann=["empty-the-trash", "bread"], bob=["love"], rules=["play-2"], exact_deck=True, drawn=1)
    ann, _bob = table.seats
    ann.plays("empty-the-trash")

    assert (table.deck, table.discard, ann.asked) == ([], ["empty-the-trash"], "play")


def test_the_card_that_draw_3_play_2_will_discard_can_not_be_repeated_yet():
    """Let's Do That Again as the second play: the third card lies aside, not in the discard pile."""
    table = deal(
        ann=["draw-3-play-2-of-them"],
        bob=1,
        deck=["lets-do-that-again", "jackpot", "milk", "love"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers("milk").answers("lets-do-that-again")

    assert (ann.hand, table.discard[:2]) == ([], ["draw-3-play-2-of-them", "jackpot"])
    assert table.discard[2] == "lets-do-that-again"


@pytest.mark.parametrize("inner", [("draw-2-and-use-em", "one-place-on", "tarts"), ("one-place-on", "tarts")])
def test_Z8_a_card_that_ends_the_turn_discards_what_is_left_in_every_temporary_hand(inner):
    """One Place On out of one temporary hand or two: nothing of them is played any more."""
    first, *others = inner
    deck = [first, "duchess", "carpenter", *others] if len(inner) > 2 else [*inner, "duchess"]
    table = deal(
        edition="wonderland",
        without=["thats-mine", "veto", "stop-that", "canceled-plans"],
        ann=["draw-3-play-2-of-them", "alice"],
        bob=["walrus"],
        deck=deck,
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-3-play-2-of-them")
    for card in inner[: len(inner) - 1]:
        ann.answers(card)

    left = {"duchess", "tarts"} | ({"carpenter"} if len(inner) > 2 else set())
    assert left <= set(table.discard)
    assert (table.table.temporary, ann.keepers) == ([], [])
    assert table.turn == "ann"  # whoever was in turn sits on the next seat, whose turn it is
