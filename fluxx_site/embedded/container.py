"""The whole site in one container: `bin/role all` of the image.

Where bin/run is for one person on their own machine, this serves everybody at the address of SITE_URL, behind
a proxy: without the newcomer's links and the mailbox. All that is kept lies in one folder, the volume /data,
and is backed up there each night. Nothing else leads here, so no site is opened to others by accident.
"""

import argparse
import os
import shutil
import socket
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from fluxx_site import __version__, environment
from fluxx_site.embedded import CannotStart, postgres, var_folder
from fluxx_site.embedded.children import Children
from fluxx_site.embedded.nightly import NightlyBackup
from fluxx_site.embedded.orphans import reap_orphans
from fluxx_site.embedded.supervisor import (
    ROOT,
    ROOT_WARNING,
    names,
    prepare,
    restore,
    start_ended,
    start_servers,
    supervise,
    wait_for_web,
)

ADDRESS = "0.0.0.0"  # noqa: S104  (the container publishes the port, or doesn’t)
LEAST_ROOM = 100 * 1024 * 1024  # bytes: PostgreSQL stops in the middle of a write when none is left
MOST_BEHIND = 60  # seconds by which the clock may be behind what the site has seen
KEPT_OF_BEFORE = 2  # backups from before an upgrade
BUILT = "BUILT_FOR_CONTAINERS"  # set in the image alone
# What is made at the first start, by the setting that it stands for.
SECRETS = {"SECRET_KEY": "secret_key", "HEALTH_TOKEN": "health_token"}


def main(words: list[str]) -> int:
    options = parse_arguments(words)
    var = Path(os.environ.get("VAR_DIR") or "/data").resolve()
    taken = f"Another container runs the site on {var}. Stop it first: two on one volume would damage it."
    return supervise(var, partial(run, var=var, options=options), taken=taken)


def parse_arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "bin/role all", description="Runs the whole site in one container, on the volume /data."
    )
    parser.add_argument("--port", type=int, default=8000, help="the port of the web pages (8000)")
    parser.add_argument("--restore", metavar="FILE", type=Path, help="restore a backup, and then go on")
    parser.add_argument(
        "--replace", action="store_true", help="restore also when there are games, which are then lost"
    )
    return parser.parse_args(words)


def run(children: Children, *, var: Path, options: argparse.Namespace) -> None:
    refuse_volume(var, os.environ)
    env = build_environment(var, os.environ)
    listener = open_listener(options.port)
    start_servers(children, var, env)
    var_folder.write_settings(var, env)
    os.environ.update(env)
    if options.restore is not None:
        restore(options.restore, replace=options.replace)
    before_preparing(var)
    prepare()
    for name, words in list_programs(listener.fileno(), env).items():
        own = env | {"ALIVE_FILE": str(alive_file(name)), "PYTHONWARNINGS": ROOT_WARNING}
        children.start(name, [sys.executable, "-m", *words], own, ROOT, pass_fds=(listener.fileno(),))
    wait_for_web(children, options.port)
    backups = NightlyBackup(var / "backups", env)
    backups.folder.mkdir(mode=0o700, exist_ok=True)
    print(build_welcome(env["SITE_URL"], options.port, var, first=make_first_link()), flush=True)
    try:
        while True:
            start_ended(children)
            backups.look()
            reap_orphans({child.process.pid for child in children.running} | backups.list_running())
            time.sleep(0.3)
    finally:
        backups.end()


def list_programs(listener: int, env: Mapping[str, str]) -> dict[str, list[str]]:
    """The site's own programs as compose.yaml has them, for one machine: module and words of each."""
    workers = env.get("WEB_CONCURRENCY") or "2"
    bind = f"fd://{listener}"
    programs = {
        "web": f"gunicorn fluxx_site.wsgi --bind {bind} --workers {workers}",
        "worker": "celery -A fluxx_site --quiet worker --concurrency 2 --without-gossip --without-mingle",
        "beat": "celery -A fluxx_site --quiet beat",
    }
    if env.get("INBOUND_DOMAIN"):
        programs["lmtp"] = f"manage receive_lmtp --listen {ADDRESS}:8024"
    return {name: words.split() for name, words in programs.items()}


def alive_file(name: str) -> Path:
    """The file that worker and beat touch while they work; bin/role looks at it."""
    return Path(os.environ.get("TMPDIR") or "/tmp", f"alive-{name}")  # noqa: S108  (the container's own)


def build_environment(var: Path, given: Mapping[str, str]) -> dict[str, str]:
    """The settings of the site: those of the container, and secrets that are made at the first start."""
    if not names(given, "SITE_URL"):
        raise CannotStart(
            "SITE_URL is not set. Add the address of the site: -e SITE_URL=https://games.example"
        )
    env = {**given, "VAR_DIR": str(var), "PYTHONUNBUFFERED": "1", "EMBEDDED": "false"}
    for setting, file in SECRETS.items():
        if not names(given, setting):
            env[setting] = var_folder.read_secret(var / file)
    return env


def refuse_volume(var: Path, given: Mapping[str, str]) -> None:
    """Raise `CannotStart` where the site can't run on this folder, before anything is written there."""
    if given.get(BUILT) and not is_mount(var):
        raise CannotStart(
            f"Nothing is mounted at {var}, so all games would be lost with this container. Add -v fluxx:{var}"
        )
    if (left := shutil.disk_usage(var).free) < LEAST_ROOM:
        raise CannotStart(
            f"{var} has only {left // 1024 // 1024} MB left, and PostgreSQL needs room to write. Make room "
            f"(old backups are in {var / 'backups'}), and start again."
        )
    data = var / "postgres"
    if not data.exists() or names(given, "DATABASE_URL"):
        return
    for name in ("secret_key", "postgres_password"):
        if not (var / name).exists() and not (name == "secret_key" and names(given, "SECRET_KEY")):
            raise CannotStart(
                f"{var / name} is missing, and the data in {data} belongs to it. Put it back from a copy of "
                f"the volume (the key is in {var / 'backups'}, too), and start again."
            )
    refuse_other_postgres(data)


def refuse_other_postgres(data: Path) -> None:
    """Raise `CannotStart` where another major release of PostgreSQL has made the data."""
    made_by, here = data / "PG_VERSION", str(postgres.read_version(postgres.find_programs()))
    try:
        version = made_by.read_text().strip() if made_by.exists() else here
    except (OSError, UnicodeDecodeError):
        version = ""
    if not version.isdecimal():
        raise CannotStart(
            f"{made_by} can’t be read, so the data is damaged. Restore a backup into a new volume: "
            "docs/hosting-friends.md, “Restoring”."
        )
    if version != here:
        raise CannotStart(
            f"{data} was made by PostgreSQL {version}, and this image has {here}; nothing was changed. Start "
            "the image that you had, make a backup, and restore it into a new volume: "
            "docs/hosting-friends.md, “Another major PostgreSQL”."
        )


def is_mount(var: Path) -> bool:
    """Whether a file system of its own, or a folder of the host, is mounted there."""
    return any(line.split()[4] == str(var) for line in Path("/proc/self/mountinfo").read_text().splitlines())


def open_listener(port: int) -> socket.socket:
    """A socket for all addresses of the container."""
    try:
        return socket.create_server((ADDRESS, port), backlog=128)
    except (OSError, OverflowError) as error:
        raise CannotStart(
            f"Port {port} can’t be opened ({error}). Choose another: all --port 8001"
        ) from error


def before_preparing(var: Path) -> None:
    """Raise `CannotStart` where this release or this clock doesn't fit the data.

    What an older release has left is backed up first.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fluxx_site.settings")
    import django
    from django.db import connection

    django.setup()
    from fluxx_site.checks import known_migrations, missing_migrations

    try:
        if "django_migrations" not in connection.introspection.table_names():
            return
        with connection.cursor() as cursor:
            cursor.execute("SELECT name FROM django_migrations WHERE app = 'games' ORDER BY name")
            there = [name for (name,) in cursor.fetchall()]
        unknown = [name for name in there if ("games", name) not in known_migrations()]
        if unknown:
            raise CannotStart(
                f"A newer release has run on {var}: this one, {__version__}, doesn’t know {unknown[0]}. "
                "Start the newer image again, or restore a backup from before into a new volume."
            )
        refuse_clock_behind()
        if there and missing_migrations():
            back_up_before_upgrade(var, there[-1])
    finally:
        connection.close()


def refuse_clock_behind() -> None:
    """Raise `CannotStart` where the clock is behind what was stored: deadlines would be wrong."""
    from django.conf import settings
    from django.db.models import Max

    from games import clock
    from games.models import Heartbeat

    last, now = Heartbeat.objects.aggregate(last=Max("at"))["last"], clock.now()
    if settings.WATCH_CLOCK and last is not None and (last - now).total_seconds() > MOST_BEHIND:
        raise CannotStart(
            f"This machine’s clock says {now:%Y-%m-%d %H:%M} UTC, and the site has run until "
            f"{last:%Y-%m-%d %H:%M}. Set the clock, and start again. If it was wrong before and is right "
            "now, start once with -e WATCH_CLOCK=false."
        )


def back_up_before_upgrade(var: Path, migration: str) -> None:
    """Keep the data as the release before left it: the way back. `migration` is its last one.

    An upgrade that fails is tried again at each start, and the backup of its first start stays.
    """
    from fluxx_site.backups import BackupFailed, write_backup

    folder = var / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    for half in folder.glob(".before-*"):  # of a start that was killed
        half.unlink()
    if (kept := find_backup_of_before(folder)) is not None:
        print(f"Upgrading to {__version__}. The data of before is still in {kept}.", flush=True)
        return
    file = folder / f"before-{__version__}-{migration}.backup"
    try:
        write_backup(file, lambda _text: None)
    except BackupFailed as error:
        raise CannotStart(
            f"The data can’t be backed up before the upgrade, so nothing was changed. {error}"
        ) from error
    for old in list_backups_of_before(folder)[:-KEPT_OF_BEFORE]:
        old.unlink(missing_ok=True)
    print(f"Upgrading to {__version__}. The data of before is in {file}.", flush=True)


def find_backup_of_before(folder: Path) -> Path | None:
    """Return the last backup from before an upgrade, if it can be read and the site hasn't run since."""
    from fluxx_site.backups import BackupFailed, find_programs, read_archive
    from games.models import Heartbeat

    for file in list_backups_of_before(folder)[-1:]:
        written = datetime.fromtimestamp(file.stat().st_mtime, UTC)
        if Heartbeat.objects.filter(at__gte=written).exists():
            continue
        with suppress(BackupFailed):
            read_archive(find_programs(), file)
            return file
    return None


def list_backups_of_before(folder: Path) -> list[Path]:
    """Those from before upgrades, oldest first; what somebody made by hand is not among them."""
    return sorted(folder.glob("before-[0-9]*-[0-9]*.backup"), key=lambda file: file.stat().st_mtime)


def make_first_link() -> str:
    """Return a link by which the first operator makes their account; nothing where somebody runs the site."""
    from django.conf import settings
    from django.db import connection
    from django.urls import reverse

    from games.moderation.first_operator import has_operator, make_key

    try:
        if has_operator():
            return ""
        return f"{settings.SITE_URL}{reverse('first_operator', args=[make_key()])}"
    finally:
        connection.close()


def build_welcome(site: str, port: int, var: Path, *, first: str) -> str:
    lines = [f"Fluxx by mail {__version__} runs at {site}/ (port {port} of this container)."]
    if not environment.is_local(site):
        lines.append("A proxy that speaks https passes requests on to it: docs/hosting.md.")
    lines.append(f"Everything is kept in {var}; backups of each night are in {var / 'backups'}.")
    if first:
        lines.append("Nobody runs it yet. Make your account by this link (it works once, for a day):")
        lines.append(first)
    return "\n" + "\n".join(f"  {line}" for line in lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
