"""The processes under bin/run: their output line by line under one name each, and their end in good order.

Each runs in a session of its own, so that Ctrl-C reaches the supervisor alone. What runs is written into a
file: where the kernel does not end children with their starter (macOS), the next run ends what a killed one
left.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from fluxx_site.embedded import account

SERVERS = ("postgres", "valkey")
# Seconds before a program that ended by itself is started again: the first time, the second, the third. Then
# all stops, unless the program ran for `STEADY` seconds meanwhile.
PAUSES = (1, 4, 16)
STEADY = 300
# Seconds in which the site's own programs may end in good order, and then the servers that they use: together
# fewer than the thirty that a container is given to end.
GRACE = {"programs": 15.0, "servers": 10.0}
Start = Callable[[], "subprocess.Popen[bytes]"]


@dataclass
class Child:
    """A program that runs: how it is asked to end, how it is started again, and how often it was of late."""

    name: str
    process: "subprocess.Popen[bytes]"
    ends_by: signal.Signals
    start: Start
    since: float = field(default_factory=time.monotonic)
    restarts: int = 0


COLOURS = {"web": 36, "worker": 32, "beat": 35, "postgres": 34, "valkey": 33, "backup": 90}


class Children:
    """Programs and how each is asked to end; `record` is the file that names them for the next run."""

    def __init__(self, record: Path) -> None:
        self.record = record
        self.running: list[Child] = []
        self.end_leftovers()

    def start(
        self,
        name: str,
        argv: Sequence[str],
        env: Mapping[str, str],
        cwd: Path,
        *,
        pass_fds: Sequence[int] = (),
    ) -> None:
        """Start a program of the site, as the account that we are."""
        prefix = ["setpriv", "--pdeathsig", "TERM"] if account.setpriv_knows("--pdeathsig", "TERM") else []

        def start() -> subprocess.Popen[bytes]:
            process = subprocess.Popen(
                [*prefix, *argv],
                env=env,
                cwd=cwd,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=pass_fds,
            )
            threading.Thread(target=copy_output, args=(name, process.stdout), daemon=True).start()
            return process

        self.add(name, start, signal.SIGTERM)

    def add(self, name: str, start: Start, ends_by: signal.Signals) -> subprocess.Popen[bytes]:
        """Start a program by a function that can do it again, and return it."""
        child = Child(name, start(), ends_by, start)
        self.running.append(child)
        self._write_record()
        return child.process

    def _write_record(self) -> None:
        pids = [child.process.pid for child in self.running]
        self.record.write_text(json.dumps([{"pid": pid, "started": get_start_time(pid)} for pid in pids]))

    def ended(self) -> Child | None:
        """A program that ended by itself, if one did."""
        return next((child for child in self.running if child.process.poll() is not None), None)

    def start_again(self, child: Child) -> bool:
        """Start a program that ended, after a pause that grows; whether it hasn't ended too often for that.

        Says so in one line, or nothing where it gives up.
        """
        if time.monotonic() - child.since > STEADY:
            child.restarts = 0
        if child.restarts >= len(PAUSES):
            return False
        code, pause = child.process.returncode, PAUSES[child.restarts]
        how = f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
        child.restarts += 1
        times = f"{child.restarts} of {len(PAUSES)}"
        sys.stdout.write(f"{child.name} {how}: starting it again in {pause} s ({times}).\n")
        sys.stdout.flush()
        kill_group(child.process.pid)  # what it has left
        time.sleep(pause)
        child.process, child.since = child.start(), time.monotonic()
        self._write_record()
        return True

    def end(self, grace: Mapping[str, float] = GRACE) -> None:
        """Stop all at once, the servers after everything that uses them; whoever takes too long is killed."""
        for kind, seconds in grace.items():
            ending = [child for child in self.running if (child.name in SERVERS) is (kind == "servers")]
            for child in ending:
                if child.process.poll() is None:
                    child.process.send_signal(child.ends_by)
            end = time.monotonic() + seconds
            for child in ending:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    child.process.wait(max(0.0, end - time.monotonic()))
                kill_group(child.process.pid)
                child.process.wait()
        self.running.clear()
        self.record.unlink(missing_ok=True)

    def end_leftovers(self) -> None:
        """End what an earlier run left behind, when it was killed."""
        try:
            known = json.loads(self.record.read_text())
        except (OSError, ValueError):
            return
        left = [
            child["pid"]
            for child in known
            if child["started"] and child["started"] == get_start_time(child["pid"])
        ]
        for pid in reversed(left):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGINT)
        end = time.monotonic() + 10
        while any(get_start_time(pid) for pid in left) and time.monotonic() < end:
            time.sleep(0.1)
        for pid in left:
            kill_group(pid)
        self.record.unlink(missing_ok=True)


def copy_output(name: str, source: IO[bytes]) -> None:
    """Copy each line to our own output, under the program's name."""
    label = f"{name:8} | "
    if sys.stdout.isatty():
        label = f"\x1b[{COLOURS.get(name, 37)}m{label}\x1b[0m"
    with source:
        for line in source:
            with contextlib.suppress(OSError, ValueError):
                sys.stdout.write(label + line.decode(errors="replace").rstrip() + "\n")
                sys.stdout.flush()


def kill_group(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def get_start_time(pid: int) -> str:
    """When that process started, which tells it from a later one of its number; empty when it is gone."""
    try:
        said = subprocess.run(
            ["ps", "-p", str(pid), "-o", "stat=,lstart="], capture_output=True, text=True, check=False
        ).stdout
    except OSError:  # no ps in a small container; /proc is there
        stat = Path(f"/proc/{pid}/stat")
        fields = stat.read_text().rpartition(")")[2].split() if stat.exists() else []
        said = f"{fields[0]} {fields[19]}" if fields else ""
    state, _, when = said.strip().partition(" ")
    return "" if state.startswith("Z") else when.strip()
