"""Games, their seats, and who was asked to one."""

from django.contrib import admin

from games.models import Game, Invitation, Seat

from . import desk_pages
from .act_pages import act_on_game
from .bases import ReadOnlyAdmin
from .note_pages import note_game
from .replay_pages import replay_game


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games, and what staff may do to them; not their version, which counts the passes in a window, too."""

    hidden = ("link_key", "version")
    change_form_template = "admin/games/game_desk.html"
    list_display = (
        "name",
        "key",
        "status",
        "host",
        "timing",
        "pace",
        "created_at",
        "started_at",
        "paused_at",
    )
    list_filter = (
        "status",
        "timing",
        "pace",
        "is_open",
        "starter",
        ("paused_at", admin.EmptyFieldListFilter),
    )
    list_select_related = ("host",)
    search_fields = ("name", "key", "host__email", "host__name", "seats__player__email", "seats__name")
    date_hierarchy = "created_at"
    pages = {"act/<slug:code>/": act_on_game, "note/": note_game, "replay/": replay_game}
    page_context = staticmethod(desk_pages.game_context)


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    """Places at tables; not when their players last answered, which may have been in a window.

    Nor which move they saw last: passes in windows count among the moves.
    """

    hidden = ("seen_at", "seen_version", "watched_at")
    list_display = (
        "game",
        "number",
        "name",
        "player",
        "bot",
        "status",
        "timeouts_in_row",
        "on_autopilot",
        "offered_at",
    )
    list_filter = ("status", "bot", "on_autopilot", ("offered_at", admin.EmptyFieldListFilter))
    list_select_related = ("game", "player")
    search_fields = ("name", "player__email", "game__name", "game__key")


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """Who was asked to a seat by mail."""

    hidden = ("nonce",)
    list_display = ("email", "game", "invited_by", "created_at", "accepted_at", "declined_at", "refused_at")
    list_select_related = ("game", "invited_by")
    search_fields = ("email", "mailbox", "game__name", "game__key", "invited_by__email")
