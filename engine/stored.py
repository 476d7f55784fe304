"""Tables as JSON.  A deck is stored by the name of its edition: its cards are the code's."""

from typing import Any

import msgspec

from engine.board.table import BoardTable
from engine.card import Deck
from engine.editions import deck_of
from engine.table import CommonTable, Table


class _OfTheBoard(Exception):
    """The deck is one of the board game."""


def dump_table(table: CommonTable) -> bytes:
    """The table as JSON."""
    return _encoder.encode(table)


def load_table(data: bytes | msgspec.Raw) -> CommonTable:
    """The table that ``dump_table`` wrote: its deck says of which game."""
    try:
        return _cards.decode(data)  # without a look ahead: it costs a tenth of the load
    except _OfTheBoard:
        return _board.decode(data)


def _encode_deck(deck: Any) -> str:
    if isinstance(deck, Deck):
        return deck.slug
    raise NotImplementedError(f"{type(deck).__name__} is no part of a table")


def _decode_deck(kind: type, slug: Any) -> Any:
    try:
        return deck_of(slug)
    except KeyError:
        raise ValueError(f"There is no edition called {slug!r}.") from None


def _decode_deck_of_cards(kind: type, slug: Any) -> Any:
    deck = _decode_deck(kind, slug)
    if deck.game == "board":
        raise _OfTheBoard
    return deck


_encoder = msgspec.json.Encoder(enc_hook=_encode_deck)
_cards = msgspec.json.Decoder(Table, dec_hook=_decode_deck_of_cards)
_board = msgspec.json.Decoder(BoardTable, dec_hook=_decode_deck)
