"""The window in which others may answer a card that is being played with a Surprise."""

from engine.ask import PASSES, Ask, AskAny
from engine.goals import check_win
from engine.outcomes import Stood, Surprised
from engine.question_kind import QuestionKind
from engine.table import Table
from engine.verbs import label_cards


async def objection(table: Table, me: int, card: int) -> tuple[int, int] | None:
    """Who cancels the card that ``me`` is playing, and with which Surprise; None if it stands.

    Everybody else is asked, whatever they hold, as long as a fitting Surprise may be in somebody's hand:
    that is public, for it only depends on which are in the discard pile.  Each Surprise opens a window of
    its own, in which anybody but its owner may answer with any Surprise; each cancels the one before, so an
    even number of them lets the card stand (C1, R163, R177).  None of them is a play, and they come from the
    hand itself, also while an action has set it aside (R121).
    """
    chain: list[tuple[int, int]] = []
    last, kind = me, table.card(card).kind
    while True:
        fitting = table.deck.cancelling["surprise" if chain else kind]
        if fitting.issubset({*table.discard, *table.resolving}):
            break
        about = table.shown([card, *(surprise for _, surprise in chain)])
        by = (me, *(seat for seat, _ in chain))
        asks = [
            _ask(table, seat, fitting, about, by) for seat in table.around(table.turn.seat) if seat != last
        ]
        taken = await AskAny(asks)
        if taken is None:
            break
        last, surprise = taken
        table.hands[last].remove(surprise)
        table.resolving.append(surprise)
        table.tell(Surprised(last, table.deck.slugs[surprise], about[-1]))
        chain.append(taken)
        check_win(table)  # a hand has become smaller (R100)
    for _, surprise in chain:
        table.resolving.remove(surprise)
        table.discard.append(surprise)
    if len(chain) % 2:
        return chain[0]
    if chain:
        table.tell(Stood(*table.shown([card])))
    return None


def _ask(
    table: Table, seat: int, fitting: frozenset[int], about: tuple[str, ...], by: tuple[int, ...]
) -> Ask[int | None]:
    held = label_cards(table, [card for card in table.hands[seat] if card in fitting])
    return Ask(seat, QuestionKind.WINDOW, {PASSES: None, **held}, about=about, by=by)
