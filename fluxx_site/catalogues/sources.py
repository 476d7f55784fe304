"""The words of the site that people read: found by Babel in its modules, its templates and its facts."""

import ast
import io
import itertools
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir, extract_python
from django.conf import settings
from django.utils.translation import templatize

PACKAGES = ("engine", "games", "fluxx_site", "templates")
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "ngettext_noop": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
NOTE = "Translators:"
# Files say nothing of when they were made: the same words make the same bytes.
DATE = datetime(2026, 1, 1, tzinfo=UTC)


def extract() -> Iterator[tuple[str, int, Any, list[str], str | None]]:
    """Yield file, line, words, comments and context of every message; one that is used twice comes twice."""
    root = Path(settings.BASE_DIR)
    methods: list[tuple[str, Any]] = [
        ("**/migrations/**", "ignore"),
        ("**.py", extract_module),
        ("**/templates/**.html", extract_template),
        ("**/templates/**.txt", extract_template),
        ("**/factlets.toml", extract_facts),
    ]
    yield from extract_from_dir(
        root,
        method_map=methods,
        keywords=KEYWORDS,
        directory_filter=lambda path: Path(path).relative_to(root).parts[0] in PACKAGES,
    )


def extract_module(
    file: IO[bytes], keywords: Any, comment_tags: Any, options: Any
) -> Iterator[tuple[Any, ...]]:
    """Yield the messages of a module, also of calls within calls, which Babel's own reader passes over."""
    source = file.read().decode()
    lines = source.splitlines()
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        words = tuple(arg.value if isinstance(arg, ast.Constant) else None for arg in call.args)
        if name in keywords and words:
            yield call.lineno, name, words, _find_comment(lines, call.lineno)


def _find_comment(lines: list[str], lineno: int) -> list[str]:
    """Return the comment for translators above a call, which may begin some lines higher."""
    above = itertools.takewhile(lambda line: line.lstrip().startswith("#"), reversed(lines[: lineno - 1]))
    comment = " ".join(line.strip(" #") for line in reversed(list(above)))
    return [comment.partition(NOTE)[2].strip()] if NOTE in comment else []


def extract_template(
    file: IO[bytes], keywords: Any, comment_tags: Any, options: Any
) -> Iterator[tuple[Any, ...]]:
    """Yield the messages of a template: Django turns it into calls, which Babel reads as a module."""
    calls = templatize(file.read().decode())
    unindented = "\n".join(line.strip() for line in calls.splitlines())
    yield from extract_python(io.BytesIO(unindented.encode()), keywords, comment_tags, options)


def extract_facts(
    file: IO[bytes], keywords: Any, comment_tags: Any, options: Any
) -> Iterator[tuple[Any, ...]]:
    """Yield the facts about organs."""
    for organ, facts in tomllib.loads(file.read().decode()).items():
        for each in facts:
            yield 1, "gettext", each["fact"], [f"A fact about this organ: {organ}."]


def build_template() -> Catalog:
    """Return a catalogue of all messages without translations."""
    template = Catalog(
        project="Fluxx by mail",
        version="1",
        creation_date=DATE,
        revision_date=DATE,
        last_translator="the people of Fluxx by mail",
        msgid_bugs_address="none",
        header_comment="# Made by `python manage.py catalogues`: see docs/translating.md.",
        fuzzy=False,
    )
    for file, line, words, comments, context in extract():
        template.add(words, locations=[(file, line)], auto_comments=comments, context=context)
    return template
