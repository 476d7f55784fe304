"""Noting what happens at a table besides the play."""

from games import clock
from games.models import By, Game, Move


def note_event(game: Game, what: str, **words: str | int) -> Move:
    """Note, for a locked game whose table is not loaded, something that all may know; see `event_sentences`.

    Where a `LockedTable` is loaded, its own ``note_event`` is the one to call.
    """
    game.version += 1
    game.save(update_fields=["version"])
    return Move.objects.create(
        game=game,
        version=game.version,
        kind=Move.Kind.EVENT,
        by=By.ENGINE,
        params={"what": what, **words},
        created_at=clock.now(),
    )
