"""`manage.py backup` and `manage.py restore`, and the drill: what the world still holds of the lost hours."""

import os
import re
import smtplib
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

import engine
from engine.cards import CARDS
from fluxx_site import __version__, backups
from games import clock
from games.delivery.dispatch import deliver
from games.inbound.receive import receive
from games.mail import addresses
from games.models import Game, Heartbeat, Move, Notice, Outage, Question, Reply
from games.outbox import notices
from games.periodic.sweep import sweep_deadlines
from games.timing.outages import RESTORED_MAILS_WAIT
from tests.mail.eml import eml
from tests.mail.received import Mail
from tests.pages.positions import all_rows
from tests.support.processes import ROOT

from .play import advice, answer, open_questions, options, question_to

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
SERVER = os.environ["DATABASE_URL"].rsplit("/", 1)[0]


@pytest.fixture
def database(transactional_db) -> Iterator[str]:
    """A database of its own for this process: a restore replaces all of it, and numbers its rows anew."""
    before, name = connection.settings_dict["NAME"], f"restored_{os.getpid()}"
    connection.close()
    with psycopg.connect(f"{SERVER}/postgres", autocommit=True) as server:
        # A thread or a process of an earlier test may still be leaving it.
        server.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s", [before]
        )
        server.execute(f'CREATE DATABASE {name} TEMPLATE "{before}"')
        connection.settings_dict["NAME"] = name
        try:
            yield name
        finally:
            connection.close()
            connection.settings_dict["NAME"] = before
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def game(database, ann, bob, start, travel) -> Game:
    return start(ann, bob, pace=3)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "site.backup"


def run(name: str, *words: object, **options: object) -> str:
    out = StringIO()
    call_command(name, *map(str, words), stdout=out, **options)
    return out.getvalue()


def refused(*words: object, name: str = "restore", **options: object) -> str:
    """The one sentence with which a command ends, after which every row is as before."""
    before = all_rows()
    with pytest.raises(CommandError) as failure:
        run(name, *words, **options)
    assert before == all_rows()
    assert "\n" not in str(failure.value)
    return str(failure.value)


def test_a_backup_is_checked_and_its_owners_alone(game, file):
    """It says table by table how far it is, and what was read back; nobody else may read it."""
    said = run("backup", file)

    assert "games_question" in said
    assert "Reading it back" in said
    assert f"{file}: 1 games, " in said
    assert __version__ == backups.read_archive(backups.find_programs(), file).version
    assert 0o600 == stat.S_IMODE(file.stat().st_mode)
    assert [file] == list(file.parent.iterdir())


def test_it_replaces_the_one_before_when_it_is_complete(game, file, monkeypatch):
    """A backup that fails leaves the old one, and nothing beside it."""
    run("backup", file)
    old = file.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(backups, "read_archive", lambda *_given: backups.Archive(rows={"games_game": 0}))
        failed = refused_backup(file)

    assert "What was read back is not what the database holds" in failed
    assert (old, [file]) == (file.read_bytes(), list(file.parent.iterdir()))


def refused_backup(file: Path) -> str:
    with pytest.raises(CommandError) as failure:
        run("backup", file)
    return str(failure.value)


def test_a_backup_goes_where_it_can_be_written(game, tmp_path):
    """A folder that is not there, or a folder instead of a file: one sentence."""
    assert "can’t be written" in refused(tmp_path / "none" / "site.backup", name="backup")
    assert "can’t be written" in refused(tmp_path, name="backup")


def test_a_restore_brings_every_row_back(game, ann, file):
    """All that was played since is gone; what is new is said in `AFTERWARDS`."""
    answer(question_to(game, ann))
    before = all_rows()
    run("backup", file)
    answer(open_questions(game)[0])
    said = run("restore", file, replace=True)
    changed = {table for table, _row in set(all_rows()) ^ set(before)}

    assert "1 games, 1 of them running" in said
    assert changed <= {
        *("games_backup", "games_outage", "games_heartbeat", "games_notice"),
        *("auth_group", "auth_group_permissions"),  # the groups of staff, which a restore brings up to date
        *("games_question", "games_move", "games_game", "games_seat", "games_sitekey"),
    }
    assert 1 == Move.objects.filter(game=game, kind=Move.Kind.ANSWER).count()


def test_an_empty_database_needs_no_leave(game, database, file):
    """A new machine: the file, the settings and an empty database are all it takes."""
    run("backup", file)
    connection.close()
    with psycopg.connect(f"{SERVER}/postgres", autocommit=True) as server:
        server.execute(f"DROP DATABASE {database} WITH (FORCE)")
        server.execute(f"CREATE DATABASE {database}")
    run("restore", file)

    assert [game.pk] == list(Game.objects.values_list("pk", flat=True))


def test_what_is_no_backup_is_refused(game, file):
    """Another file, none, or one that is cut off or changed."""
    run("backup", file)
    whole = file.read_bytes()
    for damaged in (whole[: len(whole) // 2], whole[:2000], whole[:-300], b"PGDMP" + b"x" * 500):
        file.write_bytes(damaged)
        assert "damaged or not complete" in refused(file, replace=True)
    file.write_bytes(b"-- SQL\nCREATE TABLE games_game ();\n")
    assert "is not a backup" in refused(file, replace=True)
    assert "can’t be read" in refused(file.with_name("none"), replace=True)


def test_a_dump_of_another_program_is_refused(game, file):
    """pg_dump has made it, and of a database that is not ours."""
    other = f"other_{os.getpid()}"
    with psycopg.connect(f"{SERVER}/postgres", autocommit=True) as server:
        server.execute(f"CREATE DATABASE {other}")
        with psycopg.connect(f"{SERVER}/{other}") as theirs:
            theirs.execute("CREATE TABLE wares (id int)")
        dump = [backups.find_programs() / "pg_dump", "--format=custom", f"--file={file}", f"{SERVER}/{other}"]
        subprocess.run(dump, check=True)
        server.execute(f"DROP DATABASE {other} WITH (FORCE)")

    assert "is a dump of another program" in refused(file, replace=True)


def test_a_backup_of_a_newer_version_is_refused(game, file):
    """It names what this version doesn't know."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9999_new', now())"
        )
        run("backup", file)
        cursor.execute("DELETE FROM django_migrations WHERE name = '9999_new'")

    assert f"was made by version {__version__}, which is newer (9999_new" in refused(file, replace=True)


def test_games_are_not_lost_by_accident(game, file):
    """`--replace` says that one means it."""
    run("backup", file)

    assert "holds 1 games: add --replace" in refused(file)


def test_a_site_that_runs_is_refused(game, database, file):
    """Its processes would go on with what they remember."""
    run("backup", file)
    with psycopg.connect(f"{SERVER}/{database}"):
        assert "in use by 1 other connections: stop web" in refused(file, replace=True)


def test_a_database_of_another_program_is_refused(game, database, file):
    """Even with `--replace`."""
    run("backup", file)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE django_migrations RENAME TO wares")
        try:
            with pytest.raises(CommandError, match="holds tables of another program"):
                run("restore", file, replace=True)
        finally:
            cursor.execute("ALTER TABLE wares RENAME TO django_migrations")


@pytest.mark.parametrize("lines", [50, 2000])
def test_a_restore_that_breaks_off_changes_nothing(game, file, monkeypatch, lines):
    """All is one transaction, and only its last line ends it."""
    run("backup", file)
    real = backups.archive_lines

    def break_off(programs, path, *options):
        for number, line in enumerate(real(programs, path, *options)):
            if not options and number == lines:
                raise backups.BackupFailed("the disk is gone")
            yield line

    monkeypatch.setattr(backups, "archive_lines", break_off)

    assert "the disk is gone" == refused(file, replace=True)


def killed(file: Path, database: str, *, at: str) -> None:
    """Run a restore that dies there as from `kill -9`, and wait until its psql has ended, too."""
    connection.close()
    env = {**os.environ, "DATABASE_URL": f"{SERVER}/{database}", "FLUXX_CRASH_AT": at}
    words = [sys.executable, "manage.py", "restore", str(file), "--replace"]
    assert 9 == subprocess.run(words, env=env, cwd=ROOT, stdout=subprocess.DEVNULL, check=False).returncode
    here = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
    with psycopg.connect(f"{SERVER}/postgres", autocommit=True) as server:
        while server.execute(here, [database]).fetchone() != (0,):
            time.sleep(0.05)


def test_a_restore_that_is_killed_before_its_end_changes_nothing(game, database, file):
    """Everything was sent to PostgreSQL, and not the last line."""
    run("backup", file)
    answer(open_questions(game)[0])
    before = all_rows()
    killed(file, database, at="restore_before_commit")

    assert before == all_rows()


def test_a_restore_that_is_killed_after_it_is_finished_by_the_sweeps(game, database, file, travel):
    """The outage came with the rows: the sweeps give the clocks their time back."""
    due = open_questions(game)[0].due_at
    run("backup", file)
    killed(file, database, at="restored")
    noted = Outage.objects.get()
    run("prepare")
    sweep_deadlines()

    assert ("restored", None) == (noted.why, noted.credited_at)
    assert Outage.objects.get().credited_at is not None
    assert due + noted.length == open_questions(game)[0].due_at


def test_an_error_of_the_database_is_one_sentence(game, file, monkeypatch):
    """What PostgreSQL says is told, and nothing has changed."""
    run("backup", file)
    monkeypatch.setattr(backups, "AFTERWARDS", "SELECT 1/0;\nCOMMIT;\n")

    assert "nothing was changed: " in refused(file, replace=True)


@pytest.mark.parametrize(("here", "said"), [({}, "there are none"), ({"/old": 9}, "of PostgreSQL 9 are too")])
def test_missing_programs_are_named(game, file, monkeypatch, here, said):
    """pg_dump doesn't read a server that is newer than itself."""
    monkeypatch.setattr(backups, "list_folders", lambda: [Path(each) for each in here])
    monkeypatch.setattr(backups, "read_version", lambda folder: here[str(folder)])

    assert said in refused(file, name="backup")


def test_a_database_of_an_older_release_is_backed_up_by_that(game, file):
    """An operator who has the new code already is told so."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_backup DROP COLUMN version")

    assert "make the backup with the version that runs on it" in refused_backup(file)


@pytest.mark.parametrize("name", ["backup", "restore"])
def test_a_server_that_is_away_is_one_sentence(game, file, monkeypatch, name):
    """With where it was looked for."""
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "HOST", str(file.parent))

    with pytest.raises(CommandError) as failure:
        run(name, file)
    assert "PostgreSQL" in str(failure.value)
    assert "\n" not in str(failure.value)


# --- the drill ---


def deliver_all(smtp) -> list[Mail]:
    """The mails that leave now."""
    before = len(smtp.received)
    deliver()
    return [Mail(each.raw) for each in smtp.received[before:]]


def play(game: Game, smtp, travel, *, answers: int, seed: str) -> list[Mail]:
    """Play by dice, with mails leaving after each answer; return them."""
    mails = []
    for step in range(answers):
        question = open_questions(Game.objects.get(pk=game.pk))[0]
        answer(question, advice(question, f"{seed}/{step}"))
        travel(minutes=20)
        mails += deliver_all(smtp)
    return mails


def reply_to(mail: Mail, text: str, step: int = 0) -> None:
    """Answer a mail as its reader, in one line."""
    to, name = mail.parsed["Reply-To"], mail.parsed["Message-ID"]
    raw = eml("reply", to=to, sender=mail.parsed["To"], message_id=name).decode()
    raw = raw.replace("2\r\nsay See you on Friday – Ann", text)
    receive(raw.replace("reply-1@", f"{abs(hash((name, text, step)))}@").encode())


def test_the_drill(game, ann, bob, smtp, travel, file, settings):
    """Restored in the middle of play: no old mail plays what it did not show; clocks have the time back."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    mails = play(game, smtp, travel, answers=6, seed="before")
    waiting = open_questions(game)[0]
    kept = {(each.pk, each.nonce) for each in Question.objects.all()}
    due, backed_up_at = waiting.due_at, clock.now()
    run("backup", file)
    lost = play(game, smtp, travel, answers=10, seed="lost")
    travel(hours=9)
    run("restore", file, replace=True)
    game.refresh_from_db()

    # The clocks: all of the time since the backup, exactly, and the table is told.
    outage = Outage.objects.get()
    assert (outage.why, True) == ("restored", outage.credited_at is not None)
    assert abs((outage.started_at - backed_up_at).total_seconds()) < 60
    assert open_questions(game)[0].due_at == due + outage.length
    assert outage.length.total_seconds() > 12 * 3600
    assert kept == {(each.pk, each.nonce) for each in Question.objects.all()}

    # The mail of the question that was open then still plays it.
    newest = [mail for mail in mails if mail.picks][-1]
    assert 302 == Client().get(urlsplit(newest.link).path).status_code

    # Played on differently, the same numbers come again. No old mail plays anything, whatever is asked.
    old = [mail for mail in mails + lost if mail.picks]
    numbers = {read_number(mail) for mail in lost if mail.picks}
    met = set()
    for step in range(6):
        question = open_questions(game)[0]
        answer(question, advice(question, f"anew/{step}"))
        met |= numbers & {(each.seat_id, each.number) for each in open_questions(game)}
        before = (all_moves(game), {each.pk for each in open_questions(game)})
        for mail in old:
            assert 410 == Client().get(urlsplit(mail.link_of(mail.picks[0])).path).status_code
            title = next((engine.card(label).title for label in mail.picks if label in CARDS), "pass")
            for text in ("1", title, *(["undo"] if mail in lost else [])):  # kept mails may undo, as ever
                reply_to(mail, text, step)
        assert before == (all_moves(game), {each.pk for each in open_questions(game)})
    assert met


def test_an_old_mail_that_comes_by_lmtp(game, database, smtp, travel, file, start_program, settings):
    """The whole way in, as a mail server brings it: nothing is played, and a mail says so."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    run("backup", file)
    lost = {
        read_number(mail): mail for mail in play(game, smtp, travel, answers=8, seed="lost") if mail.picks
    }
    run("restore", file, replace=True)
    for step in range(8):
        question = open_questions(game)[0]
        answer(question, advice(question, f"anew/{step}"))
        asked = open_questions(game)[0]
        if mail := lost.get((asked.seat_id, asked.number)):
            break
    assert mail is not None
    before, path = all_moves(game), file.with_name("lmtp")
    domain, url = settings.INBOUND_DOMAIN, f"{SERVER}/{database}"
    words = ("receive_lmtp", "--listen", f"unix:{path}")
    server = start_program("manage", *words, INBOUND_DOMAIN=domain, DATABASE_URL=url)
    server.wait_for_line("Taking mail to")
    to, sender = mail.parsed["Reply-To"], mail.parsed["To"]
    raw = eml("reply", to=to, sender=sender, message_id=mail.parsed["Message-ID"])
    with smtplib.LMTP(str(path)) as client:
        client.sendmail(sender, [to], raw)

    assert before == all_moves(game)
    assert "able has changed since this mail was sent" in Reply.objects.get().results[0]["text"]


def read_number(mail: Mail) -> tuple[int, int | None]:
    """The seat and the number of the question of a mail."""
    found = addresses.read_reply(mail.parsed["Reply-To"])
    return found.seat.pk, found.question


def all_moves(game: Game) -> list[tuple]:
    return list(Move.objects.filter(game=game).order_by("version").values_list("version", "by", "labels"))


def test_what_left_after_the_backup_is_not_sent_again_within_the_hour(game, ann, smtp, travel, file):
    """It waited at the backup; the lost hours sent it. Later it goes if it is of use, and is a repeat."""
    run("backup", file)
    travel(minutes=20)
    first = deliver_all(smtp)
    run("restore", file, replace=True)
    at_once = deliver_all(smtp)
    travel(minutes=58)
    soon = deliver_all(smtp)
    travel(minutes=3)
    again = deliver_all(smtp)

    assert [[], []] == [at_once, soon]
    assert message_ids(first) == message_ids(again) != []


def message_ids(mails: list[Mail]) -> list[str]:
    return sorted(mail.parsed["Message-ID"] for mail in mails)


def test_what_is_of_no_use_any_more_is_not_sent_at_all(game, ann, smtp, travel, file):
    """Ann answers within the hour: no mail asks her that again."""
    question = question_to(game, ann)
    run("backup", file)
    run("restore", file, replace=True)
    answer(question)
    travel(minutes=70)
    deliver()

    assert "sent" not in Notice.objects.filter(question=question).values_list("status", flat=True)
    assert Notice.objects.filter(status=Notice.Status.SENT).exists()


def test_nobody_is_reminded_again_within_the_hour(game, ann, travel, file):
    """The reminder may have left after the backup."""
    question = question_to(game, ann)
    Question.objects.filter(pk=question.pk).update(remind_at=clock.now())
    run("backup", file)
    run("restore", file, replace=True)

    assert question_to(game, ann).remind_at >= clock.now() + RESTORED_MAILS_WAIT * 0.99


def test_no_number_is_given_out_again(game, ann, bob, start, file):
    """A seat link or a bounce of the lost hours names a row by number: none of those comes again."""
    run("backup", file)
    lost = start(ann, bob)
    seats = {seat.pk for seat in lost.seats.all()}
    notices = set(Notice.objects.values_list("pk", flat=True))
    run("restore", file, replace=True)
    anew = start(ann, bob)

    assert anew.pk > lost.pk
    assert not seats & {seat.pk for seat in anew.seats.all()}
    assert not notices & set(Notice.objects.filter(game=anew).values_list("pk", flat=True))


def test_the_time_before_the_backup_is_given_back_too(game, ann, travel, file):
    """A site that stood still when it was backed up: from its last heartbeat on."""
    Heartbeat.objects.update_or_create(name="deadlines", defaults={"at": clock.now()})
    slept_at = Heartbeat.objects.get(name="deadlines").at
    travel(hours=3, asleep=True)
    run("backup", file)
    travel(hours=2, asleep=True)
    run("restore", file, replace=True)

    assert slept_at == Outage.objects.get().started_at


def mail_without_question(game: Game, player, smtp, travel) -> Mail:
    """A mail to this player that asks nothing."""
    travel(minutes=20)
    deliver()
    notices.notify(Notice.Kind.STARTED, key="another", game=game, seat=question_to(game, player).seat)
    travel(minutes=20)
    (mail,) = deliver_all(smtp)
    assert (player.email, "started", []) == (mail.parsed["To"], mail.parsed["X-Fluxx-Kind"], mail.picks)
    return mail


def test_a_mail_that_asked_nothing_is_of_the_lost_hours_too(game, ann, smtp, travel, file, settings):
    """Its game is there again, and asks something: what was written in answer was meant for another table."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    run("backup", file)
    mail = mail_without_question(game, ann, smtp, travel)
    run("restore", file, replace=True)
    before = all_moves(game)
    reply_to(mail, engine.card(options(question_to(game, ann))[0]).title)
    (told,) = Reply.objects.get().results

    assert before == all_moves(game)
    assert "able has changed since this mail was sent" in told["text"]


def test_a_mail_that_asked_nothing_before_the_backup_is_known(game, ann, smtp, travel, file, settings):
    """It is answered as ever: it asked nothing, and no time was undone since it was sent."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    mail = mail_without_question(game, ann, smtp, travel)
    run("backup", file)
    run("restore", file, replace=True)
    before = all_moves(game)
    reply_to(mail, engine.card(options(question_to(game, ann))[0]).title)
    (told,) = Reply.objects.get().results

    assert before == all_moves(game)
    assert "has no question that a card could answer" in told["text"]


@pytest.mark.parametrize(
    "hostile",
    [
        b"\\! touch {mark}\n",
        b"SELECT 1 \\g | touch {mark}\n",
        b"SELECT 1; \\copy games_game TO PROGRAM 'touch {mark}'\n",
    ],
)
def test_a_backup_that_somebody_has_changed_runs_no_program(hostile, game, file, tmp_path):
    """psql obeys commands of its own between statements, such as one that runs a program."""
    run("backup", file)
    mark = tmp_path / "m"
    hostile = hostile.replace(b"{mark}", str(mark).encode())
    archive = file.read_bytes()
    longest = max(re.findall(rb"CREATE INDEX [^;]*;\n", archive), key=len)
    assert len(longest) > len(hostile)
    file.write_bytes(archive.replace(longest, hostile.ljust(len(longest) - 1) + b"\n"))
    said = refused(file, replace=True)

    assert not mark.exists()
    assert "can’t be restored" in said
