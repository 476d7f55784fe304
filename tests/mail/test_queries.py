"""A mail costs a bounded number of queries, whatever the length of its game."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import engine
from games.delivery.bundling import RELATED
from games.inbound.play_bundle_reply import SeatLines
from games.inbound.seat_in_mail import find_seats
from games.mail.compose import compose
from games.models import By, Move, Notice, NumberedMail
from tests.mail.kinds import NOTICES, turn_of_ann
from tests.mail.random_games import play
from tests.mail.received import send
from tests.mail.replying import bring, mail_of, tables
from tests.mail.tables import store

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", NOTICES)
def test_queries(kind):
    """Thirteen at most, the notice, its reader's choices and what stops their clock included."""
    notice = NOTICES[kind]()
    with CaptureQueriesContext(connection) as queries:
        send(notice)

    assert len(queries) <= 13, [query["sql"][:120] for query in queries]


def test_the_reader_is_not_looked_up_again():
    """The player of the seat came with the notice."""
    notice = Notice.objects.select_related(*RELATED).get(pk=NOTICES["turn"]().pk)
    with CaptureQueriesContext(connection) as queries:
        compose(notice)

    assert [] == [each["sql"] for each in queries if 'FROM "games_player"' in each["sql"]]


def test_the_length_of_a_game_costs_nothing():
    """A game of six seats and 200 moves takes as many queries as one of three seats and one move."""
    short = store(turn_of_ann()).notice("turn", "ann")
    scene = play(5, 20, seats=6)
    name = next(player.name for player in scene.seats if player.question)
    stored = store(scene)
    outcomes = engine.dump_outcomes([engine.Played(2, "milk")])
    Move.objects.bulk_create(
        Move(game=stored.game, version=version, by=By.PAGE, seat=stored.seats["bob"], outcomes=outcomes)
        for version in range(2, 202)
    )
    long = stored.notice("turn", name)
    counts = []
    for notice in (short, long):
        with CaptureQueriesContext(connection) as queries:
            send(notice)
        counts.append(len(queries))

    assert counts[1] - counts[0] <= 1  # a last turn that is long ago is looked for


def test_the_names_of_all_games_of_a_reply_are_one_query(settings):
    """So are their tables, however many games the mail is about."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    counts = []
    for names in (("Alpha", "Beta"), ("Alpha", "Beta", "Gamma", "Delta")):
        mail = mail_of(*tables(*names))
        reply = bring(mail, "say hello")
        seats = find_seats(NumberedMail.objects.latest("pk"))
        assert reply is not None
        assert len(seats) == len(names)
        with CaptureQueriesContext(connection) as queries:
            SeatLines(reply, seats, "say hello")
        counts.append(len(queries))

    assert counts[1] == counts[0]
