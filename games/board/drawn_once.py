"""Keeps what is drawn of a board by all that it is drawn from.

A drawing depends on what a seat may see, on names and clicks, and on the language: who has all of these has
everything in it already. Until somebody moves, pages and mails of one table draw the same again and again.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from django.utils.translation import get_language

import engine
from games.board.names import Names

P = ParamSpec("P")
R = TypeVar("R")

DRAWINGS_KEPT = 512
# The deck is compared as it is.
_encoder = msgspec.json.Encoder(enc_hook=lambda _deck: None)


@dataclass(frozen=True)
class _Drawing:
    """What a drawing hangs on, as it is compared, and how to make it."""

    shown: bytes
    deck: engine.Deck
    language: str
    make: Callable[[], Any] = field(compare=False)


def drawn_once(
    draw: Callable[Concatenate[engine.View, Names, P], R],
) -> Callable[Concatenate[engine.View, Names, P], R]:
    """Keep what a function returns by its arguments, which are plain values, and the reader's language."""

    @lru_cache(maxsize=DRAWINGS_KEPT)
    def keep(drawing: _Drawing) -> R:
        made: R = drawing.make()
        return made

    @wraps(draw)
    def drawn(view: engine.View, names: Names, /, *args: P.args, **kwargs: P.kwargs) -> R:
        shown = _encoder.encode((view, dict(names), args, kwargs))
        make = partial(draw, view, names, *args, **kwargs)
        return keep(_Drawing(shown, view.deck, get_language() or "", make))

    return drawn
