"""The ICE edition of 1998, as far as it can be told: 82 shuffled cards, and the Basic Rules on the table.

No complete list of its cards is known.  ``_FACT`` are those that some source speaks of; ``ICE_OURS`` fill the
deck up with cards of the editions that came soon after, and with four of our own.
"""

from engine.translation import gettext_noop

_FACT = (
    # Keepers
    *("chocolate", "cookies", "milk", "love", "money", "peace", "television", "the-brain", "the-eye"),
    *("the-sun", "time", "coffee", "death", "taxes", "war"),
    # Goals
    *("5-keepers", "10-cards-in-hand", "all-you-need-is-love", "chocolate-milk", "milk-and-cookies"),
    *("money-no-taxes", "peace-no-war", "the-brain-no-tv"),
    # New rules
    *("draw-2", "play-3", "play-4", "final-card-random", "government-cover-up", "secret-data"),
    # Actions
    *("draw-2-and-use-em", "draw-3-play-2-of-them", "scramble-keepers", "steal-a-keeper"),
    *("take-another-turn", "trash-a-new-rule"),
)

ICE_CARRIED = (  # back from later editions
    *("bread", "the-moon", "the-rocket", "the-toaster", "doughnuts", "the-pyramid"),
    *("all-that-is-certain", "the-appliances", "baked-goods", "chocolate-cookies", "death-by-chocolate"),
    *("hearts-and-minds", "hippyism", "night-and-day", "rocket-science", "rocket-to-the-moon"),
    *("squishy-chocolate", "time-is-money", "toast", "war-equals-death"),
    *("draw-3", "draw-4", "draw-5", "play-2", "play-all", "hand-limit-0", "hand-limit-1", "hand-limit-2"),
    *("keeper-limit-2", "keeper-limit-3", "keeper-limit-4", "no-hand-bonus", "poor-bonus", "rich-bonus"),
    *("discard-and-draw", "empty-the-trash", "everybody-gets-1", "exchange-keepers", "lets-do-that-again"),
    *("rules-reset", "trade-hands", "trash-a-keeper", "use-what-you-take"),
)
ICE_OURS = (
    *ICE_CARRIED,
    *("coffee-break", "on-the-dollar-bill", "coffee-bonus", "doughnut-bonus"),
)

ICE = (
    gettext_noop("Fluxx, ICE edition"),
    gettext_noop("The game of 1998: War, Death and Taxes are keepers, and some keepers lie face down."),
    (*_FACT, *ICE_OURS),
)

ICE_ABOUT = gettext_noop(
    "The rulebook of this edition is known, a complete list of its cards is not. Of these cards 35 are "
    "named by someone who had this deck, or one of those years, in hand. The others are marked as ours: "
    "most are carried back from later editions, and Coffee Break, On the Dollar Bill, Coffee Bonus and "
    "Doughnut Bonus are our own. There certainly were draw rules and limits, but not all of their numbers "
    "are known. Of Government Cover-Up, Secret Data, Final Card Random and Scramble Keepers only the "
    "name and the idea are known; how exactly they work here is ours.\n\n"
    "Counting the Basic Rules and the blank card that came with it the deck has 84 cards, the usual "
    "number of that time. The blank card is not dealt unless your group gives it a text. A new limit "
    "binds the player who plays it at the end of the turn; a deck may say that it applies to everyone right "
    "away."
)
