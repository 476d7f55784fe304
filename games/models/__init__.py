"""The database models, one module for each subject.

Only the packages from ``core`` to ``inbound`` change their rows.
"""

from .channel import Channel, Group, Mode, MutedGame, NoticeChoices, SiteKey
from .circles import Circle, CircleInvitation, CircleMember, CircleRemark
from .community import Announcement, PlayerBlock, Report, Sighting
from .deck import Deck, LobbyCard
from .deputy import Deputy
from .face import Face, FaceColour, FaceMark
from .facts import GameFacts, SeatFacts
from .game import Game, GameState, Silence, Starter
from .gazette import GazetteIssue
from .hours import AwayChoice, Vacation
from .inbound import InboundMail, Reply, ReplyAlias
from .invitation import BlockedAddress, Invitation, RemovedPlayer
from .line_result import LineResult
from .mix import SeatPart, SeedMix
from .move import BY_PEOPLE, By, Move
from .notice import Notice, NumberedMail, PersonMail, SentMail
from .operations import (
    Backup,
    Heartbeat,
    MailPace,
    Outage,
    PostponedRow,
    StaffAct,
    StaffNote,
    SweepLease,
    Switch,
)
from .order import SeatNote, StoredTurnOrders, StoredWindowOrder
from .player import FeedKey, Player
from .question import Question
from .seat import Away, FormerPlayer, Seat, Wish, faces_of
from .share import Share, YearShare
from .talk import Remark, SeatNotebook
from .timing import AnswerHours, AwayPolicy, FixedLeast, GraceHours, Pace, Promise, Timing, WindowHours
from .vote import Ballot, Vote
