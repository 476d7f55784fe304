"""Answers that move a peg, as the pegboard itself: the holes where a peg can go are the choices."""

from collections.abc import Collection, Mapping

from django.utils.translation import gettext as _

import engine
from engine import QuestionKind
from games.board.pegs import Hole, Peg, Pegboards

from .choice_values import Choice, ChoiceGroup, PegHole, PegRow

ABOUT_PEGS = (QuestionKind.FREE_CHANGE, QuestionKind.SHIFT_PEG)


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


def _ways(peg: Peg, question: engine.QuestionView) -> dict[int, str]:
    """Return the answers that move this peg, by how many holes further they put it."""
    if question.what is QuestionKind.FREE_CHANGE:
        return {1: peg.name} if peg.name in question.options else {}
    if peg.name != getattr(engine.card(question.about[-1]), "peg", ""):
        return {}
    return {step: label for label, step in (("forward", 1), ("back", -1)) if label in question.options}


def _row(peg: Peg, ways: Mapping[int, str], chosen: Collection[str]) -> PegRow:
    at = next(place for place, hole in enumerate(peg.holes) if hole.is_set)
    return PegRow(
        peg, tuple(_hole(peg, hole, ways.get(place - at), chosen) for place, hole in enumerate(peg.holes))
    )


def _hole(peg: Peg, hole: Hole, label: str | None, chosen: Collection[str]) -> PegHole:
    if label is None:
        return PegHole(hole)
    words = {"peg": peg.title, "before": peg.setting, "after": hole.text}
    title = _("%(peg)s: from %(before)s to %(after)s") % words
    return PegHole(hole, Choice(label, title, peg.means, "peg", is_chosen=label in chosen))
