"""How strong the sensible bot is: one of them against bots that play by chance.

    python bench/duels.py [--games 40] [--edition fluxx] [--seats 2]

Prints its wins and what it would win by chance.  The games are the same in each run, so two checkouts can be
compared; run it before and after a change of `engine/bots/`.
"""

import argparse
from random import Random

from engine import Game, bots

EDITIONS = ("fluxx", "ice", "wonderland", "anatomy")


def main() -> None:
    """Play the duels and print who won."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--edition", choices=EDITIONS, action="append")
    parser.add_argument("--seats", type=int, default=2)
    chosen = parser.parse_args()
    for edition in chosen.edition or EDITIONS:
        wins = sum(wins_duel(edition, chosen.seats, number) for number in range(chosen.games))
        par = chosen.games / chosen.seats
        print(f"{edition:12} {chosen.seats} seats: {wins} of {chosen.games} won, by chance {par:.0f}")


def wins_duel(edition: str, seats: int, number: int) -> bool:
    """Play one game; each seat has the sensible bot in turn. Return whether it won."""
    game, dice, sensible = Game.new(edition, seats, seed=f"duel {number}"), Random(number), 1 + number % seats
    while not game.over:
        question = game.questions[0]
        if question.seat == sensible:
            labels = bots.sensible(game.view(sensible), question)
        else:
            labels = bots.pick(question, dice)
        game.answer(question.seat, labels, question.number)
    return game.winner == sensible


if __name__ == "__main__":
    main()
