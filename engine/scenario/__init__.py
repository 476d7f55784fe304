"""Set up any position by card names and play it, in words that read like play-by-play.

    table = deal(ann=["draw-4"], bob=3, deck=["bread", "milk", "love"], drawn=1)
    ann, bob = table.seats
    ann.plays("draw-4")

    assert ann.hand == ["bread", "love", "milk"]

A number stands for that many cards that don't matter.  After every step the game is stored, loaded and
compared, so each scenario also shows that a game survives sleeping at that point.
"""

from collections.abc import Sequence
from typing import Any

from engine.game import Game
from engine.rulebook import set_up
from engine.scenario.position import SEED, BadScenario, Position, known_deck
from engine.scenario.scene import Player, Scene
from engine.table import CommonTable


def deal(**given: Any) -> Scene:
    """A position in one line: the fields of ``Position``, and any other name is a seat with its hand."""
    fields = {name: given.pop(name) for name in Position.__struct_fields__ if name in given}
    return Scene(Game.at(Position(seats=list(given), hands=given, **fields).table()), list(given))


def new_game(names: Sequence[str], *, edition: str = "fluxx", first: str = "", seed: str = SEED) -> Scene:
    """A game as the rules set it up, in its first turn."""
    return Scene(Game.at(dealt(names, edition=edition, first=first, seed=seed)), names)


def dealt(names: Sequence[str], *, edition: str = "fluxx", first: str = "", seed: str = SEED) -> CommonTable:
    """A table as the rules set it up, before the first turn."""
    if first and first not in names:
        raise BadScenario(f"There is no seat called {first!r}: the seats are {', '.join(names)}.")
    known_deck(edition)
    try:
        return set_up(edition, len(names), names.index(first) + 1 if first else 1, seed=seed)
    except ValueError as wrong:
        raise BadScenario(str(wrong)) from None


__all__ = ["BadScenario", "Player", "Position", "Scene", "deal", "dealt", "new_game"]
