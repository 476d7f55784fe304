"""The catalogues as files: .po for people, .mo for Django; Babel reads and writes both."""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings

from fluxx_site.catalogues.faults import faults
from fluxx_site.catalogues.sources import Message

# Files say nothing of when they were made: the same words make the same bytes.
DATE = datetime(2026, 1, 1, tzinfo=UTC)
Said = dict[tuple[str, str], tuple[str, ...]]
"""Translations by the key of their message: one text, or one for each form of a number."""


def languages() -> list[str]:
    """Return the languages that the site is translated into."""
    return [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def path(language: str, suffix: str) -> Path:
    """Return where the catalogue of a language lies, as .po or as .mo."""
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / f"django{suffix}"


def read(language: str) -> Catalog:
    """Return the catalogue of a language as it lies on disk; an empty one where there is none."""
    if not path(language, ".po").exists():
        return Catalog(locale=language)
    with path(language, ".po").open("rb") as file:
        return read_po(file, locale=language)


def said(catalog: Catalog) -> Said:
    """Return the translations of a catalogue, those that are not there left out."""
    found: Said = {}
    for entry in catalog:
        if entry.id and any(texts := _texts(entry)):
            found[entry.context or "", _ids(entry)[0]] = texts
    return found


def catalogue(language: str, messages: Iterable[Message], translated: Said) -> Catalog:
    """Return the catalogue of these messages, in their order, with the translations that there are."""
    made = Catalog(
        locale=language,
        project="Fluxx by mail",
        version="1",
        creation_date=DATE,
        revision_date=DATE,
        last_translator="the people of Fluxx by mail",
        language_team=language,
        msgid_bugs_address="none",
        header_comment="# Made by `python manage.py catalogues`: see docs/translating.md.",
        fuzzy=False,
    )
    several = {message.key: message.many for message in messages if message.many}
    for message in messages:
        texts = translated.get(message.key, ())
        many = several.get(message.key)
        entry = made.get(message.one, message.context or None)
        if entry is None:
            made.add(
                (message.one, many) if many else message.one,
                (texts if many else "".join(texts[:1])) or "",
                context=message.context or None,
                auto_comments=[message.note] if message.note else [],
                locations=[(message.file, message.line)],
            )
        elif message.file not in {file for file, _line in entry.locations}:
            entry.locations.append((message.file, message.line))
    return made


def as_po(catalog: Catalog) -> bytes:
    """Return a catalogue as a .po file, which names files and no lines: those change too often."""
    out = io.BytesIO()
    write_po(out, catalog, width=100, include_lineno=False, ignore_obsolete=True)
    return out.getvalue()


def as_mo(catalog: Catalog) -> bytes:
    """Return a catalogue as a .mo file, which holds what is translated."""
    out = io.BytesIO()
    for entry in catalog:
        if not any(_texts(entry)):
            entry.string = ""
    write_mo(out, catalog)
    return out.getvalue()


def write(language: str, catalog: Catalog) -> None:
    """Write both files of a language."""
    path(language, ".po").parent.mkdir(parents=True, exist_ok=True)
    path(language, ".po").write_bytes(as_po(catalog))
    path(language, ".mo").write_bytes(as_mo(read(language)))


def stale(language: str, catalog: Catalog) -> list[str]:
    """Return what of a language's files on disk is not as it would be written now."""
    return [
        f"{language}: {path(language, suffix)} is not up to date; run: python manage.py catalogues"
        for suffix, now in ((".po", as_po(catalog)), (".mo", as_mo(read(language))))
        if not path(language, suffix).exists() or path(language, suffix).read_bytes() != now
    ]


def complaints(language: str, catalog: Catalog) -> list[str]:
    """Return what is wrong with a catalogue, a line for each message that is missing or faulty."""
    told: list[str] = []
    for entry in catalog:
        if not entry.id:
            continue
        one, *many = _ids(entry)
        wrong = ["it is marked as fuzzy"] if entry.fuzzy else []
        wrong += faults(language, catalog.num_plurals, one, "".join(many), _texts(entry))
        told += [f"{language}: {one!r} ({entry.locations[0][0]}): {fault}" for fault in wrong]
    return told


def _ids(entry: Entry) -> tuple[str, ...]:
    return (entry.id,) if isinstance(entry.id, str) else tuple(entry.id)


def _texts(entry: Entry) -> tuple[str, ...]:
    if isinstance(entry.string, str):
        return (entry.string,)
    return tuple(text or "" for text in entry.string or ())
