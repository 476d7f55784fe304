"""Log lines: one event is one line, and none holds a token that lets its reader play (requirement M7)."""

import logging
import re
import sys
from typing import Any

from gunicorn.glogging import Logger

PROBES = ("/livez", "/readyz")
# Addresses whose next part is a secret: links in mails, links to join a game, the newcomer's sign-in link.
TOKEN = re.compile(r"(/(?:p|i|b|u|v|f|join|newcomer)/)[^/\s?\"'<>]+")
# The choice that a link of a mail fills in names a card of somebody's hand (requirement H9).
CHOICE = re.compile(r"([?&]pick=)[^&\s\"'<>]*")
# An address that is answered holds a secret between its + and its @ (games/mail/addresses.py).
ADDRESS = re.compile(r"\b((?:play|bounce|unsub)(?:\+|%2[Bb]))[0-9A-Za-z-]+")


def mask(text: str) -> str:
    for secret in (TOKEN, CHOICE, ADDRESS):
        text = secret.sub(r"\1***", text)
    return text


class MaskTokens(logging.Filter):
    """Masks the finished message, whatever its parts were."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = mask(record.getMessage()), None
        return True


class OneLine(logging.Formatter):
    """Escapes line breaks, so that text from outside can't pass for a line of the log."""

    def format(self, record: logging.LogRecord) -> str:
        record.message = record.getMessage()
        line = self.formatMessage(record).replace("\r", "\\r").replace("\n", "\\n")
        if record.exc_info:
            line += "\n" + mask(self.formatException(record.exc_info))
        return line


class AccessLogger(Logger):
    """gunicorn's access log with tokens masked in the address and in the referrer, and without the probes.

    A client that stalled is one line in the error log, not a traceback.
    """

    def exception(self, msg: Any, *args: Any, **kwargs: Any) -> None:
        if isinstance(sys.exc_info()[1], BlockingIOError):  # the limit that gunicorn.conf.py sets has passed
            self.info(
                "A request was given up: its client sent or took nothing for %s seconds", self.cfg.timeout
            )
        else:
            super().exception(msg, *args, **kwargs)

    def access(self, resp: Any, req: Any, *args: Any) -> None:
        if req.path not in PROBES:
            super().access(resp, req, *args)

    def atoms(self, *args: Any) -> dict[str, Any]:
        atoms = super().atoms(*args)
        return {name: mask(value) if isinstance(value, str) else value for name, value in atoms.items()}
