"""Players and their notification settings."""

from django.contrib import admin

from games.admin.bases import ReadOnlyAdmin
from games.models import Channel, NoticeChoices, Player


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """People."""

    hidden = ("password",)
    list_display = (
        "email",
        "name",
        "is_guest",
        "is_staff",
        "is_active",
        "joined_at",
        "mail_refused_at",
        "complained_at",
    )
    list_filter = (
        "is_guest",
        "is_staff",
        "is_active",
        "language",
        ("mail_refused_at", admin.EmptyFieldListFilter),
        ("complained_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("email", "name")
    ordering = ("-joined_at",)


@admin.register(NoticeChoices)
class NoticeChoicesAdmin(ReadOnlyAdmin):
    """Notification settings of players."""

    list_display = ("player", "mail", "quiet_minutes", "digest_at", "digested_on", "mailed_at")
    list_select_related = ("player",)
    search_fields = ("player__email",)


@admin.register(Channel)
class ChannelAdmin(ReadOnlyAdmin):
    """Devices and webhooks of players, without their secret addresses."""

    hidden = ("url", "p256dh", "auth", "secret")
    list_display = ("player", "kind", "name", "host", "sent_at", "failing_since", "error", "off_at")
    list_filter = ("kind",)
    list_select_related = ("player",)
    search_fields = ("player__email", "name")
