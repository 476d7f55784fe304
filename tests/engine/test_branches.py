"""Functions stay short to think through: expressions that decide count, which ruff's C901 leaves out."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.processes import ROOT

MOST = 24
# These still decide more often; the list only gets shorter.
LONGER = ("replies.py reply_letter", "build_question_form.py build_question_form")


def weigh(node: ast.AST) -> int:
    """Return how many more ways through a function there are by a node alone."""
    match node:
        case ast.BoolOp(values=values):
            return len(values) - 1
        case ast.comprehension(ifs=conditions):
            return 1 + len(conditions)
    decides = ast.If | ast.For | ast.AsyncFor | ast.While | ast.ExceptHandler | ast.IfExp | ast.match_case
    return int(isinstance(node, decides))


def count_branches(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return how many ways there are through a function, without those of functions in it."""
    count, todo = 1, list[ast.AST](function.body)
    while todo:
        node = todo.pop()
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            count += weigh(node)
            todo += ast.iter_child_nodes(node)
    return count


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_branches_of_expressions_are_counted():
    """A chain of conditions weighs as much as the same in statements."""
    (chain,) = ast.parse("def f(a, b):\n return [x for x in a if x and b] if a else b or 1").body

    assert isinstance(chain, ast.FunctionDef)
    assert count_branches(chain) == 6


@pytest.mark.slow
def test_no_function_decides_too_often():
    """Conditional expressions, and/or and comprehensions hide no branches."""
    paths = [path for root in ("engine", "games", "fluxx_site") for path in (ROOT / root).rglob("*.py")]
    found = {
        f"{path.relative_to(ROOT)} {function.name}": count
        for path in paths
        if "migrations" not in path.parts
        for function in functions(path)
        if (count := count_branches(function)) > MOST
    }

    assert {each for each in found if not each.endswith(LONGER)} == set(), found
