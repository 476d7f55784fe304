"""Announcements: staff write, change and remove what stands on every page."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AdminSplitDateTime
from django.db import models
from django.http import HttpRequest

from games.core.event_log import log_staff_act
from games.models import Announcement
from games.pages.common.requests import signed_in

from .lists import ListAdmin


class AnnouncementForm(forms.ModelForm):
    """The text in three languages, and for how long it stands there."""

    class Meta:
        model = Announcement
        fields = ("text_en", "text_pl", "text_ru", "begins_at", "ends_at")


class DayAndTime(AdminSplitDateTime):
    """The two fields of an instant, each with a name: Django's own says it beside them alone."""

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        """Name each field by the word that stands before it."""
        context: dict[str, Any] = super().get_context(name, value, attrs)
        labels = (context["date_label"], context["time_label"])
        for field, label in zip(context["widget"]["subwidgets"], labels, strict=True):
            field["attrs"]["aria-label"] = label
        return context


@admin.register(Announcement)
class AnnouncementAdmin(ListAdmin):
    """What everybody reads on every page. Each change is logged as an act of staff."""

    form = AnnouncementForm
    formfield_overrides: ClassVar = {models.DateTimeField: {"widget": DayAndTime}}
    list_display = ("text_en", "begins_at", "ends_at")

    def save_model(self, request: HttpRequest, obj: Announcement, form: Any, change: bool) -> None:
        """Store it, and log who did."""
        before = form.initial if change else {}
        super().save_model(request, obj, form, change)
        self.log(request, "announce", obj, {name: str(before.get(name) or "") for name in before})

    def delete_model(self, request: HttpRequest, obj: Announcement) -> None:
        """Remove it, and log who did."""
        self.log(request, "unannounce", obj, {"text_en": obj.text_en})
        super().delete_model(request, obj)

    def log(self, request: HttpRequest, act: str, row: Announcement, before: dict[str, Any]) -> None:
        """Write the act into the log of staff."""
        after = {name: str(getattr(row, name)) for name in AnnouncementForm.Meta.fields}
        log_staff_act(act, signed_in(request), row.text_en, about="announcement", before=before, after=after)
