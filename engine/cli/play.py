"""``python -m engine play``: a game in the terminal against bots that play sensibly."""

import argparse
import secrets
import shlex

from engine.bots import sensible
from engine.cli.arguments import add_edition, are_seats_of, seats
from engine.cli.screen import Screen
from engine.game import Game
from engine.outcomes import Outcome, seen_by

ME = 1
NAMES = {1: "Ann", 2: "Bob", 3: "Cyd", 4: "Dan", 5: "Eve", 6: "Fay"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_edition(parser)
    parser.add_argument("--seats", type=seats, default=3, metavar="N", help="you and the bots: 2 to 6 (3)")
    parser.add_argument("--seed", default="", help="play the game of a seed again (a new one each time)")


def run(arguments: argparse.Namespace) -> int:
    """Play until somebody wins or the player leaves.  2: nobody plays with so many seats."""
    if not are_seats_of(arguments.edition, [arguments.seats]):
        return 2
    seed = arguments.seed or secrets.token_hex(32)
    game = Game.new(arguments.edition, arguments.seats, seed=seed)
    screen = Screen(ME, NAMES, game.view(ME).deck.known_cards)
    screen.welcome(game.view(ME))
    _tell(screen, game.take_outcomes())
    try:
        while not game.over:
            _tell(screen, _answer(screen, game))
        screen.say(f"\nThe game took {game.view(ME).turn_number} turns.")
    except (EOFError, KeyboardInterrupt):
        screen.say("\n\nYou left the table. Goodbye!")
    again = f"--edition {shlex.quote(arguments.edition)} --seats {arguments.seats} --seed {seed}"
    screen.say(f"The same cards again: python -m engine play {again}")
    return 0


def _answer(screen: Screen, game: Game) -> tuple[Outcome, ...]:
    """Answer one open question: the bots' first, then the player's."""
    question = min(game.questions, key=lambda each: each.seat == ME)
    view = game.view(question.seat)
    return game.answer(question.seat, screen.ask(view, question) if question.seat == ME else sensible(view))


def _tell(screen: Screen, outcomes: tuple[Outcome, ...]) -> None:
    for outcome in outcomes:
        seen = seen_by(outcome, ME)
        if seen is not None:
            screen.tell(seen)
