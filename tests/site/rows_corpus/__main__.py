"""Plays games of the corpus, and shows what differs: `python -m tests.site.rows_corpus [GAME ...]`.

Without numbers all are played, in some minutes. `--against COMMIT` plays them with the code of that commit as
well, and shows the first row that differs in each; without it, only the games that are kept whole can be
shown. `--accept` keeps what was played: a commit that does this names the columns that it changes.
"""

import argparse
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.support.processes import ROOT

from . import kept

TEST = Path("tests/site/test_rows_corpus.py")
CORPUS = Path("tests/site/rows_corpus")
# The test that plays games, and not the one that looks at what is kept.
OPTIONS = ("-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-k", "leaves")
# The kinds of difference that are shown, and how much of a row.
MOST_SHOWN, WIDTH = 20, 4000


def play(tree: Path, numbers: Sequence[int]) -> dict[str, dict[str, list[str]]]:
    """Play games with the code of a tree; return what each has stored, by its name."""
    with tempfile.TemporaryDirectory() as into:
        wanted = {"ROWS_CORPUS_GAMES": " ".join(map(str, numbers))} if numbers else {"EVERY_GAME": "1"}
        processes = ["-n", "2"] if len(numbers) != 1 else []
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *OPTIONS, *processes, str(TEST)],
            cwd=tree,
            env={**os.environ, **wanted, "ROWS_CORPUS_INTO": into, "PYTHONPATH": str(tree)},
            capture_output=True,
            text=True,
        )
        found = {file.stem: kept.read_text(file.read_text()) for file in sorted(Path(into).glob("*.txt"))}
    broken = [
        line for line in done.stdout.splitlines() if line.startswith("E  ") and "AssertionError" not in line
    ]
    if not found or done.returncode not in (0, 1):
        raise SystemExit(done.stdout[-3000:] + done.stderr[-3000:])
    for line in dict.fromkeys(broken):
        print(line, file=sys.stderr)
    return found


def play_at(commit: str, numbers: Sequence[int]) -> dict[str, dict[str, list[str]]]:
    """Play games with the code of a commit; with its own corpus, if it has one."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
            tar.extractall(folder, filter="data")
        tree = Path(folder)
        if not (tree / TEST).exists():
            (tree / CORPUS).mkdir(parents=True)
            for file in [TEST, *(each.relative_to(ROOT) for each in (ROOT / CORPUS).glob("*.py"))]:
                (tree / file).write_bytes((ROOT / file).read_bytes())
            (tree / CORPUS / "kept").mkdir()
            (tree / CORPUS / "kept" / kept.DIGESTS.name).write_bytes(kept.DIGESTS.read_bytes())
        return play(tree, numbers)


def show(name: str, before: kept.Dump, after: kept.Dump) -> None:
    """Print the first line that differs in each kind."""
    for different in kept.differences(before, after)[:MOST_SHOWN]:
        print(f"\n{name}: {different.model}, line {different.number}")
        print(f"  before {(different.before or 'there is none')[:WIDTH]}")
        print(f"  now    {(different.after or 'there is none')[:WIDTH]}")
        print(f"  {different.where}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.site.rows_corpus", description=__doc__)
    parser.add_argument("games", nargs="*", type=int, metavar="GAME", help="its number; all without any")
    parser.add_argument("--against", metavar="COMMIT", help="play with the code of this commit, too")
    parser.add_argument("--accept", action="store_true", help="keep what was played")
    wanted = parser.parse_args()
    played = play(ROOT, wanted.games)
    digests, before = kept.read_digests(), play_at(wanted.against, wanted.games) if wanted.against else {}
    different = 0
    for name, dump in played.items():
        found = kept.digests_of(dump)
        old = before.get(name) or (
            kept.read_text(kept.whole(name).read_text()) if kept.whole(name).exists() else None
        )
        if old is not None and kept.digests_of(old) != found:
            show(name, old, dump)
        if found == (kept.digests_of(old) if wanted.against and old is not None else digests.get(name)):
            continue
        different += 1
        if old is None:
            print(f"{name}: differs in {', '.join(kept.differing(digests.get(name, {}), found))}")
    print(f"\n{len(played)} games played, {different} differ.")
    if wanted.accept:
        kept.keep(played, all_played=not wanted.games)
        return 0
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main())
