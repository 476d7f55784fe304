"""What tells the board game from the games of cards.  All else, from questions to storage, they share."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import msgspec

import engine.board.set_up
import engine.board.turn
import engine.set_up
import engine.turn
from engine.board.table import BoardTable
from engine.card import Deck
from engine.editions import deck_of
from engine.randomness import Draw
from engine.table import CommonTable, Table


class Rulebook(msgspec.Struct, frozen=True):
    """The rules of one kind of game.

    ``lay_out`` sets a table up as ``set_up`` does; ``turns`` plays from wherever a table is.
    ``seat_one`` gives a seat that joins its things besides its hand, ``clear_seat`` takes what a seat that
    leaves had besides its hand and returns its cards; ``first_phase`` is where a seat's turn begins.
    """

    table: type[CommonTable]
    fewest: int
    most: int
    lay_out: Callable[[Deck, Sequence[int], int, str, Sequence[int], list[Draw] | None], CommonTable]
    turns: Callable[[Any], Coroutine[Any, Any, None]]
    seat_one: Callable[[Any, int], None]
    clear_seat: Callable[[Any, int], list[int]]
    first_phase: Callable[[Any, int], str]


_CARDS = Rulebook(
    Table,
    engine.set_up.FEWEST,
    engine.set_up.MOST,
    engine.set_up.lay_out,
    engine.turn.turns,
    engine.set_up.seat_one,
    engine.set_up.clear_seat,
    engine.set_up.first_phase,
)
_BOARD = Rulebook(
    BoardTable,
    engine.board.set_up.FEWEST,
    engine.board.set_up.MOST,
    engine.board.set_up.lay_out,
    engine.board.turn.turns,
    engine.board.set_up.seat_one,
    engine.board.set_up.clear_seat,
    engine.board.set_up.first_phase,
)
_RULEBOOKS = {"cards": _CARDS, "board": _BOARD}


def rulebook_of(deck: Deck) -> Rulebook:
    """The rules that a deck is played by."""
    return _RULEBOOKS[deck.game]


def seat_counts(edition: str) -> range:
    """The numbers of seats with which a deck can be played.  Raises as ``deck_of`` does."""
    rules = rulebook_of(deck_of(edition))
    return range(rules.fewest, rules.most + 1)


def set_up(
    edition: str | Deck,
    seats: int,
    first: int,
    *,
    seed: str,
    top: Sequence[int] = (),
    draws: list[Draw] | None = None,
) -> CommonTable:
    """A table shuffled and dealt, before anything has happened; raises as ``Game.new`` does.

    ``top`` are cards to put on top of the shuffled draw pile: only a scenario stacks the deal.  What chance
    decides, now and later, is added to ``draws``.
    """
    try:
        deck = edition if isinstance(edition, Deck) else deck_of(edition)
    except KeyError:
        raise ValueError(f"There is no edition called {edition!r}.") from None
    rules = rulebook_of(deck)
    if not rules.fewest <= seats <= rules.most:
        raise ValueError(f"A game has {rules.fewest} to {rules.most} seats, not {seats}.")
    if not 1 <= first <= seats:
        raise ValueError(f"Seat {first} can't begin: the seats are 1 to {seats}.")
    return rules.lay_out(deck, range(1, seats + 1), first, seed, top, draws)
