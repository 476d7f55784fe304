"""Temporary hands: cards that an action makes a seat draw and use while its own hand is set aside."""

from engine.outcomes import CardGiven, Discarded, DrewAside
from engine.question_kind import QuestionKind
from engine.table import CommonTable, Temporary
from engine.verbs import choose, label_cards, label_seats, take_from_pile


def set_hand_aside(table: CommonTable, me: int) -> Temporary:
    """Open a temporary hand on top of those already open; they are never merged (R118)."""
    aside = Temporary(me)
    table.temporary.append(aside)
    return aside


def draw_aside(table: CommonTable, aside: Temporary, total: int, why: str) -> None:
    """Draw into a temporary hand until it has been given ``total`` cards in all, or the piles are empty."""
    cards = take_from_pile(table, aside.seat, total - aside.drawn)
    aside.drawn = max(aside.drawn, total)
    if cards:
        aside.cards.extend(cards)
        table.tell(DrewAside(aside.seat, len(cards), why, table.slugs(cards)))


async def take_from_aside(table: CommonTable, aside: Temporary, why: str) -> int:
    """Let the seat choose the card of a temporary hand that it plays next; the card is in no zone then."""
    card = await choose(
        table, aside.seat, QuestionKind.PLAY_TEMPORARY, label_cards(table, aside.cards), (why,)
    )
    aside.cards.remove(card)
    return card


async def give_out(table: CommonTable, aside: Temporary, each: int, why: str) -> None:
    """Let the seat give ``each`` cards of a temporary hand to every player, itself too, and close it."""
    me = aside.seat
    gets: dict[int, list[int]] = {seat: [] for seat in table.around(me)}
    for card in aside.cards:
        lacking = [seat for seat in gets if len(gets[seat]) < each]
        about = (why, table.deck.slugs[card])
        gets[await choose(table, me, QuestionKind.CHOOSE_RECIPIENT, label_seats(lacking), about)].append(card)
    table.temporary.pop()
    for seat, cards in gets.items():
        table.hands[seat].extend(cards)
        for card in cards:
            table.tell(CardGiven(me, seat, table.deck.slugs[card]))


def discard_aside(table: CommonTable, aside: Temporary, why: str) -> None:
    """Close a temporary hand; what is left of it is discarded, and the seat takes its own hand back."""
    table.temporary.pop()
    if aside.cards:
        table.discard.extend(aside.cards)
        table.tell(Discarded(table.slugs(aside.cards), "temporary", why, aside.seat))
