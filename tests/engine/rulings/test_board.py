"""Fluxx: The Board Game: setting up, turns, rules that change, hand limits (rulings B01 to B35)."""

from collections import Counter

import pytest

from engine import Game, Refused, card, edition_of
from engine.board.spaces import COLOURS
from engine.outcomes import GameBegan, StackLaid
from engine.scenario import BadScenario, Scene, deal, dealt, new_game

NAMES = ["ann", "bob", "cat", "dan"]
START = ["start", "start", "start"]
FIRST_HOLES = {
    "draw": 1,
    "play": 1,
    "move": 2,
    "hand-limit": "none",
    "rotate": "off",
    "uproot": "off",
    "wraparound": "off",
    "win": 3,
}


def board(**given):
    """A position of the board game, in Ann's plays and moves unless it says otherwise."""
    if not {"drawn", "played", "moved", "free_changes"} & set(given):
        given["drawn"] = 1
    return deal(edition="board", **given)


def done(table):
    """How many cards the turn has drawn and played, and the moves that it has made."""
    turn = table.table.turn
    return turn.drawn, turn.played, turn.moved


# Set-up


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("deck", "needed"), [("board", 3), ("board !win-at-4", 4)])
def test_B01_O14_set_up(seats, deck, needed):
    """Pegs in their first holes, five goals in the stack, three cards each, all pieces on START."""
    table = Scene(Game.still(dealt(NAMES[:seats], edition=deck)), NAMES[:seats])

    assert table.pegs == FIRST_HOLES | {"win": needed}
    assert [len(player.hand) for player in table.seats] == [3] * seats
    assert [player.pieces for player in table.seats] == [START] * seats
    assert [player.colour for player in table.seats] == list(COLOURS[:seats])
    assert sorted(table.board.pieces) == sorted(COLOURS[:seats])  # unused colours stay in the box
    assert (len(table.stack), len(table.deck), table.discard) == (5, 96 - 5 - 3 * seats, [])


def test_B01_the_tiles_are_laid_by_chance_around_start():
    """The nine are a big square; where each of the eight lies, and how, differs from game to game."""
    boards = [dealt(["ann", "bob"], edition="board", seed=f"seed {number}").tiles for number in range(40)]

    for tiles in boards:
        assert {(lying.x, lying.y) for lying in tiles.values()} == {
            (x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)
        }
        assert (tiles["start"].x, tiles["start"].y) == (0, 0)
    assert {(tiles["a"].x, tiles["a"].y) for tiles in boards} > {(-1, -1), (1, 1)}
    assert {tiles["a"].turns for tiles in boards} == {0, 1, 2, 3}


def test_B01_everybody_sees_the_goals_of_the_stack():
    """All five are told to all, and the cards of the deck are 96."""
    game = Game.new("board", 2, seed="stack")
    _began, laid = [each for each in game.take_outcomes() if isinstance(each, (GameBegan, StackLaid))]

    assert laid.goals == game.view(None).board.stack
    kinds = Counter(card(slug).kind for slug in edition_of("board").cards)
    assert kinds == {"goal": 33, "leaper": 24, "new rule": 23, "action": 16}


@pytest.mark.parametrize("seats", [1, 5])
def test_the_board_game_is_for_two_to_four(seats):
    """There are four colours."""
    with pytest.raises(BadScenario, match="2 to 4 seats"):
        deal(edition="board", **dict.fromkeys(["a", "b", "c", "d", "e"][:seats], 1))


# The free rule change


def test_B02_everybody_moves_one_peg_forward_before_the_first_turn():
    """Bob may go on with the peg that Ann moved, but not put it back; nobody passes."""
    table = new_game(["ann", "bob"], edition="board")
    ann, bob = table.seats
    ann.cannot("pass")
    ann.cannot("forward")
    ann.cannot()
    ann.answers("draw")
    first = (table.turn, bob.asked, table.pegs["draw"], done(table))
    bob.cannot("back")
    bob.answers("draw")

    assert first == ("bob", "free-change", 2, (0, 0, 0))
    assert (table.pegs["draw"], table.turn, ann.asked) == (3, "ann", "play-or-move")
    assert (len(ann.hand), len(bob.hand)) == (6, 3)


def test_B02_who_still_owes_a_change_is_listed_in_turn_order():
    """Cat begins."""
    table = new_game(NAMES[:3], edition="board", first="cat")

    assert table.board.to_change == [3, 1, 2]


def test_B02_in_turn_order_from_whoever_begins():
    """Cat begins: she changes first, then Ann, then Bob; and the first turn is hers."""
    table = new_game(NAMES[:3], edition="board", first="cat")
    ann, bob, cat = table.seats
    order = []
    for _ in range(3):
        order += table.waiting_for
        table.players[table.turn].answers("win")

    assert (order, table.pegs["win"]) == (["cat", "ann", "bob"], 6)
    assert (table.turn, cat.asked, [len(each.hand) for each in (ann, bob, cat)]) == (
        "cat",
        "play-or-move",
        [3, 3, 4],
    )


def test_B02_a_hand_limit_made_so_binds_who_waits_at_once_and_its_maker_at_the_end_of_that():
    """Ann makes it 2: Bob discards before his own change, Ann after hers."""
    table = board(ann=3, bob=3, free_changes=["ann", "bob"], pegs={"hand_limit": 3})
    ann, bob = table.seats
    ann.answers("hand-limit")
    at_once = (table.waiting_for, bob.asked)
    bob.answers(bob.hand[0])
    then = (table.waiting_for, ann.asked)
    ann.answers(ann.hand[0])

    assert (at_once, then) == ((["bob"], "hand-limit"), (["ann"], "hand-limit"))
    assert (table.turn, bob.asked, len(ann.hand), len(bob.hand)) == ("bob", "free-change", 2, 2)


def test_X13_moves_begin_at_two():
    """The start value is data: two moves."""
    table = board(ann=0, bob=0)

    assert (table.pegs["move"], table.game.view(1).board.moves_left) == (2, 2)


# The turn


@pytest.mark.parametrize(
    "answers",
    [
        ["wrap-switch", "start>eye", "eye>octagon-c"],
        ["start>eye", "wrap-switch", "eye>octagon-c"],
        ["start>eye", "eye>octagon-c", "wrap-switch"],
    ],
)
def test_B03_plays_and_moves_in_any_order(answers):
    """Draw 2, play 1, move 2: two cards are drawn first, then everything goes."""
    table = deal(edition="board", ann=["wrap-switch"], bob=0, pegs={"draw": 2})
    ann, _bob = table.seats
    drawn = (len(ann.hand), done(table))
    for answer in answers:
        assert table.turn == "ann"
        ann.answers(answer)

    assert (drawn, table.turn) == ((3, (2, 0, 0)), "bob")


@pytest.mark.parametrize(
    "moves",
    [
        ["octagon-a>bread", "bread>brain", "brain>rocket"],
        ["octagon-a>bread", "octagon-b>chocolate", "start>money"],
        ["start>money", "octagon-a>dreams", "dreams>milk"],
    ],
)
def test_B04_moves_are_divided_between_pieces_as_one_likes(moves):
    """Three moves of one piece, one of each of three, or one and two."""
    table = board(ann=0, bob=0, pegs={"move": 3}, pieces={"ann": ["octagon-a", "octagon-b"]})
    ann, bob = table.seats
    ann.moves(*moves)

    assert (table.turn, bob.asked) == ("bob", "play-or-move")


def test_B34_moves_that_can_not_be_made_lapse():
    """All of Ann's pieces are shut in on one octagon: her turn is over after her card."""
    table = board(
        ann=["draw-shift"],
        bob=0,
        cat=0,
        pieces={"ann": ["octagon-a"] * 3, "bob": ["bread", "dreams", "brain"], "cat": ["milk", "rocket"]},
        tiles={"b": "2/0"},
        exact_deck=True,
    )
    ann, _bob, _cat = table.seats
    before = (ann.options, table.game.view(None).board.moves_left)
    ann.plays("draw-shift")

    assert (before, table.turn) == ((["draw-shift"], 2), "bob")


# Rules that change


@pytest.mark.parametrize(
    ("card", "peg", "last"),
    [
        ("draw-more", "draw", 5),
        ("play-more", "play", 4),
        ("move-more", "move", 5),
        ("tighter-grip", "hand_limit", 1),
    ],
)
def test_B21_forward_at_the_end_does_nothing(card, peg, last):
    """The peg stays, and the play is used."""
    table = board(ann=[card], bob=0, pegs={peg: last, "draw": 5}, drawn=5)
    ann, _bob = table.seats
    before = table.pegs
    ann.plays(card)

    assert (table.pegs, table.discard, done(table)[1]) == (before, [card], 1)


@pytest.mark.parametrize(
    ("card", "peg", "first", "second", "last", "but_last"),
    [
        ("draw-shift", "draw", 1, 2, 5, 4),
        ("play-shift", "play", 1, 2, 4, 3),
        ("move-shift", "move", 2, 3, 5, 4),
        ("grip-shift", "hand-limit", "none", 3, 1, 2),
        ("finish-line-shift", "win", 3, 4, 6, 5),
    ],
)
def test_B22_a_choice_must_take_the_only_way_there_is(card, peg, first, second, last, but_last):
    """At either end nothing is asked, and the peg moves; in between its player chooses."""
    moved = []
    for at in (first, last):
        table = board(ann=[card], bob=0, pegs={peg: at}, drawn=5)
        ann, _bob = table.seats
        ann.plays(card)
        moved.append(table.pegs[peg])
    table = board(ann=[card], bob=0, pegs={peg: second}, drawn=5)
    ann, _bob = table.seats
    ann.plays(card)
    asked = (ann.asked, ann.options)
    ann.cannot("pass")
    ann.answers("back")

    assert moved == [second, but_last]
    assert (asked, table.pegs[peg]) == (("shift-peg", ["back", "forward"]), first)


@pytest.mark.parametrize(
    ("card", "peg"), [("rotate-switch", "rotate"), ("uproot-switch", "uproot"), ("wrap-switch", "wraparound")]
)
@pytest.mark.parametrize(("before", "after"), [("off", "on"), ("on", "off")])
def test_B22_a_toggle_always_flips(card, peg, before, after):
    """Both ways, and nothing is asked."""
    table = board(ann=[card], bob=0, pegs={peg: before})
    ann, _bob = table.seats
    ann.plays(card)

    assert (table.pegs[peg], ann.asked) == (after, "play-or-move")


def test_B24_lowering_plays_below_what_was_played_takes_nothing_back():
    """Two of three plays are done when the peg goes to two: no play is left, the moves are."""
    table = board(ann=["play-shift", "move-more", 2], bob=0, pegs={"play": 3})
    ann, _bob = table.seats
    ann.plays("move-more")
    ann.plays("play-shift").answers("back")
    view = table.game.view(None)

    assert (table.pegs["play"], view.played, view.plays_left, view.board.moves_left) == (2, 2, 0, 3)
    assert all(">" in option for option in ann.options)


def test_B24_lowering_moves_ends_them_by_the_new_setting():
    """Two of four moves are made when the peg goes to three: one is left, not two."""
    table = board(ann=["move-shift"], bob=0, pegs={"move": 4})
    ann, _bob = table.seats
    ann.moves("start>eye", "eye>octagon-b").plays("move-shift").answers("back")
    left = table.game.view(None).board.moves_left
    ann.moves("octagon-b>cookies")

    assert (left, table.turn) == (1, "bob")


def test_B24_lowering_moves_below_what_was_moved_ends_the_moves():
    """Three of three are made; two would have been the rule: nothing is taken back."""
    table = board(ann=["move-shift", 1], bob=0, pegs={"move": 3, "play": 2})
    ann, _bob = table.seats
    ann.moves("start>eye", "eye>octagon-b", "octagon-b>cookies").plays("move-shift").answers("back")

    assert (ann.pieces, table.game.view(None).board.moves_left) == (["cookies", "start", "start"], 0)
    assert table.turn == "ann"


def test_B35_switched_on_a_rule_serves_the_moves_that_are_left():
    """Rotate, uproot and wraparound are legal from the moment on; off they are refused."""
    table = board(
        ann=["rotate-switch", "uproot-switch", "wrap-switch"],
        bob=0,
        pegs={"play": 3, "move": 4},
        pieces={"ann": ["octagon-a"]},
    )
    ann, _bob = table.seats
    for move in ("rotate:a:90", "uproot:a:2/-1", "octagon-a>coffee"):
        ann.cannot(move)
    ann.plays("rotate-switch").moves("rotate:a:90", "rotate:a:270")
    ann.plays("wrap-switch").moves("octagon-a>coffee")
    ann.plays("uproot-switch").moves("uproot:a:2/-1")

    assert (table.turn, table.tiles["a"], ann.pieces) == ("bob", "2/-1", ["coffee", "start", "start"])


# Hand limits


def test_B25_a_hand_limit_binds_the_others_at_once_and_its_player_at_the_end():
    """None becomes 3: Bob comes down from five now, Ann when her turn ends."""
    table = board(ann=["tighter-grip", 4], bob=5)
    ann, bob = table.seats
    ann.plays("tighter-grip")
    at_once = (table.waiting_for, bob.asked, bob.question.least, len(ann.hand))
    bob.answers(*bob.hand[:2])
    ann.moves("start>eye", "eye>octagon-b")
    at_the_end = (table.waiting_for, ann.asked, ann.question.least)
    ann.answers(ann.hand[0])

    assert (at_once, at_the_end) == ((["bob"], "hand-limit", 2, 4), (["ann"], "hand-limit", 1))
    assert (len(bob.hand), len(ann.hand), table.turn) == (4, 3, "bob")  # Bob has drawn his card


def test_O16_all_who_wait_discard_at_once():
    """Bob and Cat are asked together; Dan, with one card, is not."""
    table = board(ann=["grip-shift"], bob=4, cat=5, dan=1)
    ann, bob, cat, _dan = table.seats
    ann.plays("grip-shift")
    asked = table.waiting_for
    cat.answers(*cat.hand[:2])
    bob.answers(bob.hand[0])

    assert (asked, [len(each.hand) for each in (bob, cat)]) == (["bob", "cat"], [3, 3])


def test_a_hand_that_others_fill_obeys_the_limit():
    """What One for Everyone gives to somebody who waits is over the limit at once."""
    table = board(ann=["one-for-everyone"], bob=3, pegs={"hand_limit": 3})
    ann, bob = table.seats
    ann.plays("one-for-everyone").answers("bob")

    assert (bob.asked, bob.question.least) == ("hand-limit", 1)


# The draw pile


def test_O9_with_both_piles_empty_one_draws_what_there_is():
    """And it is not made up for when cards are discarded later in the turn."""
    table = deal(
        edition="board", ann=["play-more"], bob=0, pegs={"draw": 2}, exact_deck=True, deck=["draw-more"]
    )
    ann, _bob = table.seats
    drawn = ann.hand
    ann.plays("play-more")

    assert (drawn, ann.hand) == (["draw-more", "play-more"], ["draw-more"])


# Joining and leaving


def test_who_joins_before_the_first_turn_makes_a_free_change_too():
    """After all others."""
    table = new_game(["ann", "bob"], edition="board")
    cat = table.join("cat")
    order = []
    for _ in range(3):
        order += table.waiting_for
        table.players[table.turn].answers("win")

    assert (order, cat.asked, table.turn) == (["ann", "bob", "cat"], "", "ann")


def test_who_joins_between_those_who_still_change_does_it_in_turn():
    """Bob begins; Dan sits down before Ann, who changes last."""
    table = new_game(NAMES[:3], edition="board", first="bob")
    table.join("dan")
    order = []
    while table.players[table.turn].asked == "free-change":
        order += table.waiting_for
        table.players[table.turn].answers("any")

    assert (order, table.turn, table.board.to_change) == (["bob", "cat", "dan", "ann"], "bob", [])


def test_who_joins_when_the_first_turn_comes_before_makes_no_change():
    """Bob begins, and only Ann still owes her change: after it comes Bob's turn, and Dan's much later."""
    table = new_game(NAMES[:3], edition="board", first="bob")
    for name in ("bob", "cat"):
        table.players[name].answers("win")
    table.join("dan")
    table.players["ann"].answers("draw")

    assert (table.turn, table.players["bob"].asked, table.board.to_change) == ("bob", "play-or-move", [])


def test_who_joins_a_game_under_way_makes_none():
    """The pegs were moved by those who were there."""
    table = board(ann=0, bob=0, moved=1)
    cat = table.join("cat")
    table.players["ann"].moves("start>eye")
    table.players["bob"].moves("start>eye" if "start>eye" in table.players["bob"].options else "start>money")

    assert cat.asked != "free-change"


def test_a_fifth_can_not_join():
    """There are four colours."""
    table = board(ann=0, bob=0, cat=0, dan=0)

    with pytest.raises(Refused, match="4 people are playing already"):
        table.join("eve")


def test_who_leaves_takes_the_pieces_and_discards_hand_and_goals():
    """The colour is free for the next who joins."""
    table = board(
        ann=0,
        bob=["play-more"],
        cat=0,
        pieces={"bob": ["bread", "octagon-a"]},
        collected={"bob": ["love-peace"]},
    )
    _ann, bob, _cat = table.seats
    bob.leaves()
    dan = table.join("dan")

    assert sorted(table.discard) == ["love-peace", "play-more"]
    assert (dan.colour, dan.pieces, sorted(table.board.pieces)) == (
        "yellow",
        START,
        ["green", "red", "yellow"],
    )


def test_who_leaves_with_the_turn_passes_it_on():
    """The others play on with what they have."""
    table = board(ann=0, bob=0, cat=0, stack=["love-peace"])
    ann, bob, _cat = table.seats
    ann.leaves()

    assert (table.turn, bob.asked, table.game.seats) == ("bob", "play-or-move", (2, 3))


def test_who_leaves_breaks_a_tie():
    """Ann and Bob have three each; when Bob goes, Ann alone has enough."""
    table = board(ann=0, bob=0, cat=0, collected={"ann": 3, "bob": 3})
    ann, bob, _cat = table.seats
    tied = (table.game.over, ann.asked)
    bob.leaves()

    assert (tied, table.winner) == ((False, "play-or-move"), "ann")
