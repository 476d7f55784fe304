"""Notices that go out, and mail that comes in."""

from django.contrib import admin

from games.admin.bases import ReadOnlyAdmin
from games.models import InboundMail, Notice


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    """The outbox."""

    hidden = ("lease",)
    list_display = ("key", "kind", "player", "game", "status", "reason", "attempts", "next_try_at", "sent_at")
    list_filter = ("status", "kind")
    list_select_related = ("game", "player")
    search_fields = ("key", "player__email", "game__name", "game__key", "message_id", "invitation__email")


@admin.register(InboundMail)
class InboundMailAdmin(ReadOnlyAdmin):
    """Received mail: what was done with it, not its text."""

    hidden = ("key",)
    list_display = ("pk", "received_at", "kind", "status", "reason", "sender", "seat", "notice")
    list_filter = ("kind", "status")
    list_select_related = ("seat", "notice")
    search_fields = ("sender", "message_id", "reason", "seat__game__name", "seat__game__key")
    date_hierarchy = "received_at"
