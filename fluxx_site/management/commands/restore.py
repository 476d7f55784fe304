"""`manage.py restore FILE`: put a backup back, prepare it, and give all clocks the time since then."""

import math
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, call_command
from django.db import OperationalError

from fluxx_site.backups import BackupFailed, restore_backup
from fluxx_site.database_away import describe_database_error
from games.core import crash
from games.models import Game
from games.timing.outages import credit_outages, put_off_reminders


class Command(BaseCommand):
    help = (
        "Restores a file that manage.py backup has made, while nothing else of the site runs; as a whole or "
        "not at all. Clocks get the time since the backup back; mails that waited then wait an hour more."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="also when the database holds games, which are then lost"
        )

    def handle(self, *_args: Any, file: Path, replace: bool, verbosity: int, **_options: Any) -> None:
        try:
            archive = restore_backup(
                file, self.stdout.write if verbosity else lambda _text: None, replace=replace
            )
        except BackupFailed as error:
            raise CommandError(str(error)) from error
        except OperationalError as error:
            raise CommandError(describe_database_error(error)) from error
        crash.point("restored")
        call_command("prepare", verbosity=0)
        self.credited = 0

        def say(games: int) -> None:
            self.credited += games
            if games and verbosity:
                self.stdout.write(f"{self.credited} games have their time back …")

        credit_outages("restore", stop_at=math.inf, say=say)
        put_off_reminders()
        running = Game.objects.filter(status=Game.Status.RUNNING).count()
        self.stdout.write(
            f"Restored as of {archive.started_at:%Y-%m-%d %H:%M:%S} UTC: {archive.games} games, {running} of "
            "them running; their clocks have the time since then back. Start the site."
        )
