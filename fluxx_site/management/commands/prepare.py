"""`manage.py prepare`: bring the database and the translations to this release.

It is safe to run twice, and by replicas at once.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management import BaseCommand, CommandError, call_command
from django.db import OperationalError, ProgrammingError, connection

from fluxx_site.catalogues.compiled import compile_stale
from fluxx_site.second_factor import reencrypt_secrets
from games.core.locking import LOST_RACES
from games.delivery.channels.push import application_server_key
from games.moderation.roles import make_groups

# How often a migration gives way before prepare gives up; at each it waits for `LIMITS["lock_timeout"]`.
TRIES = 40
LOCK = 0x466C757878  # "Fluxx": the advisory lock under which one replica migrates and the others wait
# Nobody waits long for a row: a request says that it is busy, a sweep comes again.
LIMITS = {"lock_timeout": "3s", "idle_in_transaction_session_timeout": "60s"}


class Command(BaseCommand):
    help = (
        "Compiles the translations, migrates, makes the cache’s table, the roles of staff and the key for "
        "push; run it anywhere."
    )

    def handle(self, *_args: Any, **options: Any) -> None:
        if said := compile_stale():
            self.stderr.write(said)
        with waiting_for_others():
            self.refuse_other_programs_database()
            self.migrate(options["verbosity"])
            call_command("createcachetable", verbosity=options["verbosity"])
            make_groups()
            reencrypt_secrets()
            application_server_key()  # makes the key by which push services know this site
            try:
                set_limits()
            except ProgrammingError as error:
                self.stderr.write(f"PostgreSQL refuses to limit how long this role waits ({error}).")

    def migrate(self, verbosity: int) -> None:
        """Apply the migrations, each as soon as nobody uses its tables: while it waits for one, so does play.

        Each is a transaction of its own, so a new try goes on with the one that gave way.
        """
        for waited in range(TRIES):
            try:
                drop_unfinished_indexes()
                call_command("migrate", interactive=False, verbosity=verbosity)
            except OperationalError as error:
                if not isinstance(error.__cause__, LOST_RACES):
                    raise
                self.stderr.write(f"A table is in use ({str(error).splitlines()[0]}); trying again.")
                time.sleep(min(1 + waited / 4, 5))
            else:
                return
        raise CommandError(
            "A table has been in use for minutes. See pg_stat_activity for who holds it, and run this again."
        )

    def refuse_other_programs_database(self) -> None:
        """Migrating into another program's database would end half way, with both programs broken."""
        tables = connection.introspection.table_names()
        if tables and "django_migrations" not in tables:
            raise CommandError(
                f"The database {connection.settings_dict['NAME']} holds tables of another program "
                f"({tables[0]} is one). Make an empty database for this site, and name it in DATABASE_URL."
            )


@contextmanager
def waiting_for_others() -> Iterator[None]:
    """Wait until no other process prepares the database, and keep the others waiting meanwhile.

    The lock is that of a transaction on a connection of its own: it holds behind a pooler as well, and is
    freed when this process ends in any way. Who waits holds no connection of the pooler, so none runs out.
    Its last statement reads nothing: the snapshot of one that does stays open behind it, and an index that is
    made concurrently would wait for that for ever.
    """
    other = connection.copy()
    try:
        other.set_autocommit(False)
        while True:
            with other.cursor() as cursor:
                cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
                (is_mine,) = cursor.fetchone()
                cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            if is_mine:
                break
            other.rollback()
            time.sleep(0.5)
        yield
    finally:
        other.close()


def drop_unfinished_indexes() -> None:
    """Drop indexes whose making was broken off: a new try would find their names taken."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexrelid::regclass::text FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid"
            " WHERE NOT indisvalid AND relnamespace = current_schema()::regnamespace"
        )
        for (name,) in cursor.fetchall():
            cursor.execute(f"DROP INDEX CONCURRENTLY {name}")


def set_limits() -> None:
    """Give the role of the site the limits of waiting for new connections to this database.

    A connection pooler passes on no settings of a connection, and loses those of a session.
    """
    with connection.cursor() as cursor:
        database = connection.ops.quote_name(connection.settings_dict["NAME"])
        for name, limit in LIMITS.items():
            cursor.execute(f"ALTER ROLE CURRENT_USER IN DATABASE {database} SET {name} = '{limit}'")
