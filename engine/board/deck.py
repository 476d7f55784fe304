"""The cards of the board game: goals, leapers and new rules are data; the actions are in cards.py."""

from engine.board.spaces import ITEMS, OCTAGONS, PORTALS
from engine.card import BoardGoal, Leaper, Shift
from engine.cards.words import words

_GOALS = (  # each item is in three of them, and no two items of one tile are in the same
    ("bread", "toaster"),
    ("bread", "chocolate"),
    ("bread", "milk"),
    ("brain", "eye"),
    ("brain", "coffee"),
    ("brain", "rocket"),
    ("cookies", "chocolate"),  # this way round: "chocolate-cookies" is a goal of the games of cards
    ("chocolate", "love"),
    ("cookies", "milk"),
    ("cookies", "television"),
    ("dreams", "sleep"),
    ("dreams", "money"),
    ("dreams", "cosmos"),
    ("eye", "television"),
    ("eye", "sun"),
    ("love", "peace"),
    ("love", "music"),
    ("milk", "doughnuts"),
    ("money", "time"),
    ("money", "party"),
    ("moon", "sun"),
    ("moon", "rocket"),
    ("moon", "sleep"),
    ("music", "party"),
    ("music", "sleep"),
    ("party", "doughnuts"),
    ("peace", "cosmos"),
    ("peace", "time"),
    ("rocket", "cosmos"),
    ("sun", "toaster"),
    ("television", "toaster"),
    ("time", "coffee"),
    ("coffee", "doughnuts"),
)
_SHIFTS = {  # new rules: the peg, which way, how many copies
    "draw-more": ("draw", "forward", 2),
    "draw-shift": ("draw", "either", 2),
    "play-more": ("play", "forward", 2),
    "play-shift": ("play", "either", 2),
    "move-more": ("move", "forward", 2),
    "move-shift": ("move", "either", 2),
    "tighter-grip": ("hand-limit", "forward", 1),
    "grip-shift": ("hand-limit", "either", 2),
    "rotate-switch": ("rotate", "toggle", 2),
    "uproot-switch": ("uproot", "toggle", 2),
    "wrap-switch": ("wraparound", "toggle", 2),
    "finish-line-shift": ("win", "either", 2),
}
_ACTIONS = {  # and how many copies
    "swap-colours": 2,
    "pass-colours": 1,
    "draw-two-play-both": 1,
    "draw-three-play-two": 1,
    "three-more": 1,
    "trade-hands": 1,
    "one-for-everyone": 1,
    "spin-two": 2,
    "transplant": 2,
    "switch-tiles": 1,
    "back-to-start": 1,
    "reset-pegs": 1,
    "goal-to-bottom": 1,
}

GOALS = [BoardGoal(slug, *words(slug), "goal", spaces=pair) for pair in _GOALS for slug in ["-".join(pair)]]
LEAPERS = [
    *(
        Leaper(slug, *words(slug), "leaper", targets=(item,))
        for item in ITEMS
        for slug in [f"leap-to-{item}"]
    ),
    Leaper("leap-to-octagon", *words("leap-to-octagon"), "leaper", targets=OCTAGONS),
    Leaper("leap-to-portal", *words("leap-to-portal"), "leaper", targets=PORTALS),
]
RULES = [
    Shift(slug, *words(slug), "new rule", peg=peg, way=way) for slug, (peg, way, _copies) in _SHIFTS.items()
]

BOARD_CARDS = (
    *(goal.slug for goal in GOALS),
    *(leaper.slug for leaper in LEAPERS),
    *(slug for slug, (_peg, _way, copies) in _SHIFTS.items() for _ in range(copies)),
    *(slug for slug, copies in _ACTIONS.items() for _ in range(copies)),
)
"""The 96 cards of the deck; the four cards of colours lie before the players."""
