"""Games played by chance, for tests that look at every moment of them."""

from collections.abc import Iterator
from random import Random

from engine import Game, bots, editions
from engine.outcomes import Outcome
from engine.record import JOIN, LEAVE, Step
from engine.set_up import FEWEST, MOST

EDITIONS = [edition.slug for edition in editions()]
OF_CARDS = [edition.slug for edition in editions() if edition.game == "cards"]
ALL = " ".join(OF_CARDS)  # all decks of cards in one
DECKS = [*EDITIONS, ALL]
DECKS_OF_CARDS = [*OF_CARDS, ALL]


def by_chance(game: Game, dice: Random, come_and_go: float = 0.0) -> Iterator[Step]:
    """What seats may do, one thing after the other, until the game is over; whoever takes a step does it.

    ``come_and_go`` is how often a seat joins or leaves where that is possible.
    """
    while not game.over:
        if game.at_rest and dice.random() < come_and_go:
            seats = game.seats
            if len(seats) == FEWEST or (len(seats) < MOST and dice.random() < 0.5):
                yield Step(0, act=JOIN)
            else:
                yield Step(dice.choice(seats), act=LEAVE)
        else:
            question = dice.choice(game.questions)
            in_own_words = question.words and dice.random() < 0.5
            yield Step(
                question.seat,
                (f"So say I, {dice.randrange(100)} times.",) if in_own_words else bots.pick(question, dice),
                beside=question.number if question.beside else None,
            )


def take(game: Game, step: Step) -> tuple[Outcome, ...]:
    """Do what a step says."""
    if step.act == JOIN:
        return game.join()[1]
    if step.act == LEAVE:
        return game.leave(step.seat)
    return game.answer(step.seat, step.labels, step.beside)


def moments(number: int, seats: int = 4, come_and_go: float = 0.0, deck: str = "fluxx") -> Iterator[Game]:
    """The same game at each of its moments, from the first question to the end."""
    game, dice = Game.new(deck, seats, seed=f"moments {number}"), Random(number)
    yield game
    for step in by_chance(game, dice, come_and_go):
        take(game, step)
        yield game
