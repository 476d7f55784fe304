"""What people were asked out of turn and orders or bots answered at once: no row of it is ever stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import engine
from games.models import By, Move, Seat
from games.play.table import LockedTable

AT_ONCE = (By.ORDER, By.BOT)


@dataclass(frozen=True)
class Answered:
    """One such question."""

    what: str
    player: int
    at: datetime


# By game and number, so that what was rolled back and done again counts once.
answered: dict[tuple[int, int], Answered] = {}


def watch() -> None:
    """From now on note what is answered so. Only the rules know what was asked, and whether out of turn."""
    answer = LockedTable.answer

    def watched(
        table: LockedTable, seat: Seat, labels: Sequence[str], *, by: By, number: int, **more: Any
    ) -> Move:
        rules = table.engine_game
        asked = next((each for each in rules.questions if each.number == number), None)
        in_turn = (
            asked is not None and seat.number == rules.turn and asked.what is not engine.QuestionKind.WINDOW
        )
        move = answer(table, seat, labels, by=by, number=number, **more)
        is_theirs = seat.player_id is not None and not (seat.bot or seat.on_autopilot)
        if asked is not None and by in AT_ONCE and is_theirs and not (in_turn or asked.beside):
            answered[table.game.pk, number] = Answered(asked.what.value, seat.player_id or 0, table.now)
        return move

    LockedTable.answer = watched  # type: ignore[method-assign]  (watched here alone, not in the product)
