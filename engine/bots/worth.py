"""What a position of a game of cards is worth to a seat, in points: a win is far above all else."""

from engine.bots.imagine import BLANK, unseen
from engine.card import Goal, Keeper, Ungoal
from engine.goals import (
    Both,
    GoalCondition,
    Holds,
    MostCards,
    MostKeepers,
    WithFood,
    Without,
    goals_met,
    holders,
    ungoals_met,
)
from engine.in_force import in_force, numeral, plays_left
from engine.table import Table

WIN = 1_000.0
LOST = -WIN / 2  # everybody loses: better than that somebody else wins

# A goal in play that wants nothing but the keepers in my hand, or one, two, more things besides.
_REACH = (20.0, 5.0, 1.0, 0.0)
_THIS_TURN = 60.0  # the keepers in my hand do it, and I have the plays
_IN_HAND = 0.35  # a goal in my hand against one in play
# A goal in play of which another seat lacks nothing, one, two, more things.
_THREAT = (12.0, 6.0, 1.0, 0.0)

_KEEPER, _THEIR_KEEPER = 1.5, -0.5
_CARD = {"keeper": 1.0, "surprise": 0.9, "action": 0.7, "goal": 0.5, "new rule": 0.5, "ungoal": 0.1}
_CREEPER, _THEIR_CREEPER = -4.0, 1.5
_DANGER = -8.0  # an Ungoal that would be met if somebody played it
_ASIDE, _THEIR_CARD = 0.5, -0.15
_TURN = 4.0  # another turn after this one


def worth(table: Table, me: int) -> float:
    """What the position is worth to ``me``; what is over a limit in force counts for nothing."""
    met = goals_met(table)
    lost = table.goals and ungoals_met(table)
    if lost and not met:
        return LOST
    if len(met) == 1 and not lost:
        return WIN if me in met else -WIN
    turn, rules = table.turn, in_force(table)
    on_turn = turn.seat == me and turn.phase in ("start", "before-drawing", "draw", "plays")
    plays = plays_left(table) if on_turn else 0
    points = _TURN * (turn.again + turn.more_turns) if turn.seat == me else 0.0
    for seat in table.order:
        kept = _within(rules.keeper_limit, len(table.keepers[seat]))
        if seat == me:
            cards = sorted([_CARD[table.card(card).kind] for card in table.hands[me]], reverse=True)
            limit = None if rules.hand_limit is None else rules.hand_limit + plays
            points += _KEEPER * kept + sum(cards[:limit])
        else:
            hand = _within(rules.hand_limit, len(table.hands[seat]))
            points += _THEIR_KEEPER * kept + _THEIR_CARD * hand
        held = len(table.creepers.get(seat, ()))
        points += (_CREEPER if seat == me else _THEIR_CREEPER) * held
    if table.deck.ungoals and table.creepers:
        points += _DANGER * sum(bool(ungoal.loses.met_by(table)) for ungoal in _ungoals(table))
    aside = [card for temporary in table.temporary for card in temporary.cards]
    return points + _ASIDE * len(aside) + _promise(table, me, table.hands[me] + aside, plays)


def _ungoals(table: Table) -> list[Ungoal]:
    """The Ungoals of the deck that may still be played before the next shuffle."""
    cards = [table.card(card) for card in table.deck.ungoals.difference(table.discard)]
    return [card for card in cards if isinstance(card, Ungoal)]


def _within(limit: int | None, count: int) -> int:
    return count if limit is None else min(count, limit)


def _promise(table: Table, me: int, hand: list[int], plays: int) -> float:
    """What the goals in play, and those in hand, promise to ``me`` and to the others."""
    now, later = table.keepers[me], table.keepers[me] + hand
    points = 0.0
    for wants in _wants(table, table.goals):
        points += _reach(lacking(table, wants, me, now), lacking(table, wants, me, later), plays)
        for seat in table.others(me):
            points -= _THREAT[min(lacking(table, wants, seat, table.keepers[seat]), len(_THREAT) - 1)]
    in_hand = [
        _IN_HAND * _reach(lacking(table, wants, me, now), lacking(table, wants, me, later), plays - 1)
        for wants in _wants(table, hand)
    ]
    most = max(in_hand, default=0.0)  # one goal at a time
    return points + most + (sum(in_hand) - most) / 4


def _wants(table: Table, cards: list[int]) -> list[GoalCondition]:
    return [card.wants for card in map(table.card, cards) if isinstance(card, Goal)]


def _reach(now: int, later: int, plays: int) -> float:
    """The promise of a goal of which I lack some things now, and some even with the keepers of my hand."""
    if not later and now <= plays:
        return _THIS_TURN
    return _REACH[min(later, len(_REACH) - 1)] / max(1, now - later)


def lacking(table: Table, wants: GoalCondition, seat: int, keepers: list[int]) -> int:
    """How many things keep a seat from a goal, if it had these keepers; a Creeper in the way is one."""
    creepers = table.creepers.get(seat, [])
    in_the_way = sum(slug not in wants.creepers for slug in table.slugs(creepers)) if creepers else 0
    return in_the_way + _lacking(table, wants, seat, keepers)


def _lacking(table: Table, wants: GoalCondition, seat: int, keepers: list[int]) -> int:
    match wants:
        case Both(one, other):
            copies = table.deck.copies
            return copies(one).isdisjoint(keepers) + copies(other).isdisjoint(keepers)
        case Without(keeper, absent):
            return table.deck.copies(keeper).isdisjoint(keepers) + bool(holders(table, absent))
        case Holds():
            has = set(table.slugs(keepers))
            lying = {slug for cards in table.creepers.values() for slug in table.slugs(cards)}
            own = set(table.slugs(table.creepers.get(seat, ())))
            missing = len(set(wants.all) - has) + max(0, wants.least - len(has.intersection(wants.some)))
            missing += len(set(wants.own) - own) + len(set(wants.any) - lying)
            missing += sum(bool(holders(table, keeper)) for keeper in wants.absent)
            return missing + (max(0, len(keepers) - len(wants.all) - wants.least) if wants.only else 0)
        case WithFood(keeper, least):
            food = sum(isinstance(card, Keeper) and card.food for card in map(table.card, keepers))
            return table.deck.copies(keeper).isdisjoint(keepers) + max(0, numeral(table, least) - food)
        case MostKeepers(least):
            kept = sum(isinstance(table.card(card), Keeper) for card in keepers)
            return _lacking_most(table, table.keepers, seat, kept, least)
        case MostCards(least):
            return _lacking_most(table, table.hands, seat, len(table.hands[seat]), least)
    return len(_REACH)


def _lacking_most(table: Table, zones: dict[int, list[int]], seat: int, count: int, least: int) -> int:
    others = max(len(zones[other]) for other in table.others(seat))
    return max(0, numeral(table, least) - count, others + 1 - count)


def worth_of_blanks(table: Table, me: int) -> float:
    """What it is worth to have played unknown cards: mostly a gain, unless a goal suits another seat."""
    blanks = table.resolving.count(BLANK)
    if not blanks:
        return 0.0
    cards = unseen(table)
    wins = [card.wants.winners(table) for card in map(table.card, cards) if isinstance(card, Goal)]
    mine = sum(seats == [me] for seats in wins)
    theirs = sum(len(seats) == 1 for seats in wins) - mine
    return blanks * (1.0 + WIN * (mine - theirs) / max(1, len(cards)))
