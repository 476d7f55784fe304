"""Places where a test may kill the process, to prove that nothing is lost there."""

import os


def point(name: str) -> None:
    """Die at once, as from ``kill -9``, when ``FLUXX_CRASH_AT`` names this place."""
    if os.environ.get("FLUXX_CRASH_AT") == name:
        os._exit(9)
