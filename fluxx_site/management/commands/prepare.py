"""`manage.py prepare`: bring the database to this release. Safe to run twice, and by replicas at once."""

from typing import Any

from django.core.management import BaseCommand, CommandError, call_command
from django.db import connection

from fluxx_site.second_factor import encrypt_anew
from games.delivery.channels.push import application_server_key
from games.moderation.roles import make_groups

LOCK = 0x466C757878  # "Fluxx": the advisory lock under which one replica migrates and the others wait


class Command(BaseCommand):
    help = "Migrates, makes the cache’s table, the roles of staff and the key for push; run it anywhere."

    def handle(self, *_args: Any, **options: Any) -> None:
        with connection.cursor() as cursor:
            # A session lock: it is freed when this process ends in any way. Waiting for it is meant to last.
            cursor.execute("SET lock_timeout = 0")
            cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            cursor.execute("RESET lock_timeout")
            try:
                self.refuse_foreign_tables()
                call_command("migrate", interactive=False, verbosity=options["verbosity"])
                call_command("createcachetable", verbosity=options["verbosity"])
                make_groups()
                encrypt_anew()
                application_server_key()  # makes the key by which push services know this site
            finally:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])

    def refuse_foreign_tables(self) -> None:
        """Migrating into another program's database would end half way, with both programs broken."""
        tables = connection.introspection.table_names()
        if tables and "django_migrations" not in tables:
            raise CommandError(
                f"The database {connection.settings_dict['NAME']} holds tables of another program "
                f"({tables[0]} is one). Make an empty database for this site, and name it in DATABASE_URL."
            )
