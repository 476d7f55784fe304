"""Score replies as people write them: ``python -m tests.site.score_replies FILE [--show refused,wrong]``.

FILE has the columns of `reply_cases.tsv`. Of each language and kind it counts the lines that did what they
say, were asked back, were asked back with something else, were refused, or played something wrong.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import django

OUTCOMES = ("done", "asked", "misasked", "refused", "wrong")


def table_of(found: Sequence[tuple[dict[str, str], str]]) -> str:
    """How many lines of each language and kind had each outcome."""
    rows = ["".join(f"{each:>9}" for each in ("", "kind", "lines", *OUTCOMES))]
    for language in ("", *sorted({case["lang"] for case, _said in found})):
        for kind in sorted({kind_of(case) for case, _said in found}):
            said = Counter(
                each for case, each in found if kind == kind_of(case) and language in ("", case["lang"])
            )
            cells = (language or "all", kind, said.total(), *(said[each] for each in OUTCOMES))
            rows.append("".join(f"{each:>9}" for each in cells))
    return "\n".join(rows) + "\n"


def main(arguments: Sequence[str]) -> None:
    """Print the score of a file, and the lines whose outcomes are to be shown."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--show", default="", help=f"some of {', '.join(OUTCOMES)}, with commas")
    options = parser.parse_args(arguments)
    found = list(measure(options.file))
    for case, said in found:
        if said in options.show.split(","):
            sys.stdout.write("\t".join((said, *case.values())) + "\n")
    sys.stdout.write(table_of(found))


def kind_of(case: dict[str, str]) -> str:
    """What a case says of its line: P, P?, R, …"""
    return case["expect"].partition(":")[0]


def measure(file: Path) -> Iterator[tuple[dict[str, str], str]]:
    """The cases of a file, each with what its line does."""
    from .reply_scenes import outcome, read_cases

    return ((case, outcome(case)) for case in read_cases(file))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.support.settings_for_types")
    django.setup()
    from fluxx_site.catalogues.compiled import compile_stale

    compile_stale()
    main(sys.argv[1:])
