"""Stored games as JSON: the list of the deck, the table at its checkpoint, and the answers since.

A card on the table is a place in the stored list, so that a change of an edition does not change the cards
of a game.  Games of format 1 have no list: ``engine.editions.format_1`` has theirs.
"""

from functools import lru_cache
from typing import Any

import msgspec

from engine.board.table import BoardTable
from engine.card import Deck, cached_on_deck
from engine.editions.deck_list import DeckList, build_deck, list_of
from engine.editions.format_1 import deck_of_format_1
from engine.table import CommonTable, Table

FORMAT = 2
_NO_LIST = msgspec.Raw()

Journal = list[tuple[int, tuple[str, ...]]]
"""The answers since the checkpoint: who gave which labels."""


class StoredGame(msgspec.Struct):
    """What ``dump_game`` writes."""

    format: int
    checkpoint: msgspec.Raw
    journal: Journal
    asked: int  # number of the newest question, so that numbers are never given twice
    deck: msgspec.Raw = _NO_LIST


def dump_game(deck: Deck, checkpoint: bytes, journal: Journal, asked: int) -> bytes:
    """A game as JSON; ``checkpoint`` is what ``dump_table`` wrote."""
    return _encoder.encode(StoredGame(FORMAT, msgspec.Raw(checkpoint), journal, asked, _dump_deck(deck)))


def read_game(data: bytes) -> StoredGame:
    """The parts of a stored game.  Raises ``ValueError`` for anything else."""
    stored = _stored.decode(data)
    if stored.format not in (1, FORMAT):
        raise ValueError(f"A stored game has format 1 or {FORMAT}, not {stored.format}.")
    return stored


def dump_table(table: CommonTable) -> bytes:
    """The table as JSON, without its deck and what has happened since somebody asked."""
    happened, draws = table.happened, table.draws
    table.happened, table.draws = [], None
    data = _encoder.encode(table)
    table.happened, table.draws = happened, draws
    return data


def load_table(stored: StoredGame) -> CommonTable:
    """The table of a stored game.

    Raises ``UnknownCard`` for cards that this code doesn't have, and ``ValueError`` for what can't be read.
    """
    if stored.format == FORMAT:
        return _table_decoder(bytes(stored.deck)).decode(stored.checkpoint)
    named = msgspec.json.decode(stored.checkpoint, type=_Format1Table)
    return _decoder_of_format_1(named.deck).decode(stored.checkpoint)


class _Format1Table(msgspec.Struct):
    """A table of format 1, of which only the name of the deck is read."""

    deck: str


@cached_on_deck
def _dump_deck(deck: Deck) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(list_of(deck)))


@lru_cache(maxsize=256)
def _table_decoder(listed: bytes) -> msgspec.json.Decoder[CommonTable]:
    """What reads the tables that are played with the deck of this list."""
    return _decoder_for(build_deck(msgspec.json.decode(listed, type=DeckList)))


@lru_cache(maxsize=256)
def _decoder_of_format_1(name: str) -> msgspec.json.Decoder[CommonTable]:
    return _decoder_for(deck_of_format_1(name))


def _decoder_for(deck: Deck) -> msgspec.json.Decoder[Any]:
    table = BoardTable if deck.game == "board" else Table
    return msgspec.json.Decoder(table, dec_hook=lambda kind, given: deck)


def _encode_deck(deck: Any) -> None:
    """Say nothing of the deck: it is stored beside the table."""
    if not isinstance(deck, Deck):
        raise NotImplementedError(f"{type(deck).__name__} is no part of a table")


_encoder = msgspec.json.Encoder(enc_hook=_encode_deck)
_stored = msgspec.json.Decoder(StoredGame)
