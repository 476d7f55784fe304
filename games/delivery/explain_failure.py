"""Says to an operator why a mail could not be sent, and which setting to look at."""

import smtplib
import ssl

from anymail.exceptions import AnymailError
from django.conf import settings

# What each error means; the first that fits counts.
SENTENCES: dict[type[BaseException], str] = {
    smtplib.SMTPAuthenticationError: "{server} refuses the user name or the password of EMAIL_URL: {said}",
    smtplib.SMTPSenderRefused: "{server} does not let this site send as {error.sender}; it must accept the "
    "domains of DEFAULT_FROM_EMAIL and INBOUND_DOMAIN: {said}",
    smtplib.SMTPRecipientsRefused: "{server} does not take mail to {recipient}: {said}",
    smtplib.SMTPDataError: "{server} does not take this mail: {said}",
    smtplib.SMTPNotSupportedError: "{server} knows no STARTTLS or no sign-in: try smtps:// in EMAIL_URL "
    "({error})",
    smtplib.SMTPConnectError: "{server} refuses to talk to this machine: {said}",
    smtplib.SMTPHeloError: "{server} refuses to talk to this machine: {said}",
    smtplib.SMTPServerDisconnected: "{server} hung up: try smtps:// for port 465 and smtp+tls:// for 587 in "
    "EMAIL_URL ({error})",
    ssl.SSLCertVerificationError: "{server} has no valid certificate for its name: {error.verify_message}",
    ssl.SSLError: "{server} speaks no TLS there: try smtp+tls:// for port 587 in EMAIL_URL "
    "({error.strerror})",
    AnymailError: "The mail provider does not take this mail; check the key in EMAIL_URL: {said}",
    OSError: "{server} does not answer ({said}): check EMAIL_URL, and that its port is open from here",
    BaseException: "The mail could not be sent: {kind}: {error}",
}


def explain_failure(error: BaseException) -> str:
    """Return one sentence about an error of sending a mail, with the server's own words at its end."""
    sentence = next(text for kind, text in SENTENCES.items() if isinstance(error, kind))
    return sentence.format(
        server=f"The mail server {settings.EMAIL_HOST}:{settings.EMAIL_PORT}",
        error=error,
        kind=type(error).__name__,
        recipient=next(iter(getattr(error, "recipients", ())), ""),
        said=_said(error),
    )


def _said(error: BaseException) -> str:
    """Return the answer of the server as one line, or else what the error says by itself."""
    answer: tuple[object, ...]
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        answer = next(iter(error.recipients.values()))
    elif isinstance(error, smtplib.SMTPResponseException):
        answer = error.smtp_code, error.smtp_error
    else:
        answer = (getattr(error, "strerror", None) or str(error) or type(error).__name__,)
    words = (each.decode(errors="replace") if isinstance(each, bytes) else str(each) for each in answer)
    return " ".join(" ".join(words).split())[:300]
