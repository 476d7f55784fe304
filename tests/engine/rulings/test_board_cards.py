"""The cards of Fluxx: The Board Game that are neither goals nor leapers (rulings B30 to B32; A01 to A16)."""

import pytest

from engine.outcomes import NoEffect
from engine.scenario import deal


def board(**given):
    """A position of the board game, in the plays and moves of its first seat."""
    given.setdefault("drawn", 1)
    return deal(edition="board", **given)


# New rules: each with its peg in the middle, forward


@pytest.mark.parametrize(
    ("card", "peg", "before", "after"),
    [
        ("draw-more", "draw", 2, 3),
        ("play-more", "play", 2, 3),
        ("move-more", "move", 3, 4),
        ("tighter-grip", "hand-limit", "none", 3),
        ("rotate-switch", "rotate", "off", "on"),
        ("uproot-switch", "uproot", "off", "on"),
        ("wrap-switch", "wraparound", "off", "on"),
    ],
)
def test_a_new_rule_moves_its_peg_and_no_other(card, peg, before, after):
    """One hole; the card is discarded."""
    table = board(ann=[card, 1], bob=0, pegs={peg: before})
    others = {name: says for name, says in table.pegs.items() if name != peg}
    table.seats[0].plays(card)

    assert table.pegs == {**others, peg: after}
    assert table.discard == [card]


@pytest.mark.parametrize(
    ("card", "peg", "before", "forward", "back"),
    [
        ("draw-shift", "draw", 3, 4, 2),
        ("play-shift", "play", 3, 4, 2),
        ("move-shift", "move", 3, 4, 2),
        ("grip-shift", "hand-limit", 3, 2, "none"),
        ("finish-line-shift", "win", 4, 5, 3),
    ],
)
def test_a_shift_goes_either_way(card, peg, before, forward, back):
    """Its player chooses."""
    says = []
    for way in ("forward", "back"):
        table = board(ann=[card], bob=0, pegs={peg: before})
        table.seats[0].plays(card).answers(way)
        says.append(table.pegs[peg])

    assert says == [forward, back]


# Colours


def test_B30_A01_swap_colours():
    """Ann moves Bob's former pieces from now on; her goals, and the move she has made, stay."""
    table = board(
        ann=["swap-colours"],
        bob=0,
        cat=0,
        pieces={"ann": ["bread"], "bob": ["sun", "milk"]},
        collected={"ann": 1},
    )
    ann, bob, cat = table.seats
    ann.moves("bread>brain").plays("swap-colours")
    asked = ann.options
    ann.answers("bob")

    assert asked == ["@2", "@3"]
    assert (ann.colour, bob.colour, cat.colour) == ("yellow", "red", "green")
    assert (ann.pieces, bob.pieces) == (["milk", "start", "sun"], ["brain", "start", "start"])
    assert (len(ann.collected), table.game.view(None).board.moves_left) == (1, 1)  # O15
    assert "sun>cookies" in ann.options


@pytest.mark.parametrize(
    ("way", "colours"), [("left", ["green", "red", "yellow"]), ("right", ["yellow", "green", "red"])]
)
def test_A03_pass_colours(way, colours):
    """To the left everybody gets what the neighbour on the right had."""
    table = board(ann=["pass-colours"], bob=0, cat=0)
    ann, _bob, _cat = table.seats
    ann.plays("pass-colours").answers(way)

    assert [player.colour for player in table.seats] == colours


# Cards


def test_B32_A04_draw_two_play_both():
    """The hand is set aside; both are played in the order chosen, as one play."""
    table = board(
        ann=["draw-two-play-both", "love-peace"], bob=0, deck=["move-more", "play-more", "draw-more"]
    )
    ann, _bob = table.seats
    ann.plays("draw-two-play-both")
    asked = (ann.asked, ann.options, ann.hand)
    ann.answers("play-more")
    view = table.game.view(None)

    assert asked == ("play-temporary", ["move-more", "play-more"], ["love-peace"])
    assert (view.played, view.plays_left, ann.hand) == (1, 1, ["love-peace"])
    assert sorted(table.discard) == ["draw-two-play-both", "move-more", "play-more"]


# Tiles and pieces


def test_A09_spin_two():
    """Two different tiles, though the peg is off; no move is used."""
    table = board(ann=["spin-two"], bob=0, pieces={"bob": ["bread"]})
    ann, bob = table.seats
    ann.plays("spin-two")
    offered = len(ann.options)
    ann.cannot("rotate:a:0")
    ann.answers("rotate:a:90")
    ann.cannot("rotate:a:90")
    ann.answers("rotate:start:180")

    assert (offered, table.tiles["a"], table.tiles["start"]) == (27, "-1/-1 turned 90", "0/0 turned 180")
    assert (bob.pieces[0], table.table.turn.moved, table.turn) == ("bread", 0, "ann")


def test_A11_transplant():
    """One tile, though the peg is off; what splits the group is refused; no move is used."""
    table = board(ann=["transplant"], bob=0, pieces={"bob": ["bread"]}, tiles={"a": "-1/-1 turned 270"})
    ann, bob = table.seats
    ann.plays("transplant")
    ann.cannot("uproot:a:-2/-2")
    ann.answers("uproot:a:2/1")

    assert (table.tiles["a"], bob.pieces[0], table.table.turn.moved) == ("2/1 turned 270", "bread", 0)


def test_A13_switch_tiles():
    """How they lie and who stands on them stays; START can be one of them."""
    table = board(ann=["switch-tiles"], bob=0, pieces={"bob": ["bread"]}, tiles={"a": "-1/-1 turned 90"})
    ann, bob = table.seats
    ann.plays("switch-tiles")
    ann.cannot("a")
    ann.cannot("a", "a")
    ann.answers("a", "start")

    assert (table.tiles["a"], table.tiles["start"]) == ("0/0 turned 90", "-1/-1")
    assert (bob.pieces, table.table.turn.moved) == (["bread", "start", "start"], 0)
    assert {option for option in ann.options if option.startswith("start>")} == {
        "start>peace",
        "start>milk",
    }


def test_A14_back_to_start():
    """A piece of any colour, wherever it stands, but not one on START."""
    table = board(ann=["back-to-start"], bob=0, pieces={"ann": ["bread"], "bob": ["octagon-a", "portal-1"]})
    ann, bob = table.seats
    ann.plays("back-to-start")
    asked = (ann.asked, ann.options)
    ann.answers("bob:octagon-a")

    assert asked == ("send-back", ["red:bread", "yellow:octagon-a", "yellow:portal-1"])
    assert (ann.pieces[0], bob.pieces) == ("bread", ["portal-1", "start", "start"])


@pytest.mark.parametrize(
    ("card", "given"),
    [
        ("goal-to-bottom", {}),
        ("goal-to-bottom", {"stack": ["moon-sun"]}),
        ("back-to-start", {}),
        ("reset-pegs", {}),
        ("tighter-grip", {"pegs": {"hand_limit": 1}}),
    ],
)
def test_a_card_that_can_do_nothing_is_played_all_the_same(card, given):
    """It is discarded, the play is used, and all are told."""
    table = board(ann=[card], bob=0, **given)
    ann, _bob = table.seats
    ann.plays(card)

    assert (table.discard, table.table.turn.played) == ([card], 1)
    assert NoEffect(1, card) in table.happened


@pytest.mark.parametrize(
    ("card", "answers"),
    [
        ("swap-colours", ["cat"]),
        ("pass-colours", ["left"]),
        ("trade-hands", ["bob"]),
        ("reset-pegs", []),
        ("goal-to-bottom", []),
        ("back-to-start", ["red:bread"]),
    ],
)
def test_B31_no_card_takes_a_collected_goal(card, answers):
    """Neither by trading nor by anything else."""
    table = board(
        ann=[card],
        bob=1,
        cat=1,
        collected={"ann": ["love-peace"], "bob": ["moon-sun", "eye-sun"]},
        pieces={"ann": ["bread"], "bob": ["milk"]},
    )
    ann, bob, cat = table.seats
    ann.plays(card)
    for answer in answers:
        ann.answers(answer)

    assert (ann.collected, bob.collected, cat.collected) == (["love-peace"], ["moon-sun", "eye-sun"], [])
