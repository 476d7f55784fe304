"""Wonderland: 99 shuffled cards, one of each, and the Basic Rules on the table (R011).

No source lists the whole deck.  What is known of it is here, filled up to 100 cards with our own.
"""

from engine.cards.wonderland import CARDS
from engine.translation import gettext_noop

_RULES = (
    *("draw-2", "draw-3", "draw-4", "draw-5", "play-2", "play-3", "play-4", "play-all"),
    *("hand-limit-0", "hand-limit-1", "hand-limit-2"),
    *("keeper-limit-2", "keeper-limit-3", "keeper-limit-4"),
    *("double-agenda", "no-hand-bonus", "mystery-play", "get-on-with-it"),
)
_ACTIONS = (
    *("steal-a-keeper", "trade-hands", "lets-simplify", "use-what-you-take"),
    *("draw-2-and-use-em", "draw-3-play-2-of-them", "exchange-keepers", "trash-a-new-rule", "rules-reset"),
    *("discard-and-draw", "everybody-gets-1", "lets-do-that-again", "jackpot"),
)
_KNOWN = frozenset(  # of the cards that the base game lacks
    (
        *("alice", "mad-hatter", "cheshire-cat", "white-rabbit"),
        *("crown", "vorpal-sword", "cake", "bottle", "jabberwock"),
        *("rhyme-time", "royal-tax", "one-place-on", "unbirthday-presents"),
    )
)

WONDERLAND = (
    gettext_noop("Wonderland Fluxx"),
    gettext_noop(
        "Alice and her company: Surprises out of turn, keepers with powers, rhymes, and the Jabberwock."
    ),
    (*(card.slug for card in CARDS), *_RULES, *_ACTIONS),
)

WONDERLAND_SWITCHES = ("simplify-at-least-1",)

WONDERLAND_OURS = (
    *(card.slug for card in CARDS if card.slug not in _KNOWN),
    *("get-on-with-it", "exchange-keepers", "trash-a-new-rule", "rules-reset"),
    *("discard-and-draw", "everybody-gets-1", "lets-do-that-again", "jackpot"),
)

WONDERLAND_ABOUT = gettext_noop(
    "No complete list of this deck has been published. From the rulebook and from reviews we know its size, "
    "its kinds of cards, many rules and actions, the Jabberwock and a few keepers. All goals, most keepers, "
    "and which Surprises there are, are ours. Of some known cards we know only the idea: the numbers of the "
    "limits, the names of Royal Tax, One Place On and Unbirthday Presents, how Rhyme Time goes by mail, and "
    "what The Crown, The Cake and The Bottle do exactly, are ours, too."
)
