"""Carries out the commands of a text one after another; each line has its `LineResult`.

What a line may do: docs/decisions/0022-what-a-reply-may-do.md.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

from django.utils.translation import gettext as _

import engine
from games.core import access
from games.core.refusal import NotPossible, Refusal, Stale
from games.history.narrator import Length, Viewer, narrate
from games.models import By, Game, LineResult, Move, Question, Seat
from games.models.question import IS_OPEN
from games.people.talk import post_remark
from games.play.answer import answer_question, explain_stale
from games.play.undo import undo
from games.replies import vocabulary
from games.replies.choose import ChosenLabels, choose, lines_for_game, take_line
from games.replies.commands import CommandKind, ReplyCommand, UnclearAnswer
from games.replies.refusals import describe_refusal
from games.replies.targets import Target

# The question of the mail is not that of its number: it was lost when a backup was restored.
LOST: Final = "lost"
Meant: TypeAlias = Question | Literal["lost"] | None


class Stopped(Exception):
    """A line above, on which this one depends, was refused."""


@dataclass(frozen=True)
class Written:
    """Who wrote a text, where and when; `key` begins the submission key that each of its answers has.

    A result tells an answer at this `length`. Who `asks_back` says elsewhere what a refusal offers.
    """

    by: By
    key: str
    received_at: datetime | None
    deputy: int | None = None
    length: Length = Length.CHOICE
    asks_back: bool = False
    _viewers: dict[int, Viewer] = field(default_factory=dict, init=False, compare=False)

    def viewer(self, game: Game) -> Viewer:
        """Return everybody at a game that the text is for; its seats are read once, and not for each line."""
        if game.pk not in self._viewers:
            self._viewers[game.pk] = Viewer.of(game)
        return self._viewers[game.pk]


@dataclass(frozen=True)
class LineTarget:
    """What a line is for: a seat, and the question `about` which its writer was asked.

    Its answer follows those of the `earlier` results. The choices are numbered from `first_number`; `printed`
    says which game and question of a mail of several this is. With a `refusal`, nothing of the line is done.
    `labels` are what the mail has offered and the line accepts, whatever it says.
    `act` does what asks for something else than a card, and returns the result that it is given, with what
    is to be said of it.
    """

    seat: Seat
    about: Meant
    earlier: Sequence[LineResult] = ()
    was_begun: bool = False
    first_number: int = 1
    printed: Target | None = None
    refusal: Exception | None = None
    labels: tuple[str, ...] = ()
    act: Callable[[LineResult], LineResult] | None = None

    @property
    def after(self) -> int | None:
        """The last move that the answer follows."""
        return next((line.version for line in reversed(self.earlier) if line.version is not None), None)

    @property
    def mailed(self) -> tuple[str, ...]:
        """The choices whose numbers go on to count: those of the list that the first answer was for."""
        return next((line.mailed for line in self.earlier if line.mailed), ())


def carry_out(
    commands: Sequence[ReplyCommand],
    written: Written,
    *,
    begin: Callable[[int], LineTarget],
    keep: Callable[[LineResult], None],
    first: int = 0,
) -> None:
    """Carry out the commands of a text from the `first` on, each in a transaction of its own.

    `begin` says what the command at a place is for, once it is its turn; it may raise `Stopped`, a `Refusal`
    or `UnclearAnswer`. `keep` stores its result.
    """
    place = first
    while place < len(commands):
        result = do_line(commands[place:], written, place, begin)
        keep(result)
        place += result.took


def do_line(
    commands: Sequence[ReplyCommand], written: Written, place: int, begin: Callable[[int], LineTarget]
) -> LineResult:
    """Carry out the first of these commands, the one at `place`, and return its result."""
    result = LineResult(False, commands[0].line, commands[0].kind)
    try:
        target = begin(place)
        if target.printed is not None:
            result = replace(result, seat=target.printed.game, question=target.printed.question)
        return do_command(commands, written, place, target, replace(result, done=True))
    except Stopped:
        return result
    except (Refusal, UnclearAnswer) as refused:
        return replace(result, text=describe_refusal(refused, result.line))


def do_command(
    commands: Sequence[ReplyCommand], written: Written, place: int, target: LineTarget, done: LineResult
) -> LineResult:
    """Do what the first of these commands wants, and return the result `done` with what is to be said of it.

    Raises what `begin` raises, and has changed nothing then.
    """
    if target.refusal is not None:
        raise target.refusal
    if target.act is not None:
        return target.act(done)
    seat, command = target.seat, commands[0]
    match command.kind:
        case CommandKind.HELP | CommandKind.HAND:
            return done
        case _ if target.about == LOST:
            raise Stale(
                _(
                    "Nothing was played: the table has changed since this mail was sent. Please answer a "
                    "newer mail."
                )
            )
        case CommandKind.UNDO | CommandKind.SAY if target.was_begun:
            said = _("We were interrupted here; check the table to see whether it was done.")
        case CommandKind.UNDO:
            undo(seat=seat.pk, by=written.by)
            said = _("Your last move has been undone.")
        case CommandKind.SAY:
            post_remark(seat=seat.pk, text=command.text, submission_key=f"{written.key}.{place}")
            said = _("Said at the table.")
        case _:
            return answer(commands, written, place, target, done)
    return replace(done, text=said)


def answer(
    commands: Sequence[ReplyCommand], written: Written, place: int, target: LineTarget, done: LineResult
) -> LineResult:
    """Answer what a seat is asked with the first of these commands, or with as many of its line as it takes.

    The question of the mail or page comes first, then those that follow it. The same text again does nothing
    twice. Raises `Refusal` or `UnclearAnswer`, and changes nothing.
    """
    seat, viewer = target.seat, written.viewer(target.seat.game)
    if target.printed is not None:
        commands = lines_for_game(commands)
    key = f"{written.key}.{place}" if written.key else ""
    move = Move.objects.filter(seat=seat, submission_key=key).first() if key else None
    mailed: tuple[str, ...] = ()
    if move is not None:
        took, command = take_line(commands, len(move.labels))
        line = command.line
        row = Question.objects.filter(game=seat.game_id, number=move.question_number or 0).first()
    else:
        row, takes_numbers = find_question(target, written.received_at)
        try:
            choice, mailed = read_answer(commands, target, row, viewer.names, takes_numbers=takes_numbers)
        except UnclearAnswer as unclear:
            has_offer = bool(unclear.offer) and written.asks_back
            text = describe_refusal(unclear, done.line, has_offer=has_offer)
            return replace(done, done=False, text=text, **keep_offer(unclear, row))
        took, line = choice.took, choice.line
        move = answer_question(
            seat=seat.pk,
            number=row.number,
            labels=choice.labels,
            by=written.by,
            nonce=row.nonce,
            submission_key=key,
            received_at=written.received_at,
            deputy=written.deputy,
        ).move
    kind = row.kind if row is not None else engine.QuestionKind.UNKNOWN
    mine = replace(viewer, number=seat.number)
    (played,) = narrate(move, mine, written.length, asked=kind)
    return replace(done, line=line, text=played.text, version=move.version, took=took, mailed=mailed)


def read_answer(
    commands: Sequence[ReplyCommand],
    target: LineTarget,
    row: Question,
    names: Mapping[int, str],
    *,
    takes_numbers: bool,
) -> tuple[ChosenLabels, tuple[str, ...]]:
    """Return what the first of these commands chooses, and what the mail has numbered for that question.

    Raises `Refusal` or `UnclearAnswer`.
    """
    if target.labels:
        return ChosenLabels(target.labels, 1, commands[0].line), ()
    view = access.view(target.seat.game, target.seat)
    # The numbers of a mail go on to count where a whole turn is written in one mail.
    goes_on = row.kind is engine.QuestionKind.PLAY or (view is not None and view.board is not None)
    asked = vocabulary.reply_question(
        view,
        row,
        names,
        takes_numbers=takes_numbers,
        mailed=target.mailed if goes_on else (),
        first_number=target.first_number,
    )
    if asked is None:
        raise Stale(_("The table has changed, and this question is no longer open."))
    mailed = vocabulary.numbered_labels(view, row) if takes_numbers and goes_on else ()
    return choose(commands, asked), mailed


def keep_offer(unclear: UnclearAnswer, row: Question) -> dict[str, Any]:
    """Return what the result of a refused line keeps of the answer to a question that it offers, if any."""
    if not unclear.offer:
        return {}
    return {"offer": unclear.offer, "offer_number": row.number, "offer_nonce": row.nonce}


def find_question(target: LineTarget, received_at: datetime | None) -> tuple[Question, bool]:
    """Return the question that the next answer is for, and whether it may be a number printed for it.

    Raises `Refusal` when that of the mail is decided, or nothing follows that the answer could be meant for.
    """
    seat, about = target.seat, target.about
    seat.game.refresh_from_db()
    if target.after is not None:
        check_same_turn(seat, target.after)
        if (row := access.question_of(seat)) is not None:
            return row, False
        raise NotPossible(_("There’s nothing more for you to do right now."))
    if not isinstance(about, Question):
        if (row := access.question_of(seat) or next(iter(access.side_questions(seat)), None)) is not None:
            return row, False
        raise NotPossible(_("There’s nothing for you to answer right now."))
    if about.is_open:
        return about, True
    if target.labels:  # these were offered for that question, and not for another one like it
        raise explain_stale(seat.game, seat, about.number, received_at)
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
