"""`python -m bench.web drain GAMES`: how long one worker takes to strike as many clocks."""

import json
import sys
import time

from bench.web.copies import copy_games
from bench.web.tables import new_game, player_called
from games.models import By, Move
from games.periodic.sweep import sweep_deadlines


def main(count: int) -> None:
    game = new_game(player_called("Ann"), player_called("Bob"))
    copy_games(
        game, count, status="sent",
        opened_at="now() - interval '30 days'", due_at="now() - interval '1 day'", remind_at="NULL",
    )  # fmt: skip
    began, sweeps, failed = time.perf_counter(), 0, 0
    while (tally := sweep_deadlines()).did:
        sweeps, failed = sweeps + 1, failed + tally.failed
    seconds = time.perf_counter() - began
    # Of one game there may be several moves: the clock plays the rest of a turn, too.
    struck = Move.objects.filter(by=By.CLOCK).values("game").distinct().count()
    json.dump({"seconds": seconds, "sweeps": sweeps, "failed": failed, "struck": struck}, sys.stdout)
