"""Players, their notification settings, and the mail that goes out and comes in."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.models import Channel, InboundMail, Notice, NoticeChoices, Player
from games.moderation.players import clear_refusal

from .bases import ReadOnlyAdmin, StaffActionAdmin, staff_action


@admin.register(Player)
class PlayerAdmin(StaffActionAdmin):
    """People, and sending them mail again that was refused."""

    hidden = ("password",)
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
            clear_refusal,
            _("Send mail again to these players"),
            title=_("Send mail again to these players, whose mail servers refused it"),
        ),
    )


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
