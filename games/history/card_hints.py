"""Hints on cards that can be played: what the goal wants, and what end of the game is certain.

They follow from the reader's view alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import engine


class HintKind(StrEnum):
    """What a hint says; the value is the end of its class in the style sheets."""

    WINS = "wins"
    OTHER_WINS = "other-wins"
    YOU_LOSE = "you-lose"
    ALL_LOSE = "all-lose"
    WANTED = "wanted"


@dataclass(frozen=True)
class CardHint:
    """A hint as a sentence, and in a word or two for small cards. ``who`` is the seat that would win."""

    kind: HintKind
    text: str
    short: str
    who: int | None = None

    @property
    def is_danger(self) -> bool:
        """Whether it warns of a card with which the reader loses."""
        return self.kind not in (HintKind.WINS, HintKind.WANTED)


def hints_by_card(view: engine.View, names: Mapping[int, str]) -> dict[str, CardHint]:
    """Return a hint for each card in hand that the goal asks for, or that would end the game."""
    wanted = set()
    if view.board is None:
        wanted = {name for goal in view.goals for name in view.deck.known_cards[goal].names}
    hints = {
        slug: CardHint(HintKind.WANTED, _("Needed for the goal"), pgettext("short hint on a card", "Goal"))
        for slug in (*view.hand, *view.temporary)
        if slug in wanted
    }
    can_be_cancelled = bool(engine.surprises(view.deck.slug))
    for slug, end in engine.ends_by_hand(view).items():
        hints[slug] = _hint_of_end(end, view, names, can_be_cancelled=can_be_cancelled)
    return hints


def _hint_of_end(
    end: engine.End, view: engine.View, names: Mapping[int, str], *, can_be_cancelled: bool
) -> CardHint:
    if end.winner is not None and end.winner == view.me:
        text = _("Wins unless someone objects") if can_be_cancelled else _("Wins the game")
        return CardHint(HintKind.WINS, text, pgettext("short hint on a card", "Wins"), end.winner)
    if end.winner is not None:
        name = names[end.winner]
        text = (
            _("%(name)s would win unless someone objects")
            if can_be_cancelled
            else _("%(name)s would win now")
        )
        return CardHint(HintKind.OTHER_WINS, text % {"name": name}, f"! {name}", end.winner)
    if end.all_lose:
        text = (
            _("Everyone would lose unless someone objects") if can_be_cancelled else _("Everyone would lose")
        )
        return CardHint(HintKind.ALL_LOSE, text, f"! {pgettext('short hint on a card', 'All lose')}")
    text = _("You would lose unless someone objects") if can_be_cancelled else _("You would lose")
    return CardHint(HintKind.YOU_LOSE, text, f"! {pgettext('short hint on a card', 'You lose')}")
