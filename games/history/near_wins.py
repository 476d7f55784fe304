"""Who was one card away from winning when a game ended."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

import engine

from .marks import Told, mark_seat, quoted_marked


def describe_near_wins(view: engine.View, names: Mapping[int, str]) -> Iterable[Told]:
    """Say who had all but one of the cards that a goal in play names, face up, and which one was missing.

    A goal that asks for more than it names tells nothing, and a Creeper that it does not name keeps a seat
    from winning by it.
    """
    if view.board is not None:
        return
    cards = view.deck.known_cards
    for goal in view.goals:
        named = set(cards[goal].names) if cards[goal].names_all else set()
        for seat in view.seats:
            if seat.seat == view.winner or not named.issuperset(seat.creepers):
                continue
            missing = named.difference(engine.cards_that_meet(view, goal, seat.seat))
            if len(missing) == 1:
                needed, met = quoted_marked([*missing], cards), quoted_marked([goal], cards)
                words = {"name": mark_seat(seat.seat, names[seat.seat]), "card": needed, "goal": met}
                yield Told(_("%(name)s needed only %(card)s for %(goal)s.") % words)
