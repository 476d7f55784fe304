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


def test_R024_the_draw_is_one_event_and_a_second_creeper_blocks():
    """Ann draws the Creeper that the goal names and then another: both lie, the draw is whole, no win."""
    table = deal(
        edition=MIXED,
        ann=[],
        bob=1,
        keepers={"ann": ["crown"]},
        goals=["king-of-beasts"],
        deck=["jabberwock", "virus", "liver"],
    )
    ann, _bob = table.seats

    assert (ann.creepers, ann.hand, table.winner) == (["jabberwock", "virus"], ["liver"], "")


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


def test_R072_zap_takes_a_goal_or_an_ungoal_a_rule_a_keeper_or_a_creeper():
    """All that is in play but the Basic Rules and the meta rule; nothing out of the discard pile."""
    table = deal(
        edition="anatomy",
        ann=["zap-a-card"],
        bob=1,
        keepers={"bob": ["liver"]},
        creepers={"ann": ["toxin"]},
        goals=["sepsis"],
        rules=["draw-2", "name-that-organ"],
        discard=["brain"],
        drawn=2,
    )
    ann, _bob = table.seats
    ann.plays("zap-a-card")

    assert ann.options == ["draw-2", "liver@2", "name-that-organ", "sepsis", "toxin@1"]


def test_R089_creepers_never_count_for_a_keeper_limit():
    """Two keepers and two Creepers are two keepers."""
    table = deal(
        edition="anatomy",
        ann=["keeper-limit-2"],
        bob=1,
        keepers={"bob": ["liver", "skin"]},
        creepers={"bob": ["virus", "toxin"]},
        attached={"virus": "liver", "toxin": "liver"},
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("keeper-limit-2")

    assert (bob.asked, bob.keepers) == ("play", ["liver", "skin"])


def test_D17_a_keeper_dropped_for_the_limit_takes_its_creepers_along():
    """They go to the discard pile together."""
    table = deal(
        edition="anatomy",
        ann=["keeper-limit-2"],
        bob=1,
        keepers={"bob": ["liver", "skin", "eyes"]},
        creepers={"bob": ["virus", "toxin"]},
        attached={"virus": "liver", "toxin": "skin"},
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("keeper-limit-2")
    bob.answers("liver")

    assert (bob.creepers, attached(table, bob)) == (["toxin"], {"toxin": "skin"})
    assert sorted(table.discard) == ["liver", "virus"]


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


def test_R103_creepers_alone_are_dealt_from_the_left():
    """Without keepers in play the deal starts with the next player."""
    table = deal(edition="anatomy", ann=["mix-it-all-up"], bob=1, cid=1, creepers={"ann": ["virus"]}, drawn=1)
    ann, bob, _cid = table.seats
    ann.plays("mix-it-all-up")

    assert (ann.creepers, bob.creepers) == ([], ["virus"])


def test_R104_an_exchange_moves_creepers_in_the_same_moment():
    """Ann gives the keeper that Virus clings to, and takes the one that makes her win."""
    table = deal(
        edition="anatomy",
        ann=["exchange-keepers"],
        bob=1,
        keepers={"ann": ["liver", "brain"], "bob": ["stomach"]},
        creepers={"ann": ["virus"]},
        attached={"virus": "liver"},
        goals=["appetite"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("exchange-keepers").answers("liver").answers("stomach")

    assert (table.winner, ann.creepers, bob.creepers) == ("ann", [], ["virus"])


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


def test_D3_a_creeper_drawn_by_mystery_play_clings_before_the_card_is_played():
    """The keeper that was drawn instead is not there yet."""
    table = deal(
        edition="anatomy",
        more_cards=["mystery-play"],
        ann=1,
        bob=1,
        keepers={"ann": ["skin"]},
        rules=["mystery-play"],
        deck=["virus", "liver"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("use:mystery-play")

    assert (ann.keepers, attached(table, ann)) == (["liver", "skin"], {"virus": "skin"})


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


def test_R146_a_creeper_drawn_by_get_on_with_it_is_placed_and_replaced():
    """Ann's turn ends with three cards in hand and the Creeper before her."""
    table = deal(
        edition="anatomy",
        more_cards=["get-on-with-it"],
        ann=2,
        bob=1,
        rules=["get-on-with-it"],
        deck=["virus", "liver", "brain", "heart"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("use:get-on-with-it")

    assert (ann.creepers, ann.hand, table.turn) == (["virus"], ["brain", "heart", "liver"], "bob")


def test_R150_a_creeper_drawn_is_no_play_and_another_card_comes():
    """Two in a row are both placed."""
    table = deal(edition="anatomy", ann=[], bob=1, deck=["virus", "toxin", "liver"])
    ann, _bob = table.seats

    assert (ann.creepers, ann.hand, table.table.turn.played) == (["toxin", "virus"], ["liver"], 0)


def test_R151_a_creeper_keeps_its_owner_from_winning():
    """Ann has both keepers of the goal and Virus: nobody wins; Bob without one would."""
    table = deal(
        edition="anatomy",
        ann=["appetite"],
        bob=1,
        keepers={"ann": ["brain", "stomach"]},
        creepers={"ann": ["virus"]},
        attached={"virus": "brain"},
        drawn=1,
    )
    table.seats[0].plays("appetite")

    assert table.winner == ""


def test_R151_the_cure_makes_the_winner():
    """As soon as the Creeper is off, the goal is met."""
    table = deal(
        edition="anatomy",
        ann=["antivirals"],
        bob=1,
        keepers={"ann": ["brain", "stomach"]},
        creepers={"ann": ["virus"]},
        attached={"virus": "brain"},
        goals=["appetite"],
        drawn=1,
    )
    table.seats[0].plays("antivirals")

    assert (table.winner, table.seats[0].keepers) == ("ann", ["brain", "stomach"])


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


def test_R153_two_creepers_of_the_name_are_both_excused():
    """In a mixed deck Ann has two Jabberwocks."""
    table = deal(
        edition=MIXED,
        without=NO_SURPRISES,
        more_cards=["jabberwock"],
        ann=["king-of-beasts"],
        bob=1,
        keepers={"ann": ["crown"]},
        creepers={"ann": ["jabberwock", "jabberwock"]},
        drawn=1,
    )
    table.seats[0].plays("king-of-beasts")

    assert table.winner == "ann"


def test_R154_a_creeper_that_comes_by_an_action_is_not_replaced():
    """Ann steals the keeper that Virus clings to: the two come together, and no card is drawn."""
    table = deal(
        edition="anatomy",
        ann=["steal-a-keeper"],
        bob=1,
        keepers={"bob": ["liver"]},
        creepers={"bob": ["virus", "toxin"]},
        attached={"virus": "liver", "toxin": "liver"},
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("steal-a-keeper")

    assert (ann.keepers, ann.creepers, ann.hand) == (["liver"], ["toxin", "virus"], [])
    assert (bob.keepers, bob.creepers) == ([], [])
    assert attached(table, ann) == {"virus": "liver", "toxin": "liver"}


def test_R155_a_zapped_creeper_lies_before_the_zapper():
    """It is in nobody's hand, and nothing is drawn for it."""
    table = deal(edition="anatomy", ann=["zap-a-card"], bob=1, creepers={"bob": ["virus"]}, drawn=1)
    ann, bob = table.seats
    ann.plays("zap-a-card")

    assert (ann.creepers, ann.hand, bob.creepers) == (["virus"], [], [])


def test_R155_zapping_a_creeper_of_ones_own_wins_nothing_in_between():
    """It goes straight back, and never leaves the seat free of it (D19)."""
    table = deal(
        edition="anatomy",
        ann=["zap-a-card"],
        bob=1,
        keepers={"ann": ["brain", "stomach"]},
        creepers={"ann": ["virus"]},
        goals=["appetite"],
        attached={"virus": "brain"},
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("zap-a-card").answers("virus@ann")

    assert (table.winner, ann.creepers, ann.hand) == ("", ["virus"], [])
    assert attached(table, ann) == {"virus": "brain"}


def test_R155_a_zapped_creeper_brings_the_keeper_that_it_clings_to():
    """The pair travels, and the others that cling to that keeper with it (D8, D10); nothing is drawn."""
    table = deal(
        edition="anatomy",
        ann=["zap-a-card"],
        bob=1,
        keepers={"bob": ["liver"]},
        creepers={"bob": ["virus", "toxin"]},
        attached={"virus": "liver", "toxin": "liver"},
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("zap-a-card").answers("virus@bob")

    assert (ann.hand, ann.keepers, ann.creepers) == ([], ["liver"], ["toxin", "virus"])
    assert attached(table, ann) == {"virus": "liver", "toxin": "liver"}
    assert (bob.keepers, bob.creepers) == ([], [])


def test_R156_a_zapped_keeper_goes_to_the_hand_and_its_creeper_to_the_zappers_table():
    """There the Creeper clings to another keeper."""
    table = deal(
        edition="anatomy",
        ann=["zap-a-card"],
        bob=1,
        keepers={"ann": ["skin"], "bob": ["liver"]},
        creepers={"bob": ["virus"]},
        attached={"virus": "liver"},
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("zap-a-card").answers("liver@bob")

    assert (ann.hand, ann.creepers, attached(table, ann)) == (["liver"], ["virus"], {"virus": "skin"})
    assert (bob.keepers, bob.creepers) == ([], [])


def test_R157_a_creeper_without_a_keeper_clings_to_the_first_that_comes():
    """It lies loose until Ann plays one."""
    table = deal(edition="anatomy", ann=["liver"], bob=1, creepers={"ann": ["virus"]}, drawn=1)
    ann, _bob = table.seats
    assert attached(table, ann) == {}
    ann.plays("liver")

    assert attached(table, ann) == {"virus": "liver"}


def test_R158_keeper_and_creeper_of_a_goal_need_not_be_attached():
    """Virus clings to a keeper that the goal does not ask for."""
    table = deal(
        edition=MIXED,
        without=NO_SURPRISES,
        ann=["king-of-beasts"],
        bob=1,
        keepers={"ann": ["crown", "liver"]},
        creepers={"ann": ["jabberwock"]},
        drawn=1,
    )
    table.seats[0].plays("king-of-beasts")

    assert (table.winner, attached(table, table.seats[0])) == ("ann", {})


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


def test_D9_a_cure_works_on_a_keeper_of_another_player():
    """Nothing else clings, so that there is no choice."""
    table = deal(
        edition="anatomy",
        ann=["surgery"],
        bob=1,
        keepers={"bob": ["eyes"]},
        creepers={"ann": ["virus"], "bob": ["mutation"]},
        attached={"mutation": "eyes"},
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("surgery")

    assert (ann.creepers, bob.creepers, bob.keepers) == (["virus"], [], ["eyes"])


def test_D9_a_cured_creeper_does_not_come_back_with_the_discard_pile():
    """Bob's draw renews the pile, and Virus is in no pile at all."""
    table = deal(
        edition="anatomy",
        ann=["antivirals"],
        bob=[],
        keepers={"ann": ["liver"]},
        creepers={"ann": ["virus"]},
        attached={"virus": "liver"},
        discard=["heart", "brain"],
        exact_deck=True,
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("antivirals")

    assert (table.turn, len(bob.hand)) == ("bob", 1)
    assert "virus" not in [*table.discard, *table.deck, *bob.hand, *ann.creepers, *bob.creepers]


def test_D9_a_cure_with_nothing_to_cure_has_no_effect():
    """A Creeper that lies loose is on no organ."""
    table = deal(edition="anatomy", ann=["surgery"], bob=1, creepers={"ann": ["virus"]}, drawn=1)
    ann, _bob = table.seats
    ann.plays("surgery")

    assert (ann.creepers, table.discard, table.turn) == (["virus"], ["surgery"], "bob")


def test_D10_several_creepers_travel_with_one_keeper():
    """And one that clings to another keeper stays."""
    table = deal(
        edition="anatomy",
        ann=["steal-a-keeper"],
        bob=1,
        keepers={"bob": ["liver", "skin"]},
        creepers={"bob": ["virus", "toxin", "bacteria"]},
        attached={"virus": "liver", "toxin": "liver", "bacteria": "skin"},
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("steal-a-keeper").answers("liver@bob")

    assert (ann.creepers, bob.creepers) == (["toxin", "virus"], ["bacteria"])


def test_R006_a_creeper_dealt_to_whoever_joins_is_placed_and_replaced():
    """Who joins is dealt three cards; a Creeper among them is placed, and replaced."""
    table = deal(edition="anatomy", ann=1, bob=1, deck=["virus", "liver", "skin", "brain"], drawn=1)
    dan = table.join("dan")

    assert (dan.creepers, dan.hand) == (["virus"], ["brain", "liver", "skin"])


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


def test_Z7_a_seat_with_two_creepers_waits_for_nobody():
    """Ann says what both of hers cling to while Bob has answered nothing."""
    table = loose()
    ann, bob, _cid = table.seats
    ann.answers("liver").answers("liver")

    assert (table.waiting_for, bob.asked) == (["bob"], "attach")


WINNING = {**KEEPERS, "cid": ["heart", "lungs"]}


def test_Z7_a_win_that_no_choice_can_prevent_is_not_waited_for():
    """Cid has what the goal asks for and no Creeper: it is over before Ann and Bob have chosen."""
    table = loose(keepers=WINNING, creepers={"ann": ["virus"], "bob": ["mutation"]}, goals=["out-of-breath"])

    assert (table.winner, table.waiting_for) == ("cid", [])


AGENDA = {"keepers": WINNING, "goals": ["out-of-breath", "sepsis"], "rules": ["double-agenda"]}


@pytest.mark.parametrize(("keeper", "winner"), [("eyes", "cid"), ("bones", "")])
def test_Z7_a_win_that_a_choice_can_prevent_is_waited_for(keeper, winner):
    """With both Creepers on one keeper of Bob's Sepsis is met, too, and nobody wins."""
    table = loose(creepers={"bob": ["virus", "bacteria"]}, attached={"virus": "bones"}, **AGENDA)
    _ann, bob, _cid = table.seats

    assert (table.winner, bob.asked) == ("", "attach")
    bob.answers(keeper)
    assert table.winner == winner


def test_Z7_an_ungoal_that_no_choice_can_meet_keeps_nobody_waiting():
    """Virus alone makes no Sepsis, whatever it clings to."""
    table = loose(creepers={"bob": ["virus"]}, **AGENDA)

    assert (table.winner, table.waiting_for) == ("cid", [])


def test_Z7_a_loss_that_no_choice_can_prevent_is_not_waited_for():
    """Sepsis is met already by a keeper of Bob's: where Ann's Creeper clings changes nothing."""
    table = loose(
        creepers={"ann": ["toxin"], "bob": ["virus", "bacteria"]},
        attached={"virus": "eyes", "bacteria": "eyes"},
        goals=["sepsis"],
    )

    assert (table.game.over, table.winner, table.waiting_for) == (True, "", [])


def test_Z7_a_goal_too_many_is_dropped_first():
    """Double Agenda has left in the same moment: which goal stays is chosen before anybody wins."""
    table = deal(
        edition="anatomy",
        ann=["zap-a-card"],
        bob=1,
        keepers={"ann": ["heart", "lungs"], "bob": ["eyes", "bones"]},
        creepers={"bob": ["virus"]},
        attached={"virus": "eyes"},
        goals=["sepsis", "bile"],
        rules=["double-agenda", "name-that-organ"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("zap-a-card").answers("double-agenda")

    assert (ann.asked, table.winner, bob.asked) == ("discard-goal", "", "")
