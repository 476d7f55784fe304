"""Fields that several forms have: a name at a table, a time zone."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import clock
from games.models.player import check_one_line, check_zone, zone_names

# The regions of the world in the names of time zones; what lies outside is an alias or a machine's own.
REGIONS = frozenset(
    [
        "Africa",
        "America",
        "Antarctica",
        "Arctic",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    ]
)
YOUR_NAME = gettext_lazy("Your name")


class NameField(forms.CharField):
    """A name that others at a table see: one line, 40 letters."""

    def __init__(self, *, label: Any = YOUR_NAME, **more: Any) -> None:
        super().__init__(max_length=40, validators=[check_one_line], label=label, **more)


def zone_choices(kept: str = "UTC", now: datetime | None = None) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return all time zones by region, with their offset from UTC now; and `kept`, whatever it is."""
    at = now or clock.now()
    regions: dict[str, list[tuple[str, str]]] = {_("Universal"): [("UTC", "UTC")]}
    for name in sorted(zone_names()):
        region, slash, place = name.partition("/")
        if slash and region in REGIONS:
            offset = at.astimezone(ZoneInfo(name)).strftime("%z")
            shown = f"{place.replace('_', ' ')} ({offset[:3]}:{offset[3:]})"
            regions.setdefault(region, []).append((name, shown))
    if not any(kept == name for zones in regions.values() for name, _shown in zones):
        regions[_("Now")] = [(kept, kept)]
    return list(regions.items())


class ZoneField(forms.ChoiceField):
    """A time zone, out of those that this machine knows."""

    def __init__(self, **more: Any) -> None:
        more.setdefault("label", gettext_lazy("Time zone"))
        super().__init__(choices=zone_choices, validators=[check_zone], **more)

    def valid_value(self, value: Any) -> bool:
        """Leave it to the validator, which knows every zone and says what one looks like."""
        return True
