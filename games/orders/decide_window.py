"""Decides what the window orders of a seat answer, from its own view alone."""

from collections.abc import Iterable
from typing import Any

import engine
from games.models import SeatNote, StoredWindowOrder

from .decision import NOTHING, Decision

Kind = StoredWindowOrder.Kind
What = StoredWindowOrder.What
Condition = StoredWindowOrder.Condition

PASS = ("pass",)


def decide_window(view: engine.View, orders: Iterable[StoredWindowOrder]) -> Decision:
    """Return what the orders of a seat do in the window that is open to it.

    The first that fits decides; one with a Surprise that the seat does not hold is skipped. Without any the
    seat passes, with a note if it had another choice.
    """
    options = view.question.read_options if view.question is not None else ()
    held = {option.card: option.label for option in options if option.card}
    could = next(iter(held), "")
    lacking = unmet = ""
    for order in orders:
        if order.kind != kind_of(view):
            continue
        if order.condition not in Condition.values or order.what not in What.values:
            return NOTHING  # of another release: the player says what they meant
        if not fits(order, view):
            unmet = unmet or (order.surprise if order.surprise in held else "")
        elif order.what == What.ASK:
            return NOTHING
        elif order.what == What.PASS:
            return Decision(PASS, SeatNote.Kind.PASSED if held else None, window_words(view, could))
        elif order.surprise in held:
            return Decision((held[order.surprise],), SeatNote.Kind.PLAYED, window_words(view, order.surprise))
        else:
            lacking = lacking or order.surprise
    if unmet:
        return Decision(PASS, SeatNote.Kind.NOT_MET, window_words(view, unmet))
    if lacking:
        return Decision(PASS, SeatNote.Kind.NOT_HELD, window_words(view, lacking))
    return Decision(PASS, SeatNote.Kind.PASSED if held else None, window_words(view, could))


def window_words(view: engine.View, surprise: str = "") -> dict[str, Any]:
    """Return the words of a note about what is answered in the window that is open."""
    return {"surprise": surprise, "card": view.window[-1], "by": view.window_by[-1]}


def kind_of(view: engine.View) -> str:
    """Return the kind of the card that can be answered in a window, by which orders are grouped."""
    if len(view.window) > 1:
        return Kind.SURPRISE
    kind = view.deck.known_cards[view.window[0]].kind
    return Kind.GOAL if kind == "ungoal" else kind


def fits(order: StoredWindowOrder, view: engine.View) -> bool:
    """Whether the condition of an order holds in the window that is open."""
    if order.by_seat not in (None, view.window_by[-1]):
        return False
    card, stands = view.window[0], len(view.window) % 2 == 1
    match order.condition:
        case Condition.SOMEBODY_WINS:
            return stands and bool(engine.would_win(view, card))
        case Condition.OTHER_WINS:
            return stands and any(seat != view.me for seat in engine.would_win(view, card))
        case Condition.ALL_LOSE:
            return stands and engine.would_lose(view, card)
        case Condition.GROUP:
            return engine.rule_group(view.deck.known_cards[card]) == order.about
        case Condition.NEEDED:
            return engine.is_needed(view, card)
        case Condition.CARD:
            return view.window[-1] == order.about
        case Condition.MINE:
            return not stands and view.window_by[0] == view.me
    return True
