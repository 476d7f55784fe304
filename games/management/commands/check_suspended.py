"""Load every open game with the code as it is now: run it before a deploy."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

import engine
from games.core.errors import describe
from games.models import Game, GameState
from games.play import diverged as diverged_actions


class Command(BaseCommand):
    """Report the running games that this code cannot continue where they stand."""

    help = (
        "Loads every running game with this code. Where the play in progress no longer fits, the game goes "
        "back to its last checkpoint, and that play is done again; where a game cannot be loaded at all, do "
        "not deploy. The exit code is 1 when there is one or the other."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the one option."""
        parser.add_argument(
            "--restore", action="store_true", help="take those plays back now, and tell the tables so"
        )

    def handle(self, *args: Any, restore: bool = False, **options: Any) -> None:
        """Load the games one by one; nothing that is printed holds a secret of a table."""
        running = Game.objects.filter(status=Game.Status.RUNNING).order_by("pk")
        diverged = broken = 0
        for game in running.iterator():
            match self.look_at(game):
                case engine.Diverged() as error:
                    diverged += 1
                    self.stdout.write(
                        f"{game.key}: the play in progress is done again ({len(error.lost)} answers)"
                    )
                    if restore:
                        diverged_actions.restore(pk=game.pk)
                case Exception() as error:
                    broken += 1
                    self.stdout.write(f"{game.key}: cannot be loaded: {describe(error)}")
        count = running.count()
        if broken or (diverged and not restore):
            raise CommandError(
                f"{count} running games: {diverged} lose their play in progress, {broken} cannot be loaded."
            )
        self.stdout.write(f"{count} running games: all can go on.")

    def look_at(self, game: Game) -> Exception | None:
        """Load one game and look at it from every side; return what went wrong."""
        state = GameState.objects.filter(game=game).first()
        if state is None:
            return None if not game.is_dealt else ValueError("the state is missing")
        try:
            table = engine.Game.load(bytes(state.data))
            table.views(None, *table.seats)
        except Exception as error:
            return error
        return None
