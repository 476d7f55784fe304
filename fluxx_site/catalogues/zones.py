"""The cities of time zones in other languages, from Unicode's CLDR by way of Babel."""

import json

from babel import Locale
from babel.core import get_global


def build_cities(language: str) -> bytes:
    """Return a JSON file of the cities that a language calls otherwise than the zone is called."""
    listed = {zone: each["city"] for zone, each in Locale(language).time_zones.items() if "city" in each}
    for old, new in get_global("zone_aliases").items():
        if old in listed or new in listed:
            listed.setdefault(old, listed.get(new) or "")
            listed.setdefault(new, listed[old])
    named = {zone: city for zone, city in listed.items() if zone.rpartition("/")[2] != city.replace(" ", "_")}
    return (json.dumps(named, ensure_ascii=False, indent=0, sort_keys=True) + "\n").encode()
