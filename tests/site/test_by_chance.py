"""A test that fails is tried once more: what passes then is green, and named."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes import ROOT

pytestmark = pytest.mark.slow

LUCKY = """
from pathlib import Path

TRIED = Path(__file__).with_name("tried")


def test_lucky():
    tried, _ = TRIED.exists(), TRIED.touch()
    assert tried


def test_good():
    pass
"""
BAD = "\n\ndef test_bad():\n    raise AssertionError\n"


def run(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Run these tests as bin/test does."""
    file = folder / "test_made.py"
    file.write_text(text)
    options = next(
        line for line in (ROOT / "bin" / "test").read_text().splitlines() if line.startswith("everything=(")
    )
    assert "--reruns 1" in options
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    words = ["-p", "no:cacheprovider", "-p", "no:django", "-c", "/dev/null", "-n", "2", "--reruns", "1"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.support.plugin", *words, f"--rootdir={folder}", file],
        cwd=ROOT,
        env=alone,  # it is no worker of this run
        capture_output=True,
        text=True,
        check=False,
    )


def test_what_passes_the_second_time_is_green_and_named(tmp_path):
    """It is in the last lines, above pytest's own last one, which counts it; why it failed is further up."""
    done = run(tmp_path, LUCKY)
    *_, named, last = done.stdout.strip().splitlines()

    assert 0 == done.returncode, done.stdout
    assert "BY CHANCE test_made.py::test_lucky" == named
    assert "2 passed, 1 rerun in" in last
    assert "assert tried" in done.stdout.split("passed only when tried again")[1]


def test_what_fails_twice_fails(tmp_path):
    """And isn't named as lucky."""
    done = run(tmp_path, LUCKY + BAD)

    assert 1 == done.returncode
    assert "BY CHANCE test_made.py::test_lucky" in done.stdout
    assert "BY CHANCE test_made.py::test_bad" not in done.stdout
    assert "1 failed, 2 passed, 2 rerun in" in done.stdout.strip().splitlines()[-1]
