"""Fields that several forms have: a name at a table, a time zone."""

from difflib import get_close_matches
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.core.zone_names import read_cities
from games.models.names import LONGEST_LINE, LONGEST_NAME, check_one_line, clean_line, clean_person_name
from games.models.player import check_zone, zone_names

# The regions of the world in the names of time zones; what lies outside is an alias or a machine's own.
REGIONS = (
    "Africa/", "America/", "Antarctica/", "Arctic/", "Asia/",
    "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/",
)  # fmt: skip
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


def read_zone(text: str) -> str:
    """Return the zone that is meant: “europe/warsaw”, “New York”. Raises `ValidationError`."""
    wanted = "_".join(text.split()).casefold()
    by_name = {name.casefold(): name for name in zone_names()}
    if wanted in by_name:
        return by_name[wanted]
    by_city = {name.rpartition("/")[2]: zone for name, zone in by_name.items() if zone.startswith(REGIONS)}
    own_names = read_cities(get_language() or "")  # as they are shown to the reader
    by_city |= {
        "_".join(city.split()).casefold(): zone
        for zone, city in own_names.items()
        if zone.startswith(REGIONS) and zone in zone_names()
    }
    if wanted in by_city:
        return by_city[wanted]
    near = get_close_matches(wanted, by_name, cutoff=0.8) + get_close_matches(wanted, by_city, cutoff=0.8)
    meant = list(dict.fromkeys(by_city.get(each) or by_name[each] for each in near))
    if not meant:
        check_zone(text)  # says what a zone looks like
    raise ValidationError(
        _("“%(name)s” is not a time zone. Did you mean %(zones)s?"),
        params={"name": text, "zones": ", ".join(meant)},
    )
