"""Actions on what lies on the table: keepers with their Creepers, or any one card."""

from engine.card import Action
from engine.cards.registering import registering
from engine.learning import release_rules
from engine.outcomes import CreeperMoved, KeepersDealt, KeepersExchanged, Zapped
from engine.question_kind import QuestionKind
from engine.table import Table
from engine.verbs import (
    choose,
    clinging,
    discard_keepers,
    label_cards,
    label_creepers,
    label_keepers,
    loosen,
    move_keeper,
    put_creeper,
    take_keeper,
    uncover,
)

ACTIONS: list[Action] = []
action = registering(ACTIONS)


@action("exchange-keepers")
async def exchange_keepers(table: Table, me: int) -> None:
    """Swap one of your keepers for one of another player's, in one moment (R104)."""
    mine = label_keepers(table, [me])
    theirs = label_keepers(table, table.others(me))
    if not mine or not theirs:
        return
    about = ("exchange-keepers",)
    _, given = await choose(table, me, QuestionKind.GIVE_KEEPER, mine, about)
    other, taken = await choose(
        table, me, QuestionKind.TAKE_KEEPER, theirs, (*about, table.deck.slugs[given])
    )
    move_keeper(table, given, me, other)
    move_keeper(table, taken, other, me)
    hidden = [name for name, card in (("given", given), ("taken", taken)) if card in table.face_down]
    slugs = table.deck.slugs
    table.tell(KeepersExchanged(me, other, slugs[given], slugs[taken], tuple(hidden)))


@action("share-the-wealth")
async def share_the_wealth(table: Table, me: int) -> None:
    """Shuffle all keepers and Creepers in play and deal them out, one by one, starting with you (R103, R129).

    Keepers that lie face down stay so.  Creepers come off their keepers first.  If there are Creepers alone,
    the deal starts on your left.
    """
    keepers = [card for seat in table.order for card in table.keepers[seat]]
    creepers = [card for seat in table.order for card in table.creepers.get(seat, ())]
    pool = keepers + creepers
    if not pool:
        return
    table.shuffle(pool)
    seats = table.around(me) if keepers else [*table.others(me), me]
    table.attached.clear()
    dealt = {seat: pool[at :: len(seats)] for at, seat in enumerate(seats)}
    for seat, cards in dealt.items():
        table.keepers[seat] = [card for card in cards if card not in creepers]
        if creepers:
            table.creepers[seat] = [card for card in cards if card in creepers]
    tell_deal(table, dealt)


def tell_deal(table: Table, dealt: dict[int, list[int]]) -> None:
    """Tell who was dealt which keepers, each face as it lay before."""
    face_down = {
        seat: tuple(place for place, card in enumerate(cards) if card in table.face_down)
        for seat, cards in dealt.items()
    }
    table.tell(
        KeepersDealt(
            {seat: table.slugs(cards) for seat, cards in dealt.items()},
            face_down if table.face_down else {},
        )
    )


@action("steal-a-keeper")
async def steal_a_keeper(table: Table, me: int) -> None:
    """Take a keeper from in front of another player."""
    theirs = label_keepers(table, table.others(me))
    if not theirs:
        return
    source, card = await choose(table, me, QuestionKind.TAKE_KEEPER, theirs, ("steal-a-keeper",))
    take_keeper(table, me, source, card)


@action("trash-a-keeper")
async def trash_a_keeper(table: Table, me: int) -> None:
    """Discard a keeper in play, anybody's."""
    keepers = label_keepers(table, table.around(me))
    if not keepers:
        return
    owner, card = await choose(table, me, QuestionKind.DISCARD_KEEPER, keepers, ("trash-a-keeper",))
    discard_keepers(table, owner, [card], "trash-a-keeper")


@action("zap-a-card")
async def zap_a_card(table: Table, me: int) -> None:
    """Take any card in play into your hand: a keeper, a goal or a new rule (R072).

    A Creeper can be in no hand: it lies before you, with the keeper that it clings to (R155, D8), or without
    one whose Creepers it was when that keeper goes to your hand (R156).
    """
    seats = table.around(me)
    zones: dict[str, tuple[list[int], int, int | None]] = {
        label: (table.keepers[seat], card, seat)
        for label, (seat, card) in label_keepers(table, seats).items()
    }
    for label, (seat, card) in label_creepers(table, seats).items():
        zones[label] = (table.creepers[seat], card, seat)
    for zone in (table.goals, table.rules):
        zones |= {label: (zone, card, None) for label, card in label_cards(table, zone).items()}
    if not zones:
        return
    zone, card, owner = await choose(table, me, QuestionKind.CHOOSE_IN_PLAY, zones, ("zap-a-card",))
    if owner is not None:
        _zap_in_front(table, me, owner, card)
    elif zone is not table.rules or release_rules(table, [card]):
        zone.remove(card)
        table.hands[me].append(card)
        table.tell(Zapped(me, table.deck.slugs[card], owner))


def _zap_in_front(table: Table, me: int, owner: int, card: int) -> None:
    """Take a keeper of a seat into the hand, or a Creeper to the table, with the keeper that it clings to."""
    if card in table.deck.creepers:
        _take_creeper(table, me, owner, card)
        return
    creepers = clinging(table, card)
    loosen(table, card)
    table.keepers[owner].remove(card)
    table.hands[me].append(card)
    table.tell(Zapped(me, table.deck.slugs[card], owner, card in table.face_down))
    uncover(table, [card])
    for creeper in creepers:
        _take_creeper(table, me, owner, creeper)


def _take_creeper(table: Table, me: int, owner: int, creeper: int) -> None:
    """Take a Creeper with the keeper that it clings to; one of one's own goes straight back (D19)."""
    if owner == me:
        return
    keeper = table.attached.get(creeper)
    together = [creeper] if keeper is None else clinging(table, keeper)
    if keeper is not None:
        take_keeper(table, me, owner, keeper)
    else:
        table.creepers[owner].remove(creeper)
        put_creeper(table, me, creeper)
    for each in together:
        table.tell(CreeperMoved(me, owner, table.deck.slugs[each], "zap-a-card"))
