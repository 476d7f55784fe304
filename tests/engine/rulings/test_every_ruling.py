"""Every ruling has a test or a case that names it."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
RULING = re.compile(r"(?<![A-Za-z0-9])[BORZ]\d+(?!\d)")
NO_RULING = {4, 16, 30, 35, 39, 41, 46, 61, 69, 73, 76, 83, 92, 106, 114, 119, 126, 128, 141, 159, 164}
CARDS_OF_NO_EDITION = {64, 71, 111, 149, 160}  # such as Composting
LAW = [
    *(f"R{number:03}" for number in range(1, 187) if number not in NO_RULING | CARDS_OF_NO_EDITION),
    *(f"B{number:02}" for number in range(1, 36)),
    *(f"O{number}" for number in range(1, 20)),
    *(f"Z{number}" for number in range(1, 14)),
]


def named() -> Iterator[str]:
    """What tests and scenarios are called, and what they say that they are about."""
    for path in TESTS.rglob("*.toml"):
        written = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in written.get("case", [written]):
            yield f"{case.get('name', '')} {case.get('source', '')}"
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield f"{node.name.replace('_', ' ')} {ast.get_docstring(node)}"


@cache
def named_rulings() -> frozenset[str]:
    return frozenset(ruling for name in named() for ruling in RULING.findall(name))


@pytest.mark.parametrize("family", "RBOZ")
def test_every_ruling_has_a_test_or_a_case(family):
    """A case that goes takes its ruling with it, unless another one names it."""
    assert [] == [ruling for ruling in LAW if ruling[0] == family and ruling not in named_rulings()]
