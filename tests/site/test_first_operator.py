"""The link by which the first operator of a site makes their account."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from html import unescape

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from fluxx_site.logs import mask
from games.core.refusal import NotPossible
from games.models import Player, StaffAct
from games.moderation import first_operator
from games.moderation.first_operator import become_first_operator, has_operator, make_key

PASSWORD = "correct horse battery"
OLGA = {"email": "olga@players.example", "name": "Olga", "password": PASSWORD}

pytestmark = pytest.mark.django_db


def link(key: str = "") -> str:
    return reverse("first_operator", args=[key or make_key()])


def text_of(answer) -> str:
    return unescape(answer.content.decode())


def test_the_link_makes_one_account_that_may_do_everything(client, settings, mailoutbox):
    """Who opened it is signed in, has a mail, and is led to a second factor; the link is used up."""
    settings.MAILS_GO_TO_FILES = False
    address = link()
    shown = text_of(client.get(address))
    assert not Player.objects.exists()
    assert "SITE_URL" in shown
    assert "SIGNUP" in shown

    after = client.post(address, OLGA, follow=True)

    player = Player.objects.get()
    assert player.is_superuser
    assert "Set up a passkey or an authenticator app first." in text_of(after)
    assert "Confirm" not in text_of(client.get(reverse("mfa_activate_totp")))  # asked a moment ago
    assert "The mail server accepted the test mail to olga@players.example." in text_of(after)
    assert [["olga@players.example"]] == [each.to for each in mailoutbox]
    assert [("appoint", player)] == [(act.act, act.player) for act in StaffAct.objects.all()]
    again = Client().get(address)
    assert 410 == again.status_code
    assert "This link no longer works" in text_of(again)
    assert 410 == Client().post(address, OLGA | {"email": "eve@players.example"}).status_code


def test_the_password_opens_the_account_also_where_no_mail_leaves(client, settings):
    """Then the page says which setting is missing."""
    settings.MAILS_GO_TO_FILES = True
    after = client.post(link(), OLGA, follow=True)

    assert "Set EMAIL_URL." in text_of(after)
    answer = Client().post("/accounts/login/", {"login": OLGA["email"], "password": PASSWORD})
    assert 302 == answer.status_code


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (OLGA | {"email": "olga"}, "Enter a valid"),
        (OLGA | {"email": ""}, "required"),
        (OLGA | {"email": f"olga@{'.'.join(['b' * 60] * 5)}.example"}, "at most 254"),
        (OLGA | {"name": "\u200b"}, "name"),
        (OLGA | {"password": "12345678"}, "password"),
        (OLGA | {"password": "olga@players.example"}, "password"),
        (OLGA | {"email": "ann@players.example"}, "This address already has an account."),
        (OLGA | {"email": "Ann@Players.example "}, "This address already has an account."),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(client, sent, said):
    Player.objects.create_user("ann@players.example", name="Ann")

    answer = client.post(link(), sent)

    assert answer.status_code in (409, 422)
    assert said in text_of(answer)
    assert not has_operator()
    assert 1 == Player.objects.count()


@pytest.mark.parametrize("key", ["x", "x" * 4000, "Im9wZXJhdG9yIg:1w:abc", "%00", "Im9wZXJhdG9yIg"])
def test_an_invented_key_opens_nothing(client, key):
    assert client.post(link(key), OLGA).status_code in (400, 404, 410)
    assert not Player.objects.exists()


def test_a_link_works_for_a_day(client, monkeypatch):
    address = link()
    monkeypatch.setattr(first_operator, "MAX_AGE", timedelta(seconds=-1))

    assert 410 == client.get(address).status_code
    assert 410 == client.post(address, OLGA).status_code
    assert not Player.objects.exists()


def test_no_log_line_holds_the_link():
    assert make_key() not in mask(f'"GET {link()} HTTP/1.1" 200')


def test_the_command_prints_a_link_until_somebody_runs_the_site(client, capsys):
    call_command("first_operator")
    printed = capsys.readouterr().out.strip()
    assert 200 == client.get("/" + printed.split("/", 3)[3]).status_code
    client.post("/" + printed.split("/", 3)[3], OLGA)

    with pytest.raises(CommandError, match="runs this site already"):
        call_command("first_operator")


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_becomes_the_operator():
    key = make_key()

    def become(number: int) -> bool:
        try:
            become_first_operator(
                key=key, email=f"p{number}@players.example", name="Pat", password=PASSWORD, language="en"
            )
        except NotPossible:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(4) as threads:
        became = list(threads.map(become, range(4)))

    assert 1 == sum(became)
    assert 1 == Player.objects.count()
