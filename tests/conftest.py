"""Fixtures over the real servers that tests/support/plugin.py starts."""

import gc
import os
import random
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth import user_logged_in
from django.core.cache import cache
from django.db import connection, connections
from django.test import override_settings
from django.utils import translation
from PIL import Image
from playwright.sync_api import expect

from fluxx_site.management.commands.prepare import set_limits
from games.core import unknown
from games.delivery.smtp import IDLE
from games.models import Player
from games.people import sightings
from tests.support.approved import Approved
from tests.support.migrated import make_migrated_database
from tests.support.plugin import chromium
from tests.support.processes import Group
from tests.support.second_factor import give_app, note_sign_in
from tests.support.smtp import SmtpServer


@pytest.fixture(autouse=True, scope="session")
def without_the_cost_of_production() -> Iterator[None]:
    """Look for a static file when it is asked for: each test client would read the folder of all of them.

    And passwords are hashed in no time: that this takes long in production is Django's own.
    """
    quick = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(WHITENOISE_AUTOREFRESH=True, PASSWORD_HASHERS=quick):
        yield


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """A page that was fetched in another language leaves it to nobody: Django keeps it for the thread."""
    translation.activate("en")
    yield
    translation.deactivate()


def environment() -> dict[str, str]:
    """The variables that programs started by tests get; pytest has one of its own."""
    return {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}


BEFORE = pytest.StashKey[dict[str, str]]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Remember the environment before each test."""
    item.stash[BEFORE] = environment()
    yield


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Iterator[None]:
    """Collect no garbage meanwhile: a report parses source, and what a collection starts may do so, too.

    Python 3.11 loses count then, and with it the whole run (SystemError: AST constructor recursion depth).
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """A test that leaves a changed environment would change it for all tests and programs after it."""
    yield
    before, after = item.stash[BEFORE], environment()
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    assert not changed, sorted(changed)


@pytest.fixture(autouse=True)
def no_sightings() -> None:
    """Nothing is recorded yet: the database of each test is empty, and its players have the same keys."""
    sightings.RECORDED.clear()


@pytest.fixture(autouse=True)
def every_code_is_known(request: Any) -> Iterator[None]:
    """A code without an entry in its registry is shown neutrally, so that a mistake of ours would pass.

    Tests that let another release have written it are marked `other_release`.
    """
    unknown.SAID.clear()
    yield
    met = sorted(unknown.SAID)
    unknown.SAID.clear()
    assert "other_release" in request.keywords or not met, met


@pytest.fixture(autouse=True)
def empty_cache(request: Any) -> None:
    """Nothing is counted yet: the cache is no model, so a flush of the database keeps what tests counted."""
    if request.node.get_closest_marker("django_db") or {"db", "transactional_db"} & set(request.fixturenames):
        request.getfixturevalue("db")
        cache.clear()


@pytest.fixture(autouse=True)
def same_deals(request: Any, monkeypatch: Any) -> None:
    """Shuffle in a test as the last time it ran: on its own, in any order, in any process.

    The seed of a game is the system's secret, so that else a test would meet other cards each time it runs.
    """
    chance, real = random.Random(request.node.nodeid), secrets.token_hex
    seed = 32  # bytes; what else is drawn from there has fewer
    monkeypatch.setattr(secrets, "token_hex", lambda n: chance.randbytes(n).hex() if n == seed else real(n))


@pytest.fixture(autouse=True)
def signed_in_as_by_the_site(request: Any) -> Iterator[None]:
    """Let `client.force_login` note what the site does when somebody signs in: how, and just now.

    It was by a code in a mail; staff proved a second factor as well. Tests of that are marked `bare_sign_in`.
    """

    def note(sender: Any, request: Any, user: Any, **_more: Any) -> None:
        if request.method is not None:  # a real one; the test client makes up a request for `force_login`
            return
        note_sign_in(request.session, user, method="code")
        if Player.objects.filter(pk=user.pk, is_staff=True).exists():
            if not Authenticator.objects.filter(user=user).exists():
                give_app(user)
            note_sign_in(request.session, user, method="mfa")

    if "bare_sign_in" in request.keywords:
        yield
        return
    user_logged_in.connect(note)
    yield
    user_logged_in.disconnect(note)


@pytest.fixture
def smtp(settings) -> Iterator[SmtpServer]:
    """A real SMTP server on a free port, to which this process sends; `smtp.fault` makes it fail."""
    server = SmtpServer()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_PORT = server.port
    yield server
    IDLE.close()
    server.stop()


@pytest.fixture
def broker() -> Iterator[redis.Redis]:
    """This worker's own Valkey database, empty before and after."""
    with redis.Redis.from_url(os.environ["REDIS_URL"]) as client:
        client.flushdb()
        yield client
        client.flushdb()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings, django_db_blocker, pytestconfig, tmp_path_factory
) -> None:
    """This process's database begins as a copy of one that is migrated; Django adds what it lacks."""
    with django_db_blocker.unblock():
        has_cache = hasattr(pytestconfig, "cache")  # not with “-p no:cacheprovider”
        kept = pytestconfig.cache.mkdir("migrated") if has_cache else tmp_path_factory.mktemp("migrated")
        template = make_migrated_database(kept)
        connection.close()
    connection.settings_dict["TEST"]["TEMPLATE"] = template


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker) -> Iterator[None]:
    """The test's database, prepared, which a killed process may still be leaving when it is dropped."""
    with django_db_blocker.unblock():
        set_limits()
        connection.close()
    yield
    with django_db_blocker.unblock():
        connection.close()
    # From outside of that database: a connection to it may be one of those that are ended.
    server = os.environ["DATABASE_URL"].rsplit("/", 1)[0]
    with psycopg.connect(f"{server}/postgres", autocommit=True) as outside:
        outside.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s",
            [connection.settings_dict["NAME"]],
        )


@pytest.fixture
def site_env(transactional_db, broker: redis.Redis, smtp: SmtpServer, tmp_path: Path) -> dict[str, str]:
    """The environment of a process of the site that shares the test's database, queue and mail server."""
    database = settings.DATABASES["default"]
    name = connection.settings_dict["NAME"]
    url = os.environ["DATABASE_URL"]
    assert database["NAME"] == name
    return {
        **os.environ,
        "DATABASE_URL": f"{url.rsplit('/', 1)[0]}/{name}",
        "EMAIL_URL": smtp.url,
        "VAR_DIR": str(tmp_path),
        "PYTHONUNBUFFERED": "1",
    }


@pytest.fixture
def start_program(tmp_path: Path, site_env: dict[str, str]) -> Iterator[Callable[..., Group]]:
    """Start a program of the site as a Python module: `start_program("gunicorn", "fluxx_site.wsgi")`.

    Keywords are added to its environment. Everything started is killed with its children in the end.
    """
    groups: list[Group] = []

    def run(module: str, *words: str, **env: str) -> Group:
        log = tmp_path / f"{len(groups)}-{module}.log"
        groups.append(Group([sys.executable, "-m", module, *words], site_env | env, log))
        return groups[-1]

    yield run
    for group in groups:
        group.kill()


@pytest.fixture
def start_worker(start_program: Callable[..., Group]) -> Callable[..., Group]:
    """Start a real Celery worker and wait until it takes tasks; keywords are added to its environment."""

    def run(concurrency: int = 1, **env: str) -> Group:
        worker = start_program(
            "celery", "-A", "fluxx_site", "worker", "--concurrency", str(concurrency), **env
        )
        worker.wait_for_line(" ready.")
        return worker

    return run


@pytest.fixture
def worker(start_worker: Callable[..., Group]) -> Group:
    """A real Celery worker on this test's database and queue; `worker.kill()` is SIGKILL for all of it."""
    return start_worker()


@pytest.fixture
def approved(request: pytest.FixtureRequest) -> Approved:
    """The texts that somebody has read; `--approve` accepts what differs."""
    return Approved(accepts=request.config.option.approve)


@pytest.fixture
def same_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every board look the same in mails: drawing takes long, and many tests are about the words."""
    dot = BytesIO()
    Image.new("RGB", (1000, 1200)).save(dot, "PNG")
    monkeypatch.setattr("games.mail.board.render_png", lambda *_given, **_named: dot.getvalue())


@pytest.fixture(scope="session")
def playwright(playwright: Any) -> Iterator[Any]:
    """Playwright's loop runs in this thread from the first browser test on; Django keeps a connection for it.

    It is closed before the loop ends: afterwards nobody finds it, and the test database could not be dropped.
    """
    expect.set_options(timeout=90_000)  # milliseconds; a machine may have much else to do
    yield playwright
    connections.close_all()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """pytest-playwright's `page` uses the machine's own Chromium."""
    return {**browser_type_launch_args, "executable_path": chromium()}


@pytest.fixture
def address(live_server: Any, settings: Any, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of this process's site for a browser, which the links in its mails carry as well.

    In the end pages can ask nothing more, and what they have asked is answered, before the test's rows are
    removed: a pulse that is still being answered, such as that of leaving, and the removal would wait for
    each other.
    """
    settings.SITE_URL = live_server.url
    yield str(live_server.url)
    if "browser" in request.fixturenames:
        for context in request.getfixturevalue("browser").contexts:
            context.set_offline(True)
            context.close()
    until, quiet = time.monotonic() + 10, 0
    while time.monotonic() < until and quiet < 4:
        time.sleep(0.05)
        quiet = quiet + 1 if is_nothing_asked() else 0


def is_nothing_asked() -> bool:
    """Whether no other connection to the test's database is in a statement or a transaction."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND state <> 'idle')"
        )
        return bool(cursor.fetchone()[0])
