"""From the data of made cards to cards that can be played."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from engine.card import Action, Bonus, Card, Creeper, Goal, Keeper, NewRule
from engine.cards import CARDS
from engine.made.check import key
from engine.made.data import (
    MadeAction,
    MadeCard,
    MadeCreeper,
    MadeGoal,
    MadeKeeper,
    MadeRule,
    Wants,
    WantsBoth,
    WantsMostCards,
    WantsMostKeepers,
    WantsSome,
    WantsWithCreeper,
    WantsWithout,
)
from engine.made.steps import steps_of
from engine.made.wants import condition
from engine.made.words import describe
from engine.translation import Gettext, Ngettext

_LONGEST_STEM, _DIGITS = 23, 16  # 40 characters with the sign between them


class Built(msgspec.Struct, frozen=True):
    """A made card as a card; ``made`` is its data, in which other made cards are named by their slugs."""

    card: Card
    made: MadeCard


def build(cards: Sequence[MadeCard]) -> dict[str, Built]:
    """The cards that these data describe, by their keys (``made:robot``), in the same order.

    A slug is made of the title and a hash of the data, so that it means the same card in whatever deck.
    """
    simple = {key(made.title): made for made in cards if isinstance(made, MadeKeeper | MadeCreeper)}
    slugs = {name: _slug(made) for name, made in simple.items()}
    titles = {slug: simple[name].title for name, slug in slugs.items()}

    def title(slug: str) -> str:
        return titles.get(slug) or (CARDS[slug].title if slug in CARDS else slug)

    return {key(made.title): _build(resolve(made, lambda ref: slugs.get(ref, ref)), title) for made in cards}


def named(card: MadeCard) -> tuple[list[str], list[str]]:
    """The keepers and the Creepers that a made card names, as its data has them."""
    keepers: list[str] = []
    creepers: list[str] = []

    def keep(zone: list[str]) -> Callable[[str], str]:
        def note(ref: str) -> str:
            zone.append(ref)
            return ref

        return note

    resolve(card, keep(keepers), keep(creepers))
    return keepers, creepers


def resolve(
    card: MadeCard, keeper: Callable[[str], str], creeper: Callable[[str], str] | None = None
) -> MadeCard:
    """The same card with each keeper, and each Creeper, named as these functions say."""
    creeper = creeper or keeper
    match card:
        case MadeGoal():
            wants = _resolve_wants(card.wants, keeper, creeper)
            return msgspec.structs.replace(
                card, wants=wants, creeper=creeper(card.creeper) if card.creeper else ""
            )
        case MadeRule() if card.bonus is not None:
            bonus = msgspec.structs.replace(card.bonus, holds=keeper(card.bonus.holds))
            return msgspec.structs.replace(card, bonus=bonus)
    return card


def _resolve_wants(wants: Wants, keeper: Callable[[str], str], creeper: Callable[[str], str]) -> Wants:
    match wants:
        case WantsBoth(one, other):
            return WantsBoth(keeper(one), keeper(other))
        case WantsSome(least, of):
            return WantsSome(least, tuple(map(keeper, of)))
        case WantsWithout(wanted, absent):
            return WantsWithout(keeper(wanted), keeper(absent))
        case WantsWithCreeper(keepers, wanted):
            return WantsWithCreeper(tuple(map(keeper, keepers)), creeper(wanted))
        case WantsMostKeepers() | WantsMostCards():
            return wants


def _build(made: MadeCard, title: Callable[[str], str]) -> Built:
    def wording(gettext: Gettext, ngettext: Ngettext) -> str:
        return describe(made, lambda slug: gettext(title(slug)), gettext, ngettext)

    slug = _slug(made)
    head: dict[str, Any] = {
        "slug": slug,
        "title": made.title,
        "text": made.text or wording(str, _english),
        "wording": None if made.text else wording,
    }
    card: Card
    match made:
        case MadeKeeper(food=food, face=face, picture=picture):
            card = Keeper(**head, kind="keeper", face=face, picture=picture, food=food)
        case MadeCreeper(attaches=attaches, face=face, picture=picture):
            card = Creeper(**head, kind="creeper", face=face, picture=picture, attaches=attaches)
        case MadeGoal():
            card = Goal(**head, kind="goal", wants=condition(made))
        case MadeRule():
            card = _rule(head, made)
        case MadeAction(steps=steps):
            card = Action(**head, kind="action", effect=steps_of(slug, steps))
    return Built(card, made)


def _rule(head: dict[str, Any], made: MadeRule) -> NewRule:
    groups = {
        "draw": made.draw,
        "play": made.play if made.play is not None else made.play_all_but,
        "hand limit": made.hand_limit,
        "keeper limit": made.keeper_limit,
    }
    return NewRule(
        **head,
        kind="new rule",
        group=next((group for group, number in groups.items() if number is not None), head["slug"]),
        draw=made.draw,
        play=made.play,
        play_all_but=made.play_all_but,
        hand_limit=made.hand_limit,
        keeper_limit=made.keeper_limit,
        bonus=Bonus(made.bonus.holds, made.bonus.draw, made.bonus.play) if made.bonus else None,
    )


def _english(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


def _slug(made: MadeCard) -> str:
    """``robot~1f0a…``: what the title says in plain letters, and a hash of everything that the card is."""
    letters = unicodedata.normalize("NFKD", made.title.casefold().translate(_LATIN))
    stem = re.sub(r"[^a-z0-9]+", "-", letters.encode("ascii", "ignore").decode())
    digest = sha256(msgspec.json.encode(made)).hexdigest()
    return f"{stem.strip('-')[:_LONGEST_STEM].strip('-') or 'card'}~{digest[:_DIGITS]}"


_LATIN: Mapping[int, str] = {
    ord(letter): latin
    for letter, latin in zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюяłøđæœ",
        (
            *("a", "b", "v", "g", "d", "e", "e", "zh", "z", "i", "i", "k", "l", "m", "n", "o", "p", "r", "s"),
            *("t", "u", "f", "kh", "ts", "ch", "sh", "shch", "", "y", "", "e", "yu", "ya"),
            *("l", "o", "d", "ae", "oe"),
        ),
        strict=True,
    )
}
