"""The words of the site that people read: found in its modules, its templates and its facts."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(settings.BASE_DIR)
ROOMS = ("engine", "games", "fluxx_site", "templates")
FACTS = Path("engine/cards/factlets.toml")
NOTE = "Translators:"
# Which arguments of a call are what: the context, the words, the words for several.
CALLS = {
    "_": ("one",),
    "gettext": ("one",),
    "gettext_lazy": ("one",),
    "gettext_noop": ("one",),
    "ngettext": ("one", "many"),
    "ngettext_lazy": ("one", "many"),
    "pgettext": ("context", "one"),
    "pgettext_lazy": ("context", "one"),
    "npgettext": ("context", "one", "many"),
    "npgettext_lazy": ("context", "one", "many"),
}
_STRING = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_CALL = re.compile(rf"(?<!\w)({'|'.join(CALLS)})\(\s*({_STRING}(?:,\s*{_STRING})*)")


@dataclass(frozen=True)
class Message:
    """Words that are translated as one, and where they stand: a file and its line.

    `many` are the English words for several, where the number decides; `note` is a comment for translators.
    """

    one: str
    many: str
    context: str
    file: str
    line: int
    note: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from all others: its context, and the English words for one."""
        return self.context, self.one


def messages() -> Iterator[Message]:
    """Yield every message of the site in the order of its files; one that is used twice comes twice."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            file = path.relative_to(ROOT)
            if path.suffix == ".py" and "migrations" not in file.parts:
                yield from _of_module(path.read_text(encoding="utf-8"), str(file))
            elif "templates" in file.parts and path.suffix in (".html", ".txt", ".svg"):
                yield from of_template(path.read_text(encoding="utf-8"), str(file))
    yield from _of_facts()


def _of_module(source: str, file: str) -> Iterator[Message]:
    lines = source.splitlines()
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        roles = CALLS.get(name, ())
        given = [arg.value for arg in call.args[: len(roles)] if isinstance(arg, ast.Constant)]
        said = [each for each in given if isinstance(each, str)]
        if roles and len(said) == len(roles):
            yield _message(roles, said, file, call.lineno, _note(lines, call.lineno))


def _note(lines: list[str], lineno: int) -> str:
    """Return the comment for translators above a call, which may begin some lines higher."""
    told: list[str] = []
    for line in reversed(lines[max(0, lineno - 4) : lineno - 1]):
        if not line.lstrip().startswith("#"):
            break
        told.insert(0, line.strip(" #"))
    text = " ".join(told)
    return text.partition(NOTE)[2].strip() if NOTE in text else ""


def of_template(source: str, file: str) -> Iterator[Message]:
    """Yield the messages of a template, as Django finds them."""
    for lineno, line in enumerate(templatize(source).splitlines(), start=1):
        for name, arguments in _CALL.findall(line):
            said = [ast.literal_eval(each) for each in re.findall(_STRING, arguments)]
            roles = CALLS[name]
            if len(said) >= len(roles):
                yield _message(roles, said, file, lineno, "")


def _of_facts() -> Iterator[Message]:
    lines = (ROOT / FACTS).read_text(encoding="utf-8").splitlines()
    for organ, facts in tomllib.loads("\n".join(lines)).items():
        for each in facts:
            line = next(number for number, text in enumerate(lines, 1) if each["fact"][:30] in text)
            yield Message(each["fact"], "", "", str(FACTS), line, f"A fact about this organ: {organ}.")


def _message(roles: tuple[str, ...], said: list[str], file: str, line: int, note: str) -> Message:
    told = dict(zip(roles, said, strict=False))
    return Message(told["one"], told.get("many", ""), told.get("context", ""), file, line, note)
