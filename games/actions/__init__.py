"""The only code that changes data.

Every action locks and checks (``check_…``), changes (``do_…``) and owes people notices (``notify_…``) in one
transaction of its own. What is exported here is called by pages, links, workers, the admin and commands.
"""

from . import notebook, talk, undo
from .answer import Answered, answer_question
from .decks import change_deck, copy_deck, create_deck, delete_deck, renew_deck_link
from .delivery import deliver
from .demo import do_demo
from .invitations import (
    accept_invitation,
    block_invitations,
    decline_invitation,
    invite,
    remind,
    remove_invitation,
)
from .lobby import cancel_game, create_game, leave, take_seat
from .membership import come_back, hand_over, play_bots
from .moderate import end_game, extend_deadlines, pause_game, resume_game
from .moderate_decks import hide_deck, remove_deck, show_deck
from .orders import check_orders_possible, set_orders
from .own_card import agree_to_card, propose_card, withdraw_card
from .players import clear_mail_error, set_preferences
from .refusal import Busy, Capped, Illegal, NotAllowed, NotPossible, Refusal, Resting, Stale, TooLate
from .rematch import decline_rematch, rematch
from .restore import restore
from .seats import mark_seen, revoke_links
from .start import start_game
from .sweep import sweep_deadlines, sweep_notices, sweep_reminders, sweep_wishes
from .unsubscribe import unsubscribe

__all__ = [
    "Answered",
    "Busy",
    "Capped",
    "Illegal",
    "NotAllowed",
    "NotPossible",
    "Refusal",
    "Resting",
    "Stale",
    "TooLate",
    "accept_invitation",
    "agree_to_card",
    "answer_question",
    "block_invitations",
    "cancel_game",
    "change_deck",
    "check_orders_possible",
    "clear_mail_error",
    "come_back",
    "copy_deck",
    "create_deck",
    "create_game",
    "decline_invitation",
    "decline_rematch",
    "delete_deck",
    "deliver",
    "do_demo",
    "end_game",
    "extend_deadlines",
    "hand_over",
    "hide_deck",
    "invite",
    "leave",
    "mark_seen",
    "pause_game",
    "play_bots",
    "propose_card",
    "rematch",
    "remind",
    "remove_deck",
    "remove_invitation",
    "renew_deck_link",
    "restore",
    "resume_game",
    "revoke_links",
    "set_orders",
    "set_preferences",
    "show_deck",
    "start_game",
    "sweep_deadlines",
    "sweep_notices",
    "sweep_reminders",
    "sweep_wishes",
    "take_seat",
    "unsubscribe",
    "withdraw_card",
]
