"""Orders about limits, throws and one's own turn, given by a seat's player at any time."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.core.locking import lock_game
from games.core.refusal import Illegal
from games.models import Game, Question, Seat, StoredTurnOrders
from games.models.question import STOPS_PLAY, TAKE_FIRST_CARD
from games.orders import turn_orders
from games.orders.table_orders import do_give_turn_orders
from games.orders.turn_orders import PlanCondition, PlanLine, Ranking, Throws, TurnOrders, TurnPlan, cards_in

from .play_on import play_and_store
from .set_window_orders import check_orders_possible
from .table import LockedTable
from .table_action import table_action


def read_turn_orders(seat: Seat) -> TurnOrders:
    """Return the orders of a seat about limits, throws and its own turn."""
    row = StoredTurnOrders.objects.filter(seat=seat).first()
    return TurnOrders() if row is None else TurnOrders.read(row.given)


@table_action
def set_turn_orders(
    *,
    seat: Seat,
    hand: Ranking | None = None,
    keepers: Ranking | None = None,
    throws: Throws | None = None,
    unused: Sequence[str] | None = None,
    plan: Sequence[PlanLine] | None = None,
    only_choice: bool | None = None,
) -> None:
    """Replace those turn orders of a seat that are not None, and answer its open question if they decide it.

    `hand` and `keepers` are what it keeps first when it must give up cards, `throws` are for
    Rock-Paper-Scissors, `unused` are free actions that it never uses, `plan` is what it plays in its next
    turn, or in this one where it is its own. `only_choice`: whether its only card or move is played for it.

    The caller has checked that this person may speak for the seat. Opens its own transaction and locks the
    game. Raises a `Refusal`.
    """
    changes = {
        "hand": hand,
        "keepers": keepers,
        "throws": throws,
        "unused": None if unused is None else tuple(unused),
        "plan": None if plan is None else TurnPlan(tuple(plan)),
        "only_choice": only_choice,
    }
    game = lock_game(pk=seat.game_id)
    seat = game.seats.get(pk=seat.pk)
    check_orders_possible(game, seat)
    orders = read_turn_orders(seat).but(**{name: new for name, new in changes.items() if new is not None})
    check_turn_orders(game, orders)
    asked = Question.objects.filter(STOPS_PLAY, seat=seat).exclude(what=TAKE_FIRST_CARD).exists()
    if not (game.is_running and game.is_dealt and (asked or plan)):
        do_give_turn_orders(seat, orders)
        return
    table = LockedTable.load(game)
    seat = table.seats[seat.number]
    if plan and table.engine_game.turn == seat.number:
        orders = orders.with_plan_in(table.engine_game.turn_number)
    do_give_turn_orders(seat, orders)
    table.release_orders(seat)
    table.mark_present(seat)
    if game.paused_at is None:
        play_and_store(table)


def check_turn_orders(game: Game, orders: TurnOrders) -> None:
    """Refuse orders that make no sense in this game. Raises `Illegal`."""
    _check_ranking(game, orders.hand)
    _check_ranking(game, orders.keepers)
    if any(slug not in _slugs(game, "keeper") for slug in orders.keepers.keep):
        raise Illegal(_("This list is for the cards in front of you, so it can only contain keepers."))
    if any(throw not in turn_orders.THROWS for throw in orders.throws.next):
        raise Illegal(_("Choose rock, paper or scissors."))
    throws, most = orders.throws, turn_orders.MOST_THROWS
    if len(throws.next) > most or throws.otherwise not in turn_orders.AND_THEN:
        raise Illegal(_("List at most %(most)d throws, and choose what happens after them.") % {"most": most})
    if not set(orders.unused) <= set(turn_orders.free_actions_in(game.edition)):
        raise Illegal(_("This card has no free action in this deck."))
    if len(orders.plan.lines) > turn_orders.MOST_LINES:
        raise Illegal(_("A plan can have at most %(most)d lines.") % {"most": turn_orders.MOST_LINES})
    for line in orders.plan.lines:
        _check_line(game, line)


def _check_ranking(game: Game, ranking: Ranking) -> None:
    if any(slug not in cards_in(game.edition) for slug in ranking.keep):
        raise Illegal(_("Choose a card from this deck."))
    if len(set(ranking.keep)) < len(ranking.keep):
        raise Illegal(_("You’ve listed a card twice. List each card once."))
    if len(ranking.keep) > turn_orders.MOST_KEPT:
        raise Illegal(_("List at most %(most)d cards.") % {"most": turn_orders.MOST_KEPT})
    if ranking.otherwise not in turn_orders.OTHERWISE:
        raise Illegal(_("Choose what happens to the cards that aren’t on your list."))


def _check_line(game: Game, line: PlanLine) -> None:
    if line.card not in cards_in(game.edition) or cards_in(game.edition)[line.card].kind == "creeper":
        raise Illegal(_("Choose a card from this deck to play."))
    if len(line.provisos) > turn_orders.MOST_PROVISOS:
        raise Illegal(_("A line can have at most %(most)d conditions.") % {"most": turn_orders.MOST_PROVISOS})
    for proviso in line.provisos:
        _check_condition(game, proviso)


def _check_condition(game: Game, proviso: PlanCondition) -> None:
    if proviso.what not in turn_orders.plan_conditions_in(game.edition):
        raise Illegal(_("A plan can’t have this condition."))
    if proviso.what == turn_orders.MOST_KEEPERS:
        if not (proviso.about.isascii() and proviso.about.isdigit() and len(proviso.about) <= 2):
            raise Illegal(_("Enter the number of keepers."))
    elif proviso.what == turn_orders.I_WIN:
        if proviso.about:
            raise Illegal(
                _("“It makes me win right away” is about the card you play, so leave its card field empty.")
            )
    elif proviso.about not in _slugs(game, *turn_orders.KINDS_OF.get(proviso.what, ())):
        raise Illegal(_("Choose a card of the right kind from this deck."))


def _slugs(game: Game, *kinds: str) -> set[str]:
    """Return the cards of a game's deck of these kinds; without any, all."""
    return {slug for slug, card in cards_in(game.edition).items() if not kinds or card.kind in kinds}
