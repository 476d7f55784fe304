"""Collects ended processes whose starter has ended before them.

The first process of a container inherits them, and nobody else would wait for them.
"""

import os
from collections.abc import Set
from contextlib import suppress
from pathlib import Path


def reap_orphans(own: Set[int]) -> None:
    """Collect what has ended and is not ours to wait for; does nothing unless we are the first process."""
    if os.getpid() != 1:
        return
    for listed in Path("/proc/1/task").glob("*/children"):
        with suppress(OSError):
            for pid in {int(word) for word in listed.read_text().split()} - own:
                with suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)
