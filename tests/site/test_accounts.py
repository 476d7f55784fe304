"""Signing up and in by a code in a mail, as django-allauth is set up here (S3, S4)."""

import re
import time

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.models import Player
from tests.support.smtp import Fault, SmtpServer

pytestmark = pytest.mark.django_db
ADDRESS = "dora@players.example"
ABOUT = {"name": "Dora", "timezone": "Europe/Warsaw"}


@pytest.fixture
def dora() -> Player:
    player = Player.objects.create_user(ADDRESS, name="Dora")
    EmailAddress.objects.create(user=player, email=ADDRESS, verified=True, primary=True)
    return player


def ask_for_code(client: Client, address: str = ADDRESS, **headers: str):
    return client.post("/accounts/login/code/", {"email": address}, headers=headers)


def code_in(smtp: SmtpServer) -> str:
    """The code in the newest mail."""
    found = re.search(r"^([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})$", smtp.received[-1].text, re.MULTILINE)
    assert found, smtp.received[-1].text
    return found[1]


def signed_in(client: Client) -> str | None:
    key = client.session.get("_auth_user_id")
    return Player.objects.get(pk=key).email if key else None


def test_signing_up_takes_an_address_and_the_code_in_its_mail(client, smtp):
    """No user name, no password; the mail is proved to be read before the account is used."""
    client.post("/accounts/signup/", {"email": ADDRESS, **ABOUT})
    assert signed_in(client) is None

    client.post("/accounts/confirm-email/", {"code": code_in(smtp)})

    assert ADDRESS == signed_in(client)
    assert [ADDRESS] == list(Player.objects.values_list("email", flat=True))


def test_signing_in_takes_the_code_in_a_mail(client, smtp, dora):
    """The code comes from the accounts' own address and marks itself as no person's mail."""
    ask_for_code(client)
    mail = smtp.received[-1]
    client.post("/accounts/login/code/confirm/", {"code": code_in(smtp)})

    assert ADDRESS == signed_in(client)
    assert "accounts@testserver.localhost" == mail.sender
    assert "auto-generated" == mail.message["Auto-Submitted"]
    assert "List-Unsubscribe" not in mail.message


def test_a_superuser_signs_in_before_any_mail_leaves(client, smtp, monkeypatch):
    """The first account of a site is made on its machine, and needs no code while mail is not set up yet."""
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "correct horse battery")
    smtp.refuse()
    call_command("createsuperuser", "--noinput", "--email", "Root@Players.Example")
    client.post("/accounts/login/", {"login": "root@players.example", "password": "correct horse battery"})
    page = client.get("/admin/", follow=True)

    assert ("root@players.example", 200) == (signed_in(client), page.status_code)
    assert "Set up a passkey or an authenticator app first." in page.content.decode()
    assert ["root@players.example"] == list(EmailAddress.objects.values_list("email", flat=True))


def test_a_code_works_in_the_browser_that_asked_for_it_only(client, smtp, dora):
    """A code that is read over a shoulder signs nobody else in."""
    ask_for_code(client)
    stranger = Client()
    stranger.post("/accounts/login/code/confirm/", {"code": code_in(smtp)})

    assert signed_in(stranger) is None


def test_after_three_wrong_codes_the_right_one_is_dead(client, smtp, dora):
    ask_for_code(client)
    for _ in range(3):
        client.post("/accounts/login/code/confirm/", {"code": "WRNG-CODE"})
    client.post("/accounts/login/code/confirm/", {"code": code_in(smtp)})

    assert signed_in(client) is None


def test_who_signs_up_with_the_address_of_somebody_else_gets_nothing_by_it(client, smtp):
    """Its owner signs in by a code later, which proves the address; the password of the other is gone."""
    client.post("/accounts/signup/", {"email": ADDRESS, **ABOUT, "password1": "correct horse battery"})
    owner = Client()
    ask_for_code(owner)
    owner.post("/accounts/login/code/confirm/", {"code": code_in(smtp)})
    stranger = Client()
    stranger.post("/accounts/login/", {"login": ADDRESS, "password": "correct horse battery"})

    assert 200 == owner.get("/account/").status_code
    assert (ADDRESS, None) == (signed_in(owner), signed_in(stranger))


def test_who_proves_the_address_at_sign_up_keeps_the_password(client, smtp):
    """The code is typed in where the password was set; afterwards it signs in, without a mail."""
    client.post("/accounts/signup/", {"email": ADDRESS, **ABOUT, "password1": "correct horse battery"})
    client.post("/accounts/confirm-email/", {"code": code_in(smtp)})
    other = Client()
    other.post("/accounts/login/", {"login": ADDRESS, "password": "correct horse battery"})

    assert (ADDRESS, ADDRESS) == (signed_in(client), signed_in(other))
    assert 1 == len(smtp.received)


@pytest.mark.parametrize("path", ["/accounts/login/code/", "/accounts/signup/"])
def test_nobody_learns_whether_an_address_has_an_account(smtp, dora, path):
    """Known and unknown addresses get the same answer, and each a mail."""
    answers = []
    for address in (ADDRESS, "nobody@players.example"):
        client = Client()
        answer = client.post(path, {"email": address, **ABOUT})
        page = client.get(answer.url)
        text = re.sub(r'value="[^"]{20,}"|nonce="[^"]*"', "", page.content.decode()).replace(
            address, "ADDRESS"
        )
        answers.append((answer.status_code, answer.url, text))

    assert answers[0] == answers[1]
    assert [ADDRESS, "nobody@players.example"] == [mail.recipients[0] for mail in smtp.received]


def test_a_sixth_code_within_an_hour_is_not_mailed(smtp, dora):
    """The counter lies in PostgreSQL, by mailbox, so another browser or process gets no fresh one."""
    answers = {(each.status_code, each["Location"]) for each in (ask_for_code(Client()) for _ in range(6))}

    assert len(answers) == 1
    assert 5 == len(smtp.received)


def test_a_made_up_forwarding_header_gives_no_fresh_limit(smtp):
    """Without a proxy of ours, X-Forwarded-For is only a claim: the twenty-first mail is refused."""
    for n in range(21):
        ask_for_code(Client(), f"p{n}@players.example", x_forwarded_for=f"192.0.2.{n}")

    assert 20 == len(smtp.received)


@pytest.mark.slow
def test_guessing_a_password_ends_after_five_tries(smtp, dora):
    """The sixth try is refused even with the right password, from another browser as well."""
    dora.set_password("correct horse battery")
    dora.save()
    for _ in range(5):
        Client().post("/accounts/login/", {"login": ADDRESS, "password": "wrong"})
    client = Client()

    answer = client.post("/accounts/login/", {"login": ADDRESS, "password": "correct horse battery"})

    assert "Too many failed login attempts" in answer.content.decode()
    assert signed_in(client) is None


def test_signing_up_twice_leads_to_the_sign_in(client, smtp, dora):
    """The mail to a known address names the page that sends a code, and no password."""
    client.post("/accounts/signup/", {"email": ADDRESS, **ABOUT})
    text = smtp.received[-1].text

    assert "You already have an account; sign in with a code:" in text
    assert f"{settings.SITE_URL}/accounts/login/code/" in text.splitlines()
    assert "password" not in text


@pytest.mark.parametrize("path", ["/accounts/login/code/", "/accounts/signup/", "/accounts/password/reset/"])
def test_mails_about_an_account_speak_of_this_site(smtp, dora, settings, path):
    """With an account or without: signed by the site, under its own Message-IDs, and nothing typed in.

    Those of localhost or of a container are counted against a mail by spam filters.
    """
    settings.MAIL_DOMAIN = "games.example"
    for address in (ADDRESS, "nobody@players.example"):
        Client().post(path, {"email": address, "name": "Buy pills", "timezone": "UTC"})
    named = [mail.message["Message-ID"] for mail in smtp.received]

    assert 2 == len(set(named))
    assert all(re.fullmatch(r"<[^@\s]+@games\.example>", each) for each in named)
    for mail in smtp.received:
        assert mail.text.rstrip().endswith(f"Fluxx by mail\n{settings.SITE_URL}")
        assert "If you didn’t ask for it, ignore this mail." in mail.text
        assert "pills" not in mail.text
        assert "Hello from" not in mail.text


@pytest.mark.parametrize(
    "path", ["signup/", "login/code/", "login/code/confirm/", "password/reset/", "password/set/", "email/"]
)
def test_the_pages_of_an_account_speak_as_all_others(client, smtp, dora, path):
    """No page shows allauth's own words, which capitalise titles and spell it email."""
    if path in ("password/set/", "email/"):
        client.force_login(dora)
    elif path == "login/code/confirm/":
        ask_for_code(client)
    page = client.get(f"/accounts/{path}").content.decode()
    shown = re.sub(r"<[^>]*>", "", page.replace(ADDRESS, ""))

    assert '<form class="panel"' in page
    assert not re.search(r"[Ee]mail|Sign-In|Set Password|Reset My", shown)


def test_a_new_address_is_confirmed_by_a_code(client, smtp, dora):
    """The address changes when the code from the new box is typed in, and the old box is told."""
    ask_for_code(client)
    client.post("/accounts/login/code/confirm/", {"code": code_in(smtp)})
    client.post("/accounts/email/", {"email": "new@players.example", "action_add": ""})
    page = client.get("/accounts/confirm-email/").content.decode()
    client.post("/accounts/confirm-email/", {"code": code_in(smtp)})
    dora.refresh_from_db()

    assert "mailing a code to new@players.example" in page
    assert "new@players.example" == dora.email
    assert dora.address_changed_at is not None
    assert "has changed from dora@players.example to new@players.example" in smtp.received[-1].text
    assert "If it wasn’t you, write to us" in smtp.received[-1].text  # the old address gets no new password
    assert "/password/reset/" not in smtp.received[-1].text


@pytest.mark.parametrize("fault", [Fault.BUSY, Fault.NO_SUCH_BOX, Fault.HANG])
def test_a_mail_server_that_fails_is_told_in_a_sentence(client, smtp, dora, fault, monkeypatch):
    """No stack trace, no long wait, and nobody waits for a code that is not on its way."""
    monkeypatch.setattr("fluxx_site.accounts.PATIENCE", 1)
    smtp.fault = fault
    began = time.monotonic()

    answer = ask_for_code(client)

    assert 503 == answer.status_code
    assert "we couldn’t send your code" in answer.content.decode()
    assert time.monotonic() - began < 5


def test_the_admin_signs_in_like_everybody(client, dora):
    """The admin has no door of its own, and players without the right are refused."""
    assert client.get("/admin/").status_code == 302
    assert client.get("/admin/login/?next=/admin/").url.startswith("/accounts/login/")

    client.force_login(dora)

    assert 403 == client.get("/admin/login/?next=/admin/").status_code


def test_signing_up_asks_for_a_name_and_an_address(client):
    """A password and its rules are folded away, and so is the time zone, which the browser fills in."""
    page = client.get("/accounts/signup/").content.decode()
    shown = re.sub(r"<details.*?</details>", "", page, flags=re.DOTALL)
    folded = re.findall(r"<details class=\"sign-up__more\">.*?</details>", page, re.DOTALL)

    assert ["name", "email"] == re.findall(r'<input\s+type="(?:text|email)" name="(\w+)"', shown)
    assert "at least 8 characters" not in shown
    assert "Use a password instead" in folded[0]
    assert 'name="password1"' in folded[0]
    assert "at least 8 characters" in folded[0]
    assert 'name="timezone"' in folded[1]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"password1": "12345"}, "This password is too short"),
        ({"timezone": "Nowhere"}, "is not a time zone"),
    ],
)
def test_what_is_wrong_in_a_fold_is_seen(client, smtp, given, why):
    """A weak password, or a wrong time zone, opens its fold with a sentence; nobody is signed up."""
    page = client.post("/accounts/signup/", {"email": ADDRESS, **ABOUT, **given}).content.decode()
    (wrong,) = re.findall(r"<details class=\"sign-up__more\" open>.*?</details>", page, re.DOTALL)

    assert why in wrong
    assert not Player.objects.exists()
    assert [] == smtp.received


@pytest.mark.parametrize("page", ["account_signup", "account_login", "account_request_login_code"])
def test_a_label_says_what_a_field_is_for(page, client, db):
    """It is not said again inside of the field, in another word."""
    shown = client.get(reverse(page)).content.decode()

    assert "E-mail address" in shown
    assert "placeholder" not in shown
    assert "Email address" not in shown
