"""The names of time zones in the reader's language, and the zones that people mean by names."""

import json
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.models.player import check_zone, zone_names

# The regions of the world in the names of time zones; what lies outside is an alias or a machine's own.
REGIONS = (
    "Africa/", "America/", "Antarctica/", "Arctic/", "Asia/",
    "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/",
)  # fmt: skip


@cache
def read_cities(language: str) -> Mapping[str, str]:
    """Return what a language calls the cities of zones; only those that it calls otherwise are listed."""
    path = Path(settings.LOCALE_PATHS[0]) / language / "zones.json"
    found: Mapping[str, str] = json.loads(path.read_text()) if path.exists() else {}
    return found


def name_zone(key: str) -> str:
    """Return what a reader calls a zone: Europe/Warsaw in English, else by its city: Warszawa."""
    language = get_language() or settings.LANGUAGE_CODE
    region, _slash, city = key.rpartition("/")
    if language == settings.LANGUAGE_CODE or region in ("", "Etc"):
        return key.replace("_", " ")
    return read_cities(language).get(key) or city.replace("_", " ")


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
