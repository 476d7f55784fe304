"""The switch on a Surprise in hand: it plays itself to stop a win, asks, or is never played."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import engine
from games.decks.titles import translate
from games.orders.window_orders import Switch, kinds_answered, read_switch, switch_choices
from games.pages.common.seat_context import SeatContext
from games.play.set_window_orders import read_window_orders

WORDS = {
    Switch.PLAYS: gettext_noop("Plays itself to stop a win"),
    Switch.ASKS: gettext_noop("Ask me"),
    Switch.NEVER: gettext_noop("Never"),
}
DONE = {
    Switch.PLAYS: gettext_noop("“%(card)s” plays itself when it can stop someone else from winning."),
    Switch.ASKS: gettext_noop("We’ll ask you whenever “%(card)s” could answer, and the others wait."),
    Switch.NEVER: gettext_noop("“%(card)s” isn’t played in other turns. Nobody waits for you."),
}


@dataclass(frozen=True)
class SwitchChoice:
    """One position of a switch."""

    value: str
    words: str
    is_on: bool


@dataclass(frozen=True)
class SurpriseSwitch:
    """The switch of a Surprise; ``is_own`` when lines of orders say something else about it."""

    slug: str
    title: str
    choices: tuple[SwitchChoice, ...]
    is_own: bool


def build_switches(context: SeatContext, view: engine.View | None) -> Mapping[str, SurpriseSwitch]:
    """Return the switches of the Surprises in the viewer's hand, by the cards; a deputy has none."""
    seat, game = context.seat, context.game
    if view is None or seat is None or not seat.is_person or game.is_over or context.deputy is not None:
        return {}
    held = [slug for slug in view.hand if view.deck.known_cards[slug].kind == "surprise"]
    orders = read_window_orders(seat) if held else []
    found = {}
    for slug in dict.fromkeys(held):
        if choices := switch_choices(game, slug):
            state = read_switch(orders, slug, kinds_answered(game, slug))
            shown = tuple(SwitchChoice(each, _(WORDS[each]), each == state) for each in choices)
            title = translate(view.deck.known_cards[slug].title)
            found[slug] = SurpriseSwitch(slug, title, shown, state == Switch.OWN)
    return found


def describe_switch(game_deck: Mapping[str, engine.Card], slug: str, wanted: str) -> str:
    """Say what a Surprise does from now on."""
    return _(DONE[wanted]) % {"card": translate(game_deck[slug].title)}
