"""`manage.py backup FILE`: write the whole database into one file, and check it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.db import OperationalError

from fluxx_site.backups import BackupFailed, write_backup
from fluxx_site.database_away import describe_database_error


class Command(BaseCommand):
    help = (
        "Writes a backup of the database while the site runs, and reads it back. A file of that name is "
        "replaced when the new one is complete. Keep SECRET_KEY and the other settings, too: it lacks them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, file: Path, verbosity: int, **_options: Any) -> None:
        try:
            archive = write_backup(file, self.stdout.write if verbosity else lambda _text: None)
        except BackupFailed as error:
            raise CommandError(str(error)) from error
        except OperationalError as error:
            raise CommandError(describe_database_error(error)) from error
        size = file.stat().st_size / 1_000_000
        self.stdout.write(f"{file}: {archive.games} games, {sum(archive.rows.values())} rows, {size:.1f} MB.")
