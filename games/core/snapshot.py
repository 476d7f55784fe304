"""What several parts of a page, or of a mail, want to know of a game, so that each is fetched once.

A page is about one game. Mails are written for many at once, and share `TableBatch`: one query finds the
rows of all their games.

Whoever changes a game takes none: what holds under its lock is in `rows.GameRows`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from django.db.models import Max
from django.utils.functional import cached_property

from games.clocks.running_time import ClockPauses
from games.models import Game, GameState, Move, Question, Remark, Seat, Vacation, Vote, faces_of
from games.models.hours import with_vacations
from games.models.question import IS_OPEN as IS_ASKED
from games.models.vote import IS_OPEN

from .shown_rows import RareRows, ShownRows, find_rare, load_shown
from .window_passes import newest_versions, newest_without_passes

# So many of the last moves of a game are fetched: as many as a mail shows. Passes in windows are secret, and
# count for nothing.
RECENT_MOVES = 30
# So many of the last moves a page shows.
MOVES_SHOWN = 60


class OfGame(Protocol):
    """A row that belongs to a game."""

    @property
    def game_id(self) -> int:
        """The primary key of its game."""


R = TypeVar("R", bound=OfGame)


@dataclass(frozen=True)
class TableBatch:
    """Several games as they were when somebody first asked for each of these."""

    games: tuple[Game, ...]

    @classmethod
    def of(cls, games: Iterable[Game]) -> "TableBatch":
        """Return the tables of these games, each once."""
        return cls(tuple({game.pk: game for game in games}.values()))

    def _by_game(self, rows: Iterable[R]) -> Mapping[int, list[R]]:
        found: dict[int, list[R]] = {game.pk: [] for game in self.games}
        for row in rows:
            found[row.game_id].append(row)
        return found

    @cached_property
    def seats(self) -> Mapping[int, list[Seat]]:
        """All seats of each game with their players, in their order."""
        rows = Seat.objects.filter(game__in=self.games).select_related("player")
        found = self._by_game(rows.order_by("number"))
        for game in self.games:
            game.faces = faces_of(found[game.pk])
        return found

    @cached_property
    def open_questions(self) -> Mapping[int, list[Question]]:
        """All that each game asks, in the order of asking."""
        return self._by_game(Question.objects.filter(IS_ASKED, game__in=self.games).order_by("number"))

    @cached_property
    def rare(self) -> Mapping[int, RareRows]:
        """Of what each game has any rows at all."""
        return find_rare(self.games)

    @cached_property
    def vacations(self) -> Mapping[int, list[Vacation]]:
        """The vacations of everybody who plays, by the primary keys of the players."""
        players = {seat.player_id for seats in self.seats.values() for seat in seats if seat.player_id}
        found: dict[int, list[Vacation]] = {player: [] for player in players}
        for vacation in Vacation.objects.filter(player__in=players):
            found[vacation.player_id].append(vacation)
        return found

    @cached_property
    def states(self) -> Mapping[int, GameState]:
        """The tables of the games whose cards are dealt."""
        return GameState.objects.in_bulk([game.pk for game in self.games])

    @cached_property
    def recent_moves(self) -> Mapping[int, list[Move]]:
        """The last `RECENT_MOVES` of each game, the newest first."""
        return self._by_game(newest_without_passes((game.pk for game in self.games), RECENT_MOVES))

    @cached_property
    def last_remarks(self) -> Mapping[int, int]:
        """The primary keys of the last remarks, removed ones included; no key where nobody has spoken."""
        said = Remark.objects.filter(game__in=self.games).order_by().values_list("game")
        return dict(said.annotate(last=Max("pk")))


@dataclass(frozen=True)
class OneTable(TableBatch):
    """The same of one game, for a page: most of it in one statement."""

    @cached_property
    def shown(self) -> ShownRows:
        """Everything that one statement reads."""
        return load_shown(self.games[0])

    @cached_property
    def seats(self) -> Mapping[int, list[Seat]]:
        """All seats of the game with their players, in their order."""
        game = self.games[0]
        game.faces = faces_of(self.shown.seats)
        return {game.pk: list(self.shown.seats)}

    @cached_property
    def open_questions(self) -> Mapping[int, list[Question]]:
        """All that the game asks, in the order of asking."""
        return {self.games[0].pk: list(self.shown.questions)}

    @cached_property
    def rare(self) -> Mapping[int, RareRows]:
        """Of what the game has any rows at all."""
        return {self.games[0].pk: self.shown.rare}

    @cached_property
    def states(self) -> Mapping[int, GameState]:
        """The table of the game, once its cards are dealt; by itself, while nothing else is asked for."""
        if "shown" not in vars(self):
            return super().states
        state = self.shown.state
        return {} if state is None else {self.games[0].pk: state}


@dataclass(frozen=True)
class TableSnapshot:
    """One game as it was when somebody first asked for each of these; everything is fetched at most once."""

    game: Game
    among: TableBatch | None = None

    @cached_property
    def tables(self) -> TableBatch:
        """The games that it is fetched with; itself alone by default."""
        return self.among or OneTable((self.game,))

    @property
    def seats(self) -> list[Seat]:
        """All seats with their players, in their order."""
        return self.tables.seats[self.game.pk]

    @cached_property
    def names(self) -> dict[int, str]:
        """What each seat is called, by its number, seats that were left included."""
        return {seat.number: str(seat) for seat in self.seats}

    @property
    def open_questions(self) -> list[Question]:
        """All that is asked, in the order of asking."""
        return self.tables.open_questions[self.game.pk]

    @property
    def recent_moves(self) -> list[Move]:
        """The last `RECENT_MOVES`, the newest first."""
        return self.tables.recent_moves[self.game.pk]

    @cached_property
    def versions_shown(self) -> list[int]:
        """The versions of the last `MOVES_SHOWN` visible moves and of the one before, the newest first."""
        return newest_versions(self.game, MOVES_SHOWN)

    @property
    def version(self) -> int:
        """The version of the last visible move."""
        return next(iter(self.versions_shown), 0)

    @property
    def last_remark(self) -> int:
        """The primary key of the last remark; 0 if nobody has spoken."""
        return self.tables.last_remarks.get(self.game.pk, 0)

    @property
    def questions(self) -> list[Question]:
        """What the play waits for, in the order of asking."""
        return [question for question in self.open_questions if not question.is_side]

    @property
    def rare(self) -> RareRows:
        """Of what the game has any rows at all."""
        return self.tables.rare[self.game.pk]

    @cached_property
    def votes(self) -> list[Vote]:
        """The votes that are open, with the seats that they are about; the newest first."""
        if not self.rare.votes:
            return []
        votes = list(Vote.objects.filter(IS_OPEN, game=self.game).order_by("-pk"))
        seats = {seat.pk: seat for seat in self.seats}
        for vote in votes:
            vote.game, vote.seat = self.game, seats[vote.seat_id]
        return votes

    @cached_property
    def pauses(self) -> dict[int, ClockPauses]:
        """What stops the clocks of the players at the table, by their primary keys; vacations included."""
        players = [seat.player for seat in self.seats if seat.player is not None]
        # The vacations of several games are one query anyway.
        away = self.tables.vacations if self.among is not None or self.rare.vacations else {}
        return {each.pk: with_vacations(each.regular_hours, away.get(each.pk, ())) for each in players}

    @property
    def state(self) -> GameState | None:
        """The table; for `games.core.access` alone, which knows who may see what of it."""
        return self.tables.states.get(self.game.pk)
