"""What counts as the name of a host, and as an address of this machine."""

import re
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ImproperlyConfigured

LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
DOMAIN = re.compile(r"(?=.{1,253}$)(?:(?!-)[a-z0-9-]{1,63}(?<!-)\.)*(?!-)[a-z0-9-]{1,63}(?<!-)")


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
