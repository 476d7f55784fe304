"""What keeps the site fast, held in numbers that no slow machine changes (`bench/` holds the others)."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Question
from games.models.question import IS_OPEN

from .play import advice


@pytest.mark.parametrize("others", [0, 3])
def test_an_answer_takes_sixteen_statements(others, ann, bob, start):
    """From session to commit, however long the game is and however many bots answer after it."""
    game = start(ann, *([] if others else [bob]), bots=others)
    browsers = {player.pk: Client() for player in (ann, bob)}
    for player in (ann, bob):
        browsers[player.pk].force_login(player, "allauth.account.auth_backends.AuthenticationBackend")
    counts = []
    for step in range(8):
        question = Question.objects.filter(IS_OPEN, game=game).select_related("game", "seat").first()
        if question is None:
            break
        form = {
            "number": question.number,
            "label": advice(question, str(step)),
            "submission_key": f"form-{step}",
        }
        with CaptureQueriesContext(connection) as statements:
            response = browsers[question.seat.player_id].post(f"/g/{game.key}/answer/", form)
        assert response.status_code == 302
        game.refresh_from_db()
        if not game.is_over:
            counts.append(len(statements))

    assert counts
    assert max(counts) <= 16
