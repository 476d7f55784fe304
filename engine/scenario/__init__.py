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
from engine.scenario.board import BoardPosition
from engine.scenario.errors import BadScenario
from engine.scenario.position import SEED, Position, dealt
from engine.scenario.scene import Scene
from engine.scenario.seat import ScenarioSeat


def deal(**given: Any) -> Scene:
    """A position in one line: the fields of ``Position``, and any other name is a seat with its hand.

    With ``edition="board"`` they are those of ``BoardPosition``.
    """
    form = position_of(given.get("edition", "fluxx"))
    fields = {name: given.pop(name) for name in form.__struct_fields__ if name in given}
    return Scene(Game.at(form(seats=list(given), hands=given, **fields).table()), list(given))


def new_game(names: Sequence[str], *, edition: str = "fluxx", first: str = "", seed: str = SEED) -> Scene:
    """A game as the rules set it up, in its first turn."""
    return Scene(Game.at(dealt(names, edition=edition, first=first, seed=seed)), names)


def position_of(edition: str) -> type[Position] | type[BoardPosition]:
    """The form in which positions of an edition are written."""
    return BoardPosition if "board" in edition.split() else Position


__all__ = [
    "BadScenario",
    "BoardPosition",
    "Position",
    "ScenarioSeat",
    "Scene",
    "deal",
    "dealt",
    "new_game",
    "position_of",
]
