"""A record: everything that makes a game happen again, and the way to check it.

A record holds the edition, the seats, the seed and the answers in the order in which they came.  The
seed is secret while a game runs, so a record is published only when the game is over.

Records of format 1 have no number.  Format 2 adds what chance decided, ``chance``, so that a page without
the rules can check each shuffle, and what the seed was mixed from, ``mix``; games dealt before have none.
"""

from collections.abc import Iterator
from itertools import zip_longest

import msgspec
from msgspec.structs import replace

from engine.editions.deck_list import DeckList, build_deck
from engine.editions.format_1 import deck_of_format_1
from engine.game import Game
from engine.mixing import Mix
from engine.outcomes import Outcome
from engine.randomness import Draw, commitment

FORMAT = 2
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

    ``commitment`` is the hash that was published: when the game was created, made of the site's part in
    ``mix``; of a game without one when it began, made of the seed and ``salt``.
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
    format: int = 1
    mix: Mix | None = None
    chance: tuple[Draw, ...] = ()

    def __str__(self) -> str:
        return msgspec.json.encode(self).decode()

    @classmethod
    def parse(cls, data: str | bytes) -> "Record":
        """The record that ``str`` wrote.  Raises ``ValueError`` for anything else, or of a later format."""
        record = msgspec.json.decode(data, type=cls)
        if not 1 <= record.format <= FORMAT:
            raise ValueError(f"its format is {record.format}, and this release reads 1 to {FORMAT}")
        return record

    def replay(self, draws: list[Draw] | None = None) -> Iterator[tuple[Game, tuple[Outcome, ...]]]:
        """Play the record again: the game after its start and after each step, with what happened.

        What chance decides is added to ``draws``.
        """
        deck = build_deck(self.deck) if self.deck else deck_of_format_1(self.edition)
        game = Game.new(deck, self.seats, self.first, seed=self.seed, draws=draws)
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

        Raises ``ValueError`` if a step is refused, the winner differs, chance decided otherwise than
        recorded, or the seed is not the one that its parts make, or that the hash ``published`` at the start
        (by default the record's own) was made of.
        """
        self._check_seed(published or self.commitment, salt or self.salt)
        game, chance = self.play_through()
        if self.format > 1:
            for number, (made, recorded) in enumerate(zip_longest(chance, self.chance), start=1):
                if made != recorded:
                    raise ValueError(f"Draw {number} of chance is not the one that the seed makes.")
        if game.winner != self.winner:
            raise ValueError(f"The record says that seat {self.winner} won, the replay says {game.winner}.")
        return game

    def play_through(self) -> tuple[Game, tuple[Draw, ...]]:
        """The game at its end, and what chance decided on the way, each with the number of its step."""
        draws: list[Draw] = []
        chance: list[Draw] = []
        for number, (played, _outcomes) in enumerate(self.replay(draws)):
            game = played
            chance += [replace(draw, step=number) for draw in draws]
            draws.clear()
        return game, tuple(chance)

    def _check_seed(self, published: str, salt: str) -> None:
        if self.mix is None:
            if published and commitment(self.seed, salt) != published:
                raise ValueError("The seed does not match the hash that was published when the game began.")
            return
        if published and self.mix.commitment != published:
            raise ValueError("The site's part does not match the hash that was published before the game.")
        self.mix.check(self.seats)
        if self.mix.seed != self.seed:
            raise ValueError("The seed is not the one that the parts of the site and of the players make.")
