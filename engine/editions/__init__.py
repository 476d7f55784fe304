"""The editions: each is a deck with a name.  Decks are named by what they are made of."""

from functools import lru_cache

import msgspec

from engine.card import Deck
from engine.cards import CARDS
from engine.cards.words import gettext_noop
from engine.deck_spec import MOST_CARDS, DeckSpec
from engine.editions.anatomy import ANATOMY, ANATOMY_ABOUT, ANATOMY_OPTIONAL, ANATOMY_OURS, ANATOMY_START
from engine.editions.board import BOARD, BOARD_ABOUT
from engine.editions.fluxx import FLUXX, FLUXX_ABOUT
from engine.editions.ice import ICE, ICE_ABOUT, ICE_CARRIED, ICE_OURS
from engine.editions.wonderland import WONDERLAND, WONDERLAND_ABOUT, WONDERLAND_OURS, WONDERLAND_SWITCHES
from engine.made.build import build
from engine.made.known import know
from engine.made.problem import Unreadable

SWITCHES = {"limits-at-once": "cards", "simplify-at-least-1": "cards", "win-at-4": "board"}
"""The readings of the rules that a deck may ask for, and the game that each is about."""


class Edition(msgspec.Struct, frozen=True):
    """A game of the rulebooks.

    ``cards`` lists the slugs of its cards, copies included; those of ``start`` begin in play.  ``optional``
    cards are left out unless they are asked for.  ``switches`` are its readings of the rules.  ``ours`` are
    the slugs of the cards that no source lists for this deck: our own design, or carried back from a later
    edition; ``carried`` are those that are carried back.  ``about`` tells what is fact in this deck and
    what is ours.  ``game`` says whose rules it is played by, those of ``cards`` or of the ``board``; only
    decks of the same rules can be mixed.
    """

    slug: str
    title: str
    text: str
    cards: tuple[str, ...]
    start: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    ours: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    about: str = ""
    game: str = "cards"


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


def editions() -> tuple[Edition, ...]:
    """All editions, in the order in which they are offered."""
    return tuple(_EDITIONS.values())


def edition(slug: str) -> Edition:
    """The edition of this name.  Raises ``KeyError`` for an unknown one."""
    return _EDITIONS[slug]


NOT_MIXED = gettext_noop("The board game can't be mixed with games of cards.")
OTHER_GAME = gettext_noop("“{card}” is a card of another game, and can't be played in this one.")
MADE_ELSEWHERE = gettext_noop("Made cards can't be played in the board game.")


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
    for each in editions():
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

    A name may also be the JSON of a ``DeckSpec``, made cards and all: they are known to ``engine.card`` from
    then on.  Raises ``Unreadable``, a ``ValueError``, for JSON that is no deck.
    """
    if name.startswith("{"):
        return _described(name)
    mixed = [edition(word) for word in name.split() if word[0] not in "+-!"]
    if not mixed:
        raise KeyError(name)
    games = {each.game for each in mixed}
    if len(games) > 1:
        raise Unreadable(NOT_MIXED)
    switches = {switch for each in mixed for switch in each.switches}
    cards = [card for each in mixed for card in each.cards if card not in each.optional]
    start = dict.fromkeys(card for each in mixed for card in each.start)
    for change in name.split():
        if change[0] == "!":
            switches.add(_switch(change[1:]))
        elif change[0] == "+":
            cards.append(_more(change[1:], mixed[0].game))
        elif change[0] == "-" and CARDS[change[1:]].slug in cards:
            cards.remove(change[1:])
    begin = tuple(card for card in start if card in cards)
    return Deck(name, tuple(CARDS[card] for card in cards), begin, frozenset(switches), game=mixed[0].game)


def _described(name: str) -> Deck:
    spec = DeckSpec.parse(name)
    built = build(spec.made)
    copies = {key: 1 + spec.more.get(key, 0) for key in built}
    try:
        plain = deck_of(spec.plain.name)
    except KeyError as unknown:
        raise Unreadable(
            gettext_noop("This deck has a card or an edition that is not known here: {name}."),
            name=unknown.args[0],
        ) from None
    if built and plain.game != "cards":
        raise Unreadable(MADE_ELSEWHERE)
    if len(plain) + sum(copies.values()) > MOST_CARDS:
        raise Unreadable(gettext_noop("A deck has at most {most} cards."), most=MOST_CARDS)
    for each in built.values():
        know(each)
    made = [built[key].card for key, count in copies.items() for _ in range(count)]
    return Deck(name, (*plain.cards, *made), plain.start, plain.switches, game=plain.game)


def _more(slug: str, game: str) -> str:
    """A card to be added to a deck of a game.  Raises ``KeyError``, or ``Unreadable`` for one of another."""
    card = CARDS[slug]
    if not is_of(slug, game):
        raise Unreadable(OTHER_GAME, card=card.title)
    return slug


def _switch(name: str) -> str:
    if name not in SWITCHES:
        raise KeyError(name)
    return name
