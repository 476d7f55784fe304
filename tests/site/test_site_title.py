"""What the operator calls the site stands wherever the product's name does, in every language."""

import json
import subprocess
import sys
from email.utils import parseaddr

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import translation

from fluxx_site.environment import check_site_title, name_sender
from games.models import PersonMail
from games.outbox.person_mail import write_to
from games.people.feeds import renew_feeds
from games.periodic.sweep import sweep_notices
from tests.support.processes import ROOT

from .test_settings_errors import run

pytestmark = pytest.mark.django_db(transaction=True)
TITLE = "Książki & karty, klub"
NAMES = {"en": "Fluxx by mail", "pl": "Fluxx korespondencyjny", "ru": "Fluxx по переписке"}


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_pages_and_devices_have_the_title(client, settings, ann, language):
    """Title, head, manifest, what chats show, and pages about signing in.

    Without one the site has the product's name, in the reader's language.
    """
    headers = {"accept-language": language}
    assert f"<title>{NAMES[language]}</title>" in client.get("/", headers=headers).content.decode()

    settings.SITE_TITLE = TITLE
    pages = [
        client.get(path, headers=headers).content.decode() for path in ("/", "/accounts/login/", "/about/")
    ]
    manifest = json.loads(client.get(reverse("manifest"), headers=headers).content)
    for page in pages:
        assert TITLE.replace("&", "&amp;") in page.partition("</title>")[0]
        assert NAMES[language] not in page.partition("<main")[0]
    assert (manifest["name"], manifest["short_name"]) == (TITLE, TITLE)


def test_mails_have_the_title(settings, ann, bob, start):
    """Subjects, the head of the letter and its foot; no mail has the product’s name beside it."""
    settings.SITE_TITLE = TITLE
    start(ann, bob)
    write_to(ann, PersonMail.Kind.WRITTEN, text="Hello")
    sweep_notices()
    letters = [each for each in mail.outbox if each.to == [ann.email]]

    assert letters
    for each in letters:
        assert "Fluxx by mail" not in each.body
        assert TITLE in " ".join(each.body.split())
        assert "[Fluxx]" not in each.subject
        for html, _kind in getattr(each, "alternatives", []):
            assert "Fluxx by mail" not in html


def test_codes_and_calendars_have_the_title(settings, ann):
    """Codes also where there is no account; calendars in their name, and in that of the feed."""
    settings.SITE_TITLE = TITLE
    Client().post("/accounts/login/code/", {"email": "nobody@players.example"})
    secret = renew_feeds(player=ann)
    with translation.override("en"):
        calendar = Client().get(reverse("deadlines_feed", args=[secret])).content.decode()
        feed = Client().get(reverse("turns_feed", args=[secret])).content.decode()

    assert TITLE in mail.outbox[-1].body
    assert f"{TITLE}: deadlines" in calendar.replace("\r\n ", "")
    assert "Książki &amp; karty, klub" in feed


@pytest.mark.parametrize("title", ["", "Fluxx", TITLE, "O'Neill; sons, (2)", "клуб"])
def test_senders_are_addresses_whatever_the_title(title):
    """A comma in a name begins no second address."""
    sender = name_sender(check_site_title(title) or "Fluxx", "turns@games.example")

    assert parseaddr(sender) == (title or "Fluxx", "turns@games.example")


@pytest.mark.slow
def test_the_settings_name_the_senders_and_subjects(tmp_path):
    """What is derived from it at the start."""
    code = (
        "from fluxx_site import settings as s;"
        "print(s.DEFAULT_FROM_EMAIL, s.ACCOUNTS_FROM_EMAIL, s.ACCOUNT_EMAIL_SUBJECT_PREFIX)"
    )
    done = run(tmp_path, sys.executable, "-c", code, SITE_TITLE="Card club")

    assert isinstance(done, subprocess.CompletedProcess)
    assert ROOT.exists()
    assert done.stdout.split("\n")[0] == (
        "Card club <turns@games.example> Card club <accounts@games.example> [Card club] "
    )
