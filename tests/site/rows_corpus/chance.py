"""Chance that comes out the same each time: of the game's own choices, and of what the site draws."""

import random
import secrets
from collections.abc import Sequence
from typing import Any

import pytest

import engine

SEED_BYTES = 32


class Chance:
    """The chance of one game: `dice` for what people do, and a stream of its own for each kind of secret.

    So a secret of one kind does not change because one of another kind is drawn earlier or later. Those of
    which no card depends are remembered: their order is all that counts.
    """

    def __init__(self, name: str) -> None:
        self.dice = random.Random(f"{name}/people")
        self._streams = {
            kind: random.Random(f"{name}/{kind}")
            for kind in ("seed", "hex", "url", "bytes", "bits", "letter", "seat")
        }
        self._drawn: set[str] = set()

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Let the module `secrets` draw from these streams."""
        patch.setattr(secrets, "token_hex", self._token_hex)
        patch.setattr(secrets, "token_urlsafe", self._token_urlsafe)
        patch.setattr(secrets, "token_bytes", lambda n=32: self._streams["bytes"].randbytes(n))
        patch.setattr(secrets, "randbits", self._randbits)
        patch.setattr(secrets, "choice", self._choice)
        # The cards of a game stay the same, whatever its seed is mixed from.
        patch.setattr(engine.Mix, "seed", property(lambda mix: mix.house))

    def pattern(self) -> str:
        """Return what matches everything drawn whose value means nothing."""
        words = "|".join(sorted(self._drawn, key=lambda word: (-len(word), word))) or "(?!)"
        return rf"(?<![\w-])(?:{words})(?![\w-])"

    def _token_hex(self, count: int = 32) -> str:
        if count == SEED_BYTES:
            return self._streams["seed"].randbytes(count).hex()
        return self._remember(self._streams["hex"].randbytes(count).hex())

    def _token_urlsafe(self, count: int = 32) -> str:
        return self._remember(self._streams["url"].randbytes(count).hex())

    def _randbits(self, count: int) -> int:
        drawn = self._streams["bits"].getrandbits(count)
        self._remember(str(1 + drawn))  # as `new_nonce` does, so that it is never 0
        return drawn

    def _choice(self, among: Sequence[Any]) -> Any:
        return self._streams["letter" if isinstance(among, str) else "seat"].choice(among)

    def _remember(self, drawn: str) -> str:
        self._drawn.add(drawn)
        return drawn
