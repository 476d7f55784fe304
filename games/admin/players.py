"""Players, their notification settings, and the mail that goes out and comes in."""

from functools import partial
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Channel, InboundMail, Notice, NoticeChoices, Player, ReplyAlias
from games.moderation.desk import perform
from games.moderation.sealed import without_sealed, without_sealed_mail

from . import desk_pages
from .act_pages import act_on_player
from .bases import ReadOnlyAdmin, StaffActionAdmin, staff_action
from .note_pages import note_player
from .reports import reports_of
from .role_page import role_page


@admin.register(Player)
class PlayerAdmin(StaffActionAdmin):
    """People, and sending them mail again that was refused."""

    hidden = ("password",)
    change_form_template = "admin/games/player_desk.html"
    list_display = (
        "email",
        "name",
        "is_guest",
        "is_staff",
        "is_active",
        "joined_at",
        "mail_refused_at",
        "bounces",
        "complained_at",
    )
    list_filter = (
        "is_guest",
        "is_staff",
        "is_active",
        "language",
        ("mail_refused_at", admin.EmptyFieldListFilter),
        ("refusal_doubted_at", admin.EmptyFieldListFilter),
        ("complained_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("email", "name")
    ordering = ("-joined_at",)
    actions = (
        staff_action(
            "clear_refusal",
            partial(perform, "clear-refusal"),
            _("Send mail again to these players"),
            title=_("Send mail again to these players whose mail servers rejected it"),
        ),
    )
    pages = {"act/<slug:code>/": act_on_player, "note/": note_player, "role/": role_page}

    @staticmethod
    def page_context(player: Player, request: HttpRequest) -> dict[str, Any]:
        """Return all that staff may know of a person, and what they may do."""
        return desk_pages.player_context(player, request) | reports_of(player)


@admin.register(NoticeChoices)
class NoticeChoicesAdmin(ReadOnlyAdmin):
    """Notification settings of players; not when they were mailed last, which may have been for a window."""

    hidden = ("mailed_at", "mailed_game")
    list_display = ("player", "mail", "quiet_minutes", "digest_at", "digested_on")
    list_select_related = ("player",)
    search_fields = ("player__email",)


@admin.register(Channel)
class ChannelAdmin(ReadOnlyAdmin):
    """Devices and webhooks of players, without their secret addresses, and without when they were called."""

    hidden = ("url", "p256dh", "auth", "secret", "sent_at")
    list_display = ("player", "kind", "name", "server", "failing_since", "error", "off_at")
    list_filter = ("kind",)
    list_select_related = ("player",)
    search_fields = ("player__email", "name")

    @admin.display(description=_("server"))
    def server(self, channel: Channel) -> str:
        """Name the machine that is called, without the secret part of its address."""
        return channel.host


@admin.register(ReplyAlias)
class ReplyAliasAdmin(ReadOnlyAdmin):
    """Other addresses from which players reply."""

    list_display = ("address", "player", "created_at")
    list_select_related = ("player",)
    search_fields = ("address", "player__email")
    date_hierarchy = "created_at"


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    """The outbox; not what became of mails about a window while it is open.

    Nor how many moves the game had then: passes in windows count among them.
    """

    seals_numbers = True
    hidden = ("lease", "version")
    list_display = ("key", "kind", "player", "game", "status", "reason", "attempts", "next_try_at", "sent_at")
    list_filter = ("status", "kind")
    list_select_related = ("game", "player")
    search_fields = ("key", "player__email", "game__name", "game__key", "message_id", "invitation__email")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notice]:
        """Leave out what says who has answered."""
        return without_sealed(super().get_queryset(request))


@admin.register(InboundMail)
class InboundMailAdmin(ReadOnlyAdmin):
    """Received mail: what was done with it, not its text, and nothing that may be an answer in a window."""

    seals_numbers = True
    hidden = ("key", "raw_key")
    list_display = ("received_at", "kind", "status", "reason", "sender", "seat", "notice")
    list_filter = ("kind", "status")
    list_select_related = ("seat", "notice")
    search_fields = ("sender", "message_id", "reason", "seat__game__name", "seat__game__key")
    date_hierarchy = "received_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[InboundMail]:
        """Leave out what says who has answered."""
        return without_sealed_mail(super().get_queryset(request))
