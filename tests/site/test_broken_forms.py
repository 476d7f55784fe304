"""Forms that can't be read, sent by anybody to any address: never an error of the site."""

import pytest
from django.conf import settings
from django.http import HttpRequest
from django.test import Client
from django.urls import clear_url_caches, path, reverse

from fluxx_site import urls
from games.core.budgets import REQUEST_BODY

pytestmark = pytest.mark.django_db

PART = b'--b\r\nContent-Disposition: form-data; name="a%d"%s\r\n\r\n1\r\n'
MULTIPART = "multipart/form-data; boundary=b"
URLENCODED = "application/x-www-form-urlencoded"
# Name, body and type of content.
BROKEN = {
    "no parts": (b"[" * 5000, MULTIPART),
    "no boundary": (b"--b\r\n", "multipart/form-data"),
    "a boundary of other letters": (b"--b\r\n", "multipart/form-data; boundary=\xe9"),
    "not base64": (
        b'--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n'
        b"Content-Transfer-Encoding: base64\r\n\r\n!\r\n--b--\r\n",
        MULTIPART,
    ),
    "cut off": (PART % (1, b""), MULTIPART),
    "many fields": (b"&".join(b"a%d=1" % each for each in range(5000)), URLENCODED),
    "many parts": (b"".join(PART % (each, b"") for each in range(1500)) + b"--b--\r\n", MULTIPART),
    "many files": (
        b"".join(PART % (each, b'; filename="f"') for each in range(300)) + b"--b--\r\n",
        MULTIPART,
    ),
    "a long header": (b"--b\r\nContent-Disposition: " + b"x" * 5000 + b"\r\n\r\n1\r\n--b--\r\n", MULTIPART),
    "too large": (b"a=" + b"x" * (REQUEST_BODY.largest + 1), URLENCODED),
    "another character set": (b"a=1", f"{URLENCODED}; charset=utf-16"),
    "not of it": (b"a=%ff&%ff=\xff", URLENCODED),
}
ADDRESSES = [
    "/nope/",
    "/static/nope",
    "/anymail/x/",
    "/admin/nope",
    "/g/nope/",
    "/accounts/nope/",
    "/",
    "/healthz",
]


def fail(_request: HttpRequest) -> None:
    raise RuntimeError


@pytest.fixture
def stranger() -> Client:
    """A browser that nobody has signed in with, and that brings a cookie for forms which it made up."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    return client


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_form_is_no_error_of_the_site(name, stranger, ann):
    """Neither at an address that isn't there, nor at one that is, nor on a host that isn't the site's."""
    body, kind = BROKEN[name]
    known = [reverse(each) for each in ("account_login", "import_deck", "switch_language", "set_theme")]
    codes = {
        (address, host): stranger.post(address, body, content_type=kind, headers={"host": host}).status_code
        for address in (*ADDRESSES, *known)
        for host in ("testserver", "evil.example")
    }
    stranger.force_login(ann)
    codes |= {
        (address, "ann"): stranger.post(address, body, content_type=kind).status_code
        for address in (*ADDRESSES, *known)
    }

    assert {} == {address: code for address, code in codes.items() if code >= 500}
    assert {400 if name == "too large" else 404} == {codes["/nope/", who] for who in ("testserver", "ann")}


def test_an_error_of_the_site_has_its_page_also_for_a_broken_form(stranger, monkeypatch):
    """Its page reads no form either."""
    view = path("fails/", fail)
    fail.csrf_exempt = True
    monkeypatch.setattr(urls, "urlpatterns", [view, *urls.urlpatterns])
    clear_url_caches()
    try:
        answer = stranger.post("/fails/", BROKEN["no parts"][0], content_type=MULTIPART)
    finally:
        clear_url_caches()

    assert 500 == answer.status_code
    assert "<h1>" in answer.content.decode()
