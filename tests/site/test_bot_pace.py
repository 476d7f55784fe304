"""A table of bots can't fill the disk: after very many moves within an hour its bots rest."""

from games.models import Question
from games.play import bot_pace
from games.play.play_on import play_bots

from .play import answer, open_questions


def asked_of_bots(game) -> list[Question]:
    """The open questions of the bots of a game."""
    return [question for question in open_questions(game) if question.seat.bot]


def play_until_bots_are_asked(game) -> None:
    """Answer for the people until it is a bot's turn."""
    while not asked_of_bots(game):
        answer(open_questions(game)[0])
    game.refresh_from_db()


def test_bots_rest_after_many_moves_within_an_hour_and_then_go_on(ann, start, travel, monkeypatch):
    """Their questions stay open, no worker is called again and again, and nobody else is held up."""
    game = start(ann, bots=2)
    monkeypatch.setattr(bot_pace, "MOVES_AN_HOUR", game.version)
    play_until_bots_are_asked(game)
    woken = []
    monkeypatch.setattr("games.core.wake.play_after_commit", woken.append)
    before = game.version
    play_bots(game=game.pk)
    game.refresh_from_db()

    assert (game.version, woken) == (before, [])
    assert asked_of_bots(game)
    travel(hours=1, minutes=5)
    play_bots(game=game.pk)
    game.refresh_from_db()
    assert game.version > before


def test_a_game_of_fewer_moves_is_not_looked_at(ann, start, django_assert_num_queries):
    """It costs nothing where there can't have been so many."""
    game = start(ann, bots=1)
    with django_assert_num_queries(0):
        assert not bot_pace.must_rest(game, game.created_at)
