"""The catalogues as files: .po for people, .mo for Django; Babel reads and writes both."""

import io
import re
from copy import deepcopy
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import engine
from fluxx_site.catalogues.faults import as_texts, find_faults, is_gap
from fluxx_site.catalogues.paths import get_path
from fluxx_site.catalogues.zones import build_cities
from games.core.typography import keep_together
from games.decks.titles import read_titles

# What isn't a sentence: words that are compared with what people write, names that the site gives to what it
# stores, and letters of formats.
NO_SENTENCES = re.compile(r"words? of a (move|reply)|date format|letter of a colour|stored name")


def read_catalog(language: str) -> Catalog:
    """Return the catalogue of a language as it lies on disk; an empty one where there is none."""
    path = get_path(language, ".po")
    return read_po(io.BytesIO(path.read_bytes() if path.exists() else b""), locale=language)


def update_catalog(language: str, template: Catalog) -> Catalog:
    """Return the catalogue of a language with the messages of the template.

    A message whose English has changed a little keeps its translation and is marked as fuzzy: players read
    the English until somebody has looked at it. A translation that nothing uses any more is kept as obsolete.
    """
    catalog = read_catalog(language)
    for message in catalog.obsolete.values():
        if message.id not in catalog:
            catalog[message.id] = message  # it may be in use again
    catalog.obsolete.clear()
    catalog.update(template, update_header_comment=True)
    return catalog


def as_po(catalog: Catalog) -> bytes:
    """Return a catalogue as a .po file in the order of its English: no move of modules changes it."""
    out = io.BytesIO()
    write_po(out, catalog, width=100, sort_output=True, include_lineno=False)
    return out.getvalue()


def as_mo(catalog: Catalog) -> bytes:
    """Return a catalogue as a .mo file, which holds what is translated and not fuzzy.

    Here sentences get the non-breaking spaces that translators need not write.
    """
    out = io.BytesIO()
    write_mo(out, _typeset(catalog))
    return out.getvalue()


def _typeset(catalog: Catalog) -> Catalog:
    typeset = deepcopy(catalog)
    language = str(catalog.locale)
    for message in typeset:
        if message.id and not NO_SENTENCES.search(message.context or ""):
            texts = tuple(keep_together(text, language) for text in as_texts(message.string))
            message.string = texts if isinstance(message.string, tuple) else texts[0]
    return typeset


def write_catalog(language: str, catalog: Catalog) -> None:
    """Write the files of a language."""
    get_path(language, ".po").parent.mkdir(parents=True, exist_ok=True)
    for path, content in _list_files(language, catalog):
        path.write_bytes(content)


def _list_files(language: str, catalog: Catalog) -> list[tuple[Path, bytes]]:
    """Return the files that are written for a language, with what they hold."""
    return [
        (get_path(language, ".po"), as_po(catalog)),
        (get_path(language, ".po").parents[1] / "zones.json", build_cities(language)),
    ]


def list_stale(language: str, catalog: Catalog) -> list[str]:
    """Return what of a language's files on disk is not as it would be written now."""
    return [
        f"{language}: {path} is not up to date; run: python manage.py catalogues"
        for path, now in _list_files(language, catalog)
        if not path.exists() or _without_places(path.read_bytes()) != _without_places(now)
    ]


def _without_places(content: bytes) -> bytes:
    """Return a file without the lines that name where words stand: a module may move without its words."""
    return re.sub(rb"^#: .*\n", b"", content, flags=re.MULTILINE)


def list_faults(language: str, catalog: Catalog) -> list[str]:
    """Return what is wrong with a catalogue, a line for each translation that is faulty."""
    return [
        f"{language}: {message.id!r} ({message.locations[0][0]}): {fault}"
        for message in catalog
        if message.id and not is_gap(message)
        for fault in find_faults(language, catalog, message)
    ]


def list_gaps(language: str, catalog: Catalog) -> list[str]:
    """Return what players read in English, a line for each message."""
    return [
        f"{language}: {message.id!r} ({message.locations[0][0]}) is not translated"
        for message in catalog
        if message.id and is_gap(message)
    ]


def list_undeclined(language: str) -> list[str]:
    """Return the titles that sentences can't decline, a line for each."""
    titles = {card.title for each in engine.all_editions() for card in engine.deck_of(each.slug).cards}
    missing = sorted(titles - set(read_titles(language).titles))
    return [f"{language}: {title!r} (titles.toml) is not listed with its cases" for title in missing]
