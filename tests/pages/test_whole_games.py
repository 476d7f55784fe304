"""A new person creates a game of each edition with bots on the site, and plays it to its end by its forms."""

import random
import secrets

import pytest
from django.test import Client

import engine
from games.core import access
from games.models import Game, Player
from games.play.play_on import play_bots
from tests.support.forms import find_form

pytestmark = pytest.mark.django_db

MOST_ANSWERS = 400


class Person:
    """Somebody in front of a browser who reads no rules and presses whatever button there is."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.dice = random.Random(7)

    def opens(self, path: str) -> str:
        """The page at a path, or where that leads."""
        response = self.client.get(path, follow=True)
        assert 200 == response.status_code, path
        return response.content.decode()

    def creates(self, edition: str) -> Game:
        """A game against two bots that begins at once."""
        path = "/new/"
        form = find_form(self.opens(path), path, path)
        assert any(edition in values for values in form.choices.values())
        chosen = {"deck": edition, "name": f"A game of {edition}", "seats": "3", "start": "1"}
        response = self.client.post(path, {**form.fields, **chosen}, follow=True)
        assert 200 == response.status_code, response.content.decode()
        return Game.objects.get(name=f"A game of {edition}")

    def answers(self, game: Game) -> None:
        """One answer by the first form of the table's page, once the worker has let slow bots go on."""
        while access.question_of(game.seats.get(player__isnull=False)) is None and not game.is_over:
            play_bots(game=game.pk)
            game.refresh_from_db()
        if game.is_over:
            return
        path = f"/g/{game.key}/"
        form = find_form(self.opens(path), path, "/answer/")
        labels = self.dice.sample(form.labels, max(1, form.least)) if form.labels else ["pass"]
        response = self.client.post(form.action, {**form.fields, "label": labels}, follow=True)
        assert 200 == response.status_code, response.content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("edition", [each.slug for each in engine.all_editions()])
def test_a_game_of_each_edition_is_played_to_its_end(visit, charlie: Player, monkeypatch, edition):
    """Created, played and over, without an account of anybody else, by nothing but the pages."""
    real = secrets.token_hex
    monkeypatch.setattr(secrets, "token_hex", lambda size: "1a" * size if size == 32 else real(size))
    person = Person(visit(charlie))
    game = person.creates(edition)
    for _answer in range(MOST_ANSWERS):
        game.refresh_from_db()
        if game.is_over:
            break
        person.answers(game)
    end = person.opens(f"/g/{game.key}/")

    assert game.is_over
    assert game.edition.split()[0] == edition
    assert str(game.winner.name if game.winner else "everyone has lost") in end
