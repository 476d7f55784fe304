"""The form of quiet hours and days off."""

from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Player
from games.people.hours import set_hours

TIME_INPUT = forms.TimeInput(format="%H:%M", attrs={"type": "time"})


class HoursForm(forms.Form):
    """Quiet hours and days off, as wall times of the player's zone."""

    quiet_from = forms.TimeField(required=False, widget=TIME_INPUT, label=gettext_lazy("Quiet from"))
    quiet_to = forms.TimeField(
        required=False,
        widget=TIME_INPUT,
        label=gettext_lazy("Quiet until"),
        help_text=gettext_lazy("At most 16 hours a day; both empty, or both the same, means none."),
    )
    days_off = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        choices=list(WEEKDAYS.items()),
        widget=forms.CheckboxSelectMultiple,
        label=gettext_lazy("Days off"),
        help_text=gettext_lazy(
            "At most three days of the week. They stop the clock of your own turn. On someone else’s turn, "
            "only quiet hours stop it in most games, because the others are waiting for you."
        ),
    )

    def __init__(self, data: Any = None, *, player: Player) -> None:
        times = {"quiet_from": player.quiet_from, "quiet_to": player.quiet_to}
        super().__init__(data, initial={**times, "days_off": list(player.days_off)})

    def clean(self) -> dict[str, Any]:
        """Refuse quiet hours of which only one end is set."""
        cleaned = super().clean() or {}
        if (cleaned.get("quiet_from") is None) != (cleaned.get("quiet_to") is None) and not self.errors:
            self.add_error("quiet_to", _("Enter both times, or leave both empty."))
        return cleaned

    def save(self, player: Player) -> Player:
        """Set the hours of a player. Raises a `Refusal`."""
        begin, end = self.cleaned_data["quiet_from"], self.cleaned_data["quiet_to"]
        quiet = None if begin is None else (begin, end)
        set_hours(player=player, quiet=quiet, days_off=self.cleaned_data["days_off"])
        return player
