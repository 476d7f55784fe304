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


def test_R003_a_creeper_that_is_dealt_lies_face_up_and_is_replaced():
    """In some game of these the Jabberwock is dealt: its seat has three cards all the same."""
    dealt = 0
    for seed in range(60):
        table = new_game(["ann", "bob", "cid", "dan"], edition="wonderland", seed=str(seed))
        for player in table.seats[1:]:  # the first has drawn
            assert len(player.hand) == 3
            dealt += player.creepers == ["jabberwock"]

    assert dealt > 0


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


# The Jabberwock


def test_R150_the_jabberwock_is_put_down_when_drawn_and_replaced():
    """It is no play, and Ann has drawn her card all the same."""
    table = wonderland(ann=0, bob=1, deck=["jabberwock", "tea"])
    ann, _bob = table.seats

    assert told(table, CreeperCame) == [CreeperCame(1, "jabberwock")]
    assert (ann.creepers, ann.hand, ann.asked) == (["jabberwock"], ["tea"], "play")


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


def test_R139_powers_can_be_used_before_drawing():
    """Whoever has the Bottle is asked before the draw."""
    table = wonderland(ann=0, bob=1, keepers={"ann": ["bottle"]}, deck=["tea", "tarts"])
    ann, _bob = table.seats
    asked = (ann.asked, ann.options)
    ann.answers("use:bottle")

    assert asked == ("before-drawing", ["draw", "use:bottle"])
    assert (ann.hand, ann.asked) == (["tarts", "tea"], "play")


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
