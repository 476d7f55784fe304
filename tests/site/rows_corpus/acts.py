"""Everything that can happen at a table of the corpus, by name.

An act returns what it did in a few words, or None when nothing of its kind is possible now. A `Refusal` is a
result like any other.
"""

from collections.abc import Callable

from .answers import (
    answer,
    answer_again,
    bots_answer,
    digest,
    diverge,
    keep_always,
    reply,
    reply_to_mail,
    reply_to_several,
    rest,
    take_back,
    takeback,
    text,
)
from .orders import plan, switch, turn_orders, window_orders
from .people import (
    agree,
    ask_to_hurry,
    cast,
    come_back,
    come_home,
    deputy,
    end_pause,
    go,
    hours,
    join,
    look,
    offer,
    pause,
    take_offered,
    talk,
    time_for_another,
    vacation,
)
from .site import outage, revert, staff, wait, wait_long
from .world import World

ACTS: dict[str, Callable[[World], str | None]] = {
    "answer": answer,
    "answer_again": answer_again,
    "keep_always": keep_always,
    "text": text,
    "reply": reply,
    "reply_to_mail": reply_to_mail,
    "reply_to_several": reply_to_several,
    "digest": digest,
    "undo": take_back,
    "takeback": takeback,
    "pause": pause,
    "end_pause": end_pause,
    "agree": agree,
    "cast": cast,
    "wait": wait,
    "wait_long": wait_long,
    "outage": outage,
    "bots_answer": bots_answer,
    "window_orders": window_orders,
    "switch": switch,
    "turn_orders": turn_orders,
    "plan": plan,
    "join": join,
    "leave": go,
    "come_back": come_back,
    "offer": offer,
    "take_over": take_offered,
    "deputy": deputy,
    "give_time": time_for_another,
    "nudge": ask_to_hurry,
    "vacation": vacation,
    "end_vacation": come_home,
    "hours": hours,
    "talk": talk,
    "look": look,
    "staff": staff,
    "revert": revert,
    "diverge": diverge,
    "unreadable": rest,
}
