"""What a monitor reads at /metrics, what staff read in the admin, and what is reported elsewhere."""

import json
import threading
import time
import urllib.request
import zlib
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.urls import reverse
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from fluxx_site.celery import app
from games import clock
from games.admin import mail_check
from games.admin.health_panel import ADVICE
from games.core import wake
from games.models import Heartbeat, Notice
from tests.site.test_external_stack import free_port

from .play import answer, question_to

SECRET = "a monitor's secret"
OPENED = {"Authorization": f"Bearer {SECRET}"}


def read(text: str) -> dict[str, list]:
    """The samples of a scrape by their names; text that is not OpenMetrics raises ValueError."""
    found: dict[str, list] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, []).append(sample)
    return found


@pytest.fixture
def scrape(client, settings, db):
    """Read /metrics as a monitor does."""
    settings.HEALTH_TOKEN = SECRET

    def run() -> dict[str, list]:
        response = client.get("/metrics", headers=OPENED)
        assert response.status_code == 200
        assert response["Content-Type"].startswith("application/openmetrics-text")
        return read(response.content.decode())

    return run


def values(samples: list, label: str) -> dict[str, float]:
    return {sample.labels[label]: sample.value for sample in samples}


def test_metrics_are_for_monitors_and_staff(client, settings, ann, moderator):
    """They open by the token of /healthz, and to nobody else."""
    settings.HEALTH_TOKEN = SECRET
    seen = [client.get("/metrics").status_code, client.get("/metrics", headers=OPENED).status_code]
    client.force_login(ann)
    seen.append(client.get("/metrics").status_code)
    client.force_login(moderator)
    seen.append(client.get("/metrics").status_code)

    assert seen == [404, 200, 404, 200]


def test_metrics_tell_what_the_site_does(scrape, ann, bob, start):
    """Answers, mails by what became of them, and the figures of the health report."""
    game = start(ann, bob)
    answer(question_to(game, ann))
    Heartbeat.objects.create(name="deadlines", at=clock.now())
    Notice.objects.filter(player=bob).update(status=Notice.Status.DEAD)
    found = scrape()

    assert values(found["fluxx_answers_last_hour"], "by")["page"] == 1
    assert values(found["fluxx_mails_last_hour"], "result")["dead"] >= 1
    assert values(found["fluxx_sweeps"], "name")["deadlines"] < 60
    assert found["fluxx_healthy"][0].value == 0
    assert "sweeps.notices" in values(found["fluxx_problem"], "name")
    assert "fluxx_oldest_due" not in found


def test_metrics_tell_how_long_requests_take(client, scrape):
    """Each page is counted by its name, and never by its address, which may hold a secret."""
    before = scrape()
    client.get("/about/")
    client.get("/p/a-token-that-is-wrong/")
    found = scrape()

    def count(samples: dict[str, list], page: str) -> float:
        counted = samples.get("fluxx_request_seconds_count", [])
        return sum(each.value for each in counted if each.labels["page"] == page)

    assert count(found, "about") - count(before, "about") == 1
    assert "a-token-that-is-wrong" not in str(found)


@pytest.mark.slow
def test_processes_count_requests_together(start_program, db):
    """Whichever process of two is asked, the figures are those of both."""
    port = free_port()
    web = start_program(
        "gunicorn", "fluxx_site.wsgi", "--bind", f"127.0.0.1:{port}", "--workers", "2", HEALTH_TOKEN=SECRET
    )

    def get(path: str) -> str:
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=OPENED)
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.read().decode()

    def is_up() -> bool:
        with suppress(OSError):
            return bool(get("/livez"))
        return False

    web.wait_until(is_up, "no answer")
    for _request in range(20):
        get("/about/")

    for _scrape in range(4):
        counted = [
            sample.value
            for sample in read(get("/metrics"))["fluxx_request_seconds_count"]
            if sample.labels == {"page": "about", "status": "2xx"}
        ]
        assert counted == [20]


def test_a_panel_says_what_to_do(client, moderator, db):
    """Each kind of problem is one heading with a remedy; the index of the admin leads there."""
    client.force_login(moderator)
    page = client.get(reverse("admin_health")).content.decode()

    assert page.count(str(ADVICE["sweeps"].remedy).split(":")[0]) == 1
    assert "the sweep of deadlines has never run" in page
    assert reverse("admin_health") in client.get(reverse("admin:index")).content.decode()


def test_a_panel_says_that_all_is_well(client, moderator, settings):
    """Nothing is wrong, and the figures are there all the same."""
    for name in [*(each.removeprefix("sweep_") for each in settings.SWEEPS), "queue"]:
        Heartbeat.objects.create(name=name, at=clock.now())
    client.force_login(moderator)
    page = client.get(reverse("admin_health")).content.decode()

    assert "Everything’s fine" in page
    assert "oldest_due" in page


def test_the_queues_are_measured_apart(broker, scrape):
    """Sweeps, and calls for mails, that no worker has taken yet."""
    for _call in range(3):
        wake.send_deliver(1)
    app.send_task("games.tasks.sweep_deadlines")
    told = scrape()

    assert [3, 1] == [told[f"fluxx_waiting_{what}"][0].value for what in ("calls", "sweeps")]


def test_the_panel_sends_a_test_mail(client, moderator, settings, mailoutbox, monkeypatch):
    """To the person who asks, with the result in words: taken, refused and why, or no mail server at all."""
    client.force_login(moderator)
    asked = []
    for to_files, error in (
        (False, None),
        (False, ConnectionRefusedError(111, "Connection refused")),
        (True, None),
    ):
        settings.MAILS_GO_TO_FILES = to_files
        if error:
            monkeypatch.setattr(
                mail_check, "get_connection", lambda *_a, e=error, **_k: (_ for _ in ()).throw(e)
            )
        asked.append(client.post(reverse("admin_health"), follow=True).content.decode())

    assert [[moderator.email]] == [each.to for each in mailoutbox]
    assert f"The mail server accepted the test mail to {moderator.email}." in asked[0]
    assert "The test mail didn’t leave." in asked[1]
    assert "check EMAIL_URL" in asked[1]
    assert "No mail server is set up" in asked[2]


@pytest.mark.parametrize(("language", "word"), [("pl", "Stan serwisu"), ("ru", "Состояние сайта")])
def test_a_panel_speaks_the_language_of_its_reader(client, moderator, language, word):
    """Staff read it as they read all pages."""
    moderator.language = language
    moderator.save()
    client.force_login(moderator)
    page = client.get(reverse("admin_health")).content.decode()

    assert word in page
    assert str(ADVICE["sweeps"].problem) not in page


def test_the_panel_is_for_staff(client, ann):
    """A player is sent to the sign-in of the admin."""
    client.force_login(ann)

    assert client.get(reverse("admin_health")).status_code == 302


@pytest.mark.slow
def test_errors_are_reported_without_data_of_people(start_program, db):
    """With SENTRY_DSN what is logged as an error arrives there, tokens and addresses masked."""
    received: list[bytes] = []

    class Taker(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            gzipped = self.headers.get("Content-Encoding") == "gzip"
            received.append(zlib.decompress(body, 31) if gzipped else body)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Taker)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    code = (
        "import logging\n"
        "try:\n    secret = 'a card'; raise ValueError('/p/abc-DEF_9/ of anna@players.example')\n"
        "except ValueError:\n    logging.getLogger('games').exception('it failed for anna@players.example')"
    )
    program = start_program(
        "django", "shell", "-c", code, SENTRY_DSN=f"http://key@127.0.0.1:{server.server_port}/1",
        DJANGO_SETTINGS_MODULE="fluxx_site.settings",
    )  # fmt: skip
    assert program.process.wait(300) == 0, program.output
    end = time.monotonic() + 10
    while not received and time.monotonic() < end:
        time.sleep(0.1)
    server.shutdown()
    server.server_close()
    event = b"".join(received).decode()

    assert "it failed for a***@players.example" in event
    assert "/p/***/" in event
    assert "abc-DEF_9" not in event
    assert "anna@" not in event
    assert json.dumps("a card") not in event
