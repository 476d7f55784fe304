"""Work that several requests ask for at once, done once in this process.

For what takes much processor time and is read by many: nothing is stored beyond some seconds, so nobody who
asks later gets what has changed meanwhile, and no copy of a name outlives its row.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Generic, TypeVar

T = TypeVar("T")

KEPT = 5.0  # seconds, for those who come a moment later
MOST = 64  # results that a process keeps


class SharedWork(Generic[T]):
    """Results by a key that must name all they depend on."""

    def __init__(self, *, kept: float = KEPT, most: int = MOST) -> None:
        self.kept, self.most = kept, most
        self._lock = threading.Lock()
        self._results: OrderedDict[Hashable, tuple[float, Future[T]]] = OrderedDict()

    def do(self, key: Hashable, work: Callable[[], T]) -> T:
        """Return what `work` returns, or what it returned to another thread just now. Raises what it raises.

        A failure is shared by those who wait for it, and by nobody else.
        """
        with self._lock:
            self._drop_old()
            known = self._results.get(key)
            future = known[1] if known is not None else Future[T]()
            if known is None:
                self._results[key] = (float("inf"), future)
        if known is not None:
            return future.result()
        try:
            future.set_result(work())
        except BaseException as error:
            with self._lock:
                self._results.pop(key, None)
            future.set_exception(error)
            raise
        with self._lock:
            self._results[key] = (time.monotonic() + self.kept, future)
            self._results.move_to_end(key)
        return future.result()

    def clear(self) -> None:
        """Forget all results."""
        with self._lock:
            self._results.clear()

    def _drop_old(self) -> None:
        """Drop what was kept long enough, and the oldest of too many; never what is still being worked on."""
        now = time.monotonic()
        done = [key for key, (until, _future) in self._results.items() if until != float("inf")]
        surplus = set(done[: max(len(self._results) - self.most + 1, 0)])
        for key in done:
            if key in surplus or self._results[key][0] < now:
                del self._results[key]
