"""Operations: the log of staff acts, switches, outages and heartbeats."""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Heartbeat, Outage, PostponedRow, StaffAct, SweepLease, Switch
from games.moderation.switches import press_switch, release_switch
from games.pages.common.requests import signed_in

from . import desk_pages
from .act_pages import revert_act
from .bases import PressForm, ReadOnlyAdmin, StaffActionAdmin, staff_action


@admin.register(StaffAct)
class StaffActAdmin(ReadOnlyAdmin):
    """The log of what staff did; not the notes of players that a revert needs."""

    hidden = ("sealed",)
    list_display = ("at", "who", "act", "about", "reason", "status")
    list_filter = ("status", "act")
    list_select_related = ("who",)
    search_fields = ("about", "reason", "who__email", "game__key", "player__email")
    change_form_template = "admin/games/act_desk.html"
    pages = {"revert/": revert_act}
    page_context = staticmethod(desk_pages.act_context)


@admin.register(Outage)
class OutageAdmin(ReadOnlyAdmin):
    """When the site was away, and whether all clocks have that time back."""

    list_display = ("started_at", "ended_at", "why", "credited_at")
    list_filter = ("why",)


@admin.register(Switch)
class SwitchAdmin(StaffActionAdmin):
    """Switches, on and past. Adding one holds the clocks or the mail of all games at once."""

    list_display = ("name", "since", "until", "who", "reason", "released_by")
    list_filter = ("name", ("until", admin.EmptyFieldListFilter))
    list_select_related = ("who", "released_by")
    actions = (
        staff_action(
            "release",
            release_switch,
            _("Release"),
            title=_("Release: everything continues, and clocks get the time back"),
        ),
    )

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> list[Any]:
        """Ask what to hold and why; show everything afterwards."""
        return ["name", "reason"] if obj is None else super().get_fields(request, obj)

    def get_form(
        self, request: HttpRequest, obj: Model | None = None, change: bool = False, **more: Any
    ) -> Any:
        """Use the form with the switch and the reason."""
        return super().get_form(request, obj, change, **more if obj else {**more, "form": PressForm})

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Pressing a switch needs the permission to add one."""
        return request.user.has_perm("games.add_switch")

    def save_model(self, request: HttpRequest, obj: Switch, form: Any, change: bool) -> None:
        """Press the switch."""
        pressed = press_switch(name=obj.name, by=signed_in(request), reason=obj.reason)
        obj.pk = pressed.pk


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnlyAdmin):
    """When each sweep last came to its end."""

    list_display = ("name", "at", "did", "failed")


@admin.register(SweepLease)
class SweepLeaseAdmin(ReadOnlyAdmin):
    """Which process works at a sweep now."""

    list_display = ("name", "holder", "until")


@admin.register(PostponedRow)
class PostponedRowAdmin(ReadOnlyAdmin):
    """Where sweeps fail, why, and when they try again."""

    list_display = ("work", "row", "attempts", "retry_at", "failed_at", "error")
