"""The names of time zones in the reader's language."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.translation import get_language


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
