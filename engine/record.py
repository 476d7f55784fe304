"""A record: everything that makes a game happen again, and the way to check it.

A record holds the edition, the seats, the seed and the answers in the order in which they came.  The
seed is secret while a game runs, so a record is published only when the game is over.
"""

from collections.abc import Iterator

import msgspec

from engine.editions.deck_list import DeckList, build_deck
from engine.editions.format_1 import deck_of_format_1
from engine.game import Game
from engine.outcomes import Outcome
from engine.randomness import commitment

JOIN, LEAVE = "join", "leave"


class RecordedStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that a seat did: its answer, or (``act``) that it joined or left.

    ``beside`` is the number of the question, where it is not the one that the play waited for.
    """

    seat: int
    labels: tuple[str, ...] = ()
    act: str = ""
    beside: int | None = None


class Record(msgspec.Struct, frozen=True):
    """A whole game as it was played.  ``parse(str(record)) == record``.

    ``commitment`` is the hash that was published when the game began, made of the seed and ``salt``.
    ``deck`` lists the cards, so that a changed edition shuffles no others; old records have none, and are
    played with the lists of format 1.
    """

    edition: str
    seats: int
    first: int
    seed: str
    steps: tuple[RecordedStep, ...]
    winner: int | None = None
    commitment: str = ""
    salt: str = ""
    deck: DeckList | None = None

    def __str__(self) -> str:
        return msgspec.json.encode(self).decode()

    @classmethod
    def parse(cls, data: str | bytes) -> "Record":
        """The record that ``str`` wrote.  Raises ``ValueError`` for anything else."""
        return msgspec.json.decode(data, type=cls)

    def replay(self) -> Iterator[tuple[Game, tuple[Outcome, ...]]]:
        """Play the record again: the game after its start and after each step, with what happened."""
        deck = build_deck(self.deck) if self.deck else deck_of_format_1(self.edition)
        game = Game.new(deck, self.seats, self.first, seed=self.seed)
        yield game, game.take_outcomes()
        for step in self.steps:
            if step.act == JOIN:
                yield game, game.join()[1]
            elif step.act == LEAVE:
                yield game, game.leave(step.seat)
            else:
                yield game, game.answer(step.seat, step.labels, step.beside)

    def check(self, published: str = "", salt: str = "") -> Game:
        """Replay to the end and return the game.

        Raises ``ValueError`` if a step is refused, the winner differs, or the seed is not the one that
        the hash ``published`` at the start (by default the record's own) was made of.
        """
        published = published or self.commitment
        if published and commitment(self.seed, salt or self.salt) != published:
            raise ValueError("The seed does not match the hash that was published when the game began.")
        *_, (game, _outcomes) = self.replay()
        if game.winner != self.winner:
            raise ValueError(f"The record says that seat {self.winner} won, the replay says {game.winner}.")
        return game
