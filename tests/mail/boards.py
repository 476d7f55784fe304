"""Positions of the board game in which each of its questions is asked, and a notice of each kind of mail."""

from collections.abc import Callable

from engine.scenario import Scene, deal
from games.models import Notice
from tests.mail.tables import Stored, store

STACK = ["love-peace", "moon-sun", "bread-milk"]
PIECES = {
    "ann": ["bread", "start", "music"],
    "bob": ["chocolate", "octagon-b", "love"],
    "cid": ["start", "start", "portal-2"],
}


def on_board(*cards: str, **given) -> Scene:
    """Ann's turn on the board as it lies when nobody has turned a tile; she holds these cards."""
    pegs = {"move": 3, "play": 2} | given.pop("pegs", {})
    return deal(
        **{
            "edition": "board",
            "ann": [*cards, "leap-to-sun", "goal-to-bottom"],
            "bob": ["three-more", "bread-chocolate", "draw-more"],
            "cid": ["leap-to-octagon", "money-time"],
            "pieces": PIECES,
            "stack": STACK,
            "collected": {"bob": ["time-coffee"]},
            "discard": ["reset-pegs"],
            "pegs": pegs,
            "turn": "ann",
            "played": 0,
        }
        | given
    )


def playing(card: str, *, then: tuple[str, ...] = (), **given) -> Scene:
    """Ann has played this card, and answered what it asked first."""
    scene = on_board(card, **given)
    scene.seats[0].plays(card)
    for label in then:
        scene.seats[0].answers(label)
    return scene


def before_the_first_turn() -> Scene:
    """Ann owes the first change of the rules."""
    return on_board(free_changes=["ann", "bob", "cid"], played=None, drawn=None, pieces={})


def too_many() -> Scene:
    """Bob holds more cards than the Hand limit allows since Ann has changed it."""
    return playing("tighter-grip", bob=["three-more", "bread-chocolate", "draw-more", "draw-shift"])


def wide_open() -> Scene:
    """Ann may turn and carry tiles."""
    return on_board("draw-shift", pegs={"rotate": True, "uproot": True, "wraparound": True})


def won() -> Scene:
    """Ann has just won with her third goal."""
    scene = on_board(
        pieces=PIECES | {"ann": ["love", "eye", "start"], "bob": ["start", "start", "start"]},
        collected={"ann": ["time-coffee", "moon-rocket"]},
    )
    scene.seats[0].moves("eye>peace")
    return scene


ASKED: dict[str, Callable[[], tuple[Scene, str]]] = {
    "free-change": lambda: (before_the_first_turn(), "ann"),
    "play-or-move": lambda: (on_board("draw-shift", "switch-tiles"), "ann"),
    "play-or-move, tiles": lambda: (wide_open(), "ann"),
    "shift-peg": lambda: (playing("draw-shift", pegs={"draw": 2}), "ann"),
    "leap": lambda: (playing("leap-to-chocolate"), "ann"),
    "leap to an octagon": lambda: (playing("leap-to-octagon", cid=["money-time"]), "ann"),
    "choose-opponent": lambda: (playing("swap-colours"), "ann"),
    "pass-colours": lambda: (playing("pass-colours"), "ann"),
    "play-temporary": lambda: (playing("draw-three-play-two"), "ann"),
    "choose-recipient": lambda: (playing("one-for-everyone"), "ann"),
    "rotate-tile": lambda: (playing("spin-two"), "ann"),
    "uproot-tile": lambda: (playing("transplant"), "ann"),
    "switch-tiles": lambda: (playing("switch-tiles"), "ann"),
    "send-back": lambda: (playing("back-to-start"), "ann"),
    "hand-limit": lambda: (too_many(), "bob"),
}


def asked(kind: str) -> tuple[Stored, str]:
    """A stored game in which somebody is asked this, and who."""
    scene, name = ASKED[kind]()
    return store(scene), name


def _asking(kind: str) -> Callable[[], Notice]:
    def notice() -> Notice:
        stored, name = asked(kind)
        return stored.notice("answer" if name == "bob" else "turn", name)

    return notice


NOTICES: dict[str, Callable[[], Notice]] = {
    **{kind: _asking(kind) for kind in ASKED},
    "reminder": lambda: store(wide_open()).notice("reminder", "ann"),
    "autopilot": lambda: store(on_board()).notice("autopilot", "bob"),
    "started": lambda: store(before_the_first_turn()).notice("started", "bob"),
    "result": lambda: store(won()).notice("result", "bob"),
}
