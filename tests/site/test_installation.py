"""bin/run before it has anything: what it says, and that it leaves nothing half done."""

import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.processes import ROOT

NOBODY = 65534
STOPPED = "\nThe installation was stopped. The next run goes on with it.\n"


@pytest.fixture
def clone() -> Iterator[Path]:
    """What bin/run reads before it runs Python, in a folder that everybody can look into."""
    folder = Path(tempfile.mkdtemp(prefix="fluxx-clone-"))
    folder.chmod(0o755)
    shutil.copytree(ROOT / "bin", folder / "bin")
    for name in ("requirements.txt", "requirements-dev.txt"):
        shutil.copy(ROOT / name, folder)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def start(clone: Path, *words: str, user: int | None = None, **env: str) -> subprocess.Popen[str]:
    """Run bin/run as a terminal does: in a process group of its own, which hears Ctrl-C."""
    return subprocess.Popen(
        [clone / "bin" / "run", *words],
        env={"PATH": os.environ["PATH"], "HOME": str(clone), **env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        user=user,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def test_help_installs_nothing(clone):
    """It tells every option at once, and makes no folder."""
    begin = time.monotonic()
    said, _ = start(clone, "--port", "8000", "--help").communicate(timeout=60)

    options = re.findall(r'"(--[a-z]+)"', (ROOT / "fluxx_site/embedded/supervisor.py").read_text())
    assert {"--port", "--fresh", "--yes"} <= set(options)
    assert [] == [option for option in options if f"\n  {option} " not in said]
    assert not (clone / ".venv").exists()
    assert time.monotonic() - begin < 2


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can run it as somebody else")
@pytest.mark.parametrize("has_broken_one", [False, True])
def test_a_folder_of_somebody_else_is_named(clone, has_broken_one):
    """One line says that nothing can be written here, and what is there stays."""
    if has_broken_one:
        (clone / ".venv" / "lib").mkdir(parents=True)
        (clone / ".venv" / "lib" / "kept").write_text("kept")

    run = start(clone, user=NOBODY)
    said, _ = run.communicate(timeout=60)

    assert run.returncode == 1
    assert said == f"{clone} can't be written by nobody, and the packages go there. Use a copy of your own.\n"
    assert (clone / ".venv").exists() == has_broken_one


def interrupt_when(run: subprocess.Popen[str], true: Callable[[], bool]) -> str:
    """Press Ctrl-C as soon as something is the case, and return all that was said."""
    end = time.monotonic() + 300
    while not true():
        assert run.poll() is None, run.communicate()
        assert time.monotonic() < end
        time.sleep(0.05)
    time.sleep(0.3)
    os.killpg(run.pid, signal.SIGINT)
    said, _ = run.communicate(timeout=30)
    return said


@pytest.mark.slow
def test_ctrl_c_while_the_environment_is_made(clone):
    """One line, no process that goes on in the background, and the next run begins again."""
    run = start(clone)
    said = interrupt_when(run, (clone / ".venv").exists)

    assert (130, STOPPED) == (run.returncode, said)
    assert [] == processes_in(clone)


@pytest.mark.slow
def test_ctrl_c_while_packages_are_installed(clone):
    """The package index is not blamed for what a person has stopped."""
    (clone / "requirements.txt").write_text("fluxx-by-mail-test==1 --hash=sha256:" + "0" * 64 + "\n")
    with socket.create_server(("127.0.0.1", 0)) as index:  # it takes connections and says nothing
        run = start(clone, PIP_INDEX_URL=f"http://127.0.0.1:{index.getsockname()[1]}/", PIP_RETRIES="0")
        index.settimeout(120)
        asked, _ = index.accept()
        with asked:
            said = interrupt_when(run, lambda: True)

    assert (130, f"Installing the packages of requirements.txt …\n{STOPPED}") == (run.returncode, said)
    assert [] == processes_in(clone)
    assert not (clone / ".venv" / "made-from").exists()


def processes_in(folder: Path) -> list[str]:
    """The command lines of all processes that have to do with a folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            line = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if str(folder) in line or (process / "cwd").resolve() == folder:
                found.append(line)
    return found
