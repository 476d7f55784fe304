"""What many ask for at once is done once."""

import threading
from collections.abc import Callable

import pytest

from games.core.shared_work import SharedWork


class Slow:
    """Work that waits until it is let go, and counts how often it was begun."""

    def __init__(self, result: Callable[[], str]) -> None:
        self.result, self.begun, self.go = result, 0, threading.Event()

    def __call__(self) -> str:
        self.begun += 1
        assert self.go.wait(30)
        return self.result()


def ask(shared: SharedWork[str], work: Slow, times: int) -> tuple[list[threading.Thread], list[str]]:
    said: list[str] = []

    def run() -> None:
        try:
            said.append(shared.do("key", work))
        except ValueError as error:
            said.append(f"failed: {error}")

    threads = [threading.Thread(target=run) for _ in range(times)]
    for thread in threads:
        thread.start()
    return threads, said


def test_twelve_who_ask_at_once_share_one_result():
    """Another key is other work."""
    shared, work = SharedWork[str](), Slow(lambda: "told")
    threads, said = ask(shared, work, 12)
    work.go.set()
    for thread in threads:
        thread.join(30)

    assert (said, work.begun) == (["told"] * 12, 1)
    assert shared.do("other", lambda: "else") == "else"


def test_a_failure_is_not_kept():
    """Who waits for it fails, too; who comes later tries again."""

    def fail() -> str:
        raise ValueError("no")

    shared, work = SharedWork[str](), Slow(fail)
    threads, said = ask(shared, work, 3)
    work.go.set()
    for thread in threads:
        thread.join(30)

    assert set(said) == {"failed: no"}
    assert shared.do("key", lambda: "again") == "again"


@pytest.mark.parametrize("limit", [{"kept": 0.0}, {"most": 1}])
def test_a_result_is_kept_for_a_moment_and_few_are(limit):
    """So that what is read a moment later is what is stored then."""
    shared = SharedWork[str](**limit)
    assert shared.do("key", lambda: "first") == "first"
    shared.do("other", lambda: "else")

    assert shared.do("key", lambda: "second") == "second"
