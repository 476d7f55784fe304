"""Every row of games/core/budgets.py, tried: what is longer is refused or cut, and costs what it may."""

import logging
import runpy
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from types import SimpleNamespace

import pytest
from django.conf import settings
from gunicorn.config import Config

from fluxx_site import logs, sentry
from games.core import budgets
from games.core.budgets import Budget
from tests.support.processes import ROOT

PROBES: dict[str, Callable[[Budget], None]] = {}


def tries(*names: str) -> Callable[[Callable[[Budget], None]], Callable[[Budget], None]]:
    """Mark what tries the rows of these names."""

    def mark(probe: Callable[[Budget], None]) -> Callable[[Budget], None]:
        PROBES.update(dict.fromkeys(names, probe))
        return probe

    return mark


@pytest.mark.parametrize("name", budgets.all_budgets())
def test_each_budget_is_kept(name, db):
    """A row that nothing tries would be a promise only."""
    PROBES[name](budgets.all_budgets()[name])


def cost(work: Callable[[], object]) -> float:
    """Seconds of processor time, the least of three: other processes take some of the caches."""
    spent = []
    for _turn in range(3):
        began = time.process_time()
        work()
        spent.append(time.process_time() - began)
    return min(spent)


@tries("REQUEST_LINE", "REQUEST_FIELD", "REQUEST_FIELDS")
def _gunicorn(row: Budget) -> None:
    conf = runpy.run_path(str(ROOT / "gunicorn.conf.py"))
    names = {
        budgets.REQUEST_LINE: "limit_request_line",
        budgets.REQUEST_FIELD: "limit_request_field_size",
        budgets.REQUEST_FIELDS: "limit_request_fields",
    }
    assert row.largest == conf[names[row]]


@tries("REQUEST_BODY", "FORM_FIELDS")
def _django(row: Budget) -> None:
    names = {
        budgets.REQUEST_BODY: "DATA_UPLOAD_MAX_MEMORY_SIZE",
        budgets.FORM_FIELDS: "DATA_UPLOAD_MAX_NUMBER_FIELDS",
    }
    assert row.largest == getattr(settings, names[row])


HOSTILE = ("a", "a@", "a@b.", "/p", "/p//", "play+", "%2B", "?pick=", "-", ".", "@", "é", "a" * 99 + "@")


def access_line(value: str) -> dict[str, object]:
    """What the log keeps of a request whose line, referrer and program are this."""
    logger = logs.AccessLogger(Config())
    request = SimpleNamespace(headers=[("USER-AGENT", value)], path="/")
    environ = {
        "REQUEST_METHOD": "GET",
        "RAW_URI": value,
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_REFERER": value,
        "HTTP_USER_AGENT": value,
    }
    response = SimpleNamespace(status="200 OK", sent=1, headers=[])
    return logger.atoms(response, request, environ, timedelta(seconds=1))


@tries("LOG_FIELD")
def _log_field(row: Budget) -> None:
    for piece in HOSTILE:
        long = piece * (budgets.REQUEST_FIELD.largest // len(piece))
        atoms = access_line(long)
        assert (
            max(len(str(value)) for value in atoms.values()) <= 2 * row.largest
        )  # a mask may be longer than what it hides
        assert cost(partial(access_line, long)) < row.seconds * len(atoms), piece
        assert cost(partial(logs.mask, long * 2)) < row.seconds, piece
        said = sentry.mask_all({"message": [long]})["message"][0]
        assert len(said) <= 2 * row.largest  # a mask may be longer than what it hides


@tries("LOG_LINE")
def _log_line(row: Budget) -> None:
    for piece in HOSTILE:
        long = piece * (100_000 // len(piece))
        event = logging.LogRecord("games", logging.ERROR, __file__, 1, long, None, None)
        assert cost(partial(logs.MaskTokens().filter, event)) < row.seconds
        assert len(event.getMessage()) <= 2 * row.largest  # a mask may be longer than what it hides


@tries("LOG_TRACEBACK")
def _log_traceback(row: Budget) -> None:
    for piece in HOSTILE:
        text = "\n".join([piece * (5_000 // len(piece))] * 400)
        assert cost(partial(logs.mask_traceback, text)) < row.seconds
        assert len(logs.mask_traceback(text).splitlines()) == row.largest
    assert "ValueError: 7" in logs.mask_traceback("Traceback\n" * 999 + "ValueError: 7")


@pytest.mark.parametrize("length", range(420, 501, 8))
def test_a_cut_shows_no_piece_of_an_address(length):
    """The domain that would show what stands before it is cut off."""
    said = logs.mask(logs.cut("x" * (length - 1) + " anna.maria.longname@players.example " + "y" * 500))

    assert "nna.maria" not in said
