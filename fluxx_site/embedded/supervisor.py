"""bin/run: from a clean clone to a playable site in one terminal.

Starts PostgreSQL and Valkey (unless DATABASE_URL and REDIS_URL name others), brings the database up to date,
starts the web server, a worker and beat, and prints a link that signs the newcomer in. Ctrl-C stops
everything.
"""

import argparse
import errno
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from urllib.error import URLError

from fluxx_site import __version__, environment
from fluxx_site.embedded import CannotStart, account, postgres, valkey, var_folder
from fluxx_site.embedded.children import SERVERS, Children

ROOT = Path(__file__).resolve().parents[2]
PORTS = range(8000, 8100)
# Whoever runs this as root does so with everything; Celery's warning would bury the links. In its words: the
# filter is compared with how a message begins, so the apostrophe is a plain one.
ROOT_WARNING = "ignore:You're running the worker with superuser"


def main(words: list[str]) -> int:
    options = parse_arguments(words)
    var = Path(os.environ.get("VAR_DIR") or ROOT / "var").resolve()
    return supervise(var, lambda children: run(children, var, options))


def supervise(var: Path, run: Callable[[Children], None], *, taken: str = "") -> int:
    """Run the programs that `run` starts, on the locked folder `var`, and end them all; return the exit code.

    `taken` says why another supervisor has the folder, where that isn't another terminal.
    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)  # SIGINT too: a shell starts background jobs with it ignored
    children = None
    try:
        lock = var_folder.lock_folder(var, taken=taken)
        children = Children(var / "running.json")
        run(children)
    except CannotStart as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopping …", flush=True)
    finally:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        if children is not None:
            children.end()
            shutil.rmtree(account.get_socket_folder(var), ignore_errors=True)
    lock.close()
    return 0


def parse_arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "bin/run", description="Runs Fluxx by mail on this machine, with its own servers."
    )
    parser.add_argument(
        "--port", type=int, help="the port of the web pages (default: the first free one from 8000)"
    )
    parser.add_argument(
        "--fresh", action="store_true", help="delete the games, players and mails kept in var/ first"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask before deleting")
    parser.add_argument(
        "--restore", metavar="FILE", type=Path, help="restore a backup of manage.py backup, and then go on"
    )
    parser.add_argument(
        "--replace", action="store_true", help="restore also when there are games, which are then lost"
    )
    return parser.parse_args(words)


def interrupt(*_signal: object) -> None:
    raise KeyboardInterrupt


def ask_to_delete(var: Path) -> bool:
    """Ask the person at the terminal whether all that is kept may go."""
    if not sys.stdin.isatty():
        print("There is no terminal to ask at. Add --yes to delete without asking.", file=sys.stderr)
        return False
    return input(f"Delete every game, player and mail in {var}? Type yes: ").strip() == "yes"


def run(children: Children, var: Path, options: argparse.Namespace) -> None:
    if options.fresh:
        if not (options.yes or ask_to_delete(var)):
            raise CannotStart("Nothing was deleted.")
        var_folder.clear_folder(var)
    listener = open_listener(options.port)
    port = listener.getsockname()[1]
    env = {**os.environ, "VAR_DIR": str(var), "PYTHONUNBUFFERED": "1"}
    env["SITE_URL"] = env.get("SITE_URL") or f"http://localhost:{port}"
    env["SECRET_KEY"] = env.get("SECRET_KEY") or var_folder.read_secret(var / "secret_key")
    # The newcomer's link and the mailbox are for this machine's own person, never for a site that others
    # reach.
    env["EMBEDDED"] = str(environment.is_local(env["SITE_URL"]))
    start_servers(children, var, env)
    var_folder.write_settings(var, env)
    os.environ.update(env)
    if options.restore is not None:
        restore(options.restore, replace=options.replace)
    links = prepare()
    env["PYTHONWARNINGS"] = ROOT_WARNING
    for name, words in list_processes(listener.fileno()).items():
        children.start(name, [sys.executable, "-m", *words.split()], env, ROOT, pass_fds=(listener.fileno(),))
    wait_for_web(children, port)
    has_mailbox = bool(links) and environment.mails_go_to_files(env.get("EMAIL_URL", ""))
    print(build_welcome(env["SITE_URL"], links, var, has_mailbox=has_mailbox), flush=True)
    # The listener stays open: who comes while the web server starts again waits in its queue.
    while True:
        start_ended(children)
        time.sleep(0.3)


def start_ended(children: Children) -> None:
    """Start a program that has ended again. Raises `CannotStart` when it has done so too often."""
    if (gone := children.ended()) is not None and not children.start_again(gone):
        raise CannotStart(f"{gone.name} ends again and again, so everything stops; its last lines say why.")


def list_processes(listener: int) -> dict[str, str]:
    """The site's own processes as in production (compose.yaml), for one machine and one person."""
    return {
        "web": f"gunicorn fluxx_site.wsgi --bind fd://{listener} --workers 2",
        "worker": "celery -A fluxx_site --quiet worker --concurrency 2 --without-gossip --without-mingle",
        "beat": "celery -A fluxx_site --quiet beat",
    }


def open_listener(wanted: int | None) -> socket.socket:
    """A socket on the wanted port, which must be free, or on the first free one of PORTS."""
    if wanted is not None and not 0 < wanted < 65536:
        raise CannotStart(f"{wanted} is no port: choose one from 1024 to 65535.")
    for port in [wanted] if wanted is not None else PORTS:
        try:
            return socket.create_server(("127.0.0.1", port), backlog=128)
        except OSError as error:
            if error.errno == errno.EACCES:
                raise CannotStart(f"Port {port} needs more rights: choose one from 1024 up.") from error
    if wanted is not None:
        raise CannotStart(
            f"Port {wanted} is taken by another program: choose another with --port, or leave it out."
        )
    raise CannotStart(f"No port from {PORTS.start} to {PORTS.stop - 1} is free: choose one with --port.")


def names(env: Mapping[str, str], setting: str) -> bool:
    """Whether the environment has a setting, itself or the file that holds it."""
    return bool(env.get(setting) or env.get(f"{setting}_FILE"))


def start_servers(children: Children, var: Path, env: dict[str, str]) -> None:
    """Start what the environment does not name, and name it there."""
    if names(env, "DATABASE_URL") and names(env, "REDIS_URL"):
        return
    sockets = account.make_socket_folder(var)
    logs = var / "logs"
    logs.mkdir(mode=0o700, exist_ok=True)
    for name in SERVERS:  # begun anew; what is started again writes on below its last words
        (logs / f"{name}.log").write_bytes(b"")
    if not names(env, "REDIS_URL"):
        log = logs / "valkey.log"
        queue = children.add("valkey", partial(start_valkey, sockets, log), signal.SIGTERM)
        env["REDIS_URL"] = valkey.build_url(sockets)
        valkey.wait_for_server(queue, sockets, log=log)
    if not names(env, "DATABASE_URL"):
        password = var_folder.read_secret(var / "postgres_password")
        if not (var / "postgres").exists():
            print("Making the database …", flush=True)
        postgres.make_data_folder(var / "postgres", password=password)
        log = logs / "postgres.log"
        starting = partial(start_postgres, var / "postgres", sockets, log)
        database = children.add("postgres", starting, signal.SIGINT)
        env["DATABASE_URL"] = postgres.build_url(sockets, password=password)
        postgres.wait_for_server(database, sockets, password=password, log=log)


def start_valkey(sockets: Path, path: Path) -> subprocess.Popen[bytes]:
    with path.open("ab") as log:
        return valkey.start(sockets, log=log)


def start_postgres(data: Path, sockets: Path, path: Path) -> subprocess.Popen[bytes]:
    with path.open("ab") as log:
        return postgres.start(data, sockets, log=log)


def restore(backup: Path, *, replace: bool) -> None:
    """Restore a backup before anything of the site runs."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fluxx_site.settings")
    import django
    from django.core.management import CommandError, call_command
    from django.db import connection

    django.setup()
    try:
        call_command("restore", backup, replace=replace)
    except CommandError as error:
        raise CannotStart(str(error)) from error
    finally:
        connection.close()


def prepare() -> dict[str, str]:
    """Bring the database up to date, and make the newcomer's links (none on a site that others reach)."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fluxx_site.settings")
    import django
    from django.conf import settings
    from django.core.management import CommandError, call_command
    from django.db import OperationalError, connection

    django.setup()
    try:
        call_command("prepare", verbosity=0)
        if not settings.EMBEDDED:
            return {}
        from fluxx_site.embedded.newcomer import make_links

        return make_links()
    except CommandError as error:
        raise CannotStart(str(error)) from error
    except OperationalError as error:
        from fluxx_site.database_away import describe_database_error

        raise CannotStart(describe_database_error(error)) from error
    finally:
        connection.close()


def wait_for_web(children: Children, port: int) -> None:
    """Wait as long as it may take on a busy machine; a program that ends is noticed at once."""
    end = time.monotonic() + 300
    while children.ended() is None and time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/livez", timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.1)
    raise CannotStart("The web server did not start; its lines above say why.")


def build_welcome(site: str, links: dict[str, str], var: Path, *, has_mailbox: bool) -> str:
    lines = [f"Fluxx by mail {__version__} runs at {site}/"]
    if links:
        lines += ["", "Play now (signs you in, once):", f"    {links['game']}"]
        lines += [
            "",
            "Administration: what a site’s moderators see (signs you in, once):",
            f"    {links['admin']}",
        ]
        lines += ["", f"It is a game of cards. The board game, and all other editions: {site}/editions/"]
    if has_mailbox:
        lines += ["", f"The mails it sends, and where to answer them: {site}/mailbox/"]
    lines += ["", f"Everything is kept in {var}. Ctrl-C stops."]
    return "\n" + "\n".join(f"  {line}".rstrip() for line in lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
