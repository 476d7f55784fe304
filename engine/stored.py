"""Tables as JSON.  A deck is stored by the name of its edition: its cards are the code's."""

from typing import Any

import msgspec

from engine.board.table import BoardTable
from engine.card import Deck
from engine.editions import deck_of
from engine.table import CommonTable, Table


class _Kind(msgspec.Struct):
    deck: Deck


def dump_table(table: CommonTable) -> bytes:
    """The table as JSON."""
    return _encoder.encode(table)


def load_table(data: bytes | msgspec.Raw) -> CommonTable:
    """The table that ``dump_table`` wrote: its deck says of which game."""
    return _decoders[_kind.decode(data).deck.game].decode(data)


def _encode_deck(deck: Any) -> str:
    if isinstance(deck, Deck):
        return deck.slug
    raise NotImplementedError(f"{type(deck).__name__} is no part of a table")


def _decode_deck(kind: type, slug: Any) -> Any:
    try:
        return deck_of(slug)
    except KeyError:
        raise ValueError(f"There is no edition called {slug!r}.") from None


_encoder = msgspec.json.Encoder(enc_hook=_encode_deck)
_kind = msgspec.json.Decoder(_Kind, dec_hook=_decode_deck)
_decoders: dict[str, msgspec.json.Decoder[CommonTable]] = {
    "cards": msgspec.json.Decoder(Table, dec_hook=_decode_deck),
    "board": msgspec.json.Decoder(BoardTable, dec_hook=_decode_deck),
}
