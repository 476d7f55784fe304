"""A window (AskAny): everybody else may answer, and the first answer that isn't a pass closes it."""

from random import Random

import pytest

from engine import Game, QuestionKind, outcomes
from engine.ask import Ask, AskAny, Drive
from engine.card import Action
from engine.cards import CARDS
from engine.editions import _EDITIONS, Edition
from engine.errors import Refused
from engine.table import Table
from tests.engine.games import by_chance, take


def asks(*seats: int) -> list[Ask[str | None]]:
    """A window for these seats: stop it, or pass."""
    return [Ask(seat, QuestionKind.WINDOW, {"stop": "stopped", "pass": None}) for seat in seats]


async def window(table: Table, me: int) -> None:
    """Everybody else may stop this card; the first who does is told of."""
    taken = await AskAny(asks(*table.others(me)))
    table.tell(outcomes.Declared(taken[0] if taken else me, f"{taken}"))


@pytest.fixture
def game(monkeypatch) -> Game:
    """A game of four seats whose deck holds nothing but the card that opens a window, about to be played."""
    card = Action("window", "Window", "Others may stop it.", "action", effect=window)
    monkeypatch.setitem(CARDS, "window", card)
    monkeypatch.setitem(_EDITIONS, "windows", Edition("windows", "Windows", "", ("window",) * 40))
    game = Game.new("windows", seats=4, seed="0")
    game.take_outcomes()
    return game


def declared(told: tuple[outcomes.Outcome, ...]) -> str:
    """What the window came to."""
    return next(each.occasion for each in told if isinstance(each, outcomes.Declared))


def asked(game: Game) -> list[int]:
    """The seats that are asked, clockwise."""
    return [question.seat for question in game.questions]


def test_everybody_else_is_asked_whatever_they_hold(game):
    """The window does not tell who could stop the card."""
    game.answer(1, ["window"])

    assert asked(game) == [2, 3, 4]
    assert {question.what for question in game.questions} == {QuestionKind.WINDOW}


def test_the_first_answer_that_is_not_a_pass_closes_the_window(game):
    """Who is still asked then is asked no more."""
    game.answer(1, ["window"])
    assert game.answer(4, ["pass"]) == ()
    told = game.answer(2, ["stop"])

    assert declared(told) == "(2, 'stopped')"
    assert QuestionKind.WINDOW not in {question.what for question in game.questions}


def test_when_all_have_passed_nobody_took_it(game):
    """The last pass closes the window with nothing."""
    game.answer(1, ["window"])
    assert game.answer(3, ["pass"]) == ()
    assert game.answer(2, ["pass"]) == ()
    told = game.answer(4, ["pass"])

    assert declared(told) == "None"


def test_who_has_passed_is_not_asked_again(game):
    """A pass is final, and a closed window takes no answer."""
    game.answer(1, ["window"])
    game.answer(3, ["pass"])

    assert asked(game) == [2, 4]
    with pytest.raises(Refused):
        game.answer(3, ["stop"])


@pytest.mark.parametrize("passes", [(), (2,), (4, 3), (3, 2)])
def test_a_window_sleeps_half_answered(game, passes):
    """Loaded in the middle, the window stands as it was and ends as it would have."""
    game.answer(1, ["window"])
    for seat in passes:
        game.answer(seat, ["pass"])
    loaded = Game.load(game.dump())
    assert loaded.questions == game.questions
    last = asked(game)[-1]

    assert loaded.answer(last, ["stop"]) == game.answer(last, ["stop"])
    assert loaded.dump() == game.dump()


def test_a_pass_in_a_window_is_sealed(game):
    """Others see nothing of it: all who were asked seem to be asked, until the window closes."""
    game.answer(1, ["window"])
    before = [game.view(seat) for seat in (None, 1, 2, 4)]
    game.answer(3, ["pass"])
    after = [game.view(seat) for seat in (None, 1, 2, 4)]

    assert before == after
    assert after[0].waiting_for == (
        (2, QuestionKind.WINDOW),
        (3, QuestionKind.WINDOW),
        (4, QuestionKind.WINDOW),
    )


def test_who_has_passed_is_not_waited_for_in_their_own_eyes(game):
    """A seat knows its own pass."""
    game.answer(1, ["window"])
    game.answer(3, ["pass"])
    mine = game.view(3)

    assert (mine.question, mine.waiting_for) == (None, ((2, QuestionKind.WINDOW), (4, QuestionKind.WINDOW)))


def test_windows_survive_reloading_at_every_answer(game):
    """A whole game of windows is the same with and without being stored in between."""
    stored = game.dump()
    for count, step in enumerate(by_chance(game, Random(1))):
        twin = Game.load(stored)
        assert take(twin, step) == take(game, step)
        assert twin.dump() == game.dump()
        stored = game.dump()
        if count == 300:
            break


def test_a_window_by_hand():
    """The coroutine gets the seat with its value, or None."""
    got: list[tuple[int, str] | None] = []

    async def effect() -> None:
        got.append(await AskAny(asks(1, 2)))
        got.append(await AskAny(asks(1, 2)))
        await Ask(1, QuestionKind.PLAY, {"end": None})

    drive = Drive(effect())
    drive.start()
    for seat, label in ((2, "pass"), (1, "stop"), (1, "pass"), (2, "pass")):
        drive.answer(seat, [label])
    drive.close()

    assert got == [(1, "stopped"), None]
