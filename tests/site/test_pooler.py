"""The site behind a connection pooler in transaction mode: nothing may hang on a session (ADR 74)."""

import contextlib
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import Q
from django.test import Client

from fluxx_site.management.commands.prepare import LIMITS, LOCK
from games import clock
from games.core import sweep_lease
from games.core.sweep_lease import lease_sweep
from games.delivery import person_mail
from games.models import Move, Notice, PersonMail, Question, SweepLease
from games.outbox.person_mail import write_to
from games.periodic import sweep
from tests.support.pgbouncer import PROGRAM, PgBouncer
from tests.support.processes import ROOT

from .play import at_once, let_time_run_out, play_to_end

pytestmark = pytest.mark.django_db(transaction=True)

needs_pgbouncer = pytest.mark.skipif(PROGRAM is None, reason="no PgBouncer here: apt-get install pgbouncer")


@pytest.fixture
def pooler(transactional_db, tmp_path: Path, monkeypatch) -> Iterator[PgBouncer]:
    """This process speaks to its database by a pooler with four connections, and so do all its threads."""
    given = connection.settings_dict
    running = PgBouncer(tmp_path / "pgbouncer", given)
    connection.close()
    address = {"HOST": "127.0.0.1", "PORT": str(running.port)}
    options = given["OPTIONS"] | {"server_side_binding": False, "prepare_threshold": None}
    for name, value in (address | {"OPTIONS": options}).items():
        monkeypatch.setitem(given, name, value)
    yield running
    connection.close()
    running.stop()


@contextlib.contextmanager
def others_ask(pooler: PgBouncer, count: int = 6) -> Iterator[None]:
    """Let other clients ask something again and again, so that each statement meets another connection."""
    ended = threading.Event()

    def ask() -> None:
        with psycopg.connect(pooler.url, autocommit=True, prepare_threshold=None) as client:
            while not ended.is_set():
                client.execute("SELECT pg_sleep(0.003)")

    threads = [threading.Thread(target=ask) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()


@pytest.mark.slow
@needs_pgbouncer
def test_a_game_is_played_to_its_end_behind_a_pooler(pooler, ann, bob, start):
    """Signed in, dealt, struck by the clock, mailed and won; and no session has kept anything."""
    browser = Client()
    EmailAddress.objects.create(user=ann, email=ann.email, verified=True, primary=True)
    browser.post("/accounts/login/code/", {"email": ann.email})
    code = re.search(r"^([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})$", mail.outbox[-1].body, re.MULTILINE)
    browser.post("/accounts/login/code/confirm/", {"code": code[1]})
    with others_ask(pooler):
        game = start(ann, bob)
        for _turn in range(3):
            let_time_run_out(game)
            sweep.sweep_deadlines()
        struck = Move.objects.filter(game=game, by="clock").count()
        sweep.sweep_notices()
        mails = len(mail.outbox)
        play_to_end(game)
        sweep.sweep_notices()
        page = browser.get(f"/g/{game.key}/")

    assert (game.is_over, mails > 1, struck >= 3) == (True, True, True)
    assert (200, str(ann.pk)) == (page.status_code, browser.session["_auth_user_id"])
    assert not Notice.objects.filter(status=Notice.Status.DEAD).exists()
    assert pooler.kept() == set()


@pytest.mark.slow
@needs_pgbouncer
def test_every_sweep_runs_behind_a_pooler(pooler, ann):
    """Sixty of sixty, by three threads, each with a sweep of its own; a minute later another can begin."""
    names, done = ("deadlines", "notices", "votes"), []

    def run(name: str) -> None:
        for _round in range(20):
            sweep.sweep(name, lambda *, stop_at: done.append(name) or sweep.Tally())

    with others_ask(pooler):
        at_once(*[lambda name=name: run(name) for name in names])

    assert dict.fromkeys(names, 20) == {name: done.count(name) for name in names}
    assert not SweepLease.objects.exists()
    assert pooler.kept() == set()


@needs_pgbouncer
@pytest.mark.parametrize("command", ["backup", "restore"])
def test_backups_are_refused_a_pooler(pooler, tmp_path, command):
    """pg_dump and psql change their session, which would be that of whoever comes next."""
    with pytest.raises(CommandError, match="names a connection pooler"):
        call_command(command, tmp_path / "site.backup")

    assert pooler.kept() == set()


@pytest.mark.slow
@needs_pgbouncer
def test_replicas_prepare_an_empty_database_behind_a_pooler(pooler):
    """Two at once: one migrates, the other waits; pages are looked at with the role's limits of waiting."""
    name = f"pooled_{os.getpid()}"
    server = os.environ["DATABASE_URL"].rsplit("/", 1)[0]
    with psycopg.connect(f"{server}/postgres", autocommit=True) as outside:
        outside.execute(f"CREATE DATABASE {name}")
        url = f"{pooler.url.rsplit('/', 1)[0]}/{name}"
        env = os.environ | {
            "DATABASE_URL": url,
            "PREPARED_STATEMENTS": "false",
            "EMAIL_URL": "smtp://127.0.0.1:9",
        }
        words = [sys.executable, "manage.py", "prepare", "--verbosity=0"]
        try:
            replicas = [
                subprocess.Popen(words, env=env, cwd=ROOT, stderr=subprocess.PIPE, text=True)
                for _ in range(2)
            ]
            said = [replica.communicate(timeout=600)[1] for replica in replicas]
            with psycopg.connect(f"{server}/{name}") as client:
                limits = {limit: client.execute(f"SHOW {limit}").fetchone()[0] for limit in LIMITS}
        finally:
            outside.execute(f"DROP DATABASE {name} WITH (FORCE)")

    assert [(0, ""), (0, "")] == [
        (replica.returncode, words) for replica, words in zip(replicas, said, strict=True)
    ]
    assert {"lock_timeout": "3s", "idle_in_transaction_session_timeout": "1min"} == limits


@pytest.mark.slow
def test_prepare_waits_for_another_that_may_be_of_an_older_release(transactional_db):
    """The one before holds its lock for a session; this one begins when that session has ended."""
    with psycopg.connect(connection_url(), autocommit=True) as older:
        older.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        words = [sys.executable, "manage.py", "prepare", "--verbosity=0"]
        newer = subprocess.Popen(words, env=os.environ | {"DATABASE_URL": connection_url()}, cwd=ROOT)
        with pytest.raises(subprocess.TimeoutExpired):
            newer.wait(8)

    assert 0 == newer.wait(300)


def connection_url() -> str:
    """The address of the test's own database."""
    return f"{os.environ['DATABASE_URL'].rsplit('/', 1)[0]}/{connection.settings_dict['NAME']}"


def test_new_connections_wait_for_seconds_only(db):
    """By the role, as the options of a connection don't pass a pooler."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM pg_settings WHERE source = 'database user'")
        by_role = {row[0] for row in cursor.fetchall()}

    assert "options" not in connection.settings_dict["OPTIONS"]
    assert set(LIMITS) <= by_role


# --- Leases ---


def test_one_process_works_at_a_sweep():
    """Others do nothing meanwhile and end nothing; another sweep is free, and afterwards so is this one."""
    with lease_sweep("votes") as first:
        with lease_sweep("votes") as second, lease_sweep("old") as other:
            held = SweepLease.objects.get(name="votes")
        with lease_sweep("votes") as third:
            pass
    with lease_sweep("votes") as again:
        pass

    assert (True, False, True, False, True) == (first, second, other, third, again)
    assert str(os.getpid()) in held.holder
    assert not SweepLease.objects.exists()


@pytest.mark.parametrize("seconds", [-1, 2 * sweep_lease.LONGEST + 60])
def test_a_lease_that_nobody_can_have_is_taken_over(seconds):
    """Its process died, or it was given by a database whose clock was days ahead."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_sweeplease VALUES ('votes', 'gone', now() + %s * interval '1s')",
            [seconds],
        )
    with lease_sweep("votes") as is_mine:
        pass

    assert is_mine


def test_a_lease_that_was_taken_over_is_not_ended_by_its_slow_process():
    """Who was away for longer than the lease leaves that of the next one alone."""
    with lease_sweep("votes"):
        SweepLease.objects.update(holder="another")

    assert "another" == SweepLease.objects.get(name="votes").holder


def test_of_many_at_once_one_has_the_lease():
    """They all ask at the same moment, the first time when the row is not there yet."""
    for name in ("votes", "old", "votes"):  # a row may be there, of a process that died
        if name == "old":
            SweepLease.objects.create(name=name, holder="gone", until=clock.now() - timedelta(hours=1))
        inside, everybody = [], threading.Barrier(5)

        def ask(name=name, inside=inside, everybody=everybody):
            with lease_sweep(name) as is_mine:
                inside.append(is_mine)
                everybody.wait(30)

        at_once(*[ask] * 5)

        assert 1 == inside.count(True)


# --- A sweep of the release before takes no lease, so each row is claimed ---


@pytest.mark.slow
def test_what_two_sweeps_at_once_do_is_done_once(ann, bob, carol, start, monkeypatch):
    """As if each had the lease: every clock strikes once, and every notice is mailed once."""
    monkeypatch.setattr(sweep, "lease_sweep", lambda name: contextlib.nullcontext(True))
    games = [start(ann, bob, carol) for _game in range(4)]
    let_time_run_out(*games)
    asked = Question.objects.filter(closed_at=None).count()
    at_once(*[sweep.sweep_deadlines] * 3)
    at_once(*[sweep.sweep_notices] * 3)
    sent = [message.extra_headers["Message-ID"] for message in mail.outbox]

    struck = Move.objects.filter(by="clock").values_list("game", "question_number")
    assert len(struck) == len(set(struck)) >= len(games)
    assert asked >= len(games)
    assert len(sent) == len(set(sent)) > 0


def test_a_mail_to_a_person_is_sent_by_one_of_two_sweeps(ann, bob, monkeypatch):
    """Both find it due, and only one gets it."""
    for player in (ann, bob):
        write_to(player, PersonMail.Kind.WRITTEN, text="Hello.")
    both = threading.Barrier(2)
    real = person_mail.claim_batch

    def claim(wanted):
        both.wait(30)
        return real(wanted)

    monkeypatch.setattr(person_mail, "claim_batch", claim)
    at_once(*[lambda: person_mail.send_person_mails(stop_at=time.monotonic() + 40)] * 2)

    assert {ann.email, bob.email} == {message.to[0] for message in mail.outbox}
    assert 2 == len(mail.outbox)


def test_mails_to_persons_wait_for_a_sweep_of_the_release_before(ann):
    """That one claims none of them, and holds the lock of its session while it sends."""
    write_to(ann, PersonMail.Kind.WRITTEN, text="Hello.")
    with psycopg.connect(connection_url(), autocommit=True) as older:
        older.execute("SELECT pg_advisory_lock(%s)", [person_mail.OLD_SWEEP])
        sweep.sweep_notices()
        before = len(mail.outbox)
    sweep.sweep_notices()

    assert (0, 1) == (before, len(mail.outbox))


def test_a_mail_to_a_person_whose_sender_died_is_sent_later(ann, travel):
    """It was claimed, and is due again when the claim ends; those that are left over are due at once."""
    write_to(ann, PersonMail.Kind.WRITTEN, text="Hello.")
    person_mail.claim_batch(~Q(kind=PersonMail.Kind.GAZETTE))
    person_mail.send_person_mails(stop_at=time.monotonic() + 40)
    before = len(mail.outbox)
    PersonMail.objects.update(next_try_at=clock.now())
    person_mail.send_person_mails(stop_at=time.monotonic() - 1)
    left = PersonMail.objects.filter(status=Notice.Status.WAITING, next_try_at__lte=clock.now()).count()
    person_mail.send_person_mails(stop_at=time.monotonic() + 40)

    assert (0, 1, 1) == (before, left, len(mail.outbox))


# --- Nothing in the code keeps a session ---

# Each is lost, or meets a stranger, when the next transaction runs on another connection. (What is said of a
# restore is said to psql, which refuses a pooler.)
OF_A_SESSION = re.compile(
    r"\bpg_(try_)?advisory_lock(_shared)?\b|\bpg_advisory_unlock|WITH HOLD|CREATE (LOCAL |GLOBAL )?TEMP"
    r"|(\A|;)\s*(RESET|LISTEN|UNLISTEN|PREPARE|DISCARD|LOAD|SET (?!LOCAL|TRANSACTION|CONSTRAINTS))\b"
    r"|set_config\([^)]*false"
)


def test_no_statement_of_ours_keeps_anything_in_a_session():
    """A look at every text in the code that is SQL."""
    found = []
    for path in sorted([*(ROOT / "games").rglob("*.py"), *(ROOT / "fluxx_site").rglob("*.py")]):
        if "migrations" not in path.parts and path.name != "backups.py":
            strings = re.findall(r'"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"', path.read_text())
            found += [f"{path.name}: {text}" for text in strings if OF_A_SESSION.search(text.strip('"\n '))]

    assert found == []


def test_no_cursor_or_transaction_is_held_open(ann):
    """Forms ask for rows by `iterator`, for which Django would hold one; works begin transactions."""
    inside = []
    sweep.sweep("old", lambda *, stop_at: inside.append(transaction.get_autocommit()) or sweep.Tally())

    assert [True] == inside
    assert connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] is True
