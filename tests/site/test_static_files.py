"""Static files of another release: the web server doesn't start, /readyz says why, and an error stays one."""

import logging
import time
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.db import OperationalError
from django.http import Http404, HttpResponse
from django.test import Client
from django.urls import path

from fluxx_site import checks, database_away, static_files
from fluxx_site.management.commands import prepare
from tests.support.processes import ROOT

from .test_external_stack import env, run  # noqa: F401  # fixtures


@pytest.fixture
def collected(settings, tmp_path) -> Path:
    """The files of this release, as collectstatic leaves them."""
    settings.STATIC_ROOT = tmp_path / "static"
    backend = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": backend}}
    call_command("collectstatic", interactive=False, verbosity=0)
    static_files.describe_stale_files.cache_clear()
    return settings.STATIC_ROOT


def look() -> str:
    """What a process that starts now finds wrong."""
    static_files.describe_stale_files.cache_clear()
    staticfiles_storage.hashed_files, _hash = staticfiles_storage.load_manifest()
    return static_files.describe_stale_files()


@pytest.fixture(autouse=True)
def forget():
    """No other test meets these files."""
    yield
    static_files.describe_stale_files.cache_clear()


@pytest.mark.slow
def test_files_of_another_release_are_named(collected, client, db):
    """One that is missing, one that differs, and none at all; /readyz takes the process out of service."""
    assert look() == ""
    assert client.get("/readyz").status_code == 200

    (collected / "css/base.css").write_text("/* an older one */")
    assert f"in {collected} are of another release: css/base.css differs. Run: python manage.py" in look()
    assert client.get("/readyz").json()["static"] == "of another release"
    assert client.get("/readyz").status_code == 503
    with pytest.raises(checks.NotReady, match="collectstatic"):
        checks.require_static_files()

    manifest = collected / "staticfiles.json"
    manifest.write_text(manifest.read_text().replace('"css/dark.css"', '"css/night.css"'))
    (collected / "css/base.css").write_bytes((ROOT / "static/css/base.css").read_bytes())
    assert "css/dark.css is missing" in look()

    manifest.unlink()
    assert "holds no static files" in look()


def broken(_request: object) -> None:
    raise RuntimeError("a view has failed")


urlpatterns = [path("broken/", broken)]
handler500 = "fluxx_site.database_away.answer_error"


@pytest.mark.slow
@pytest.mark.urls(__name__)
def test_an_error_is_one_line_and_one_traceback(collected, caplog, db):
    """Though the page of every error names static files, and the names of none are known."""
    (collected / "staticfiles.json").unlink()
    assert "holds no static files" in look()
    visitor = Client(raise_request_exception=False)
    with caplog.at_level(logging.ERROR):
        answer = visitor.get("/broken/")

    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.content.decode()
    assert '"/static/css/base.css"' in answer.content.decode()
    assert len([each for each in caplog.records if each.exc_info]) == 1


@pytest.mark.urls(__name__)
def test_an_error_of_the_page_of_errors_is_no_chain(caplog, db, monkeypatch):
    """A bare page, one line more, and still one traceback."""
    monkeypatch.setattr(database_away, "server_error", lambda request: 1 / 0)
    with caplog.at_level(logging.ERROR):
        answer = Client(raise_request_exception=False).get("/broken/")

    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.content.decode()
    assert len([each for each in caplog.records if each.exc_info]) == 1
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize("code", [psycopg.errors.DeadlockDetected, psycopg.errors.LockNotAvailable])
def test_a_request_that_gives_way_is_told_to_come_back(code, caplog, client, db, monkeypatch):
    """As while a migration changes a table under play: 503, for a moment, and one line in the log."""
    visitor = Client(raise_request_exception=False)

    def give_way(*_args: object, **_more: object) -> None:
        raise OperationalError("deadlock detected") from code("deadlock detected")

    monkeypatch.setattr("games.pages.people.dashboard.show_landing", give_way)
    with caplog.at_level(logging.ERROR):
        answer = visitor.get("/")

    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert "The site is busy right now" in answer.content.decode()
    record = next(each for each in caplog.records if each.name == "django.request")
    database_away.OneLineWhileAway().filter(record)
    assert record.exc_info is None
    assert record.getMessage().endswith("the database was busy")


def test_what_a_visitor_does_not_find_is_no_busy_site():
    """Other errors stay what they are."""
    assert not database_away.is_busy(Http404())
    assert not database_away.is_busy(OperationalError("no such function"))


@pytest.mark.django_db(transaction=True)
def test_migrations_give_way_and_try_again(monkeypatch, capsys):
    """A table that play uses right now is no reason to fail: the next try goes on."""
    tries = []

    def migrate(command: str, **_options: object) -> None:
        if command == "migrate":
            tries.append(command)
            if len(tries) < 3:
                raise OperationalError("lock timeout") from psycopg.errors.LockNotAvailable("lock timeout")

    monkeypatch.setattr(prepare, "call_command", migrate)
    monkeypatch.setattr(prepare, "time", SimpleNamespace(sleep=lambda seconds: None))
    prepare.Command().migrate(0)

    assert len(tries) == 3
    assert "A table is in use (lock timeout)" in capsys.readouterr().err
    monkeypatch.setattr(prepare, "TRIES", 1)
    tries.clear()
    with pytest.raises(prepare.CommandError, match="in use for minutes"):
        prepare.Command().migrate(0)


@pytest.mark.slow
def test_the_web_server_does_not_start_without_static_files(run, env):  # noqa: F811
    """One line says what to do."""
    prepared = run("python manage.py prepare --verbosity 0")
    assert prepared.process.wait(120) == 0, prepared.output
    begin = time.monotonic()
    web = run("gunicorn fluxx_site.wsgi --bind 127.0.0.1:0")

    assert web.process.wait(60) != 0
    assert time.monotonic() - begin < 60
    assert [line for line in web.output.splitlines() if "collectstatic" in line] == [
        f"{env['STATIC_ROOT']} holds no static files. Run: python manage.py collectstatic --noinput"
    ]


@pytest.mark.slow
def test_files_of_a_later_release_are_served_beside_ours(db, collected, rf):
    """A process that started before collectstatic hands out what is new; nothing outside the folder.

    An answer that is closed looks at the connection of the database, which earlier tests may have left open.
    """
    (collected / "css/old.0123456789ab.css").write_text("old {}")
    serve = static_files.StaticFiles(lambda _request: HttpResponse(status=404))
    (collected / "css/new.ba9876543210.css").write_text("new {}")
    (collected.parent / "secret.txt").write_text("secret")
    urls = (
        "css/old.0123456789ab.css",
        "css/new.ba9876543210.css",
        "css/new.ba9876543210.css",
        "css/none.css",
    )
    urls += ("css/", "../secret.txt", "css/../../secret.txt", "%2e%2e/secret.txt", "/etc/passwd")
    found = []
    for url in urls:
        request = rf.get("/static/")
        request.path_info = f"/static/{url}"
        answer = serve(request)
        found.append((answer.status_code, b"".join(answer) if answer.status_code == 200 else b""))
        answer.close()

    assert [(200, b"old {}"), (200, b"new {}"), (200, b"new {}")] == found[:3]
    assert {(404, b"")} == set(found[3:])
