"""The rules of Fluxx, and nothing else: no clock, no storage, no network.

    game = Game.new("fluxx", seats=3, seed=secrets.token_hex(32))
    game.questions           # who is asked what
    game.answer(1, ["bread"])
    game.view(1)             # what seat 1 may know
    data = game.dump()       # and later: Game.load(data)

Seats are integers from 1.  Outside the engine a card is known by its slug alone.
"""

from engine import bots, text
from engine.ask import Refused
from engine.card import Card
from engine.cards import card
from engine.editions import Edition, edition, editions
from engine.game import Diverged, Game
from engine.outcomes import Outcome, Played, dump_outcomes, load_outcomes, seen_by
from engine.record import Record
from engine.table import commitment
from engine.view import Question, SeatView, View

__all__ = [
    "Card",
    "Diverged",
    "Edition",
    "Game",
    "Outcome",
    "Played",
    "Question",
    "Record",
    "Refused",
    "SeatView",
    "View",
    "bots",
    "card",
    "commitment",
    "dump_outcomes",
    "edition",
    "editions",
    "load_outcomes",
    "seen_by",
    "text",
]
