"""The order of a turn, and drawing (rulings R013 to R034)."""

import pytest

from engine.scenario import deal


def test_R013_limits_come_after_the_plays_hand_before_keepers():
    """With four cards and three keepers under two limits of two: first two cards, then one keeper."""
    table = deal(
        ann=["empty-the-trash", "bread", "milk", "love", "time"],
        bob=1,
        keepers={"ann": ["the-sun", "the-moon", "the-eye"]},
        rules=["hand-limit-2", "keeper-limit-2"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("empty-the-trash")
    first = (ann.asked, ann.question.least, ann.question.most)
    ann.answers("bread", "milk")
    second = (ann.asked, ann.question.least, ann.question.most)
    ann.answers("the-sun")

    assert (first, second, bob.asked) == (("hand-limit", 2, 2), ("keeper-limit", 1, 1), "play")
    assert (ann.hand, ann.keepers) == (["love", "time"], ["the-eye", "the-moon"])


def test_R021_a_pile_drawn_exactly_is_not_renewed_until_the_next_draw():
    """Let's Do That Again still finds the discard pile."""
    table = deal(
        ann=["lets-do-that-again"],
        bob=1,
        rules=["draw-3"],
        deck=["bread", "milk", "love"],
        discard=["jackpot", 9],
        exact_deck=True,
    )
    ann, _bob = table.seats
    untouched = (table.deck, len(table.discard))
    ann.plays("lets-do-that-again").answers("jackpot")

    assert untouched == ([], 10)
    assert len(ann.hand) == 6


@pytest.mark.parametrize(
    ("keepers", "drawn"),
    [
        ({"bob": 1, "cat": 2}, 2),
        ({"ann": 1, "bob": 1, "cat": 3}, 1),
        ({}, 1),
        ({"ann": 1, "bob": 2, "cat": 2}, 2),
    ],
)
def test_R032_the_poorest_alone_draws_one_extra(keepers, drawn):
    """Strictly fewest keepers, none included; a tie gives nothing to anybody."""
    table = deal(ann=0, bob=0, cat=0, keepers=keepers, rules=["poor-bonus"], deck=4)
    ann, _bob, _cat = table.seats

    assert len(ann.hand) == drawn


def test_R033_who_was_poorest_keeps_the_draw_and_may_become_richest():
    """The extra card stays; the extra play comes with the richest table."""
    table = deal(
        ann=["bread", "milk", "love"],
        bob=0,
        keepers={"bob": ["time"]},
        rules=["poor-bonus", "rich-bonus", "play-2"],
        deck=["the-sun", "the-moon", "the-eye"],
    )
    ann, _bob = table.seats
    drawn = len(ann.hand)
    ann.plays("bread").plays("milk")

    assert (drawn, len(ann.hand), ann.asked, table.game.view(1).plays_left) == (5, 3, "play", 1)
