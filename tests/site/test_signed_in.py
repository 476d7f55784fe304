"""Session and player come from one statement, and nobody is signed in by it whom Django wouldn’t sign in."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user as get_user_of_django
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from fluxx_site.signed_in import SessionStore, SignedIn
from games.models import Player

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@pytest.fixture
def key(ann: Player) -> str:
    """The key of a session in which Ann is signed in."""
    client = Client()
    client.force_login(ann, BACKEND)
    key = str(client.session.session_key)
    UserSession.objects.create(user=ann, session_key=key, ip="127.0.0.1")  # as allauth does
    return key


def request_with(key: str):
    """A request with a session, as it comes out of the middleware."""
    request = RequestFactory().get("/")
    request.session = SessionStore(key)
    SignedIn(lambda request: None).process_request(request)
    return request


def test_who_is_signed_in_is_one_statement(ann, key):
    """Session and player together; and the player is all there."""
    request = request_with(key)
    with CaptureQueriesContext(connection) as statements:
        found = request.user
        assert found == ann

    assert len(statements) == 1
    assert {field.name: getattr(found, field.attname) for field in Player._meta.concrete_fields} == {
        field.name: getattr(Player.objects.get(pk=ann.pk), field.attname)
        for field in Player._meta.concrete_fields
    }


def no_row(ann: Player, bob: Player, key: str) -> None:
    """A session from before allauth kept rows of them."""
    UserSession.objects.all().delete()


def another_row(ann: Player, bob: Player, key: str) -> None:
    """A row that says that somebody else is signed in."""
    UserSession.objects.update(user=bob)


def another_password(ann: Player, bob: Player, key: str) -> None:
    """A password that was changed elsewhere."""
    ann.set_password("something else")
    ann.save()


def stopped(ann: Player, bob: Player, key: str) -> None:
    """An account that is not active any more."""
    Player.objects.filter(pk=ann.pk).update(is_active=False)


def gone(ann: Player, bob: Player, key: str) -> None:
    """An account that was deleted."""
    Player.objects.filter(pk=ann.pk).delete()


def over(ann: Player, bob: Player, key: str) -> None:
    """A session whose time is over."""
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))


def broken(ann: Player, bob: Player, key: str) -> None:
    """A session whose seal doesn’t hold."""
    Session.objects.update(session_data="x" + Session.objects.get().session_data)


def unknown_backend(ann: Player, bob: Player, key: str) -> None:
    """A session of a way to sign in that this site has no more."""
    session = SessionStore(key)
    session["_auth_user_backend"] = "elsewhere.Backend"
    session.save()


def without_hash(ann: Player, bob: Player, key: str) -> None:
    """A session that doesn’t say with which password it began."""
    session = SessionStore(key)
    del session["_auth_user_hash"]
    session.save()


@pytest.mark.parametrize(
    ("change", "is_signed_in"),
    [
        (no_row, True),
        (another_row, True),
        (another_password, False),
        (stopped, False),
        (gone, False),
        (over, False),
        (broken, False),
        (unknown_backend, False),
        (without_hash, False),
    ],
)
def test_django_would_say_the_same(change, is_signed_in, ann, bob, key):
    """Whatever is wrong with a session: it is Ann’s or nobody’s, exactly where it is for Django."""
    change(ann, bob, key)
    mine, by_django = request_with(key), RequestFactory().get("/")
    by_django.session = SessionStore(key)
    found = mine.user

    assert found.is_authenticated == is_signed_in
    assert found.pk == get_user_of_django(by_django).pk
    assert found.pk in (None, ann.pk)
