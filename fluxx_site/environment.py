"""Reads settings that are addresses, and says in one sentence what is wrong with one.

Every function raises `ImproperlyConfigured`; settings.py turns that into one line and a non-zero exit.
"""

import re
from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from difflib import get_close_matches
from email.policy import SMTP
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

import dj_database_url
import redis
from django.core.exceptions import ImproperlyConfigured

LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
DOMAIN = re.compile(r"(?=.{1,253}$)(?:(?!-)[a-z0-9-]{1,63}(?<!-)\.)*(?!-)[a-z0-9-]{1,63}(?<!-)")
LIKE_OURS = 0.88  # EMIAL_URL and EMAIL_URLL are like EMAIL_URL, DATABASE_URL_OLD is like nothing
HOW_TO_MAKE_ONE = "python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"


def is_local(url: str) -> bool:
    """Whether the address names this machine only."""
    host = urlsplit(url).hostname or ""
    return host in LOCAL_HOSTS or host.endswith(".localhost")


def is_domain(value: str) -> bool:
    """Whether a text is the name of a host, in any script."""
    try:
        return bool(DOMAIN.fullmatch(value.encode("idna").decode().lower()))
    except UnicodeError:
        return False


def is_host(value: str) -> bool:
    """Whether a text is the name of a host, or its number."""
    try:
        return bool(ip_address(value))
    except ValueError:
        return is_domain(value)


def parse_site_url(value: str) -> str:
    """The site's own address, `https://games.example`, without a slash at the end."""
    if not value:
        raise ImproperlyConfigured(
            "SITE_URL is not set. Set it to the address under which players reach the site, "
            "such as https://games.example: mails carry links to it."
        )
    try:
        parts = urlsplit(value)
        port = parts.port
    except ValueError:
        raise ImproperlyConfigured(f"SITE_URL is {value!r}, which is not an address.") from None
    if parts.hostname and (port == 0 or not is_host(parts.hostname)):
        raise ImproperlyConfigured(f"SITE_URL is {value!r}, which is not an address.")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ImproperlyConfigured(f"SITE_URL is {value!r}. Write it with its scheme: https://games.example.")
    if parts.path not in ("", "/") or parts.query or parts.fragment or parts.username:
        raise ImproperlyConfigured(
            f"SITE_URL is {value!r}. Leave out everything after the host name and port."
        )
    if parts.scheme == "http" and not is_local(value):
        raise ImproperlyConfigured(
            f"SITE_URL is {value!r}: links in mails let their holder play and must not travel "
            "in the open. Serve the site over https and set SITE_URL to the https address."
        )
    return f"{parts.scheme}://{parts.netloc}"


def is_cut_by_password(parts: SplitResult) -> bool:
    """Whether a password with a raw /, ? or # has cut the address short.

    A part of the password would then be taken for the host, and be asked for by name.
    """
    return bool(parts.fragment) or "@" in parts.path + parts.query


def check_password_is_encoded(name: str, parts: SplitResult, instead: str = "") -> None:
    """Refuse the address of the setting `name` when a raw password has cut it short.

    `instead` names the setting that takes a password as it is.
    """
    if is_cut_by_password(parts):
        way_out = "write %2F, %3F and %23 for them, and %25 for %."
        if instead:
            way_out = f"put the password into {instead} instead, as it is."
        raise ImproperlyConfigured(f"{name} has a /, ? or # within its password: {way_out}")


def check_secret_key(value: str) -> str:
    """The signing key, at least as long as Django's own deployment check wants it."""
    if not value:
        raise ImproperlyConfigured(f"SECRET_KEY is not set. Make one, and keep it: {HOW_TO_MAKE_ONE}")
    if len(value) < 50 or len(set(value)) < 5:
        raise ImproperlyConfigured(
            f"SECRET_KEY is too easy to guess (at least 50 characters, at least 5 different ones). "
            f"Make one, and keep it: {HOW_TO_MAKE_ONE}"
        )
    return value


def parse_database_url(url: str, password: str = "") -> dict[str, Any]:
    """Django's settings for the PostgreSQL at `url`; a socket folder is written `postgresql://u:p@%2Frun%2Fpg/name`.

    `password` is `DATABASE_PASSWORD`, which may hold any character; in `url` most have to be encoded.
    """
    if not url:
        raise ImproperlyConfigured(
            "DATABASE_URL is not set. Set it to a PostgreSQL database, such as "
            "postgresql://fluxx:PASSWORD@localhost/fluxx, or run bin/run, which brings its own."
        )
    if urlsplit(url).scheme not in ("postgresql", "postgres"):
        raise ImproperlyConfigured(
            "DATABASE_URL must start with postgresql://: the site relies on PostgreSQL’s row locks "
            "and runs on nothing else."
        )
    try:
        parts = urlsplit(url)
        settings: dict[str, Any] = dict(dj_database_url.parse(url))
    except ValueError:
        raise ImproperlyConfigured(
            "DATABASE_URL is not an address: check its port and its brackets; a password with other "
            "characters than letters and digits goes into DATABASE_PASSWORD."
        ) from None
    if is_cut_by_password(parts) or parts.netloc.count("@") > 1:
        raise ImproperlyConfigured(
            "DATABASE_URL has an @, /, ? or # within its password: put the password into DATABASE_PASSWORD "
            "instead, as it is."
        )
    if password and settings["PASSWORD"] not in ("", password):
        raise ImproperlyConfigured(
            "DATABASE_URL and DATABASE_PASSWORD hold different passwords: leave the one in DATABASE_URL out."
        )
    settings["PASSWORD"] = settings["PASSWORD"] or password
    if not settings["NAME"]:
        raise ImproperlyConfigured(
            "DATABASE_URL names no database: add one at its end, as in postgresql://fluxx@localhost/fluxx."
        )
    return settings


def parse_broker_url(url: str) -> str:
    """The address of Redis or Valkey as Celery writes it: `unix:///…` is `redis+socket:///…` there."""
    if not url:
        raise ImproperlyConfigured(
            "REDIS_URL is not set. Set it to a Redis or Valkey server, such as redis://localhost:6379/0, "
            "or run bin/run, which brings its own."
        )
    try:
        parts = urlsplit(url)
        check_password_is_encoded("REDIS_URL", parts)
        parts.port  # noqa: B018  (a port that is no number raises here)
    except ValueError:
        raise ImproperlyConfigured("REDIS_URL is not an address: check its port and its brackets.") from None
    if parts.scheme == "unix":
        number = parse_qs(parts.query).get("db", ["0"])[0]
        if not parts.path or not number.isdecimal():
            raise ImproperlyConfigured(
                "REDIS_URL names no socket: write unix:///run/valkey/valkey.sock?db=0."
            )
        return f"redis+socket://{parts.path}?virtual_host={number}"
    if parts.scheme not in ("redis", "rediss"):
        raise ImproperlyConfigured(
            f"REDIS_URL starts with {parts.scheme}://. Write redis://, rediss:// or unix://."
        )
    try:
        redis.Redis.from_url(url).connection_pool.make_connection()
    except (TypeError, ValueError, redis.RedisError) as error:
        raise ImproperlyConfigured(
            f"REDIS_URL has something that its client doesn’t know: {error}."
        ) from None
    return url


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


def find_misspelt(environment: Iterable[str], known: Set[str]) -> dict[str, str]:
    """Return the names in the environment that look like a known setting and are none, each with that one."""
    names = known | {f"{name}_FILE" for name in known}
    near = {name: get_close_matches(name, names, 1, LIKE_OURS) for name in environment if name not in names}
    return {name: found[0] for name, found in sorted(near.items()) if found}


def mails_go_to_files(url: str) -> bool:
    """Whether mails become files on this machine, as they do where `EMAIL_URL` is not set."""
    return not url or url.startswith("file:")


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


def check_sign_up(value: str) -> str:
    """Who may come in: `open`, `invited` or `closed`."""
    if value not in ("open", "invited", "closed"):
        raise ImproperlyConfigured(
            f"SIGNUP is {value!r}. Write open for anybody, invited for who has an invitation, or closed."
        )
    return value


def check_site_title(value: str) -> str:
    """What the site is called; empty for the product's own name."""
    is_name = value.isprintable() and any(map(str.isalnum, value)) and not set(value) & set('<>@"[]\\')
    if value and (len(value) > 40 or not is_name):
        raise ImproperlyConfigured(
            f"SITE_TITLE is {value!r}. Write a name of 40 characters at most, without < > @ [ ] \\ or "
            "quotation marks: it stands in the subjects and senders of mails."
        )
    return value


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


@dataclass(frozen=True)
class SignInProvider:
    """An OpenID Connect provider, such as Keycloak or Google, and what this site is called there.

    `name` stands on buttons; `issuer` is an address without a slash at its end.
    """

    name: str
    issuer: str
    client_id: str
    client_secret: str = field(repr=False)


MOST_IN_ISSUER = 200  # characters: what django-allauth stores of one
MOST_IN_NAME = 40


def parse_sign_in_provider(
    *, name: str, issuer: str, client_id: str, client_secret: str
) -> SignInProvider | None:
    """The provider that people may sign in with, as four settings say; None where none of them is set."""
    given = {
        "OIDC_NAME": name,
        "OIDC_ISSUER": issuer,
        "OIDC_CLIENT_ID": client_id,
        "OIDC_CLIENT_SECRET": client_secret,
    }
    missing = [setting for setting, value in given.items() if not value]
    if len(missing) == len(given):
        return None
    if missing:
        raise ImproperlyConfigured(
            f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not set. To let people sign in "
            f"with a provider, set {', '.join(given)}; to let nobody, set none of them."
        )
    if len(name) > MOST_IN_NAME or not name.isprintable():
        raise ImproperlyConfigured(
            f"OIDC_NAME is {name!r}. It stands on a button: use one line, {MOST_IN_NAME} characters at most."
        )
    check_issuer(issuer)
    return SignInProvider(name, issuer.rstrip("/"), client_id, client_secret)


def check_issuer(issuer: str) -> None:
    """Refuse what can't be the address of a provider. Raises `ImproperlyConfigured`."""
    try:
        parts = urlsplit(issuer)
        parts.port  # noqa: B018  (a port that is no number raises here)
    except ValueError:
        raise ImproperlyConfigured(f"OIDC_ISSUER is {issuer!r}, which is not an address.") from None
    has_rest = parts.query or parts.fragment or parts.username or "/.well-known/" in parts.path
    if parts.scheme not in ("http", "https") or not parts.hostname or has_rest:
        raise ImproperlyConfigured(
            f"OIDC_ISSUER is {issuer!r}. Write the address that the provider calls its issuer, such as "
            "https://login.example/realms/club, without /.well-known/openid-configuration."
        )
    if parts.scheme == "http" and not is_local(issuer):
        raise ImproperlyConfigured(
            f"OIDC_ISSUER is {issuer!r}: who signs in must not travel in the open. Use its https address."
        )
    if len(issuer) > MOST_IN_ISSUER:
        raise ImproperlyConfigured(f"OIDC_ISSUER has more than {MOST_IN_ISSUER} characters.")
