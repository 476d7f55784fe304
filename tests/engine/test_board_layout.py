"""Where spaces lie, what a step enters, and what can be uprooted: pictures of layouts."""

from random import Random

import pytest

from engine.board.layout import cells, corners, is_connected, layout, steps, uproots
from engine.board.moves import Rotation, Uprooting, do_move, uprootings
from engine.board.spaces import START
from engine.board.table import BoardTable, Lying
from engine.outcomes.board import TileUprooted
from tests.engine.boards import GAP, SQUARE, Drawn, all_uprootings, by_chance, draw, is_one_group, lay


def entered(table: BoardTable, space: str) -> set[str]:
    """The spaces that a step from a space enters, as the pegs say."""
    ways = steps(layout(table), table.setting("wraparound") == 1)[space]
    assert len(ways) == len(set(ways))
    return set(ways)


# Where spaces lie


def test_a_quarter_turn_takes_north_west_to_north_east():
    """NW, NE, SE, SW, NW: clockwise."""
    assert ("octagon-a", "bread", "dreams", "brain") == corners("a", 0)
    assert ("dreams", "octagon-a", "brain", "bread") == corners("a", 1)
    assert ("brain", "dreams", "bread", "octagon-a") == corners("a", 2)
    assert ("bread", "brain", "octagon-a", "dreams") == corners("a", 3)


def test_cells_are_those_of_the_picture():
    """A tile at x, y covers the cells from 2x, 2y on, y growing southwards."""
    found = cells(layout(draw(SQUARE)))

    assert SQUARE.split() == [found[x, y] for y in range(-2, 4) for x in range(-2, 4)]
    assert 36 == len(found)


# Steps


def test_no_step_is_diagonal():
    """B05: Brain's neighbours are the four beside it."""
    assert {"bread", "dreams", "peace", "rocket"} == entered(draw(SQUARE), "brain")


def test_a_step_leads_over_the_side_of_a_turned_tile():
    """Neighbours on a tile stay neighbours as it turns; those across its sides change."""
    table = draw("""
        octagon-a bread     peace     chocolate
        dreams    brain     eye       octagon-b
    """)

    assert {"octagon-a", "brain", "peace"} == entered(table, "bread")
    assert {"bread", "chocolate", "eye"} == entered(table, "peace")


def test_four_arrows_lead_out_of_the_start_tile():
    """B06: north from its north-east cell, east from the south-east, south from the south-west, west."""
    assert {"eye", "money", "music", "rocket"} == entered(draw(SQUARE), START)


def test_eight_cells_lead_into_the_start_tile():
    """B06: it is entered from any cell beside it."""
    table = draw(SQUARE)

    found = {space for space in steps(layout(table), False) if START in entered(table, space)}
    assert {"peace", "eye", "octagon-e", "money", "octagon-g", "music", "octagon-d", "rocket"} == found


def test_turning_the_start_tile_changes_no_step():
    """Its arrows look the same from all sides (O2)."""
    table = draw(SQUARE)
    before = steps(layout(table), True)
    do_move(table, 1, Rotation(START, 90))

    assert before == steps(layout(table), True)
    assert 1 == table.tiles[START].turns


def test_without_a_tile_there_is_no_exit():
    """The arrows to the north and to the east lead nowhere here."""
    table = draw("""
        milk      rocket    start     start
        sleep     octagon-d start     start
        .         .         music     octagon-g
        .         .         portal-1  cosmos
    """)

    assert {"rocket", "music"} == entered(table, START)


# Wraparound and gaps


def test_without_wraparound_edges_and_gaps_stop():
    """B28: Bread has a neighbour to its west and one to its south."""
    table = draw(GAP)

    assert {"octagon-a", "brain"} == entered(table, "bread")
    assert {"octagon-b", "peace"} == entered(table, "chocolate")


def test_with_wraparound_a_step_leaps_the_gap():
    """B28: Bread and chocolate are neighbours over the gap; nothing changes within a tile."""
    table = draw(GAP, on=("wraparound",))

    assert {"octagon-a", "brain", "chocolate"} == entered(table, "bread")
    assert {"octagon-b", "peace", "bread"} == entered(table, "chocolate")


def test_with_wraparound_the_edge_leads_to_the_far_end_of_the_row():
    """B28: from the east end to the west end and back, over whatever lies between."""
    table = draw(GAP, on=("wraparound",))

    assert {"bread", "dreams", "octagon-b"} == entered(table, "octagon-a")
    assert {"brain", "octagon-a", "eye"} == entered(table, "dreams")


def test_wraparound_stays_in_its_own_row_and_column():
    """The last cell of a row leads to the first of this row, wherever other rows begin."""
    table = draw(
        """
        .         .         octagon-a bread     .         .
        .         .         dreams    brain     .         .
        chocolate octagon-b .         .         cookies   sun
        peace     eye       .         .         octagon-c party
        .         .         octagon-e love      .         .
        .         .         money     toaster   .         .
        """,
        on=("wraparound",),
    )

    assert {"octagon-a", "brain", "toaster"} == entered(table, "bread")
    assert {"dreams", "bread", "love"} == entered(table, "brain")
    assert {"cookies", "party", "chocolate"} == entered(table, "sun")


def test_with_wraparound_arrows_leap_gaps_and_edges():
    """East over the gap to money, west around the edge to love, south around to the north end."""
    table = draw(
        """
        chocolate octagon-b .         .         .         .
        peace     eye       .         .         .         .
        start     start     .         .         octagon-e love
        start     start     .         .         money     toaster
        """,
        on=("wraparound",),
    )

    assert {"eye", "money", "love", "chocolate"} == entered(table, START)
    assert {"chocolate", "octagon-b", "peace", "eye", "octagon-e", "money", "love", "toaster"} == {
        space for space in steps(layout(table), True) if START in entered(table, space)
    }


def test_with_wraparound_nothing_enters_itself():
    """A start tile alone in its column has no step north or south: it would come back to itself."""
    table = draw(
        """
        milk      rocket    start     start
        sleep     octagon-d start     start
        """,
        on=("wraparound",),
    )

    assert {"rocket", "sleep"} == entered(table, START)
    assert {"milk", "octagon-d", START} == entered(table, "rocket")


# Uprooting


def test_an_uprooted_tile_keeps_its_orientation_and_its_pieces():
    """B27: it is carried to a free place beside another tile."""
    table = draw(SQUARE, red=["octagon-a"])
    table.tiles["a"] = Lying(-1, -1, 3)
    do_move(table, 1, Uprooting("a", "2/0"))

    assert [TileUprooted(1, "a", "-1/-1", "2/0")] == table.happened
    assert Lying(2, 0, 3) == table.tiles["a"]
    assert ["octagon-a"] == table.pieces["red"]


def test_a_corner_does_not_hold_a_tile():
    """B27: from the square a can go to ten places beside sides; -2/-1 and 2/2 would touch corners alone."""
    table = lay("""
        a b c
        d * e
        f g h
    """)
    places = [label.removeprefix("uproot:a:") for label in uprootings(table) if label.startswith("uproot:a:")]

    assert ["0/-2", "1/-2", "2/-1", "-2/0", "2/0", "-2/1", "2/1", "-1/2", "0/2", "1/2"] == places


def test_a_tile_that_holds_others_stays_between_them():
    """B27: b holds three tiles together: it can leave only for a place that touches all groups."""
    table = lay("""
        a b c d e
        f . *
        g h .
    """)
    found = [label for label in uprootings(table) if label.startswith("uproot:b:")]

    assert is_connected(layout(table))
    assert ["uproot:b:-1/0", "uproot:b:0/1"] == found


def test_the_start_tile_is_uprooted_like_any_other():
    """B27: nothing exempts it, and its own place is not another one (O2, O3)."""
    table = lay("""
        a b c
        d * e
        f g h
    """)
    found = [label for label in uprootings(table) if label.startswith("uproot:start:")]

    assert 12 == len(found)
    assert "uproot:start:0/0" not in uprootings(table)


def test_corners_do_not_connect():
    """Three groups that meet at corners are one only if a tile is carried between them."""
    table = lay("""
        a b c d .
        . . . . *
        e f g h .
    """)

    assert not is_connected(layout(table))
    assert [
        *("uproot:start:-4/0", "uproot:start:-3/0", "uproot:start:-2/0", "uproot:start:-1/0"),
        *("uproot:a:-1/0", "uproot:e:-1/0"),
    ] == list(uprootings(table))


# The second reading


@pytest.mark.parametrize("on", [(), ("wraparound",)])
@pytest.mark.parametrize("apart", [False, True])
def test_steps_agree_with_the_slow_reading(on, apart):
    """On boards of all shapes, with and without wraparound, for every space."""
    dice = Random(f"{on} {apart}")
    for _ in range(1000):
        table = by_chance(dice, apart=apart, on=on)
        drawn = Drawn(table).entered
        assert drawn == {space: entered(table, space) for space in drawn}


@pytest.mark.slow
@pytest.mark.parametrize("apart", [False, True])
def test_uprootings_agree_with_a_flood(apart):
    """Every tile to every place; a flood tells whether the nine are one group."""
    dice = Random(f"uproot {apart}")
    for _ in range(150):
        table = by_chance(dice, apart=apart)
        lies = layout(table)
        assert all_uprootings(table) == list(uprootings(table))
        assert is_one_group([(x, y) for x, y, _ in lies]) == is_connected(lies)
        assert len(uproots(lies)) == len(uprootings(table))
