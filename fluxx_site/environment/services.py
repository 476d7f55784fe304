"""The database and the broker that the site works with."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import dj_database_url
import redis
from django.core.exceptions import ImproperlyConfigured

from .addresses import check_password_is_encoded, is_cut_by_password


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
