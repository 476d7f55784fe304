"""Fields that several forms have: a name at a table, a time zone."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from games.core.zone_names import read_zone
from games.models.names import LONGEST_LINE, LONGEST_NAME, check_one_line, clean_line, clean_person_name

LONGEST_ZONE = 64
YOUR_NAME, TIME_ZONE = gettext_lazy("Your name"), gettext_lazy("Time zone")


class LineField(forms.CharField):
    """The name of a thing: one line, in which every space is a plain one."""

    def __init__(self, **more: Any) -> None:
        super().__init__(validators=[check_one_line], **more)

    def to_python(self, value: Any) -> str:
        return clean_line(str(super().to_python(value))[: LONGEST_LINE + 1])


class NameField(forms.CharField):
    """A name that others at a table see: one line, 40 letters. What somebody is called already is `kept`."""

    kept: tuple[str, ...] = ()

    def __init__(self, *, label: Any = YOUR_NAME, **more: Any) -> None:
        super().__init__(max_length=LONGEST_NAME, label=label, **more)

    def clean(self, value: Any) -> str:
        """Return the name as it is stored. Raises `ValidationError`."""
        return clean_person_name(str(super().clean(value)), kept=self.kept)


class ZoneField(forms.CharField):
    """A time zone by its name, in any case, or by its city alone; static/js/zones.js offers all zones."""

    widget = forms.TextInput({"data-zones": True, "autocomplete": "off", "spellcheck": "false"})

    def __init__(self, *, label: Any = TIME_ZONE, **more: Any) -> None:
        super().__init__(max_length=LONGEST_ZONE, label=label, **more)

    def to_python(self, value: Any) -> str:
        """Return the zone as this machine calls it. Raises `ValidationError`."""
        text = str(super().to_python(value))[: LONGEST_ZONE + 1]
        return read_zone(text) if text else text


def propose_zone(field: forms.Field, zone: str) -> None:
    """Fill in a zone that is a guess: static/js/zones.js replaces it by that of the browser."""
    field.initial = field.widget.attrs["data-guess"] = zone
