"""Mails that say no more than the key of their notice, for tests of delivery alone."""

from games.mail.message import Mail
from games.models import Notice


def plain(notice: Notice, _snapshot: object = None) -> Mail:
    """Compose the mail of a notice as briefly as can be."""
    message = Mail(notice.key, notice.key, "turns@fluxx.example", [notice.address])
    message.extra_headers["Message-ID"] = notice.message_id
    return message
