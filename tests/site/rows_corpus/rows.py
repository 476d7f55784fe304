"""All that is stored, as text: a line for each row of each model, the same wherever the game is played."""

import base64
import json
import re
import zlib
from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import connection
from django.db.models import Field, Max, Model

from .chance import Chance

# What says more of words, machines and processes than of the game.
LEFT_OUT = {
    "SentMail": "hashes of the words of mails",
    "InboundMail": "hashes of mails as they came in",
    "SweepLease": "which process was at a sweep",
    "GameFacts": "what follows from the moves, as tests/site/test_facts.py holds",
    "SeatFacts": "what follows from the moves, as tests/site/test_facts.py holds",
}
NO_COLUMNS = {"Player": {"password"}}
UUIDS = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
EMPTY = (None, "", [], {})
# Columns that are left out where they are false, too: what is kept was stored before they were there.
LATER = {"Seat": {"is_unnamed"}}


def models() -> list[type[Model]]:
    """Return the models whose rows are written down, new ones too."""
    found = [each for each in apps.get_app_config("games").get_models() if each.__name__ not in LEFT_OUT]
    return sorted(found, key=lambda model: model.__name__)


def begin_keys_anew() -> None:
    """Let the next row of each table get the key after the last one, since keys stand in texts, too."""
    with connection.cursor() as cursor:
        for model in apps.get_app_config("games").get_models():
            key = model._meta.pk
            if key.get_internal_type().endswith("AutoField"):
                last = model._base_manager.aggregate(last=Max("pk"))["last"] or 0
                names = [model._meta.db_table, key.column, last + 1]
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s, false)", names)


def dump(chance: Chance) -> dict[str, list[str]]:
    """Return the lines of each model that has rows, in the order in which they were stored.

    A primary key is the row's number among its kind, wherever a column points to it; what was drawn at random
    is named by where it is met first. A column that is empty is left out.
    """
    found = {model: list(model._base_manager.order_by("pk")) for model in models()}
    keys = {
        model: {row.pk: number for number, row in enumerate(rows, 1)}
        for model, rows in found.items()
        if not model._meta.pk.remote_field  # else its key is that of another row
    }
    drawn = re.compile(f"{chance.pattern()}|{UUIDS}")
    named: dict[str, str] = {}

    def lines(kind: str, rows: list[Model]) -> Iterator[str]:
        met = 0

        def name(word: re.Match[str]) -> str:
            nonlocal met
            if word[0] not in named:
                met += 1
                named[word[0]] = f"{kind}-{met}"
            return named[word[0]]

        for row in rows:
            values = {
                field.name: value(field, row, keys)
                for field in sorted(row._meta.concrete_fields, key=lambda field: field.name)
                if field.name not in NO_COLUMNS.get(kind, ())
            }
            later = {name for name in LATER.get(kind, ()) if values[name] is False}
            full = {name: each for name, each in values.items() if each not in EMPTY and name not in later}
            yield drawn.sub(name, json.dumps(full, ensure_ascii=False))

    return {model.__name__: list(lines(model.__name__, rows)) for model, rows in found.items() if rows}


def value(field: "Field[Any, Any]", row: Model, keys: dict[type[Model], dict[Any, int]]) -> Any:
    """Return the value of a column as JSON has it."""
    stored = getattr(row, field.attname)
    if field.remote_field is not None:
        return keys.get(field.remote_field.model, {}).get(stored, stored)
    if field.primary_key:
        return keys.get(type(row), {}).get(stored, stored)
    return plain(READERS.get(f"{type(row).__name__}.{field.name}", plain)(stored))


def plain(stored: Any) -> Any:
    """Return a value of Python as JSON has it."""
    match stored:
        case bytes() | memoryview():
            return bytes(stored).hex()
        case datetime() | date() | time():
            return stored.isoformat()
        case timedelta():
            return f"{stored.total_seconds():g} s"
        case UUID():
            return str(stored)
        case dict():
            return {str(key): plain(stored[key]) for key in sorted(stored)}
        case list() | tuple():
            return [plain(each) for each in stored]
    return stored


def read_table(data: bytes | memoryview) -> Any:
    """Return a stored table."""
    return json.loads(bytes(data))


def read_points(packed: bytes | memoryview) -> Any:
    """Return stored undo points with their tables: how zlib packs them differs from version to version."""
    if not packed:
        return None
    points = json.loads(zlib.decompress(bytes(packed)))
    for point in (*points.get("steps", ()), *points.get("turns", {}).values()):
        point["data"] = json.loads(point["data"])
    if staff := points.get("staff"):
        staff["data"] = json.loads(staff["data"])
        staff["earlier"] = read_points(base64.b64decode(staff["earlier"]))
    return points


READERS: dict[str, Callable[[Any], Any]] = {
    "GameState.data": read_table,
    "GameState.earlier": read_points,
}
