"""What keeps the site fast, held in numbers that no slow machine changes (`bench/` holds the others)."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.scenario import deal
from games.commands.text_field import play_text
from games.delivery import batch
from games.delivery.dispatch import deliver
from games.models import By, Notice, NoticeChoices, Player, Question
from games.models.question import IS_OPEN
from games.periodic import timeouts
from tests.mail.tables import store

from .conftest import make_player
from .play import advice


@pytest.mark.parametrize("others", [0, 3])
def test_an_answer_takes_few_statements(others, ann, bob, start):
    """From session to commit, however long the game is and however many bots answer after it.

    The end of a player's very first turn takes one more, and so does their first answer of a day, which
    leaves a sign of the browser; they are set past both here. The last one notes, after the commit, that the
    player has the table on the screen.
    """
    Player.objects.update(tips_over=True)
    game = start(ann, *([] if others else [bob]), bots=others)
    browsers = {player.pk: Client() for player in (ann, bob)}
    for player in (ann, bob):
        browsers[player.pk].force_login(player, "allauth.account.auth_backends.AuthenticationBackend")
        browsers[player.pk].post("/read/")
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
    assert max(counts) <= 10


def test_a_clock_strikes_in_few_statements(ann, bob, start, travel):
    """Lock, what was asked and told, the answer of the site, and what follows from it, in one transaction."""
    start(ann, bob)
    travel(days=2)
    ((_due_at, question),) = timeouts.due_questions()
    sent_at = Question.objects.get(pk=question).opened_at
    Notice.objects.filter(question=question).update(status=Notice.Status.SENT, sent_at=sent_at)

    with CaptureQueriesContext(connection) as statements:
        struck = timeouts.strike(question_pk=question)

    assert struck
    assert len(statements) <= 19, [each["sql"][:120] for each in statements.captured_queries]


@pytest.fixture(autouse=True)
def keep_what_was_looked_up(monkeypatch):
    """On a busy machine a mail takes more than a second, and its batch would look all up again."""
    monkeypatch.setattr(batch, "FRESH", 600.0)


@pytest.mark.parametrize("is_known", [False, True])
def test_a_mail_takes_few_statements(is_known, ann, bob, start):
    """From the batch to the mark that it was sent, whether its reader was mailed before or not."""
    game = start(ann, bob)
    for player in (ann, bob):
        if is_known:
            NoticeChoices.objects.create(player=player)
    waiting = list(Notice.objects.filter(game=game, status=Notice.Status.WAITING))

    with CaptureQueriesContext(connection) as statements:
        tally = deliver(game=game)

    assert tally.did == len(waiting) > 0
    of_batches = 12
    assert len(statements) <= of_batches + 10 * tally.did, [
        each["sql"][:120] for each in statements.captured_queries
    ]


def test_a_mail_about_several_games_looks_them_up_together(start, smtp):
    """A further game takes no further statement."""
    counts = []
    for games in (2, 6):
        pair = [make_player(f"{name}with{games}") for name in ("Ann", "Bob")]
        NoticeChoices.objects.bulk_create(NoticeChoices(player=player) for player in pair)
        for number in range(games):
            start(*pair, name=f"Game {number}")
        Notice.objects.exclude(kind=Notice.Kind.TURN).delete()
        with CaptureQueriesContext(connection) as statements:
            tally = deliver()
        assert (games, 1) == (tally.did, len(smtp.to(pair[0].email)))
        counts.append(len(statements))

    assert counts[1] <= counts[0], counts


def test_mails_of_a_batch_look_things_up_together(start, smtp):
    """Each further mail about another game takes the statements that write, and no look-ups."""
    counts = []
    for games in (1, 6):
        for number in range(games):
            pair = [make_player(f"{name}{number}of{games}") for name in ("Ann", "Bob")]
            NoticeChoices.objects.bulk_create(NoticeChoices(player=player) for player in pair)
            start(*pair)
        Notice.objects.exclude(kind=Notice.Kind.TURN).delete()
        with CaptureQueriesContext(connection) as statements:
            tally = deliver()
        counts.append((tally.did, len(statements)))

    (few, in_few), (many, in_many) = counts
    assert (1, 6) == (few, many)
    assert (in_many - in_few) / (many - few) <= 7, counts


@pytest.mark.parametrize("plays", [1, 4])
def test_lines_of_a_text_read_the_seats_of_their_game_once(plays, db):
    """However many answers are written at once."""
    stored = store(deal(ann=["bread", "milk", "time", "love"], bob=2, rules=["play-4"], drawn=1))
    question = stored.question("ann")
    text = "\n".join(["Bread", "Love", "Milk", "Time"][:plays])

    with CaptureQueriesContext(connection) as statements:
        result = play_text(seat=question.seat_id, number=question.number, text=text, by=By.PAGE)

    assert [True] * plays == [line.done for line in result.given], result
    # Read to understand the text, and to name the players in what is asked and told.
    seats = [
        each["sql"] for each in statements if 'FROM "games_seat" WHERE "games_seat"."game_id"' in each["sql"]
    ]
    assert len(seats) <= 2, seats
