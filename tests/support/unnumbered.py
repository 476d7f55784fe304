"""A game without the numbers of its questions: what is the same after going back to an earlier moment."""

from typing import Any

import msgspec

from engine import Game


def unnumbered(game: Game) -> Any:
    """All state of a game, and what every seat sees of it, with the numbers of questions taken out."""
    table = msgspec.to_builtins(game.table, str_keys=True, enc_hook=lambda deck: deck.slug)
    for name in ("asked", "stop", "happened"):
        table.pop(name, None)
    for each in table.get("beside", ()):
        each.pop("number")
        each["secret"] = [word for word in each.get("secret", ()) if not word.isdigit()]
    asked = [msgspec.structs.replace(question, number=0) for question in game.questions]
    return table, asked, [labels for _seat, labels in game.journal], game.over, game.winner
