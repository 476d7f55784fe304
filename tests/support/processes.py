"""The site's own processes as a test starts and kills them: each with the children it makes, as one group."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Seconds for what comes in a few on an idle machine. Whoever waits looks whether it can still come, so nobody
# waits that long for nothing; a machine that tests in earnest may have much else to do.
PATIENCE = 300


class Group:
    """One program in a session of its own; its output is kept in `log`."""

    def __init__(self, argv: Sequence[str], env: Mapping[str, str], log: Path, cwd: Path = ROOT) -> None:
        self.log = log
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                argv,
                env=env,
                cwd=cwd,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    @property
    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def wait_for_line(self, part: str, seconds: float = PATIENCE) -> None:
        """Wait until the output holds `part`; an early end fails at once and shows what was said."""
        self.wait_until(lambda: part in self.output, f"no line with {part!r}", seconds)

    def wait_until(self, true: Callable[[], bool], otherwise: str, seconds: float = PATIENCE) -> None:
        end = time.monotonic() + seconds
        while not true():
            if self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"{otherwise}; the program said:\n{self.output}")
            time.sleep(0.05)

    def send(self, number: signal.Signals) -> None:
        """Signal the program and all its children."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)

    def kill(self) -> None:
        """SIGKILL to the whole group: nobody gets to finish anything."""
        self.send(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self, seconds: float = 120) -> int:
        """Ask it to end, as an operator does, and return its exit code."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                self.kill()
        self.send(signal.SIGKILL)
        return self.process.returncode
