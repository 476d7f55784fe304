"""The admin: staff look at rows, and act on games through `games.actions` alone.

Nothing here shows a hidden card: not what a move held, not a table's state, no token, no key of a link. What
happened is told as a spectator may know it. Rows are not edited here: every change has a door of its own,
which checks, locks and logs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _

from games import actions, history
from games.actions.moderate import MOST_DAYS
from games.models import (
    Game,
    Heartbeat,
    Invitation,
    Move,
    Notice,
    Player,
    Question,
    Seat,
    StaffAct,
)


class ReasonForm(forms.Form):
    """Why a member of staff does this."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Kept in the log."),
    )


class EndForm(ReasonForm):
    """Why a game ends; it stands on the page of the game from then on."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["reason"].help_text = _("The players are told.")


class ExtendForm(ReasonForm):
    """How much more time, and why."""

    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=MOST_DAYS, initial=1)


class ReadOnly(admin.ModelAdmin):
    """Rows that are looked at, searched and filtered, and never edited."""

    hidden: ClassVar[tuple[str, ...]] = ()
    told: ClassVar[tuple[str, ...]] = ()
    list_per_page = 50
    show_full_result_count = False

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> list[Any]:
        """Show every stored field that is not hidden."""
        stored = [field.name for field in self.model._meta.fields if field.name not in self.hidden]
        return [*stored, *self.told]

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Nobody adds rows by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody edits rows by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody deletes rows by hand."""
        return False


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    """People."""

    hidden = ("password",)
    list_display = ("email", "name", "is_guest", "is_staff", "is_active", "joined_at", "mail_refused_at")
    list_filter = (
        "is_guest",
        "is_staff",
        "is_active",
        "language",
        ("mail_refused_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("email", "name")
    ordering = ("-joined_at",)


@admin.register(Game)
class GameAdmin(ReadOnly):
    """Games, and what staff may do to them."""

    hidden = ("link_key",)
    list_display = (
        "name",
        "key",
        "status",
        "host",
        "pace",
        "version",
        "created_at",
        "started_at",
        "paused_at",
    )
    list_filter = (
        "status",
        "pace",
        "is_open",
        "starter",
        ("paused_at", admin.EmptyFieldListFilter),
    )
    list_select_related = ("host",)
    search_fields = ("name", "key", "host__email", "host__name", "seats__player__email", "seats__name")
    date_hierarchy = "created_at"
    actions = ("end", "pause", "resume", "extend")

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Acting on games takes the right to change them."""
        return request.user.has_perm("games.change_game")

    @admin.action(description=_("End these games"), permissions=["moderate"])
    def end(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        """End games without a winner."""
        title = _("End these games without a winner")
        return self.act(request, games, "end", actions.end_game, title, EndForm)

    @admin.action(description=_("Pause these games"), permissions=["moderate"])
    def pause(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        """Stop the clocks of games."""
        return self.act(request, games, "pause", actions.pause_game, _("Pause these games: all clocks stop"))

    @admin.action(description=_("Let these games go on"), permissions=["moderate"])
    def resume(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        """Let the clocks of games go on."""
        title = _("Let these games go on: every clock shows what it showed")
        return self.act(request, games, "resume", actions.resume_game, title)

    @admin.action(description=_("Give these games more time"), permissions=["moderate"])
    def extend(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        """Move the deadlines of games."""
        title = _("Give every open question of these games more time")
        return self.act(request, games, "extend", actions.extend_deadlines, title, ExtendForm)

    def act(
        self,
        request: HttpRequest,
        games: QuerySet[Game],
        name: str,
        do: Callable[..., None],
        title: Any,
        form_class: type[ReasonForm] = ReasonForm,
    ) -> HttpResponse | None:
        """Ask for a reason, then do this to each game; one that refuses leaves the others alone."""
        form = form_class(request.POST if "confirmed" in request.POST else None)
        if not form.is_valid():
            context = {**self.admin_site.each_context(request), "title": title, "form": form}
            context |= {"games": games, "act": name, "opts": self.opts}
            return TemplateResponse(request, "admin/games/act.html", context)
        done = sum(
            self.attempt(request, game, partial(do, by=request.user, **form.cleaned_data)) for game in games
        )
        if done:
            self.message_user(request, _("Done: %(count)s.") % {"count": done}, messages.SUCCESS)
        return None

    def attempt(self, request: HttpRequest, game: Game, do: Callable[..., None]) -> bool:
        """Do something to one game, or say why it cannot be done."""
        try:
            do(game=game)
        except actions.Refusal as refusal:
            self.message_user(request, f"{game.name}: {refusal}", messages.ERROR)
            return False
        return True


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    """Places at tables."""

    list_display = ("game", "number", "name", "player", "bot", "status", "timeouts_in_row", "on_autopilot")
    list_filter = ("status", "bot", "on_autopilot")
    list_select_related = ("game", "player")
    search_fields = ("name", "player__email", "game__name", "game__key")


@admin.register(Question)
class QuestionAdmin(ReadOnly):
    """What seats are asked; not what they may answer."""

    list_display = (
        "game",
        "number",
        "seat",
        "what",
        "opened_at",
        "due_at",
        "closed_at",
        "closed_by",
        "stuck_at",
    )
    list_filter = (
        ("closed_at", admin.EmptyFieldListFilter),
        ("stuck_at", admin.EmptyFieldListFilter),
        "what",
        "closed_by",
        "own_turn",
    )
    list_select_related = ("game", "seat")
    search_fields = ("game__name", "game__key", "seat__name", "seat__player__email", "what")
    ordering = ("-pk",)


@admin.register(Move)
class MoveAdmin(ReadOnly):
    """The history; not what was chosen, but what everybody may know of it."""

    hidden = ("labels", "outcomes", "submission_key")
    told = ("what_happened",)
    list_display = ("game", "version", "kind", "seat", "by", "created_at")
    list_filter = ("kind", "by")
    list_select_related = ("game", "seat")
    search_fields = ("game__name", "game__key", "seat__name", "seat__player__email")
    ordering = ("-pk",)

    @admin.display(description=_("what everybody saw"))
    def what_happened(self, move: Move) -> str:
        """Tell the move as a spectator may know it."""
        return " ".join(line.text for line in history.lines_of(move, None))


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    """The outbox."""

    hidden = ("lease",)
    list_display = ("key", "kind", "player", "game", "status", "reason", "attempts", "next_try_at", "sent_at")
    list_filter = ("status", "kind")
    list_select_related = ("game", "player")
    search_fields = ("key", "player__email", "game__name", "game__key", "message_id", "invitation__email")


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    """Who was asked to a seat by mail."""

    hidden = ("nonce",)
    list_display = ("email", "game", "invited_by", "created_at", "accepted_at", "declined_at", "refused_at")
    list_select_related = ("game", "invited_by")
    search_fields = ("email", "mailbox", "game__name", "game__key", "invited_by__email")


@admin.register(StaffAct)
class StaffActAdmin(ReadOnly):
    """The log of what staff did."""

    list_display = ("at", "who", "act", "about", "reason")
    list_filter = ("act",)
    list_select_related = ("who",)
    search_fields = ("about", "reason", "who__email", "game__key")


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly):
    """When each sweep last came to its end."""

    list_display = ("name", "at", "did", "failed")
