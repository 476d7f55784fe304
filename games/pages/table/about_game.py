"""Facts of a game that stand in the sheet “More” of its table, as a plain value."""

from dataclasses import dataclass
from datetime import datetime

import engine
from games.core import window_passes
from games.decks import descriptions
from games.history import game_settings
from games.pages.common.seat_context import SeatContext
from games.people import notification_settings

from .build_forecast import build_forecast


@dataclass(frozen=True)
class AboutGame:
    """What was agreed, and when it may end; `host` is what the host is called there.

    `windows` is the time for Surprises, empty in a deck without any. `commitment` is the fingerprint of what
    the shuffles come from, `is_mixed` where the players give parts of it.
    """

    deck: str
    pace: str
    pace_details: tuple[str, ...]
    forecast: tuple[str, ...]
    windows: str
    policy: str
    host: str
    started_at: datetime | None
    finished_at: datetime | None
    commitment: str
    is_mixed: bool
    is_muted: bool


def build_about(context: SeatContext, view: engine.View | None) -> AboutGame:
    """Return the facts of a game for somebody who looks at its table."""
    game = context.game
    me = next((seat for seat in context.snapshot.seats if seat == context.seat), None)
    people = (seat for seat in context.snapshot.seats if seat.is_person)
    return AboutGame(
        deck=descriptions.deck_title(game.edition, game.deck_title),
        pace=game_settings.describe_pace(game),
        pace_details=tuple(game_settings.describe_details(game)),
        forecast=tuple(build_forecast(context, view)),
        windows=game.get_window_hours_display() if window_passes.has_windows(game) else "",
        policy=game_settings.describe_silence_policy(game),
        host=next((str(seat) for seat in people if seat.player_id == game.host_id), ""),
        started_at=game.started_at,
        finished_at=game.finished_at,
        commitment=game.commitment,
        is_mixed=not game.salt,
        is_muted=me is not None
        and me.player is not None
        and context.snapshot.rare.mutes
        and notification_settings.is_muted(me.player, game),
    )
