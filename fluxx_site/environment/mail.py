"""How mails leave and come in, and whom they are from."""

from email.policy import SMTP
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from .addresses import DOMAIN, check_password_is_encoded, is_domain, is_host, is_local

# What `EMAIL_URL` calls a provider, Anymail's name of it, and what its password and host are there.
PROVIDERS = {
    "mailgun": ("mailgun", "MAILGUN_API_KEY", "MAILGUN_SENDER_DOMAIN"),
    "postmark": ("postmark", "POSTMARK_SERVER_TOKEN", ""),
    "sendgrid": ("sendgrid", "SENDGRID_API_KEY", ""),
    "brevo": ("brevo", "BREVO_API_KEY", ""),
    "mailjet": ("mailjet", "MAILJET_SECRET_KEY", ""),
    "sparkpost": ("sparkpost", "SPARKPOST_API_KEY", ""),
    "resend": ("resend", "RESEND_API_KEY", ""),
}
WHAT_MAIL_MAY_BE = (
    "EMAIL_URL must be smtp+tls://user:password@host:587 (STARTTLS), smtps://user:password@host:465, "
    "smtp://host:25, file:///folder for mails that go to files, or a provider: "
    "mailgun://key@mail.example, mailjet://key:secret@, and brevo, postmark, resend, sendgrid or sparkpost "
    "as in postmark://key@."
)


def parse_email_url(url: str, password: str = "") -> dict[str, Any]:
    """Django's EMAIL_ settings for an SMTP server, a folder or a provider, as `WHAT_MAIL_MAY_BE` says.

    `password` is `EMAIL_PASSWORD`, which may hold any character; in `url` most have to be encoded.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ImproperlyConfigured(
            "EMAIL_URL is not an address: check its port; a password with other characters than letters and "
            "digits goes into EMAIL_PASSWORD."
        ) from None
    check_password_is_encoded("EMAIL_URL", parts, instead="EMAIL_PASSWORD")
    if password and parts.scheme in ("file", *PROVIDERS):
        raise ImproperlyConfigured(
            "EMAIL_URL names no mail server that EMAIL_PASSWORD could be for: take EMAIL_PASSWORD out. The "
            "key of a provider stands in EMAIL_URL."
        )
    if parts.scheme == "file":
        return parse_mail_folder(parts)
    if parts.scheme in PROVIDERS:
        return parse_provider(parts)
    return parse_smtp_server(parts, port, password)


def parse_mail_folder(parts: SplitResult) -> dict[str, Any]:
    """Django's EMAIL_ settings for a folder in which mails become files."""
    if not parts.path or parts.netloc:
        raise ImproperlyConfigured(
            "EMAIL_URL names no folder: write file:///srv/fluxx/mail, with three slashes."
        )
    return {
        "EMAIL_BACKEND": "fluxx_site.mail_to_files.EmailBackend",
        "EMAIL_FILE_PATH": Path(unquote(parts.path)),
    }


def parse_smtp_server(parts: SplitResult, port: int | None, password: str) -> dict[str, Any]:
    """Django's EMAIL_ settings for an SMTP server."""
    ports = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
    if parts.scheme not in ports or not parts.hostname:
        raise ImproperlyConfigured(WHAT_MAIL_MAY_BE)
    if password and unquote(parts.password or "") not in ("", password):
        raise ImproperlyConfigured(
            "EMAIL_URL and EMAIL_PASSWORD hold different passwords: leave the one in EMAIL_URL out."
        )
    if password and not parts.username:
        raise ImproperlyConfigured(
            "EMAIL_URL names nobody whose password EMAIL_PASSWORD could be: write smtp+tls://user@host:587."
        )
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or ports[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or "") or password,
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
    }


def parse_provider(parts: SplitResult) -> dict[str, Any]:
    """Anymail's settings for a provider, as `EMAIL_URL` names it; `?region=eu` is Mailgun's own."""
    name, secret, host = PROVIDERS[parts.scheme]
    key = unquote(parts.username or "")
    anymail: dict[str, Any] = {secret: key, "REQUESTS_TIMEOUT": (5, 10), "IGNORE_UNSUPPORTED_FEATURES": True}
    if not key:
        raise ImproperlyConfigured(
            f"EMAIL_URL has no key: write {parts.scheme}://key@{'mail.example' if host else ''}"
        )
    if host:
        if not parts.hostname:
            raise ImproperlyConfigured(
                f"EMAIL_URL names no domain to send from: write {parts.scheme}://key@mail.example"
            )
        anymail[host] = parts.hostname
    if name == "mailjet":
        if not parts.password:
            raise ImproperlyConfigured("EMAIL_URL needs both keys of Mailjet: write mailjet://key:secret@")
        anymail |= {"MAILJET_API_KEY": key, "MAILJET_SECRET_KEY": unquote(parts.password)}
    if name == "mailgun" and parse_qs(parts.query).get("region") == ["eu"]:
        anymail["MAILGUN_API_URL"] = "https://api.eu.mailgun.net/v3"
    return {"EMAIL_BACKEND": f"anymail.backends.{name}.EmailBackend", "ANYMAIL": anymail}


def mails_go_to_files(url: str) -> bool:
    """Whether mails become files on this machine, as they do where `EMAIL_URL` is not set."""
    return not url or url.startswith("file:")


def name_sender(name: str, address: str) -> str:
    """A sender's address with a name, in quotation marks where it holds more than letters and spaces."""
    return f"{name} <{address}>" if name.replace(" ", "").isalnum() else f'"{name}" <{address}>'


def check_sender(name: str, value: str) -> str:
    """The one address, with a name or without, that the setting `name` holds; empty where it is not set."""
    if not value:
        return value
    header = SMTP.header_factory("From", value)
    is_one = not header.defects and len(header.addresses) == 1
    address = header.addresses[0] if is_one else None
    if address is None or address.addr_spec not in value or not is_domain(address.domain):
        raise ImproperlyConfigured(
            f"{name} is {value!r}. Write one address, such as Fluxx <turns@games.example>; a name with a "
            'comma or colon stands in quotation marks: "Fluxx, by mail" <turns@games.example>.'
        )
    return value


def check_mail_domain(value: str) -> str:
    """The domain in the addresses of mails."""
    if not is_host(value):
        raise ImproperlyConfigured(
            f"MAIL_DOMAIN is {value!r}. Write the part after the @ alone, such as games.example."
        )
    return value


def check_inbound_domain(value: str) -> str:
    """The domain whose mail comes to this site; empty where none does."""
    if value and (not DOMAIN.fullmatch(value.lower()) or "." not in value):
        raise ImproperlyConfigured(
            f"INBOUND_DOMAIN is {value!r}. Write the part after the @ alone, such as reply.games.example."
        )
    return value.lower()


def check_webhook_secret(value: str) -> str:
    """What a mail provider signs in with to hand over mails: `name:password`; empty where none does."""
    name, _colon, password = value.partition(":")
    if value and (not name or len(password) < 16):
        raise ImproperlyConfigured(
            "WEBHOOK_SECRET is too easy to guess. Write name:password, the password of 16 characters or "
            "more, and give the provider https://name:password@… as the address to call."
        )
    return value


def parse_inbox_url(url: str) -> dict[str, Any]:
    """The mailbox at `INBOX_URL`, such as `imaps://user:password@host/INBOX?after=delete`; empty for none."""
    if not url:
        return {}
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ImproperlyConfigured(
            "INBOX_URL is not an address: check its port; in its password write %2F, %3F, %23 for / ? #."
        ) from None
    check_password_is_encoded("INBOX_URL", parts)
    ports = {"imaps": 993, "imap+tls": 143, "imap": 143}
    after = parse_qs(parts.query).get("after", ["seen"])[0]
    if (
        parts.scheme not in ports
        or not (parts.hostname and parts.username and parts.password)
        or after not in ("seen", "delete")
    ):
        raise ImproperlyConfigured(
            "INBOX_URL must be imaps://user:password@host/INBOX or imap+tls://user:password@host/INBOX "
            "(STARTTLS), with ?after=delete at its end where mails that are done are to be deleted."
        )
    if parts.scheme == "imap" and not is_local(url):
        raise ImproperlyConfigured(
            "INBOX_URL would send its password in the open. Write imaps:// or imap+tls://."
        )
    return {
        "scheme": parts.scheme,
        "host": parts.hostname,
        "port": port or ports[parts.scheme],
        "user": unquote(parts.username),
        "password": unquote(parts.password),
        "folder": unquote(parts.path.strip("/")) or "INBOX",
        "after": after,
    }
