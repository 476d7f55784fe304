"""What an option of each kind of question leads to in a game of cards."""

from statistics import fmean

from engine.ask import PASSES
from engine.bots.imagine import BLANK, copy, imagine, number
from engine.bots.search import SENSES, About, Sense, run
from engine.bots.search import worth as worth_of
from engine.bots.worth import WIN, worth, worth_of_blanks
from engine.card import Goal, Keeper, NewRule, Ungoal
from engine.cards.free_actions import FREE_ACTIONS
from engine.in_force import in_force, numeral
from engine.play import play
from engine.table import CommonTable, Table
from engine.verbs import put_creeper

_CARDS = SENSES["cards"] = Sense(imagine, copy, worth, worth_of_blanks)
tries = _CARDS.trying


@tries("play", "before-drawing", "play-temporary", "choose-discarded")
def _play(table: Table, me: int, label: str, about: About) -> float:
    if label.startswith("use:"):
        return run(table, me, FREE_ACTIONS[label.removeprefix("use:")].effect)
    if label in ("draw", "end"):
        return worth(table, me)
    if label == "random":
        cards = [table.card(card).slug for card in table.hands[me]]
        return fmean(_play(copy(table), me, card, about) for card in cards)
    card = number(table.deck, label)
    _take_out(table, me, card, about)
    return run(table, me, lambda table, me: play(table, me, card))


def _take_out(table: Table, me: int, card: int, about: About) -> None:
    """Take a card from where the question offers it."""
    if not about:
        table.hands[me].remove(card)
        table.turn.played += 1
    elif card in table.temporary[-1].cards:
        table.temporary[-1].cards.remove(card)
    else:
        table.discard.remove(card)


@tries("discard-cards", "hand-limit")
def discard_from_hand(table: CommonTable, me: int, label: str, about: About) -> float:
    """Discard a card of the hand."""
    table.hands[me].remove(number(table.deck, label))
    return worth_of(table, me)


@tries("choose-goals")
def _mill(table: Table, me: int, label: str, about: About) -> float:
    table.hands[me].remove(number(table.deck, label))
    table.hands[me].append(BLANK)
    return worth(table, me)


@tries("keeper-limit", "discard-keeper")
def _discard_keeper(table: Table, me: int, label: str, about: About) -> float:
    table.keepers[seat_of(label, me)].remove(number(table.deck, label))
    if about == ("recycling",):
        table.hands[me] += [BLANK] * numeral(table, 3)
    return worth(table, me)


@tries("discard-goal")
def _discard_goal(table: Table, me: int, label: str, about: About) -> float:
    table.goals.remove(number(table.deck, label))
    return worth(table, me)


@tries("discard-rule", "discard-rules")
def _discard_rule(table: Table, me: int, label: str, about: About) -> float:
    table.rules.remove(number(table.deck, label))
    return worth(table, me)


@tries("choose-in-play")
def _zap(table: Table, me: int, label: str, about: About) -> float:
    card = number(table.deck, label)
    seat = seat_of(label, me)
    if "@" not in label:
        zones = [table.goals, table.rules]
    else:
        zones = [table.keepers[seat], table.creepers.get(seat, [])]
    next(zone for zone in zones if card in zone).remove(card)
    if card in table.deck.creepers:
        put_creeper(table, me, card)
    else:
        table.hands[me].append(card)
    return worth(table, me)


@tries("take-keeper")
def _take_keeper(table: Table, me: int, label: str, about: About) -> float:
    """Steal a keeper; or take it for one's own that was chosen just before, the last of ``about``."""
    owner, card = seat_of(label, me), number(table.deck, label)
    table.keepers[owner].remove(card)
    table.keepers[me].append(card)
    if about[0] == "exchange-keepers":
        table.keepers[me].remove(number(table.deck, about[-1]))
        table.keepers[owner].append(number(table.deck, about[-1]))
    return worth(table, me)


@tries("give-keeper")
def _give_keeper(table: Table, me: int, label: str, about: About) -> float:
    """Give the keeper away for the best that can be had for it."""
    about = (*about, label)
    wanted = [(seat, card) for seat in table.others(me) for card in table.keepers[seat]]
    return max(
        _take_keeper(copy(table), me, f"{table.card(card).slug}@{seat}", about) for seat, card in wanted
    )


@tries("choose-opponent")
def _meet(table: Table, me: int, label: str, about: About) -> float:
    """Trade hands, or throw for them."""
    other = seat_of(label, me)
    mine, theirs = table.hands[me], table.hands[other]
    if about == ("trade-hands",):
        table.hands[me], table.hands[other] = theirs, mine
        return worth(table, me)
    lost = copy(table)
    lost.hands[me], lost.hands[other] = [], theirs + mine
    table.hands[me], table.hands[other] = mine + theirs, []
    return (worth(table, me) + worth(lost, me)) / 2


@tries("choose-direction")
def _rotate(table: Table, me: int, label: str, about: About) -> float:
    seats = table.order if label == "left" else table.order[::-1]
    hands = [table.hands[seat] for seat in seats]
    table.hands = dict(zip(seats, [hands[-1], *hands[:-1]], strict=True))
    return worth(table, me)


@tries("choose-recipient")
def _give_card(table: Table, me: int, label: str, about: About) -> float:
    """Others get what is of least use to them: it is judged as if they had it in front of them."""
    seat, card = seat_of(label, me), number(table.deck, about[-1])
    if seat == me or table.card(card).kind != "keeper":
        table.hands[seat].append(card)
        return worth(table, me)
    table.keepers[seat].append(card)
    return max(worth(table, me), 20 - WIN)


@tries("window")
def _object(table: Table, me: int, label: str, about: About) -> float:
    """Let the card be played that ``about`` begins with, or answer it; the Surprises after it take turns."""
    stands = len(about) % 2 == 1
    if label != PASSES:
        table.hands[me].remove(number(table.deck, label))
        stands = not stands
    card, player = number(table.deck, about[0]), table.turn.seat
    match table.card(card):
        case Keeper() if stands or label != PASSES:
            table.keepers[player if stands else me].append(card)
        case Goal() | Ungoal() if stands:
            table.goals = [*table.goals[len(table.goals) - in_force(table).goals + 1 :], card]
        case NewRule() if stands:
            table.rules.append(card)
    return worth(table, me)


@tries("choose-occasion")
def _name_the_day(table: Table, me: int, label: str, about: About) -> float:
    """A bot has no birthday and no holidays."""
    return worth(table, me) + (label == "ordinary-day")


def seat_of(label: str, me: int) -> int:
    """The seat of a label such as ``@2`` or ``bread@2``; one's own if it names none."""
    _, at, seat = label.partition("@")
    return int(seat) if at else me
