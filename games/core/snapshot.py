"""What several parts of a page, or of a mail, want to know of one game, so that each is fetched once.

Whoever changes a game takes none: what holds under its lock is in `rows.GameRows`.
"""

from dataclasses import dataclass

from django.utils.functional import cached_property

from games.clocks.running_time import ClockPauses
from games.models import Game, GameState, Question, Seat, Vacation, Vote
from games.models.hours import with_vacations
from games.models.question import IS_OPEN as IS_ASKED
from games.models.vote import IS_OPEN


@dataclass(frozen=True)
class TableSnapshot:
    """One game as it was when somebody first asked for each of these; everything is fetched at most once."""

    game: Game

    @cached_property
    def seats(self) -> list[Seat]:
        """All seats with their players, in their order."""
        return list(Seat.objects.filter(game=self.game).select_related("player").order_by("number"))

    @cached_property
    def names(self) -> dict[int, str]:
        """What each seat is called, by its number, seats that were left included."""
        return {seat.number: str(seat) for seat in self.seats}

    @cached_property
    def open_questions(self) -> list[Question]:
        """All that is asked, in the order of asking."""
        return list(Question.objects.filter(IS_ASKED, game=self.game).order_by("number"))

    @property
    def questions(self) -> list[Question]:
        """What the play waits for, in the order of asking."""
        return [question for question in self.open_questions if not question.is_side]

    @cached_property
    def votes(self) -> list[Vote]:
        """The votes that are open, with the seats that they are about; the newest first."""
        votes = list(Vote.objects.filter(IS_OPEN, game=self.game).order_by("-pk"))
        seats = {seat.pk: seat for seat in self.seats} if votes else {}
        for vote in votes:
            vote.game, vote.seat = self.game, seats[vote.seat_id]
        return votes

    @cached_property
    def pauses(self) -> dict[int, ClockPauses]:
        """What stops the clocks of the players at the table, by their primary keys; vacations included."""
        players = [seat.player for seat in self.seats if seat.player is not None]
        vacations: dict[int, list[Vacation]] = {player.pk: [] for player in players}
        for vacation in Vacation.objects.filter(player__in=players):
            vacations[vacation.player_id].append(vacation)
        return {player.pk: with_vacations(player.regular_hours, vacations[player.pk]) for player in players}

    @cached_property
    def state(self) -> GameState | None:
        """The table; for `games.core.access` alone, which knows who may see what of it."""
        return GameState.objects.filter(game=self.game).first()
