"""Positions of the board game, each with a question of its own kind."""

import engine
from engine.scenario import Scene, deal, new_game

# Ann's pieces, with Bob's on the Toaster beside them; the goal asks for Bread, where Ann is, and Toaster.
GIVEN = {
    "edition": "board",
    "ann": ["draw-more", "leap-to-sun", "swap-colours", "spin-two"],
    "bob": 3,
    "cid": 2,
    "pieces": {
        "ann": ["bread", "love"],
        "bob": ["toaster", "portal-1", "octagon-f"],
        "cid": ["moon", "milk"],
    },
    "stack": ["bread-toaster", "moon-sun", "love-music"],
    "collected": {"bob": ["coffee-doughnuts"], "cid": ["peace-time", "music-party"]},
    "discard": ["trade-hands"],
    "turn": "ann",
    "played": 0,
}


def turn_of_ann(**given) -> Scene:
    """Ann is about to play 1 card and to make 2 moves."""
    return deal(**GIVEN | given)


def everything_goes(**given) -> Scene:
    """The same with tiles that may be turned and carried, and with edges that wrap."""
    return turn_of_ann(pegs={"rotate": "on", "uproot": "on", "wraparound": "on"}, **given)


def asked_by(card: str, **given) -> Scene:
    """Ann has played a card that asks her something."""
    scene = turn_of_ann(**{"ann": [card, "three-more"]} | given)
    scene.seats[0].plays(card)
    return scene


def free_changes() -> Scene:
    """A game as it begins: Ann moves a peg."""
    return deal(
        edition="board",
        ann=3,
        bob=3,
        stack=["bread-toaster", "moon-sun"],
        turn="ann",
        free_changes=["ann", "bob"],
    )


def won_by_cid() -> Scene:
    """Cid has collected the third goal: the game is over."""
    scene = turn_of_ann(
        ann=["bread-milk", "three-more"],
        pieces={"cid": ["milk", "bread"], "ann": ["love"]},
        stack=["love-music"],
    )
    scene.seats[0].plays("bread-milk")
    return scene


def by_chance(seed: int, answers: int) -> Scene:
    """A game that chance has played for so many answers, with three seats."""
    scene = new_game(("ann", "bob", "cid"), edition="board", seed=f"{seed:064x}")
    for number in range(answers):
        if scene.game.over:
            break
        question = scene.game.questions[0]
        labels = engine.bots.random(scene.game.view(question.seat), f"{seed}/{number}")
        scene.happened.extend(scene.game.answer(question.seat, labels))
    return scene


QUESTIONS = {
    "play-or-move": everything_goes,
    "free-change": free_changes,
    "leap": lambda: asked_by("leap-to-octagon"),
    "shift-peg": lambda: asked_by("move-shift", pegs={"move": 3}),
    "rotate-tile": lambda: asked_by("spin-two"),
    "uproot-tile": lambda: asked_by("transplant"),
    "switch-tiles": lambda: asked_by("switch-tiles"),
    "send-back": lambda: asked_by("back-to-start"),
    "choose-opponent": lambda: asked_by("swap-colours"),
    "pass-colours": lambda: asked_by("pass-colours"),
    "play-temporary": lambda: asked_by("draw-two-play-both"),
    "choose-recipient": lambda: asked_by("one-for-everyone"),
}
"""Each kind of question that the board asks, with a position in which Ann is asked it."""
