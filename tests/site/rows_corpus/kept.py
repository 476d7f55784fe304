"""What the repository keeps of the corpus: digests of every game, and some games whole."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "kept"
DIGESTS = FOLDER / "digests.txt"

Dump = Mapping[str, Sequence[str]]


# One of each deck is kept whole, so that a commit that changes rows shows in its own diff what it changes.
WHOLE = (3, 5, 21, 36, 83, 113, 114, 132)


class Difference(NamedTuple):
    """The first line of a model that differs; ``None`` where one has no such line."""

    model: str
    number: int
    before: str | None
    after: str | None

    @property
    def where(self) -> str:
        """The columns that differ, or from where on the texts do."""
        if self.before is None or self.after is None:
            return "one of the two has fewer lines"
        try:
            old, new = json.loads(self.before), json.loads(self.after)
        except ValueError:
            return "what was done differs, so everything below follows from that"
        return "differs in " + ", ".join(
            name for name in dict.fromkeys((*old, *new)) if old.get(name) != new.get(name)
        )


def digest_of(lines: Iterable[str], letters: int = 5) -> str:
    """Return a few letters that are others when the lines are."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:letters]


def digests_of(dump: Dump) -> dict[str, str]:
    """Return a digest of each model and, as ``all``, one of everything."""
    everything = (f"{model} {line}" for model in sorted(dump) for line in dump[model])
    return {"all": digest_of(everything, 16), **{model: digest_of(dump[model]) for model in sorted(dump)}}


def read_digests() -> dict[str, dict[str, str]]:
    """Return the digests that are kept, by the names of the games."""
    found = {}
    for line in DIGESTS.read_text().splitlines():
        name, *pairs = line.split()
        found[name] = {model: digest for model, _is, digest in (pair.partition("=") for pair in pairs)}
    return found


def write_digests(found: Mapping[str, Mapping[str, str]]) -> None:
    """Keep these digests."""
    lines = (
        " ".join([name, *(f"{model}={digest}" for model, digest in found[name].items())])
        for name in sorted(found)
    )
    DIGESTS.write_text("".join(f"{line}\n" for line in lines))


def text_of(dump: Dump) -> str:
    """Return a game as it is kept whole, for people to read."""
    return "".join(f"{model}\n" + "".join(f"  {line}\n" for line in lines) for model, lines in dump.items())


def read_text(text: str) -> dict[str, list[str]]:
    """Return a game from how it is kept."""
    found: dict[str, list[str]] = {}
    model = ""
    for line in text.removesuffix("\n").split("\n"):
        if line.startswith("  "):
            found[model].append(line[2:])
        else:
            model = line
            found[model] = []
    return found


def whole(name: str) -> Path:
    """Return where a game is kept whole, if it is."""
    return FOLDER / f"{name}.txt"


def differences(before: Dump, after: Dump) -> list[Difference]:
    """Return the first line of each kind that differs between two plays of a game."""
    found = []
    for model in dict.fromkeys((*before, *after)):
        for number, (old, new) in enumerate(
            zip_longest(before.get(model, ()), after.get(model, ())), start=1
        ):
            if old != new:
                found.append(Difference(model, number, old, new))
                break
    return found


def differing(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Return the models whose digests differ."""
    names = dict.fromkeys((*before, *after))
    return [name for name in names if name != "all" and before.get(name) != after.get(name)]


def keep(played: Mapping[str, Dump], *, all_played: bool) -> None:
    """Keep the digests of games that were played, and those whole that are to be."""
    digests = {} if all_played else read_digests()
    digests |= {name: digests_of(dump) for name, dump in played.items()}
    write_digests(digests)
    if all_played:
        for file in FOLDER.glob("*-*.txt"):
            file.unlink()
    for name, dump in played.items():
        if int(name.partition("-")[0]) in WHOLE:
            whole(name).write_text(text_of(dump))
