"""Acts of staff in tests, by the names of what they do."""

from datetime import timedelta
from typing import Any

from django.db.models import F

from games.models import Deck, Game, Player, StaffAct
from games.moderation.act import DELAY
from games.moderation.desk import carry_out, perform


def pause_game(*, game: Game, by: Player, reason: str) -> StaffAct:
    """Pause a game."""
    return perform("pause", game=game, by=by, reason=reason).record


def resume_game(*, game: Game, by: Player, reason: str) -> StaffAct:
    """Let a paused game go on."""
    return perform("resume", game=game, by=by, reason=reason).record


def extend_deadlines(*, game: Game, by: Player, days: int, reason: str, **more: Any) -> StaffAct:
    """Give every open question of a game so many days more."""
    return perform("extend", game=game, by=by, reason=reason, hours=24 * days, **more).record


def end_game(*, game: Game, by: Player, reason: str) -> StaffAct:
    """End a game, as if its day of waiting were over."""
    record = perform("end", game=game, by=by, reason=reason).record
    carry_out_now(record)
    return record


def carry_out_now(record: StaffAct) -> None:
    """Let a pending act take effect."""
    StaffAct.objects.filter(pk=record.pk).update(due_at=F("due_at") - DELAY - timedelta(seconds=1))
    carry_out(record.pk)
    record.refresh_from_db()


def hide_deck(*, deck: Deck, by: Player, reason: str) -> StaffAct:
    """Hide a deck."""
    return perform("hide-deck", deck=deck, by=by, reason=reason).record


def show_deck(*, deck: Deck, by: Player, reason: str) -> StaffAct:
    """Show a hidden deck again."""
    return perform("show-deck", deck=deck, by=by, reason=reason).record


def remove_deck(*, deck: Deck, by: Player, reason: str) -> StaffAct:
    """Delete a deck."""
    return perform("delete-deck", deck=deck, by=by, reason=reason).record


def clear_refusal(*, player: Player, by: Player, reason: str) -> StaffAct:
    """Send mail again to an address that has rejected it."""
    return perform("clear-refusal", player=player, by=by, reason=reason).record
