"""bin/run's supervisor: what a stranger gets from a clean clone, run by run."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from django.core.mail import EmailMultiAlternatives

from fluxx_site.embedded.children import PAUSES
from tests.support.browser import Browser
from tests.support.processes import PATIENCE, ROOT, Group

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc, which is Linux’s"),
]
READY = "Ctrl-C stops."


@contextmanager
def supervisor_in(folder: Path) -> Iterator[Callable[..., Group]]:
    """Start bin/run's supervisor on the data in `folder/var`, as often as wanted; in the end all stop."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "TMPDIR")}
    env = {**kept, "VAR_DIR": str(folder / "var"), "PYTHONUNBUFFERED": "1"}
    runs: list[Group] = []

    def start(*words: str) -> Group:
        argv = [sys.executable, "-m", "fluxx_site.embedded.supervisor", *words]
        runs.append(Group(argv, env, folder / f"run-{len(runs)}.log"))
        return runs[-1]

    try:
        yield start
    finally:
        for run in runs:
            run.stop()


@pytest.fixture
def supervise(tmp_path: Path) -> Iterator[Callable[..., Group]]:
    """Start bin/run's supervisor on the data in `tmp_path/var`, as often as wanted."""
    with supervisor_in(tmp_path) as start:
        yield start


@dataclass(frozen=True)
class Mailbox:
    """The mailbox of a site that runs: its address, and the folder of its mails."""

    address: str
    folder: Path

    def wait_for(self, count: int) -> list[str]:
        """The pages of the mails that the site has sent, oldest first, as soon as there are `count`."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            sent = [
                path.stem for path in sorted(self.folder.glob("*.eml")) if not path.stem.endswith("-test")
            ]
            if len(sent) >= count:
                return [f"{stem}/" for stem in sent]
            time.sleep(0.2)
        raise AssertionError(f"{count} mails did not come")

    def put(self, name: str, mail: EmailMultiAlternatives) -> str:
        """Lay a mail into the folder, and return its page; the name ends in ``-test``."""
        (self.folder / f"{name}.eml").write_bytes(mail.message().as_bytes())
        return f"{name}/"


@pytest.fixture(scope="module")
def mailbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mailbox]:
    """One site for all tests of the mailbox."""
    folder = tmp_path_factory.mktemp("mailbox")
    with supervisor_in(folder) as start:
        run = start()
        run.wait_for_line(READY)
        yield Mailbox(f"{site(run)}/mailbox/", folder / "var" / "mail")


def site(run: Group) -> str:
    """The address that the run printed."""
    return found(r"runs at (http://\S+)/", run)


def link(run: Group) -> str:
    return found(r"(http://\S+/newcomer/\S+/)", run)


def found(pattern: str, run: Group) -> str:
    match = re.search(pattern, run.output)
    assert match, run.output
    return match[1]


def processes_of(folder: Path) -> dict[int, str]:
    """Number and command line of every process that works on `folder`, by its words or its environment."""
    processes = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            line, environment = ((process / name).read_bytes() for name in ("cmdline", "environ"))
        except OSError:
            continue
        if line and str(folder).encode() in line + environment:
            processes[int(process.name)] = line.replace(b"\0", b" ").decode(errors="replace")
    return processes


def test_from_nothing_to_a_game_and_back_again(supervise, tmp_path):
    """A first run signs the newcomer in to a waiting game, once; a second run has the same game."""
    first = supervise()
    first.wait_for_line(READY)
    newcomer = Browser()

    welcome = newcomer.get(link(first))
    assert (200, True) == (welcome.status, "Sign in and play" in welcome)
    assert newcomer.get(link(first)).status == 200  # opening it used nothing up
    game = newcomer.press(welcome)
    assert game.status == 200
    assert "/g/" in game.url
    assert Browser().get(link(first)).status == 410
    assert 0o600 == (tmp_path / "var" / "secret_key").stat().st_mode & 0o777

    assert "Using worker: fluxx_site.slow_heads.Worker" in first.output
    assert 1 == first.output.count(link(first))  # printed, and never logged

    second = supervise()
    assert second.process.wait(PATIENCE) == 1
    assert "The site runs already, in another terminal" in second.output

    first.process.send_signal(signal.SIGINT)
    assert first.process.wait(PATIENCE) == 0, first.output
    assert {} == processes_of(tmp_path / "var")

    third = supervise()
    third.wait_for_line(READY)
    again = Browser()
    assert again.press(again.get(link(third))).url.rsplit("/g/")[1] == game.url.rsplit("/g/")[1]
    assert newcomer.get(game.url.replace(site(first), site(third))).status == 200  # the session lives on


def test_the_administration_is_one_press_away(supervise):
    """The second link opens the admin at once; nobody is told that they signed in a while ago."""
    run = supervise()
    run.wait_for_line(READY)
    newcomer = Browser()

    admin = newcomer.press(newcomer.get(found(r"Administration: .*\n +(http://\S+/newcomer/\S+/)", run)))
    security = newcomer.get(f"{site(run)}/account/security/")
    changed = newcomer.get(f"{site(run)}/accounts/2fa/totp/activate/")

    assert (200, f"{site(run)}/admin/") == (admin.status, admin.url)
    assert "On a public site, staff need a second factor" in admin
    assert "before we kept a list" not in security
    assert "You signed in a while ago" not in changed
    assert 200 == newcomer.press(newcomer.get(link(run))).status  # the other link still works
    assert "superuser privileges" not in run.output


def test_a_backup_is_restored_before_anything_runs(supervise, tmp_path):
    """manage.py backup works beside bin/run; `--restore` puts it back, and asks for leave to lose games."""
    first, newcomer, file = supervise(), Browser(), tmp_path / "site.backup"
    first.wait_for_line(READY)
    game = newcomer.press(newcomer.get(link(first)))
    env = {**os.environ, "VAR_DIR": str(tmp_path / "var")}
    for name in ("DATABASE_URL", "REDIS_URL", "SITE_URL", "SECRET_KEY", "ALLOWED_HOSTS"):
        env.pop(name, None)
    said = subprocess.run(
        [sys.executable, "manage.py", "backup", file],
        env=env,
        cwd=ROOT,
        check=True,
        text=True,
        stdout=subprocess.PIPE,
    ).stdout
    first.stop()
    refused = supervise("--restore", str(file))
    assert refused.process.wait(PATIENCE) == 1
    second = supervise("--restore", str(file), "--replace")
    second.wait_for_line(READY)

    assert " games, " in said.splitlines()[-1]
    assert "add --replace to lose them" in refused.output
    assert "Restored as of " in second.output
    assert newcomer.get(game.url.replace(site(first), site(second))).status == 200


def test_the_mailbox_shows_mails_and_runs_nothing_of_them(mailbox):
    """Text with its links and the HTML part in a frame that may only open its links elsewhere."""
    text = "Play:\nhttps://games.example/p/abc/"
    mail = EmailMultiAlternatives("<b>Bread</b>?", text, "a@b.example", ["you@b.example"])
    mail.attach_alternative("<p>Play<script>alert(1)</script></p>", "text/html")
    browser, address, page = Browser(), mailbox.address, mailbox.put("99-bread-test", mail)

    listed, shown = browser.get(address), browser.get(address + page)
    frame = browser.get(f"{address}{page}html/")

    assert "&lt;b&gt;Bread&lt;/b&gt;?" in listed.text
    assert '<a href="https://games.example/p/abc/"' in shown.text
    assert "alert(1)" in frame.text
    assert "alert(1)" not in shown.text
    assert "default-src 'none'" in frame.headers["Content-Security-Policy"]
    assert "sandbox allow-popups" in frame.headers["Content-Security-Policy"]
    assert frame.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert browser.get(f"{address}no-such-mail/").status == 404
    assert browser.get(f"{address}..%2f..%2fsecret_key/").status == 404


def test_a_mail_is_answered_in_the_mailbox(mailbox):
    """M13: the newcomer plays by reply, without a mail server, and a mail tells what became of it."""
    browser, address = Browser(), mailbox.address
    mail = browser.get(address + mailbox.wait_for(1)[0])

    nothing = browser.press(mail, text="  ")
    sent = browser.press(mail, text="1\nsay Hello")
    answer = browser.get(address + mailbox.wait_for(2)[-1])

    assert "Reply-To: play+" in mail
    assert (400, True) == (nothing.status, "Write an answer first" in nothing)
    assert "Your answer is on its way." in sent
    assert 'data-hx-trigger="every 3s"' in sent  # for the mail that tells what became of it
    assert "Said at the table." in answer
    assert "You played" in answer or "You took" in answer


def test_a_mail_without_an_address_for_answers_cannot_be_answered(mailbox):
    """Whatever address a file in the folder names, only one that stands for a seat gets a form."""
    name = mailbox.wait_for(1)[0]
    mail = EmailMultiAlternatives("Hello", "text", "a@b.example", ["you@b.example"], reply_to=["c@b.example"])
    browser, address, page = Browser(), mailbox.address, mailbox.put("99-hello-test", mail)
    form = browser.get(address + name)

    shown = browser.get(address + page)
    pressed = browser.press(replace(form, text=form.text.replace(name, page)), text="1")

    assert "<textarea" not in shown
    assert 404 == pressed.status


def test_a_killed_run_is_no_obstacle_to_the_next(supervise, tmp_path):
    """SIGKILL for the supervisor alone, and then for all at once: the next run cleans up and starts."""
    supervise().wait_for_line(READY)
    supervisor = [pid for pid, line in processes_of(tmp_path).items() if "embedded.supervisor" in line]
    kill(supervisor)
    supervise().wait_for_line(READY)

    kill(processes_of(tmp_path))
    run = supervise()
    run.wait_for_line(READY)

    assert Browser().get(f"{site(run)}/readyz").status == 200


def test_a_program_that_ends_is_started_again_three_times(supervise, tmp_path):
    """After a pause that grows, said in one line; who asks meanwhile waits. The fourth time all stops."""
    run = supervise()
    run.wait_for_line(READY)
    served, pauses = [], []
    for number in (1, 2, 3):
        kill(children_of(run, "gunicorn"))
        began = time.monotonic()
        run.wait_for_line(f"web was killed by signal 9: starting it again in {PAUSES[number - 1]} s")
        served.append(Browser().get(f"{site(run)}/readyz").status)
        pauses.append(time.monotonic() - began)
    kill(children_of(run, "gunicorn"))

    assert served == [200, 200, 200]
    assert all(took > pause for took, pause in zip(pauses, PAUSES, strict=True))
    assert run.process.wait(PATIENCE) == 1
    assert run.output.count("starting it again") == 3
    assert "web ends again and again, so everything stops" in run.output
    assert {} == processes_of(tmp_path / "var")


@pytest.mark.parametrize("program", ["celery", "valkey", "postgres"])
def test_each_program_is_started_again(supervise, program):
    """The site goes on with what was stored."""
    run, newcomer = supervise(), Browser()
    run.wait_for_line(READY)
    game = newcomer.press(newcomer.get(link(run)))
    kill(children_of(run, program)[:1])
    run.wait_for_line("starting it again in 1 s (1 of 3).")
    run.wait_until(lambda: newcomer.get(game.url).status == 200, "the game is gone")

    assert run.process.poll() is None


def children_of(run: Group, word: str) -> list[int]:
    """The supervisor’s own processes whose command line holds a word."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = (process / "stat").read_text().rpartition(")")[2].split()[1]
            line = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if int(parent) == run.process.pid and word in line:
                found.append(int(process.name))
    return found


def kill(pids: Iterable[int]) -> None:
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "99999"], "99999 is no port"),
        (["--fresh"], "Add --yes to delete without asking"),
    ],
)
def test_a_wrong_wish_is_answered_in_a_sentence(supervise, tmp_path, words, said):
    """Nothing is started and nothing deleted."""
    precious = tmp_path / "var" / "secret_key"
    precious.parent.mkdir()
    precious.write_text("kept")

    run = supervise(*words)

    assert run.process.wait(PATIENCE) == 1
    assert said in run.output
    assert "Traceback" not in run.output
    assert precious.read_text() == "kept"


def test_a_wanted_port_that_is_taken_is_named(supervise):
    """Without a wish the next free port is taken; with one, nothing else will do."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        run = supervise("--port", str(port))

        assert run.process.wait(PATIENCE) == 1

    assert f"Port {port} is taken by another program" in run.output
