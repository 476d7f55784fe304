"""Describes decks for readers: title, composition, problems.

A deck is identified by its name in the rules, which a game stores: words for editions and changes to them, or
JSON if it has made cards.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, gettext_noop, ngettext
from django.utils.translation import gettext as _

import engine
from games.core.errors import translate_error
from games.core.typography import sort_key

from .card_kinds import KINDS

# Readings of the rules that a table may choose, in words.
SWITCHES = {
    "limits-at-once": gettext_noop(
        "A new limit applies to everyone right away, even the player whose turn it is"
    ),
    "simplify-at-least-1": gettext_noop("Let’s Simplify takes at least one rule out of play"),
    "win-at-4": gettext_noop("A longer game: 4 goals needed to win"),
}
# What lies on the table besides the deck: the Basic Rules, or the cards of four colours.
BESIDE_THE_DECK = {"cards": 1, "board": 4}
# Cards that ask people for words of their own: a table may do without them.
TALKATIVE = ("alternate-factlets", "rhyme-time")


@dataclass(frozen=True)
class KindShare:
    """One kind of card in a deck: how many cards, and which share of the deck."""

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
    """The composition of a deck as a chart."""

    parts: tuple[KindShare, ...]
    size: int


@lru_cache(maxsize=64)
def parse_spec(name: str) -> engine.DeckSpec:
    """Return the deck of this name. Raises `ValueError` with a sentence for readers."""
    return engine.DeckSpec.parse(name)


def game_of(spec: engine.DeckSpec) -> str:
    """Return whose rules a deck follows: ``cards`` or ``board``."""
    games = (edition.game for edition in engine.all_editions() if edition.slug in spec.editions)
    return next((game for game in games if game != "cards"), "cards")


def is_board_game(name: str) -> bool:
    """Return whether the deck of this name is one of the board game."""
    try:
        return game_of(parse_spec(name)) == "board"
    except ValueError:
        return False


def most_seats(name: str) -> int:
    """Return the maximum number of players for the deck of this name."""
    return max(engine.seat_counts(name))


def cards_and_tiles(game: str, cards: int) -> str:
    """Describe how many cards a deck has, and what else lies on the table."""
    if game == "board":
        text = ngettext("%(n)d card, the board and its pegs", "%(n)d cards, the board and its pegs", cards)
    else:
        text = ngettext("%(n)d card and the Basic Rules", "%(n)d cards and the Basic Rules", cards)
    return text % {"n": cards}


def is_known_to_rules(spec: engine.DeckSpec) -> bool:
    """Whether the rules know every card and edition of a deck."""
    try:
        engine.deck_of(spec.name)
    except (KeyError, ValueError):
        return False
    return True


def deck_title(name: str, title: str = "") -> str:
    """Return the title of a deck: its owner's `title`, or else its editions."""
    return title or _editions_title(name, get_language() or "")


@lru_cache(maxsize=1024)
def _editions_title(name: str, _language: str) -> str:
    try:
        spec = parse_spec(name)
    except ValueError:
        return _("An unknown deck")
    known = {edition.slug: edition.title for edition in engine.all_editions()}
    editions = " + ".join(_(known[slug]) if slug in known else slug for slug in spec.editions)
    is_changed = spec.more or spec.without or spec.made
    return _("%(editions)s, with changes") % {"editions": editions} if is_changed else editions


def combine_editions(*slugs: str) -> engine.DeckSpec:
    """Return the unchanged deck of these editions. Raises `ValueError`."""
    return parse_spec(" ".join(slugs))


def with_card(name: str, card: Mapping[str, Any]) -> str:
    """Return the name of the same deck with a made card added. Raises `ValueError`."""
    data = json.loads(parse_spec(name).dump())
    return engine.DeckSpec.of({**data, "made": [*data.get("made", ()), dict(card)]}).name


def has_room_for_card(name: str) -> bool:
    """Whether a card of a table could be added: to a deck of a game of cards, with none that people made."""
    try:
        spec = parse_spec(name)
    except ValueError:
        return False
    return not spec.made and game_of(spec) == "cards"


def build_chart(spec: engine.DeckSpec) -> DeckChart:
    """Return the composition of a deck, its kinds in the order of card lists."""
    kinds = engine.composition(spec).kinds
    size, before, parts = sum(kinds.values()), 0, []
    for kind, words in KINDS.items():
        if count := kinds.get(kind):
            start, percent = (round(100 * number / size, 2) for number in (before, count))
            parts.append(KindShare(kind, _(words.plural), count, start, percent))
            before += count
    return DeckChart(tuple(parts), size)


def describe_problems(spec: engine.DeckSpec, seats: int | None = None) -> tuple[list[str], list[str]]:
    """Return all problems of a deck as sentences, also those that do not keep it from being played."""
    found = engine.problems(spec, seats)
    return (
        [translate_error(each) for each in found if each.serious],
        [translate_error(each) for each in found if not each.serious],
    )


def blocking_problems(spec: engine.DeckSpec, seats: int | None = None) -> list[str]:
    """Return the problems that keep a deck from being played, as sentences."""
    return describe_problems(spec, seats)[0]


def describe_deck_error(error: ValueError) -> str:
    """Return why a deck or a card is invalid, in the reader's language."""
    return translate_error(error) if isinstance(error, engine.EngineError) else str(error)


def card_text(card: engine.Card) -> str:
    """Return the text of a card, printed or made, in the reader's language."""
    return card.describe(_, ngettext)


def shares_by_kind(spec: engine.DeckSpec) -> Iterable[tuple[str, list[engine.Share]]]:
    """Return the cards of a deck by kind in the order of card lists, sorted by title."""
    shares = engine.composition(spec).shares
    for kind in KINDS:
        of_kind = [share for share in shares if share.card.kind == kind]
        if of_kind:
            yield kind, sorted(of_kind, key=lambda share: sort_key(_(share.card.title)))
