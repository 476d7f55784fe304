"""Creepers: how they come, cling, travel, block and are cured (rulings R003 to R160 on them)."""

import pytest

from engine import Game
from engine.outcomes import CreeperCame, Drew, Won
from engine.scenario import deal

MIXED = "anatomy wonderland"
NO_SURPRISES = ["thats-mine", "veto", "stop-that", "canceled-plans"]


def attached(table, player):
    """What clings to what in front of a player."""
    (seat,) = (each for each in table.game.view(None).seats if each.seat == player.seat)
    return dict(seat.attached)


def test_R003_a_creeper_in_the_opening_deal_lies_in_front_and_is_replaced():
    """Everybody begins with three cards that are no Creepers, whatever was dealt."""
    for number in range(60):
        game = Game.new("anatomy", 4, seed=str(number))
        kinds = {game.table.card(card).kind for hand in game.table.hands.values() for card in hand}
        sizes = [len(game.table.hands[seat]) for seat in (2, 3, 4)]

        assert ("creeper" in kinds, sizes) == (False, [3, 3, 3])


def test_R025_the_win_comes_when_the_draw_is_finished():
    """Without the second Creeper Ann wins, and has drawn her card first."""
    table = deal(
        edition=MIXED,
        ann=[],
        bob=1,
        keepers={"ann": ["crown"]},
        goals=["king-of-beasts"],
        deck=["jabberwock", "liver"],
    )
    kinds = [type(each) for each in table.happened]

    assert table.winner == "ann"
    assert kinds.index(CreeperCame) < kinds.index(Drew) < kinds.index(Won)


def test_R026_what_creepers_do_waits_for_the_end_of_the_draw():
    """Two Creepers come among the cards of Draw 3: three in hand, and then Ann says what they cling to."""
    table = deal(
        edition="anatomy",
        ann=[],
        bob=1,
        keepers={"ann": ["skin", "bladder"]},
        rules=["draw-3"],
        deck=["virus", "liver", "toxin", "brain", "eyes"],
    )
    ann, _bob = table.seats

    assert (ann.asked, ann.hand) == ("attach", ["brain", "eyes", "liver"])
    ann.answers("skin").answers("skin")
    assert (attached(table, ann), ann.asked) == ({"virus": "skin", "toxin": "skin"}, "play")


@pytest.mark.parametrize(("bobs", "winner"), [(6, ""), (5, "ann")])
def test_R097_R098_a_creeper_bars_from_the_most_keepers_but_not_from_having_more(bobs, winner):
    """Bob with a Creeper and more keepers keeps Ann from winning; with as many he is no rival."""
    table = deal(
        edition="fluxx anatomy",
        ann=["5-keepers"],
        bob=1,
        keepers={"ann": 5, "bob": ["bread", *["milk", "love", "time", "money", "peace"][: bobs - 1]]},
        creepers={"bob": ["virus"]},
        attached={"virus": "bread"},
        drawn=1,
    )
    table.seats[0].plays("5-keepers")

    assert table.winner == winner


def test_R103_D13_mix_it_all_up_deals_keepers_and_creepers_parted():
    """Nothing clings while it is dealt, nobody wins before all is dealt, and then Creepers cling anew."""
    table = deal(
        edition="anatomy",
        ann=["mix-it-all-up"],
        bob=1,
        cid=1,
        keepers={"ann": ["liver", "skin"], "bob": ["eyes", "heart"]},
        creepers={"bob": ["virus"]},
        attached={"virus": "eyes"},
        drawn=1,
    )
    ann, bob, cid = table.seats
    ann.plays("mix-it-all-up")
    while asked := next((each for each in table.seats if each.asked == "attach"), None):
        asked.answers("any")

    counts = [len(each.keepers) + len(each.creepers) for each in (ann, bob, cid)]
    (owner,) = (each for each in table.seats if each.creepers)
    assert counts == [2, 2, 1]
    assert list(attached(table, owner).values()) == owner.keepers[:1] or len(owner.keepers) != 1


def test_R123_a_creeper_among_the_cards_of_draw_3_play_2_is_replaced():
    """It lies before Ann and clings at once; three other cards are in the temporary hand."""
    table = deal(
        edition="anatomy",
        ann=["draw-3-play-2-of-them"],
        bob=1,
        keepers={"ann": ["skin", "eyes"]},
        deck=["virus", "liver", "draw-2", "brain"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-3-play-2-of-them")

    assert (ann.asked, ann.options, ann.temporary) == (
        "attach",
        ["eyes", "skin"],
        ["brain", "draw-2", "liver"],
    )
    ann.answers("eyes")
    assert (attached(table, ann), ann.asked) == ({"virus": "eyes"}, "play-temporary")


@pytest.mark.parametrize("card", ["draw-2-and-use-em", "everybody-gets-1"])
def test_D3_a_creeper_drawn_by_an_action_clings_before_anything_else(card):
    """Nothing is played or given first."""
    table = deal(
        edition="anatomy",
        ann=[card],
        bob=1,
        keepers={"ann": ["skin", "eyes"]},
        deck=["virus", "liver", "draw-2", "brain"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays(card)

    assert (ann.asked, ann.options) == ("attach", ["eyes", "skin"])


def test_D3_a_creeper_of_the_no_hand_bonus_clings_before_the_turn_goes_on():
    """Before drawing, and before a free action."""
    table = deal(
        edition="anatomy",
        more_cards=["recycling"],
        ann=[],
        bob=1,
        keepers={"ann": ["skin", "eyes"]},
        rules=["no-hand-bonus", "recycling"],
        deck=["virus", "liver", "brain", "heart"],
    )
    ann, _bob = table.seats

    assert (ann.asked, ann.hand) == ("attach", ["brain", "heart", "liver"])
    ann.answers("skin")
    assert ann.asked == "before-drawing"


@pytest.mark.parametrize(("creepers", "winner"), [(["jabberwock"], "ann"), (["jabberwock", "virus"], "")])
def test_R152_a_creeper_that_the_goal_does_not_name_still_blocks(creepers, winner):
    """The goal asks for the Jabberwock and says nothing of Virus."""
    table = deal(
        edition=MIXED,
        without=NO_SURPRISES,
        ann=["king-of-beasts"],
        bob=1,
        keepers={"ann": ["crown"]},
        creepers={"ann": creepers},
        drawn=1,
    )
    table.seats[0].plays("king-of-beasts")

    assert table.winner == winner


def test_R157_a_creeper_without_a_keeper_clings_to_the_first_that_comes():
    """It lies loose until Ann plays one."""
    table = deal(edition="anatomy", ann=["liver"], bob=1, creepers={"ann": ["virus"]}, drawn=1)
    ann, _bob = table.seats
    assert attached(table, ann) == {}
    ann.plays("liver")

    assert attached(table, ann) == {"virus": "liver"}


def test_R007_who_leaves_takes_keepers_and_creepers_out_of_play():
    """Both go to the discard pile, and nothing clings to nothing."""
    table = deal(
        edition="anatomy",
        ann=1,
        bob=[],
        cid=1,
        keepers={"bob": ["liver"]},
        creepers={"bob": ["virus"]},
        attached={"virus": "liver"},
        drawn=1,
    )
    _ann, bob, _cid = table.seats
    bob.leaves()

    assert (sorted(table.discard), table.table.attached) == (["liver", "virus"], {})


CURES = [
    ("antibiotics", ["bacteria@1"]),
    ("antivirals", ["virus@1"]),
    ("surgery", ["bacteria@1", "mutation@2", "toxin@1", "virus@1"]),
]


@pytest.mark.parametrize(("cure", "cured"), CURES)
def test_D9_a_cure_takes_the_creeper_off_and_leaves_the_keeper(cure, cured):
    """Each helps against what it says, on anybody's keepers; the Creeper is out of the game."""
    table = deal(
        edition="anatomy",
        ann=[cure],
        bob=1,
        keepers={"ann": ["liver", "skin"], "bob": ["eyes"]},
        creepers={"ann": ["virus", "bacteria", "toxin"], "bob": ["mutation"]},
        attached={"virus": "liver", "bacteria": "liver", "toxin": "skin", "mutation": "eyes"},
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays(cure)
    gone = cured[0].partition("@")[0]
    if len(cured) > 1:
        assert (ann.asked, ann.options) == ("discard-creeper", cured)
        ann.answers(gone)

    assert ann.keepers == ["liver", "skin"]
    assert (gone in ann.creepers, table.discard, bob.creepers) == (False, [cure], ["mutation"])
    assert table.game.view(None).removed == (gone,)


KEEPERS = {"ann": ["liver", "skin"], "bob": ["eyes", "bones"], "cid": ["brain"]}
LOOSE = {"ann": ["virus", "toxin"], "bob": ["mutation"], "cid": ["bacteria"]}


def loose(*, keepers=KEEPERS, creepers=LOOSE, **given):
    """Creepers have just come to lie in front of Ann, Bob and Cid, and cling to nothing yet."""
    return deal(edition="anatomy", ann=1, bob=1, cid=1, keepers=keepers, creepers=creepers, drawn=1, **given)


def test_Z7_all_owners_of_creepers_are_asked_at_once():
    """Ann and Bob answer in any order; Cid, who has one keeper, is not asked; then all Creepers cling."""
    table = loose()
    ann, bob, cid = table.seats

    assert (table.waiting_for, attached(table, cid)) == (["ann", "bob"], {"bacteria": "brain"})
    bob.answers("bones")
    assert (table.waiting_for, attached(table, bob)) == (["ann"], {})
    ann.answers("liver")
    assert (ann.asked, ann.question.about) == ("attach", ("toxin",))
    ann.answers("skin")
    assert (attached(table, ann), attached(table, bob)) == (
        {"virus": "liver", "toxin": "skin"},
        {"mutation": "bones"},
    )


WINNING = {**KEEPERS, "cid": ["heart", "lungs"]}


AGENDA = {"keepers": WINNING, "goals": ["out-of-breath", "sepsis"], "rules": ["double-agenda"]}


@pytest.mark.parametrize(("keeper", "winner"), [("eyes", "cid"), ("bones", "")])
def test_Z7_a_win_that_a_choice_can_prevent_is_waited_for(keeper, winner):
    """With both Creepers on one keeper of Bob's Sepsis is met, too, and nobody wins."""
    table = loose(creepers={"bob": ["virus", "bacteria"]}, attached={"virus": "bones"}, **AGENDA)
    _ann, bob, _cid = table.seats

    assert (table.winner, bob.asked) == ("", "attach")
    bob.answers(keeper)
    assert table.winner == winner
