"""What a mail server's reply means for the notice that it answers."""

from __future__ import annotations

import smtplib
from enum import StrEnum

PERMANENT = 500
# The mailbox is full: this mail is lost, but the address is good.
OVER_QUOTA = 552


class Verdict(StrEnum):
    """What follows from a failed attempt."""

    AGAIN = "again"
    REFUSED = "the address takes no mail"
    UNWANTED = "the mail server does not take this mail"
    POISON = "the mail cannot be written"


def judge(error: BaseException) -> Verdict:
    """Return what follows from an error of sending.

    What is ambiguous (the connection broke after the mail was given over) is tried again under the same
    Message-ID. What blames us rather than the recipient (our sign-in, our sender address) is tried again,
    too: somebody will mend the settings.
    """
    match error:
        case smtplib.SMTPRecipientsRefused():
            codes = {code for code, _text in error.recipients.values()}
            if min(codes, default=0) < PERMANENT:
                return Verdict.AGAIN
            return Verdict.UNWANTED if OVER_QUOTA in codes else Verdict.REFUSED
        case smtplib.SMTPDataError() if error.smtp_code >= PERMANENT:
            return Verdict.UNWANTED
        case smtplib.SMTPException() | OSError():
            return Verdict.AGAIN
        case ValueError() | TypeError():
            return Verdict.POISON
    return Verdict.AGAIN
