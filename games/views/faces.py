"""Cards as a page shows them: words in the reader's language, and a picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import engine

KINDS = {
    "keeper": gettext_noop("Keeper"),
    "goal": gettext_noop("Goal"),
    "new rule": gettext_noop("New rule"),
    "action": gettext_noop("Action"),
    "basic rules": gettext_noop("Basic rules"),
}

# What stands on a card besides its words: symbols of static/pictures.svg. A keeper is its own picture.
PICTURES = {
    "basic-rules": ("draw", "play"),
    "the-appliances": ("the-toaster", "television"),
    "baked-goods": ("bread", "cookies"),
    "bed-time": ("sleep", "time"),
    "bread-and-chocolate": ("bread", "chocolate"),
    "cant-buy-me-love": ("money", "love"),
    "chocolate-cookies": ("chocolate", "cookies"),
    "chocolate-milk": ("chocolate", "milk"),
    "day-dreams": ("the-sun", "dreams"),
    "dreamland": ("sleep", "dreams"),
    "the-eye-of-the-beholder": ("the-eye", "love"),
    "great-theme-song": ("music", "television"),
    "hearts-and-minds": ("love", "the-brain"),
    "hippyism": ("peace", "love"),
    "lullaby": ("sleep", "music"),
    "milk-and-cookies": ("milk", "cookies"),
    "the-minds-eye": ("the-brain", "the-eye"),
    "night-and-day": ("the-sun", "the-moon"),
    "party-time": ("the-party", "time"),
    "rocket-science": ("the-rocket", "the-brain"),
    "rocket-to-the-moon": ("the-rocket", "the-moon"),
    "squishy-chocolate": ("chocolate", "the-sun"),
    "time-is-money": ("time", "money"),
    "toast": ("bread", "the-toaster"),
    "turn-it-up": ("music", "the-party"),
    "winning-the-lottery": ("dreams", "money"),
    "world-peace": ("dreams", "peace"),
    "5-keepers": ("kind-keeper",),
    "10-cards-in-hand": ("hand",),
    "the-brain-no-tv": ("the-brain", "no-television"),
    "party-snacks": ("the-party", "snacks"),
    "draw-2": ("draw",),
    "draw-3": ("draw",),
    "draw-4": ("draw",),
    "draw-5": ("draw",),
    "play-2": ("play",),
    "play-3": ("play",),
    "play-4": ("play",),
    "play-all": ("play", "no-limits"),
    "play-all-but-1": ("play", "hand"),
    "hand-limit-0": ("hand",),
    "hand-limit-1": ("hand",),
    "hand-limit-2": ("hand",),
    "keeper-limit-2": ("kind-keeper",),
    "keeper-limit-3": ("kind-keeper",),
    "keeper-limit-4": ("kind-keeper",),
    "no-hand-bonus": ("empty-hand", "draw"),
    "party-bonus": ("the-party", "gift"),
    "poor-bonus": ("purse", "draw"),
    "rich-bonus": ("crown", "play"),
    "double-agenda": ("kind-goal", "kind-goal"),
    "first-play-random": ("dice", "play"),
    "get-on-with-it": ("hurry",),
    "goal-mill": ("mill", "kind-goal"),
    "inflation": ("balloon",),
    "mystery-play": ("mystery", "play"),
    "recycling": ("recycle", "kind-keeper"),
    "swap-plays-for-draws": ("play", "swap", "draw"),
    "discard-and-draw": ("trash", "draw"),
    "draw-2-and-use-em": ("draw", "play"),
    "draw-3-play-2-of-them": ("draw", "play"),
    "empty-the-trash": ("trash", "swap", "pile"),
    "everybody-gets-1": ("gift",),
    "exchange-keepers": ("kind-keeper", "swap", "kind-keeper"),
    "jackpot": ("jackpot",),
    "lets-do-that-again": ("again",),
    "lets-simplify": ("simplify",),
    "no-limits": ("no-limits",),
    "random-tax": ("tax",),
    "rock-paper-scissors-showdown": ("rock", "paper", "scissors"),
    "rotate-hands": ("rotate",),
    "rules-reset": ("reset",),
    "share-the-wealth": ("share",),
    "steal-a-keeper": ("grab", "kind-keeper"),
    "take-another-turn": ("again-turn",),
    "todays-special": ("cake",),
    "trade-hands": ("hand", "swap", "hand"),
    "trash-a-keeper": ("trash", "kind-keeper"),
    "trash-a-new-rule": ("trash", "kind-new-rule"),
    "use-what-you-take": ("grab", "play"),
    "zap-a-card": ("zap",),
}


@dataclass(frozen=True)
class Face:
    """A card, face up. ``kind`` names its style; ``remark`` says what differs from its print now."""

    slug: str
    title: str
    text: str
    kind: str
    kind_name: str
    pictures: tuple[str, ...]
    numeral: str = ""
    remark: str = ""


@dataclass(frozen=True)
class Faces:
    """The cards of an edition as its table shows them, with or without Inflation in force."""

    edition: str
    inflation: bool = False

    def of(self, slug: str) -> Face:
        """Return the face of the card with this slug."""
        card = engine.card(slug)
        inflated = self.inflation and slug != "inflation" and any(char.isdigit() for char in card.text)
        return Face(
            slug=slug,
            title=_(card.title),
            text=self._goals_of(slug) or _(card.text),
            kind=card.kind.replace(" ", "-"),
            kind_name=_(KINDS[card.kind]),
            pictures=(slug,) if card.kind == "keeper" else PICTURES[slug],
            numeral=_numeral(card),
            remark=_("Inflation: each number + 1") if inflated else "",
        )

    def all(self, slugs: Iterable[str]) -> tuple[Face, ...]:
        """Return the faces of some cards, in their order."""
        return tuple(self.of(slug) for slug in slugs)

    def _goals_of(self, keeper: str) -> str:
        """Say for which goals a keeper is good: that is all there is to say about one."""
        goals = [_(engine.card(goal).title) for goal in goals_with(keeper, self.edition)]
        return _("For the goals %(goals)s.") % {"goals": ", ".join(goals)} if goals else ""


@cache
def goals_with(keeper: str, edition: str) -> tuple[str, ...]:
    """Return the slugs of the goals of an edition that show this keeper."""
    cards = (engine.card(slug) for slug in engine.edition(edition).cards)
    return tuple(card.slug for card in cards if card.kind == "goal" and keeper in PICTURES[card.slug])


def _numeral(card: engine.Card) -> str:
    """Return the number that stands large on a goal or a rule: Draw 2, 5 Keepers."""
    if card.kind not in ("goal", "new rule"):
        return ""
    return "".join(char for char in card.slug if char.isdigit())
