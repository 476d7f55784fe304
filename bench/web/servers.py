"""A PostgreSQL and a Valkey for one run, databases in it, and the site in front of them."""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis
from psycopg import sql

from fluxx_site.embedded import account, postgres, valkey
from tests.support.processes import ROOT, Group

WORKERS = 2


@dataclass(frozen=True)
class Servers:
    """The addresses of the servers; `name` begins what this run makes in them. `own`: processes of ours."""

    folder: Path
    database_url: str
    redis_url: str
    name: str
    own: tuple[int, ...] = ()
    mail_url: str = "smtp://127.0.0.1:9"  # nothing is sent

    def url(self, database: str) -> str:
        return urlunsplit(urlsplit(self.database_url)._replace(path=f"/{self.name}_{database}"))

    def run_sql(self, words: str, **names: str) -> None:
        with psycopg.connect(self.database_url, autocommit=True) as connection:
            full = {key: sql.Identifier(f"{self.name}_{name}") for key, name in names.items()}
            connection.execute(sql.SQL(words).format(**full))

    def environment(self, database: str) -> dict[str, str]:
        """The environment of a process of the site that works on one of the databases."""
        return {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "bench.web.settings",
            "DATABASE_URL": self.url(database),
            "REDIS_URL": self.redis_url,
            "BENCH_QUEUE": self.name,
            "SITE_URL": "http://127.0.0.1",
            "SECRET_KEY": self.name * 4,
            "VAR_DIR": str(self.folder),
            "EMAIL_URL": self.mail_url,
            "INBOUND_DOMAIN": "reply.bench.example",  # what a mail says is remembered, for its answer
        }


@contextmanager
def servers(options: Sequence[str] = ()) -> Iterator[Servers]:
    """Start what DATABASE_URL and REDIS_URL do not name; in the end nothing is left of this run.

    `options` are settings of a PostgreSQL that is started here, such as ``fsync=off``. What fails leaves its
    logs, and says where; SIGTERM ends the servers, too.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    folder = Path(tempfile.mkdtemp(prefix="fluxx-bench-"))
    folder.chmod(0o711)  # the servers' account passes through
    sockets, password = account.make_socket_folder(folder), secrets.token_urlsafe(16)
    started: list[subprocess.Popen[bytes]] = []
    database_url, redis_url = os.environ.get("DATABASE_URL", ""), os.environ.get("REDIS_URL", "")
    try:
        with (folder / "servers.log").open("wb") as log:
            if not redis_url:
                started.append(valkey.start(sockets, log=log))
                valkey.wait_for_server(started[-1], sockets)
                redis_url = valkey.build_url(sockets)
            if not database_url:
                postgres.make_data_folder(folder / "postgres", password=password)
                started.append(postgres.start(folder / "postgres", sockets, options=list(options), log=log))
                postgres.wait_for_server(started[-1], sockets, password=password)
                database_url = postgres.build_url(sockets, password=password)
        own = tuple(process.pid for process in started)
        yield Servers(folder, database_url, redis_url, f"bench_{secrets.token_hex(8)}", own)
    except Exception:
        keep_logs(folder)
        raise
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # what is begun here is ended
        for process in started:
            process.terminate()
        for process in started:
            process.wait(30)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(sockets, ignore_errors=True)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def keep_logs(folder: Path) -> None:
    """Copy the logs of a run that has failed, and say where they are."""
    kept = Path(tempfile.mkdtemp(prefix="fluxx-bench-logs-"))
    for log in folder.glob("*.log"):
        shutil.copy(log, kept)
    print(f"The logs are kept in {kept}.", file=sys.stderr)


def python_of(checkout: Path) -> str:
    """Return the Python of a checkout: its own virtual environment's, if it has one."""
    own = checkout / ".venv" / "bin" / "python"
    return str(own) if checkout != ROOT and own.exists() else sys.executable


@contextmanager
def database(
    running: Servers, name: str, *, like: str = "template1", checkout: Path = ROOT
) -> Iterator[None]:
    """Make a database with a checkout's tables, or a copy of another one; drop it in the end."""
    if like == "template1":
        running.run_sql("CREATE DATABASE {new}", new=name)
        subprocess.run(
            [python_of(checkout), checkout / "manage.py", "prepare", "--verbosity=0"],
            env=running.environment(name),
            cwd=checkout,
            check=True,
        )
    else:
        running.run_sql("CREATE DATABASE {new} TEMPLATE {old}", new=name, old=like)
    try:
        yield
    finally:
        running.run_sql("DROP DATABASE {old} WITH (FORCE)", old=name)


@dataclass(frozen=True)
class Site:
    """The site as it is served on one of the databases."""

    port: int
    processes: frozenset[int]

    def processor_seconds(self) -> float:
        """What web workers and servers of ours have used of the processors; 0 where there is no /proc."""
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                fields = stat.read_text().rpartition(")")[2].split()
                if {int(stat.parent.name), int(fields[1])} & self.processes:  # it, or a child of it
                    ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def site(running: Servers, database: str) -> Iterator[Site]:
    """Serve the site on one of the databases, as in production."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    words = ["-m", "gunicorn", "fluxx_site.wsgi", "--bind", f"127.0.0.1:{port}", "--workers", str(WORKERS)]
    words += ["--max-requests", "0"]  # no worker is replaced in the middle of a measurement
    log = running.folder / f"site-{database}.log"
    web = Group([sys.executable, *words], running.environment(database), log)
    try:
        web.wait_until(lambda: answers(port), "the site does not answer")
        yield Site(port, frozenset({web.process.pid, *running.own}))
    finally:
        web.stop()
        with redis.Redis.from_url(running.redis_url) as queue:
            queue.delete(running.name, f"_kombu.binding.{running.name}")


def answers(port: int) -> bool:
    with suppress(URLError, OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5):
        return True
    return False


def program(name: str, *numbers: int, environment: Mapping[str, str], checkout: Path = ROOT) -> bytes:
    """Run one of this package's programs to its end, and return what it printed."""
    words = [python_of(checkout), "-m", "bench.web", name, *map(str, numbers)]
    return subprocess.run(words, env=environment, cwd=checkout, check=True, stdout=subprocess.PIPE).stdout
