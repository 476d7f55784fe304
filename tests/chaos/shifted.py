"""Run Celery on a machine whose clock is wrong: `python -m tests.chaos.shifted FILE celery …`.

FILE holds by how many seconds it is wrong, and is read again and again. Python's time alone is shifted, which
is all that the site asks. A worker needs ``--pool threads``: its tasks run where the time is shifted.
"""

import runpy
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import time_machine


def follow(file: Path, traveller: time_machine.Traveller, shift: float) -> None:
    """Keep the time of this process, which is shifted by so much, as far off as the file says."""
    while True:
        wanted = float(file.read_text() or shift)
        if wanted != shift:
            traveller.shift(timedelta(seconds=wanted - shift))
            shift = wanted
        time.sleep(0.1)


def main() -> None:
    """Shift the time, then become the program."""
    file = Path(sys.argv[1])
    begin = float(file.read_text())
    travel = time_machine.travel(datetime.now(UTC) + timedelta(seconds=begin), tick=True)
    traveller = travel.start()
    threading.Thread(target=follow, args=(file, traveller, begin), daemon=True).start()
    sys.argv = sys.argv[2:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
