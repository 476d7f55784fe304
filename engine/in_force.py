"""Questions to the rules in play.  Totals are read live: nothing here is stored."""

from itertools import chain

import msgspec

from engine.card import Bonus, Deck, NewRule, cached_on_deck
from engine.table import MOST_PLAYED, Table


class InForce(msgspec.Struct, frozen=True):
    """What a set of rules says, Inflation included, bonuses that depend on keepers not."""

    slugs: frozenset[str]
    goals: int  # how many may lie in play
    inflation: int  # 1 or 0: what every printed numeral is raised by
    draw: int
    play: int | None  # None: all
    keep: int  # cards that Play All (But 1) leaves in hand
    kept_by: str  # the rule that says so
    hand_limit: int | None
    keeper_limit: int | None
    bonuses: tuple[Bonus, ...]
    face_down: bool  # keepers are played face down


@cached_on_deck
def _read(deck: Deck, rules: tuple[int, ...]) -> InForce:
    cards = [card for card in (deck.cards[rule] for rule in rules) if isinstance(card, NewRule)]
    slugs = frozenset(card.slug for card in cards)
    goals = 2 if "double-agenda" in slugs else 1
    more = 1 if "inflation" in slugs else 0
    draw, play, keep = 1 + more, 1 + more, 0
    play_all, kept_by = False, ""
    hand_limit = keeper_limit = None
    for card in cards:
        if card.draw is not None:
            draw = card.draw + more
        if card.play is not None:
            play = card.play + more
        if card.play_all_but is not None:
            play_all, kept_by = True, card.slug
            keep = card.play_all_but + more if card.play_all_but else 0
        if card.hand_limit is not None:
            hand_limit = card.hand_limit + more
        if card.keeper_limit is not None:
            keeper_limit = card.keeper_limit + more
    plays = None if play_all else play
    bonuses = tuple(card.bonus for card in cards if card.bonus)
    face_down = not slugs.isdisjoint(("government-cover-up", "secret-data"))
    return InForce(
        slugs, goals, more, draw, plays, keep, kept_by, hand_limit, keeper_limit, bonuses, face_down
    )


def in_force(table: Table) -> InForce:
    """The rules in play, read as numbers."""
    return _read(table.deck, tuple(table.rules))


def numeral(table: Table, printed: int) -> int:
    """What a numeral printed on a card counts for now (ruling R066: Inflation raises it by one)."""
    return printed + in_force(table).inflation


def draw_count(table: Table) -> int:
    """How many cards the seat in turn draws in all this turn (R014, R031, R032)."""
    rules = in_force(table)
    count = rules.draw
    if "party-bonus" in rules.slugs and _party_is_on(table):
        count += 1 + rules.inflation
    if "poor-bonus" in rules.slugs and _is_poorest(table):
        count += 1 + rules.inflation
    for bonus in rules.bonuses:
        if bonus.draw and _holds(table, bonus):
            count += bonus.draw + rules.inflation
    return count


def _play_bonus(table: Table, rules: InForce) -> int:
    """How many plays the seat in turn has on top of the play rule (R033, R043)."""
    more = table.turn.more_plays
    if "party-bonus" in rules.slugs and _party_is_on(table):
        more += 1 + rules.inflation
    if "rich-bonus" in rules.slugs and _is_richest(table):
        more += 1 + rules.inflation
    for bonus in rules.bonuses:
        if bonus.play and _holds(table, bonus):
            more += bonus.play + rules.inflation
    return more


def _holds(table: Table, bonus: Bonus) -> bool:
    return not table.deck.copies(bonus.holds).isdisjoint(table.face_up_of(table.turn.seat))


def play_count(table: Table) -> int | None:
    """How many cards the seat in turn plays in all this turn; None when it plays all it has."""
    rules = in_force(table)
    return None if rules.play is None else rules.play + _play_bonus(table, rules)


def plays_left(table: Table) -> int:
    """How many cards the seat in turn still has to play, as far as its hand reaches (R053)."""
    turn = table.turn
    if turn.plays_over or (turn.played >= MOST_PLAYED and table.deck.rulings):
        return 0
    rules = in_force(table)
    hand = len(table.hands[turn.seat])
    if rules.play is not None:
        return max(0, min(rules.play + _play_bonus(table, rules) - turn.played, hand))
    if rules.keep and not _play_bonus(table, rules):
        return max(0, hand - rules.keep)
    return hand  # a play bonus turns Play All But 1 into Play All (R044)


def over_hand_limit(table: Table, seat: int) -> int:
    """How many cards of its hand a seat has too many."""
    limit = in_force(table).hand_limit
    return 0 if limit is None else max(0, len(table.hands[seat]) - limit)


def over_keeper_limit(table: Table, seat: int) -> int:
    """How many keepers a seat has too many."""
    limit = in_force(table).keeper_limit
    return 0 if limit is None else max(0, len(table.keepers[seat]) - limit)


def _party_is_on(table: Table) -> bool:
    return not table.deck.copies("the-party").isdisjoint(chain.from_iterable(table.face_up.values()))


def _is_poorest(table: Table) -> bool:
    """Whether the seat in turn alone has the fewest keepers."""
    mine = len(table.keepers[table.turn.seat])
    return all(mine < len(table.keepers[seat]) for seat in table.others(table.turn.seat))


def _is_richest(table: Table) -> bool:
    """Whether the seat in turn alone has the most keepers."""
    mine = len(table.keepers[table.turn.seat])
    return all(mine > len(table.keepers[seat]) for seat in table.others(table.turn.seat))
