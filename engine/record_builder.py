"""Building the record of a game from the history that a site kept of it, with moves that were taken back."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from engine.editions.deck_list import list_of
from engine.game import Game
from engine.mixing import Mix
from engine.outcomes import Outcome
from engine.randomness import commitment
from engine.record import FORMAT, JOIN, LEAVE, Record, RecordedStep
from engine.view import QuestionView, View


@dataclass(frozen=True)
class Mark:
    """A moment of a game to which it may go back: the stored game, and how many steps led to it."""

    data: bytes
    steps: int


@dataclass(frozen=True)
class _Step:
    """A step without the number of a side question, which changes when an earlier move is left out.

    ``side`` is its place among the open side questions of the seat.
    """

    seat: int
    labels: tuple[str, ...] = ()
    act: str = ""
    side: int | None = None


class RecordBuilder:
    """Plays a game again, in the order of its history, and notes the steps that were not taken back.

    Each method returns what happened, as ``dealt`` says it of the deal, and raises ``Refused`` if the rules
    no longer allow what was played.
    """

    def __init__(self, played: Game, *, seats: int, first: int, seed: str) -> None:
        self._deck, self._seats, self._first, self._seed = played.table.deck, seats, first, seed
        self._game = Game.new(self._deck, seats, first, seed=seed)
        self._steps: list[_Step] = []
        self.dealt = self._game.take_outcomes()

    def answer(self, seat: int, labels: Sequence[str], number: int | None) -> tuple[Outcome, ...]:
        """Answer the question of this number; the one that the play waits for without a number."""
        side = [each.number for each in _side_questions(self._game, seat)]
        place = side.index(number) if number in side else None
        outcomes = self._game.answer(seat, tuple(labels), number)
        self._steps.append(_Step(seat, tuple(labels), side=place))
        return outcomes

    def join(self) -> tuple[Outcome, ...]:
        """Seat one more."""
        seat, outcomes = self._game.join()
        self._steps.append(_Step(seat, act=JOIN))
        return outcomes

    def leave(self, seat: int) -> tuple[Outcome, ...]:
        """Take a seat out."""
        outcomes = self._game.leave(seat)
        self._steps.append(_Step(seat, act=LEAVE))
        return outcomes

    def view(self, seat: int | None) -> View:
        """What ``seat`` may know of the present moment; None for a spectator."""
        return self._game.view(seat)

    def mark(self) -> Mark:
        """The present moment, for ``back_to``."""
        return Mark(self._game.dump(), len(self._steps))

    def back_to(self, mark: Mark) -> None:
        """Take back what came after a mark."""
        self._game = self._game.back_to(mark.data)
        del self._steps[mark.steps :]

    def build(self, salt: str = "", mix: Mix | None = None) -> Record:
        """The record of what was played, with the winner of this replay.

        The hash that was published was made with ``salt``, or is that of ``mix``.
        """
        game = Game.new(self._deck, self._seats, self._first, seed=self._seed)
        steps = []
        for step in self._steps:
            number = None if step.side is None else _side_questions(game, step.seat)[step.side].number
            if step.act == JOIN:
                game.join()
            elif step.act == LEAVE:
                game.leave(step.seat)
            else:
                game.answer(step.seat, step.labels, number)
            steps.append(RecordedStep(step.seat, step.labels, step.act, number))
        record = Record(
            edition=self._deck.slug,
            seats=self._seats,
            first=self._first,
            seed=self._seed,
            steps=tuple(steps),
            winner=game.winner,
            commitment=mix.commitment if mix is not None else commitment(self._seed, salt),
            salt=salt,
            deck=list_of(self._deck),
            format=FORMAT,
            mix=mix,
        )
        return replace(record, chance=record.play_through()[1])


def _side_questions(game: Game, seat: int) -> list[QuestionView]:
    return [each for each in game.questions if each.seat == seat and each.beside]
