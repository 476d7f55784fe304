"""Log lines: one event is one line, and none holds a token that lets its reader play (requirement M7).

A line begins with its time in UTC and ends with its place: ``[task=deliver/5f0c2a91 game=Xy12]``. With
LOG_FORMAT=json it is one object.
"""

import json
import logging
import os
import re
import sys
from datetime import UTC, datetime
from typing import Any

from gunicorn.glogging import Logger

from games.core.budgets import LOG_FIELD, LOG_LINE, LOG_TRACEBACK
from games.core.log_context import current_fields, log_scope

# What Django finds wrong with a request: each has a logger of its own, without a common filter.
SUSPICIOUS = (
    *("DisallowedHost", "DisallowedRedirect", "InvalidSessionKey", "RequestDataTooBig", "SuspiciousSession"),
    *("SuspiciousFileOperation", "SuspiciousMultipartForm", "SuspiciousOperation"),
    *("TooManyFieldsSent", "TooManyFilesSent"),
)
PROBES = ("/livez", "/readyz", "/healthz")
LINE = "{asctime} {levelname} {name}: {message}"
# The key of a request's META under which its fields lie for lines that are logged after it has ended.
FIELDS = "fluxx.log_fields"
# Addresses whose next part is a secret: links in mails, to join a game or a circle, to show a game, to
# exported data, to run a new site and to set a new password, and the newcomer's sign-in link.
# docs/deploy/nginx.conf and Caddyfile list the same.
SECRET_PATHS = "p|i|b|u|v|f|e|s|me|join|join-circle|newcomer|first-operator|accounts/password/reset/key"  # noqa: S105
# In an address within an address, as a sign-in is told where to go on, each of these signs is written so.
PERCENT = "%(?:25)*+"
SLASH = rf"(?:/|{PERCENT}2[Ff])"
TOKEN = re.compile(
    rf"({SLASH}(?:{SECRET_PATHS.replace('/', SLASH)}){SLASH}++)(?:(?!{PERCENT}[23][Ff])[^/\s?&\"'<>])++"
)
# The choice that a link of a mail fills in names a card of somebody's hand (requirement H9); a link to a
# private deck is the key to it.
CHOICE = re.compile(
    rf"((?:[?&]|{PERCENT}(?:3[Ff]|26))(?:pick|link)(?:=|{PERCENT}3[Dd]))(?:(?!{PERCENT}26)[^&\s\"'<>])*+"
)
# An address that is answered holds a secret between its + and its @ (games/mail/addresses.py).
ADDRESS = re.compile(r"\b((?:play|games|invite|bounce|unsub)(?:\+|%2[Bb]))[0-9A-Za-z-]++")
# Anybody's address: its first letter and its domain are enough to find out what a mail server has against it.
# It begins where none of its letters stands before, and gives no letter back: else a long word takes seconds.
MAILBOX = re.compile(r"(?<![\w.%+-])([\w.%+-])[\w.%+-]*+(?=@[\w-]++(?:\.[\w-]++)+)")
# What PostgreSQL quotes of the row that it refuses, such as the hash of a password.
VALUES = re.compile(r"(Failing row contains |Key \([^=\n]{1,200}+=)\([^\n]*+")
LONGEST_PIECE = (
    100  # of an address that a cut may leave: 64 before its @ (RFC 5321, 4.5.3.1.1), and some of its domain
)


def cut(text: str, longest: int = LOG_FIELD.largest) -> str:
    """Return the beginning of a long text, without the piece of an address that may stand at its end."""
    if len(text) <= longest:
        return text
    end = longest
    while end > longest - LONGEST_PIECE and (text[end - 1].isalnum() or text[end - 1] in "_.%+-@"):
        end -= 1
    return f"{text[:end]}…"


def mask(text: str) -> str:
    """Return a text without secrets; `cut` it before."""
    for secret in (VALUES, TOKEN, CHOICE, ADDRESS, MAILBOX):
        text = secret.sub(r"\1***", text)
    return text


def mask_traceback(text: str) -> str:
    """Return the last lines of a traceback, each cut, without secrets."""
    return "\n".join(mask(cut(line)) for line in text.splitlines()[-LOG_TRACEBACK.largest :])


class MaskTokens(logging.Filter):
    """Masks the finished message, whatever its parts were; a long value in it is cut."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(cut(each) if isinstance(each, str) else each for each in record.args)
        record.msg, record.args = mask(cut(record.getMessage(), LOG_LINE.largest)), None
        return True


class AddFields(logging.Filter):
    """Adds the fields of the context; those of a request that has ended come with Django's own lines."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        record.fields = getattr(request, "META", {}).get(FIELDS, {}) | current_fields()
        return True


class DropProbes(logging.Filter):
    """Drops Django's line for each probe answered with 503: what is wrong is logged when it changes."""

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(getattr(record, "request", None), "path", "") not in PROBES


class OncePerOutage(logging.Filter):
    """Lets each kind of line through once, without its traceback, until the queue is there again."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        kind = str(record.msg)
        if kind.startswith("Connected to"):
            self.seen.clear()
        elif record.levelno >= logging.WARNING and kind in self.seen:
            return False
        self.seen.add(kind)
        record.exc_info = record.exc_text = None
        return True


class ClientErrorsInOneLine(logging.Filter):
    """Leaves out the traceback where a client has sent nonsense: that is no error of the site."""

    def filter(self, record: logging.LogRecord) -> bool:
        if 400 <= getattr(record, "status_code", 0) < 500:
            record.exc_info = record.exc_text = None
        return True


class WarnOfClients(logging.Filter):
    """Warns of what Django calls an error: any visitor may send a wrong `Host`, or half of a form.

    On a logger, and not on a handler: so reports of errors, too, have it as a warning.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno == logging.ERROR and 400 <= getattr(record, "status_code", 0) < 500:
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        return True


class UnacknowledgedInOneLine(logging.Filter):
    """Leaves out the traceback where a worker can't acknowledge a task, since the queue is away.

    The queue delivers the task again when it is back.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if str(record.msg).startswith(("Couldn't ack", "Couldn't reject")):
            record.exc_info = record.exc_text = None
        return True


class OneLine(logging.Formatter):
    """Escapes line breaks, so that text from outside can't pass for a line of the log."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        return describe_time(record)

    def format(self, record: logging.LogRecord) -> str:
        record.message = record.getMessage()
        record.asctime = self.formatTime(record)
        line = self.formatMessage(record)
        if fields := getattr(record, "fields", None):
            line += f" [{' '.join(f'{name}={value}' for name, value in fields.items())}]"
        line = line.replace("\r", "\\r").replace("\n", "\\n")
        if record.exc_info:
            line += "\n" + mask_traceback(self.formatException(record.exc_info))
        return line


class JsonLine(logging.Formatter):
    """One JSON object a line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": describe_time(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["traceback"] = mask_traceback(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def describe_time(record: logging.LogRecord) -> str:
    """Return when a line was logged, such as ``2026-11-23T01:13:52.123Z``."""
    return f"{datetime.fromtimestamp(record.created, UTC):%FT%T}.{int(record.msecs):03}Z"


def make_formatter(shape: str) -> logging.Formatter:
    """Return the formatter for LOG_FORMAT: ``json`` or ``text``."""
    return JsonLine() if shape == "json" else OneLine(LINE, style="{")


def build_logging(shape: str, level: str) -> dict[str, Any]:
    """Return the configuration of all loggers; `shape` is that of their lines, text or json."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "away": {"()": "fluxx_site.database_away.OneLineWhileAway"},
            "mask": {"()": "fluxx_site.logs.MaskTokens"},
            "fields": {"()": "fluxx_site.logs.AddFields"},
            "drop probes": {"()": "fluxx_site.logs.DropProbes"},
            "once": {"()": "fluxx_site.logs.OncePerOutage"},
            "client errors": {"()": "fluxx_site.logs.ClientErrorsInOneLine"},
            "warn of clients": {"()": "fluxx_site.logs.WarnOfClients"},
            "unacknowledged": {"()": "fluxx_site.logs.UnacknowledgedInOneLine"},
        },
        "formatters": {"line": {"()": "fluxx_site.logs.make_formatter", "shape": shape}},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "filters": ["away", "client errors", "fields", "mask"],
                "formatter": "line",
            }
        },
        "root": {"handlers": ["console"], "level": level},
        # Django adds handlers of its own to these; ours on the root logger is enough.
        "loggers": {
            "django": {"handlers": [], "level": level},
            **{f"django.security.{each}": {"filters": ["warn of clients"]} for each in SUSPICIOUS},
            "fido2": {"level": "WARNING"},  # else a line for each passkey, with its number
            "django.request": {"filters": ["drop probes"]},
            "django.server": {"handlers": [], "propagate": True},
            # A line for every sweep, four or more in ten seconds, would drown the others.
            "celery.beat": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.bootsteps": {"filters": ["once"]},
            "celery.worker.consumer.consumer": {"filters": ["once"]},
            "celery.worker.consumer.connection": {"filters": ["once"]},
            "celery.worker.request": {"filters": ["unacknowledged"]},
            "celery.app.trace": {"level": "WARNING"},
            "mail.log": {"level": "WARNING"},  # the LMTP server's: a dozen lines for every mail
        },
    }


class AccessLogger(Logger):
    """gunicorn's logs in the shape of all others, with tokens masked, and without the probes.

    A client that stalled is one line in the error log, not a traceback.
    """

    def exception(self, msg: Any, *args: Any, **kwargs: Any) -> None:
        # The limit of gunicorn.conf.py has passed for the request, or that of wsgi.py for the answer.
        if isinstance(sys.exc_info()[1], BlockingIOError | TimeoutError):
            self.info("A request was given up: its client was too slow to send it, or to take the answer")
        else:
            super().exception(msg, *args, **kwargs)

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        # Settings are not read yet when gunicorn makes its logger.
        formatter = make_formatter(os.environ.get("LOG_FORMAT", ""))
        for handler in [*self.error_log.handlers, *self.access_log.handlers]:
            handler.setFormatter(formatter)
            handler.addFilter(AddFields())
            handler.addFilter(MaskTokens())

    def access(self, resp: Any, req: Any, environ: Any, request_time: Any) -> None:
        is_quiet_pulse = req.path.endswith("/pulse/") and str(resp.status).startswith("204")
        if req.path not in PROBES and not is_quiet_pulse:
            with log_scope(**environ.get(FIELDS, {})):
                super().access(resp, req, environ, request_time)

    def atoms(self, *args: Any) -> dict[str, Any]:
        atoms = super().atoms(*args)
        return {name: mask(cut(value)) if isinstance(value, str) else value for name, value in atoms.items()}
