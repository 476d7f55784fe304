"""Lets atheris look for mails that a reader of ours fails on; test_fuzz.py starts it."""

import sys

import atheris

with atheris.instrument_imports():
    import django

    django.setup()
    from games.delivery import bounce_reports
    from games.inbound import incoming

from games.core.budgets import MAIL
from tests.support.hostile import costs


def read(raw: bytes) -> None:
    """Read a mail in every way."""
    mail = incoming.parse_mail(raw)
    assert mail.key
    mail.why_automatic()
    assert mail.text is not None
    bounce_reports.original_ids(mail.message)
    bounce_reports.read_bounce(mail.message, mail.whole_text)


def try_one(raw: bytes) -> None:
    """Read these bytes; what raises or takes too long ends the search, and is shown."""
    assert costs(lambda: read(raw)) < MAIL.seconds


atheris.Setup(sys.argv, try_one)
atheris.Fuzz()
