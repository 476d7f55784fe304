"""Fluxx: The Board Game."""

from engine.board.deck import BOARD_CARDS
from engine.translation import gettext_noop

BOARD = (
    gettext_noop("Fluxx: The Board Game"),
    gettext_noop("Move your pieces over tiles that turn and wander, to the spaces the goal names."),
    BOARD_CARDS,
)

BOARD_ABOUT = gettext_noop(
    "The rulebook of this game is known; its tiles, its pegboards and the list of its cards are not. What is "
    "certain: nine tiles with eight octagons and two portals, twelve pieces in four colours, seven pegs of "
    "rules and one for the goals needed to win, and 100 cards: four of colours, and goals, leapers, new rules"
    " and actions. Which item lies on which tile, which two items each goal asks for, how many holes the "
    "pegboards have, and how many cards of each kind there are, is our own design."
)
