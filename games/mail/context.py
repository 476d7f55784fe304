"""What a letter is written from: a notice with its game, its seat and its reader."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.functional import cached_property

import engine
from games.core import access, tokens
from games.core.snapshot import RECENT_MOVES, TableSnapshot
from games.core.stored_game import UnreadableTable
from games.history import game_history
from games.models import Deputy, Face, Game, Move, Notice, Player, Question, Seat, faces_of
from games.models.names import one_line
from games.outbox import planning
from games.outbox.obsolete import Obsolete

from . import links
from .letter import Letter


@dataclass(frozen=True)
class LetterContext:
    """A notice with its related rows; the table is loaded on demand.

    `player` reads the letter. `seat` is theirs, unless they are its deputy or a host who reads about it.
    """

    notice: Notice
    game: Game
    seat: Seat
    player: Player
    snapshot: TableSnapshot

    @classmethod
    def of(cls, notice: Notice, snapshot: TableSnapshot | None = None) -> "LetterContext":
        """Return the context of a notice to a seat. `snapshot` is of its game. Raises `Obsolete`."""
        if notice.seat is None or notice.player is None:
            raise Obsolete("the seat is gone")
        notice.seat.game = notice.game
        if notice.seat.player_id == notice.player_id:
            notice.seat.player = notice.player
        if notice.question is not None:
            notice.question.game = notice.game
        game = notice.game
        return cls(notice, game, notice.seat, notice.player, snapshot or TableSnapshot(game))

    @property
    def has_hints(self) -> bool:
        """Whether the seat's player wants to read what would win."""
        return self.seat.player is None or self.seat.player.shows_hints

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of the seats by their numbers, each on one line."""
        return {number: one_line(name) for number, name in self.snapshot.names.items()}

    @cached_property
    def faces(self) -> dict[int, Face]:
        """The faces at the table by the numbers of the seats."""
        return faces_of(self.snapshot.seats)

    @property
    def name(self) -> str:
        """The name of the seat."""
        return self.seat.shown_name

    @cached_property
    def is_first_mail(self) -> bool:
        """Whether no mail of this game has asked the reader anything yet."""
        return not planning.was_asked(self.notice)

    @cached_property
    def view(self) -> engine.View | None:
        """The table as the seat may see it; ``None`` before the deal.

        News of a game that this release can't read come without its table. Raises `UnreadableTable` where
        the notice asks something.
        """
        try:
            return access.view(self.game, self.seat, self.snapshot)
        except UnreadableTable:
            if self.notice.question_id is not None:
                raise
            return None

    @cached_property
    def last_turn(self) -> int:
        """The move with which the last turn of the seat ended, mostly a recent one; 0 if there is none."""
        recent = self.snapshot.recent_moves
        found = game_history.last_turn_among(recent, self.seat)
        is_known = found or len(recent) < RECENT_MOVES
        return found if is_known else game_history.since_last_turn(self.game, self.seat)

    def moves_after(self, version: int) -> Sequence[Move]:
        """Return all moves after move `version`, the newest first."""
        recent = self.snapshot.recent_moves
        if len(recent) == RECENT_MOVES and recent[-1].version > version + 1:
            return game_history.moves_after(self.game, version)
        return [move for move in recent if move.version > version]

    @property
    def is_own_seat(self) -> bool:
        """Whether the seat is the reader's, not one that they are a deputy for, or were replaced in."""
        return self.seat.player_id == self.player.pk

    @cached_property
    def deputy(self) -> Deputy:
        """The deputyship that lets the reader play somebody else's seat. Raises `Obsolete`."""
        for deputy in access.deputies_in_force(seat=self.seat.pk, player=self.player.pk):
            return deputy
        raise Obsolete("the reader does not play this seat")

    def param(self, name: str) -> Any:
        """Return one of the notice's parameters.

        Raises `Obsolete` if it is missing: the release before that column wrote the notice.
        """
        if name not in self.notice.params:
            raise Obsolete(f"it was written without its data: {name}")
        return self.notice.params[name]

    def seat_link(self, to: str = "", pick: str = "") -> str:
        """Return the link for the seat's own player to the table, or to its page `to`.

        `pick` is filled in there. Raises `Obsolete` for anybody else.
        """
        if not self.is_own_seat:
            raise Obsolete("the seat is not the reader’s")
        link = links.absolute_url("play_link", tokens.make_token(self.seat, at=self.notice.created_at))
        query = {name: value for name, value in (("to", to), ("pick", pick)) if value}
        return f"{link}?{urlencode(query)}" if query else link

    def question_link(self, question: Question) -> str:
        """Return the link that answers a question of the seat. Raises `Obsolete`."""
        at = self.notice.created_at
        if self.is_own_seat:
            return links.absolute_url("play_link", tokens.make_token(self.seat, question, at=at))
        return links.absolute_url("deputy_link", tokens.make_deputy_token(self.deputy, question, at=at))

    def find_question(self, number: int) -> Question:
        """Return the open question of the game with this number. Raises `Obsolete`."""
        for question in self.snapshot.open_questions:
            if question.number == number:
                return question
        raise Obsolete("the question is gone")


Writer = Callable[[LetterContext], Letter]
