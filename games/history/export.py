"""Exporting a game that is over: its record, which anybody can play again, and its history as text."""

import zlib
from collections.abc import Iterator
from datetime import timedelta

from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import gettext as _

import engine
from games.core.access import read_mix
from games.core.refusal import NotPossible
from games.core.stored_game import DivergedTable, UnreadableTable
from games.models import Game, GameState, Seat
from games.models.names import one_line

from .formatting import format_date
from .pages import lines_in_parts
from .play_again import build_player, play_again

KEPT = timedelta(days=1).total_seconds()


def export_record(game: Game) -> engine.Record:
    """Return the record of a game that is over: its cards, its seed, and every answer that stood.

    It shows all hands, and who passed, as its published seed does. Raises a `Refusal` while the game runs,
    and for a game whose rules were changed while it was played, since these answers no longer fit.
    """
    state = GameState.objects.filter(game=game).first()
    if not game.is_over or state is None or game.starting_seat is None:
        raise NotPossible(_("You can export a game when it’s over. Before that, its cards are secret."))
    moves = list(game.moves.select_related("seat").order_by("version"))
    try:
        builder = build_player(game, state, moves)
        for _move, _outcomes in play_again(builder, moves):
            pass
        record = builder.build(game.salt, read_mix(game))
    except (DivergedTable, UnreadableTable, engine.Refused, ValueError):
        record = None
    if record is None or record.winner != (game.winner.number if game.winner else None):
        raise NotPossible(
            _("This game can’t be exported: the site’s rules were corrected while it was being played.")
        )
    return record


def record_tag(game: Game) -> str:
    """Return the entity tag of a game's record, which nothing changes any more; empty while it runs."""
    return f'"{game.key}-{game.version}"' if game.is_over else ""


def stored_record(game: Game) -> bytes:
    """Return the record of a game that is over as JSON, played again once a day at most.

    Raises a `Refusal` as `export_record` does.
    """
    name = f"record:{game.pk}:{game.version}"
    if (packed := cache.get(name)) is None:
        packed = zlib.compress(str(export_record(game)).encode())
        cache.set(name, packed, timeout=KEPT)
    return zlib.decompress(packed)


def export_text(game: Game, seat: Seat | None) -> Iterator[str]:
    """Yield the lines of a game's history as a seat, or everybody, may read it.

    They are in the present language and time zone, without what was taken back.
    """
    yield game.shown_name
    yield ", ".join(each.shown_name for each in game.seats.all())
    day = None
    for line in lines_in_parts(game, seat):
        if line.is_undone:
            continue
        at = timezone.localtime(line.at)
        if at.date() != day:
            day = at.date()
            yield ""
            yield format_date(day, "l, j E Y")
        yield f"{at:%H:%M}  {one_line(line.text)}"
