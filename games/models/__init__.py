"""The tables, one module per idea.

Nothing outside ``games.actions`` changes a row of them.
"""

from .audit import StaffAct
from .deck import Deck, LobbyCard
from .game import Game, GameState, Pace, Starter, WindowHours
from .heartbeat import Heartbeat
from .invitation import BlockedAddress, Invitation
from .move import By, Move
from .notice import Notice
from .order import SeatNote, StandingOrder
from .player import Player
from .question import Question
from .seat import Seat
from .wish import Wish

__all__ = [
    "BlockedAddress",
    "By",
    "Deck",
    "Game",
    "GameState",
    "Heartbeat",
    "Invitation",
    "LobbyCard",
    "Move",
    "Notice",
    "Pace",
    "Player",
    "Question",
    "Seat",
    "SeatNote",
    "StaffAct",
    "StandingOrder",
    "Starter",
    "WindowHours",
    "Wish",
]
