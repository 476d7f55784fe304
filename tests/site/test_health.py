"""Requirement O4: what a probe is told."""

import re
import time
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.test import override_settings
from django.urls import reverse
from django.utils import translation

from fluxx_site import __version__
from games import clock
from games.admin.health_panel import ADVICE
from games.core import wake
from games.models import Channel, Heartbeat, Notice, Outage, Player, Question, Switch
from games.periodic.health_report import check_health
from tests.support.languages import assert_russian, said_by
from tests.support.processes import ROOT

DAY = timedelta(days=1)
SECRET = "a monitor's secret"


def test_livez_asks_nobody(client, django_assert_num_queries, db):
    """The process answers, whatever the host name of the probe and whether or not anything else is up."""
    with django_assert_num_queries(0):
        answer = client.get("/livez", headers={"host": "10.0.0.7"})

    assert (200, b"ok\n") == (answer.status_code, answer.content)


def test_readyz_is_ok_with_everything_there(client, db):
    """PostgreSQL answers and has every migration, and the queue answers."""
    answer = client.get("/readyz")

    assert answer.status_code == 200
    assert {"status": "ok", "database": "ok", "queue": "ok"} == answer.json()


@override_settings(REDIS_URL="redis://127.0.0.1:1/0")
def test_readyz_is_degraded_without_redis(client, db):
    """Redis is a hint, so its loss takes no web process out of service."""
    answer = client.get("/readyz")

    assert answer.status_code == 200
    assert {"status": "degraded", "database": "ok", "queue": "down"} == answer.json()


def test_readyz_fails_without_the_database(client, db, monkeypatch):
    """Without PostgreSQL nothing works, and no more is said than that."""

    def refuse():
        raise OperationalError("connection to server at 10.1.2.3 failed")

    monkeypatch.setattr("fluxx_site.health.missing_migrations", refuse)

    answer = client.get("/readyz")

    assert answer.status_code == 503
    assert {"status": "down", "database": "down", "queue": "ok"} == answer.json()


def test_readyz_fails_while_migrations_are_missing(client, db, monkeypatch):
    """A release whose tables are not there yet takes no request."""
    monkeypatch.setattr("fluxx_site.health.missing_migrations", lambda: ["games.0002_next"])

    answer = client.get("/readyz")

    assert answer.status_code == 503
    assert answer.json()["database"] == "migrations missing"


@pytest.mark.parametrize("path", ["/mailbox/", "/newcomer/abc/"])
def test_pages_of_the_embedded_stack_exist_nowhere_else(client, db, path):
    """A mailbox for everybody and a sign-in link belong on one person's own machine."""
    assert client.get(path).status_code == 404


@pytest.fixture
def well(db, settings):
    """A site whose sweeps have just run and whose queue works, and the token of its monitor."""
    settings.HEALTH_TOKEN = SECRET
    names = [name.removeprefix("sweep_") for name in settings.SWEEPS]
    for name in [*names, "queue"]:
        Heartbeat.objects.create(name=name, at=clock.now())


def ask(client, token=SECRET):
    return client.get("/healthz", headers={"Authorization": f"Bearer {token}"})


def test_healthz_is_for_monitors_and_staff(client, well, ann, moderator):
    """Nobody else learns that it is there."""
    seen = [client.get("/healthz").status_code, ask(client, "a guess").status_code, ask(client).status_code]
    client.force_login(ann)
    seen.append(client.get("/healthz").status_code)
    client.force_login(moderator)
    seen.append(client.get("/healthz").status_code)

    assert seen == [404, 404, 200, 404, 200]


def test_healthz_needs_a_token_that_is_set(client, well, settings):
    """Without HEALTH_TOKEN an empty one opens nothing."""
    settings.HEALTH_TOKEN = ""

    assert ask(client, "").status_code == 404


def test_healthz_is_well(client, well):
    """Everything runs: nothing is wrong, and the figures are there."""
    told = ask(client).json()

    assert (told["status"], told["wrong"], told["held"]) == ("ok", [], {})
    assert told["sweeps"]["deadlines"] == 0


def test_the_commit_is_told_where_it_is_known(client, well, settings):
    """FLUXX_COMMIT stands beside the version."""
    settings.FLUXX_COMMIT = "1a2b3c4"

    assert "1a2b3c4" == ask(client).json()["commit"]
    assert f"version {__version__} (1a2b3c4)." in client.get("/about/").content.decode()


def test_the_version_is_told(client, well):
    """By the number with which CHANGELOG.md begins, to monitors and to everybody."""
    newest = re.search(r"^## (\S+?),? ", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)

    assert newest is not None
    assert newest[1] == __version__ == ask(client).json()["version"]
    assert f"This site runs version {__version__}." in client.get("/about/").content.decode()


def update_one(**columns):
    Notice.objects.filter(pk=Notice.objects.first().pk).update(**columns)


@pytest.mark.parametrize(
    ("harm", "wrong"),
    [
        (
            lambda past: Heartbeat.objects.filter(name="deadlines").update(at=past),
            "the sweep of deadlines last ran",
        ),
        (
            lambda past: Heartbeat.objects.filter(name="notices").delete(),
            "the sweep of notices has never run",
        ),
        (
            lambda past: Heartbeat.objects.filter(name="queue").update(at=past),
            "no message has come through the queue lately",
        ),
        (
            lambda past: Question.objects.filter(closed_at=None).update(due_at=past),
            "a deadline has passed and nobody answered for it",
        ),
        (
            lambda past: Question.objects.filter(closed_at=None).update(stuck_at=clock.now()),
            "1 question is stuck",
        ),
        (lambda past: update_one(status="waiting", next_try_at=past), "mail isn’t going out"),
        (
            lambda past: update_one(
                status="waiting", attempts=3, created_at=past, next_try_at=past + 2 * DAY
            ),
            "mail isn’t going out",
        ),
        (lambda past: update_one(status="dead", reason="the mail cannot be written"), "1 mail was given up"),
        (
            lambda past: Switch.objects.create(name="clocks", since=past, reason="a bug"),
            "clocks held: a bug",
        ),
        (
            lambda past: Outage.objects.create(started_at=past - DAY, ended_at=past),
            "an outage is not credited yet",
        ),
    ],
)
def test_healthz_turns_red(client, well, ann, bob, start, harm, wrong):
    """Each fault is named, with a status that a monitor understands."""
    start(ann, bob)
    Notice.objects.update(status="sent", sent_at=clock.now())
    harm(clock.now() - timedelta(hours=1, minutes=1))
    answer = ask(client)

    assert answer.status_code == 503
    assert len(answer.json()["wrong"]) == 1
    assert wrong in answer.json()["wrong"][0]
    assert {name.partition(".")[0] for name in check_health().problems} <= set(ADVICE)


def test_no_dead_webhook_of_a_player_turns_healthz_red(client, well, ann, bob, start):
    """Calls that fail for hours are figures of their own: only their player can mend them."""
    start(ann, bob)
    Notice.objects.update(status="sent", sent_at=clock.now())
    hook = Channel.objects.create(player=ann, kind="json", name="dead", url="https://gone.example/hook")
    hours_ago = clock.now() - timedelta(hours=5)
    failing = {"status": "waiting", "attempts": 7, "created_at": hours_ago, "next_try_at": hours_ago}
    Notice.objects.filter(pk=Notice.objects.first().pk).update(channel=hook, **failing)
    answer = ask(client)
    figures = answer.json()

    assert (200, []) == (answer.status_code, figures["wrong"])
    assert (None, 0) == (figures["oldest_unsent_notice"], figures["failing_notices"])
    assert (True, 1) == (figures["oldest_unsent_call"] >= 5 * 3600, figures["failing_calls"])


def test_a_canary_comes_through_the_queue(well, worker):
    """A real worker notes when the message came, and how long it took."""
    Heartbeat.objects.filter(name="queue").delete()
    wake.send_canary()
    end = time.monotonic() + 300
    while not Heartbeat.objects.filter(name="queue").exists() and time.monotonic() < end:
        time.sleep(0.1)

    assert Heartbeat.objects.get(name="queue").did < 20_000


def test_what_is_wrong_is_logged_when_it_changes(client, well, caplog):
    """Five probes of an unwell site are one line, which says why; so is the first of a well one."""
    for _probe in range(5):
        ask(client)
    assert [] == caplog.messages
    Heartbeat.objects.filter(name="queue").delete()
    for _probe in range(5):
        ask(client)
    Heartbeat.objects.create(name="queue", at=clock.now())
    for _probe in range(5):
        ask(client)

    said = [event.getMessage() for event in caplog.records if event.name == "fluxx_site.health"]
    assert said == [
        "the site is not well: no message has come through the queue lately",
        "the site is well again",
    ]


def test_the_admin_says_it_in_the_language_of_its_reader(client, moderator):
    """The page has no English left but names in code; monitors and logs go on to read English."""
    Switch.objects.create(name="clocks", since=clock.now() - DAY, reason="Обновление")
    Player.objects.update(language="ru")
    client.force_login(moderator)
    page = client.get(reverse("admin_health")).content.decode()

    assert_russian(said_by(page))
    with translation.override("ru"):
        assert {"the sweep of notices has never run", "clocks held: Обновление"} <= set(check_health().wrong)
