"""Answers that move a peg, as the pegboard itself: the holes where a peg can go are the choices."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from engine import QuestionKind
from games.board.pegs import Hole, Peg, Pegboards

from .choices import Choice, ChoiceGroup, PegHole, PegRow

ABOUT_PEGS = (QuestionKind.FREE_CHANGE, QuestionKind.SHIFT_PEG)


@dataclass(frozen=True)
class _Way:
    """Where an answer puts a peg: so many holes further."""

    label: str
    step: int


def build_peg_group(
    pegboards: Pegboards | None, question: engine.QuestionView, chosen: Collection[str]
) -> ChoiceGroup | None:
    """Return the pegboard with the answers of a question in its holes; None if it is about no pegs."""
    if pegboards is None or question.what not in ABOUT_PEGS:
        return None
    rows = tuple(
        _row(peg, _ways(peg, question), chosen)
        for peg in (*pegboards.rules, pegboards.win)
        if question.what is QuestionKind.FREE_CHANGE or _ways(peg, question)
    )
    choices = tuple(hole.choice for row in rows for hole in row.holes if hole.choice is not None)
    return ChoiceGroup("pegs", "", choices, pegs=rows)


def _ways(peg: Peg, question: engine.QuestionView) -> list[_Way]:
    """Return the answers that move this peg."""
    if question.what is QuestionKind.FREE_CHANGE:
        return [_Way(peg.name, 1)] if peg.name in question.options else []
    shifted = getattr(engine.card(question.about[-1]), "peg", "")
    steps = {"forward": 1, "back": -1}
    return [_Way(label, steps[label]) for label in question.options if peg.name == shifted]


def _row(peg: Peg, ways: list[_Way], chosen: Collection[str]) -> PegRow:
    at = next(place for place, hole in enumerate(peg.holes) if hole.is_set)
    to = {at + way.step: way for way in ways}
    return PegRow(peg, tuple(_hole(peg, hole, to.get(place), chosen) for place, hole in enumerate(peg.holes)))


def _hole(peg: Peg, hole: Hole, way: _Way | None, chosen: Collection[str]) -> PegHole:
    if way is None:
        return PegHole(hole)
    words = {"peg": peg.title, "before": peg.setting, "after": hole.text}
    title = _("%(peg)s: from %(before)s to %(after)s") % words
    return PegHole(hole, Choice(way.label, title, peg.means, "peg", is_chosen=way.label in chosen))
