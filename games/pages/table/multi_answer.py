"""The field in which the moves and plays of a turn are written in order, and what came of them."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus

from django.http import HttpRequest
from django.utils.translation import gettext as _

import engine
from games.history import moves as history
from games.models import Move
from games.pages.common.seat_context import SeatContext
from games.play import multi_answer
from games.play.multi_answer import answer_batch
from games.replies import vocabulary
from games.replies.commands import MOST_CHARACTERS

MOST_LETTERS = 64  # of a submission key


@dataclass(frozen=True)
class BatchShown:
    """The field: an example of what can be written, the choices by number, and what is written there."""

    number: int
    example: str
    numbered: tuple[str, ...]
    text: str = ""
    most: int = MOST_CHARACTERS
    submission_key: str = field(default_factory=lambda: uuid.uuid4().hex)


def show_several(
    view: engine.View, question: engine.Question, names: Mapping[int, str], text: str = ""
) -> BatchShown | None:
    """Return the field for a turn on the board that has more than one thing left to do."""
    board = view.board
    if board is None or view.turn != question.seat:
        return None
    if not text and (question.what != "play-or-move" or view.plays_left + board.moves_left < 2):
        return None
    printed = vocabulary.printed_choices(question)
    moves = [label for label in question.options if ">" in label]
    cards = [label for label in question.options if engine.text.card_of(label)]
    example = ", ".join(
        engine.text.option(each, view.deck.known_cards, names, _, question.what)
        for each in (*moves[:1], *cards[:1]) or question.options[:1]
    )
    return BatchShown(
        question.number,
        example,
        tuple(engine.text.option(label, view.deck.known_cards, names, _, question.what) for label in printed),
        text,
    )


def read_several(request: HttpRequest) -> str:
    """Return what was written in the field; empty if the form is that of one answer."""
    return request.POST.get("several", "")[:MOST_CHARACTERS]


def carry_out(
    request: HttpRequest,
    context: SeatContext,
    *,
    number: int,
    received_at: datetime,
) -> multi_answer.AnswerBatch:
    """Carry out what was written, in order, until something is refused."""
    return answer_batch(
        seat=context.required_seat.pk,
        number=number,
        text=read_several(request),
        by=context.by,
        submission_key=request.POST.get("submission_key", "")[: MOST_LETTERS - 4],
        received_at=received_at,
        deputy=context.deputy.pk if context.deputy is not None else None,
    )


def since(context: SeatContext, done: multi_answer.AnswerBatch) -> int | None:
    """Return the move after which a page begins that shows what came of it; None if nothing did."""
    if not done.given:
        return None
    return history.move_before_answer(Move.objects.get(game=context.game, version=done.given[0].version))


def status(done: multi_answer.AnswerBatch) -> int:
    """Return the status of the page that says where it stopped."""
    return HTTPStatus.OK if done.given else HTTPStatus.UNPROCESSABLE_ENTITY


def left_to_write(done: multi_answer.AnswerBatch) -> str:
    """Return what was not carried out, to be mended and sent again."""
    return ", ".join(each for each in (done.refused, *done.left) if each)
