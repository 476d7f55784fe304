"""Backs up the data of one container each night, beside the site that runs."""

import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from fluxx_site.embedded.children import copy_output
from fluxx_site.embedded.var_folder import write_privately

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "manage.py", "backup")  # and the name of a file
HOUR = 3  # UTC
KEPT = 14
FIRST_AFTER = 20.0  # seconds after the start
AGAIN_AFTER = 3600.0  # seconds after one that has failed


def is_due(newest: datetime | None, now: datetime) -> bool:
    """Whether a night has come since the newest backup; also where there is none."""
    night = now.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    if night > now:
        night -= timedelta(days=1)
    return newest is None or newest < night


class NightlyBackup:
    """Writes a backup into `folder` when a night has come, keeps the last ones, and the key beside them."""

    def __init__(self, folder: Path, env: Mapping[str, str], *, first_after: float = FIRST_AFTER) -> None:
        self.folder, self.env = folder, env
        self.not_before = time.monotonic() + first_after
        self.process: subprocess.Popen[bytes] | None = None

    def list_backups(self) -> list[Path]:
        """Those of the nights, oldest first; what somebody made by hand, or an upgrade, is not among them."""
        return sorted(self.folder.glob("night-*.backup"))

    def look(self) -> None:
        """Begin a backup when one is due, and tidy up after one that is done."""
        if self.process is not None:
            if (code := self.process.poll()) is not None:
                self.process = None
                self.finish(code)
            return
        if time.monotonic() < self.not_before:
            return
        newest = [datetime.fromtimestamp(path.stat().st_mtime, UTC) for path in self.list_backups()[-1:]]
        if is_due(newest[0] if newest else None, datetime.now(UTC)):
            self.begin()
        else:
            self.not_before = time.monotonic() + FIRST_AFTER

    def begin(self) -> None:
        self.folder.mkdir(mode=0o700, exist_ok=True)
        file = self.folder / f"night-{datetime.now(UTC):%Y-%m-%d-%H%M%S}.backup"
        words = [*COMMAND, str(file)]
        self.process = subprocess.Popen(
            ["nice", *words] if shutil.which("nice") else words,
            env=self.env,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        threading.Thread(target=copy_output, args=("backup", self.process.stdout), daemon=True).start()

    def finish(self, code: int) -> None:
        """Keep the last backups; after one that has failed try again in an hour."""
        if code:
            print("The backup of tonight failed; the lines above say why. Next try in an hour.", flush=True)
            self.not_before = time.monotonic() + AGAIN_AFTER
            return
        for old in self.list_backups()[:-KEPT]:
            old.unlink(missing_ok=True)
        key = Path(self.env["VAR_DIR"], "secret_key")
        if key.is_file():  # a backup is worth little without it
            write_privately(self.folder / "secret_key", key.read_bytes())

    def list_running(self) -> set[int]:
        """The number of the process that writes one, if any does."""
        return {self.process.pid} if self.process is not None else set()

    def end(self) -> None:
        """Give up a backup that is under way; the one before stays."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait()
