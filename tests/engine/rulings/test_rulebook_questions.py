"""The Polish rulebook's examples, and its questions and answers, in its order."""

from engine.scenario import deal


def test_question_looking_through_the_discard_pile():
    """Any player, at any time."""
    table = deal(ann=1, bob=1, discard=["bread", "milk"], drawn=1)

    assert table.game.view(2).discard == ("bread", "milk")


def test_question_acting_in_anothers_turn():
    """Only forced changes of the own cards, such as a new hand limit asks for."""
    table = deal(ann=["hand-limit-1", "time"], bob=["bread", "jackpot"], drawn=1)
    ann, bob = table.seats
    before = bob.asked
    ann.plays("hand-limit-1")

    assert (before, bob.asked) == ("", "hand-limit")


def test_question_when_a_free_action_may_be_used():
    """Before drawing, between the plays, after all of them; not once the next player has begun."""
    table = deal(
        ann=["bread", "milk"], bob=["love"], keepers={"ann": ["time"]}, rules=["recycling", "play-2"], deck=9
    )
    ann, _bob = table.seats
    moments = ["use:recycling" in ann.options]
    ann.answers("draw").plays("bread")
    moments.append("use:recycling" in ann.options)
    ann.plays("milk")
    moments.append("use:recycling" in ann.options)
    ann.answers("end")

    assert (moments, ann.asked, table.turn) == ([True, True, True], "", "bob")


def test_question_the_cards_of_no_hand_bonus():
    """They don't count for the draw rule: a raise from 2 to 4 still draws two."""
    table = deal(
        ann=0,
        bob=0,
        rules=["no-hand-bonus", "draw-2"],
        deck=["draw-4", "bread", "milk", "love", "time", "sleep", "peace", "the-sun"],
    )
    ann, _bob = table.seats
    before = len(ann.hand)
    ann.plays("draw-4")

    assert (before, len(ann.hand)) == (5, 6)


def test_no_card_is_discarded_at_will():
    """Discarding isn't playing: without a limit there is no way to get rid of a card but to play it."""
    table = deal(ann=["toast"], bob=1, keepers={"bob": ["bread", "the-toaster"]}, drawn=1)
    ann, _bob = table.seats

    assert (ann.asked, ann.options) == ("play", ["toast"])
    assert ann.cannot("end")
