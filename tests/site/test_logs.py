"""Requirement M7: a token in a log would let its reader play."""

import json
import logging
import re
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import quote

import django.contrib.sessions.exceptions
import django.core.exceptions
import pytest
from django.core.exceptions import SuspiciousOperation
from django.db import DataError, IntegrityError, connection, transaction
from django.urls import URLResolver, get_resolver
from kombu.message import Message

from fluxx_site.embedded import account, valkey
from fluxx_site.logs import SUSPICIOUS, AddFields, MaskTokens, OneLine, make_formatter, mask
from games.core.log_context import log_scope, start_fields
from games.models import Heartbeat, Player
from games.periodic.sweep import sweep_deadlines
from tests.support.processes import Group

from .conftest import make_player


@pytest.fixture(autouse=True)
def no_fields() -> None:
    """Begin without fields that an earlier test of this process has left."""
    start_fields()


@pytest.mark.parametrize(
    "line",
    [
        "GET /p/1:2:abc-DEF_9/ HTTP/1.1",
        "GET /p/abc-DEF_9?choice=bread HTTP/1.1",
        'referrer "https://games.example/p/abc-DEF_9/"',
        "https://games.example/newcomer/abc-DEF_9/",
        "GET /v/abc-DEF_9/ HTTP/1.1",
        "GET /f/abc-DEF_9/deadlines.ics HTTP/1.1",
        "POST /u/abc-DEF_9/ HTTP/1.1",
        "POST /u/abc-DEF_9 HTTP/1.1",
        "GET //p//abc-DEF_9/ HTTP/1.1",
        "GET /s/abc-DEF_9/end.png HTTP/1.1",
        "GET /accounts/password/reset/key/abc-DEF_9/ HTTP/1.1",
    ],
)
def test_a_token_is_masked_wherever_it_stands(line):
    """Addresses and referrers lose their secret part and keep the rest."""
    masked = mask(line)

    assert "abc-DEF_9" not in masked
    assert "/***" in masked


# Parts of addresses by which their holder gets in; the key of a game opens nothing.
SECRET_PARTS = {"token", "secret", "link_key"}


def addresses_with_secrets(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    """The routes of all addresses that hold a secret."""
    for each in resolver.url_patterns:
        route = f"{before}{each.pattern}"
        if isinstance(each, URLResolver):
            yield from addresses_with_secrets(each, route)
        elif SECRET_PARTS & set(each.pattern.converters) or each.name in ("shared", "shared_picture"):
            yield route


def test_each_address_that_holds_a_secret_is_masked():
    """Also one that is added later: whoever reads the log would join, play or read."""
    routes = list(addresses_with_secrets(get_resolver()))
    secret = "abc-DEF_9"
    said = {route: mask(f"GET {re.sub('<[^>]+>', secret, route)} HTTP/1.1") for route in routes}

    assert {"/p/<str:token>/", "/join-circle/<slug:link_key>/", "/s/<slug:key>/"} <= set(routes)
    assert [] == [route for route, line in said.items() if secret in line.partition("***")[0]]
    assert [] == [route for route, line in said.items() if "***" not in line]


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_secret_is_masked_in_the_address_that_a_sign_in_leads_back_to(times):
    """The forms of django-allauth write all of it with percent signs, and what is in it once more."""
    for route in addresses_with_secrets(get_resolver()):
        address = re.sub("<[^>]+>", "abc-DEF_9", route)
        for then in (address, "/decks/fun/?link=abc-DEF_9", "/t/Xy12/?since=4&pick=abc-DEF_9"):
            for _time in range(times):
                then = quote(then, safe="")
            line = mask(f"GET /accounts/login/code/?next={then}&page=2 HTTP/1.1")

            assert "abc-DEF_9" not in line.partition("***")[0]
            assert "***" in line
            assert line.endswith("page=2 HTTP/1.1")


def test_a_choice_is_masked():
    """The cards that a link fills in are somebody's hand; the rest of the address stays readable."""
    assert "GET /decks/fun/?link=*** HTTP/1.1" == mask("GET /decks/fun/?link=abc-DEF_9 HTTP/1.1")
    line = mask("GET /t/Xy12/?pick=bread&pick=milk%402&since=4 HTTP/1.1")

    assert "GET /t/Xy12/?pick=***&pick=***&since=4 HTTP/1.1" == line


@pytest.mark.parametrize("purpose", ["play+", "games+", "invite+", "bounce+", "unsub+", "play%2B"])
def test_an_address_that_is_answered_is_masked(purpose):
    """Whoever knows the address of a reply, and who may send to it, could play."""
    line = mask(f"rejected RCPT TO:<{purpose}1a-f3-9-abcdefghij234567klmn@reply.example> 550")

    assert f"rejected RCPT TO:<{purpose}***@reply.example> 550" == line


@pytest.mark.parametrize("line", ["GET /g/Xy12/p/ HTTP/1.1", "GET /people/ HTTP/1.1", "GET /p/ HTTP/1.1"])
def test_other_addresses_stay_readable(line):
    """Only the part after a token's prefix is hidden."""
    assert line == mask(line)


def record(message: str, *args: object) -> logging.LogRecord:
    return logging.LogRecord("games", logging.WARNING, __file__, 1, message, args, None)


def test_a_token_in_the_arguments_is_masked():
    """The finished message is what counts, not the format string."""
    event = record("Not Found: %s", "/p/abc-DEF_9/")

    MaskTokens().filter(event)

    assert event.getMessage() == "Not Found: /p/***/"


ROW = "DETAIL:  Failing row contains (1, pbkdf2$hash, null, ann@players.example)."


@pytest.mark.parametrize(
    "said", [ROW, f"null value\n{ROW}\nmore", "DETAIL:  Key (email, key)=(ann@players.example, hash) exists."]
)
def test_the_values_of_a_row_that_is_refused_are_masked(said):
    """The hash of a password would stand there, or a link; what was refused stays."""
    masked = mask(said)

    assert "hash" not in masked
    assert "players.example" not in masked
    assert "Failing row contains ***" in masked or "Key (email, key)=***" in masked


def test_the_log_of_our_postgresql_holds_no_values(ann):
    """It says what was refused, and nothing of the row: no address, no name, no hash of a password."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW data_directory")
        log = Path(cursor.fetchone()[0]).with_name("postgres.log")
    before = log.stat().st_size
    for change in ({"name": None}, {"email": make_player("Zyxeve").email}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.filter(pk=ann.pk).update(**change)
    with pytest.raises(DataError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 'zyxeve'::int")
    said = log.read_bytes()[before:].decode()

    assert "null value in column" in said
    assert "duplicate key value" in said
    assert not re.search(r"DETAIL|STATEMENT|CONTEXT|zyxeve@|ann@", said)


def test_text_from_outside_makes_no_new_line():
    """A name with a line break can't pass for another event."""
    line = OneLine("{message}", style="{").format(record("joined: %s", "Ann\r\nERROR games: lost"))

    assert line == r"joined: Ann\r\nERROR games: lost"


@pytest.mark.parametrize(
    ("line", "masked"),
    [
        ("{'p25@players.example': (550, b'<p25@players.example> unknown')}", 2),
        ("to anna.maria+fluxx@mail.example.org:", 1),
    ],
)
def test_the_address_of_a_player_is_masked(line, masked):
    """Its first letter and its domain stay."""
    assert masked == len(re.findall(r"[pa]\*\*\*@(?:players\.example|mail\.example\.org)", mask(line)))
    assert "25" not in mask(line)
    assert "maria" not in mask(line)


def formatted(shape: str, event: logging.LogRecord) -> str:
    for each in (AddFields(), MaskTokens()):
        each.filter(event)
    return make_formatter(shape).format(event)


def test_a_line_has_its_time_and_its_place():
    """The time is in UTC, and the place is at the end."""
    with log_scope(task="deliver/5f0c2a91"), log_scope(game="Xy12"):
        line = formatted("text", record("notice %s was not sent", 7))

    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z WARNING games: notice 7 was not sent"
        r" \[task=deliver/5f0c2a91 game=Xy12\]",
        line,
    )


def test_a_line_can_be_json():
    """One object with the same words, the traceback masked in it."""
    event = record("notice %s:\nfailed", 7)
    try:
        raise ValueError("/p/abc-DEF_9/")
    except ValueError as error:
        event.exc_info = (ValueError, error, error.__traceback__)
    with log_scope(game="Xy12"):
        line = formatted("json", event)
    told = json.loads(line)

    assert "\n" not in line
    assert ("WARNING", "games", "notice 7:\nfailed", "Xy12") == tuple(
        told[name] for name in ("level", "logger", "message", "game")
    )
    assert "ValueError: /p/***/" in told["traceback"]


def test_the_lines_of_a_request_name_it(client, ann, caplog, settings):
    """Django's own line, which is written when the request is over, has the id, the client and the game."""
    settings.PROXY_COUNT = settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    caplog.handler.addFilter(AddFields())
    client.force_login(ann)
    client.get("/g/n0game00/", headers={"x-forwarded-for": "203.0.113.9, 192.0.2.7"})
    client.get("/nothing/")

    fields = [event.fields for event in caplog.records if event.name == "django.request"]
    assert fields
    assert {"192.0.2.7", "127.0.0.1"} == {each["client"] for each in fields}
    assert len({each["request"] for each in fields}) == len(fields)
    assert "n0game00" in {each.get("game") for each in fields}


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("multipart/form-data", b"no boundary"),
        ("multipart/form-data; boundary=\xe9", b"--x"),
        ("application/x-www-form-urlencoded", b"&".join(b"a=1" for _field in range(2000))),
    ],
)
def test_a_broken_form_is_one_line(content_type, body, client, caplog, db):
    """A client that sends nonsense gets 400, and the log no traceback; that of an error of the site stays."""
    (console,) = (each for each in logging.getLogger().handlers if each.get_name() == "console")
    answer = client.generic("POST", "/accounts/login/", body, content_type=content_type)
    (event,) = (
        each for each in caplog.records if each.name.startswith(("django.request", "django.security"))
    )
    console.filter(event)

    assert 400 == answer.status_code
    assert "Traceback" not in console.format(event)
    assert 1 == len(console.format(event).splitlines())


@pytest.mark.parametrize("host", ["evil.example", "a_b.example", "x" * 300, "127.0.0.1:x"])
def test_a_wrong_host_is_a_warning(host, client, caplog, db):
    """Any visitor can send one: that is no error of the site, and no report of one."""
    answer = client.get("/about/", HTTP_HOST=host)
    said = [each for each in caplog.records if each.name.startswith("django.")]

    assert 400 == answer.status_code
    assert {logging.WARNING} == {each.levelno for each in said}
    assert {"WARNING"} == {each.levelname for each in said}


def test_whatever_django_finds_suspicious_is_a_warning():
    """Each kind of it has a logger of its own; what the admin alone can raise is looked at."""
    kinds = {
        kind.__name__
        for module in (django.core.exceptions, django.contrib.sessions.exceptions)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, SuspiciousOperation)
    }

    assert sorted(kinds) == sorted(SUSPICIOUS)


def test_the_lines_of_a_sweep_name_the_game(ann, bob, start, caplog, monkeypatch, travel):
    """What fails about one game is logged with its key, and the next line does not have it."""
    game = start(ann, bob)

    def fail(*_args: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("games.periodic.timeouts.play_and_store", fail)
    caplog.handler.addFilter(AddFields())
    travel(days=2)
    start_fields()  # those of the start
    sweep_deadlines()
    logging.getLogger("games").warning("later")

    lines = {event.getMessage().split()[0]: event.fields for event in caplog.records}
    assert game.key == lines["question"].get("game")
    assert "game" not in lines["later"]


@pytest.fixture
def own_queue(tmp_path, monkeypatch):
    """A Valkey that the test may stop and start again: its address, and the two functions."""
    tmp_path.chmod(0o711)
    sockets = account.make_socket_folder(tmp_path)
    running = []

    def run() -> None:
        running.append(valkey.start(sockets))
        valkey.wait_for_server(running[-1], sockets)

    def stop() -> None:
        running[-1].send_signal(signal.SIGKILL)
        running[-1].wait()

    run()
    yield valkey.build_url(sockets), run, stop
    stop()
    shutil.rmtree(sockets, ignore_errors=True)


def test_a_task_that_cannot_be_acknowledged_is_one_line(caplog):
    """A worker that loses Redis during a task logs no traceback; other errors of tasks keep theirs."""
    logger = logging.getLogger("celery.worker.request")
    message = Message(channel=None, delivery_tag="7")

    def fail(*_args, **_kwargs):
        raise ConnectionResetError("gone")

    message.channel = SimpleNamespace(no_ack_consumers=None, basic_ack=fail, basic_reject=fail)
    with caplog.at_level("CRITICAL", logger.name):
        message.ack_log_error(logger, (ConnectionResetError,))
        message.reject_log_error(logger, (ConnectionResetError,))
        try:
            fail()
        except ConnectionResetError:
            logger.critical("Task handler raised error", exc_info=True)

    assert [bool(record.exc_info) for record in caplog.records] == [False, False, True]


def new_lines(group: Group, before: int) -> list[str]:
    return group.output[before:].splitlines()


@pytest.mark.slow
def test_a_queue_that_is_away_is_logged_once(own_queue, start_program):
    """Worker and beat say in a few lines that Redis is away, keep silent, and say when it is back."""
    url, run, stop = own_queue
    worker = start_program("celery", "-A", "fluxx_site", "worker", "--concurrency", "1", REDIS_URL=url)
    beat = start_program("celery", "-A", "fluxx_site", "beat", REDIS_URL=url)
    worker.wait_for_line(" ready.")
    worker.wait_until(Heartbeat.objects.filter(name="deadlines").exists, "no sweep ran")
    before = len(worker.output), len(beat.output)
    stop()
    beat.wait_for_line("Redis does not answer", 30)
    said = new_lines(worker, before[0]), new_lines(beat, before[1])
    later = len(worker.output), len(beat.output)
    time.sleep(20)

    assert len(said[0]) <= 8, said[0]  # each part of a worker may say it
    assert len(said[1]) == 1, said[1]
    assert [] == [*new_lines(worker, later[0]), *new_lines(beat, later[1])]
    run()
    beat.wait_for_line("Redis answers again", 60)
    Heartbeat.objects.all().delete()
    worker.wait_until(Heartbeat.objects.filter(name="deadlines").exists, "no sweep ran again")
