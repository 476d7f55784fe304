"""The site as production runs it: external servers, settings from the environment, compose's commands."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from urllib.error import HTTPError

import psycopg
import pytest

from tests.support.processes import PATIENCE, ROOT, Group

pytestmark = pytest.mark.slow

COMMANDS = dict(
    re.findall(
        r"^  (\w+):\n(?:    .*\n)*?    command: (.+)$", (ROOT / "compose.yaml").read_text(), re.MULTILINE
    )
)


@pytest.fixture
def env(broker, smtp, tmp_path: Path) -> Iterator[dict[str, str]]:
    """A production environment with an empty database of its own, and nothing else that is ours."""
    base = os.environ["DATABASE_URL"].rsplit("/", 1)[0]
    name = f"external_{os.getpid()}"
    with psycopg.connect(f"{base}/postgres", autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        yield {
            "PATH": os.environ["PATH"],
            "SITE_URL": "https://games.example",
            "SECRET_KEY": "k" * 20 + "abcdefghijklmnopqrstuvwxyz0123456789",
            "DATABASE_URL": f"{base}/{name}",
            "REDIS_URL": os.environ["REDIS_URL"],
            "EMAIL_URL": smtp.url,
            "STATIC_ROOT": str(tmp_path / "static"),
            "VAR_DIR": str(tmp_path),
            "PYTHONUNBUFFERED": "1",
        }
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def run(env, tmp_path) -> Iterator:
    """Start a command of compose.yaml, or of manage.py, in that environment."""
    groups: list[Group] = []

    def start(command: str, **settings: str) -> Group:
        program, *words = command.split()
        python = [sys.executable] if program == "python" else [sys.executable, "-m", program]
        groups.append(Group([*python, *words], env | settings, tmp_path / f"{len(groups)}.log"))
        return groups[-1]

    yield start
    for group in groups:
        group.kill()


def finished(group: Group) -> str:
    """Wait for a command's good end, and return what it said."""
    assert group.process.wait(PATIENCE) == 0, group.output
    return group.output


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


class Unredirected(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: object) -> None:
        return None


def get(port: int, path: str, proto: str = "https") -> tuple[int, Message, str]:
    """Ask as our proxy does: the host's name, and how the visitor came."""
    headers = {"Host": "games.example", "X-Forwarded-Proto": proto, "X-Forwarded-For": "192.0.2.7"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    try:
        with urllib.request.build_opener(Unredirected).open(request, timeout=10) as answer:
            return answer.status, answer.headers, answer.read().decode(errors="replace")
    except HTTPError as error:
        return error.code, error.headers, error.read().decode()


def test_the_site_runs_from_the_environment_alone(run, env, tmp_path):
    """Prepared by two replicas at once, the processes of compose.yaml serve, sweep and stay ready."""
    for replica in [run(COMMANDS["prepare"]), run(COMMANDS["prepare"])]:
        finished(replica)
    finished(run("python manage.py collectstatic --noinput"))
    port = free_port()
    web = run(COMMANDS["web"].replace("0.0.0.0:8000", f"127.0.0.1:{port}"))
    alive = [tmp_path / name for name in ("worker", "sweeper", "beat")]
    for each in alive:
        run(COMMANDS[each.name], ALIVE_FILE=str(each))
    web.wait_for_line("Booting worker")
    web.wait_until(lambda: answers(port), "no answer")

    assert "Using worker: fluxx_site.slow_heads.Worker" in web.output
    assert get(port, "/livez")[0] == 200
    assert '{"status": "ok", "database": "ok", "queue": "ok"}' == get(port, "/readyz")[2]

    status, headers, _ = get(port, "/accounts/login/", proto="http")
    assert (301, "https://games.example/accounts/login/") == (status, headers["Location"])

    status, headers, page = get(port, "/accounts/login/")
    assert status == 200
    assert headers["Strict-Transport-Security"].startswith("max-age=31536000")
    assert headers["Referrer-Policy"] == "same-origin"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "__Host-csrftoken=" in headers["Set-Cookie"]
    for part in ("Secure", "HttpOnly", "SameSite=Lax", "Path=/"):
        assert part in headers["Set-Cookie"]
    for address in re.findall(r'(?:href|src)="(/static/[^"]+)"', page):
        assert get(port, address)[0] == 200

    wait_for_heartbeats(env["DATABASE_URL"], {"notices", "deadlines", "wishes"})
    assert all(is_healthy(each) for each in alive)
    for each in alive:
        os.utime(each, (time.time() - 300,) * 2)
        assert not is_healthy(each)
    until = time.monotonic() + PATIENCE
    while not all(map(is_healthy, alive)):
        assert time.monotonic() < until, "worker or beat does not touch its file again"
        time.sleep(0.5)


def is_healthy(alive: Path) -> bool:
    """What the health check of compose.yaml says of a worker or a beat with this file."""
    test = re.search(r'test: \["CMD-SHELL", "(find .+)"\]', (ROOT / "compose.yaml").read_text())[1]
    command = test.replace('\\"', '"').replace("$$", "$")
    return 0 == subprocess.run(["sh", "-c", command], env={"ALIVE_FILE": str(alive)}, check=False).returncode


def answers(port: int) -> bool:
    try:
        return get(port, "/livez")[0] == 200
    except OSError:
        return False


def wait_for_heartbeats(database: str, wanted: set[str], seconds: float = PATIENCE) -> None:
    """Beat called, a worker swept, and the sweep left its sign of life."""
    end = time.monotonic() + seconds
    beats: set[str] = set()
    with psycopg.connect(database, autocommit=True) as connection:
        while not wanted <= beats:
            assert time.monotonic() < end, f"only {beats} of {wanted} after {seconds} seconds"
            time.sleep(0.2)
            beats = {row[0] for row in connection.execute("SELECT name FROM games_heartbeat")}


def test_djangos_deployment_check_finds_nothing(run):
    """O3: with production settings `check --deploy` has no warning."""
    said = finished(run("python manage.py check --deploy --fail-level WARNING"))

    assert "no issues" in said
