"""What can be clicked on the board: the labels of a question, cut into the things that a reader points at.

``bread>love!peace`` is three clicks: the piece on Bread, Love, and Peace, where its occupant is bumped to.
``rotate:a:90`` is two, the tile and how far; ``red:bread`` is one.  As soon as what was clicked leaves one
answer, the next click fills it into the form.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

import engine

_STEP = re.compile(r"([a-z0-9-]+)>([a-z0-9-]+)(?:!([a-z0-9-]+))?")
_TILE = re.compile(r"(rotate|uproot):([a-z]+):(90|180|270|-?[0-9]{1,3}/-?[0-9]{1,3})")
_ONE = re.compile(r"tile:[a-z]+|(?:red|yellow|green|blue):[a-z0-9-]+")
ANCHOR = "#board"
MOST_CLICKS, MOST_LETTERS = 3, 64


@dataclass(frozen=True)
class Picked:
    """What the reader has pointed at so far (``path``), and the labels that are filled in (``labels``)."""

    path: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Click:
    """What a click leads to: an address of this page, and the answer that it fills in, if it leaves one."""

    href: str
    label: str = ""


def read_picked(query: Mapping[str, str], labels: Iterable[str] = ()) -> Picked:
    """Return what an address says was clicked (``?from=bread&to=love``); ``labels`` are filled in already."""
    path = (query.get("from", ""), query.get("to", ""))
    said = tuple(each[:MOST_LETTERS] for each in path[: 2 if path[0] else 0] if each)
    return Picked(said, tuple(labels))


@lru_cache(maxsize=4096)
def clicks_of(label: str) -> tuple[str, ...]:
    """Return what has to be clicked for an answer; nothing if it can't be given on the board."""
    if step := _STEP.fullmatch(label):
        return tuple(each for each in step.groups() if each)
    if turned := _TILE.fullmatch(label):
        way = "turn" if turned[1] == "rotate" else "place"
        return (f"tile:{turned[2]}", f"{way}:{turned[3]}")
    return (label,) if _ONE.fullmatch(label) else ()


class Clicks:
    """The clicks that a question offers after those in ``picked``."""

    def __init__(self, question: engine.Question | None, picked: Picked) -> None:
        offered = question.options if question is not None else ()
        self.labels = tuple(label for label in offered if clicks_of(label))
        self.number = question.number if question is not None else 0
        self.most = question.most if question is not None else 1
        self.chosen = tuple(label for label in picked.labels if label in self.labels)[: self.most]
        self.path = picked.path[:MOST_CLICKS]
        while self.path and not self._below(self.path):
            self.path = self.path[:-1]

    @property
    def chosen_spaces(self) -> frozenset[str]:
        """Everything that the filled-in answers point at."""
        return frozenset(click for label in self.chosen for click in clicks_of(label))

    @property
    def reach(self) -> frozenset[str]:
        """Where a piece can go now: those of any piece as long as none is picked, then those of this one."""
        if self.path:
            return frozenset(self._next())
        return frozenset(clicks[1] for clicks in map(clicks_of, self.labels) if len(clicks) > 1)

    def of(self, thing: str) -> Click | None:
        """Return what a click on something leads to; None where it means nothing now.

        With nothing picked, the target of a single answer is a click of its own, too.
        """
        if self.path and thing == self.path[-1]:
            return Click(self._href(self.path[:-1]))
        labels = self._next().get(thing)
        if labels is None and not self.path:
            labels = [label for label in self.labels if clicks_of(label)[1:2] == (thing,)]
            labels = labels if len(labels) == 1 else None
        if labels is None:
            first = [label for label in self.labels if clicks_of(label)[0] == thing]
            return Click(self._href((thing,))) if self.path and first else None
        if len(labels) == 1:
            return self._pick(labels[0])
        return Click(self._href((*self.path, thing)))

    def _next(self) -> dict[str, list[str]]:
        """The things that may be clicked next, and the answers that then remain."""
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
        """Fill an answer in; where several are wanted, it comes to those before, or goes if it was there."""
        if self.most == 1:
            picks: tuple[str, ...] = (label,)
        elif label in self.chosen:
            picks = tuple(each for each in self.chosen if each != label)
        else:
            picks = (*self.chosen, label)[-self.most :]
        path = self.path if self.path[:1] and self.path[0].startswith("tile:") else ()
        return Click(self._href(path, picks), label)

    def _href(self, path: Sequence[str], picks: Sequence[str] | None = None) -> str:
        query = [("ask", str(self.number)), *zip(("from", "to"), path, strict=False)]
        query += [("pick", label) for label in (self.chosen if picks is None else picks)]
        return f"?{urlencode(query)}{ANCHOR}"
