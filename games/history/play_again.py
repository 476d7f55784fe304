"""Playing a stored game again from its deal, move by move, as its history tells it."""

from collections.abc import Iterator, Sequence

import engine
from games.core.stored_game import read_engine_game
from games.models import Game, GameState, Move

from .game_history import target_of


def build_player(game: Game, state: GameState, moves: Sequence[Move]) -> engine.RecordBuilder:
    """Return a game at its deal, ready for `play_again`; `moves` are all of its moves.

    Raises `DivergedTable`, `UnreadableTable`, and `ValueError` where its cards can't be dealt any more.
    """
    joined = sum(move.kind == Move.Kind.JOIN for move in moves)
    return engine.RecordBuilder(
        read_engine_game(state),
        seats=game.seats.count() - joined,
        first=game.starting_seat or 1,
        seed=state.seed,
    )


def play_again(
    builder: engine.RecordBuilder, moves: Sequence[Move]
) -> Iterator[tuple[Move, tuple[engine.Outcome, ...]]]:
    """Play the moves, oldest first and with their seats; yield each after it was played, with what happened.

    Of an event, and of an undo, nothing happens. Raises `engine.Refused` where the rules no longer allow a
    move, and `ValueError` where one was lost to a change of the rules.
    """
    targets = {target_of(move) for move in moves if move.kind == Move.Kind.UNDO}
    marks: dict[int, engine.Mark] = {}
    for move in moves:
        outcomes: tuple[engine.Outcome, ...] = ()
        number = move.seat.number if move.seat else 0
        match move.kind:
            case Move.Kind.DEAL:
                outcomes = builder.dealt
            case Move.Kind.ANSWER:
                outcomes = builder.answer(number, move.labels, move.question_number)
            case Move.Kind.JOIN:
                outcomes = builder.join()
            case Move.Kind.LEAVE:
                outcomes = builder.leave(number)
            case Move.Kind.UNDO:
                if target_of(move) not in marks:
                    raise ValueError("This release can't read what was taken back.")
                builder.back_to(marks[target_of(move)])
            case Move.Kind.RESTORED:
                raise ValueError("A play was lost when the rules were corrected.")
        if move.version in targets:
            marks[move.version] = builder.mark()
        yield move, outcomes
