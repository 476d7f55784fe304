"""What a review by OWASP ASVS asked of the site as a whole (docs/security.md)."""

import json
import re
from base64 import urlsafe_b64encode
from html import unescape

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from fido2 import cbor

from fluxx_site import messages, passkey_forms
from games.models import Player
from tests.support.second_factor import give_app, sign_in_with_app

from .test_accounts import ask_for_code, code_in, signed_in

pytestmark = pytest.mark.django_db
ELSEWHERE = (
    "//evil.example/",
    "/\\evil.example/",
    "https://evil.example/",
    "javascript:alert(1)",
    "/\t/evil.example/",
)
PASSWORD = "correct horse battery"


def register(player: Player) -> Player:
    player.set_password(PASSWORD)
    player.save()
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


@pytest.mark.parametrize("back", ELSEWHERE)
def test_no_form_leads_to_another_site(client, ann, back):
    """Neither the language, nor the theme, nor signing in and out."""
    register(ann)
    client.force_login(ann)
    answers = [
        client.post(reverse("switch_language"), {"language": "en", "next": back}),
        client.post(reverse("set_language"), {"language": "en", "next": back}),
        client.post(reverse("set_theme"), {"theme": "dark", "next": back}),
        client.post("/accounts/logout/", {"next": back}),
        client.post("/accounts/login/", {"login": ann.email, "password": PASSWORD, "next": back}),
    ]

    assert [302] * 5 == [answer.status_code for answer in answers]
    assert all(re.match(r"/($|[^/\\\s])", answer.headers["Location"]) for answer in answers)


def test_the_cookie_of_messages_is_prefixed_as_the_others(client, ann, settings):
    """On a site with https no other host of the domain can set it."""
    client.force_login(ann)
    client.post(reverse("account"), {"name": "Anna", "language": "en", "timezone": "UTC"})

    assert f"{settings.COOKIE_PREFIX}messages" == messages.PrefixedCookie.cookie_name
    assert set(client.cookies) <= {"sessionid", "csrftoken", "messages"}
    assert ["Saved."] == [str(each) for each in get_messages(client.get(reverse("account")).wsgi_request)]


def test_messages_too_long_for_a_cookie_are_kept_in_the_session(rf, client):
    """As Django's own storage does it."""
    request = rf.get("/")
    request.session = client.session
    storage = messages.MessageStorage(request)

    assert ["PrefixedCookie", "SessionStorage"] == [type(each).__name__ for each in storage.storages]


@pytest.mark.parametrize(
    "page",
    [
        "mfa_view_recovery_codes",
        "mfa_generate_recovery_codes",
        "account_email",
        "account_change_password",
        "account",
    ],
)
def test_pages_about_signing_in_are_in_no_cache(client, ann, page):
    """The back button of a shared computer shows no recovery code."""
    register(ann)
    sign_in_with_app(client, ann)
    page_of = client.get(reverse(page))
    assert 200 == page_of.status_code
    kept = page_of.headers["Cache-Control"]

    assert {"no-store", "private"} <= set(kept.split(", "))


@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", "testserver:80@evil.example"])
def test_another_host_name_is_not_answered(host):
    """So that no link, no cookie and no cached page is made for it."""
    assert 400 == Client().get("/", headers={"host": host}).status_code


def test_signing_in_begins_a_new_session(client, ann):
    """A key that somebody else has set is worth nothing afterwards."""
    register(ann)
    client.get("/accounts/login/")
    session = client.session
    session["x"] = 1
    session.save()
    before = session.session_key
    client.cookies["sessionid"] = before
    client.post("/accounts/login/", {"login": ann.email, "password": PASSWORD})

    assert (ann.email, True) == (signed_in(client), client.session.session_key != before)
    other = Client()
    other.cookies["sessionid"] = before
    assert signed_in(other) is None


def test_a_password_that_a_stranger_has_chosen_opens_nothing(smtp):
    """Whoever signs up with another's address can't wait until its owner comes and makes the account real."""
    stranger, owner = Client(), Client()
    about = {"email": "vic@players.example", "name": "Vic", "timezone": "UTC"}
    stranger.post("/accounts/signup/", about | {"password1": PASSWORD})
    ask_for_code(owner, about["email"])
    owner.post("/accounts/login/code/confirm/", {"code": code_in(smtp)})
    assert about["email"] == signed_in(owner)
    stranger.get("/accounts/confirm-email/", follow=True)
    thief = Client()
    thief.post("/accounts/login/", {"login": about["email"], "password": PASSWORD})

    assert [None, None] == [signed_in(stranger), signed_in(thief)]
    assert 200 == owner.get(reverse("account")).status_code


def test_a_password_stays_where_its_player_has_signed_in(client, smtp, ann):
    """A code after that, be it that the address is to be confirmed anew, takes no password away."""
    register(ann)
    Client().post("/accounts/login/", {"login": ann.email, "password": PASSWORD})
    EmailAddress.objects.update(verified=False)
    ask_for_code(client, ann.email)
    client.post("/accounts/login/code/confirm/", {"code": code_in(smtp)})
    ann.refresh_from_db()

    assert (ann.email, True) == (signed_in(client), ann.check_password(PASSWORD))


def test_a_link_in_a_mail_has_no_port_that_a_visitor_has_chosen(ann, smtp):
    """On another port of this machine may be a program that isn't ours, and it would get the secret."""
    register(ann)
    for path in ("/accounts/password/reset/", "/accounts/login/code/", "/accounts/signup/"):
        for address in (ann.email, f"nobody@{path.split('/')[-2]}.example"):
            about = {"email": address, "name": "X", "timezone": "UTC"}
            Client().post(path, about, headers={"host": "testserver:6666"})

    assert 6 == len(smtp.received)
    assert not [mail.text for mail in smtp.received if "6666" in mail.text]
    assert "http://testserver.localhost/accounts/password/reset/key/" in smtp.received[0].text


def test_a_new_password_ends_the_other_sessions(client, ann):
    """Whoever had one is out; this browser stays in."""
    register(ann)
    thief = Client()
    for each in (client, thief):
        each.post("/accounts/login/", {"login": ann.email, "password": PASSWORD})
    new = "another horse battery"
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})

    assert 302 == thief.get(reverse("account")).status_code
    assert 200 == client.get(reverse("account")).status_code


def test_nobody_learns_who_has_an_account_or_a_second_factor(ann, smtp):
    """The pages that take an address answer the same, and only a first factor leads to the second."""
    register(ann)
    give_app(ann)
    for path, more in (
        ("/accounts/login/code/", {}),
        ("/accounts/password/reset/", {}),
        ("/accounts/signup/", {"name": "X", "timezone": "UTC"}),
    ):
        answers = []
        for address in (ann.email, "nobody@players.example"):
            answer = Client().post(path, {"email": address} | more, follow=True)
            answers.append((answer.status_code, answer.redirect_chain, _without(answer, address)))
        assert answers[0] == answers[1], path
    wrong = Client().post("/accounts/login/", {"login": ann.email, "password": "wrong horse"})
    none = Client().post("/accounts/login/", {"login": "nobody@players.example", "password": "wrong horse"})
    assert _without(wrong, ann.email) == _without(none, "nobody@players.example")


def _without(answer, address: str) -> str:
    """A page without the address, and without secrets that are new each time."""
    text = unescape(answer.content.decode()).replace(address, "")
    return re.sub(r'value="[^"]{20,}"|nonce="[^"]*"', "", text)


@pytest.mark.bare_sign_in
def test_passkeys_are_few_and_have_short_names(client, ann):
    """An account is no store for other things."""
    register(ann)
    form = passkey_forms.AddPasskeyForm
    huge = form({"name": "x" * 41, "credential": '{"a": "' + "x" * 30_000 + '"}'}, user=ann)
    assert {"name", "credential"} == set(huge.errors)
    assert "name" in form({"name": "a\r\nb", "credential": "{}"}, user=ann).errors
    one = Authenticator(user=ann, type="webauthn", data={"name": "x", "credential": {}})
    Authenticator.objects.bulk_create(
        Authenticator(user=ann, type="webauthn", data=one.data)
        for _each in range(passkey_forms.MOST_PASSKEYS)
    )

    assert "You have 20 passkeys." in str(form({"credential": json.dumps(NEW_PASSKEY)}, user=ann).errors)


NOT_A_PASSKEY = ("[" * 3_000, '{"id": 1}', "[]", "1", "null", '{"id": "x", "rawId": "x", "response": {}}')
NEW_PASSKEY = {
    "id": "eA",
    "rawId": "eA",
    "type": "public-key",
    "response": {
        "clientDataJSON": urlsafe_b64encode(
            b'{"type":"webauthn.create","challenge":"AA","origin":"https://x"}'
        ).decode(),
        "attestationObject": urlsafe_b64encode(
            cbor.encode({"fmt": "none", "attStmt": {}, "authData": b"\0" * 37})
        ).decode(),
    },
}


@pytest.mark.bare_sign_in
@pytest.mark.parametrize("sent", NOT_A_PASSKEY)
def test_what_is_no_passkey_is_refused(client, ann, sent):
    """Whatever stands there: signing in by it, and adding it, is refused, and fails for nobody."""
    register(ann)
    client.get(reverse("mfa_login_webauthn"))
    refused = client.post(reverse("mfa_login_webauthn"), {"credential": sent})
    forms = (passkey_forms.AddPasskeyForm, passkey_forms.ConfirmPasskeyForm)

    assert (302, reverse("account_login")) == (refused.status_code, refused["Location"])
    assert all("credential" in form({"credential": sent}, user=ann).errors for form in forms)


@pytest.mark.parametrize("model", ["staffact", "deck"])
def test_the_admin_makes_no_rows(client, moderator, model):
    """Rows come by acts alone; of other kinds tests/site/test_admin.py says so."""
    client.force_login(moderator)

    assert 403 == client.post(reverse(f"admin:games_{model}_add"), {"_save": "Save"}).status_code


def test_headers_of_every_page(client):
    """What browsers are told, and no inline script."""
    page = client.get("/accounts/login/")
    policy = page.headers["Content-Security-Policy"]

    assert "unsafe" not in policy
    assert {"frame-ancestors 'none'", "form-action 'self'", "object-src 'none'", "base-uri 'none'"} <= set(
        policy.split("; ")
    )
    assert ("nosniff", "DENY", "same-origin", "same-origin") == tuple(
        page.headers[name]
        for name in (
            "X-Content-Type-Options",
            "X-Frame-Options",
            "Referrer-Policy",
            "Cross-Origin-Opener-Policy",
        )
    )
    scripts = re.findall(r"<script([^>]*)>", page.content.decode())
    assert all('src="' in each or 'type="application/json"' in each for each in scripts)


def test_a_code_of_one_account_signs_in_no_other(client, smtp, ann, bob):
    """Nor does a second step that belongs to somebody else."""
    register(ann)
    register(bob)
    ask_for_code(client, ann.email)
    code = code_in(smtp)
    other = Client()
    ask_for_code(other, bob.email)
    other.post("/accounts/login/code/confirm/", {"code": code})

    assert signed_in(other) is None
