"""Undo: decides whether a seat may take its last answer back.

It may in its own turn, as long as nobody has learnt anything or been asked anything by that answer.
"""

from enum import StrEnum

from engine.game import Game
from engine.table import CommonTable, Table


class UndoObstacle(StrEnum):
    """Why an answer can't be taken back."""

    TURN = "turn"  # it was given in somebody else's turn, or it ended one's own
    OVER = "over"  # the game is over by it
    ASKED = "asked"  # others were asked, or had been asked at the same time
    BESIDE = "beside"  # it concerned a question beside the play
    CHANCE = "chance"  # chance had a part in what came of it
    DRAWN = "drawn"  # cards were drawn
    SEEN = "seen"  # somebody saw cards that were hidden


def undo_obstacle(before: Game, after: Game, seat: int) -> UndoObstacle | None:
    """Return why the answer of ``seat`` between these games can't be taken back; None if it can.

    The two must not share a table: load ``before`` from what was dumped.  The result is public: it depends on
    where cards have moved, never on which cards a hand holds.  A card that the seat itself has put on the
    table out of its hand does not count as seen.
    """
    old, new = before.table, after.table
    if after.over:
        return UndoObstacle.OVER
    if {(old.turn.seat, old.turn.number), (new.turn.seat, new.turn.number)} != {(seat, old.turn.number)}:
        return UndoObstacle.TURN
    if any(each.seat != seat and not each.beside for each in (*before.questions, *after.questions)):
        return UndoObstacle.ASKED
    if [(each.number, each.given) for each in old.beside] != [
        (each.number, each.given) for each in new.beside
    ]:
        return UndoObstacle.BESIDE
    if (old.chance, old.stacked) != (new.chance, new.stacked):
        return UndoObstacle.CHANCE
    if old.draw_pile != new.draw_pile:
        return UndoObstacle.DRAWN
    return UndoObstacle.SEEN if _is_seen(old, new, seat) else None


def _is_seen(old: CommonTable, new: CommonTable, actor: int) -> bool:
    """Whether a seat, or a spectator, knows more of the cards than before and than ``actor`` has shown."""
    if known(new, actor) - known(old, actor):
        return True
    shown = {*old.hands[actor], *_aside(old, actor)} & known(new, None)
    return any(known(new, seat) - known(old, seat) - shown for seat in (*new.order, None) if seat != actor)


def known(table: CommonTable, seat: int | None) -> frozenset[int]:
    """The physical cards whose faces ``seat``, or (None) everybody, can see where they lie now."""
    public = [*table.discard, *table.goals, *table.resolving, *table.laid()]
    down: list[int] = []
    mine: list[int] = []
    if seat is not None:
        mine = [*table.hands[seat], *_aside(table, seat)]
        if seat == table.turn.seat:
            mine += table.resolving  # who plays a card face down knows it
    if isinstance(table, Table):
        down = table.face_down
        mine += table.keepers[seat] if seat is not None else ()
    return frozenset([*(card for card in public if card not in down), *mine])


def _aside(table: CommonTable, seat: int) -> list[int]:
    return [card for aside in table.temporary if aside.seat == seat for card in aside.cards]
