"""Actions on hands: what is drawn, swapped, taken or won."""

from engine.aside import discard_aside, draw_aside, give_out, set_hand_aside, take_from_aside
from engine.ask import Ask, AskAll
from engine.card import Action
from engine.cards.registering import registering
from engine.goals import check_win
from engine.in_force import numeral
from engine.outcomes import CardsTaken, Declared, HandsRotated, HandsTraded, HandWon, NoEffect, Threw
from engine.play import after_draw, play
from engine.question_kind import QuestionKind
from engine.table import CommonTable, Table, is_ending
from engine.verbs import choose, discard_from_hand, draw, label_seats, take_random

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


@action("everybody-gets-1")
async def everybody_gets_1(table: Table, me: int) -> None:
    """Draw a card for each player, look at them, and give everybody 1: who gets which is up to you."""
    each = numeral(table, 1)
    aside = set_hand_aside(table, me)
    draw_aside(table, aside, each * len(table.order), "everybody-gets-1")
    await after_draw(table)
    await give_out(table, aside, each, "everybody-gets-1")


@action("jackpot")
async def jackpot(table: Table, me: int) -> None:
    """Draw 3 cards."""
    draw(table, me, numeral(table, 3), why="jackpot")


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
    """Throw against a player of your choice; the first to win 2 throws takes the other's hand (R133).

    After 20 throws that nobody won, who leads takes it; if nobody leads, both keep theirs (Z13).
    """
    about = ("rock-paper-scissors-showdown",)
    other = await choose(table, me, QuestionKind.CHOOSE_OPPONENT, label_seats(table.others(me)), about)
    if not table.hands[me] and not table.hands[other]:
        table.tell(NoEffect(me, "rock-paper-scissors-showdown"))
        return
    wins = {me: 0, other: 0}
    ties = 0
    while max(wins.values()) < numeral(table, 2) and ties < most_ties(table):
        asks = [
            Ask(seat, QuestionKind.ROCK_PAPER_SCISSORS, {name: name for name in _BEATS}, about=about)
            for seat in wins
        ]
        throws = {seat: throw for seat, (throw,) in (await AskAll(asks)).items()}
        beaten = [seat for seat in wins if _BEATS[throws[me + other - seat]] == throws[seat]]
        winner = me + other - beaten[0] if beaten else None
        table.tell(Threw(throws, winner))
        if winner is not None:
            wins[winner] += 1
        ties += winner is None
    if wins[me] == wins[other]:
        table.tell(NoEffect(me, "rock-paper-scissors-showdown"))
        return
    winner, loser = (me, other) if wins[me] > wins[other] else (other, me)
    table.tell(HandWon(winner, loser, len(table.hands[loser])))
    table.hands[winner].extend(table.hands[loser])
    table.hands[loser].clear()


def most_ties(table: Table) -> float:
    """How many throws without a winner end it: no number in a game from before there was one."""
    return MOST_TIES if table.deck.rulings >= 1 else float("inf")


MOST_TIES = 20
_BEATS = {"rock": "scissors", "paper": "rock", "scissors": "paper"}


@action("rotate-hands")
async def rotate_hands(table: Table, me: int) -> None:
    """Everybody passes the whole hand to one neighbour; you say in which direction (R131)."""
    directions = {"left": 1, "right": -1}
    step = await choose(table, me, QuestionKind.CHOOSE_DIRECTION, directions, ("rotate-hands",))
    seats = table.order
    hands = [table.hands[seat] for seat in seats]
    for at, seat in enumerate(seats):
        table.hands[seat] = hands[(at - step) % len(seats)]
    table.tell(HandsRotated(me, "left" if step == 1 else "right"))


@action("todays-special")
async def todays_special(table: Table, me: int) -> None:
    """Draw 3 cards aside: play 3 on your birthday, 2 on a holiday, otherwise 1; discard the rest."""
    plays = {"birthday": 3, "holiday": 2, "ordinary-day": 1}
    count = await choose(table, me, QuestionKind.CHOOSE_OCCASION, plays, ("todays-special",))
    table.tell(Declared(me, next(day for day in plays if plays[day] == count)))
    await use_temporary_hand(table, me, "todays-special", draws=3, plays=count)


@action("trade-hands")
async def trade_hands(table: CommonTable, me: int) -> None:
    """Swap hands with a player of your choice, even for an empty one."""
    other = await choose(
        table, me, QuestionKind.CHOOSE_OPPONENT, label_seats(table.others(me)), ("trade-hands",)
    )
    table.hands[me], table.hands[other] = table.hands[other], table.hands[me]
    table.tell(HandsTraded(me, other))


@action("use-what-you-take")
async def use_what_you_take(table: Table, me: int) -> None:
    """Take a card at random from a player's hand and play it yourself (R127)."""
    with_cards = [seat for seat in table.others(me) if table.hands[seat]]
    if not with_cards:
        return
    victim = await choose(
        table, me, QuestionKind.CHOOSE_VICTIM, label_seats(with_cards), ("use-what-you-take",)
    )
    await play(table, me, take_random(table, victim), via="use-what-you-take")


async def use_temporary_hand(table: Table, me: int, why: str, draws: int, plays: int) -> None:
    """Draw a temporary hand, play some of it, discard the rest; the hand itself is out of reach.

    The numerals are read live: Inflation that comes or goes in the middle counts (R120).  A card that ends
    the turn ends this, too, and so does one card too many that another made a seat play: the cards left are
    discarded.
    """
    aside = set_hand_aside(table, me)
    played = 0
    while True:
        draw_aside(table, aside, numeral(table, draws), why)
        await after_draw(table)
        is_over = is_ending(table.turn) or table.is_worn_out
        if played >= numeral(table, plays) or not aside.cards or is_over:
            break
        card = await take_from_aside(table, aside, why)
        played += 1
        await play(table, me, card, via=why)
    discard_aside(table, aside, why)
