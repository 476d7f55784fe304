"""Checks that the servers answer and the mail folder takes files (requirement O2).

`preflight` runs before the web server, the worker and beat start.
"""

import functools
import logging
import os
import tempfile

import redis
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, register
from django.db import OperationalError, ProgrammingError, connection

from fluxx_site import environment
from fluxx_site.catalogues.compiled import describe_stale
from fluxx_site.database_away import describe_database_error
from fluxx_site.static_files import describe_stale_files
from games.periodic.jumps import MOST_SKEW, clock_skew

log = logging.getLogger(__name__)


class NotReady(Exception):
    """Its text is one line: the cause, and what to do."""


def preflight() -> None:
    """Raise NotReady when the site can't work. Without Redis it can, only slower: that is a warning."""
    if settings.MAILS_GO_TO_FILES:
        require_writable_mail_folder()
    if said := describe_stale():
        log.warning("%s", said)
    for warning in [*check_mails_leave(), *check_names_of_settings()]:
        log.warning("%s %s", warning.msg, warning.hint)
    try:
        connection.ensure_connection()
        skew = clock_skew()
        unapplied = missing_migrations()
    except (OperationalError, ProgrammingError) as error:  # the latter: a role that may not read the tables
        raise NotReady(describe_database_error(error)) from error
    if abs(skew) > MOST_SKEW:
        raise NotReady(
            f"The clock of this machine and PostgreSQL’s differ by {abs(skew):.0f} seconds, so deadlines "
            "would be wrong. Let both follow a time server."
        )
    if unapplied:
        raise NotReady(
            f"The database lacks {len(unapplied)} migrations, the first is {unapplied[0]}. "
            "Run: python manage.py prepare"
        )
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1) as client:
            client.ping()
    except redis.RedisError as error:
        log.warning("Redis does not answer (%s). Games go on and mails wait for it; check REDIS_URL.", error)


def require_static_files() -> None:
    """Raise NotReady when pages would name static files of another release."""
    if said := describe_stale_files():
        raise NotReady(said)


def missing_migrations() -> list[str]:
    """The names of the migrations that the database lacks, such as `games.0002_wish`; asks it one thing."""
    from django.db.migrations.recorder import MigrationRecorder

    applied = MigrationRecorder(connection).applied_migrations()
    return [".".join(known) for known in known_migrations() if known not in applied]


@functools.cache
def known_migrations() -> list[tuple[str, str]]:
    """App and name of every migration of this release: read from disk once, since probes ask often."""
    from django.db.migrations.loader import MigrationLoader

    return sorted(MigrationLoader(None).graph.nodes)


def require_writable_mail_folder() -> None:
    folder = settings.EMAIL_FILE_PATH
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise NotReady(
            f"The mail folder {folder} can’t be written ({error.strerror}). Set EMAIL_URL to a mail server, "
            "or VAR_DIR to a folder that this account may write."
        ) from error


@register()
def check_names_of_settings(**_kwargs: object) -> list[CheckMessage]:
    """Warn of environment variables that look like a setting: a slip in a name is silent otherwise."""
    return [
        checks.Warning(
            f"The site knows no setting {name}.",
            hint=f"Did you mean {meant}? docs/settings.md lists all settings.",
            id="fluxx_site.W002",
        )
        for name, meant in environment.find_misspelt(os.environ, settings.KNOWN).items()
    ]


@register()
def check_mails_leave(**_kwargs: object) -> list[CheckMessage]:
    if settings.MAILS_GO_TO_FILES and not settings.EMBEDDED:
        return [
            checks.Warning(
                f"Mails are written to {settings.EMAIL_FILE_PATH} and reach nobody.",
                hint="Set EMAIL_URL, such as smtp+tls://user:password@mail.example:587.",
                id="fluxx_site.W001",
            )
        ]
    return []
