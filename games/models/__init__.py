"""The database models, one module for each subject.

Only the packages from ``core`` to ``inbound`` change their rows.
"""

from .audit import StaffAct
from .channel import Channel, Group, Mode, MutedGame, NoticeChoices, SiteKey
from .deck import Deck, LobbyCard
from .deputy import Deputy
from .feed import FeedKey
from .game import Game, GameState, Silence, Starter
from .heartbeat import Heartbeat
from .hours import Vacation
from .inbound import InboundMail
from .invitation import BlockedAddress, Invitation
from .move import By, Move
from .notice import Notice
from .order import SeatNote, SeatOrders, StandingOrder
from .outage import Outage, Switch
from .player import Player
from .question import Question
from .reply import Reply
from .seat import FormerPlayer, Seat
from .talk import Remark, SeatNotebook
from .timing import FixedLeast, GraceHours, Pace, Promise, Timing, WindowHours
from .vote import Ballot, Vote
from .wish import Wish

__all__ = [
    "Ballot",
    "BlockedAddress",
    "By",
    "Channel",
    "Deck",
    "Deputy",
    "FeedKey",
    "FixedLeast",
    "FormerPlayer",
    "Game",
    "GameState",
    "GraceHours",
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
    "Promise",
    "Question",
    "Remark",
    "Reply",
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
    "Timing",
    "Vacation",
    "Vote",
    "WindowHours",
    "Wish",
]
