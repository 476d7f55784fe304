"""Mails that say no more than the key of their notice, for tests of delivery alone."""

from django.core.mail import EmailMultiAlternatives

from games.models import Notice


def plain(notice: Notice) -> EmailMultiAlternatives:
    """Compose the mail of a notice as briefly as can be."""
    message = EmailMultiAlternatives(notice.key, notice.key, "turns@fluxx.example", [notice.address])
    message.extra_headers["Message-ID"] = notice.message_id
    return message
