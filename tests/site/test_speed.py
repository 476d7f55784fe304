"""What keeps the site fast, held in numbers that no slow machine changes (`bench/` holds the others)."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import Exists, OuterRef
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import clock
from games.core.statements import ANY_WORD, Fetch
from games.delivery.dispatch import deliver
from games.models import Game, Notice, NoticeChoices, Question, Seat, Vacation
from games.models.question import IS_OPEN
from games.periodic import timeouts
from games.play.seating import seats_of
from games.timing import deadlines

from .play import advice


@pytest.mark.parametrize("others", [0, 3])
def test_an_answer_takes_few_statements(others, ann, bob, start):
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


def test_a_clock_strikes_in_few_statements(ann, bob, start, travel):
    """Lock, what was asked and told, the answer of the site, and what follows from it, in one transaction."""
    start(ann, bob)
    travel(days=2)
    ((_due_at, question),) = timeouts.due_questions()
    sent_at = Question.objects.get(pk=question).opened_at
    Notice.objects.filter(question=question).update(status=Notice.Status.SENT, sent_at=sent_at)

    with CaptureQueriesContext(connection) as statements:
        struck = timeouts.strike(question=question)

    assert struck
    assert len(statements) <= 19, [each["sql"][:120] for each in statements.captured_queries]


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
    assert len(statements) <= of_batches + 18 * tally.did, [
        each["sql"][:120] for each in statements.captured_queries
    ]


def test_what_is_kept_brings_all_that_its_query_selects(ann, bob, start):
    """Joined rows, annotations and columns that are converted come as from Django's own query."""
    game = start(ann, bob)
    NoticeChoices.objects.create(player=ann, mail={"turn": "digest"})

    def query(key):
        seats = Seat.objects.filter(game__key=key).select_related("game", "player__notice_choices")
        return seats.annotate(goes=Exists(Vacation.objects.filter(player=OuterRef("player")))).order_by("pk")

    kept, plain = Fetch(query, ANY_WORD)(game.key), list(query(game.key))

    assert [(each, each.game, each.player, each.goes) for each in plain] == [
        (each, each.game, each.player, each.goes) for each in kept
    ]
    assert {"turn": "digest"} == kept[0].player.notice_choices.mail
    assert not hasattr(kept[1].player, "notice_choices")


def test_habits_of_who_has_vacations_are_asked_for(ann, bob, start, travel):
    """The flag that spares a statement never hides a vacation from a clock."""
    game = Game.objects.get(pk=start(ann, bob).pk)
    today = clock.now()
    Vacation.objects.create(
        player=ann,
        first_day=today,
        last_day=today,
        starts_at=today - timedelta(days=1),
        ends_at=today + timedelta(days=1),
    )
    seats = seats_of(game)

    _habits, away = deadlines.habits_in(game, ann.pk)
    _habits, home = deadlines.habits_in(game, bob.pk)

    assert [True, False] == [seat.they_go_away for seat in seats]
    assert ((today - timedelta(days=1), today + timedelta(days=1)),) == away
    assert home == ()
