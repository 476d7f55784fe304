"""Wonderland: its deck, the Jabberwock, keepers with powers, rhymes, moving places and presents."""

from collections import Counter

import pytest

from engine import card, edition_of
from engine.cards import CARDS
from engine.outcomes import (
    CardsTaken,
    CreeperCame,
    CreeperMoved,
    CreeperRemoved,
    Discarded,
    KeeperGiven,
    Said,
)
from engine.scenario import deal, new_game
from engine.text import sentence

SURPRISES = ["thats-mine", "veto", "stop-that", "canceled-plans"]
PAIRS = {
    "down-the-rabbit-hole": ["alice", "white-rabbit"],
    "into-the-teapot": ["dormouse", "march-hare"],
    "no-room": ["mad-hatter", "alice"],
    "grin-without-a-cat": ["cheshire-cat", "duchess"],
    "who-are-you": ["caterpillar", "alice"],
    "stolen-tarts": ["knave-of-hearts", "tarts"],
    "royal-couple": ["queen-of-hearts", "king-of-hearts"],
    "croquet-ground": ["queen-of-hearts", "duchess"],
    "lobster-quadrille": ["mock-turtle", "gryphon"],
    "schooldays-in-the-sea": ["mock-turtle", "alice"],
    "agreed-to-a-battle": ["tweedledum", "tweedledee"],
    "oysters-come-and-walk": ["walrus", "carpenter"],
    "i-shall-be-late": ["white-rabbit", "pocket-watch"],
    "two-days-wrong": ["mad-hatter", "pocket-watch"],
    "through-the-looking-glass": ["alice", "looking-glass"],
    "faster-faster": ["red-queen", "looking-glass"],
    "queen-alice": ["alice", "crown"],
    "eat-me-drink-me": ["cake", "bottle"],
    "taller-and-smaller": ["caterpillar", "bottle"],
    "glory-for-you": ["humpty-dumpty", "looking-glass"],
    "impenetrability": ["humpty-dumpty", "vorpal-sword"],
    "my-own-invention": ["white-knight", "vorpal-sword"],
    "check": ["red-queen", "white-knight"],
    "herald-and-accused": ["white-rabbit", "knave-of-hearts"],
    "important-unimportant": ["king-of-hearts", "tarts"],
    "off-with-its-head": ["cheshire-cat", "queen-of-hearts"],
}


def wonderland(**given):
    """A position of Wonderland whose Surprises are out of the game, so that no window opens."""
    return deal(edition="wonderland", without=SURPRISES, **given)


def told(table, kind):
    """The outcomes of one kind so far."""
    return [outcome for outcome in table.happened if isinstance(outcome, kind)]


# The deck


def test_R011_the_deck_has_100_cards_and_one_creeper():
    """99 that are shuffled, one of each, and the Basic Rules."""
    cards = edition_of("wonderland").cards
    kinds = Counter(card(slug).kind for slug in cards)

    assert len(set(cards)) == len(cards) == 99
    assert kinds == {
        "keeper": 28,
        "goal": 30,
        "new rule": 20,
        "action": 16,
        "surprise": 4,
        "creeper": 1,
    }


def test_what_is_ours_is_in_the_deck():
    """The cards that no source lists are named, each once."""
    wonderland = edition_of("wonderland")

    assert set(wonderland.ours) < set(wonderland.cards)
    assert len(set(wonderland.ours)) == len(wonderland.ours)
    assert {"jabberwock", "crown", "rhyme-time", "draw-2"}.isdisjoint(wonderland.ours)


def test_R008_any_first_player_can_be_chosen():
    """Whoever wants begins."""
    table = new_game(["ann", "bob", "cid"], edition="wonderland", first="cid")

    assert table.turn == "cid"


def test_R003_a_creeper_that_is_dealt_lies_face_up_and_is_replaced():
    """In some game of these the Jabberwock is dealt: its seat has three cards all the same."""
    dealt = 0
    for seed in range(60):
        table = new_game(["ann", "bob", "cid", "dan"], edition="wonderland", seed=str(seed))
        for player in table.seats[1:]:  # the first has drawn
            assert len(player.hand) == 3
            dealt += player.creepers == ["jabberwock"]

    assert dealt > 0


def test_R007_who_leaves_discards_everything_but_rules_and_goals():
    """Hand, keepers and Creepers go; what was played for all stays."""
    table = wonderland(
        ann=1,
        bob=["tea", "check"],
        cid=1,
        keepers={"bob": ["tarts"]},
        creepers={"bob": ["jabberwock"]},
        rules=["play-2"],
        goals=["no-room"],
        drawn=1,
    )
    table.seats[1].leaves()

    assert set(table.discard) == {"tea", "check", "tarts", "jabberwock"}
    assert (table.rules, table.goals) == (["play-2"], ["no-room"])


# Goals


@pytest.mark.parametrize(("goal", "keepers"), PAIRS.items())
def test_each_pair_of_keepers_wins_with_its_goal(goal, keepers):
    """Nothing else is needed."""
    table = wonderland(ann=[goal], bob=1, keepers={"ann": keepers}, drawn=1)
    table.seats[0].plays(goal)

    assert table.winner == "ann"


@pytest.mark.parametrize("guest", ["mad-hatter", "march-hare", "dormouse"])
def test_tea_for_two_wants_tea_and_one_guest(guest):
    """Any of the three will do; Tea alone will not."""
    table = wonderland(ann=["tea-for-two", guest], bob=1, keepers={"ann": ["tea"]}, rules=["play-2"], drawn=1)
    ann, _bob = table.seats
    ann.plays("tea-for-two")
    alone = table.winner
    ann.plays(guest)

    assert (alone, table.winner) == ("", "ann")


@pytest.mark.parametrize(
    ("goal", "keeper"), [("mirror-writing", "looking-glass"), ("king-of-beasts", "crown")]
)
def test_R185_a_goal_that_names_the_jabberwock_needs_it_and_is_not_blocked(goal, keeper):
    """The Jabberwock before the same seat wins; before another seat it does not."""
    winners = []
    for owner in ("ann", "bob"):
        table = wonderland(
            ann=[goal], bob=1, keepers={"ann": [keeper]}, creepers={owner: ["jabberwock"]}, drawn=1
        )
        table.seats[0].plays(goal)
        winners.append(table.winner)

    assert winners == ["ann", ""]


@pytest.mark.parametrize("owner", ["ann", "bob", "cid"])
def test_R185_snicker_snack_wants_the_jabberwock_before_anybody(owner):
    """Whoever has it, the sword wins."""
    table = wonderland(
        ann=["snicker-snack"],
        bob=1,
        cid=1,
        keepers={"ann": ["vorpal-sword"]},
        creepers={owner: ["jabberwock"]},
        drawn=1,
    )
    table.seats[0].plays("snicker-snack")

    assert table.winner == "ann"


def test_snicker_snack_wins_nothing_without_the_jabberwock():
    """It must lie on the table."""
    table = wonderland(ann=["snicker-snack"], bob=1, keepers={"ann": ["vorpal-sword"]}, drawn=1)
    table.seats[0].plays("snicker-snack")

    assert table.winner == ""


# The Jabberwock


def test_R150_the_jabberwock_is_put_down_when_drawn_and_replaced():
    """It is no play, and Ann has drawn her card all the same."""
    table = wonderland(ann=0, bob=1, deck=["jabberwock", "tea"])
    ann, _bob = table.seats

    assert told(table, CreeperCame) == [CreeperCame(1, "jabberwock")]
    assert (ann.creepers, ann.hand, ann.asked) == (["jabberwock"], ["tea"], "play")


def test_R123_drawn_by_an_action_it_is_replaced_too():
    """Draw 3, Play 2: three other cards are in the temporary hand."""
    table = wonderland(
        ann=["draw-3-play-2-of-them"], bob=1, deck=["jabberwock", "tea", "tarts", "alice"], drawn=1
    )
    ann, _bob = table.seats
    ann.plays("draw-3-play-2-of-them")

    assert (ann.creepers, ann.temporary) == (["jabberwock"], ["alice", "tarts", "tea"])


def test_R151_with_the_jabberwock_nobody_wins():
    """Both keepers and the goal; the win comes when it goes."""
    table = wonderland(
        ann=["royal-couple", "tea"],
        bob=1,
        keepers={"ann": ["queen-of-hearts", "king-of-hearts", "vorpal-sword"]},
        creepers={"ann": ["jabberwock"]},
        rules=["play-2"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("royal-couple")
    blocked = table.winner
    ann.plays("use:vorpal-sword")

    assert (blocked, table.winner) == ("", "ann")


def test_R153_two_jabberwocks_are_named_by_one_goal():
    """In a mixed deck a seat may have two."""
    table = deal(
        edition="wonderland +jabberwock",
        without=SURPRISES,
        ann=["mirror-writing"],
        bob=1,
        keepers={"ann": ["looking-glass"]},
        creepers={"ann": ["jabberwock", "jabberwock"]},
        drawn=1,
    )
    table.seats[0].plays("mirror-writing")

    assert table.winner == "ann"


def test_R154_whoever_gets_the_jabberwock_draws_nothing_for_it():
    """It was not drawn."""
    table = wonderland(
        ann=["tea"], bob=["alice"], keepers={"ann": ["tarts"]}, creepers={"ann": ["jabberwock"]}, drawn=1
    )
    ann, bob = table.seats
    ann.plays("use:jabberwock")

    assert (bob.creepers, bob.hand) == (["jabberwock"], ["alice"])


def test_a_keeper_discarded_moves_the_jabberwock_to_a_player_of_choice():
    """It is a free action, and Ann's play is still hers."""
    table = wonderland(
        ann=["tea"],
        bob=1,
        cid=1,
        keepers={"ann": ["tarts", "walrus"]},
        creepers={"ann": ["jabberwock"]},
        drawn=1,
    )
    ann, _bob, cid = table.seats
    ann.plays("use:jabberwock").answers("walrus").answers("cid")

    assert (ann.creepers, ann.keepers, cid.creepers) == ([], ["tarts"], ["jabberwock"])
    assert told(table, CreeperMoved) == [CreeperMoved(3, 1, "jabberwock", "jabberwock")]
    assert (ann.asked, table.discard) == ("play", ["walrus"])


def test_D14_a_keeper_of_the_hand_does_not_move_it():
    """With no keeper in play the Jabberwock stays."""
    table = wonderland(ann=["tea"], bob=1, creepers={"ann": ["jabberwock"]}, drawn=1)
    ann, _bob = table.seats

    assert ann.options == ["tea"]


def test_D14_a_keeper_lost_to_the_limit_does_not_move_it():
    """Only the free action does."""
    table = wonderland(
        ann=["keeper-limit-2", "draw-2"],
        bob=1,
        keepers={"ann": ["tarts", "walrus", "alice"]},
        creepers={"ann": ["jabberwock"]},
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("keeper-limit-2").answers("end").answers("tarts")

    assert (ann.creepers, bob.creepers, table.turn) == (["jabberwock"], [], "bob")


def test_D16_others_have_no_say_over_a_jabberwock_of_theirs_out_of_turn():
    """Bob has it, and Ann's turn offers nothing."""
    table = wonderland(
        ann=["tea"], bob=1, keepers={"bob": ["tarts"]}, creepers={"bob": ["jabberwock"]}, drawn=1
    )
    ann, bob = table.seats

    assert (ann.options, bob.asked) == (["tea"], "")


def test_the_jabberwock_does_not_attach():
    """Its owner is not asked for a keeper, and a stolen keeper leaves it behind."""
    table = wonderland(
        ann=["steal-a-keeper"], bob=1, keepers={"bob": ["tarts"]}, creepers={"bob": ["jabberwock"]}, drawn=1
    )
    ann, bob = table.seats
    ann.plays("steal-a-keeper")

    assert (ann.keepers, ann.creepers, bob.creepers) == (["tarts"], [], ["jabberwock"])
    assert table.attached == {}


# Keepers with powers


def test_the_vorpal_sword_discards_the_jabberwock_once_a_turn():
    """Only one's own, and only while there is one."""
    table = deal(
        edition="wonderland +jabberwock",
        without=SURPRISES,
        ann=["tea"],
        bob=1,
        keepers={"ann": ["vorpal-sword"]},
        creepers={"ann": ["jabberwock", "jabberwock"]},
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("use:vorpal-sword").answers("jabberwock")

    assert (ann.creepers, table.discard) == (["jabberwock"], ["jabberwock"])
    assert "use:vorpal-sword" not in ann.options
    assert told(table, Discarded)[-1] == Discarded(("jabberwock",), "creepers", "vorpal-sword", 1)


def test_the_vorpal_sword_does_not_reach_across_the_table():
    """Bob's Jabberwock is Bob's."""
    table = wonderland(
        ann=["tea"], bob=1, keepers={"ann": ["vorpal-sword"]}, creepers={"bob": ["jabberwock"]}, drawn=1
    )
    ann, _bob = table.seats

    assert ann.options == ["tea"]


def test_the_cake_gives_one_more_play_once_a_turn():
    """Basic Rules: two cards are played."""
    table = wonderland(ann=["tea", "tarts", "alice"], bob=1, keepers={"ann": ["cake"]}, drawn=1)
    ann, _bob = table.seats
    ann.plays("tea").plays("use:cake")
    options = ann.options
    ann.plays("tarts")

    assert (options, ann.hand, table.turn) == (["alice", "tarts"], ["alice"], "bob")


def test_the_cake_may_be_left_alone():
    """After the last play its owner may end the turn."""
    table = wonderland(ann=["tea", "tarts"], bob=1, keepers={"ann": ["cake"]}, drawn=1)
    ann, _bob = table.seats
    ann.plays("tea")
    options = ann.options
    ann.answers("end")

    assert (options, ann.hand, table.turn) == (["end", "use:cake"], ["tarts"], "bob")


def test_the_cake_is_not_offered_when_all_is_played_anyway():
    """Under Play All it could give nothing."""
    table = wonderland(ann=["tea", "tarts"], bob=1, keepers={"ann": ["cake"]}, rules=["play-all"], drawn=1)

    assert table.seats[0].options == ["tarts", "tea"]


def test_the_bottle_draws_one_card_that_the_draw_rule_does_not_count():
    """Draw 2, played after it, still draws one more."""
    table = wonderland(
        ann=["draw-2"], bob=1, keepers={"ann": ["bottle"]}, deck=["tea", "tarts"], rules=["play-2"], drawn=1
    )
    ann, _bob = table.seats
    ann.plays("use:bottle")
    after_the_bottle = ann.hand
    ann.plays("draw-2")

    assert (after_the_bottle, ann.hand) == (["draw-2", "tea"], ["tarts", "tea"])


def test_R139_powers_can_be_used_before_drawing():
    """Whoever has the Bottle is asked before the draw."""
    table = wonderland(ann=0, bob=1, keepers={"ann": ["bottle"]}, deck=["tea", "tarts"])
    ann, _bob = table.seats
    asked = (ann.asked, ann.options)
    ann.answers("use:bottle")

    assert asked == ("before-drawing", ["draw", "use:bottle"])
    assert (ann.hand, ann.asked) == (["tarts", "tea"], "play")


def test_R124_no_power_can_be_used_inside_a_compound_action():
    """Between the two cards of Draw 2 and Use 'Em only these can be chosen."""
    table = wonderland(
        ann=["draw-2-and-use-em"], bob=1, keepers={"ann": ["cake", "bottle"]}, deck=["tea", "tarts"], drawn=1
    )
    ann, _bob = table.seats
    ann.plays("draw-2-and-use-em")

    assert ann.options == ["tarts", "tea"]


def test_R142_a_power_is_no_play():
    """The Bottle leaves Ann her only play."""
    table = wonderland(ann=["tea"], bob=1, keepers={"ann": ["bottle"]}, drawn=1)
    ann, _bob = table.seats
    ann.plays("use:bottle")

    assert (table.table.turn.played, ann.asked) == (0, "play")


def test_inflation_raises_the_numerals_of_powers():
    """In a mixed deck the Cake gives two plays and the Bottle two cards."""
    table = deal(
        edition="fluxx wonderland",
        without=SURPRISES,
        ann=["tea"],
        bob=1,
        keepers={"ann": ["cake", "bottle"]},
        rules=["inflation"],
        drawn=2,
    )
    ann, _bob = table.seats
    ann.plays("use:cake").plays("use:bottle")

    assert (table.table.turn.more_plays, len(ann.hand)) == (2, 3)


def test_the_royal_tax_spares_the_crown():
    """One card of everybody else's, none of its holder's."""
    table = wonderland(
        ann=["royal-tax"],
        bob=["tea", "tarts"],
        cid=["alice", "walrus"],
        keepers={"bob": ["crown"]},
        random=["walrus"],
        drawn=1,
    )
    ann, bob, cid = table.seats
    ann.plays("royal-tax")

    assert told(table, CardsTaken) == [CardsTaken(1, 3, 1, ("walrus",))]
    assert (ann.hand, cid.hand, {"tea", "tarts"} <= set(bob.hand)) == (["walrus"], ["alice"], True)


def test_random_tax_of_the_base_game_spares_nobody():
    """In a mixed deck only the Royal Tax knows the Crown."""
    table = deal(
        edition="fluxx wonderland",
        without=SURPRISES,
        ann=["random-tax"],
        bob=["tea"],
        cid=["alice"],
        keepers={"bob": ["crown"]},
        drawn=1,
    )
    ann, _bob, _cid = table.seats
    ann.plays("random-tax")

    assert ann.hand == ["alice", "tea"]


def test_the_crown_bonus_gives_its_holder_a_draw_and_a_play():
    """Ann draws two and plays two; Bob, without it, one and one."""
    table = wonderland(
        ann=0,
        bob=["walrus"],
        keepers={"ann": ["crown"]},
        rules=["crown-bonus"],
        deck=["tea", "tarts", "alice"],
    )
    ann, bob = table.seats
    drawn = ann.hand
    ann.plays("tea").plays("tarts")
    hand = bob.hand
    bob.plays("alice")

    assert (drawn, hand, table.turn) == (["tarts", "tea"], ["alice", "walrus"], "ann")


def test_the_crown_bonus_played_by_its_holder_counts_at_once():
    """One more card and one more play in the same turn."""
    table = wonderland(ann=["crown-bonus", "tea"], bob=1, keepers={"ann": ["crown"]}, deck=["tarts"], drawn=1)
    ann, _bob = table.seats
    ann.plays("crown-bonus")

    assert (ann.hand, ann.asked) == (["tarts", "tea"], "play")


# Rhyme Time

COUPLET = "The time has come, the Walrus said,\nto play another card instead."


def test_a_rhyme_is_told_to_all_and_gives_a_card_and_a_play():
    """Once a turn; its words are in the log as they were said."""
    table = wonderland(ann=["tea", "tarts"], bob=1, rules=["rhyme-time"], deck=["alice"], drawn=1)
    ann, _bob = table.seats
    ann.plays("use:rhyme-time")
    question = ann.question
    ann.answers(COUPLET)
    hand, again = ann.hand, "use:rhyme-time" in ann.options
    ann.plays("tea").plays("alice")

    assert (question.what.value, question.options, question.words) == ("rhyme", ("pass",), 400)
    assert told(table, Said) == [Said(1, COUPLET, "rhyme-time")]
    assert (hand, again, ann.hand, table.turn) == (["alice", "tarts", "tea"], False, ["tarts"], "bob")


def test_who_has_no_rhyme_may_pass():
    """Then it gives nothing, and the turn goes on."""
    table = wonderland(ann=["tea", "tarts"], bob=1, rules=["rhyme-time"], drawn=1)
    ann, _bob = table.seats
    ann.plays("use:rhyme-time").answers("pass").plays("tea")

    assert (ann.hand, told(table, Said)) == (["tarts"], [])


def test_a_rhyme_has_at_most_400_characters():
    """A longer one is refused with a sentence, an empty one, too."""
    table = wonderland(ann=["tea"], bob=1, rules=["rhyme-time"], drawn=1)
    ann, _bob = table.seats
    ann.plays("use:rhyme-time")

    assert ann.cannot("la " * 200) == "Write at most 400 characters, not 599."
    assert ann.cannot(" \n ") == "Write something."


# One Place On


def test_everybody_moves_one_place_on_and_the_cards_stay():
    """Each gets what lay before their left neighbour; the turn goes to the next place, where Ann sits now."""
    table = wonderland(
        ann=["one-place-on", "tea"],
        bob=["tarts"],
        cid=["alice", "walrus"],
        keepers={"ann": ["crown"], "bob": ["dormouse"], "cid": ["gryphon", "duchess"]},
        creepers={"cid": ["jabberwock"]},
        deck=["carpenter"],
        drawn=1,
    )
    ann, bob, cid = table.seats
    ann.plays("one-place-on")

    assert (ann.hand, bob.hand, cid.hand) == (["carpenter", "tarts"], ["alice", "walrus"], ["tea"])
    assert (ann.keepers, bob.keepers, cid.keepers) == (["dormouse"], ["duchess", "gryphon"], ["crown"])
    assert (bob.creepers, cid.creepers, table.turn, ann.asked) == (["jabberwock"], [], "ann", "play")
    assert table.table.turn.number == 2


def test_after_the_place_after_ones_own_the_turn_goes_on_clockwise():
    """Ann plays at the second place, then Bob at the third."""
    table = wonderland(ann=["one-place-on"], bob=["tarts"], cid=1, drawn=1, deck=3)
    ann, _bob, _cid = table.seats
    ann.plays("one-place-on").plays("tarts")

    assert table.turn == "bob"


def test_one_place_on_ends_the_turn_whatever_plays_are_left():
    """Play All does not bind the new hand in the old turn."""
    table = wonderland(
        ann=["one-place-on", "tea"], bob=["tarts"], rules=["play-all"], deck=["alice"], drawn=1
    )
    ann, bob = table.seats
    ann.plays("one-place-on")

    assert (ann.hand, bob.hand, table.table.turn.played) == (["alice", "tarts"], ["tea"], 0)


def test_R084_the_limits_are_obeyed_before_the_next_turn_begins():
    """Ann, who is next, comes down to the limit with her new hand, and so does Bob with his."""
    table = wonderland(
        ann=["one-place-on", "tea", "carpenter", "duchess"],
        bob=["tarts", "walrus"],
        cid=["alice", "gryphon"],
        rules=["hand-limit-2"],
        drawn=1,
    )
    ann, _bob, cid = table.seats
    ann.plays("one-place-on")
    asked = (cid.asked, ann.asked)
    cid.answers("tea")

    assert asked == ("hand-limit", "")
    assert (cid.hand, ann.asked, table.table.turn.number) == (["carpenter", "duchess"], "play", 2)


def test_a_turn_that_ends_inside_a_compound_action_discards_what_is_left_of_it():
    """Draw 2 and Use 'Em: after One Place On the other card goes to the discard pile."""
    table = wonderland(
        ann=["draw-2-and-use-em", "tea"],
        bob=["tarts"],
        deck=["one-place-on", "alice", "walrus"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("draw-2-and-use-em").answers("one-place-on")

    assert (ann.hand, bob.hand) == (["tarts", "walrus"], ["tea"])
    assert set(table.discard) == {"draw-2-and-use-em", "one-place-on", "alice"}
    assert ann.asked == "play"


def test_the_jabberwock_stays_with_the_keepers_of_its_place():
    """Cid comes to the place that meets the goal, and to the Jabberwock that lies there: no win."""
    table = wonderland(
        ann=["one-place-on"],
        bob=1,
        cid=1,
        goals=["check"],
        keepers={"ann": ["red-queen", "white-knight"]},
        creepers={"ann": ["jabberwock"]},
        drawn=1,
    )
    ann, _bob, cid = table.seats
    ann.plays("one-place-on")

    assert (cid.keepers, cid.creepers, table.winner) == (["red-queen", "white-knight"], ["jabberwock"], "")


# Unbirthday Presents


def test_everybody_with_a_keeper_gives_one_away():
    """In turn order; what was given in this round need not be given on."""
    table = wonderland(
        ann=["unbirthday-presents"],
        bob=1,
        cid=1,
        keepers={"ann": ["tea", "tarts"], "cid": ["walrus"]},
        drawn=1,
    )
    ann, bob, cid = table.seats
    ann.plays("unbirthday-presents").answers("tea")
    recipients = ann.options
    ann.answers("bob")
    asked = (bob.asked, cid.asked)
    cid.answers("ann")

    assert (recipients, asked) == (["@2", "@3"], ("", "choose-recipient"))
    assert (ann.keepers, bob.keepers, cid.keepers) == (["tarts", "walrus"], ["tea"], [])
    assert told(table, KeeperGiven) == [
        KeeperGiven(1, 2, "tea", "unbirthday-presents"),
        KeeperGiven(3, 1, "walrus", "unbirthday-presents"),
    ]


def test_a_present_can_win_for_whoever_gets_it():
    """The game ends with the gift, and nobody gives any more."""
    table = wonderland(
        ann=["unbirthday-presents"],
        bob=1,
        cid=1,
        goals=["check"],
        keepers={"ann": ["red-queen"], "bob": ["white-knight"]},
        drawn=1,
    )
    ann, _bob, _cid = table.seats
    ann.plays("unbirthday-presents").answers("bob")

    assert table.winner == "bob"


def test_R082_a_present_over_the_limit_costs_a_keeper_at_once():
    """Bob discards before he gives."""
    table = wonderland(
        ann=["unbirthday-presents"],
        bob=1,
        keepers={"ann": ["tea"], "bob": ["tarts", "walrus"]},
        rules=["keeper-limit-2"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("unbirthday-presents")
    first = bob.asked
    bob.answers("tea")
    second = bob.asked
    bob.answers("walrus")

    assert (first, second) == ("keeper-limit", "choose-gift")
    assert (ann.keepers, bob.keepers) == (["walrus"], ["tarts"])


# Cards of the base game, as Wonderland reads them


def test_R068_lets_simplify_discards_at_least_one():
    """Of four rules one or two must go."""
    table = wonderland(
        ann=["lets-simplify"], bob=1, rules=["draw-2", "play-2", "keeper-limit-4", "double-agenda"], drawn=2
    )
    ann, _bob = table.seats
    ann.plays("lets-simplify")

    assert (ann.question.least, ann.question.most) == (1, 2)
    assert ann.cannot()


def test_R107_who_removes_double_agenda_picks_the_goal_that_goes():
    """At once."""
    table = wonderland(
        ann=["trash-a-new-rule"], bob=1, rules=["double-agenda"], goals=["check", "no-room"], drawn=1
    )
    ann, _bob = table.seats
    ann.plays("trash-a-new-rule")
    asked = (ann.asked, ann.options)
    ann.answers("check")

    assert (asked, table.goals) == (("discard-goal", ["check", "no-room"]), ["no-room"])


def test_R028_no_hand_bonus_does_nothing_in_the_turn_in_which_it_is_played():
    """Ann began with an empty hand before the rule was there."""
    table = wonderland(ann=0, bob=1, deck=["no-hand-bonus"])
    ann, _bob = table.seats
    ann.plays("no-hand-bonus")

    assert (ann.hand, table.turn) == ([], "bob")


# Words


def test_every_new_outcome_is_told_in_a_sentence():
    """With the names of seats and cards."""
    names = {1: "Ann", 2: "Bob"}

    def english(outcome):
        return sentence(outcome, CARDS, names, str, lambda one, many, count: one if count == 1 else many)

    assert english(KeeperGiven(1, 2, "tea", "unbirthday-presents")) == (
        "Ann gave “Tea” to Bob (Unbirthday Presents)."
    )
    assert english(CreeperMoved(2, 1, "jabberwock", "jabberwock")) == (
        "“The Jabberwock” went from Ann to Bob."
    )
    assert english(CreeperRemoved(1, "virus", "surgery")) == "Ann’s “Virus” is out of the game (Surgery)."
