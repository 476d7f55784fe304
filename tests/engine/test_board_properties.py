"""What holds in every game on the board: at every question, and from each to the next."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from engine import Game, QuestionKind, QuestionView
from engine.board import pegs
from engine.board.invariants import board_changes, board_violations, moment_of
from engine.board.spaces import PEGS, START
from engine.board.table import BoardTable, Lying
from engine.cli.simulate import simulate
from engine.invariants import changes, remember, violations
from engine.outcomes import GoalCollected, PegMoved, PieceMoved, TileRotated
from tests.engine.boards import NAMES, Drawn, all_uprootings
from tests.engine.games import by_chance, moments, take

DECKS = ("board", "board !win-at-4", "board +uproot-switch +rotate-switch +wrap-switch +wrap-switch")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bot", "games", "come_and_go"), [("random", 3, False), ("mixed", 3, True), ("sensible", 3, True)]
)
def test_every_game_ends_and_every_invariant_holds(bot, games, come_and_go):
    """With 2 to 4 seats, by chance or by sense, seats coming and going: each game ends soundly.

    3,000 games by chance: python -m engine simulate --edition board --seats 2-4 --games 3000 --come-and-go
    """
    report = simulate(
        edition="board", seats=range(2, 5), games=games, seed="tests", bot=bot, come_and_go=come_and_go
    )

    assert report.violations == []
    assert "unfinished" not in report.endings
    assert sum(report.endings.values()) == games


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("number", range(4))
def test_every_question_of_a_game_is_sound(deck, number):
    """What is told is what changed, in games that head for the goal every other move and come to an end."""
    for seats in (2, 3, 4):
        game = Game.new(deck, seats, seed=f"sound {number}")
        game.take_outcomes()
        for step in by_chance(game, Random(number), come_and_go=0.01 * (number % 2)):
            before = remember(game)
            told = take(game, step)

            assert violations(game) == []
            assert changes(game, before, told) == []


def turns(deck: str, number: int, each: int) -> Iterator[tuple[Game, QuestionView]]:
    """Questions for a play or a move, of a game by chance: one of so many."""
    asked = 0
    for game in moments(number, 2 + number % 3, deck=deck):
        for question in game.questions:
            if question.what is QuestionKind.PLAY_OR_MOVE:
                asked += 1
                if asked % each == 0:
                    yield game, question


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("number", range(6))
def test_what_is_offered_is_all_that_can_be_done_and_nothing_else(deck, number):
    """The hand while plays are left, and the moves that a second reading of the rules finds."""
    for game, question in turns(deck, number, each=3):
        table = game.table
        seat = question.seat
        expected = set[str]()
        if pegs.moves_left(table):
            expected |= set(Drawn(table).steps(table.colours[seat]))
            if table.setting("rotate"):
                expected |= {f"rotate:{tile}:{turned}" for tile in NAMES for turned in (90, 180, 270)}
            if table.setting("uproot"):
                expected |= set(all_uprootings(table))
        offered = [label for label in question.options if ">" in label or ":" in label]
        cards = [label.partition("#")[0] for label in question.options if label not in offered]

        assert set(offered) == expected
        assert sorted(cards) == (sorted(game.view(seat).hand) if pegs.plays_left(table) else [])


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("number", range(3))
def test_whatever_is_offered_is_accepted_and_leads_to_a_sound_table(deck, number):
    """Each option of a question, given to the game as it was."""
    for game, question in turns(deck, number, each=40):
        stored = game.dump()
        for label in question.options:
            after = Game.load(stored)
            before = remember(after)
            told = after.answer(question.seat, (label,))

            assert violations(after) == []
            assert changes(after, before, told) == []


def test_nothing_hidden_is_told():
    """Everybody sees the same board, whoever looks."""
    for game in moments(7, 4, come_and_go=0.02, deck="board"):
        boards = [game.view(seat).board for seat in (None, *game.seats)]

        assert all(board == boards[0] for board in boards)


def a_table() -> BoardTable:
    """A table at rest in the first turn."""
    game = next(game for game in moments(1, 3, deck="board") if game.view(None).phase == "plays")
    assert isinstance(game.table, BoardTable)
    return game.table


def a_goal(table: BoardTable) -> None:
    """Put red on the goal on top, as if nobody had noticed."""
    table.pieces["red"] = sorted([*table.card(table.goals[-1]).spaces, START])


def enough_goals(table: BoardTable) -> None:
    """Give seat 1 what wins, as if nobody had noticed."""
    table.collected[1] = [table.goals.pop(0) for _ in range(3)]


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (lambda table: table.tiles.update(a=Lying(9, 9)), "A tile can't be reached from the start tile."),
        (lambda table: table.tiles.update(a=table.tiles["b"]), "Two tiles lie at the same place."),
        (lambda table: table.tiles.update(a=msgspec.structs.replace(table.tiles["a"], turns=4)), "A tile is"),
        (lambda table: table.pieces.update(red=["bread", "bread", "start"]), "2 pieces stand on bread."),
        (lambda table: table.pieces.update(red=["start"] * 2), "There are 2 red pieces."),
        (lambda table: table.pieces.update(red=["start", "start", "bread"]), "The red pieces are not in"),
        (lambda table: table.pieces.update(red=["moon-2", "start", "start"]), "A piece stands on moon-2"),
        (lambda table: table.pegs.update(win=4), "The peg win is in hole 4."),
        (lambda table: table.pegs.update(draw=4), "The turn drew "),
        (lambda table: table.colours.update({1: "yellow"}), "The colours that are played and those of"),
        (a_goal, "The goal on top is met, and nobody noticed."),
        (enough_goals, "Seat 1 has won, and nobody noticed."),
        (lambda table: table.to_change.append(9), "A free change of the rules waits for somebody"),
        (lambda table: setattr(table, "winner", 2), "Seat 2 won without goals enough"),
    ],
)
def test_the_invariants_notice_what_is_wrong_on_the_board(broken, sentence):
    """A check that finds nothing in a broken table would prove nothing."""
    table = a_table()
    table.pegs["draw"] = 0
    assert list(board_violations(table, at_rest=True)) == []
    broken(table)
    found = list(board_violations(table, at_rest=True))

    assert any(each.startswith(sentence) for each in found), found


@pytest.mark.parametrize(
    ("changed", "told", "sentence"),
    [
        (lambda table: table.pegs.update(win=1), [], "Of pegs, "),
        (lambda table: None, [PegMoved(1, "win", "4")], "Of pegs, "),
        (lambda table: None, [PegMoved(1, "win", "6")], "What is told can't have happened: A peg was"),
        (lambda table: None, [PieceMoved(1, "red", "moon", "sun")], "What is told can't have happened"),
        (lambda table: None, [TileRotated(1, "a", 360)], "What is told can't have happened: A tile was"),
        (lambda table: table.goals.reverse(), [], "Of stack, "),
        (lambda table: table.collected[1].append(table.goals.pop()), [], "Of stack, "),
        (lambda table: None, [GoalCollected(1, "no-such-goal", 1)], "What is told can't have happened"),
        (lambda table: setattr(table.turn, "phase", "hand-limit"), [], "The turn of seat 1 ended, and it"),
        (lambda table: setattr(table.turn, "moved", 1), [], "Of moved, 1 is not what was told: 0."),
    ],
)
def test_what_is_not_told_is_noticed(changed, told, sentence):
    """Nothing changes on the board unless an outcome says so, and no outcome says what did not change."""
    table = a_table()
    before = moment_of(table)
    assert list(board_changes(table, before, ())) == []
    changed(table)
    found = list(board_changes(table, before, told))

    assert any(each.startswith(sentence) for each in found), found


def test_what_pegs_say_is_what_is_told_of_them():
    """Each hole has a word of its own."""
    for peg, settings in PEGS.items():
        assert len({pegs.in_words(peg, says) for says in settings}) == len(settings)
