"""``python -m engine scenario FILE…``: play scenario files and say which hold."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.scenario.case import read_cases, read_text, run_case
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
    """Play the files.  0: all cases hold; 1: one does not hold; 2: a file is not understood."""
    counts = {HOLDS: 0, FAILED: 0, BAD: 0}
    for path in _expand(arguments.files):
        for result, lines in _results(path):
            counts[result] += 1
            if result != HOLDS or not arguments.quiet:
                print(*lines, sep="\n        ")
    print(f"{counts[HOLDS]} hold, {counts[FAILED]} failed, {counts[BAD]} not understood", file=sys.stderr)
    return max(result for result, count in counts.items() if count)


def _results(path: Path) -> Iterator[tuple[int, list[str]]]:
    """What comes of each case of a file, and what is said of it."""
    text = ""
    try:
        text = read_text(path)
        cases = read_cases(text)
    except Exception as wrong:  # one file must not hide what the others say
        yield BAD, [_error(path, text, wrong)]
        return
    for number, case in enumerate(cases, start=1):
        called = f"{path}: {case.name}" if case.name else str(path)
        try:
            run_case(case)
        except Failed as failure:
            yield FAILED, [f"FAILED  {called}", *failure.lines]
        except BadScenario as wrong:
            yield BAD, [_error(path, text, wrong.within(f"case {number}") if len(cases) > 1 else wrong)]
        except Exception as unexpected:
            yield BAD, [_error(path, text, unexpected)]
        else:
            yield HOLDS, [f"ok      {called}"]


def _error(path: Path, text: str, wrong: Exception) -> str:
    """What is wrong with a file, and where, as far as that is known."""
    if not isinstance(wrong, BadScenario):
        return f"ERROR   {path}: {type(wrong).__name__}: {wrong} (a fault of the engine)"
    line = wrong.line or line_of(text, wrong.place, wrong.word)
    return f"ERROR   {path}{f', line {line}' if line else ''}: {wrong}"


def _expand(paths: Sequence[Path]) -> list[Path]:
    """Files as they are, folders as the TOML files in them, at any depth; or as themselves, if empty."""
    files: list[Path] = []
    for path in paths:
        files.extend(sorted(path.rglob("*.toml")) or [path] if path.is_dir() else [path])
    return files
