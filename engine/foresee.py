"""What would come of the card that is being played, as one seat can tell: for standing orders.

All of it is read from a view, so that nothing follows from what its seat does not know.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.bots.imagine import imagine
from engine.card import Action, BoardGoal, Card, Goal, Keeper, Leaper, NewRule, Shift
from engine.cards.free_actions import FREE_ACTIONS
from engine.certain_end import End, possible_ends
from engine.editions import deck_of
from engine.view import View


def surprises(deck: str) -> Mapping[str, tuple[str, ...]]:
    """The Surprises of a deck that may answer a card, by its kind; empty for a deck without any.

    Raises ``KeyError`` for an unknown deck.
    """
    found = deck_of(deck)
    return {
        kind: tuple(dict.fromkeys(found.slugs[card] for card in sorted(cards)))
        for kind, cards in found.cancelling.items()
    }


def would_win(view: View, slug: str) -> tuple[int, ...]:
    """Return the seats that could win at once if this keeper, goal or rule took effect.

    Every choice of its player counts: which goal is replaced, and on the board how a piece or a peg moves.
    A tie is no win (R093).  Not foreseen are actions, chance and what other seats decide.
    """
    winners = {end.winner for end in _ends(view, slug)}
    return tuple(seat for seat in (each.seat for each in view.seats) if seat in winners)


def would_lose(view: View, slug: str) -> bool:
    """Whether everybody could lose at once by an Ungoal if this card took effect (R112).

    In the board game nobody ever loses without another who wins.
    """
    return any(end.all_lose for end in _ends(view, slug))


def _ends(view: View, slug: str) -> list[End]:
    """How the game could end at once by this card, which is being played or may be next."""
    if isinstance(view.deck.known_cards[slug], Action):
        return []
    player = view.window_by[0] if view.window_by else view.turn
    return [end for end in possible_ends(view, player, slug) if end is not None]


def is_needed(view: View, slug: str) -> bool:
    """Whether a goal in play names this keeper, together with others of which the view's seat has one.

    A goal that names no other keeper wants this one from everybody.  In the board game: whether it takes a
    piece of the seat to a space that the goal on top still wants of it, while it stands on the other one.
    """
    if view.board is not None:
        cards, standing = view.deck.known_cards, _standing(view)
        named = {space for goal in view.goals for space in cards[goal].names}
        return bool(named & standing) and not (named - standing).isdisjoint(cards[slug].names)
    table = imagine(view)
    mine = {keeper for seat in view.seats if seat.seat == view.me for keeper in seat.keepers}
    goals = (card for card in map(table.card, table.goals) if isinstance(card, Goal))
    wanted = (set(goal.wants.keepers) for goal in goals)
    return any(slug in each and (each == {slug} or mine & (each - {slug})) for each in wanted)


def holders(view: View, slug: str) -> tuple[int, ...]:
    """The seats in front of which this keeper or Creeper lies face up, as everybody sees it."""
    return tuple(
        seat.seat
        for seat in view.seats
        if slug in (*seat.keepers, *seat.creepers) and slug not in seat.face_down
    )


def cards_that_meet(view: View, goal: str, seat: int) -> tuple[str, ...]:
    """The cards face up in front of a seat that count for a goal; none where only its hand does."""
    (found,) = (each for each in view.seats if each.seat == seat)
    card, down = view.deck.known_cards[goal], Counter(found.face_down)
    if not isinstance(card, Goal):
        return ()
    keepers = tuple((Counter(found.keepers) - down).elements())
    named = {*card.names}
    if card.wants.besides_food:
        cards = view.deck.known_cards
        food = {slug for slug in keepers if isinstance(it := cards[slug], Keeper) and it.food}
        named.update(food, [card.wants.besides_food])
    elif not card.wants.keepers and not card.wants.counts_hands:
        named.update(keepers)
    return tuple(slug for slug in (*keepers, *found.creepers) if slug in named)


def rule_group(card: Card) -> str:
    """The group of a rule, of which only the newest is in play; empty for a card that is no rule.

    Of a rule of the board game it is the peg that it moves.
    """
    if isinstance(card, Shift):
        return card.peg
    return card.group if isinstance(card, NewRule) else ""


def free_actions(deck: str) -> frozenset[str]:
    """The cards of a deck that may give somebody a free action.  Raises ``KeyError`` for an unknown deck."""
    return frozenset(deck_of(deck).slugs).intersection(FREE_ACTIONS)


def going_together(view: View) -> frozenset[str]:
    """What serves a goal, of all that the view's seat has in hand and in front of it.

    Its keepers that are named by a goal in play or in its hand, and the goals in its hand that name one of
    its keepers.  In the board game the goals in its hand that name a space where it stands, and the leapers
    to spaces that these goals name, or the one on top.
    """
    cards = view.deck.known_cards
    hand = [cards[slug] for slug in view.hand]
    if view.board is not None:
        return _going_together_on_board(view, hand)
    mine = {each.slug for each in hand if isinstance(each, Keeper)}
    mine.update(keeper for seat in view.seats if seat.seat == view.me for keeper in seat.keepers)
    held = [each for each in hand if isinstance(each, Goal)]
    goals = [*held, *(each for each in map(cards.__getitem__, view.goals) if isinstance(each, Goal))]
    named = {keeper for goal in goals for keeper in goal.wants.keepers}
    fitting = {goal.slug for goal in held if not mine.isdisjoint(goal.wants.keepers)}
    return frozenset(mine & named | fitting)


def _going_together_on_board(view: View, hand: Iterable[Card]) -> frozenset[str]:
    cards, standing = view.deck.known_cards, _standing(view)
    fits = {each.slug for each in hand if isinstance(each, BoardGoal) and standing & {*each.names}}
    wanted = {space for goal in (*view.goals, *fits) for space in cards[goal].names} - standing
    leapers = {each.slug for each in hand if isinstance(each, Leaper) and wanted & {*each.names}}
    return frozenset(fits | leapers)


def _standing(view: View) -> frozenset[str]:
    """The spaces of the board where the view's seat has pieces."""
    if view.board is None or view.me is None:
        return frozenset()
    return frozenset(view.board.pieces[view.board.colours[view.me]])
