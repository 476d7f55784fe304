"""Approved texts: what the site says, in files that somebody has read.

A test compares what is said now with its file; `bin/test --approve PATH` writes the files instead, so that
the commit shows each sentence that it changes.
"""

from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "approved"


@dataclass
class Approved:
    """The files of approved texts; with `accepts`, what is said now becomes the approved text."""

    accepts: bool = False
    folder: Path = field(default=FOLDER)

    def check(self, name: str, said: str) -> None:
        """Compare a text with the file of this name, such as `mail/en/turn`."""
        file = self.folder / f"{name}.txt"
        if self.accepts:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(said, encoding="utf-8", newline="\n")
            return
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        if before != said:
            pair = (before.splitlines(), said.splitlines())
            rows = unified_diff(*pair, f"approved/{name}.txt", "now", lineterm="")
            raise AssertionError("\n".join([f"{name} differs: see, and accept with --approve", *rows]))

    def names(self, folder: str) -> set[str]:
        """The names of all approved texts in a folder."""
        files = (self.folder / folder).rglob("*.txt")
        return {file.relative_to(self.folder).with_suffix("").as_posix() for file in files}
