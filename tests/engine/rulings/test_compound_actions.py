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


def test_a_game_sleeps_and_wakes_at_every_depth():
    """Stored four levels deep, it wakes at the same question, with the same cards set aside."""
    table, ann = nested()
    ann.answers("draw-3-play-2-of-them").answers("draw-2-and-use-em")
    woken = Game.load(table.game.dump())

    assert woken.questions == table.game.questions
    assert woken.view(1) == table.game.view(1)


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


# Wins in the middle


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


@pytest.mark.parametrize("rule", ["swap-plays-for-draws", "get-on-with-it"])
def test_ending_the_plays_early_draws_what_there_is(rule):
    """One card for two plays; three for the hand, which is in the renewed pile by then."""
    table = deal(
        ann=["bread", "milk"], bob=["love"], rules=[rule, "play-2"], deck=["time"], exact_deck=True, drawn=1
    )
    ann, _bob = table.seats
    ann.plays(rule)

    assert ann.hand == ["bread", "milk", "time"]


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
