"""Where the walk of an answer leads: from the locked table down, and never back up (ADR 77)."""

import ast
import tomllib

import pytest

from games.play import store_change
from tests.support.processes import ROOT

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
# The packages of games/ from the highest down; some stand side by side.
FLOORS = [
    {package.strip() for package in floor.split("|")}
    for contract in CONTRACTS
    if contract["type"] == "layers" and contract["containers"] == ["games"]
    for floor in contract["layers"]
]


def floor_of(package: str) -> int:
    """Return on which floor a package of games/ stands, counted from above."""
    return next(number for number, packages in enumerate(FLOORS) if package in packages)


def functions_and_packages() -> dict[str, str]:
    """Return the package of games/ from which its module has each name that it imports."""
    found = {}
    for node in ast.parse((ROOT / "games/play/store_change.py").read_text()).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("games."):
            found |= {each.asname or each.name: node.module.split(".")[1] for each in node.names}
    return found


def called_packages() -> list[str]:
    """Return the packages that the storing function calls, in the order of the calls."""
    tree = ast.parse((ROOT / "games/play/store_change.py").read_text())
    function = next(
        each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name == "store_rows"
    )
    imported = functions_and_packages()
    calls = sorted(
        (node for node in ast.walk(function) if isinstance(node, ast.Call)),
        key=lambda node: (node.end_lineno, node.end_col_offset),  # an argument is called before its function
    )
    found = []
    for call in calls:
        name = call.func
        while isinstance(name, ast.Attribute):
            name = name.value
        if not isinstance(name, ast.Name):
            continue
        if name.id in imported:
            found.append(imported[name.id])
        elif callable(getattr(store_change, name.id, None)) and not isinstance(call.func, ast.Attribute):
            found.append("play")
    return found


def test_the_storing_function_calls_downwards_only():
    """It calls the packages that own the rows from the highest floor down."""
    floors = [floor_of(package) for package in called_packages()]

    assert {"play", "orders", "timing", "core"} <= set(called_packages())
    assert floors == sorted(floors)


def names_in(text: str) -> set[str]:
    """Return the names in a module, and its strings, as an annotation may be one."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        words = (getattr(node, name, None) for name in ("id", "attr", "name", "value"))
        found |= {word for word in words if isinstance(word, str)}
    return found


@pytest.mark.parametrize(
    "text",
    ["from play.table import LockedTable", "x: table.LockedTable", "def f(x: 'LockedTable'): ..."],
)
def test_the_rule_below_sees_a_locked_table(text):
    """An import, an attribute and a quoted annotation are names."""
    assert "LockedTable" in names_in(text)


BELOW = [package for floor in FLOORS[floor_of("play") + 1 :] for package in sorted(floor)]


@pytest.mark.parametrize("package", BELOW)
def test_no_package_below_play_knows_a_locked_table(package):
    """None names it, in no annotation and not where it is called: they take values."""
    folder = ROOT / "games" / package
    modules = sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]

    assert modules
    assert [str(module) for module in modules if "LockedTable" in names_in(module.read_text())] == []
