"""The whole site in one container (`bin/role all`), as processes: what its volume goes through."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from fluxx_site import __version__, backups
from fluxx_site.embedded import CannotStart, container, nightly, orphans, postgres, var_folder
from fluxx_site.embedded.children import GRACE, Children
from fluxx_site.embedded.nightly import KEPT, NightlyBackup, is_due
from games import clock
from games.models import Heartbeat
from tests.site.test_deploy import COMPOSE
from tests.site.test_embedded import children_of, kill, processes_of
from tests.support.browser import Browser
from tests.support.processes import PATIENCE, ROOT, Group

slow = pytest.mark.slow
READY = "backups of each night are in"
NOBODY = 65534


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Group]]:
    """Start the site on the data in `tmp_path/data`, as often as wanted; in the end all stop."""
    runs: list[Group] = []

    def begin(*words: str, data: Path | None = None, prefix: tuple[str, ...] = (), **env: str) -> Group:
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "TMPDIR")}
        port = str(free_port())
        given = {"VAR_DIR": str(data or tmp_path / "data"), "SITE_URL": f"http://localhost:{port}", **env}
        argv = [*prefix, sys.executable, "-m", "fluxx_site.embedded.container", "--port", port, *words]
        runs.append(Group(argv, kept | given, tmp_path / f"run-{len(runs)}.log"))
        return runs[-1]

    yield begin
    for run in runs:
        run.stop()


def site(run: Group) -> str:
    found = re.search(r"runs at (http://\S+)/", run.output)
    assert found, run.output
    return found[1]


def said_at_its_end(run: Group) -> str:
    """What a run has said that did not start, as one line; nothing is left running."""
    assert run.process.wait(PATIENCE) == 1, run.output
    lines = [line for line in run.output.splitlines() if line.strip()]
    assert len(lines) == 1, run.output
    return lines[0]


@slow
def test_from_nothing_to_a_site_and_back_again(start, tmp_path):
    """The first start makes secrets; a second on the volume is refused; SIGTERM ends all in 30 seconds."""
    data = tmp_path / "data"
    first = start()
    first.wait_for_line(READY)
    key = (data / "secret_key").read_text()
    front = Browser().get(site(first))
    second = start()
    refused = said_at_its_end(second)
    began = time.monotonic()
    first.process.terminate()
    code, took = first.process.wait(PATIENCE), time.monotonic() - began
    third = start()
    third.wait_for_line(READY)

    assert (200, 200) == (front.status, Browser().get(f"{site(third)}/readyz").status)
    third.wait_until(lambda: len(list((data / "backups").glob("*"))) == 2, "there is no backup")
    assert 404 == Browser().get(f"{site(third)}/mailbox/").status
    assert "/newcomer/" not in first.output
    assert f"Another container runs the site on {data}." in refused
    assert (0, True) == (code, took < 30), took
    assert sum(GRACE.values()) < 30
    assert key == (data / "secret_key").read_text()
    assert 0o600 == (data / "secret_key").stat().st_mode & 0o777
    assert key not in first.output
    link = re.search(r"Nobody runs it yet\. Make your account by this link .*\n\s+(http://\S+)", first.output)
    assert link
    page = Browser().get(link[1].replace(site(first), site(third)))  # another start has another port here
    assert (200, True) == (page.status, "How the site is set up" in page.text)
    third.stop()
    assert {} == processes_of(data)


@slow
def test_a_part_that_ends_is_started_again_and_then_all_ends(start):
    """Three times within five minutes; then one line says which it was, and the container ends with 1."""
    run = start()
    run.wait_for_line(READY)
    for number in (1, 2, 3):
        kill(children_of(run, "beat"))
        run.wait_until(lambda n=number: run.output.count("starting it again") == n, "it is not started again")
        run.wait_until(lambda: bool(children_of(run, "beat")), "beat is not there")
    kill(children_of(run, "beat"))

    assert run.process.wait(PATIENCE) == 1
    assert "beat ends again and again, so everything stops" in run.output


@slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another account")
def test_another_account_runs_it_on_code_that_it_cant_write(start, tmp_path):
    """As the image does: not root, the code read-only, and all that is written lies in the volume."""
    folder = Path(tempfile.mkdtemp(prefix="fluxx-volume-"))
    os.chown(folder, NOBODY, NOBODY)
    before = {path: path.stat().st_mtime_ns for path in (ROOT / "fluxx_site").rglob("*.py")}
    become = ("setpriv", "--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups")
    reach = ("--inh-caps", "-all,+dac_read_search", "--ambient-caps", "-all,+dac_read_search")
    try:
        run = start(data=folder, prefix=(*become, *reach))
        run.wait_for_line(READY)
        owners = {path.stat().st_uid for path in folder.iterdir()}
        status = Browser().get(f"{site(run)}/readyz").status
        run.stop()
    finally:
        shutil.rmtree(folder)

    assert (200, {NOBODY}) == (status, owners)
    assert before == {path: path.stat().st_mtime_ns for path in (ROOT / "fluxx_site").rglob("*.py")}


@pytest.fixture(scope="module")
def volume(tmp_path_factory) -> Path:
    """The data of a site that has run, and was stopped."""
    folder = tmp_path_factory.mktemp("volume")
    env = {"PATH": os.environ["PATH"], "VAR_DIR": str(folder / "data"), "SITE_URL": "http://localhost:1"}
    argv = [sys.executable, "-m", "fluxx_site.embedded.container", "--port", str(free_port())]
    run = Group(argv, env, folder / "run.log")
    run.wait_for_line(READY)
    run.stop()
    return folder / "data"


def copy_volume(volume: Path, to: Path) -> Path:
    subprocess.run(["cp", "-a", str(volume), str(to)], check=True)
    return to


def change_database(data: Path, *statements: str) -> None:
    """Run SQL in a volume whose site is stopped."""
    env: dict[str, str] = {}
    children = Children(data / "running.json")
    try:
        container.start_servers(children, data, env)
        with psycopg.connect(env["DATABASE_URL"], autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)
    finally:
        children.end()


NEWER = "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9999_more', now())"
BEAT = (
    "INSERT INTO games_heartbeat (name, at, did, failed) VALUES ('deadlines', now(), 0, 0) "
    "ON CONFLICT DO NOTHING"
)
LATER = "UPDATE games_heartbeat SET at = now() + interval '2 days'"


@slow
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("postgres", "was made by PostgreSQL 9, and this image has"),
        ("newer", "this one, .* doesn’t know 9999_more. Start the newer image again"),
        ("key", "secret_key is missing, and the data in .* belongs to it. Put it back"),
        ("clock", "This machine’s clock says .* Set the clock, and start again"),
    ],
)
def test_a_volume_that_doesnt_fit_is_refused_in_one_line(name, told, volume, start, tmp_path):
    """Nothing is started, nothing changed, and the line says what to do."""
    data = copy_volume(volume, tmp_path / "data")
    if name == "postgres":
        (data / "postgres" / "PG_VERSION").write_text("9\n")
    elif name == "key":
        (data / "secret_key").unlink()
    else:
        change_database(data, *([NEWER] if name == "newer" else [BEAT, LATER]))

    said = said_at_its_end(start())

    assert re.search(told, said), said
    assert {} == processes_of(data)


@slow
def test_data_of_the_release_before_is_backed_up_before_it_changes(volume, start, tmp_path):
    """Whoever takes a new image has the way back without having thought of it."""
    data = copy_volume(volume, tmp_path / "data")
    undone = ("DELETE FROM django_migrations WHERE app = 'sessions'", "DROP TABLE django_session")
    change_database(data, *undone)

    run = start()
    run.wait_for_line("Upgrading to")
    run.wait_for_line(READY)
    kept = list((data / "backups").glob("before-*.backup"))

    assert 1 == len(kept)
    assert 0o600 == kept[0].stat().st_mode & 0o777


@pytest.mark.django_db
def test_an_upgrade_that_fails_again_and_again_keeps_one_backup(tmp_path, monkeypatch):
    """The first stays while the site hasn't run since and it can be read; of others two are held."""
    folder = tmp_path / "backups"
    written: list[str] = []

    def write(path: Path, _say: object) -> None:
        written.append(path.name)
        path.write_text(f"good {len(written)}")

    def read(_programs: object, path: Path) -> None:
        if not path.read_text().startswith("good"):
            raise backups.BackupFailed("damaged")

    def start_upgrade(migration: str) -> list[str]:
        container.back_up_before_upgrade(tmp_path, migration)
        for file in folder.glob("before-*"):
            os.utime(file, (file.stat().st_mtime - 60,) * 2)
        return [file.read_text() for file in container.list_backups_of_before(folder)]

    monkeypatch.setattr(backups, "write_backup", write)
    monkeypatch.setattr(backups, "read_archive", read)
    failed = [start_upgrade(migration) for migration in ("0007_a", "0007_a", "0008_b")]
    (folder / ".before-1-0007_a.backup.x1").write_text("of a start that was killed")
    (folder / "before-the-party.backup").write_text("made by hand")
    Heartbeat.objects.create(name="deadlines", at=clock.now() - timedelta(seconds=30))
    of_the_same_name = start_upgrade("0007_a")
    Heartbeat.objects.all().delete()
    (folder / written[-1]).write_text("damaged")
    instead = start_upgrade("0007_a")
    Heartbeat.objects.create(name="deadlines", at=clock.now())
    ran_again = [start_upgrade(migration) for migration in ("0009_c", "0010_d")]

    assert [["good 1"]] * 3 == failed
    assert (["good 2"], ["good 3"]) == (of_the_same_name, instead)
    assert [["good 3", "good 4"], ["good 4", "good 5"]] == ran_again
    assert f"before-{__version__}-0007_a.backup" == written[0]
    assert {"before-the-party.backup", *written[-2:]} == {file.name for file in folder.iterdir()}


def test_a_full_disk_is_told_before_anything_is_written(monkeypatch, tmp_path):
    """PostgreSQL would stop in the middle of a write."""
    usage = shutil.disk_usage(tmp_path)._replace(free=7 * 1024 * 1024)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage)

    with pytest.raises(CannotStart, match=r"has only 7 MB left.* Make room"):
        container.refuse_volume(tmp_path, {})
    assert [] == list(tmp_path.iterdir())


def test_a_container_without_a_volume_is_refused(tmp_path):
    """The games would be lost with it."""
    with pytest.raises(CannotStart, match=f"Nothing is mounted at {tmp_path}.* Add -v fluxx:"):
        container.refuse_volume(tmp_path, {container.BUILT: "1"})
    assert container.is_mount(Path("/proc"))


def test_without_an_address_it_says_how_to_give_one(tmp_path):
    """The public mode guesses nothing."""
    with pytest.raises(CannotStart, match=r"-e SITE_URL=https://games\.example"):
        container.build_environment(tmp_path, {})
    env = container.build_environment(
        tmp_path, {"SITE_URL": "https://g.example", "EMBEDDED": "true", "SECRET_KEY_FILE": "/run/secrets/k"}
    )
    assert "false" == env["EMBEDDED"]
    assert "SECRET_KEY" not in env
    assert env["HEALTH_TOKEN"] == (tmp_path / "health_token").read_text().strip()


@pytest.mark.parametrize("content", [b"", b" \n", b"\xff\xfe\x00", b"\0" * 67, None])
def test_a_secret_that_is_none_is_refused_in_one_line(tmp_path, content):
    """What a power cut or a wrong copy leaves: empty, not text, or a folder."""
    key, version = tmp_path / "secret_key", tmp_path / "postgres" / "PG_VERSION"
    version.parent.mkdir()
    for path in (key, version):
        path.mkdir() if content is None else path.write_bytes(content)

    with pytest.raises(CannotStart, match=f"{key} holds no secret.* Put it back[^\\n]*$"):
        container.build_environment(tmp_path, {"SITE_URL": "https://g.example"})
    with pytest.raises(CannotStart, match=f"{version} can’t be read.* Restore a backup[^\\n]*$"):
        container.refuse_other_postgres(version.parent)


def test_a_secret_is_nobody_else_s_at_any_time_and_whole(tmp_path, monkeypatch):
    """It gets its name when it is written; what breaks off leaves the one before."""
    path = tmp_path / "secret_key"
    path.write_text("before")
    seen = []

    def fail(number: int) -> None:
        seen.append((os.fstat(number).st_mode & 0o777, path.read_text()))
        raise OSError("no room")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(OSError, match="no room"):
            var_folder.write_privately(path, b"after")
    var_folder.write_privately(path, b"after")

    assert [(0o600, "before")] == seen
    assert ("after", 0o600) == (path.read_text(), path.stat().st_mode & 0o777)
    assert [path] == list(tmp_path.iterdir())


def test_an_interrupted_first_start_is_no_obstacle(tmp_path, monkeypatch):
    """The folder of the database gets its name when it is complete."""
    data = tmp_path / "postgres"
    half = tmp_path / "postgres.unfinished"
    half.mkdir()
    (half / "PG_VERSION").write_text("18\n")

    postgres.make_data_folder(data, password="secret", sync=False)

    assert (data / "global" / "pg_control").exists()
    assert not half.exists()


def test_programs_that_dont_end_share_their_grace(tmp_path):
    """Three that ignore SIGTERM take as long as one."""
    children = Children(tmp_path / "running.json")
    stubborn = (
        "import signal, time; signal.signal(15, signal.SIG_IGN); print('up', flush=True); time.sleep(99)"
    )
    for name in ("web", "worker", "beat"):
        children.start(name, [sys.executable, "-c", stubborn], os.environ, tmp_path)
    time.sleep(1)
    began = time.monotonic()
    children.end({"programs": 1.0, "servers": 1.0})

    assert time.monotonic() - began < 4


NIGHT = datetime(2026, 3, 4, 3, tzinfo=UTC)


@pytest.mark.parametrize(
    ("newest", "now", "due"),
    [
        (None, NIGHT, True),
        (NIGHT - timedelta(hours=1), NIGHT + timedelta(minutes=1), True),
        (NIGHT + timedelta(minutes=1), NIGHT + timedelta(hours=20), False),
        (NIGHT + timedelta(minutes=1), NIGHT + timedelta(hours=24), True),
        (NIGHT - timedelta(days=3), NIGHT - timedelta(hours=1), True),
        (NIGHT - timedelta(hours=23), NIGHT - timedelta(hours=1), False),
    ],
)
def test_a_backup_is_due_once_a_night(newest, now, due):
    """Also when the machine slept through the hour, and never twice."""
    assert due == is_due(newest, now)


def test_a_night_leaves_a_backup_and_the_key(tmp_path, monkeypatch):
    """Fourteen are kept; what has another name is nobody's to delete; after a failure all stay."""
    folder = tmp_path / "backups"
    folder.mkdir()
    (tmp_path / "secret_key").write_text("key")
    long_ago = time.time() - 9 * 86_400
    for number in range(KEPT + 2):
        path = folder / f"night-2020-01-{number + 1:02}-030000.backup"
        path.write_text("old")
        os.utime(path, (long_ago, long_ago))
    (folder / "mine.backup").write_text("mine")
    runs = []
    for script in ("exit 1", 'echo new > "$0"'):
        monkeypatch.setattr(nightly, "COMMAND", ("sh", "-c", script))
        night = NightlyBackup(folder, {**os.environ, "VAR_DIR": str(tmp_path)}, first_after=0)
        night.look()
        assert night.list_running()
        while night.process is not None:
            night.look()
            time.sleep(0.05)
        night.look()
        assert night.process is None  # none is due now
        runs.append((len(night.list_backups()), night.list_backups()[-1].read_text()))

    assert [(KEPT + 2, "old"), (KEPT, "new\n")] == runs
    assert {"mine.backup", "secret_key"} <= {path.name for path in folder.iterdir()}
    assert "key" == (folder / "secret_key").read_text()


@slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a process its own first one")
def test_the_first_process_collects_what_others_leave():
    """A grandchild that ends after its parent doesn't stay in the table of processes."""
    script = (
        "import os, time\n"
        "from pathlib import Path\n"
        "from fluxx_site.embedded.orphans import reap_orphans\n"
        "if os.fork() == 0:\n"
        "    if os.fork() == 0:\n"
        "        time.sleep(0.3)\n"
        "    os._exit(0)\n"
        "time.sleep(1)\n"
        "count = lambda: sum(1 for each in Path('/proc').glob('[0-9]*/stat') if ') Z' in each.read_text())\n"
        "before = count()\n"
        "reap_orphans(set())\n"
        "print(os.getpid(), before, count())\n"
    )
    words = ["unshare", "--pid", "--fork", "--mount-proc", sys.executable, "-c", script]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if "unshare" in done.stderr:
        pytest.skip(f"no name space of processes here: {done.stderr.strip()}")

    assert "1 2 0\n" == done.stdout, done.stderr
    assert orphans.reap_orphans(set()) is None  # the tests are nobody's first process


def role(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "bin" / "role", *words], env=env, capture_output=True, text=True, timeout=60, check=False
    )


def test_each_role_is_what_compose_runs(tmp_path):
    """One image takes any role by its command; a command that is none is run as it is."""
    for name in ("python", "gunicorn", "celery"):
        (tmp_path / name).write_text('#!/bin/sh\necho "${0##*/} $*"\n')
        (tmp_path / name).chmod(0o755)
    env = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "TMPDIR": str(tmp_path)}
    services = COMPOSE["services"]
    roles = {
        name: services[name]["command"] for name in ("web", "worker", "sweeper", "beat", "lmtp", "prepare")
    }

    assert roles == {name: role(name, **env).stdout.strip() for name in roles}
    assert (
        "python -m fluxx_site.embedded.container --restore x\n" == role("all", "--restore", "x", **env).stdout
    )
    assert "python manage.py staff a@b.example\n" == role("manage", "staff", "a@b.example", **env).stdout
    assert "hello\n" == role("echo", "hello", **env).stdout


def test_a_worker_that_stands_still_is_not_healthy(tmp_path):
    """The image's own health check goes by the file that worker and beat touch."""
    alive = tmp_path / "alive"
    alive.touch()
    env = {"ALIVE_FILE": str(alive), "PATH": os.environ["PATH"], "TMPDIR": str(tmp_path)}
    well = role("healthy", **env).returncode
    os.utime(alive, (time.time() - 200,) * 2)
    ill = role("healthy", **env)

    assert (0, 1) == (well, ill.returncode)
    assert f"{alive} is older than two minutes\n" == ill.stdout


@pytest.mark.parametrize(
    ("words", "port"),
    [
        (["web"], 8000),
        (["all"], 8000),
        (["all", "--port", "8001"], 8001),
        (["all", "--replace", "--port=8002", "--restore", "x"], 8002),
    ],
)
def test_health_is_asked_at_the_port_of_the_site(tmp_path, words, port):
    """Also where `all` was started with another one."""
    for name in ("python", "gunicorn"):
        (tmp_path / name).write_text('#!/bin/sh\necho "$*"\n')
        (tmp_path / name).chmod(0o755)
    env = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "TMPDIR": str(tmp_path)}
    started = role(*words, **env)

    assert started.stdout.strip().endswith(" ".join(words[1:]))
    assert f"http://127.0.0.1:{port}/readyz" in role("healthy", **env).stdout
