"""What can be taken back, and that it brings back exactly what was there."""

from random import Random

import pytest

from engine import Game, UndoObstacle, undo_obstacle
from engine.invariants import violations
from engine.scenario import deal
from tests.engine.games import DECKS, by_chance, moments, take
from tests.support.unnumbered import unnumbered


def answers(number: int, deck: str):
    """Each answer of a game played by chance: the game before it, loaded anew, after it, and the step."""
    game, dice = Game.new(deck, 3, seed=f"take back {number}"), Random(number)
    for step in by_chance(game, dice):
        before = game.dump()
        take(game, step)
        yield before, game, step


def hidden(view):
    """What of a view says which cards its seat can see."""
    faces = [view.goals, view.rules, view.meta, view.discard, view.hand, view.temporary, view.resolving]
    faces += [cards for seat in view.seats for cards in (seat.keepers, seat.creepers)]
    if view.board:  # of its stack, view.goals has the top alone
        faces += [view.board.stack[1:], *view.board.collected.values()]
    return sorted(card for cards in faces for card in cards if card != "face-down")


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("number", range(3))
def test_going_back_gives_what_was_there(deck, number):
    """An earlier moment of a game comes back the same for everybody, but for the numbers of questions.

    No number comes twice: not that of a side question either, which was open then and has been answered.
    """
    dumps = [game.dump() for game in moments(number, 3, deck=deck)]
    now = Game.load(dumps[-2])
    still_open = {question.number for question in now.questions if question.beside}
    for data in dumps[:-1:5]:
        before, again = Game.load(data), now.back_to(data)
        numbers = {question.number for question in again.questions} - still_open

        assert min(numbers, default=now.table.asked + 1) > now.table.asked
        assert unnumbered(again) == unnumbered(before)
        assert violations(again) == []
        assert Game.load(again.dump()).questions == again.questions


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("number", range(3))
def test_what_can_be_taken_back_has_shown_nobody_anything(deck, number):
    """No chance, no draw, nobody else asked; nobody but its own seat has put cards where others see them."""
    seen = set()
    for data, game, step in answers(number, deck):
        before = Game.load(data)
        why = undo_obstacle(before, game, step.seat)
        seen.add(why)
        if why is not None:
            continue
        mine, shown = hidden(before.view(step.seat)), hidden(game.view(step.seat))
        assert before.turn == game.turn == step.seat
        assert before.table.chance == game.table.chance
        assert before.table.draw_pile == game.table.draw_pile
        assert {each.seat for each in game.questions if not each.beside} == {step.seat}
        assert all(mine.count(card) >= shown.count(card) for card in set(mine))
        for other in [seat for seat in game.seats if seat != step.seat]:
            assert before.view(other).hand == game.view(other).hand
            new = list(hidden(game.view(other)))
            for card in hidden(before.view(other)):
                if card in new:
                    new.remove(card)
            assert {*new} <= {*before.view(step.seat).hand, *before.view(step.seat).temporary}

    assert {None, UndoObstacle.TURN if deck == "board" else UndoObstacle.DRAWN} <= seen


@pytest.mark.parametrize("deck", DECKS)
def test_the_same_answers_after_going_back_give_the_same_cards(deck):
    """Whoever takes something back and does it again finds the cards that were there (H5)."""
    for number in range(4):
        game, dice = Game.new(deck, 3, seed=f"again {number}"), Random(number)
        game.take_outcomes()
        for step in by_chance(game, dice):
            data = game.dump()
            told = take(game, step)
            if step.beside is None:
                again = game.back_to(data)
                assert take(again, step) == told
                assert unnumbered(again) == unnumbered(game)


def test_a_keeper_can_be_taken_back():
    """Ann plays Bread, with one more play to come: nobody has learnt anything but what she has shown."""
    assert why(ann=["bread", "milk", "love"], plays=["bread"]) is None


def test_a_card_that_makes_its_player_draw_cannot():
    """Draw 3 has shown Ann what was on the pile."""
    assert why(ann=["draw-3", "milk", "love"], plays=["draw-3"]) is UndoObstacle.DRAWN


def test_a_hand_that_was_looked_into_cannot():
    """Trading hands draws nothing and rolls no dice, but Ann has seen Bob's hand."""
    assert why(ann=["trade-hands", "milk", "love"], plays=["trade-hands", "@2"]) is UndoObstacle.SEEN


def test_the_last_play_of_a_turn_cannot():
    """Bob has drawn after it."""
    assert why(ann=["bread", "milk"], plays=["bread", "milk"]) is UndoObstacle.TURN


def why(*, ann: list[str], plays: list[str]) -> UndoObstacle | None:
    """What `undo_obstacle` says of Ann's last answer, with two plays a turn."""
    scene = deal(ann=ann, bob=3, cid=3, rules=["play-2"], turn="ann", played=0)
    game = scene.game
    before = b""
    for label in plays:
        before = game.dump()
        game.answer(1, [label])
    return undo_obstacle(Game.load(before), game, 1)
