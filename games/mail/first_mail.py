"""What somebody's first mail about a card game says: the rules in short, and the goals in sentences."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from .letter import GoalInPlay, Situation, WantedCard


def rules_in_short() -> str:
    """Return how a card game is won, for somebody who has never played."""
    return _(
        "Keepers you play stay in front of you. The goal in the middle says which keepers win, no matter "
        "whose turn it is. New rules change the game for everyone; actions happen once."
    )


def in_sentences(situation: Situation) -> Situation:
    """Return the same situation with goals that say how they are won, and who has what of them."""
    return replace(situation, goals=tuple(_in_sentences(goal) for goal in situation.goals))


def _in_sentences(goal: GoalInPlay) -> GoalInPlay:
    if not goal.wanted:
        return goal
    return replace(goal, text=" ".join((goal.meaning, *_owners(goal))), wanted=())


def _owners(goal: GoalInPlay) -> Iterator[str]:
    """Yield who has which of the cards that a goal names."""
    owned = [card for card in goal.wanted if card.is_owned]
    if not owned:
        yield _("Nobody has any of them yet.")
    for card in owned:
        yield _owner(card)


def _owner(card: WantedCard) -> str:
    words = {"card": card.title, "name": card.owner}
    if card.is_mine:
        return _("You already have “%(card)s”.") % words
    return _("%(name)s already has “%(card)s”.") % words
