"""What every line of the log says about its place: the request or the task, the game, and the client.

The fields are in a context variable, so that threads of a web process do not see one another's.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_fields: ContextVar[dict[str, str] | None] = ContextVar("fields of log lines", default=None)


def current_fields() -> dict[str, str]:
    """Return the fields of this context, such as ``{"task": "deliver/5f0c2a91", "game": "Xy12"}``."""
    return dict(_fields.get() or {})


def start_fields(**fields: str) -> None:
    """Set all fields anew, where a thread or a process begins another piece of work."""
    _fields.set(fields)


def add_fields(**fields: str) -> None:
    """Add fields to the innermost `log_scope`, and leave them there until it ends."""
    _fields.set(current_fields() | fields)


@contextmanager
def log_scope(**fields: str) -> Iterator[None]:
    """Add fields to all lines that are logged inside; what is added inside ends here, too."""
    token = _fields.set(current_fields() | fields)
    try:
        yield
    finally:
        _fields.reset(token)
