"""One look at a game: what several parts of a page, or of a mail, want to know of it is fetched once.

A look belongs to one object of a game, from `take` on. Whoever changes a game takes none: they read it anew.
"""

from __future__ import annotations

from functools import cached_property

from django.db.models import Exists, OuterRef

from games.models import Game, GameState, MutedGame, Question, Seat, Vacation, Vote
from games.models.question import STOPS_PLAY
from games.models.vote import IS_OPEN


class Glance:
    """What one look at a game has found so far."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def seats(self) -> list[Seat]:
        """All seats with their players; ``is_muted``, and whether the player has ever entered a vacation."""
        muted = MutedGame.objects.filter(game=OuterRef("game"), player=OuterRef("player"))
        vacations = Vacation.objects.filter(player=OuterRef("player"))
        seats = Seat.objects.filter(game=self.game).select_related("player").order_by("number")
        return list(seats.annotate(is_muted=Exists(muted), they_go_away=Exists(vacations)))

    @cached_property
    def questions(self) -> list[Question]:
        """What the play waits for, in the order of asking."""
        return list(Question.objects.filter(STOPS_PLAY, game=self.game).order_by("number"))

    @cached_property
    def votes(self) -> list[Vote]:
        """The votes that are open, with the seats that they are about; the newest first."""
        return list(Vote.objects.filter(IS_OPEN, game=self.game).select_related("seat").order_by("-pk"))

    @cached_property
    def state(self) -> GameState | None:
        """The table; for `games.core.access` alone, which knows who may see what of it."""
        return GameState.objects.filter(game=self.game).first()


def take(game: Game) -> Glance:
    """Look at a game anew; what is asked of this object from now on comes from this look."""
    game.__dict__["_glance"] = look = Glance(game)
    return look


def taken(game: Game) -> Glance | None:
    """Return the look that was taken at a game, if one was."""
    return game.__dict__.get("_glance")


def at(game: Game) -> Glance:
    """Return the look that was taken at a game, or one for this question only."""
    return taken(game) or Glance(game)
