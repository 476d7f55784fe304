"""Several answers at once, in order: those of a reply to a mail, and those that a page takes as text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile

from django.utils.translation import gettext as _

import engine
from games.core import access, wake
from games.core.refusal import NotPossible, Refusal, Stale
from games.history.narrator import Length, Viewer, narrate
from games.models import By, Move, Question, Seat
from games.models.question import IS_OPEN
from games.replies import board_vocabulary, vocabulary
from games.replies.commands import (
    ReplyCommand,
    UnclearAnswer,
    split_answers,
)
from games.replies.matching import match_labels
from games.replies.read_reply import ANSWERS, find_doubt, hold, read_reply

from .answer import answer_question, explain_stale, table_has_changed


@dataclass(frozen=True)
class BatchAnswer:
    """One answer that was given: what was written, and what it was in words.

    `took` counts the commands that it is made of; `mailed` are the choices that were printed with numbers.
    """

    line: str
    text: str
    version: int
    took: int = 1
    mailed: tuple[str, ...] = ()


@dataclass(frozen=True)
class AnswerBatch:
    """What was carried out; `why` is the sentence that says why it stopped, at `refused`, if it did.

    `left` is what else was written below that.
    """

    given: tuple[BatchAnswer, ...]
    why: str = ""
    refused: str = ""
    left: tuple[str, ...] = ()


def answer_batch(
    *,
    seat: int,
    number: int,
    text: str,
    by: By,
    nonce: int | None = None,
    submission_key: str = "",
    received_at: datetime | None = None,
    deputy: int | None = None,
) -> AnswerBatch:
    """Carry out answers of the seat with this primary key, in order, until one is refused.

    The first is for question `number`, the others for what the seat is asked next in the same turn. They are
    written as in a reply: names of choices or their numbers in the mail for that question, moves such as
    “bread to love”; in the board game several on a line, with commas.

    Each is a transaction of its own through `answer_question`, whose other arguments these are. The same
    `submission_key` does nothing twice. Raises no `Refusal`: the result says what was done.
    """
    mine = Seat.objects.select_related("game").get(pk=seat)
    about = Question.objects.filter(game=mine.game_id, seat=mine, number=number).first()
    parts, at = read_seat_commands(mine, text), 0
    given: list[BatchAnswer] = []
    with wake.one_delivery():
        while at < len(parts):
            try:
                if about is not None and nonce not in (None, about.nonce):
                    raise table_has_changed()
                if parts[at].kind not in ANSWERS:
                    raise NotPossible(_("You can only write answers here, such as moves and card names."))
                done = answer_next(
                    mine,
                    parts[at:],
                    about,
                    after=given[-1].version if given else None,
                    mailed=next((each.mailed for each in given if each.mailed), ()),
                    by=by,
                    submission_key=f"{submission_key}.{at}" if submission_key else "",
                    received_at=received_at,
                    deputy=deputy,
                )
            except (Refusal, UnclearAnswer) as refused:
                left = tuple(part.line for part in parts[at + 1 :])
                return AnswerBatch(tuple(given), vocabulary.describe_refusal(refused), parts[at].line, left)
            given.append(done)
            at += done.took
    return AnswerBatch(tuple(given), "" if given else _("Write at least one answer."))


def read_seat_commands(seat: Seat, text: str) -> list[ReplyCommand]:
    """Return what somebody has written as commands; in the board game a line may hold several answers."""
    return read_commands(access.view(seat.game, seat), text, access.names(seat.game).values())


def read_commands(view: engine.View | None, text: str, players: Iterable[str]) -> list[ReplyCommand]:
    """Return the commands of a text about a table, where these players sit."""
    known = vocabulary.known_words(view)
    commands = read_reply(text, vocabulary.command_words(), known)
    parts = split_view_answers(view, commands, players)
    doubtful = find_doubt(parts, known) if len(parts) > len(commands) else ""
    return hold(parts, doubtful) if doubtful else parts


def split_seat_answers(seat: Seat, commands: list[ReplyCommand]) -> list[ReplyCommand]:
    """Return these commands; in the board game, with the answers of each line taken apart."""
    return split_view_answers(access.view(seat.game, seat), commands, access.names(seat.game).values())


def split_view_answers(
    view: engine.View | None, commands: list[ReplyCommand], players: Iterable[str]
) -> list[ReplyCommand]:
    """Return these commands, of a table where these players sit, as `split_seat_answers` does."""
    if view is None or view.board is None:
        return commands
    return split_answers(
        commands,
        names_with_commas=vocabulary.names_with_commas(view),
        continuations=board_vocabulary.continuation_keys(),
        names=[*vocabulary.deck_titles(view), *players],
    )


def answer_next(
    seat: Seat,
    parts: Sequence[ReplyCommand],
    about: Question | None,
    *,
    after: int | None,
    mailed: Sequence[str],
    by: By,
    submission_key: str,
    received_at: datetime | None,
    deputy: int | None = None,
    first_number: int = 1,
) -> BatchAnswer:
    """Answer what a seat is asked with the first of these commands, or with as many of its line as it takes.

    `after` is the move of the command before these; without one, the answer is for the question `about`.
    `mailed` are the choices whose numbers count; the mail numbers them from `first_number`. Raises `Refusal`
    or `UnclearAnswer`, and changes nothing.
    """
    names = access.names(seat.game)
    move = Move.objects.filter(seat=seat, submission_key=submission_key).first() if submission_key else None
    shown: tuple[str, ...] = ()
    if move is None:
        row, takes_numbers = find_question(seat, about, after, received_at)
        view = access.view(seat.game, seat)
        has_numbers = bool(view and view.board)
        numbers = mailed if has_numbers else ()
        asked = vocabulary.reply_question(
            view, row, names, takes_numbers=takes_numbers, mailed=numbers, first_number=first_number
        )
        if asked is None:
            raise Stale(_("The table has changed, and this question is no longer open."))
        took = min(max(asked.least, 1), count_on_line(parts))
        labels = match_labels(join_commands(parts[:took]), asked)
        shown = vocabulary.numbered_labels(view, row) if takes_numbers and has_numbers else ()
        move = answer_question(
            seat=seat.pk,
            number=row.number,
            labels=labels,
            by=by,
            nonce=row.nonce,
            submission_key=submission_key,
            received_at=received_at,
            deputy=deputy,
        ).move
    else:
        took = min(max(len(move.labels), 1), count_on_line(parts))
    (played,) = narrate(move, Viewer.of(seat.game), Length.CHOICE)
    return BatchAnswer(join_commands(parts[:took]).line, played.text, move.version, took, shown)


def count_on_line(parts: Sequence[ReplyCommand]) -> int:
    """Return how many of these commands, from the first on, stand on the same line."""
    row = parts[0].row
    return 1 if row < 0 else sum(1 for _part in takewhile(lambda part: part.row == row, parts))


def join_commands(parts: Sequence[ReplyCommand]) -> ReplyCommand:
    """Return several answers of a line as one that chooses all of them."""
    if len(parts) == 1:
        return parts[0]
    text = ", ".join(part.text for part in parts)
    return replace(parts[0], line=text, text=text)


def find_question(
    seat: Seat, about: Question | None, after: int | None, received_at: datetime | None
) -> tuple[Question, bool]:
    """Return the question that the next answer is for, and whether it may be a number printed for it.

    Raises `Refusal` when that of the mail is decided, or nothing follows that the answer could be meant for.
    """
    seat.game.refresh_from_db()
    if after is not None:
        check_same_turn(seat, after)
        if (row := access.question_of(seat)) is not None:
            return row, False
        raise NotPossible(_("There’s nothing more for you to do right now."))
    if about is None:
        for row in (access.question_of(seat), *access.side_questions(seat)):
            if row is not None:
                return row, False
        raise NotPossible(_("There’s nothing for you to answer right now."))
    if about.is_open:
        return about, True
    anew = Question.objects.filter(IS_OPEN, seat=seat, what=about.what).first()
    if about.closed_by == By.ENGINE and anew is not None:
        return anew, False
    raise explain_stale(seat.game, seat, about.number, received_at)


def check_same_turn(seat: Seat, version: int) -> None:
    """Refuse a line that was written for the turn in which move `version` was made, and not for another."""
    moves = Move.objects.filter(game=seat.game_id, version__gte=version)
    outcomes = (outcome for move in moves for outcome in engine.load_outcomes(move.outcomes))
    if any(isinstance(outcome, engine.TurnBegan) for outcome in outcomes):
        raise Stale(_("The turn you wrote this for is over."))
