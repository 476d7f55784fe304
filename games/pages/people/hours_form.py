"""The forms in which players say when their clocks stand still."""

from datetime import time
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Player


def time_widget() -> forms.TimeInput:
    """Return a field for a wall time."""
    return forms.TimeInput(format="%H:%M", attrs={"type": "time"})


def date_widget() -> forms.DateInput:
    """Return a field for a day, written as browsers want it in every language."""
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class HoursForm(forms.Form):
    """Quiet hours and days off, as wall times of the player's zone."""

    quiet_from = forms.TimeField(required=False, widget=time_widget(), label=gettext_lazy("Quiet from"))
    quiet_to = forms.TimeField(
        required=False,
        widget=time_widget(),
        label=gettext_lazy("Quiet until"),
        help_text=gettext_lazy("At most 16 hours a day; both empty, or both the same, means none."),
    )
    days_off = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        choices=list(WEEKDAYS.items()),
        widget=forms.CheckboxSelectMultiple,
        label=gettext_lazy("Days off"),
        help_text=gettext_lazy("At most three days of the week."),
    )

    def __init__(self, data: Any = None, *, player: Player) -> None:
        kept = {
            "quiet_from": player.quiet_from,
            "quiet_to": player.quiet_to,
            "days_off": list(player.days_off),
        }
        super().__init__(data, initial=kept)

    def clean(self) -> dict[str, Any]:
        """Refuse quiet hours of which only one end is said."""
        cleaned = super().clean() or {}
        if (cleaned.get("quiet_from") is None) != (cleaned.get("quiet_to") is None) and not self.errors:
            self.add_error("quiet_to", _("Say both from when and until when, or leave both empty."))
        return cleaned

    def chosen(self) -> dict[str, Any]:
        """Return what `people.hours.set_hours` wants to know."""
        begin, end = self.cleaned_data["quiet_from"], self.cleaned_data["quiet_to"]
        quiet: tuple[time, time] | None = None if begin is None else (begin, end)
        return {"quiet": quiet, "days_off": self.cleaned_data["days_off"]}


class VacationForm(forms.Form):
    """The days of a vacation, in the player's zone."""

    first_day = forms.DateField(widget=date_widget(), label=gettext_lazy("First day"))
    last_day = forms.DateField(widget=date_widget(), label=gettext_lazy("Last day"))
