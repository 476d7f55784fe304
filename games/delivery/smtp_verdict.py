"""What a mail server's reply means for the notice that it answers."""

import re
import smtplib
from enum import StrEnum

from anymail.exceptions import AnymailRecipientsRefused

PERMANENT = 500
NO_SUCH_BOX = (550, 551, 553)
# The enhanced status of RFC 3463: class, subject, detail. Subject 1 is the address itself.
ENHANCED = re.compile(r"\b5\.(\d{1,3})\.\d{1,3}\b")
ADDRESS = "1"


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
            verdicts = {judge_reply(code, text, NO_SUCH_BOX) for code, text in error.recipients.values()}
            return verdicts.pop() if len(verdicts) == 1 else Verdict.AGAIN
        case AnymailRecipientsRefused():
            return Verdict.REFUSED  # a provider that knows the address as one that takes no mail
        case smtplib.SMTPDataError():
            return judge_reply(error.smtp_code, error.smtp_error)
        case smtplib.SMTPException() | OSError():
            return Verdict.AGAIN
        case ValueError() | TypeError():
            return Verdict.POISON
    return Verdict.AGAIN


def judge_reply(code: int, text: bytes | str, no_such_box: tuple[int, ...] = ()) -> Verdict:
    """Return what one reply says about an address; `no_such_box` are codes that say so without more words."""
    if code < PERMANENT:
        return Verdict.AGAIN
    words = text.decode(errors="replace") if isinstance(text, bytes) else text
    enhanced = ENHANCED.search(words)
    if enhanced is None:
        return Verdict.REFUSED if code in no_such_box else Verdict.UNWANTED
    return Verdict.REFUSED if enhanced[1] == ADDRESS else Verdict.UNWANTED
