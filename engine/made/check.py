"""What every made card must fulfil beyond the shape of its data."""

import re
import unicodedata

import msgspec

from engine.bad_data import explain_bad_data
from engine.errors import Unreadable, is_visible
from engine.made.data import (
    LONGEST_FACE,
    LONGEST_TEXT,
    LONGEST_TITLE,
    MadeAction,
    MadeCard,
    MadeCreeper,
    MadeGoal,
    MadeKeeper,
    MadeRule,
    Step,
    WantsBoth,
    WantsSome,
    WantsWithCreeper,
    WantsWithout,
)
from engine.translation import gettext_noop

REF = "made:"
_LONGEST_KEY = 50
_COUNTING = ("draw", "draw-and-play", "everybody-draws", "everybody-discards")


def key(title: str) -> str:
    """How cards of the same deck name a made card: ``made:`` and its title in small letters with hyphens.

    Letters of any alphabet stay; a title without letters and digits stands as it is.
    """
    small = unicodedata.normalize("NFKC", title).casefold()
    return REF + (re.sub(r"[\W_]+", "-", small).strip("-")[:_LONGEST_KEY] or title)


def read_card(data: object) -> MadeCard:
    """The made card that plain data (as JSON has it) describes.  Raises ``Unreadable``, a ``ValueError``."""
    try:
        card: MadeCard = msgspec.convert(data, MadeCard)
    except (msgspec.ValidationError, RecursionError, OverflowError) as error:
        raise explain_bad_data(error) from None
    check_card(card)
    return card


def check_card(card: MadeCard) -> None:
    """Raise ``Unreadable`` for a title, text, face, number or step that no card can have."""
    _check_line(card.title, LONGEST_TITLE, gettext_noop("title"))
    if card.text:
        _check_line(card.text, LONGEST_TEXT, gettext_noop("text"))
    match card:
        case MadeKeeper(face=face) | MadeCreeper(face=face):
            if face:
                _check_line(face, LONGEST_FACE, gettext_noop("face"))
        case MadeRule():
            _check_rule(card)
        case MadeAction(title, steps=steps):
            for step in steps:
                _check_step(title, step)
        case MadeGoal():
            _check_goal(card)


def _check_line(text: str, longest: int, what: str) -> None:
    if not text.strip():
        raise Unreadable(gettext_noop("One of your own cards has no title."))
    if len(text) > longest:
        raise Unreadable(
            gettext_noop("“{text}” is too long: a card’s {what} can have at most {most} characters."),
            text=text,
            what=what,
            most=longest,
        )
    if text != text.strip() or not all(map(is_visible, text)):
        raise Unreadable(
            gettext_noop(
                "“{text}” starts or ends with a space, or contains a character that can’t be shown."
            ),
            text=text,
        )


def _check_rule(card: MadeRule) -> None:
    given = [
        number
        for number in (
            card.draw,
            card.play,
            card.play_all_but,
            card.hand_limit,
            card.keeper_limit,
            card.bonus,
        )
        if number is not None
    ]
    if len(given) != 1:
        raise Unreadable(
            gettext_noop("The rule “{title}” must set exactly one number, or give one bonus."),
            title=card.title,
        )
    if card.bonus is not None and not card.bonus.draw + card.bonus.play:
        raise Unreadable(gettext_noop("The bonus of “{title}” gives nothing."), title=card.title)


def _check_step(title: str, step: Step) -> None:
    if step.do not in _COUNTING and (step.count or step.play):
        text = gettext_noop("The step “{step}” of “{title}” can’t have a number.")
    elif step.do in _COUNTING and not step.count:
        text = gettext_noop("The step “{step}” of “{title}” needs a number of cards, at least 1.")
    elif step.do == "draw-and-play" and not 1 <= step.play <= step.count:
        text = gettext_noop(
            "The step “{step}” of “{title}” must play at least 1 card, and at most as many as it draws."
        )
    elif step.do != "draw-and-play" and step.play:
        text = gettext_noop("The step “{step}” of “{title}” plays no cards.")
    else:
        return
    raise Unreadable(text, step=step.do, title=title)


def _check_goal(card: MadeGoal) -> None:
    match card.wants:
        case WantsBoth(one, other):
            named = [one, other]
        case WantsSome(of=of):
            named = list(of)
        case WantsWithout(keeper, absent):
            named = [keeper, absent]
        case WantsWithCreeper(keepers=keepers):
            named = list(keepers)
        case _:
            return
    if len(set(named)) < len(named):
        raise Unreadable(gettext_noop("The goal “{title}” mentions a card twice."), title=card.title)
    if isinstance(card.wants, WantsSome) and card.wants.least > len(named):
        raise Unreadable(
            gettext_noop("The goal “{title}” needs more keepers than it lists."), title=card.title
        )
