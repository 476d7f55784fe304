"""The nine tiles and what is on them, all by their labels: ``bread``, ``octagon-a``, ``portal-1``, ``start``.

That there are eight tiles of four spaces, with an octagon on each and a portal on two, is known; which item
lies where is our own design, for no list of the printed tiles was found.
"""

START = "start"

TILES: dict[str, tuple[str, str, str, str]] = {  # spaces NW, NE, SW, SE as the tile lies unturned
    "a": ("octagon-a", "bread", "dreams", "brain"),
    "b": ("chocolate", "octagon-b", "peace", "eye"),
    "c": ("cookies", "sun", "octagon-c", "party"),
    "d": ("milk", "rocket", "sleep", "octagon-d"),
    "e": ("octagon-e", "love", "money", "toaster"),
    "f": ("television", "octagon-f", "coffee", "moon"),
    "g": ("music", "octagon-g", "portal-1", "cosmos"),
    "h": ("time", "portal-2", "octagon-h", "doughnuts"),
}
"""The tiles but the start tile, which is one undivided space."""

OCTAGONS = tuple(space for spaces in TILES.values() for space in spaces if space.startswith("octagon-"))
PORTALS = ("portal-1", "portal-2")
OPEN = frozenset((START, *OCTAGONS, *PORTALS))
"""The spaces where any number of pieces may stand; every other holds one."""
ITEMS = tuple(sorted(space for spaces in TILES.values() for space in spaces if space not in OPEN))
TILE_OF = {START: START} | {space: tile for tile, spaces in TILES.items() for space in spaces}

COLOURS = ("red", "yellow", "green", "blue")
PIECES = 3  # of each colour

PEGS: dict[str, tuple[int | None, ...]] = {  # what each hole of a peg says, from left to right
    "draw": (1, 2, 3, 4, 5),
    "play": (1, 2, 3, 4),
    "move": (2, 3, 4, 5),
    "hand-limit": (None, 3, 2, 1),
    "rotate": (0, 1),
    "uproot": (0, 1),
    "wraparound": (0, 1),
    "win": (3, 4, 5, 6),
}
"""The pegs of the rules, in the order of their board, and that of the goals needed to win."""
RULE_PEGS = tuple(peg for peg in PEGS if peg != "win")
SWITCHED = ("rotate", "uproot", "wraparound")
"""The pegs that say off or on."""
