"""`python -m bench.web mails GAMES`: how fast one worker sends the mail of as many players' turns."""

import json
import sys
import time

from django.utils import timezone

from bench.web.copies import copy_games
from bench.web.tables import new_game, player_called
from games.models import Notice
from games.periodic.sweep import sweep_notices


def main(count: int) -> None:
    game = new_game(player_called("Ann"), player_called("Bob"))
    copy_games(game, count, status="waiting")
    Notice.objects.filter(game=game).delete()
    Notice.objects.update(next_try_at=timezone.now(), created_at=timezone.now())
    began = time.perf_counter()
    while sweep_notices().did:
        pass
    seconds = time.perf_counter() - began
    json.dump({"seconds": seconds, "sent": Notice.objects.filter(status="sent").count()}, sys.stdout)
