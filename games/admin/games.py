"""Games, their seats, and who was asked to one."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.models import Game, Invitation, Seat
from games.moderation.games import end_game, extend_deadlines, pause_game, resume_game
from games.seats.replacement import offer_seat_by_staff

from .bases import EndForm, ExtendForm, ReadOnlyAdmin, StaffActionAdmin


@admin.register(Game)
class GameAdmin(StaffActionAdmin):
    """Games, and what staff may do to them."""

    subject = "game"

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
    actions = ("end", "pause", "resume", "extend")

    @admin.action(description=_("End these games"), permissions=["moderate"])
    def end(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        """End games without a winner."""
        title = _("End these games without a winner")
        return self.act(request, games, "end", end_game, title, EndForm)

    @admin.action(description=_("Pause these games"), permissions=["moderate"])
    def pause(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        """Stop the clocks of games."""
        return self.act(request, games, "pause", pause_game, _("Pause these games: all clocks stop"))

    @admin.action(description=_("Let these games go on"), permissions=["moderate"])
    def resume(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        """Let the clocks of games go on."""
        title = _("Let these games go on: every clock shows what it showed")
        return self.act(request, games, "resume", resume_game, title)

    @admin.action(description=_("Give these games more time"), permissions=["moderate"])
    def extend(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        """Move the deadlines of games."""
        title = _("Give every open question of these games more time")
        return self.act(request, games, "extend", extend_deadlines, title, ExtendForm)


@admin.register(Seat)
class SeatAdmin(StaffActionAdmin):
    """Places at tables, and offering one to somebody else."""

    subject = "seat"
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
    actions = ("offer",)
    list_select_related = ("game", "player")
    search_fields = ("name", "player__email", "game__name", "game__key")

    @admin.action(description=_("Offer these seats to somebody else"), permissions=["moderate"])
    def offer(self, request: HttpRequest, seats: QuerySet[Seat]) -> HttpResponse | None:
        """Let a bot keep seats until their players return, or somebody takes them over."""
        return self.act(request, seats, "offer", offer_seat_by_staff, _("Offer these seats to somebody else"))


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """Who was asked to a seat by mail."""

    hidden = ("nonce",)
    list_display = ("email", "game", "invited_by", "created_at", "accepted_at", "declined_at", "refused_at")
    list_select_related = ("game", "invited_by")
    search_fields = ("email", "mailbox", "game__name", "game__key", "invited_by__email")
