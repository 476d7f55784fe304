"""A database of an older release is upgraded by the book, and everything in it goes on."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core import mail
from django.db import connection
from django.test import Client

import engine
from fluxx_site.management.commands.prepare import waiting_for_others
from games.core import access
from games.delivery.dispatch import deliver
from games.inbound.receive import receive
from games.mail import addresses
from games.models import Game, Notice, Player, Question, Vote
from games.models.question import WINDOW
from games.play.votes import cast
from tests.support.processes import ROOT

from .play import advice, answer, open_questions
from .staff import resume_game

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parent / "released"
LINKS: dict[str, Any] = json.loads((FOLDER / "links.json").read_text())


def database_url(name: str) -> str:
    return f"{os.environ['DATABASE_URL'].rsplit('/', 1)[0]}/{name}"


def run_sql(words: str, database: str = "postgres") -> None:
    with psycopg.connect(database_url(database), autocommit=True) as server:
        server.execute(words)  # type: ignore[call-overload]


def run_command(database: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        env={**os.environ, "DATABASE_URL": database_url(database), "EMAIL_URL": "smtp://127.0.0.1:9"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.fixture(scope="module")
def old() -> Iterator[str]:
    """The name of a database as the older release left it."""
    name = f"released_{os.getpid()}"
    run_sql(f"CREATE DATABASE {name}")
    run_sql(gzip.decompress((FOLDER / "database.sql.gz").read_bytes()).decode(), name)
    yield name
    run_sql(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def upgraded(old: str) -> Iterator[str]:
    """The name of a copy after `manage.py prepare`."""
    name = f"{old}_new"
    run_sql(f"CREATE DATABASE {name} TEMPLATE {old}")
    done = run_command(name, "prepare", "--verbosity=0")
    assert done.returncode == 0, done.stderr
    yield name
    run_sql(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def site(upgraded, django_db_setup, django_db_blocker, broker, settings, travel) -> Iterator[None]:
    """This process on a copy of the upgraded database, some minutes after the older release left it."""
    name, own = f"{upgraded}_copy", connection.settings_dict["NAME"]
    settings.SECRET_KEY = LINKS["secret_key"]
    settings.INBOUND_DOMAIN = "reply.games.example"
    run_sql(f"CREATE DATABASE {name} TEMPLATE {upgraded}")
    with django_db_blocker.unblock():
        connection.close()
        connection.settings_dict["NAME"] = name
        try:
            travel(minutes=5)
            yield
        finally:
            connection.close()
            connection.settings_dict["NAME"] = own
            run_sql(f"DROP DATABASE {name} WITH (FORCE)")


def test_the_check_works_before_and_after(old, upgraded):
    """The games are checked before anything is changed, by the code that will play them, and again after."""
    running = "16 running games: all can go on.\n"

    assert (running, "", 0) == said(run_command(old, "check_suspended"))
    assert (running, "", 0) == said(run_command(upgraded, "check_suspended"))
    assert (running, "", 0) == said(run_command(upgraded, "check_suspended", "--restore"))


@pytest.mark.django_db(transaction=True)
def test_who_prepares_holds_up_no_index_that_is_made_beside_writers():
    """Such an index waits for every older snapshot: the lock of `prepare` must hold none."""
    with waiting_for_others(), connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = '10s'")
        cursor.execute("CREATE INDEX CONCURRENTLY beside_writers ON games_game (host_id)")
        cursor.execute("DROP INDEX CONCURRENTLY beside_writers")
        cursor.execute("RESET statement_timeout")


def test_what_cannot_be_checked_is_told_in_one_line(old):
    """A database that is empty, too old, or not yet ready to be written to."""
    name = f"{old}_odd"
    run_sql(f"CREATE DATABASE {name}")
    try:
        empty = run_command(name, "check_suspended")
        run_sql("CREATE TABLE games_game (id bigint); CREATE TABLE games_gamestate (game_id bigint)", name)
        ancient = run_command(name, "check_suspended")
    finally:
        run_sql(f"DROP DATABASE {name} WITH (FORCE)")
    early = run_command(old, "check_suspended", "--restore")

    for done, part in [
        (empty, "has no tables of this site. Check DATABASE_URL"),
        (ancient, "too old to be checked"),
        (early, "first run: python manage.py prepare"),
    ]:
        out, error, code = said(done)
        assert ("", 1, 1) == (out, code, error.count("\n"))
        assert part in error


def said(done: subprocess.CompletedProcess[str]) -> tuple[str, str, int]:
    return done.stdout, done.stderr, done.returncode


@pytest.mark.usefixtures("site")
def test_every_game_goes_on():
    """Whatever stood open then is answered now, to the end of each game."""
    waiting = {question.what for question in Question.objects.filter(closed_at=None)}
    assert {WINDOW, "take-first-card"} <= waiting
    assert Question.objects.filter(closed_at=None, is_side=True).exists()
    assert {Vote.Kind.SILENCE, Vote.Kind.TAKEBACK} == {
        vote.kind for vote in Vote.objects.filter(closed_at=None)
    }
    for game in Game.objects.filter(status=Game.Status.RUNNING, paused_at__isnull=False):
        resume_game(game=game, by=Player.objects.get(is_staff=True), reason="The upgrade is done.")

    games = list(Game.objects.filter(status=Game.Status.RUNNING))
    assert len(games) == 16
    assert [] == [game.name for game in games if not goes_on(game)]


def goes_on(game: Game) -> bool:
    """Answer whatever is asked until the game is over, or very long."""
    for _step in range(600):
        game.refresh_from_db()
        if game.is_over:
            return True
        question = open_questions(game)[0]
        answer(question, choose(question))
    return game.version > 600


def choose(question: Question) -> tuple[str, ...]:
    """What a bot would answer to a question, be it asked before the deal or beside the play."""
    view = access.view(question.game, question.seat)
    if view is None:
        return advice(question)
    asked = next((each for each in view.beside if each.number == question.number), None)
    return engine.bots.sensible(view, asked)


@pytest.mark.usefixtures("site")
def test_votes_of_then_are_decided():
    """Ballots are cast for what was asked then, and the votes are closed by the last."""
    votes = Vote.objects.filter(closed_at=None).select_related("game", "seat")
    kinds = {vote.kind for vote in votes}
    for vote in votes:
        for seat in vote.game.seats.exclude(pk=vote.seat_id):
            vote.refresh_from_db()
            if vote.is_open:
                cast(vote=vote, seat=seat, choice=vote.choices[0])

    assert {Vote.Kind.SILENCE, Vote.Kind.TAKEBACK} == kinds
    assert not Vote.objects.filter(closed_at=None).exists()


@pytest.mark.usefixtures("site")
def test_links_and_pages_of_then_open():
    """Links of mails that were sent then, addresses of feeds and decks, and the session of a browser."""
    visitor, signed_in = Client(), Client()
    signed_in.cookies["sessionid"] = LINKS["session"]
    named = [LINKS[name] for name in ("question", "seat", "deputy", "invitation", "feed")]

    answered = {path: visitor.get(path, follow=True).status_code for path in [*LINKS["mailed"], *named]}
    pages = {path: signed_in.get(path).status_code for path in ["/", "/account/", LINKS["deck"]]}
    tables = [signed_in.get(f"/g/{game.key}/") for game in Game.objects.all()]

    assert {200} == set(answered.values()), answered
    assert {"/": 200, "/account/": 200, LINKS["deck"]: 404} == pages
    assert {200} == {page.status_code for page in tables}
    assert b"Ann" in signed_in.get("/account/").content


@pytest.mark.usefixtures("site")
def test_addresses_in_mails_of_then_are_known():
    """A reply to a mail that was sent then is played, and one that comes back is known."""
    reply = EmailMessage()
    reply["From"], reply["To"], reply["Message-ID"] = (
        LINKS["reply_from"],
        LINKS["reply"],
        "<1@players.example>",
    )
    reply.set_content("1\n")
    question = Question.objects.get(pk=LINKS["question_pk"])
    assert question.closed_at is None

    row = receive(bytes(reply))

    question.refresh_from_db()
    assert question.closed_at is not None, (row.result, row.reason)
    assert Notice.objects.get(pk=addresses.read_bounce(LINKS["bounce"])).status == Notice.Status.SENT


def test_mails_that_waited_leave(site, same_picture, travel):
    """What waited is sent or obsolete within a day, those of a digest as one; a paused game stays quiet."""
    waiting = Notice.objects.filter(status=Notice.Status.WAITING, channel=None, game__paused_at=None)
    old = Notice.objects.filter(pk__in=[notice.pk for notice in waiting])
    assert {"Bob", "Dan"} <= {notice.player.name for notice in waiting if notice.player}  # they get bundles

    deliver()
    at_once = len(mail.outbox)
    for _hour in range(24):
        travel(hours=1)
        deliver()

    left = old.exclude(status__in=[Notice.Status.SENT, Notice.Status.SKIPPED])
    assert [] == list(left.values_list("kind", "status", "game__name", "error"))
    assert 0 < at_once < len(mail.outbox)
    digests = [each for each in mail.outbox if each.to == ["bob@players.example"]]
    assert len(digests) < old.filter(player__name="Bob", status=Notice.Status.SENT).count()
