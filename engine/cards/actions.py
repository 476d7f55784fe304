"""The actions.  Each function is its card: the docstring says what it does, the body follows."""

from engine.aside import discard_aside, draw_aside, give_out, set_hand_aside, take_from_aside
from engine.ask import Ask, AskAll
from engine.card import Action
from engine.cards.registering import registering
from engine.goals import check_win
from engine.in_force import numeral
from engine.learning import let_go
from engine.outcomes import (
    CardsTaken,
    CreeperMoved,
    Declared,
    HandsRotated,
    HandsTraded,
    HandWon,
    KeepersDealt,
    KeepersExchanged,
    NoEffect,
    PileRenewed,
    Threw,
    TurnGained,
    Zapped,
)
from engine.play import after_draw, play
from engine.table import CommonTable, Table, is_ending
from engine.verbs import (
    choose,
    choose_some,
    clinging,
    discard_from_hand,
    discard_keepers,
    discard_rules,
    draw,
    label_cards,
    label_creepers,
    label_keepers,
    label_seats,
    loosen,
    move_keeper,
    put_creeper,
    take_keeper,
    take_random,
    uncover,
)

ACTIONS: list[Action] = []
action = registering(ACTIONS)


@action("discard-and-draw")
async def discard_and_draw(table: Table, me: int) -> None:
    """Discard your hand and draw as many cards as that was."""
    count = len(table.hands[me])
    if not count:
        return
    discard_from_hand(table, me, table.hands[me], "discard-and-draw")
    check_win(table)
    draw(table, me, count, why="discard-and-draw")


@action("draw-2-and-use-em")
async def draw_2_and_use_em(table: Table, me: int) -> None:
    """Set your hand aside, draw 2 cards and play both."""
    await use_temporary_hand(table, me, "draw-2-and-use-em", draws=2, plays=2)


@action("draw-3-play-2-of-them")
async def draw_3_play_2_of_them(table: Table, me: int) -> None:
    """Set your hand aside, draw 3 cards, play 2 of them and discard the third."""
    await use_temporary_hand(table, me, "draw-3-play-2-of-them", draws=3, plays=2)


@action("empty-the-trash")
async def empty_the_trash(table: Table, me: int) -> None:
    """Shuffle the discard pile into the draw pile."""
    count = len(table.discard)
    table.draw_pile.extend(table.discard)
    table.discard.clear()
    table.shuffle(table.draw_pile)
    table.tell(PileRenewed(me, count))


@action("everybody-gets-1")
async def everybody_gets_1(table: Table, me: int) -> None:
    """Draw a card for each player, look at them, and give everybody 1: who gets which is up to you."""
    each = numeral(table, 1)
    aside = set_hand_aside(table, me)
    draw_aside(table, aside, each * len(table.order), "everybody-gets-1")
    await after_draw(table)
    await give_out(table, aside, each, "everybody-gets-1")


@action("exchange-keepers")
async def exchange_keepers(table: Table, me: int) -> None:
    """Swap one of your keepers for one of another player's, in one moment (R104)."""
    mine = label_keepers(table, [me])
    theirs = label_keepers(table, table.others(me))
    if not mine or not theirs:
        return
    about = ("exchange-keepers",)
    _, given = await choose(table, me, "give-keeper", mine, about)
    other, taken = await choose(table, me, "take-keeper", theirs, (*about, table.deck.slugs[given]))
    move_keeper(table, given, me, other)
    move_keeper(table, taken, other, me)
    hidden = [name for name, card in (("given", given), ("taken", taken)) if card in table.face_down]
    slugs = table.deck.slugs
    table.tell(KeepersExchanged(me, other, slugs[given], slugs[taken], tuple(hidden)))


@action("jackpot")
async def jackpot(table: Table, me: int) -> None:
    """Draw 3 cards."""
    draw(table, me, numeral(table, 3), why="jackpot")


@action("lets-do-that-again")
async def lets_do_that_again(table: Table, me: int) -> None:
    """Choose an action or a new rule in the discard pile and play it."""
    again = [card for card in table.discard if table.card(card).kind in ("action", "new rule")]
    if not again:
        return
    options = label_cards(table, again)
    card = await choose(table, me, "choose-discarded", options, ("lets-do-that-again",))
    table.discard.remove(card)
    await play(table, me, card, via="lets-do-that-again")


@action("lets-simplify")
async def lets_simplify(table: Table, me: int) -> None:
    """Discard up to half of the new rules in play, rounded up (R067)."""
    if not table.rules:
        return
    half = (len(table.rules) + 1) // 2
    options = label_cards(table, table.rules)
    least = 1 if "simplify-at-least-1" in table.deck.switches else 0  # X1
    ask = Ask(me, "discard-rules", options, least=least, most=half, about=("lets-simplify",))
    chosen = await choose_some(table, ask)
    discard_rules(table, chosen, "lets-simplify")


@action("no-limits")
async def no_limits(table: Table, me: int) -> None:
    """Discard every hand limit and keeper limit in play."""
    limits = [
        rule
        for rule in table.rules
        if getattr(table.card(rule), "group", "") in ("hand limit", "keeper limit")
    ]
    if not limits:
        return
    discard_rules(table, limits, "no-limits")


@action("random-tax")
async def random_tax(table: Table, me: int) -> None:
    """Take 1 card at random from the hand of every other player."""
    for source in table.others(me):
        cards = [take_random(table, source) for _ in range(min(numeral(table, 1), len(table.hands[source])))]
        if cards:
            table.hands[me].extend(cards)
            table.tell(CardsTaken(me, source, len(cards), table.slugs(cards)))


@action("rock-paper-scissors-showdown")
async def rock_paper_scissors_showdown(table: Table, me: int) -> None:
    """Throw against a player of your choice; the first to win 2 throws takes the other's hand (R133)."""
    about = ("rock-paper-scissors-showdown",)
    other = await choose(table, me, "choose-opponent", label_seats(table.others(me)), about)
    if not table.hands[me] and not table.hands[other]:
        table.tell(NoEffect(me, "rock-paper-scissors-showdown"))
        return
    wins = {me: 0, other: 0}
    while max(wins.values()) < numeral(table, 2):
        asks = [
            Ask(seat, "rock-paper-scissors", {name: name for name in _BEATS}, about=about) for seat in wins
        ]
        throws = {seat: throw for seat, (throw,) in (await AskAll(asks)).items()}
        beaten = [seat for seat in wins if _BEATS[throws[me + other - seat]] == throws[seat]]
        winner = me + other - beaten[0] if beaten else None
        table.tell(Threw(throws, winner))
        if winner is not None:
            wins[winner] += 1
    winner, loser = (me, other) if wins[me] > wins[other] else (other, me)
    table.tell(HandWon(winner, loser, len(table.hands[loser])))
    table.hands[winner].extend(table.hands[loser])
    table.hands[loser].clear()


_BEATS = {"rock": "scissors", "paper": "rock", "scissors": "paper"}


@action("rotate-hands")
async def rotate_hands(table: Table, me: int) -> None:
    """Everybody passes the whole hand to one neighbour; you say in which direction (R131)."""
    directions = {"left": 1, "right": -1}
    step = await choose(table, me, "choose-direction", directions, ("rotate-hands",))
    seats = table.order
    hands = [table.hands[seat] for seat in seats]
    for at, seat in enumerate(seats):
        table.hands[seat] = hands[(at - step) % len(seats)]
    table.tell(HandsRotated(me, "left" if step == 1 else "right"))


@action("rules-reset")
async def rules_reset(table: Table, me: int) -> None:
    """Discard every new rule in play; goals stay (R070)."""
    if not table.rules:
        return
    discard_rules(table, table.rules, "rules-reset")


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
    source, card = await choose(table, me, "take-keeper", theirs, ("steal-a-keeper",))
    take_keeper(table, me, source, card)


@action("take-another-turn")
async def take_another_turn(table: Table, me: int) -> None:
    """Another turn after this one, but never a third in a row (R132)."""
    turn = table.turn
    if not turn.extra:
        turn.again = True
    table.tell(TurnGained(me, granted=not turn.extra))


@action("todays-special")
async def todays_special(table: Table, me: int) -> None:
    """Draw 3 cards aside: play 3 on your birthday, 2 on a holiday, otherwise 1; discard the rest."""
    plays = {"birthday": 3, "holiday": 2, "ordinary-day": 1}
    count = await choose(table, me, "choose-occasion", plays, ("todays-special",))
    table.tell(Declared(me, next(day for day in plays if plays[day] == count)))
    await use_temporary_hand(table, me, "todays-special", draws=3, plays=count)


@action("trade-hands")
async def trade_hands(table: CommonTable, me: int) -> None:
    """Swap hands with a player of your choice, even for an empty one."""
    other = await choose(table, me, "choose-opponent", label_seats(table.others(me)), ("trade-hands",))
    table.hands[me], table.hands[other] = table.hands[other], table.hands[me]
    table.tell(HandsTraded(me, other))


@action("trash-a-keeper")
async def trash_a_keeper(table: Table, me: int) -> None:
    """Discard a keeper in play, anybody's."""
    keepers = label_keepers(table, table.around(me))
    if not keepers:
        return
    owner, card = await choose(table, me, "discard-keeper", keepers, ("trash-a-keeper",))
    discard_keepers(table, owner, [card], "trash-a-keeper")


@action("trash-a-new-rule")
async def trash_a_new_rule(table: Table, me: int) -> None:
    """Discard a new rule in play."""
    if not table.rules:
        return
    rule = await choose(table, me, "discard-rule", label_cards(table, table.rules), ("trash-a-new-rule",))
    discard_rules(table, [rule], "trash-a-new-rule")


@action("use-what-you-take")
async def use_what_you_take(table: Table, me: int) -> None:
    """Take a card at random from a player's hand and play it yourself (R127)."""
    with_cards = [seat for seat in table.others(me) if table.hands[seat]]
    if not with_cards:
        return
    victim = await choose(table, me, "choose-victim", label_seats(with_cards), ("use-what-you-take",))
    await play(table, me, take_random(table, victim), via="use-what-you-take")


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
    zone, card, owner = await choose(table, me, "choose-in-play", zones, ("zap-a-card",))
    if owner is not None:
        _zap_in_front(table, me, owner, card)
    elif zone is not table.rules or let_go(table, [card]):
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


async def use_temporary_hand(table: Table, me: int, why: str, draws: int, plays: int) -> None:
    """Draw a temporary hand, play some of it, discard the rest; the hand itself is out of reach.

    The numerals are read live: Inflation that comes or goes in the middle counts (R120).  A card that ends
    the turn ends this, too: the cards left are discarded.
    """
    aside = set_hand_aside(table, me)
    played = 0
    while True:
        draw_aside(table, aside, numeral(table, draws), why)
        await after_draw(table)
        if played >= numeral(table, plays) or not aside.cards or is_ending(table.turn):
            break
        card = await take_from_aside(table, aside, why)
        played += 1
        await play(table, me, card, via=why)
    discard_aside(table, aside, why)
