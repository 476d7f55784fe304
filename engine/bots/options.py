"""What an option of each kind of question leads to in a game of cards."""

from statistics import fmean

from engine.ask import PASSES
from engine.bots.imagine import BLANK, copy, find, imagine, number
from engine.bots.search import SENSES, About, Sense, best_value, run, worth
from engine.bots.work import work
from engine.bots.worth import WIN, worth_of_blanks
from engine.bots.worth import worth as worth_of_cards
from engine.card import Goal, Keeper, NewRule, Ungoal
from engine.cards.free_actions import FREE_ACTIONS
from engine.in_force import draw_count, in_force, numeral, plays_left
from engine.option import OptionKind, read_option
from engine.play import play
from engine.question_kind import QuestionKind
from engine.table import CommonTable, Table, is_ending
from engine.verbs import clinging, discard_creeper, discard_keepers, loosen, move_keeper, put_creeper

_CARDS = SENSES["cards"] = Sense(imagine, copy, worth_of_cards, worth_of_blanks)
tries = _CARDS.trying

_A_PLAY, _A_DRAW = 1.0, 0.7
_COSTS = {"jabberwock": 25.0}
"""What a free action costs besides: the Jabberwock comes back, and is worth a keeper only where that wins."""


@tries(
    QuestionKind.PLAY, QuestionKind.BEFORE_DRAWING, QuestionKind.PLAY_TEMPORARY, QuestionKind.CHOOSE_DISCARDED
)
def _play(table: Table, me: int, label: str, about: About) -> float:
    option = read_option(label)
    if option.kind is OptionKind.USE:
        given_up = _rest_of_turn(table)
        value = run(table, me, FREE_ACTIONS[option.card].effect)
        return value - _COSTS.get(option.card, 0.0) - (given_up if is_ending(table.turn) else 0.0)
    if label in ("draw", "end"):
        return worth(table, me)
    if label == "random":
        values = []
        for slug in table.slugs(table.hands[me]):
            values.append(_play(copy(table), me, slug, about))
            if work().is_over:
                break
        return fmean(values)
    card = _take_out(table, me, label, about)
    return run(table, me, lambda table, me: play(table, me, card))


def _rest_of_turn(table: Table) -> float:
    """What the plays and draws are worth that are lost when the turn of this seat ends now."""
    drawn = table.turn.drawn if table.turn.phase == "plays" else 0
    return _A_PLAY * plays_left(table) + _A_DRAW * max(0, draw_count(table) - drawn)


def _take_out(table: Table, me: int, label: str, about: About) -> int:
    """Take a card from where the question offers it."""
    if not about:
        table.turn.played += 1
        return _remove(table, label, table.hands[me])
    return _remove(table, label, table.temporary[-1].cards, table.discard)


def _remove(table: CommonTable, label: str, *zones: list[int]) -> int:
    """Take the card of a label out of the first of these zones that has it."""
    card = find(table.deck, label, [card for zone in zones for card in zone])
    next(zone for zone in zones if card in zone).remove(card)
    return card


@tries(QuestionKind.DISCARD_CARDS, QuestionKind.HAND_LIMIT)
def discard_from_hand(table: CommonTable, me: int, label: str, about: About) -> float:
    """Discard a card of the hand."""
    _remove(table, label, table.hands[me])
    return worth(table, me)


@tries(QuestionKind.CHOOSE_GOALS)
def _mill(table: Table, me: int, label: str, about: About) -> float:
    _remove(table, label, table.hands[me])
    table.hands[me].append(BLANK)
    return worth(table, me)


@tries(QuestionKind.KEEPER_LIMIT, QuestionKind.DISCARD_KEEPER)
def _discard_keeper(table: Table, me: int, label: str, about: About) -> float:
    """Discard a keeper with what clings to it; for three cards, or to be rid of the Jabberwock."""
    seat = seat_of(label, me)
    discard_keepers(table, seat, [find(table.deck, label, table.keepers[seat])], "keeper-limit")
    if about == ("recycling",):
        table.hands[me] += [BLANK] * numeral(table, 3)
    if about == ("jabberwock",):
        return best_value(_give_card(copy(table), me, f"@{other}", about) for other in table.others(me))
    return worth(table, me)


@tries(QuestionKind.ATTACH)
def _attach(table: Table, me: int, label: str, about: About) -> float:
    """Let the Creeper that ``about`` names cling to a keeper."""
    loose = [card for card in table.creepers[me] if card not in table.attached]
    table.attached[find(table.deck, about[0], loose)] = find(table.deck, label, table.keepers[me])
    return worth(table, me)


@tries(QuestionKind.DISCARD_CREEPER)
def _discard_creeper(table: Table, me: int, label: str, about: About) -> float:
    """Be rid of a Creeper; the Vorpal Sword takes the keeper that it clings to along."""
    seat = seat_of(label, me)
    creeper = find(table.deck, label, table.creepers[seat])
    if about == ("vorpal-sword",) and creeper in table.attached:
        discard_keepers(table, me, [table.attached[creeper]], "vorpal-sword")
    else:
        discard_creeper(table, seat, creeper)
    return worth(table, me)


@tries(QuestionKind.DISCARD_GOAL)
def _discard_goal(table: Table, me: int, label: str, about: About) -> float:
    _remove(table, label, table.goals)
    return worth(table, me)


@tries(QuestionKind.DISCARD_RULE, QuestionKind.DISCARD_RULES)
def _discard_rule(table: Table, me: int, label: str, about: About) -> float:
    _remove(table, label, table.rules)
    return worth(table, me)


@tries(QuestionKind.CHOOSE_IN_PLAY)
def _zap(table: Table, me: int, label: str, about: About) -> float:
    """Take a card in play into the hand; Creepers come to lie in front of ``me``, with what they cling to."""
    if read_option(label).seat is None:
        table.hands[me].append(_remove(table, label, table.goals, table.rules))
        return worth(table, me)
    seat = seat_of(label, me)
    card = find(table.deck, label, [*table.keepers[seat], *table.creepers.get(seat, ())])
    if card not in table.deck.creepers:
        creepers = clinging(table, card)
        loosen(table, card)
        table.keepers[seat].remove(card)
        table.hands[me].append(card)
    elif card in table.attached:
        creepers = []
        if seat != me:
            move_keeper(table, table.attached[card], seat, me)
    else:
        creepers = [card]
    for creeper in creepers:
        table.creepers[seat].remove(creeper)
        put_creeper(table, me, creeper)
    return worth(table, me)


@tries(QuestionKind.TAKE_KEEPER)
def _take_keeper(table: Table, me: int, label: str, about: About) -> float:
    """Steal a keeper; or take it for one's own that was chosen just before, the last of ``about``."""
    owner = seat_of(label, me)
    card = find(table.deck, label, table.keepers[owner])
    if about[0] == "exchange-keepers":
        move_keeper(table, find(table.deck, about[-1], table.keepers[me]), me, owner)
    move_keeper(table, card, owner, me)
    return worth(table, me)


@tries(QuestionKind.GIVE_KEEPER)
def _give_keeper(table: Table, me: int, label: str, about: About) -> float:
    """Give the keeper away for the best that can be had for it."""
    about = (*about, label)
    wanted = [(seat, card) for seat in table.others(me) for card in table.keepers[seat]]
    return best_value(
        _take_keeper(copy(table), me, f"{table.card(card).slug}@{seat}", about) for seat, card in wanted
    )


@tries(QuestionKind.CHOOSE_OPPONENT)
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


@tries(QuestionKind.CHOOSE_DIRECTION)
def _rotate(table: Table, me: int, label: str, about: About) -> float:
    seats = table.order if label == "left" else table.order[::-1]
    hands = [table.hands[seat] for seat in seats]
    table.hands = dict(zip(seats, [hands[-1], *hands[:-1]], strict=True))
    return worth(table, me)


@tries(QuestionKind.CHOOSE_RECIPIENT)
def _give_card(table: Table, me: int, label: str, about: About) -> float:
    """Others get what is of least use to them: it is judged as if they had it in front of them."""
    seat, card = seat_of(label, me), number(table.deck, about[-1])
    if about == ("jabberwock",):
        put_creeper(table, seat, _remove(table, about[0], table.creepers[me]))
        return worth(table, me)
    if about[0] == "unbirthday-presents":
        move_keeper(table, find(table.deck, about[-1], table.keepers[me]), me, seat)
    elif seat == me or table.card(card).kind != "keeper":
        table.hands[seat].append(card)
        return worth(table, me)
    else:
        table.keepers[seat].append(card)
    return max(worth(table, me), 20 - WIN)


@tries(QuestionKind.CHOOSE_GIFT)
def _choose_gift(table: Table, me: int, label: str, about: About) -> float:
    """Give a keeper away, with what clings to it, to whoever it helps least."""
    about = (*about, label)
    return best_value(_give_card(copy(table), me, f"@{other}", about) for other in table.others(me))


@tries(QuestionKind.WINDOW)
def _object(table: Table, me: int, label: str, about: About) -> float:
    """Let the card be played that ``about`` begins with, or answer it; the Surprises after it take turns."""
    stands = len(about) % 2 == 1
    if label != PASSES:
        _remove(table, label, table.hands[me])
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


@tries(QuestionKind.CHOOSE_OCCASION)
def _name_the_day(table: Table, me: int, label: str, about: About) -> float:
    """A bot has no birthday and no holidays."""
    return worth(table, me) + (label == "ordinary-day")


def seat_of(label: str, me: int) -> int:
    """The seat of a label such as ``@2`` or ``bread@2``; one's own if it names none."""
    seat = read_option(label).seat
    return me if seat is None else seat
