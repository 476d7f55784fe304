"""The servers of the measurements end with them, and what failed leaves its logs."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from tests.site.test_embedded import processes_of
from tests.support.processes import PATIENCE, ROOT, Group

pytestmark = pytest.mark.slow
PROGRAM = """
import sys, time
from bench.web.servers import servers
with servers() as running:
    (running.folder / "site-answers.log").write_text("what the site said")
    print("in", running.folder, flush=True)
    if sys.argv[1] == "fail":
        raise ValueError("an empty answer")
    time.sleep(300)
"""


def run(tmp_path: Path, how: str) -> Group:
    env = {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
    return Group([sys.executable, "-c", PROGRAM, how], env, tmp_path / "bench.log", cwd=ROOT)


def test_sigterm_ends_the_servers(tmp_path):
    """Whoever stops a measurement has nothing to clean up."""
    bench = run(tmp_path, "wait")
    bench.wait_for_line("in /")
    folder = Path(re.search(r"in (\S+)", bench.output)[1])
    before = processes_of(folder)
    os.kill(bench.process.pid, signal.SIGTERM)

    assert 128 + signal.SIGTERM == bench.process.wait(PATIENCE)
    assert any("postgres" in line for line in before.values())
    assert {} == processes_of(folder)
    assert not folder.exists()


def test_what_fails_leaves_its_logs(tmp_path):
    """An answer that comes once in a thousand runs can be looked at."""
    bench = run(tmp_path, "fail")

    assert 1 == bench.process.wait(PATIENCE)
    kept = Path(re.search(r"The logs are kept in (\S+)\.", bench.output)[1])
    assert "what the site said" == (kept / "site-answers.log").read_text()
    assert {"servers.log", "site-answers.log"} == {path.name for path in kept.iterdir()}
