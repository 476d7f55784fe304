"""Names that nothing else has, for cards that only some may see."""

from collections.abc import Iterable

import msgspec
import pytest

import engine
from engine.cards import CARDS
from games.pages.common import card_faces


def name_canaries(monkeypatch: pytest.MonkeyPatch, slugs: Iterable[str]) -> None:
    """Give cards such names, and show none of them as it was shown before."""
    for number, slug in enumerate(slugs):
        named = msgspec.structs.replace(engine.card(slug), title=f"Canary{number}", text=f"Canary{number}")
        monkeypatch.setitem(CARDS, slug, named)
    monkeypatch.setattr(
        card_faces,
        "kept_face",
        lambda deck, inflation, slug, _language: card_faces.Faces(deck, inflation).in_words(slug),
    )
