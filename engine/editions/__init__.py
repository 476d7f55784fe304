"""The editions: each is a deck with a name.  Decks are named by what they are made of."""

from functools import lru_cache

from engine.card import Deck
from engine.cards import CARDS
from engine.deck_spec import MOST_CARDS, DeckSpec
from engine.editions.anatomy import ANATOMY, ANATOMY_ABOUT, ANATOMY_OPTIONAL, ANATOMY_OURS, ANATOMY_START
from engine.editions.board import BOARD, BOARD_ABOUT
from engine.editions.deck_list import UnknownDeck, build_deck, list_deck
from engine.editions.edition import Edition
from engine.editions.fluxx import FLUXX, FLUXX_ABOUT
from engine.editions.ice import ICE, ICE_ABOUT, ICE_CARRIED, ICE_OURS
from engine.editions.wonderland import WONDERLAND, WONDERLAND_ABOUT, WONDERLAND_OURS, WONDERLAND_SWITCHES
from engine.errors import Unreadable
from engine.made.build import build
from engine.translation import gettext_noop

SWITCHES = {"limits-at-once": "cards", "simplify-at-least-1": "cards", "win-at-4": "board"}
"""The readings of the rules that a deck may ask for, and the game that each is about."""


_EDITIONS = {
    edition.slug: edition
    for edition in (
        Edition("fluxx", *FLUXX, about=FLUXX_ABOUT),
        Edition("ice", *ICE, ours=ICE_OURS, carried=ICE_CARRIED, about=ICE_ABOUT),
        Edition(
            "wonderland",
            *WONDERLAND,
            switches=WONDERLAND_SWITCHES,
            ours=WONDERLAND_OURS,
            about=WONDERLAND_ABOUT,
        ),
        Edition(
            "anatomy",
            *ANATOMY,
            start=ANATOMY_START,
            optional=ANATOMY_OPTIONAL,
            ours=ANATOMY_OURS,
            about=ANATOMY_ABOUT,
        ),
        Edition("board", *BOARD, about=BOARD_ABOUT, game="board"),
    )
}


def all_editions() -> tuple[Edition, ...]:
    """All editions, in the order in which they are offered."""
    return tuple(_EDITIONS.values())


def edition_of(slug: str) -> Edition:
    """The edition of this name.  Raises ``KeyError`` for an unknown one."""
    return _EDITIONS[slug]


OTHER_GAME = gettext_noop("“{card}” is a card of another game, and can’t be played in this one.")
MADE_ELSEWHERE = gettext_noop("Made cards can’t be played in the board game.")


def switches_of(game: str) -> tuple[str, ...]:
    """The readings of the rules that a game of ``cards``, or the ``board``, knows."""
    return tuple(name for name, about in SWITCHES.items() if about == game)


def is_of(card: str, game: str) -> bool:
    """Whether a card may be in a deck of this game: an edition of it has the card, or no edition at all."""
    games = _games_with().get(card)
    return games is None or game in games


@lru_cache(maxsize=1)
def _games_with() -> dict[str, set[str]]:
    """The games whose editions have a card, by its slug."""
    games: dict[str, set[str]] = {}
    for each in all_editions():
        for card in each.cards:
            games.setdefault(card, set()).add(each.game)
    return games


@lru_cache(maxsize=256)
def deck_of(name: str) -> Deck:
    """The deck of this name: editions mixed, with cards more or fewer, and readings of the rules.

    ``fluxx wonderland +draw-2 -sleep !limits-at-once`` is base Fluxx and Wonderland together, one more
    Draw 2, no Sleep, and new limits that bind the seat in turn at once, too.  Raises ``KeyError`` for an
    unknown edition, card or switch, and for a name without an edition; ``Unreadable``, a ``ValueError``, if
    it mixes games.

    A name may also be the JSON of a ``DeckSpec``, made cards and all.  Raises ``Unreadable``, a
    ``ValueError``, for JSON that is no deck.
    """
    if name.startswith("{"):
        return _described(name)
    listed = list_deck(name, _EDITIONS)
    for change in name.split():
        _check(change, listed.game)
    return build_deck(listed)


def _described(name: str) -> Deck:
    spec = DeckSpec.parse(name)
    try:
        printed = deck_of(spec.plain.name)
    except KeyError as unknown:
        raise Unreadable(
            gettext_noop("This deck has a card or an edition that is not known here: {name}."),
            name=unknown.args[0],
        ) from None
    if spec.made and printed.game != "cards":
        raise Unreadable(MADE_ELSEWHERE)
    built = build(spec.made)
    if len(printed) + sum(1 + spec.more.get(key, 0) for key in built) > MOST_CARDS:
        raise Unreadable(gettext_noop("A deck can have at most {most} cards."), most=MOST_CARDS)
    return build_deck(list_deck(name, _EDITIONS))


def _check(change: str, game: str) -> None:
    """Raise ``UnknownDeck`` for what names no card and no switch, ``Unreadable`` for another game's."""
    kind, slug = change[0], change[1:]
    if (kind == "!" and slug not in SWITCHES) or (kind in "+-" and slug not in CARDS):
        raise UnknownDeck(slug)
    if kind in "+-":
        card = CARDS[slug]
        if kind == "+" and not is_of(slug, game):
            raise Unreadable(OTHER_GAME, card=card.title)
