"""Requirement O4: what a probe is told."""

import pytest
from django.db import OperationalError
from django.test import override_settings


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
