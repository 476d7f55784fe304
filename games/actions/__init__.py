"""The only code that changes data.

Every action locks and checks (``check_…``), changes (``do_…``) and owes people notices (``notify_…``) in one
transaction of its own. What is exported here is called by pages, links, workers, the admin and commands.
"""

from . import notebook, takeback, talk, undo
from .answer import Answered, answer_question
from .decks import change_deck, copy_deck, create_deck, delete_deck, renew_deck_link
from .delivery import deliver
from .demo import do_demo
from .giving import give_time
from .hours import end_vacation, enter_vacation, set_hours
from .inbound import TryAgain, receive
from .inbound import take as take_mail
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
from .notice_choices import (
    add_device,
    add_webhook,
    ask_for_test,
    is_muted,
    mute_game,
    remove_channel,
    set_notice_choices,
    switch_on,
)
from .orders import check_orders_possible, set_orders
from .own_card import agree_to_card, propose_card, withdraw_card
from .players import clear_mail_error, set_preferences
from .refusal import Busy, Capped, Illegal, NotAllowed, NotPossible, Refusal, Resting, Stale, TooLate
from .rematch import decline_rematch, rematch
from .replacement import check_take_over, offer_for, offer_seat, take_over
from .restore import restore
from .seat_orders import given_by, set_plan, set_rankings, set_throws, set_unused
from .seats import mark_seen, revoke_links
from .several import Given, Several, answer_several
from .start import start_game
from .sweep import (
    sweep_alerts,
    sweep_deadlines,
    sweep_notices,
    sweep_old,
    sweep_reminders,
    sweep_votes,
    sweep_wishes,
)
from .switches import note_canary, press_switch, release_switch
from .unsubscribe import unsubscribe
from .votes import cast as cast_vote

__all__ = [
    "Answered",
    "Busy",
    "Capped",
    "Given",
    "Illegal",
    "NotAllowed",
    "NotPossible",
    "Refusal",
    "Resting",
    "Several",
    "Stale",
    "TooLate",
    "TryAgain",
    "accept_invitation",
    "add_device",
    "add_webhook",
    "agree_to_card",
    "answer_question",
    "answer_several",
    "ask_for_test",
    "block_invitations",
    "cancel_game",
    "cast_vote",
    "change_deck",
    "check_orders_possible",
    "check_take_over",
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
    "end_vacation",
    "enter_vacation",
    "extend_deadlines",
    "give_time",
    "given_by",
    "hand_over",
    "hide_deck",
    "invite",
    "is_muted",
    "leave",
    "mark_seen",
    "mute_game",
    "note_canary",
    "notebook",
    "offer_for",
    "offer_seat",
    "pause_game",
    "play_bots",
    "press_switch",
    "propose_card",
    "receive",
    "release_switch",
    "rematch",
    "remind",
    "remove_channel",
    "remove_deck",
    "remove_invitation",
    "renew_deck_link",
    "restore",
    "resume_game",
    "revoke_links",
    "set_hours",
    "set_notice_choices",
    "set_orders",
    "set_plan",
    "set_preferences",
    "set_rankings",
    "set_throws",
    "set_unused",
    "show_deck",
    "start_game",
    "sweep_alerts",
    "sweep_deadlines",
    "sweep_notices",
    "sweep_old",
    "sweep_reminders",
    "sweep_votes",
    "sweep_wishes",
    "switch_on",
    "take_mail",
    "take_over",
    "take_seat",
    "takeback",
    "talk",
    "undo",
    "unsubscribe",
    "withdraw_card",
]
