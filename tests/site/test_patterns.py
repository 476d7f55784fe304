"""Every compiled pattern of the project, against texts made of its own words to be as slow as they can be."""

import ast
import importlib
import pkgutil
import re
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import engine
import fluxx_site
import games
from tests.support.processes import ROOT

SIZE = 8_000  # characters of the shortest text; the others have two and four times as many
# Patterns that see only texts which were cut before, and a quarter of that length.
CUT_BEFORE = {
    "games.replies.": 2_000 // 4,  # MOST_CHARACTERS
    "games.pages.common.invite_form.": 400 // 4,  # LONGEST_PIECE
}
# These read files of the project and of its developers alone.
OWN_FILES = (
    "games.board.mail_picture.",
    "games/pages/common/card_faces.py:",
    "games/board/mail_picture.py:",
    "fluxx_site.catalogues.",
    "fluxx_site/catalogues/",
)
MOST = 0.05  # seconds of processor time for the longest
FLOOR = 0.002  # seconds, below which no growth is told from noise
# What takes four times as long for twice the text is quadratic; what is linear takes twice as long.
GROWTH = 2.9
NOT_IMPORTED = ("migrations", "__main__", "wsgi", "asgi")
USES = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")


def find_patterns() -> dict[str, re.Pattern]:
    """Every pattern in a module, a class or a container of one, by where it stands."""
    found: dict[str, re.Pattern] = {}
    for package in (engine, games, fluxx_site):
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not each.name.split(".")[-1].startswith(NOT_IMPORTED) and "migrations" not in each.name:
                module = importlib.import_module(each.name)
                for name, value in vars(module).items():
                    found |= {
                        f"{each.name}.{place}": one for place, one in patterns_in(name, value, each.name)
                    }
    by_text: dict[tuple[object, int], str] = {}
    for name, pattern in sorted(found.items()):
        by_text.setdefault((pattern.pattern, pattern.flags), name)
    return {name: found[name] for name in by_text.values()}


def patterns_in(name: str, value: object, module: str, depth: int = 0) -> Iterator[tuple[str, re.Pattern]]:
    """The patterns in a value of a module, in a class's attributes or in a container."""
    if isinstance(value, re.Pattern):
        yield name, value
    elif depth < 3 and isinstance(value, dict):
        for key, each in value.items():
            yield from patterns_in(f"{name}[{key!r}]", each, module, depth + 1)
    elif depth < 3 and isinstance(value, tuple | list | set | frozenset):
        for number, each in enumerate(value):
            yield from patterns_in(f"{name}[{number}]", each, module, depth + 1)
    elif isinstance(value, type) and value.__module__ == module:
        for key, each in vars(value).items():
            yield from patterns_in(f"{name}.{key}", each, module, depth + 1)


@cache
def sources() -> str:
    """The code of the project."""
    files = [path for name in ("engine", "games", "fluxx_site") for path in (ROOT / name).rglob("*.py")]
    return "\n".join(path.read_text() for path in files)


def find_literals() -> dict[str, re.Pattern]:
    """The patterns that code gives to `re` by a literal, such as ``re.sub(r"\\s+", …)``."""
    found: dict[str, re.Pattern] = {}
    for name in ("engine", "games", "fluxx_site"):
        for path in (ROOT / name).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                match node:
                    case ast.Call(
                        func=ast.Attribute(value=ast.Name(id="re"), attr=use),
                        args=[ast.Constant(value=str(text) | bytes(text)), *_],
                    ) if use in USES:
                        found[f"{path.relative_to(ROOT)}:{node.lineno}.{use}"] = re.compile(text)
    return found


def uses_of(name: str) -> set[str]:
    """How the code uses a pattern; where nothing tells, as it is slowest."""
    if name.rpartition(".")[2] in USES:
        return {name.rpartition(".")[2]}
    constant = name.split("[")[0].rpartition(".")[2]
    module = next(part for part in module_names(name) if part in sys.modules)
    own = Path(str(sys.modules[module].__file__)).read_text()
    find = re.compile(rf"\b{re.escape(constant)}\.({'|'.join(USES)})\b")
    return set(find.findall(own)) or set(find.findall(sources())) or {"search"}


def module_names(name: str) -> Iterator[str]:
    """The names in which that of the pattern's module is, the longest first."""
    while "." in name:
        name = name.rpartition(".")[0]
        yield name


CLASSES = dict(
    zip("wWdDsSbnrtAZB", ("a", "-", "1", "a", " ", "a", "a ", "\n", "\r", "\t", "", "", ""), strict=True)
)


def pieces_of(source: str) -> list[str]:
    """Words that a pattern looks for: its literals, and a member of each of its classes, in their order."""
    source = re.sub(r"\(\?P<\w+>|\(\?P=\w+\)|\(\?[aiLmsux-]*[:)]|\(\?[=!>]|\(\?<[=!]", "(", source)
    found: list[str] = []
    tokens = re.compile(
        r"\[\^?\]?(?:\\.|[^\]\\])*\]|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\.|\{\d*,?\d*\}|[*+?()|^$.]|[^\\\[{*+?()|^$.]+|.",
        re.S,
    )
    for token in tokens.findall(source):
        if token[0] == "[" and len(token) > 2:
            found += members_of(token)
        elif token[0] == "\\" and len(token) == 2:
            found.append(CLASSES.get(token[1], token[1]))
        elif token == ".":
            found.append("a")
        elif token[0] == "\\":
            found.append(chr(int(token[2:], 16)))
        elif token[0] not in "{*+?()|^$":
            found.append(token)
    return [each for each in dict.fromkeys(found) if each]


def members_of(token: str) -> list[str]:
    """Some characters of a class such as ``[^>\\s]``, and some that it excludes."""
    found = []
    for char in " a1-_.,:;@<>()[]\"'/*=|#\n\\é\u2013":
        if re.match(token, char):
            found.append(char)
            if len(found) == 3:
                break
    inside = token.strip("[]^")
    return found + [char for char in inside if not char.isalnum() and char != "\\"][:2]


def worst_texts(pattern: re.Pattern) -> Iterator[tuple[str, str]]:
    """A piece to repeat, with what begins and what ends the text: the end is one that can't fit."""
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    pieces = pieces_of(source)[:24]
    whole = "".join(pieces)
    begins = ["", "".join(pieces[:2])[:40], whole[:60]]
    repeated = [*pieces, *(a + b for a in pieces[:10] for b in pieces[:10] if a != b), whole, whole[:-1]]
    if pattern.flags & re.M:
        repeated += [f"{piece}\n" for piece in pieces[:10]]
    repeated += ["a", "1", " ", "a ", "-", "\n", "a\n"]
    for piece in dict.fromkeys(filter(None, repeated)):
        for begin in dict.fromkeys(begins):
            yield begin, piece


def time_of(pattern: re.Pattern, use: str, text: str) -> float:
    words = text if isinstance(pattern.pattern, str) else text.encode("latin-1", "replace")
    empty = "" if isinstance(words, str) else b""
    work: Callable[[], object] = {
        "sub": lambda: pattern.sub(empty, words),
        "subn": lambda: pattern.subn(empty, words),
        "finditer": lambda: sum(1 for _match in pattern.finditer(words)),
    }.get(use, lambda: getattr(pattern, use)(words))
    began = time.process_time()
    work()
    return time.process_time() - began


def slow_ones(pattern: re.Pattern, use: str, size: int = SIZE) -> Iterator[str]:
    """What makes a pattern slower than linear, or too slow."""
    for begin, piece in worst_texts(pattern):
        texts = [begin + piece * (each // len(piece) + 1) + "\x07" for each in (size, 2 * size, 4 * size)]
        short = begin + piece * (size // 8 // len(piece) + 1) + "\x07"
        if (spent := [time_of(pattern, use, short)])[0] < MOST:  # else it is exponential
            spent = [time_of(pattern, use, texts[0])]
        if spent[-1] <= FLOOR / 2:
            continue
        for text in texts[1:] if spent[-1] < MOST else []:
            spent.append(time_of(pattern, use, text))
        if len(spent) == 3:  # measured by chance slow: once more, and the least counts
            spent = [min(each, time_of(pattern, use, text)) for each, text in zip(spent, texts, strict=True)]
        grows = spent[-1] > 2 * FLOOR and spent[-1] > GROWTH**2 * spent[0] and size == SIZE
        if spent[-1] > MOST or grows:
            times = ", ".join(f"{each * 1000:.1f}" for each in spent)
            yield f"{use}: {begin[:20]!r} and {piece[:20]!r} again and again: {times} ms"
            return


@pytest.mark.slow
def test_each_pattern_is_linear():
    """No text of the pattern's own words, four times 8,000 characters long, takes it 50 ms."""
    patterns = find_patterns() | find_literals()
    assert len(patterns) > 80
    slow = []
    for name, each in patterns.items():
        size = next((most for begin, most in CUT_BEFORE.items() if name.startswith(begin)), SIZE)
        if not name.startswith(OWN_FILES):
            slow += [f"{name} {line}" for use in uses_of(name) for line in slow_ones(each, use, size)]

    assert [] == slow, "\n".join(slow)


@pytest.mark.parametrize(
    "source", [r"a*a*b", r"(\w.%+-)*[\w.%+-]*(?=@)", r"<[^>]*>", r"^[-=]{2,}\s*\S.*\S\s*[-=]{2,}$"]
)
def test_a_slow_pattern_is_found(source):
    """The test can fail: these are quadratic or worse."""
    assert list(slow_ones(re.compile(source), "search"))


@pytest.mark.parametrize("source", [r"a+b", r"<[^<>]*>", r"(?<!\w)\w++@", r"\s+"])
def test_a_fast_pattern_is_not_found(source):
    """These are not."""
    assert not list(slow_ones(re.compile(source), "match"))


def test_templates_have_no_patterns():
    """Tags and filters that match by a pattern are Python, and so found above."""
    assert not [path for path in Path(ROOT / "templates").rglob("*.html") if "regex" in path.read_text()]
