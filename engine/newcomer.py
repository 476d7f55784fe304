"""Who joins with more cards than the hand limit allows: asked beside the play, so that nobody waits (Z11).

At the end of its own turn, at the latest, a newcomer obeys the limit as everybody does.
"""

from engine.beside import ask_beside, outdated, settles
from engine.board import pegs
from engine.board.table import BoardTable
from engine.in_force import over_hand_limit
from engine.table import Beside, CommonTable, Table
from engine.verbs import HAND_LIMIT, discard_from_hand, label_cards


def ask_newcomer(table: CommonTable, seat: int) -> None:
    """Ask a seat that has just joined which cards it discards, if it has a choice."""
    hand, over = table.hands[seat], _over(table, seat)
    if 0 < over < len(hand):
        options = sorted(label_cards(table, hand), key=table.deck.order.__getitem__)
        ask_beside(table, seat, HAND_LIMIT, tuple(options), count=over)


@settles(HAND_LIMIT)
async def obey(table: CommonTable, question: Beside) -> None:
    """Discard what was chosen, as far as it is still in the hand and over the limit, and ask for the rest."""
    seat = question.seat
    if seat not in table.hands:
        return
    hand = label_cards(table, table.hands[seat])
    chosen = [hand[label] for label in question.given if label in hand]
    discard_from_hand(table, seat, chosen[: _over(table, seat)], HAND_LIMIT)
    if seat != table.turn.seat:
        ask_newcomer(table, seat)


@outdated(HAND_LIMIT)
def asks_for_another_number(table: CommonTable, question: Beside) -> bool:
    """Whether the limit or the hand has changed since, so that another number of cards is to be discarded."""
    return _over(table, question.seat) != question.count


def _over(table: CommonTable, seat: int) -> int:
    """How many cards of its hand a seat has too many."""
    if isinstance(table, BoardTable):
        return pegs.over_hand_limit(table, seat)
    return over_hand_limit(table, seat) if isinstance(table, Table) else 0
