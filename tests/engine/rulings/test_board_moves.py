"""Fluxx: The Board Game: steps, bumps, portals, tiles, goals and winning (rulings B05 to B32).

Where nothing is said the tiles lie as docs/scenarios.md draws them.
"""

import pytest

from engine.scenario import deal

AROUND_START = ["rocket", "octagon-d", "peace", "eye", "octagon-e", "money", "music", "octagon-g"]


def board(**given):
    """A position of the board game, in the plays and moves of its first seat."""
    given.setdefault("drawn", 1)
    return deal(edition="board", **given)


def steps(player, source):
    """What the steps from a space are, by their labels without it."""
    return {option.partition(">")[2] for option in player.options if option.startswith(f"{source}>")}


def ends_at(player, label):
    """Where a seat's pieces stand after a move, START left out."""
    player.moves(label)
    return [space for space in player.pieces if space != "start"]


# Steps


def test_B05_no_diagonal_step():
    """From brain there are four steps, and none across a corner."""
    table = board(ann=0, bob=0, pieces={"ann": ["brain"]})
    ann, _bob = table.seats
    for diagonal in ("octagon-a", "chocolate", "milk", "start"):
        ann.cannot(f"brain>{diagonal}")

    assert steps(ann, "brain") == {"bread", "dreams", "peace", "rocket"}


@pytest.mark.parametrize("space", AROUND_START)
def test_B06_START_is_entered_from_all_eight_spaces_around_it(space):
    """Under an arrow or not, and however many are there."""
    table = board(ann=0, bob=0, pieces={"ann": [space]})
    ann, _bob = table.seats

    assert ends_at(ann, f"{space}>start") == []


def test_O1_the_arrows_are_the_same_after_START_has_turned():
    """Turning it is a move that changes nothing (O2)."""
    table = board(ann=0, bob=0, pegs={"rotate": "on", "move": 3})
    ann, _bob = table.seats
    before = steps(ann, "start")
    ann.moves("rotate:start:90")

    assert (steps(ann, "start"), table.table.turn.moved) == (before, 1)


def test_O2_START_is_uprooted_with_its_pieces_and_its_arrows():
    """North of 2/0 nothing lies; from its west cell one steps onto tile e."""
    table = board(ann=0, bob=0, pegs={"uproot": "on", "move": 3})
    ann, _bob = table.seats
    ann.moves("uproot:start:2/0")

    assert (table.tiles["start"], ann.pieces, steps(ann, "start")) == ("2/0", ["start"] * 3, {"love"})


# Portals


@pytest.mark.parametrize(
    ("label", "stands"),
    [("music>portal-1", "portal-2"), ("time>portal-2", "portal-1")],
)
def test_B07_a_portal_carries_whoever_steps_into_it(label, stands):
    """To the other one, and that costs no move."""
    table = board(ann=0, bob=0, pieces={"ann": [label.partition(">")[0]]})
    ann, _bob = table.seats

    assert ends_at(ann, label) == [stands]
    assert table.table.turn.moved == 1


def test_B08_from_portal_to_portal_is_a_move():
    """Who begins on one may spend a move on going to the other; O5 and O4 don't carry."""
    table = board(ann=0, bob=0, pieces={"ann": ["portal-2"]})
    ann, _bob = table.seats
    from_there = steps(ann, "portal-2")
    ann.moves("portal-2>portal-1")

    assert from_there == {"portal-1", "time", "doughnuts", "toaster"}
    assert (ann.pieces, table.table.turn.moved) == (["portal-1", "start", "start"], 1)


# Bumps


def test_B10_an_own_piece_is_bumped_like_any_other():
    """It goes where the mover says."""
    table = board(ann=0, bob=0, pieces={"ann": ["octagon-a", "bread"]})
    ann, _bob = table.seats
    ways = steps(ann, "octagon-a")
    ann.moves("octagon-a>bread!chocolate")

    assert ways == {"dreams", "bread!chocolate", "bread!brain"}
    assert ann.pieces == ["bread", "chocolate", "start"]


def test_B11_the_example_of_the_rulebook():
    """Not forward, where somebody is, nor back to where the mover was: to the empty space or the octagon."""
    table = board(
        ann=0, bob=0, pieces={"ann": ["eye"], "bob": ["sun", "cookies"]}, tiles={"c": "1/-1 turned 180"}
    )
    ann, bob = table.seats
    ways = {way for way in steps(ann, "eye") if way.startswith("sun")}
    ann.cannot("eye>sun!cookies")
    ann.cannot("eye>sun!eye")
    ann.moves("eye>sun!octagon-e")

    assert ways == {"sun!octagon-e", "sun!party"}
    assert (ann.pieces, bob.pieces) == (["start", "start", "sun"], ["cookies", "octagon-e", "start"])


def test_B11_a_bump_into_a_portal_goes_on_to_the_other():
    """The picture: Bob on music, Ann comes from the octagon east of it."""
    table = board(ann=0, bob=0, pieces={"ann": ["octagon-g"], "bob": ["music"]})
    ann, bob = table.seats
    ways = {way for way in steps(ann, "octagon-g") if way.startswith("music")}
    ann.moves("octagon-g>music!portal-1")

    assert ways == {"music!start", "music!octagon-f", "music!portal-1"}
    assert bob.pieces == ["portal-2", "start", "start"]


def test_O8_nobody_is_bumped_through_a_portal_onto_where_the_mover_stood():
    """Bob on cosmos, beside both portals: through portal 1 he would come out where Ann came from."""
    table = board(
        ann=0, bob=0, pieces={"ann": ["portal-2"], "bob": ["cosmos"]}, tiles={"g": "1/0", "e": "0/1"}
    )
    ann, _bob = table.seats

    assert {way for way in steps(ann, "portal-2") if way.startswith("cosmos")} == {"cosmos!octagon-g"}


def test_B12_without_a_place_to_bump_to_the_move_is_illegal():
    """Coffee lies in a corner: with television held, whoever is there can't be pushed on by moon."""
    held = board(ann=0, bob=0, pieces={"ann": ["moon"], "bob": ["coffee", "television"]})
    free = board(ann=0, bob=0, pieces={"ann": ["moon"], "bob": ["coffee"]})
    for way in ("", "!television", "!moon"):
        held.seats[0].cannot(f"moon>coffee{way}")

    assert steps(held.seats[0], "moon") == {"octagon-f", "portal-1"}
    assert steps(free.seats[0], "moon") == {"octagon-f", "portal-1", "coffee!television"}


def test_B12_nobody_is_jumped_over():
    """Two moves are two steps: what stands between is bumped or blocks."""
    table = board(ann=0, bob=0, pieces={"ann": ["bread"], "bob": ["chocolate"]})
    ann, _bob = table.seats
    ann.cannot("bread>octagon-b")

    assert {way for way in steps(ann, "bread") if way.startswith("chocolate")} == {
        "chocolate!octagon-b",
        "chocolate!peace",
    }


# Leapers


@pytest.mark.parametrize("owner", ["ann", "bob"])
def test_B13_a_leaper_onto_an_item_sends_its_holder_back(owner):
    """Own pieces too; it is a play and no move, and goes from anywhere, arrows or not."""
    pieces = {"ann": ["octagon-h"], "bob": []}
    pieces[owner] = [*pieces[owner], "bread"]
    table = board(ann=["leap-to-bread"], bob=0, pieces=pieces)
    ann, bob = table.seats
    ann.plays("leap-to-bread").answers("start>bread")

    assert ann.pieces == sorted(["octagon-h", "bread", "start"])
    assert bob.pieces == ["start"] * 3
    assert (table.table.turn.played, table.table.turn.moved) == (1, 0)


def test_B13_a_leap_onto_an_octagon_sends_nobody_back():
    """Any of the eight."""
    table = board(ann=["leap-to-octagon"], bob=0, pieces={"bob": ["octagon-c"]})
    ann, bob = table.seats
    ann.plays("leap-to-octagon")
    asked = (ann.asked, len(ann.options))
    ann.answers("start>octagon-c")

    assert asked == ("leap", 8)
    assert (ann.pieces[0], bob.pieces[0]) == ("octagon-c", "octagon-c")


@pytest.mark.parametrize("portal", ["portal-1", "portal-2"])
def test_O5_a_leap_to_a_portal_stays_there(portal):
    """The player chooses which; it is neither a move nor a bump."""
    table = board(ann=["leap-to-portal"], bob=0, pieces={"bob": ["portal-1", "portal-2"]})
    ann, bob = table.seats
    ann.plays("leap-to-portal").answers(f"start>{portal}")

    assert (ann.pieces, bob.pieces) == ([portal, "start", "start"], ["portal-1", "portal-2", "start"])


# Tiles


@pytest.mark.parametrize(("degrees", "north_of_brain"), [(90, "octagon-a"), (180, "dreams"), (270, "brain")])
def test_B26_rotate_turns_a_tile_and_the_pieces_on_it(degrees, north_of_brain):
    """Each costs a move; pieces stay on their spaces."""
    table = board(ann=0, bob=0, pegs={"rotate": "on"}, pieces={"ann": ["bread"], "bob": ["brain"]})
    ann, bob = table.seats
    ann.moves(f"rotate:a:{degrees}")
    tile = next(tile for tile in table.game.view(None).board.tiles if tile.name == "a")

    assert (table.tiles["a"], tile.spaces[1]) == (f"-1/-1 turned {degrees}", north_of_brain)
    assert (ann.pieces[0], bob.pieces[0], table.table.turn.moved) == ("bread", "brain", 1)


def test_B26_rotations_are_refused_while_the_peg_is_off():
    """And by 0 or 360 degrees always (O3)."""
    off = board(ann=0, bob=0).seats[0]
    on = board(ann=0, bob=0, pegs={"rotate": "on"}).seats[0]
    off.cannot("rotate:a:90")
    on.cannot("rotate:a:0")
    on.cannot("rotate:a:360")
    on.cannot("rotate:a:45")

    assert len([option for option in on.options if option.startswith("rotate:")]) == 27


def test_B27_uproot_keeps_how_a_tile_lies_and_who_stands_on_it():
    """It costs a move."""
    table = board(
        ann=0, bob=0, pegs={"uproot": "on"}, pieces={"ann": ["bread"]}, tiles={"a": "-1/-1 turned 90"}
    )
    ann, _bob = table.seats
    ann.moves("uproot:a:-2/0")

    assert (table.tiles["a"], ann.pieces[0], table.table.turn.moved) == ("-2/0 turned 90", "bread", 1)


@pytest.mark.parametrize("place", ["-2/-2", "2/2", "5/0", "0/0", "-1/-1", "1/0"])
def test_B27_a_place_by_a_corner_a_place_apart_or_a_place_taken_is_refused(place):
    """Its own place too (O3)."""
    table = board(ann=0, bob=0, pegs={"uproot": "on"})
    ann, _bob = table.seats
    ann.cannot(f"uproot:a:{place}")

    assert table.tiles["a"] == "-1/-1"


def test_B27_a_group_that_would_be_split_is_refused():
    """In a row of three d holds a and the rest together; a can be carried, d can't."""
    table = board(ann=0, bob=0, pegs={"uproot": "on"}, tiles={"a": "-2/0", "f": "-1/1"})
    ann, _bob = table.seats
    ann.cannot("uproot:d:2/0")
    ann.moves("uproot:a:2/0")
    ann.moves("uproot:d:2/-1")

    assert (table.tiles["a"], table.tiles["d"]) == ("2/0", "2/-1")


def test_B28_wraparound_leads_off_one_edge_and_onto_the_other():
    """Same row, same column; off it is refused."""
    off = board(ann=0, bob=0, pieces={"ann": ["sun"]}).seats[0]
    on = board(ann=0, bob=0, pieces={"ann": ["sun"]}, pegs={"wraparound": "on"}).seats[0]
    off.cannot("sun>octagon-a")

    assert steps(off, "sun") == {"cookies", "party"}
    assert steps(on, "sun") == {"cookies", "party", "octagon-a", "doughnuts"}
    assert ends_at(on, "sun>octagon-a") == ["octagon-a"]


def test_B28_bumps_wrap_around_too():
    """Adjacent is what one step reaches."""
    table = board(
        ann=0, bob=0, pieces={"ann": ["cookies"], "bob": ["sun", "party"]}, pegs={"wraparound": "on"}
    )
    ann, bob = table.seats
    ways = {way for way in steps(ann, "cookies") if way.startswith("sun")}
    ann.moves("cookies>sun!octagon-a")

    assert ways == {"sun!octagon-a", "sun!doughnuts"}
    assert bob.pieces == ["octagon-a", "party", "start"]


def test_B29_gaps_are_leapt_only_while_wraparound_is_on():
    """B lies far east: over the gap where it was one steps from bread to cookies."""
    tiles = {"b": "2/0"}
    off = board(ann=0, bob=0, pieces={"ann": ["bread"]}, tiles=tiles).seats[0]
    on = board(ann=0, bob=0, pieces={"ann": ["bread"]}, tiles=tiles, pegs={"wraparound": "on"}).seats[0]
    off.cannot("bread>cookies")

    assert steps(off, "bread") == {"octagon-a", "brain"}
    assert steps(on, "bread") == {"octagon-a", "brain", "cookies", "moon"}


# Goals


def test_B14_both_spaces_by_one_colour_meet_the_goal():
    """Ann on one and Bob on the other: nobody; Ann on both takes it, and her pieces stay."""
    table = board(
        ann=0,
        bob=0,
        stack=["bread-milk"],
        pegs={"move": 5},
        pieces={"ann": ["bread", "dreams"], "bob": ["octagon-d"]},
    )
    ann, bob = table.seats
    shared = board(ann=0, bob=0, stack=["bread-milk"], pieces={"ann": ["bread"], "bob": ["milk"]})
    ann.moves("dreams>milk")

    assert [player.collected for player in shared.seats] == [[], []]
    assert (ann.collected, bob.collected, table.stack) == (["bread-milk"], [], [])
    assert ann.pieces == ["bread", "milk", "start"]


# Winning


def test_O13_who_is_behind_two_that_are_tied_wins_only_with_more_than_both():
    """Cat comes to three beside two with three: nobody wins yet."""
    table = board(
        ann=0,
        bob=0,
        cat=0,
        turn="cat",
        collected={"ann": 3, "bob": 3, "cat": 2},
        stack=["bread-milk"],
        pieces={"cat": ["bread", "dreams"]},
    )
    cat = table.players["cat"]
    cat.moves("dreams>milk")

    assert (len(cat.collected), table.game.over) == (3, False)
