"""Says to an operator why a mail could not be sent, and which setting to look at."""

import smtplib
import ssl

from anymail.exceptions import AnymailError
from django.conf import settings


def explain_failure(error: BaseException) -> str:  # noqa: C901
    """Return one sentence about an error of sending a mail, with the server's own words at its end."""
    server = f"The mail server {settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    match error:
        case smtplib.SMTPAuthenticationError():
            return f"{server} refuses the user name or the password of EMAIL_URL: {_reply(error)}"
        case smtplib.SMTPSenderRefused():
            return (
                f"{server} does not let this site send as {error.sender}; it must accept the domains of "
                f"DEFAULT_FROM_EMAIL and INBOUND_DOMAIN: {_words(error.smtp_code, error.smtp_error)}"
            )
        case smtplib.SMTPRecipientsRefused():
            address, (code, words) = next(iter(error.recipients.items()))
            return f"{server} does not take mail to {address}: {_words(code, words)}"
        case smtplib.SMTPDataError():
            return f"{server} does not take this mail: {_reply(error)}"
        case smtplib.SMTPNotSupportedError():
            return f"{server} knows no STARTTLS or no sign-in: try smtps:// in EMAIL_URL ({error})"
        case smtplib.SMTPConnectError() | smtplib.SMTPHeloError():
            return f"{server} refuses to talk to this machine: {_reply(error)}"
        case smtplib.SMTPServerDisconnected():
            return (
                f"{server} hung up: try smtps:// for port 465 and smtp+tls:// for 587 in EMAIL_URL ({error})"
            )
        case ssl.SSLCertVerificationError():
            return f"{server} has no valid certificate for its name: {error.verify_message}"
        case ssl.SSLError():
            return (
                f"{server} speaks no TLS there: try smtp+tls:// for port 587 in EMAIL_URL ({error.strerror})"
            )
        case AnymailError():
            said = " ".join(str(error).split())[:300]
            return f"The mail provider does not take this mail; check the key in EMAIL_URL: {said}"
        case OSError():
            said = error.strerror or str(error) or type(error).__name__
            return f"{server} does not answer ({said}): check EMAIL_URL, and that its port is open from here"
    return f"The mail could not be sent: {type(error).__name__}: {error}"


def _reply(error: smtplib.SMTPResponseException) -> str:
    return _words(error.smtp_code, error.smtp_error)


def _words(code: int, words: bytes | str) -> str:
    text = words.decode(errors="replace") if isinstance(words, bytes) else words
    return f"{code} {' '.join(text.split())}"[:300]
