"""A small simulated month: four games, eight people in eight zones, two outages; see bench/month.py."""

import json
import subprocess
import sys

import pytest

from tests.support.processes import ROOT

FAULTS = ("unfair", "at_night", "twice", "unsent", "too_long")


@pytest.mark.slow
def test_a_month_is_fair_and_lets_everybody_sleep():
    """Nobody times out unfairly, no mail comes at night or twice, and every game comes to its end."""
    words = ["--games", "4", "--people", "8", "--seed", "3", "--orders", "without", "--json"]
    done = subprocess.run(
        [sys.executable, "bench/month.py", *words], cwd=ROOT, capture_output=True, text=True, timeout=300
    )

    assert done.stdout, done.stderr[-2000:]
    found = json.loads(done.stdout)["without"]
    assert {name: found[name] for name in FAULTS} == {name: [] for name in FAULTS}
    assert (found["running"], found["games"], done.returncode) == (0, 4, 0)
    assert found["timeouts"] > 0
    assert found["mails"] > 50
