"""What the site is called, where it is reached, who may come in, and the key that it signs with."""

from collections.abc import Iterable, Set
from difflib import get_close_matches
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from .addresses import is_host, is_local

LIKE_OURS = 0.88  # EMIAL_URL and EMAIL_URLL are like EMAIL_URL, DATABASE_URL_OLD is like nothing
HOW_TO_MAKE_ONE = "python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"


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


def find_misspelt(environment: Iterable[str], known: Set[str]) -> dict[str, str]:
    """Return the names in the environment that look like a known setting and are none, each with that one."""
    names = known | {f"{name}_FILE" for name in known}
    near = {name: get_close_matches(name, names, 1, LIKE_OURS) for name in environment if name not in names}
    return {name: found[0] for name, found in sorted(near.items()) if found}
