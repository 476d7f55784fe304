"""`python -m bench.web moves GAMES`: moves at a light load; prints when each was made."""

import json
import sys
import time

import engine
from bench.web.copies import copy_games
from bench.web.tables import new_game, player_called
from games.core import access
from games.models import By, Game, Question
from games.play.answer import answer_question

PAUSE = 0.25  # seconds between two games


def main(count: int) -> None:
    game = new_game(player_called("Ann"), player_called("Bob"))
    copy_games(game, count, status="sent")
    json.dump([moves_in(each) for each in Game.objects.exclude(pk=game.pk).order_by("pk")], sys.stdout)


def moves_in(game: Game) -> tuple[str, float] | None:
    """Play the first turn of a game; return who is asked then, and when the last answer was given."""
    asked = Question.objects.get(game=game, closed_at=None)
    first = asked.seat_id
    time.sleep(PAUSE)
    for _answer in range(50):
        labels = engine.bots.sensible(access.view(asked.game, asked.seat))
        began = time.time()
        answer_question(seat=asked.seat_id, number=asked.number, labels=labels, by=By.PAGE)
        asked = Question.objects.filter(game=game, closed_at=None, is_side=False).first()
        if asked is None:
            return None
        if asked.seat_id != first:
            return asked.seat.player.email, began
    return None
