"""Scenario files of the board game: what they can say, and what is wrong in them."""

import pytest

from engine.scenario import BadScenario, deal
from engine.scenario.case import read_cases, run_case
from engine.scenario.expect import Failed

GIVEN = """
[given]
edition = "board"
seats = ["A", "B"]
drawn = 1
"""
MOVE = """
[[when]]
seat = "A"
answer = "start>eye"
"""


def played(text):
    """Read and play a case."""
    run_case(read_cases(text)[0])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("tiles = { i = '2/0' }", "tiles: 'i' isn't a tile"),
        ("tiles = { a = '2' }", "'2' isn't a place"),
        ("tiles = { a = '2/0 turned 45' }", "turned by 0, 90, 180, 270, not by 45"),
        ("tiles = { a = { turned = 1 } }", "not by 1"),
        ("tiles = { a = { at = '2/0', x = 1 } }", "no key 'x' here; the keys are at, turned"),
        ("tiles = { a = '1/0' }", "a and e can't both lie at 1/0|e and a can't both lie at 1/0"),
        ("tiles = { a = '5/5' }", "reached from the start tile"),
        ("tiles = { a = '-2/-2' }", "reached from the start tile"),
        ("pieces = { A = ['bred'] }", "pieces.A: 'bred' isn't a space"),
        ("pieces = { C = ['bread'] }", "pieces: 'C' isn't a colour"),
        ("pieces = { green = ['bread'] }", "nobody plays them"),
        ("pieces = { A = ['bread'], red = ['milk'] }", "the red pieces are written twice"),
        ("pieces = { A = ['octagon-a', 'start', 'start', 'start'] }", "3 red pieces, not 4"),
        ("pieces = { A = ['bread'], B = ['bread'] }", "two pieces can't stand on bread"),
        ("pieces = { A = ['bread', 'bread'] }", "two pieces can't stand on bread"),
        ("colours = { A = 'pink' }", "'pink' isn't a colour"),
        ("colours = { A = 'blue', B = 'blue' }", "two seats can't have the same colour"),
        ("colours = { C = 'blue' }", "no seat called 'C'"),
        ("pegs = { drew = 2 }", "'drew' isn't a peg"),
        ("pegs = { draw = 6 }", "draw says one of 1, 2, 3, 4, 5, not 6"),
        ("pegs = { hand_limit = 0 }", "hand-limit says one of none, 3, 2, 1, not 0"),
        ("pegs = { rotate = 'maybe' }", "rotate says one of off, on, not 'maybe'"),
        ("pegs = { draw = true }", "draw says one of"),
        ("stack = ['draw-more']", "stack: 'draw-more' isn't a goal"),
        ("stack = ['love-peace', 'love-peace']", "'love-peace' lies somewhere else already"),
        ("stack = ['love-peace']\ncollected = { A = ['Peace + Love'] }", "'love-peace' lies somewhere else"),
        ("collected = { C = 1 }", "no seat called 'C'"),
        ("free_changes = ['A']", "free_changes: they begin with the seat in turn"),
        ("keepers = { A = 1 }", "no key 'keepers' here"),
        ("rules = ['draw-2']", "no key 'rules' here"),
        ("hands = { A = ['draw-2'] }", "'draw-2' isn't a card of this deck"),
        ("hands = { A = ['draw-moor'] }", "'draw-moor' isn't a card"),
        ("moved = -1", "expected a whole number from 0 to 200, not -1"),
    ],
)
def test_a_position_that_can_not_be_is_an_error(line, said):
    """Whatever can't lie, stand or be said as it is written."""
    with pytest.raises(BadScenario, match=said):
        played(f"{GIVEN}{line}\n{MOVE}")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ('edition = "board fluxx"\nseats = ["A", "B"]', "can’t be mixed"),
        ('edition = "board"\nseats = ["A"]', "2 to 4 seats, not 1"),
        ('edition = "board"\nseats = ["A", "B", "C", "D", "E"]', "2 to 4 seats, not 5"),
        ('edition = "board"\nseats = ["A", "red"]', "'red' can't be the name of a seat"),
        (
            'edition = "board"\nseats = ["A", "B"]\nfree_changes = ["A"]\nturn = "B"',
            "begin with the seat in turn",
        ),
        ('edition = "board"\nseats = ["A", "B", "C"]\nfree_changes = ["A", "C"]', "go on clockwise"),
        ('edition = "board"\nseats = ["A", "B"]\nnew_game = true\nstack = 1', "only seats, first"),
    ],
)
def test_a_table_that_can_not_be_is_an_error(given, said):
    """Mixed decks, too few or too many seats, free changes out of order."""
    with pytest.raises(BadScenario, match=said):
        played(f"[given]\n{given}\n[then]\nover = false\n")


@pytest.mark.parametrize(
    "word", ["brad>milk", "a>b", "rotate:z:90", "uproot:a:here", "red:bred", "octagon-i", "forwards"]
)
@pytest.mark.parametrize("refused", ["true", "false"])
def test_a_word_that_means_nothing_is_an_error(word, refused):
    """Even where a refusal is expected."""
    with pytest.raises(BadScenario, match="isn't a card, seat, move or choice"):
        played(f'{GIVEN}[[when]]\nseat = "A"\nanswer = "{word}"\nrefused = {refused}\n')


def test_a_short_form_that_fits_several_options_is_an_error():
    """The two ways to bump are written down."""
    given = GIVEN + "pieces = { A = ['octagon-a'], B = ['bread'] }\n"

    with pytest.raises(BadScenario, match=r"fits several options; write which: .*!brain, .*!chocolate"):
        played(f'{given}[[when]]\nseat = "A"\nanswer = "octagon-a>bread"\nrefused = true\n')


@pytest.mark.parametrize(
    ("given", "answers"),
    [
        ("pieces = { A = ['moon'], B = ['coffee'] }", ["moon>coffee"]),
        ("pieces = { A = ['Octagon A'] }", ["Octagon A > Bread", "bread→brain"]),
        ("pieces = { A = ['portal1'] }", ["Portal 1 -> Portal_2"]),
        ("hands = { A = ['Swap Colours'] }", ["swap_colours", "B"]),
        ("hands = { A = ['draw-shift'] }\npegs = { draw = 2 }", ["Draw Shift", "back"]),
        ("hands = { A = ['leap-to-bread'] }\npieces = { A = ['milk'] }", ["leap-to-bread", "milk"]),
        ("hands = { A = ['leap-to-octagon'] }", ["leap-to-octagon", "Octagon H"]),
        ("hands = { A = ['switch-tiles'] }", ["switch-tiles", ["A", "START"]]),
        ("hands = { A = ['switch-tiles'] }", ["switch-tiles", ["tile:a", "tile:b"]]),
        (
            "hands = { A = ['back-to-start'] }\npieces = { A = ['milk'], B = ['octagon-b'] }",
            ["Back to Start", "B:Octagon B"],
        ),
        (
            "hands = { A = ['back-to-start'] }\npieces = { A = ['milk'], B = ['octagon-b'] }",
            ["back-to-start", "milk"],
        ),
        ("hands = { A = ['reset-pegs'] }", ["Reset the Pegs"]),
        (
            "hands = { A = ['draw-two-play-both'] }\ndeck = ['play-more', 'move-more']",
            ["Draw Two, Play Both", "move-more"],
        ),
        ("hands = { A = ['chocolate_cookies'] }", ["cookies-chocolate"]),
        ("hands = { A = ['play-more', 'play-more'] }", ["play-more", "play-more#2"]),
        ("hands = { A = ['play-more', 'play-more'] }", ["play-more#2", "play-more"]),
        ("pegs = { rotate = 1 }".replace("1", "true"), ["ROTATE:START:90"]),
    ],
)
def test_usual_spellings_and_short_forms(given, answers):
    """Capitals, spaces, underscores, titles, goals the other way round."""
    steps = [f"[[when]]\nseat = 'A'\nanswer = {answer!r}\n" for answer in answers]

    played(f"{GIVEN}{given}\n{''.join(steps)}")


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("tiles = { a = '0/0' }", "tiles.a: expected '0/0', found '-1/-1 turned 90'"),
        ("tiles = { a = '-1/-1 turned 0' }", "tiles.a: expected"),
        ("pieces = { A = ['eye', 'bread'] }", "pieces.A: expected"),
        ("pieces = { A = [] }", r"pieces.A: expected \[\], found \['eye', 'start', 'start'\]"),
        ("pieces = { A = ['bread', '...'] }", "pieces.A: expected"),
        ("pieces = { yellow = ['eye'] }", "pieces.yellow: expected"),
        ("pegs = { draw = 2 }", "pegs.draw: expected 2, found 1"),
        ("pegs = { hand_limit = 3 }", "pegs.hand_limit: expected 3, found 'none'"),
        ("stack = ['moon-sun']", "stack: expected"),
        ("stack = ['moon-sun', 'love-peace']", "stack: expected"),
        ("stack = 3", "stack: expected 3"),
        ("stack = ['love-peace', 2]", "stack: expected"),
        ("stack = [3, '...']", "stack: expected"),
        ("collected = { A = 1 }", "collected.A: expected 1 cards, found 0"),
        ("colours = { A = 'blue' }", "colours.A: expected 'blue', found 'red'"),
        ("moved = 2", "moved: expected 2, found 1"),
        ("moves_left = 0", "moves_left: expected 0, found 1"),
        ("free_changes = ['A']", "free_changes: expected"),
        ("winner = 'A'", "winner: expected"),
        ("asked = { A = 'leap' }", "asked.A.what"),
        ("asked = { A = { includes = ['eye>sun'] } }", "asked.A.includes: 'eye>sun' is not among"),
        (
            "asked = { A = { excludes = ['eye>peace'] } }",
            "asked.A.excludes: eye>peace!bread, eye>peace!chocolate, eye>peace!start",
        ),
        ("asked = { A = { options = ['eye>start'] } }", "asked.A.options: expected"),
    ],
)
def test_an_expectation_that_does_not_hold_fails(then, said):
    """And says what was expected and what was found."""
    given = (
        "stack = ['love-peace', 'moon-sun']\ntiles = { a = { turned = 90 } }\npieces = { B = ['peace'] }\n"
    )

    with pytest.raises(Failed, match=f"then: {said}"):
        played(f"{GIVEN}{given}{MOVE}[then]\n{then}\n")


@pytest.mark.parametrize(
    "then",
    [
        "tiles = { a = '-1/-1', b = '0/-1 turned 0', c = { turned = 0 } }",
        "pieces = { A = ['eye'], B = ['peace', 'start', '...'] }",
        "pieces = { red = ['...'] }",
        "stack = ['love-peace', '...']",
        "stack = [1, 'moon-sun']",
        "stack = 2",
        "pegs = { 'hand-limit' = 'none', uproot = false }",
        "asked = { A = { includes = ['eye>peace', 'eye>octagon-b'], excludes = ['eye>sun'] } }",
    ],
)
def test_an_expectation_that_holds(then):
    """What is not written is not looked at."""
    given = (
        "stack = ['love-peace', 'moon-sun']\ntiles = { a = { turned = 90 } }\npieces = { B = ['peace'] }\n"
    )

    played(f"{GIVEN}{given}{MOVE}[then]\n{then}\n")


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("tiles = { i = '0/0' }", "'i' isn't a tile"),
        ("pieces = { green = [] }", "nobody plays the pieces of 'green'"),
        ("pieces = { A = ['bred'] }", "'bred' isn't a space"),
        ("pegs = { win = 9 }", "win says one of"),
        ("collected = { C = 1 }", "then.collected: there is no seat called 'C'"),
        ("rules = []", "no key 'rules' here"),
        ("asked = { A = 'moves' }", "'moves' isn't a kind of question"),
    ],
)
def test_an_expectation_that_makes_no_sense_is_an_error(then, said):
    """A name that means nothing never passes for something that just isn't so."""
    with pytest.raises(BadScenario, match=said):
        played(f"{GIVEN}{MOVE}[then]\n{then}\n")


@pytest.mark.parametrize("line", ["asked = { A = 'play-or-move' }", "not_asked = ['A']"])
def test_nothing_is_asked_while_the_position_is_set_up(line):
    """The sentence says where to look at questions instead."""
    with pytest.raises(BadScenario, match="set_up: nothing is asked yet; write this in"):
        played(f"{GIVEN}[set_up]\n{line}\n")


def test_the_board_and_the_cards_are_told_apart():
    """Neither has what the other has."""
    board, cards = deal(edition="board", ann=1, bob=1), deal(ann=1, bob=1)

    with pytest.raises(TypeError, match="no keepers"):
        assert board.seats[0].keepers
    with pytest.raises(TypeError, match="no board"):
        assert cards.pegs


def test_goals_that_do_not_matter_are_not_met():
    """Those that ask for a space where a piece stands come last of all."""
    table = deal(
        edition="board", ann=0, bob=0, stack=5, pieces={"ann": ["bread", "milk", "toaster"]}, drawn=1
    )

    assert (len(table.stack), table.seats[0].collected) == (5, [])
