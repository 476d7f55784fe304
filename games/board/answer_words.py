"""Sentences about a question: what an answer would do, and what is left to do in the turn."""

from collections.abc import Iterator, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine

from .names import Names, pieces_name


def describe_answer(
    option: engine.Option, view: engine.View, question: engine.QuestionView, names: Names
) -> str:
    """Return what an answer would do, where its name does not say it; empty where there is nothing to add."""
    if view.board is None:
        return ""
    if question.what is engine.QuestionKind.PASS_COLOURS:
        step = 1 if option.label == "left" else -1
        return capfirst("; ".join(_passed(step, view, question, names)))
    if option.kind is engine.OptionKind.SEAT and option.seat is not None:
        return describe_pieces(option.seat, view)
    return ""


def _passed(step: int, view: engine.View, question: engine.QuestionView, names: Names) -> Iterator[str]:
    """Say who gets which colour when all pass theirs on, the seat that is asked first."""
    board = view.board
    assert board is not None  # noqa: S101 (the caller has looked)
    seats = [each.seat for each in view.seats]
    gets = {seats[(at + step) % len(seats)]: board.colours[seat] for at, seat in enumerate(seats)}
    for seat in sorted(gets, key=lambda seat: seat != question.seat):
        pieces = pieces_name(gets[seat])
        if seat == question.seat:
            yield _("you get the %(pieces)s") % {"pieces": pieces}
        else:
            yield _("%(name)s gets the %(pieces)s") % {"name": names[seat], "pieces": pieces}


def describe_pieces(seat: int, view: engine.View) -> str:
    """Say which pieces a seat plays, and how many goals it has; empty where there is no board."""
    board = view.board
    if board is None or seat not in board.colours:
        return ""
    count = len(board.collected.get(seat, ()))
    goals = ngettext("%(count)d goal", "%(count)d goals", count) % {"count": count}
    return _("Plays the %(pieces)s; %(goals)s") % {
        "pieces": pieces_name(board.colours[seat]),
        "goals": goals,
    }


def describe_what_is_left(view: engine.View, question: engine.QuestionView) -> Sequence[str]:
    """Say how many plays, and moves on the board, the turn of who is asked has left."""
    if not question.own_turn:
        return ()
    if question.what is engine.QuestionKind.PLAY and view.plays_left > 1:
        sentence = ngettext(
            "You have %(count)d play left in this turn.",
            "You have %(count)d plays left in this turn.",
            view.plays_left,
        )
        return (sentence % {"count": view.plays_left},)
    board = view.board
    if board is None or question.what is not engine.QuestionKind.PLAY_OR_MOVE:
        return ()
    parts = []
    if view.plays_left:
        parts.append(ngettext("%(n)d play", "%(n)d plays", view.plays_left) % {"n": view.plays_left})
    if board.moves_left:
        parts.append(ngettext("%(n)d move", "%(n)d moves", board.moves_left) % {"n": board.moves_left})
    if not parts:
        return ()
    if len(parts) == 2:
        both = _("%(plays)s and %(moves)s") % {"plays": parts[0], "moves": parts[1]}
        sentence = _("You have %(left)s left in this turn, in any order.") % {"left": both}
    else:
        sentence = _("You have %(left)s left in this turn.") % {"left": parts[0]}
    return sentence, _("You have to make every move you can.")
