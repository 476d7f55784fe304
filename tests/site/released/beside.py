"""Runs in a process of the release before: does what each line says, and answers with a line of JSON.

It is started in the folder of that release, so that `games` and `fluxx_site` are its code. What it calls has
to be there in every release that `release_before` names.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any

import django
from django.test import Client
from django.test.utils import setup_test_environment

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fluxx_site.settings")
django.setup()
setup_test_environment()  # mails stay here

import engine  # noqa: E402
from games.core import access  # noqa: E402
from games.models import By, Game, Notice, Player, PostponedRow, Question  # noqa: E402
from games.periodic import sweep  # noqa: E402
from games.play.answer import answer_question  # noqa: E402
from games.play.start import start_game  # noqa: E402
from games.seats.lobby import create_game  # noqa: E402

SWEEPS = [getattr(sweep, name) for name in sorted(vars(sweep)) if name.startswith("sweep_")]


def look(player: int, paths: list[str]) -> dict[str, Any]:
    """The status of each page as a player gets it."""
    browser = Client(raise_request_exception=False)
    browser.force_login(
        Player.objects.get(pk=player), backend="allauth.account.auth_backends.AuthenticationBackend"
    )
    return {path: browser.get(path).status_code for path in paths}


def play(game: int, steps: int) -> int:
    """Answer what is asked in a game, some times; return how often."""
    for step in range(steps):
        question = Question.objects.filter(game=game, closed_at=None).select_related("game", "seat").first()
        if question is None or question.game.is_over:
            return step
        view = access.view(question.game, question.seat)
        labels = engine.bots.sensible(view) if question.number > 0 else ("take",)
        answer_question(seat=question.seat_id, number=question.number, labels=labels, by=By.PAGE)
    return steps


def work() -> dict[str, Any]:
    """Let every sweep run; return what has failed."""
    for run in SWEEPS:
        run()
    return {
        "postponed": [f"{row}: {row.error}" for row in PostponedRow.objects.all()],
        "dead": [
            f"{row.kind}: {row.error or row.reason}"
            for row in Notice.objects.filter(status="dead", channel=None)
        ],
        "stuck": [row.error for row in Question.objects.exclude(stuck_at=None)],
    }


def begin(host: int, title: str) -> int:
    """Begin a game of one person with bots; return its primary key."""
    player = Player.objects.get(pk=host)
    game = create_game(host=player, name=title, seats=3, fill_with_bots=True, starts_when_full=False)
    return start_game(game=game, by=player).pk


DOES: dict[str, Callable[..., Any]] = {"look": look, "play": play, "work": work, "begin": begin}


def main() -> None:
    """Answer line after line."""
    print(json.dumps({"said": {"games": Game.objects.count(), "code": engine.__file__}}), flush=True)  # noqa: T201
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            said = {"said": DOES[asked.pop("do")](**asked)}
        except Exception:
            said = {"failed": traceback.format_exc()}
        print(json.dumps(said), flush=True)  # noqa: T201


main()
