"""``python -m engine scenario FILE…``: play scenario files and say which hold."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.scenario.case import AnyCase, read_case, read_text, run_case
from engine.scenario.errors import BadScenario, line_of
from engine.scenario.expect import Failed

HOLDS, FAILED, BAD = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", type=Path, help="a scenario (TOML), or a folder of them"
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="print only what does not hold")


def run(arguments: argparse.Namespace) -> int:
    """Play the files.  0: all hold; 1: one does not hold; 2: one is not understood."""
    worst = HOLDS
    counts = {HOLDS: 0, FAILED: 0, BAD: 0}
    for path in _expand(arguments.files):
        text, case = "", None
        try:
            text = read_text(path)
            case = read_case(text)
            run_case(case)
        except Failed as failure:
            result = FAILED
            print(f"FAILED  {_called(path, case)}", *failure.lines, sep="\n        ")
        except BadScenario as wrong:
            result = BAD
            line = wrong.line or line_of(text, wrong.place, wrong.word)
            print(f"ERROR   {path}{f', line {line}' if line else ''}: {wrong}")
        except Exception as unexpected:  # one file must not hide what the others say
            result = BAD
            print(f"ERROR   {path}: {type(unexpected).__name__}: {unexpected} (a fault of the engine)")
        else:
            result = HOLDS
            if not arguments.quiet:
                print(f"ok      {_called(path, case)}")
        counts[result] += 1
        worst = max(worst, result)
    print(f"{counts[HOLDS]} hold, {counts[FAILED]} failed, {counts[BAD]} not understood", file=sys.stderr)
    return worst


def _called(path: Path, case: AnyCase | None) -> str:
    """A file with the name of its case, if it has one."""
    return f"{path}: {case.name}" if case and case.name else str(path)


def _expand(paths: Sequence[Path]) -> list[Path]:
    """Files as they are, folders as the TOML files in them, at any depth; or as themselves, if empty."""
    files: list[Path] = []
    for path in paths:
        files.extend(sorted(path.rglob("*.toml")) or [path] if path.is_dir() else [path])
    return files
