"""The administration under bin/run opens to the newcomer at this machine, and nowhere else (ADR 75)."""

import os
import subprocess
import sys
from typing import Any

import pytest
from celery import platforms
from django.http import Http404
from django.test import Client, RequestFactory

from fluxx_site.embedded import mailbox, newcomer
from fluxx_site.embedded.supervisor import ROOT_WARNING, build_welcome
from games.models import Player
from tests.support.second_factor import note_sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.bare_sign_in]


@pytest.fixture
def demo(settings) -> None:
    """A site under bin/run."""
    settings.EMBEDDED, settings.MAILS_GO_TO_FILES = True, False
    settings.ALLOWED_HOSTS = ["localhost", "games.example", "127.0.0.1"]


def at_the_terminal(player: Player, method: str = newcomer.METHOD) -> Client:
    """A browser in which the printed link was opened."""
    client = Client(headers={"host": "localhost:8000"})
    client.force_login(player)
    note_sign_in(client.session, player, method=method)
    return client


def test_the_newcomer_is_let_in_and_told_what_a_public_site_does(demo, moderator):
    """No second factor, also before an act; each page says why."""
    browser = at_the_terminal(moderator)
    page = browser.get("/admin/")
    act = browser.post("/admin/games/switch/add/", {})

    assert (200, 200) == (page.status_code, act.status_code)
    assert "On a public site, staff need a second factor" in page.content.decode()


def test_the_first_pages_lead_there(demo, moderator, bob):
    """A link in the banner of each page, for who may open it."""
    shown = at_the_terminal(moderator).get("/").content.decode()

    assert 'href="/admin/"' in shown[: shown.index("<main")]
    assert 'href="/admin/"' not in at_the_terminal(bob).get("/").content.decode()


FROM_ELSEWHERE: list[dict[str, Any]] = [
    {"REMOTE_ADDR": "192.0.2.7"},
    {"REMOTE_ADDR": "10.0.0.3"},
    {"REMOTE_ADDR": ""},
    {"headers": {"host": "games.example"}},
    *[{"headers": {name: "203.0.113.9"}} for name in newcomer.HANDED_ON if name != "X-Forwarded-Host"],
]


@pytest.mark.parametrize("asked", FROM_ELSEWHERE, ids=str)
def test_nobody_is_let_in_from_elsewhere(demo, moderator, asked: dict[str, Any]):
    """Not by another address or name, nor where a proxy or a tunnel has handed the request on."""
    response = at_the_terminal(moderator).get("/admin/", **asked)

    assert (302, "/account/security/") == (response.status_code, response.headers["Location"])


@pytest.mark.parametrize("asked", FROM_ELSEWHERE, ids=str)
def test_the_mail_folder_opens_at_this_machine_alone(demo, settings, tmp_path, asked: dict[str, Any]):
    """It holds the codes that sign in: from elsewhere none of its pages is there."""
    settings.MAILS_GO_TO_FILES, settings.EMAIL_FILE_PATH = True, tmp_path
    (tmp_path / "code.eml").write_text("From: a@example.org\nTo: b@example.org\nSubject: Code\n\n123456\n")
    here: dict[str, Any] = {"headers": {"host": "localhost:8000"}, "REMOTE_ADDR": "127.0.0.1"}
    away = here | asked | {"headers": here["headers"] | asked.get("headers", {})}

    assert 200 == mailbox.html_part(RequestFactory().get("/", **here), "code").status_code
    with pytest.raises(Http404):
        mailbox.mails(RequestFactory().get("/", **away))
    for view in (mailbox.mail, mailbox.html_part):
        with pytest.raises(Http404):
            view(RequestFactory().get("/", **away), "code")
    with pytest.raises(Http404):
        mailbox.reply(RequestFactory().post("/", {"text": "1"}, **away), "code")


def test_others_are_not_let_in(demo, moderator, bob):
    """A code in a mail doesn't show who sits at the machine, and players have nothing to do there."""
    assert 302 == at_the_terminal(moderator, method="code").get("/admin/").status_code
    assert 302 == at_the_terminal(bob).get("/admin/").status_code


def test_a_public_site_asks_for_a_factor_whatever_the_session_says(moderator, settings):
    """EMBEDDED is off there, and settings refuse it with a public address."""
    settings.ALLOWED_HOSTS = ["localhost"]

    assert 302 == at_the_terminal(moderator).get("/admin/").status_code


def test_both_links_are_printed_where_there_are_some(tmp_path):
    """A site that others reach has none, and names no administration."""
    links = {"game": "http://localhost:8000/newcomer/a/", "admin": "http://localhost:8000/newcomer/b/"}
    here = build_welcome("http://localhost:8000", links, tmp_path, has_mailbox=True)
    public = build_welcome("https://games.example", {}, tmp_path, has_mailbox=False)

    assert all(link in here for link in links.values())
    assert "Administration" in here
    assert "newcomer" not in public
    assert "Administration" not in public


def test_celerys_warning_of_root_does_not_bury_the_links():
    """The filter of bin/run knows how Celery's own words begin, with its plain apostrophe."""
    code = f"import warnings; warnings.warn({platforms.ROOT_DISCOURAGED!r}); warnings.warn('Something else')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONWARNINGS": ROOT_WARNING},
        capture_output=True,
        text=True,
        check=True,
    )

    assert "superuser" not in done.stderr
    assert "Something else" in done.stderr
