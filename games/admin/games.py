"""Games, their seats, and who was asked to one."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.models import Game, Invitation, Seat
from games.moderation.games import end_game, extend_deadlines, pause_game, resume_game
from games.seats.replacement import offer_seat_by_staff

from .bases import EndForm, ExtendForm, ReadOnlyAdmin, StaffActionAdmin, staff_action


@admin.register(Game)
class GameAdmin(StaffActionAdmin):
    """Games, and what staff may do to them."""

    hidden = ("link_key",)
    list_display = (
        "name",
        "key",
        "status",
        "host",
        "timing",
        "pace",
        "version",
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
    actions = (
        staff_action(
            "end",
            end_game,
            _("End these games"),
            title=_("End these games without a winner"),
            form_class=EndForm,
        ),
        staff_action(
            "pause", pause_game, _("Pause these games"), title=_("Pause these games: all clocks stop")
        ),
        staff_action(
            "resume",
            resume_game,
            _("Let these games go on"),
            title=_("Let these games go on: every clock shows what it showed"),
        ),
        staff_action(
            "extend",
            extend_deadlines,
            _("Give these games more time"),
            title=_("Give every open question of these games more time"),
            form_class=ExtendForm,
        ),
    )


@admin.register(Seat)
class SeatAdmin(StaffActionAdmin):
    """Places at tables, and offering one to somebody else."""

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
    actions = (staff_action("offer", offer_seat_by_staff, _("Offer these seats to somebody else")),)
    list_select_related = ("game", "player")
    search_fields = ("name", "player__email", "game__name", "game__key")


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """Who was asked to a seat by mail."""

    hidden = ("nonce",)
    list_display = ("email", "game", "invited_by", "created_at", "accepted_at", "declined_at", "refused_at")
    list_select_related = ("game", "invited_by")
    search_fields = ("email", "mailbox", "game__name", "game__key", "invited_by__email")
