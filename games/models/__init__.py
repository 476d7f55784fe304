"""The tables, one module per idea.

Nothing outside ``games.actions`` changes a row of them.
"""

from .audit import StaffAct
from .channel import Channel, Group, Mode, MutedGame, NoticeChoices, SiteKey
from .deck import Deck, LobbyCard
from .game import Game, GameState, Pace, Silence, Starter, WindowHours
from .heartbeat import Heartbeat
from .inbound import InboundMail
from .invitation import BlockedAddress, Invitation
from .move import By, Move
from .notice import Notice
from .order import SeatNote, SeatOrders, StandingOrder
from .outage import Outage, Switch
from .player import Player
from .question import Question
from .seat import Seat
from .talk import Remark, SeatNotebook
from .vote import Ballot, Vote
from .wish import Wish

__all__ = [
    "Ballot",
    "BlockedAddress",
    "By",
    "Channel",
    "Deck",
    "Game",
    "GameState",
    "Group",
    "Heartbeat",
    "InboundMail",
    "Invitation",
    "LobbyCard",
    "Mode",
    "Move",
    "MutedGame",
    "Notice",
    "NoticeChoices",
    "Outage",
    "Pace",
    "Player",
    "Question",
    "Remark",
    "Seat",
    "SeatNote",
    "SeatNotebook",
    "SeatOrders",
    "Silence",
    "SiteKey",
    "StaffAct",
    "StandingOrder",
    "Starter",
    "Switch",
    "Vote",
    "WindowHours",
    "Wish",
]
