"""Load every open game with the code as it is now: run it before a deploy."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import ProgrammingError, connection
from django.db.migrations.executor import MigrationExecutor

import engine
from games.core.errors import describe_error
from games.models import Game, GameState
from games.play.table_action import restore_checkpoint


class Command(BaseCommand):
    """Report the running games that this code cannot continue where they stand."""

    help = (
        "Loads every running game with this code, before or after the database is prepared for it. Where the "
        "play in progress no longer fits, the game goes back to its last checkpoint, and that play is done "
        "again; where a game cannot be loaded at all, has cards that are gone, or breaks an invariant of the "
        "rules, do not deploy. The exit code is 1 when there is one or the other."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the one option."""
        parser.add_argument(
            "--restore", action="store_true", help="take those plays back now, and tell the tables so"
        )

    def handle(self, *args: Any, restore: bool = False, **options: Any) -> None:
        """Load the games one by one; nothing that is printed holds a secret of a table.

        Only columns that every release has are read, for the database may still be that of the last one.
        """
        check_database(restores=restore)
        running = Game.objects.filter(status=Game.Status.RUNNING).order_by("pk")
        diverged = broken = unsound = 0
        dealt = running.exclude(state=None, commitment="")  # the others wait for the first card to be taken
        try:
            stored = list(dealt.values_list("pk", "key"))
        except ProgrammingError as error:
            raise CommandError(
                "The database is of a release too old to be checked: "
                f"{str(error).splitlines()[0]}. Upgrade to a release between the two first."
            ) from error
        for pk, key in stored:
            data = GameState.objects.values_list("data", flat=True).get(game=pk)
            try:
                lost = check_game(bytes(data))
            except UnsoundTable as error:
                unsound += 1
                self.stdout.write(f"{key}: {error}")
            except Exception as error:
                broken += 1
                self.stdout.write(f"{key}: cannot be loaded: {describe_failure(error)}")
            else:
                if lost is not None:
                    diverged += 1
                    self.stdout.write(f"{key}: the play in progress is done again ({lost} answers)")
                    if restore:
                        restore_checkpoint(game=pk)
        count = running.count()
        if broken or unsound or (diverged and not restore):
            raise CommandError(
                f"{count} running games: {diverged} lose their play in progress, {broken} cannot be loaded, "
                f"{unsound} break an invariant."
            )
        self.stdout.write(f"{count} running games: all can go on.")


def check_database(*, restores: bool) -> None:
    """Raise `CommandError` for a database without this site's tables, or one too old to be written to."""
    if not {Game._meta.db_table, GameState._meta.db_table} <= set(connection.introspection.table_names()):
        raise CommandError(
            f"Database {connection.settings_dict['NAME']} has no tables of this site. Check DATABASE_URL. "
            "A new site has nothing to check and needs: python manage.py prepare"
        )
    executor = MigrationExecutor(connection)
    if restores and executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError("--restore writes to the games, so first run: python manage.py prepare")


class UnsoundTable(Exception):
    """A table that loads, and that the rules could not have led to."""


def check_game(data: bytes) -> int | None:
    """Load a stored game, look at it from every side, and return how many answers are lost if it diverged.

    Raises `UnsoundTable` when it breaks an invariant, and any error with which it cannot be loaded.
    """
    lost = None
    try:
        table = engine.Game.load(data)
    except engine.Diverged as error:
        table, lost = error.game, len(error.lost)
    for seat in (None, *table.seats):
        table.view(seat)
    if found := engine.violations(table):
        raise UnsoundTable(" ".join(found))
    return lost


def describe_failure(error: Exception) -> str:
    """Return why a game cannot be loaded; what a table holds is left out."""
    return str(error) if isinstance(error, engine.UnknownCard) else describe_error(error)
