"""Decks in words: what one is called, what it is made of, what is wrong with it.

A deck is known by the name under which the rules play it, which a game keeps: words for editions and changes
to them, JSON where it has cards that people made.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

import engine
from games.core.errors import in_words

from .card_kinds import KINDS

# Readings of the rules that a table may choose, in words.
SWITCHES = {
    "limits-at-once": gettext_noop("A new limit binds everybody at once, whoever’s turn it is, too"),
    "simplify-at-least-1": gettext_noop("Let’s Simplify takes at least one rule out of play"),
    "win-at-4": gettext_noop("A longer game: 4 goals needed to win"),
}
# What lies on the table besides the deck: the Basic Rules, or the cards of four colours.
BESIDE_THE_DECK = {"cards": 1, "board": 4}
# Cards that ask people for words of their own: a table may do without them.
TALKATIVE = ("alternate-factlets", "rhyme-time")


@dataclass(frozen=True)
class KindShare:
    """All cards of one kind in a deck: how many there are, and how much of the deck that is."""

    kind: str
    name: str
    count: int
    start: float
    percent: float

    @property
    def style(self) -> str:
        """The kind as style sheets name it."""
        return self.kind.replace(" ", "-")


@dataclass(frozen=True)
class DeckChart:
    """How a deck is composed, to be drawn."""

    parts: tuple[KindShare, ...]
    size: int


@lru_cache(maxsize=64)
def spec_of(name: str) -> engine.DeckSpec:
    """Return the deck of this name. Raises `ValueError` with a sentence for the reader."""
    return engine.DeckSpec.parse(name)


def game_of(spec: engine.DeckSpec) -> str:
    """Return by whose rules a deck is played: those of ``cards``, or of the ``board``."""
    games = (edition.game for edition in engine.all_editions() if edition.slug in spec.editions)
    return next((game for game in games if game != "cards"), "cards")


def is_of_board(name: str) -> bool:
    """Return whether the deck of this name is one of the board game."""
    try:
        return game_of(spec_of(name)) == "board"
    except ValueError:
        return False


def most_seats(name: str) -> int:
    """Return how many can play at most with the deck of this name, which the rules know."""
    return max(engine.seat_counts(name))


def cards_and_tiles(game: str, cards: int) -> str:
    """Say how many cards a deck of a game has, and what lies on the table besides."""
    if game == "board":
        text = ngettext("%(n)d card, the board and its pegs", "%(n)d cards, the board and its pegs", cards)
    else:
        text = ngettext("%(n)d card and the Basic Rules", "%(n)d cards and the Basic Rules", cards)
    return text % {"n": cards}


def is_dealt(spec: engine.DeckSpec) -> bool:
    """Return whether the rules know every card and edition of a deck, so that they can deal it."""
    try:
        engine.deck_of(spec.name)
    except (KeyError, ValueError):
        return False
    return True


def title_of(name: str, title: str = "") -> str:
    """Return what a deck is called: `title` where its owner has given one, else its editions."""
    if title:
        return title
    try:
        spec = spec_of(name)
    except ValueError:
        return _("An unknown deck")
    known = {edition.slug: edition.title for edition in engine.all_editions()}
    editions = " + ".join(_(known[slug]) if slug in known else slug for slug in spec.editions)
    return (
        _("%(editions)s, with changes") % {"editions": editions} if differs_from_editions(spec) else editions
    )


def differs_from_editions(spec: engine.DeckSpec) -> bool:
    """Return whether a deck has more, or fewer, than the cards of its editions."""
    return bool(spec.more or spec.without or spec.made)


def spec_of_editions(*slugs: str) -> engine.DeckSpec:
    """Return the deck of these editions as they are. Raises `ValueError`."""
    return spec_of(" ".join(slugs))


def with_card(name: str, card: Mapping[str, Any]) -> str:
    """Return the name of the same deck with one more card that people made. Raises `ValueError`."""
    data = json.loads(spec_of(name).dump())
    return engine.DeckSpec.of({**data, "made": [*data.get("made", ()), dict(card)]}).name


def chart_of(spec: engine.DeckSpec) -> DeckChart:
    """Return how a deck is composed, its kinds in the order in which lists of cards show them."""
    kinds = engine.composition(spec).kinds
    size, before, parts = sum(kinds.values()), 0, []
    for kind, words in KINDS.items():
        if count := kinds.get(kind):
            start, percent = (round(100 * number / size, 2) for number in (before, count))
            parts.append(KindShare(kind, _(words.plural), count, start, percent))
            before += count
    return DeckChart(tuple(parts), size)


def describe_problems(spec: engine.DeckSpec, seats: int | None = None) -> tuple[list[str], list[str]]:
    """Return what keeps a deck from being played, and what its owner may want to know, as sentences."""
    found = engine.problems(spec, seats)
    return (
        [in_words(each) for each in found if each.serious],
        [in_words(each) for each in found if not each.serious],
    )


def blocking_problems(spec: engine.DeckSpec, seats: int | None = None) -> list[str]:
    """Return what keeps a deck from being played, as sentences."""
    return describe_problems(spec, seats)[0]


def describe_error(error: ValueError) -> str:
    """Return why something is no deck, or no card, as a sentence in the reader's language."""
    return in_words(error) if isinstance(error, engine.EngineError) else str(error)


def text_of(card: engine.Card) -> str:
    """Return what a card says in the reader's language, be it printed or made."""
    return engine.text_of(card, _, ngettext)


def shares_by_kind(spec: engine.DeckSpec) -> Iterable[tuple[str, list[engine.Share]]]:
    """Return the titles of a deck, kind by kind in the order of lists of cards, each by title."""
    shares = engine.composition(spec).shares
    for kind in KINDS:
        of_kind = [share for share in shares if share.card.kind == kind]
        if of_kind:
            yield kind, sorted(of_kind, key=lambda share: _(share.card.title))
