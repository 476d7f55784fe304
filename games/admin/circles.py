"""Circles, and what is said in them."""

from django.contrib import admin

from games.models import Circle, CircleRemark

from .bases import ReadOnlyAdmin


@admin.register(Circle)
class CircleAdmin(ReadOnlyAdmin):
    """Circles of people who play together."""

    hidden = ("link_key",)
    list_display = ("name", "key", "edition", "pace", "members_invite", "created_at")
    list_filter = ("created_at",)
    search_fields = ("name", "key", "members__player__email", "members__player__name")


@admin.register(CircleRemark)
class CircleRemarkAdmin(ReadOnlyAdmin):
    """What people say in circles. What has been deleted has no words any more."""

    list_display = ("circle", "player", "text", "created_at", "deleted_at", "hidden_at")
    list_filter = (("hidden_at", admin.EmptyFieldListFilter), "created_at")
    list_select_related = ("circle", "player")
    search_fields = ("circle__name", "circle__key", "player__email", "text")
