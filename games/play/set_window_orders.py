"""Standing orders: what the site does for a seat while others play, set by its player at any time."""

from collections.abc import Collection, Sequence
from dataclasses import asdict

from django.utils.translation import gettext as _

from games.core.locking import lock_game
from games.core.refusal import Illegal, NotPossible, Resting
from games.models import Game, Seat, StoredWindowOrder
from games.orders.window_orders import (
    CONDITIONS,
    GROUPS,
    MOST_LINES,
    WindowOrder,
    cards_of,
    kinds_answered,
    set_switch,
    surprises_of,
    switch_choices,
)

from . import question_rows
from .play_on import play_and_store
from .table import LockedTable
from .table_action import table_action

What = StoredWindowOrder.What
Condition = StoredWindowOrder.Condition


@table_action
def set_window_orders(*, seat: Seat, orders: Sequence[WindowOrder]) -> None:
    """Replace the window orders of a seat, in their order; an open window is answered if they decide it.

    The caller has checked that this person may speak for the seat. Opens its own transaction and locks the
    game. Raises a `Refusal`.
    """
    game = lock_game(pk=seat.game_id)
    do_replace_window_orders(game, game.seats.get(pk=seat.pk), orders)


@table_action
def switch_surprise(*, seat: Seat, surprise: str, wanted: str) -> None:
    """Let a Surprise play itself to stop a win, ask the player, or never be played (`window_orders.Switch`).

    Whether the seat holds it makes no difference. Opens its own transaction and locks the game. Raises a
    `Refusal`.
    """
    game = lock_game(pk=seat.game_id)
    if wanted not in switch_choices(game, surprise):
        raise Illegal(_("This card can’t be switched like that."))
    orders = set_switch(read_window_orders(seat), surprise, kinds_answered(game, surprise), wanted)
    do_replace_window_orders(game, game.seats.get(pk=seat.pk), orders)


def read_window_orders(seat: Seat) -> list[WindowOrder]:
    """Return the window orders of a seat, those of one kind in their order."""
    fields = ("kind", "what", "surprise", "condition", "about", "by_seat")
    stored = StoredWindowOrder.objects.filter(seat=seat).order_by("kind", "position")
    return [WindowOrder(**row) for row in stored.values(*fields)]


def do_replace_window_orders(game: Game, seat: Seat, orders: Sequence[WindowOrder]) -> None:
    """Replace the window orders of a seat of a locked game, and answer its window. Raises a `Refusal`."""
    check_orders_possible(game, seat)
    for kind in dict.fromkeys(order.kind for order in orders):
        check_window_orders(game, seat, [order for order in orders if order.kind == kind])
    do_set_window_orders(seat, orders)
    if question_rows.is_in_window(seat) and game.is_running and game.paused_at is None:
        play_and_store(LockedTable.load(game))


def check_orders_possible(game: Game, seat: Seat) -> None:
    """Refuse orders where nothing is played, and from who does not play. Raises a `Refusal`."""
    if game.is_over:
        raise Resting(_("This game is over."))
    if not seat.is_person:
        raise NotPossible(_("You’re not at this table."))


def check_window_orders(game: Game, seat: Seat, orders: Sequence[WindowOrder]) -> None:
    """Refuse orders about cards of one kind that make no sense in this game. Raises `Illegal`."""
    kind = orders[0].kind
    surprises = surprises_of(game).get(kind)
    if surprises is None:
        raise Illegal(_("No Surprise in this deck can answer a card like this."))
    if len(orders) > MOST_LINES + 1:
        raise Illegal(_("You can have at most %(most)s orders for one kind of card.") % {"most": MOST_LINES})
    cards = {card.slug for card in cards_of(game).get(kind, ())}
    for order in orders:
        if order.what not in What.values or (order.what == What.PLAY) != bool(order.surprise):
            raise Illegal(_("Choose what to do: pass, ask you, or play a Surprise."))
        if order.surprise and order.surprise not in surprises:
            raise Illegal(_("This Surprise can’t answer a card like this."))
        check_condition(order, cards)
        if order.by_seat is not None and not can_play_it(game, seat, order.by_seat):
            raise Illegal(_("Choose a player of this game."))


def check_condition(order: WindowOrder, cards: Collection[str]) -> None:
    """Refuse a condition that can't be about a card of the order's kind. Raises `Illegal`."""
    if order.condition not in CONDITIONS[order.kind]:
        raise Illegal(_("This condition doesn’t fit this kind of card."))
    if order.condition == Condition.GROUP and order.about not in GROUPS:
        raise Illegal(_("Choose a kind of rule."))
    if order.condition == Condition.CARD and order.about not in cards:
        raise Illegal(_("Choose a card from this deck."))


def can_play_it(game: Game, seat: Seat, number: int) -> bool:
    """Whether somebody else sits on this seat, and the seats of the game have their final numbers."""
    return game.is_running and game.seats.filter(number=number).exclude(pk=seat.pk).exists()


def do_set_window_orders(seat: Seat, orders: Sequence[WindowOrder]) -> None:
    """Store the orders of a seat of a locked game in place of those before."""
    StoredWindowOrder.objects.filter(seat=seat).delete()
    StoredWindowOrder.objects.bulk_create(
        StoredWindowOrder(seat=seat, position=position, **asdict(order))
        for position, order in enumerate(orders)
    )
