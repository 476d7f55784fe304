"""Loaded by pytest before anything else (see pyproject.toml): names the servers of this run and starts them.

One PostgreSQL and one Valkey serve the whole run, on sockets in a fresh folder. With pytest-xdist the first
process starts them and the workers inherit their addresses; each worker has its own database (from
pytest-django) and its own Valkey database number. Where DATABASE_URL or REDIS_URL is set, that server is
used instead. When the first process ends, in whatever way, the kernel ends the servers.
"""

import gc
import os
import re
import secrets
import shutil
import signal
import subprocess
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest

from fluxx_site.embedded import CannotStart, account, postgres, valkey

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
# Whether PostgreSQL forgets what it has not written to disk: only the machine's own crash would show it.
UNSAFE_AND_FAST = [
    *("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"),
    # Rows live for one test, and nobody copies the log.
    *("autovacuum=off", "jit=off", "checkpoint_timeout=1h", "wal_level=minimal", "max_wal_senders=0"),
]


# Where a server is stopped hard, everything that it has committed must be there afterwards.
SAFE = ["max_connections=200"]
CHAOS_DISK = 700_000_000  # bytes, for a database whose disk can be filled

# What --quick leaves out; of other tests it runs the first case, and so many of a file that needs the site.
SLOW = {"slow", "browser", "race"}
QUICK_TESTS = 8


class Stack:
    """The servers that this run started itself."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="fluxx-tests-"))
        self.folder.chmod(0o711)  # the servers' account passes through
        self.sockets = account.make_socket_folder(self.folder)
        self.password = secrets.token_urlsafe(16)
        self.starts_postgres = not os.environ.get("DATABASE_URL")
        self.starts_valkey = not os.environ.get("REDIS_URL")
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.data = self.folder / "postgres"
        self.has_small_disk = False
        if self.starts_postgres:
            os.environ["DATABASE_URL"] = postgres.build_url(self.sockets, password=self.password)
        if self.starts_valkey:
            os.environ["REDIS_URL"] = valkey.build_url(self.sockets)

    def start(self, *, chaos: bool = False) -> None:
        self.options = SAFE if chaos else UNSAFE_AND_FAST
        if self.starts_valkey:
            self.start_valkey()
        if self.starts_postgres:
            if chaos:
                self.mount_small_disk()
            postgres.make_data_folder(self.data, password=self.password, sync=False)
            self.start_postgres()
        if self.starts_valkey:
            valkey.wait_for_server(self.processes["Valkey"], self.sockets)

    def start_valkey(self) -> None:
        with (self.folder / "valkey.log").open("ab") as log:
            self.processes["Valkey"] = valkey.start(self.sockets, log=log)

    def start_postgres(self) -> None:
        with (self.folder / "postgres.log").open("ab") as log:
            server = postgres.start(self.data, self.sockets, options=self.options, log=log)
        self.processes["PostgreSQL"] = server
        postgres.wait_for_server(server, self.sockets, password=self.password)

    def mount_small_disk(self) -> None:
        """Give the data of PostgreSQL a disk of its own, where this account may mount one."""
        self.data.mkdir()
        words = ["mount", "-t", "tmpfs", "-o", f"size={CHAOS_DISK}", "tmpfs", str(self.data)]
        self.has_small_disk = subprocess.run(words, capture_output=True, check=False).returncode == 0

    def stop(self) -> None:
        for process in self.processes.values():
            process.send_signal(signal.SIGINT)
        for process in self.processes.values():
            process.wait(30)
        if self.has_small_disk:
            subprocess.run(["umount", str(self.data)], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.rmtree(self.sockets, ignore_errors=True)


def with_database_number(url: str, number: int) -> str:
    """The same Redis server, and its database `number`."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return f"unix://{parts.path}?db={number}"
    return urlunsplit(parts._replace(path=f"/{number}"))


def paths_asked_for(config: pytest.Config) -> list[Path]:
    return [Path(str(argument).split("::")[0]).resolve() for argument in config.args]


def touches_rules_only(config: pytest.Config) -> bool:
    """Whether every test asked for lies in tests/engine, which needs no server."""
    asked = paths_asked_for(config)
    return bool(asked) and all(path.is_relative_to(config.rootpath / "tests" / "engine") for path in asked)


stack = None if WORKER else Stack()
if WORKER:
    os.environ["REDIS_URL"] = with_database_number(
        os.environ["REDIS_URL"], int(WORKER.removeprefix("gw")) + 1
    )
# Nothing that the developer has set reaches the tests.
SETTINGS = re.findall(
    r"^    ([A-Z_]+): ?", (Path(__file__).parents[2] / "compose.yaml").read_text(), re.MULTILINE
)
PLAIN = {name.removesuffix("_FILE") for name in SETTINGS}
for name in {*SETTINGS, *PLAIN, "DEBUG", "EMBEDDED", "STATIC_ROOT"} - {"DATABASE_URL", "REDIS_URL"}:
    os.environ.pop(name, None)
os.environ["SITE_URL"] = "http://testserver.localhost"
os.environ["ALLOWED_HOSTS"] = "testserver,testserver.localhost,localhost,127.0.0.1"
os.environ["SECRET_KEY"] = secrets.token_urlsafe(50)
os.environ["VAR_DIR"] = str(stack.folder / "var") if stack else os.environ["VAR_DIR"]
os.environ["WATCH_CLOCK"] = "false"  # tests move Python's time, and not that of PostgreSQL
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in the thread of the test


def pytest_configure(config: pytest.Config) -> None:
    if stack is None or config.option.collectonly or touches_rules_only(config):
        return
    from fluxx_site.catalogues.compiled import compile_stale  # reads the settings, which are complete now

    compile_stale()
    try:
        stack.start(chaos=config.option.chaos)
    except CannotStart as error:
        raise pytest.UsageError(str(error)) from error


def pytest_collection_finish() -> None:
    """Keep the collector of garbage off what lives as long as the run: modules, and thousands of tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_unconfigure() -> None:
    if stack is not None:
        stack.stop()


def chromium() -> str | None:
    """An installed Chromium; Playwright's own build, which few machines have, is not looked for."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((found for name in names if (found := shutil.which(name))), None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="the inner loop: see bin/test --help")
    parser.addoption("--fuzz", type=float, default=0, help="minutes of new examples: see bin/test --help")
    parser.addoption("--chaos", action="store_true", help="faults at random moments: see bin/test --help")
    parser.addoption("--approve", action="store_true", help="accept what differs from tests/approved")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the suite of faults to those who ask for it."""
    return True if collection_path.name == "chaos" and not config.option.chaos else None


@pytest.hookimpl(tryfirst=True)  # before pytest-randomly shuffles: every process leaves out the same
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what uses a browser, and skip it where there is none; with --quick keep the inner loop."""
    for item in items:
        if {"page", "browser", "context"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)
            if chromium() is None:
                item.add_marker(pytest.mark.skip(reason="no Chromium here: apt-get install chromium"))
    if config.option.quick:
        everywhere = paths_asked_for(config) == [config.rootpath / "tests"]
        kept = quick_ones(items, most=QUICK_TESTS if everywhere else len(items))
        config.hook.pytest_deselected(items=list(set(items) - set(kept)))
        items[:] = kept


def quick_ones(items: list[pytest.Item], *, most: int) -> list[pytest.Item]:
    """One case of each test that is neither slow nor a race and needs no browser; `most` tests of a file.

    Those of the rules take no time, and are all among them.
    """
    seen: set[str] = set()
    of_file: Counter[Path] = Counter()
    kept = []
    for item in items:
        test = item.nodeid.partition("[")[0]
        if test in seen or SLOW & {mark.name for mark in item.iter_markers()}:
            continue
        if of_file[item.path] < most or "engine" in item.path.parts:
            seen.add(test)
            of_file[item.path] += 1
            kept.append(item)
    return kept


def passed_when_tried_again(stats: Mapping[str, Sequence[Any]]) -> list[str]:
    """The tests that failed and then passed: each depends on chance, which is a fault of its own."""
    failed = {each.nodeid for kind in ("failed", "error") for each in stats.get(kind, ())}
    return sorted({each.nodeid for each in stats.get("rerun", ())} - failed)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not WORKER and (lucky := passed_when_tried_again(terminalreporter.stats)):
        terminalreporter.section(f"passed only when tried again: {len(lucky)}", yellow=True)
        for report in terminalreporter.stats["rerun"]:
            if report.nodeid in lucky:
                terminalreporter.write_sep("_", report.nodeid)
                terminalreporter.write_line(report.longreprtext)
        for test in lucky:
            terminalreporter.write_line(f"BY CHANCE {test}")
    if not WORKER and chromium() is None:
        terminalreporter.write_line(
            "No Chromium here, so no page was tried in a browser: apt-get install chromium"
        )
