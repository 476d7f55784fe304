"""Records that are built from a history with moves that were taken back."""

from random import Random

import pytest

from engine import Game, Record, RecordBuilder
from engine.record import JOIN, LEAVE
from tests.engine.games import DECKS, by_chance, seats_of, take

STEPS = 250


def without_numbers(game):
    """What can be seen of a game but for the numbers of its questions, which undo leaves gaps in."""
    asked = [(each.seat, each.what, each.options, each.beside) for each in game.questions]
    views = [game.view(seat) for seat in (None, *game.seats)]
    return asked, [(view.hand, view.seats, view.turn, view.discard, view.over) for view in views]


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("number", range(4))
def test_a_record_holds_what_was_not_taken_back(deck, number):
    """Whoever comes and goes, and whatever is asked beside the play, the record leads to the same table."""
    seats, dice = seats_of(deck, number), Random(number)
    game = Game.new(deck, seats, seed=f"record {number}")
    history, points = [], []
    for count, step in enumerate(by_chance(game, dice, 0.02)):
        if count == STEPS:
            break
        points = [] if step.act else [*points, (game.dump(), len(history))]
        take(game, step)
        history.append(step)
        if points and not game.over and dice.random() < 0.1:
            data, before = points.pop(dice.randrange(len(points)))
            points = [point for point in points if point[1] < before]
            game = game.back_to(data)
            history.append(before)
            break_off = by_chance(game, dice, 0.02)
            for _more in range(20):
                step = next(break_off, None)
                if step is None:
                    break
                take(game, step)
                history.append(step)
            break
    builder = RecordBuilder(game, seats=seats, first=1, seed=f"record {number}")
    marks = [builder.mark()]
    for entry in history:
        if isinstance(entry, int):
            builder.back_to(marks[entry])
        elif entry.act == JOIN:
            builder.join()
        elif entry.act == LEAVE:
            builder.leave(entry.seat)
        else:
            builder.answer(entry.seat, entry.labels, entry.beside)
        marks.append(builder.mark())

    record = builder.build("salt")

    assert Record.parse(str(record)) == record
    assert without_numbers(record.check()) == without_numbers(game)
