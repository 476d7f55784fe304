"""PostgreSQL stops hard under a running site, and comes back."""

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import DatabaseError, connection

from fluxx_site.database_away import find_cause
from fluxx_site.embedded import account, postgres
from tests.support.browser import Browser, Page
from tests.support.processes import ROOT, Group

pytestmark = pytest.mark.slow

TOKEN = "a monitor's secret"
HOOK = "name:a-long-password-of-a-hook"
INBOUND = json.dumps({"RawEmail": "To: play+1@reply.games.example\n\n1", "OriginalRecipient": ""}).encode()


class Server:
    """A PostgreSQL of this test alone, which can be stopped as a crash stops it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.password = folder, secrets.token_urlsafe(16)
        self.sockets = account.make_socket_folder(folder)
        postgres.make_data_folder(folder / "postgres", password=self.password, sync=False)
        self.start()

    @property
    def url(self) -> str:
        return postgres.build_url(self.sockets, password=self.password)

    def start(self) -> None:
        with (self.folder / "postgres.log").open("ab") as log:
            self.process = postgres.start(self.folder / "postgres", self.sockets, log=log)
        postgres.wait_for_server(self.process, self.sockets, password=self.password)

    def crash(self) -> None:
        self.process.send_signal(signal.SIGQUIT)  # "immediate": every connection breaks, nothing is written
        self.process.wait(60)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    folder = Path(tempfile.mkdtemp(prefix="fluxx-away-"))
    folder.chmod(0o711)  # the server's account passes through
    running = Server(folder)
    yield running
    running.crash()
    shutil.rmtree(running.sockets, ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def site(server: Server, broker, smtp, tmp_path: Path) -> Iterator[tuple[Group, str]]:
    """The web server on that PostgreSQL, and its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    env = {
        **os.environ,
        "SITE_URL": address,
        "DATABASE_URL": server.url,
        "EMAIL_URL": smtp.url,
        "VAR_DIR": str(tmp_path),
        "HEALTH_TOKEN": TOKEN,
        "WEBHOOK_SECRET": HOOK,
        "INBOUND_DOMAIN": "reply.games.example",
        "PYTHONUNBUFFERED": "1",
    }
    subprocess.run([sys.executable, ROOT / "manage.py", "prepare", "--verbosity=0"], env=env, check=True)
    words = ["-m", "gunicorn", "fluxx_site.wsgi", "--bind", f"127.0.0.1:{port}", "--workers", "2"]
    web = Group([sys.executable, *words], env, tmp_path / "web.log")
    try:
        web.wait_until(lambda: web.output.count("Booting worker") == 2, "no workers")
        yield web, address
    finally:
        web.kill()


def ask(address: str, **headers: str) -> Page:
    return Browser().open(urllib.request.Request(address, headers=headers))


def test_the_site_says_so_and_goes_on(server, site):
    """503 in the reader's language for pages, forms and calls alike; in the log one line of each process."""
    web, address = site
    visitor = Browser()
    sign_in = visitor.get(f"{address}/accounts/login/")
    hook = {"Authorization": f"Basic {b64encode(HOOK.encode()).decode()}", "Content-Type": "application/json"}
    call = urllib.request.Request(f"{address}/anymail/postmark/inbound/", data=INBOUND, headers=hook)
    assert sign_in.status == 200
    assert visitor.get(f"{address}/").status == 200

    server.crash()
    english = [ask(f"{address}/", Cookie="sessionid=abcdefgh") for _ in range(20)]
    polish = ask(f"{address}/editions/", **{"Accept-Language": "pl", "Cookie": "sessionid=abcdefgh"})
    answer = visitor.press(sign_in, login="ann@players.example")
    called = visitor.open(call)
    health = ask(f"{address}/healthz", Authorization=f"Bearer {TOKEN}")
    ready = ask(f"{address}/readyz")

    for page in [*english, polish, answer, called, health]:
        assert (503, "60") == (page.status, page.headers["Retry-After"]), page.url
    assert "no-store" in polish.headers["Cache-Control"]
    assert "Back in a minute" in english[0]
    assert "Wracamy za minutę" in polish
    assert ('http-equiv="refresh"' in polish, 'http-equiv="refresh"' in answer) == (True, False)
    assert "PostgreSQL does not answer" in health
    assert ready.status == 503
    said = [line for line in web.output.splitlines() if "visitors get 503" in line]
    assert 1 <= len(said) <= 2, web.output
    assert "does not answer. Check DATABASE_URL" in said[0]
    assert "Traceback" not in web.output

    server.start()

    for _ in range(20):  # both processes find it again, each of their threads for itself
        assert visitor.get(f"{address}/").status == 200
    assert visitor.press(sign_in, login="ann@players.example").status == 200
    assert visitor.open(call).status == 200
    assert ask(f"{address}/readyz").status == 200
    assert web.output.count("Booting worker") == 2


@pytest.mark.parametrize("statement", ["SELECT 1/0", "SET LOCAL statement_timeout = 1; SELECT pg_sleep(1)"])
def test_what_postgresql_itself_refuses_is_another_matter(db, statement):
    """A wrong statement, or one that took too long, does not tell that the server is away."""
    with connection.cursor() as cursor, pytest.raises(DatabaseError) as found:
        cursor.execute(statement)

    assert find_cause(found.value) is None
