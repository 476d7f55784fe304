"""What can be clicked on the board: the labels of a question, each as the keys of what is clicked for it.

``bread>love!peace`` is three clicks: the piece on Bread, Love, and Peace, where its occupant is bumped to.
``rotate:a:90`` is two, the tile and how far; ``red:bread`` is one.  The click that leaves only one answer
fills it into the form.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from django.utils.functional import cached_property

import engine
from engine import OptionKind

TILE = "tile:"  # before the name of a tile that is clicked
ANCHOR = "#board"
MOST_CLICKS, MOST_LETTERS = 3, 64


@dataclass(frozen=True)
class Click:
    """A link to this page with one more click, and the answer that the click fills in, if it does."""

    href: str
    label: str = ""


def read_path(query: Mapping[str, str]) -> tuple[str, ...]:
    """Return the keys that were clicked so far, from an address (``?from=bread&to=love``)."""
    first, then = (query.get(name, "")[:MOST_LETTERS] for name in ("from", "to"))
    return tuple(filter(None, (first, then))) if first else ()


@lru_cache(maxsize=4096)
def clicks_of(label: str) -> tuple[str, ...]:
    """Return the keys to click for an answer; none if it can't be given on the board."""
    option = engine.read_option(label)
    match option.kind:
        case OptionKind.STEP:
            return tuple(filter(None, (option.source, option.target, option.bump)))
        case OptionKind.ROTATE:
            return (f"{TILE}{option.source}", f"turn:{option.target}")
        case OptionKind.UPROOT:
            return (f"{TILE}{option.source}", f"place:{option.target}")
        case OptionKind.TILE | OptionKind.PIECE:
            return (label,)
    return ()


def is_tile_picked(path: Sequence[str]) -> bool:
    """Whether what was clicked first is a tile."""
    return any(key.startswith(TILE) for key in path[:1])


def can_click(question: engine.QuestionView | None) -> bool:
    """Whether some answers to a question can be given on the board."""
    return question is not None and any(map(clicks_of, question.options))


class ClickMap:
    """What can be clicked for a question after ``path``, while ``labels`` are filled in."""

    def __init__(
        self, question: engine.QuestionView | None, path: tuple[str, ...], labels: Iterable[str]
    ) -> None:
        offered = question.options if question is not None else ()
        self.labels = tuple(label for label in offered if clicks_of(label))
        self.number = question.number if question is not None else 0
        self.least = question.least if question is not None else 1
        self.most = question.most if question is not None else 1
        self.chosen = tuple(label for label in labels if label in self.labels)[: self.most]
        self.path = path[:MOST_CLICKS]
        while self.path and not self._below(self.path):
            self.path = self.path[:-1]

    @cached_property
    def chosen_keys(self) -> frozenset[str]:
        """The keys of the answers that are filled in."""
        return frozenset(click for label in self.chosen for click in clicks_of(label))

    @cached_property
    def remaining(self) -> tuple[str, ...]:
        """The answers that what was clicked so far leaves; none as long as nothing was."""
        return tuple(self._below(self.path)) if self.path else ()

    @cached_property
    def reach(self) -> frozenset[str]:
        """Where the picked piece can go, or, before one is picked, where any piece can."""
        if self.path:
            return frozenset(self._next)
        return frozenset(clicks[1] for clicks in map(clicks_of, self.labels) if len(clicks) > 1)

    def for_key(self, key: str) -> Click | None:
        """Return the click on something; None where it means nothing now.

        With nothing picked, the target of a single answer can be clicked at once, too.
        """
        if self.path and key == self.path[-1]:
            return Click(self._href(self.path[:-1]))
        labels = self._next.get(key)
        if labels is None and not self.path:
            labels = [label for label in self.labels if clicks_of(label)[1:2] == (key,)]
            labels = labels if len(labels) == 1 else None
        if labels is None:
            is_first = any(clicks_of(label)[0] == key for label in self.labels)
            return Click(self._href((key,))) if self.path and is_first else None
        if len(labels) == 1:
            return self._pick(labels[0])
        return Click(self._href((*self.path, key)))

    @cached_property
    def _next(self) -> dict[str, list[str]]:
        """Return the keys that can be clicked next, each with the answers that then remain."""
        at = len(self.path)
        found: dict[str, list[str]] = {}
        for label in self._below(self.path):
            clicks = clicks_of(label)
            if len(clicks) > at:
                found.setdefault(clicks[at], []).append(label)
        return found

    def _below(self, path: Sequence[str]) -> list[str]:
        return [label for label in self.labels if clicks_of(label)[: len(path)] == tuple(path)]

    def _pick(self, label: str) -> Click:
        """Fill an answer in; of several, add it to those before, or remove it if it was there."""
        if self.most == 1:
            picks: tuple[str, ...] = (label,)
        elif label in self.chosen:
            picks = tuple(each for each in self.chosen if each != label)
        else:
            picks = (*self.chosen, label)[-self.most :]
        path = self.path if is_tile_picked(self.path) else ()
        return Click(self._href(path, picks), label)

    def _href(self, path: Sequence[str], picks: Sequence[str] | None = None) -> str:
        query = [("ask", str(self.number)), *zip(("from", "to"), path, strict=False)]
        if picks is None:  # with another piece, the one move that was filled in is dropped
            picks = self.chosen if self.most > 1 else ()
        query += [("pick", label) for label in picks]
        return f"?{urlencode(query)}{ANCHOR}"
