"""The actions of Wonderland that the base game does not have."""

from engine.card import Action
from engine.cards.registering import registering
from engine.goals import holders
from engine.in_force import numeral
from engine.outcomes import CardsTaken, KeeperGiven, SeatsShifted
from engine.play import settle
from engine.question_kind import QuestionKind
from engine.table import Table
from engine.verbs import choose, label_cards, label_seats, move_keeper, take_random

ACTIONS: list[Action] = []
action = registering(ACTIONS)


@action("royal-tax")
async def royal_tax(table: Table, me: int) -> None:
    """Take 1 card at random from the hand of every other player who does not have the Crown."""
    spared = holders(table, "crown")
    for source in table.others(me):
        count = 0 if source in spared else min(numeral(table, 1), len(table.hands[source]))
        if count:
            cards = [take_random(table, source) for _ in range(count)]
            table.hands[me].extend(cards)
            table.tell(CardsTaken(me, source, count, table.slugs(cards)))


@action("one-place-on")
async def one_place_on(table: Table, me: int) -> None:
    """End your turn: everybody moves one place on, clockwise, and takes over what lies at the new place.

    Hands, keepers and Creepers stay at their places and the players move.  Seats are players here, so that
    it is the cards that move, the other way: each seat gets those of its left neighbour.  The turn goes to
    the place after the old active one: that is where ``me`` sits now, so ``me`` has the next turn, with
    the cards of that place.  Everybody obeys the limits before it begins (R084).
    """
    next_place = {seat: table.left_of(seat) for seat in table.order}
    table.hands = {seat: table.hands[place] for seat, place in next_place.items()}
    table.keepers = {seat: table.keepers[place] for seat, place in next_place.items()}
    table.creepers = {
        seat: table.creepers[place] for seat, place in next_place.items() if table.creepers.get(place)
    }
    table.tell(SeatsShifted(me))
    table.turn.phase = "hand-limit"
    table.turn.next = me


@action("unbirthday-presents")
async def unbirthday_presents(table: Table, me: int) -> None:
    """Beginning with you, everybody who has a keeper gives one to another player.

    Who has only what was given in this round gives nothing.  Each gift is settled before the next (R082).
    """
    mine = {seat: set(table.keepers[seat]) for seat in table.around(me)}
    for seat, own in mine.items():
        left = [card for card in table.keepers[seat] if card in own]
        if left:
            why = "unbirthday-presents"
            card = await choose(table, seat, QuestionKind.CHOOSE_GIFT, label_cards(table, left), (why,))
            gift = table.deck.slugs[card]
            to = await choose(
                table, seat, QuestionKind.CHOOSE_RECIPIENT, label_seats(table.others(seat)), (why, gift)
            )
            move_keeper(table, card, seat, to)
            table.tell(KeeperGiven(seat, to, gift, why, card in table.face_down))
            await settle(table)
