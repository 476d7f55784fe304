"""bin/audit: what is known of the packages, and plainly what could not be asked."""

import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def audit() -> Any:
    """The program as a module; it has no ending that Python would find it by."""
    loader = SourceFileLoader("audit", str(ROOT / "bin" / "audit"))
    module = module_from_spec(spec_from_loader("audit", loader))  # type: ignore[arg-type]
    sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
    loader.exec_module(module)
    sys.dont_write_bytecode = before
    return module


FINE = {"name": "django", "version": "5.2", "vulns": []}
BAD = {"name": "pillow", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}
UNKNOWN = {"name": "celery", "skip_reason": "Dependency not found on PyPI"}


@pytest.mark.parametrize(
    ("packages", "code", "said"),
    [
        ([FINE], 0, "None of 1 packages has a known vulnerability."),
        ([FINE, BAD], 1, "pillow 1.0: PYSEC-1, mended in 1.1."),
        ([FINE, UNKNOWN], 3, "1 of 2 packages could not be checked: PyPI doesn’t answer about celery"),
        ([BAD, UNKNOWN], 1, "could not be checked"),
        ([UNKNOWN] * 9, 3, "9 of 9 packages could not be checked"),
    ],
)
def test_a_report_is_told_as_it_is(audit, packages, code, said):
    """Never “none found” where nothing was asked."""
    text, found = audit.judge({"dependencies": packages})

    assert code == found
    assert said in text
    assert code == 0 or "None of" not in text


def test_a_service_that_does_not_answer_is_told(audit):
    """With the last line of what went wrong."""
    assert audit.judge(None, "ProxyError: no way out") == (
        "No package could be checked: the advisories of PyPI can’t be had here. ProxyError: no way out",
        3,
    )


def test_ci_audits_before_the_tests_and_is_not_failed_by_it():
    """What bin/test says is what counts, and its last line is that of the run."""
    script = (ROOT / ".ci" / "run").read_text()

    assert script.index("bin/audit ||") < script.index("exec bin/test")
    assert 0 == subprocess.run(["bash", "-n", ROOT / ".ci" / "run"], check=False).returncode
