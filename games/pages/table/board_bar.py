"""The bar below the picture of the board: what is picked, and the button that does it."""

from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from engine import OptionKind, read_option
from games.board.clicks import ANCHOR, clicks_of, is_tile_picked
from games.board.names import click_name
from games.board.values import BoardDrawing

from .choice_values import Choice
from .question_form import QuestionForm

ARROW = " → "


@dataclass(frozen=True)
class BoardBar:
    """What has been picked on the board so far, as ``said``, and what comes next.

    ``ways`` are the answers that lead to one place: each is a button that answers. Otherwise, as soon as
    ``is_ready``, one ``button`` does what is filled in. ``cancel`` is the address of the page with nothing
    picked. The ``hint`` says what can be picked on the board.
    """

    form: str
    button: str
    hint: str
    cancel: str
    said: str = ""
    ways: tuple[Choice, ...] = ()
    is_ready: bool = False
    is_begun: bool = False


def build_board_bar(board: BoardDrawing | None, asked: QuestionForm | None) -> BoardBar | None:
    """Return the bar for a question that can be answered on the board; None for any other."""
    if board is None or asked is None or not board.labels:
        return None
    choices = {choice.label: choice for choice in asked.choices}
    ways = board.remaining if len(board.path) > 1 else ()
    return BoardBar(
        form=f"ask-{board.number}",
        button=asked.button,
        hint=_hint(board.labels),
        cancel=f"?ask={board.number}{ANCHOR}",
        ways=tuple(choices[label] for label in ways),
        is_ready=bool(board.chosen) and len(board.chosen) >= board.least,
        is_begun=bool(board.path or board.chosen),
        said=_say(board, [choices[label] for label in board.chosen]),
    )


def _say(board: BoardDrawing, chosen: list[Choice]) -> str:
    """Say what is filled in, or what is picked, and what comes next."""
    if chosen:
        said = "; ".join(map(describe_pick, chosen))
        return f"{said}. {_('Pick one more.')}" if len(chosen) < board.least else said
    if not board.path:
        return ""
    picked = capfirst(ARROW.join(map(click_name, board.path)))
    if is_tile_picked(board.path):
        then = _("Now pick how far it turns, or where it goes.")
    elif len(board.path) > 1:
        then = _("Which way?")
    else:
        then = _("Now pick where it goes.")
    return f"{picked}. {then}"


def describe_pick(choice: Choice) -> str:
    """Return an answer that is filled in: Love → Toaster, bumps Bob’s yellow cube to Money."""
    first, *then = clicks_of(choice.label)
    if read_option(choice.label).kind is OptionKind.STEP:
        words = ARROW.join(map(click_name, (first, *then[:1])))
        return f"{words}, {choice.remark}" if choice.remark else words
    return capfirst(f"{click_name(first)}{ARROW}{choice.title}" if then else click_name(first))


def _hint(labels: tuple[str, ...]) -> str:
    """Say what can be picked on the board for these answers."""
    kinds = {read_option(label).kind for label in labels}
    hints = []
    if OptionKind.STEP in kinds:
        hints.append(_("Pick one of your pieces, then where it goes."))
    if OptionKind.PIECE in kinds:
        hints.append(_("Pick a piece."))
    if {OptionKind.ROTATE, OptionKind.UPROOT} <= kinds:
        hints.append(_("To turn or carry a tile, pick its letter."))
    elif OptionKind.ROTATE in kinds:
        hints.append(_("To turn a tile, pick its letter."))
    elif OptionKind.UPROOT in kinds:
        hints.append(_("To carry a tile elsewhere, pick its letter."))
    if OptionKind.TILE in kinds:
        hints.append(_("Pick a tile by its letter."))
    return " ".join(hints)
