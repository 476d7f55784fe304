"""Add to the corpus of sleeping games: ``python -m tests.engine.make_suspended``.

A sleeping game is stored as it lay in a database, beside the questions that it must ask when it wakes.
There is one for each kind of question, at rest and in the middle of a play, for each kind of question to
several seats half answered, and for plays nested deep; those of the board game have names of their own.
Files that exist are never changed: they are samples of how games were stored, and code that can't load them
would lose games.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from engine import Game, QuestionView
from tests.engine.games import DECKS, moments, seats_of

FOLDER = Path(__file__).parent / "suspended"
GAMES = 300


class Suspended(msgspec.Struct, frozen=True):
    """One file: a stored game, and its open questions."""

    game: msgspec.Raw
    questions: tuple[QuestionView, ...]


def samples() -> Iterator[tuple[str, Suspended]]:
    """Moments of many games, each under all names of what it is a sample of."""
    for number in range(GAMES):
        before: set[int] = set()
        deck = DECKS[number % len(DECKS)]
        prefix = "board-" if deck == "board" else ""
        for game in moments(number, seats=seats_of(deck, number // len(DECKS)), deck=deck):
            asked = {question.number for question in game.questions if not question.beside}
            sample = Suspended(msgspec.Raw(game.dump()), game.questions)
            for name in names(game, half_answered=bool(asked) and asked < before):
                yield f"{prefix}{name}", sample
            before = asked


def names(game: Game, *, half_answered: bool) -> Iterable[str]:
    """What a moment is a sample of."""
    for what in sorted({question.what.value for question in game.questions}):
        yield f"{what}-at-rest" if game.at_rest else f"{what}-in-a-play"
    if half_answered:
        for what in sorted({question.what.value for question in game.questions if not question.beside}):
            yield f"{what}-half-answered"
    if len(game.table.resolving) > 2:
        yield f"nested-{len(game.table.resolving)}-deep"
    if len(game.table.temporary) > 1:
        yield f"temporary-hands-{len(game.table.temporary)}"
    if len(game.journal) > 4:
        yield "a-long-journal"
    if game.over:
        yield "over"


def main() -> None:
    """Write a sample under each name that has none yet."""
    FOLDER.mkdir(exist_ok=True)
    for name, sample in samples():
        path = FOLDER / f"{name}.json"
        if not path.exists():
            path.write_bytes(msgspec.json.encode(sample) + b"\n")


if __name__ == "__main__":
    main()
