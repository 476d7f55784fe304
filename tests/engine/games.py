"""Games played by chance, for tests that look at every moment of them."""

from collections.abc import Iterator
from random import Random

from engine import Game, QuestionKind, QuestionView, all_editions, bots, seat_counts
from engine.outcomes import Outcome
from engine.record import JOIN, LEAVE, RecordedStep
from tests.engine.heading import heads_for_the_goal

EDITIONS = [edition.slug for edition in all_editions()]
OF_CARDS = [edition.slug for edition in all_editions() if edition.game == "cards"]
ALL = " ".join(OF_CARDS)  # all decks of cards in one
DECKS = [*EDITIONS, ALL]
DECKS_OF_CARDS = [*OF_CARDS, ALL]
HEADING = 0.5  # of the moves on the board, so that a game takes some 250 answers and not thousands


def seats_of(deck: str, number: int) -> int:
    """How many play the game of this number: each number of seats comes up in turn."""
    counts = seat_counts(deck)
    return counts[number % len(counts)]


def an_answer(game: Game, question: QuestionView, dice: Random) -> tuple[str, ...]:
    """An answer by chance; on the board every other move heads for the goal on top."""
    if question.what in (QuestionKind.PLAY_OR_MOVE, QuestionKind.LEAP) and dice.random() < HEADING:
        heading = heads_for_the_goal(game, question, dice)
        if heading:
            return (heading,)
    return bots.pick(question, dice)


def by_chance(game: Game, dice: Random, come_and_go: float = 0.0) -> Iterator[RecordedStep]:
    """What seats may do, one thing after the other, until the game is over; whoever takes a step does it.

    ``come_and_go`` is how often a seat joins or leaves where that is possible.
    """
    counts = seat_counts(game.table.deck.slug)
    while not game.over:
        if game.at_rest and dice.random() < come_and_go:
            seats = game.seats
            if len(seats) == counts[0] or (len(seats) < counts[-1] and dice.random() < 0.5):
                yield RecordedStep(0, act=JOIN)
            else:
                yield RecordedStep(dice.choice(seats), act=LEAVE)
        else:
            question = dice.choice(game.questions)
            in_own_words = question.words and dice.random() < 0.5
            yield RecordedStep(
                question.seat,
                (f"So say I, {dice.randrange(100)} times.",)
                if in_own_words
                else an_answer(game, question, dice),
                beside=question.number if question.beside else None,
            )


def take(game: Game, step: RecordedStep) -> tuple[Outcome, ...]:
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
