"""What an edition is: a deck with a name."""

import msgspec


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
    title: str = ""
    text: str = ""
    cards: tuple[str, ...] = ()
    start: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    ours: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    about: str = ""
    game: str = "cards"
