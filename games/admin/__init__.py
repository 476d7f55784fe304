"""The admin: staff read rows, and act on games only through `games.moderation`.

Nothing here shows a hidden card: not what a move held, not a table's state, no token, no key of a link. What
happened is shown as a spectator may know it. Rows are not edited here: every change is a function that
checks, locks and logs.
"""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.decks import DeckAdmin
from games.admin.games import GameAdmin, InvitationAdmin, SeatAdmin
from games.admin.mail import InboundMailAdmin, NoticeAdmin
from games.admin.play import BallotInline, MoveAdmin, QuestionAdmin, RemarkAdmin, VoteAdmin
from games.admin.players import ChannelAdmin, NoticeChoicesAdmin, PlayerAdmin
from games.admin.upkeep import HeartbeatAdmin, OutageAdmin, StaffActAdmin, SwitchAdmin

__all__ = [
    "BallotInline",
    "ChannelAdmin",
    "DeckAdmin",
    "GameAdmin",
    "HeartbeatAdmin",
    "InboundMailAdmin",
    "InvitationAdmin",
    "MoveAdmin",
    "NoticeAdmin",
    "NoticeChoicesAdmin",
    "OutageAdmin",
    "PlayerAdmin",
    "QuestionAdmin",
    "RemarkAdmin",
    "SeatAdmin",
    "StaffActAdmin",
    "SwitchAdmin",
    "VoteAdmin",
]

admin.site.site_header = admin.site.site_title = _("Fluxx by mail: administration")
