"""The moves of the board: pictures of positions, and a slow second reading of the rules."""

from copy import deepcopy
from random import Random
from statistics import median
from time import process_time

import pytest

from engine.board import layout as layouts
from engine.board.layout import NAMES, corners
from engine.board.moves import (
    Leap,
    PieceStep,
    Rotation,
    Uprooting,
    can_move,
    do_leap,
    do_move,
    leaps,
    legal_moves,
    rotations,
    send_back,
    switch_tiles,
    uprootings,
)
from engine.board.spaces import START
from engine.board.table import BoardTable, Lying
from engine.outcomes.board import (
    PieceBumped,
    PieceLeapt,
    PieceMoved,
    PieceSentBack,
    TileRotated,
    TilesSwitched,
)
from tests.engine.boards import GAP, SQUARE, Drawn, by_chance, draw

ALL_ON = ("rotate", "uproot", "wraparound")


def labels(table: BoardTable, colour: str = "red") -> list[str]:
    """The labels of all legal moves."""
    return sorted(legal_moves(table, colour))


def does(table: BoardTable, label: str) -> list[object]:
    """Make red's move with this label; what is told."""
    do_move(table, 1, legal_moves(table, "red")[label])
    return table.happened


# Bumps

ROW = """
    octagon-a bread     chocolate octagon-b cookies   sun
    dreams    brain     peace     eye       octagon-c party
"""


def test_who_is_in_the_way_is_bumped_to_an_empty_space_or_an_octagon():
    """Not forward where somebody stands, not back to where the mover was (the rulebook's example)."""
    table = draw(ROW, red=["brain"], yellow=["peace"], green=["eye"])

    assert ["brain>bread", "brain>dreams", "brain>peace!chocolate"] == labels(table)


def test_the_mover_chooses_among_several_ways():
    """One label for each way, and the outcome tells both (O7)."""
    table = draw(ROW, red=["bread"], yellow=["chocolate"])

    assert ["bread>brain", "bread>chocolate!octagon-b", "bread>chocolate!peace", "bread>octagon-a"] == labels(
        table
    )
    assert [
        PieceMoved(1, "red", "bread", "chocolate"),
        PieceBumped(1, "yellow", "chocolate", "peace"),
    ] == does(table, "bread>chocolate!peace")
    assert {"red": ["chocolate"], "yellow": ["peace"], "green": [], "blue": []} == table.pieces


def test_without_room_for_the_occupant_there_is_no_move():
    """No chain of bumps: bread can't enter brain, whose neighbours are held."""
    table = draw(
        """
        octagon-a bread
        dreams    brain
        """,
        red=["bread"],
        yellow=["brain", "dreams"],
    )

    assert ["bread>octagon-a"] == labels(table)


def test_octagons_and_portals_hold_any_number():
    """B09: nobody is bumped from them, or from the start tile."""
    table = draw(
        SQUARE,
        red=["rocket", "cosmos"],
        yellow=["octagon-d", "portal-1", "start"],
        green=["octagon-d", "portal-2", "start"],
    )

    assert {"rocket>octagon-d", "rocket>start", "cosmos>portal-1"} <= set(labels(table))
    assert not any("!" in label for label in labels(table))


def test_own_pieces_are_bumped_like_others():
    """B10: and equal pieces share a label."""
    table = draw(ROW, red=["octagon-a", "octagon-a", "dreams"])

    assert ["dreams>brain", "dreams>octagon-a", "octagon-a>bread", "octagon-a>dreams!brain"] == labels(table)
    assert [
        PieceMoved(1, "red", "octagon-a", "dreams"),
        PieceBumped(1, "red", "dreams", "brain"),
    ] == does(table, "octagon-a>dreams!brain")
    assert ["brain", "dreams", "octagon-a"] == table.pieces["red"]


def test_nobody_is_bumped_to_the_space_that_the_mover_left():
    """Be it an octagon or the start tile, which hold any number (O8)."""
    table = draw(SQUARE, red=["octagon-a", "start"], yellow=["bread", "rocket"])

    found = labels(table)
    assert ["octagon-a>bread!brain", "octagon-a>bread!chocolate"] == found[:2]
    assert ["start>rocket!brain", "start>rocket!milk", "start>rocket!octagon-d"] == [
        label for label in found if label.startswith("start>rocket")
    ]


def test_who_is_beside_the_start_tile_can_be_bumped_onto_it():
    """It is entered from any side."""
    table = draw(SQUARE, red=["brain"], yellow=["rocket"])
    does(table, "brain>rocket!start")

    assert {"red": ["rocket"], "yellow": ["start"], "green": [], "blue": []} == table.pieces


def test_with_wraparound_bumps_go_over_gaps_and_edges():
    """A bump uses the same steps as a move."""
    table = draw(GAP, on=("wraparound",), red=["brain"], yellow=["bread"])

    assert {"brain>bread!chocolate", "brain>bread!octagon-a"} == {
        label for label in labels(table) if "!" in label
    }


# Portals

PORTALS_TOUCH = """
    octagon-h time      music     octagon-g
    doughnuts portal-2  portal-1  cosmos
"""
PORTALS_AT_CORNERS = """
    octagon-h time      octagon-e love
    doughnuts portal-2  money     toaster
    .         .         portal-1  music
    .         .         cosmos    octagon-g
"""


def test_a_step_into_a_portal_ends_on_the_other():
    """The label names what is entered."""
    table = draw(SQUARE, red=["cosmos"])

    assert [PieceMoved(1, "red", "cosmos", "portal-2", "portal-1")] == does(table, "cosmos>portal-1")
    assert ["portal-2"] == table.pieces["red"]


def test_from_a_portal_the_hop_is_a_move():
    """Nobody is carried back by it."""
    table = draw(SQUARE, red=["portal-1"])

    assert ["portal-1>cosmos", "portal-1>moon", "portal-1>music", "portal-1>portal-2"] == labels(table)
    assert [PieceMoved(1, "red", "portal-1", "portal-2")] == does(table, "portal-1>portal-2")


def test_a_bump_into_a_portal_ends_on_the_other():
    """Whoever is bumped is carried like whoever moves."""
    table = draw(SQUARE, red=["octagon-g"], yellow=["cosmos"])

    assert [
        PieceMoved(1, "red", "octagon-g", "cosmos"),
        PieceBumped(1, "yellow", "cosmos", "portal-2", "portal-1"),
    ] == does(table, "octagon-g>cosmos!portal-1")


def test_portals_side_by_side_offer_the_hop_alone():
    """A step from one into the other would be carried back to where it began."""
    table = draw(PORTALS_TOUCH, red=["portal-2"])

    assert ["portal-2>doughnuts", "portal-2>portal-1", "portal-2>time"] == labels(table)
    does(table, "portal-2>portal-1")
    assert ["portal-1"] == table.pieces["red"]


def test_a_bump_does_not_end_through_a_portal_where_the_mover_was():
    """Red leaves portal 2 for money; who goes into portal 1 would stand on portal 2."""
    table = draw(PORTALS_AT_CORNERS, red=["portal-2"], yellow=["money"])

    assert ["portal-2>money!octagon-e", "portal-2>money!toaster"] == [
        label for label in labels(table) if "!" in label
    ]


def test_a_bump_through_a_portal_ends_anywhere_else():
    """From toaster to money, the occupant may go into either portal."""
    table = draw(PORTALS_AT_CORNERS, red=["toaster"], yellow=["money"])

    assert {"toaster>money!octagon-e", "toaster>money!portal-1", "toaster>money!portal-2"} == {
        label for label in labels(table) if "!" in label
    }


# Rotations and uprootings


def test_with_the_peg_on_any_tile_turns_by_any_quarter():
    """B26: off: none.  On: three ways for each of the nine."""
    off, on = draw(SQUARE), draw(SQUARE, on=("rotate",))

    assert [] == labels(off)
    assert sorted(f"rotate:{tile}:{degrees}" for tile in NAMES for degrees in (90, 180, 270)) == labels(on)
    assert 24 == len(rotations(off, but="a"))


def test_with_the_peg_on_all_uprootings_are_moves():
    """B27: off: none."""
    table = draw(SQUARE, on=("uproot",))

    assert sorted(uprootings(table)) == labels(table)
    assert can_move(table, "red")
    table.pegs["uproot"] = 0
    assert [] == labels(table)
    assert not can_move(table, "red")


def test_pieces_turn_with_their_tile():
    """B26: they stay on their spaces, a portal carries nobody (O4)."""
    table = draw(SQUARE, on=("rotate",), red=["portal-1"], yellow=["music"])

    assert [TileRotated(1, "g", 270)] == does(table, "rotate:g:270")
    assert ("octagon-g", "cosmos", "music", "portal-1") == corners("g", table.tiles["g"].turns)
    assert ["portal-1"] == table.pieces["red"]


def test_turns_add_up_to_a_full_one():
    """Four quarters are the tile as it was."""
    table = draw(SQUARE, on=("rotate",))
    before = deepcopy(table.tiles)
    for _ in range(2):
        does(table, "rotate:a:90")
    does(table, "rotate:a:180")

    assert before == table.tiles


# Leaps and other cards


def test_who_is_leapt_upon_goes_to_the_start_tile():
    """B13: own pieces, too; leaps are from anywhere but the space itself."""
    table = draw(SQUARE, red=["start", "bread", "sun"], yellow=["milk"])

    assert {"bread>milk", "start>milk", "sun>milk"} == set(leaps(table, "red", ["milk"]))
    assert {"start>bread": Leap("start", "bread"), "sun>bread": Leap("sun", "bread")} == {
        **leaps(table, "red", ["bread"])
    }
    do_leap(table, 1, Leap("start", "milk"), "leap-to-milk")
    do_leap(table, 1, Leap("sun", "bread"), "leap-to-bread")
    assert [
        PieceLeapt(1, "red", "start", "milk", "leap-to-milk"),
        PieceSentBack(1, "yellow", "milk", "leap-to-milk"),
        PieceLeapt(1, "red", "sun", "bread", "leap-to-bread"),
        PieceSentBack(1, "red", "bread", "leap-to-bread"),
    ] == table.happened
    assert {"red": ["bread", "milk", "start"], "yellow": ["start"], "green": [], "blue": []} == table.pieces


def test_on_a_portal_a_leap_ends_and_sends_nobody_back():
    """B13: it is neither a move nor a bump (O5)."""
    table = draw(SQUARE, red=["start"], yellow=["portal-1"])
    do_leap(table, 1, Leap("start", "portal-1"), "leap-to-portal")

    assert [PieceLeapt(1, "red", "start", "portal-1", "leap-to-portal")] == table.happened
    assert {"red": ["portal-1"], "yellow": ["portal-1"], "green": [], "blue": []} == table.pieces


def test_switched_tiles_keep_their_orientation():
    """They change places and nothing else."""
    table = draw(SQUARE)
    table.tiles["a"] = Lying(-1, -1, 2)
    switch_tiles(table, 2, "a", START, "switch-tiles")

    assert Lying(0, 0, 2) == table.tiles["a"]
    assert Lying(-1, -1) == table.tiles[START]
    assert [TilesSwitched(2, "a", START, "switch-tiles")] == table.happened


def test_a_piece_is_sent_back():
    """Of any colour."""
    table = draw(SQUARE, yellow=["sun", "milk"])
    send_back(table, 1, "yellow", "milk", "back-to-start")

    assert ["start", "sun"] == table.pieces["yellow"]
    assert [PieceSentBack(1, "yellow", "milk", "back-to-start")] == table.happened


def test_labels_are_made_of_moves():
    """What an answer says is what the move says."""
    table = by_chance(Random(1), on=ALL_ON)
    found = legal_moves(table, "red")

    assert list(found) == [move.label for move in found.values()]
    assert {PieceStep, Rotation, Uprooting} == {type(move) for move in found.values()}


# The second reading


@pytest.mark.slow
@pytest.mark.parametrize("on", [(), ("wraparound",)])
@pytest.mark.parametrize("apart", [False, True])
def test_moves_of_pieces_agree_with_the_slow_reading(on, apart):
    """Over boards of all shapes, with and without wraparound, for every colour."""
    dice = Random(f"{on} {apart}")
    for _ in range(800):
        table = by_chance(dice, apart=apart, on=on)
        drawn = Drawn(table)
        for colour in table.pieces:
            expected = drawn.steps(colour)
            assert sorted(expected) == labels(table, colour)
            assert bool(expected) == can_move(table, colour)


@pytest.mark.parametrize("on", [(), ("wraparound",)])
def test_pieces_stand_where_the_slow_reading_puts_them(on):
    """Every step of red, made; nothing else changes."""
    dice = Random(f"made {on}")
    for _ in range(300):
        table = by_chance(dice, on=on)
        pieces = deepcopy(table.pieces)
        for label, expected in Drawn(table).steps("red").items():
            table.pieces = deepcopy(pieces)
            does(table, label)
            assert expected == table.pieces


def test_moves_are_listed_in_time():
    """With rotations, uprootings and wraparound, nothing remembered: below 5 ms at the median."""
    dice, taken = Random(5), []
    for _ in range(300):
        table = by_chance(dice, on=ALL_ON)
        layouts.steps.cache_clear()
        layouts._uproots.cache_clear()
        began = process_time()
        legal_moves(table, "red")
        taken.append(process_time() - began)

    assert median(taken) < 0.005
