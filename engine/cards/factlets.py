"""Facts about organs for the questions of Anatomy: read from ``factlets.toml``, each with its source."""

import tomllib
from hashlib import sha256
from importlib.resources import files

import msgspec

from engine.option import FACT

_DATA = files("engine.cards") / "factlets.toml"


class Factlet(msgspec.Struct, frozen=True):
    """One fact about an organ, and where it can be checked.

    ``slug`` is its label as an option of a question.  It is made of the text, so it stays the same when the
    file grows.
    """

    slug: str
    organ: str
    fact: str
    source: str


def _read(data: str) -> list[Factlet]:
    return [
        Factlet(
            f"{FACT}{sha256(entry['fact'].encode()).hexdigest()[:10]}", organ, entry["fact"], entry["source"]
        )
        for organ, entries in tomllib.loads(data).items()
        for entry in entries
    ]


FACTLETS: dict[str, Factlet] = {each.slug: each for each in _read(_DATA.read_text(encoding="utf-8"))}
"""All facts, by slug."""

ORGANS: dict[str, list[Factlet]] = {}
"""The facts about each organ."""

for _each in FACTLETS.values():
    ORGANS.setdefault(_each.organ, []).append(_each)
