"""What made cards say when their makers wrote no text, in whatever language the caller translates to."""

from collections.abc import Callable

from engine.cards.words import words
from engine.cards.words.base import KEEPER
from engine.made.data import (
    BonusFor,
    MadeAction,
    MadeCard,
    MadeCreeper,
    MadeGoal,
    MadeKeeper,
    MadeRule,
    Step,
    Wants,
    WantsBoth,
    WantsMostCards,
    WantsMostKeepers,
    WantsSome,
    WantsWithCreeper,
    WantsWithout,
)
from engine.translation import Gettext, Ngettext, gettext_noop

Title = Callable[[str], str]
"""What a reader calls the card of a slug."""


def describe(card: MadeCard, title: Title, gettext: Gettext, ngettext: Ngettext) -> str:
    """What a made card does, in a few sentences."""
    match card:
        case MadeKeeper():
            said = [gettext(KEEPER)]
            if card.food:
                said.append(gettext("It is food."))
        case MadeCreeper():
            said = [gettext(_CREEPER)]
            if card.attaches:
                said.append(gettext("It attaches to a keeper there."))
        case MadeGoal():
            said = [_goal(card.wants, title, gettext)]
            if card.creeper:
                text = gettext("You also need {card} in front of you.")
                said.append(text.format(card=title(card.creeper)))
        case MadeRule():
            said = [_rule(card, title, gettext, ngettext)]
        case MadeAction():
            said = [_step(step, gettext, ngettext) for step in card.steps]
    return " ".join(said)


_CREEPER = gettext_noop(
    "A Creeper: when you draw it, it comes into play in front of you. You can’t win while you have it, "
    "unless the goal names it."
)


def _goal(wants: Wants, title: Title, gettext: Gettext) -> str:
    match wants:
        case WantsBoth(one, other):
            return gettext("Win with {one} and {other}.").format(one=title(one), other=title(other))
        case WantsSome(least, of):
            cards = gettext(", ").join(map(title, of))
            return gettext("Win with at least {count} of these: {cards}.").format(count=least, cards=cards)
        case WantsWithout(keeper, absent):
            text = gettext("Win with {keeper} while nobody has {absent} in play.")
            return text.format(keeper=title(keeper), absent=title(absent))
        case WantsMostKeepers(least):
            text = gettext("Win with {count} or more keepers in play, and more than anyone else.")
            return text.format(count=least)
        case WantsMostCards(least):
            text = gettext("Win with {count} or more cards in hand, and more than anyone else.")
            return text.format(count=least)
        case WantsWithCreeper(keepers, creeper):
            cards = gettext(", ").join(map(title, (*keepers, creeper)))
            return gettext("Win with all of these: {cards}.").format(cards=cards)


def _rule(rule: MadeRule, title: Title, gettext: Gettext, ngettext: Ngettext) -> str:
    match rule:
        case MadeRule(draw=int(count)):
            said = ngettext(
                "Draw {count} card in a turn. If you drew fewer this turn, catch up now.",
                "Draw {count} cards in a turn. If you drew fewer this turn, catch up now.",
                count,
            )
        case MadeRule(play=int(count)):
            said = ngettext(
                "Play {count} card in a turn, or all you have if that is fewer.",
                "Play {count} cards in a turn, or all you have if that is fewer.",
                count,
            )
        case MadeRule(play_all_but=int(count)) if count:
            said = ngettext(
                "Play until {count} card is left in your hand.",
                "Play until {count} cards are left in your hand.",
                count,
            )
        case MadeRule(hand_limit=int(count)):
            said = ngettext(
                "While others play, hold at most {count} card; at the end of your own turn, discard "
                "the rest.",
                "While others play, hold at most {count} cards; at the end of your own turn, discard "
                "the rest.",
                count,
            )
        case MadeRule(keeper_limit=int(count)):
            said = ngettext(
                "While others play, keep at most {count} keeper; at the end of your own turn, "
                "discard the rest.",
                "While others play, keep at most {count} keepers; at the end of your own turn, "
                "discard the rest.",
                count,
            )
        case MadeRule(bonus=BonusFor() as bonus):
            return _bonus(bonus, title, gettext)
        case _:
            return gettext(words("play-all")[1])
    return said.format(count=count)


def _bonus(bonus: BonusFor, title: Title, gettext: Gettext) -> str:
    if bonus.draw and bonus.play:
        said = gettext("With {card} in front of you, draw {draw} more and play {play} more on your turn.")
    elif bonus.draw:
        said = gettext("With {card} in front of you, draw {draw} more on your turn.")
    else:
        said = gettext("With {card} in front of you, play {play} more on your turn.")
    return said.format(card=title(bonus.holds), draw=bonus.draw, play=bonus.play)


def _step(step: Step, gettext: Gettext, ngettext: Ngettext) -> str:
    count = step.count
    match step.do:
        case "draw":
            return ngettext("Draw {count} card.", "Draw {count} cards.", count).format(count=count)
        case "draw-and-play":
            return ngettext(
                "Set your hand aside, draw {count} card, play {play} and discard the rest.",
                "Set your hand aside, draw {count} cards, play {play} and discard the rest.",
                count,
            ).format(count=count, play=step.play)
        case "everybody-draws":
            return ngettext("Everyone draws {count} card.", "Everyone draws {count} cards.", count).format(
                count=count
            )
        case "everybody-discards":
            return ngettext(
                "Everyone discards {count} card from their hand.",
                "Everyone discards {count} cards from their hand.",
                count,
            ).format(count=count)
        case "take-a-card":
            return gettext("Take a card at random from the hand of a player you choose.")
    return gettext(words(step.do)[1])
