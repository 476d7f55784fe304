"""Answering a question: the one way for pages, mail links, replies, bots, clocks and moderators."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import psycopg
from django.db import IntegrityError
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext as _

import engine
from games.core import access, crash, rows
from games.core.errors import translate_error
from games.core.refusal import Illegal, NotAllowed, Resting, Stale, TooLate
from games.core.rows import PlayerAt
from games.history import game_history
from games.history.formatting import moment
from games.history.narrator import Length, Viewer, narrate
from games.models import BY_PEOPLE, By, Game, Move, Player, Question, Seat, Wish
from games.orders.decide_turn import keep_rest
from games.orders.table_orders import do_give_turn_orders

from . import silence
from .play_on import play_and_store
from .start import TAKE, do_deal
from .table import LockedTable
from .table_action import table_action

SUBMISSION_KEY = re.compile(r"[\w .:-]{0,64}")


@dataclass(frozen=True)
class AcceptedAnswer:
    """An answer that is stored. ``repeated`` when it was stored before, under the same submission key."""

    game: Game
    seat: Seat
    move: Move
    repeated: bool = False


@dataclass(frozen=True)
class CheckedQuestion:
    """A question that is open to this seat, in a locked game; ``table`` is missing before the deal."""

    game: Game
    seat: Seat
    question: Question
    table: LockedTable | None


@table_action
def answer_question(
    *,
    seat: int | PlayerAt,
    number: int,
    labels: Sequence[str],
    by: By,
    nonce: int | None = None,
    submission_key: str = "",
    received_at: datetime | None = None,
    deputy: int | None = None,
    keep_always: bool = False,
) -> AcceptedAnswer:
    """Answer question `number` of a seat, given by its primary key or its player; bots then answer theirs.

    The caller has checked, through `core.access` or `core.tokens`, that this person may speak for the seat.
    `nonce` is that of the question that this person was shown; after the restore of a backup another one may
    have its number, and is not answered. The same `submission_key` again returns the stored result.
    `received_at` is when the site received the answer; the clock leaves everybody `deadlines.TIMEOUT_DELAY`
    after a deadline, longer than such an answer can wait for the lock. `deputy` is the primary key of the
    `Deputy` who answers for the player. `keep_always` stores, with the answer at a limit, the order always
    to keep what is not given up; a deputy gives no orders.

    Opens its own transaction. Raises a `Refusal`, and changes nothing, when the answer cannot be taken.
    """
    checked = check_answer(
        seat=seat, number=number, nonce=nonce, submission_key=submission_key, received_at=received_at
    )
    if isinstance(checked, AcceptedAnswer):
        return checked
    stand_in = None if deputy is None else check_deputy(checked.seat, deputy)
    given: dict[str, Any] = {"by": by, "submission_key": submission_key, "deputy": stand_in}
    try:
        if checked.table is None:
            move = take_first_card(checked, labels, **given)
        else:
            keeps = keep_always and stand_in is None
            move = do_answer(checked, checked.table, labels, keep_always=keeps, **given)
    except IntegrityError as error:
        if constraint_of(error) != "move_submission":
            raise
        raise Illegal(_broken_form()) from None
    crash.point("before_commit")
    return AcceptedAnswer(checked.game, checked.seat, move)


def constraint_of(error: IntegrityError) -> str | None:
    """Return the name of the constraint that rows don't meet, as PostgreSQL says it."""
    return error.__cause__.diag.constraint_name if isinstance(error.__cause__, psycopg.Error) else None


def check_answer(
    *,
    seat: int | PlayerAt,
    number: int,
    nonce: int | None = None,
    submission_key: str = "",
    received_at: datetime | None = None,
) -> CheckedQuestion | AcceptedAnswer:
    """Lock the game, and return the open question that this answers, or the result that is stored already."""
    game, found = rows.lock_game_of_seat(seat)
    loaded = rows.load(game)
    mine = next(each for each in loaded.seats if each.pk == found)
    if isinstance(seat, PlayerAt) and mine.player_id != seat.player:
        raise NotAllowed(_("You’ve left this table."))
    if not SUBMISSION_KEY.fullmatch(submission_key):
        raise Illegal(_broken_form())
    question = next((each for each in loaded.questions if each.number == number and each.seat == mine), None)
    if question is None and submission_key:
        earlier = Move.objects.filter(seat=mine, submission_key=submission_key).first()
        if earlier is not None:
            return AcceptedAnswer(game, mine, earlier, repeated=True)
    if not mine.is_taken:
        raise NotAllowed(_("You’ve left this table."))
    if mine.on_autopilot and Wish.objects.filter(seat=mine, kind=Wish.Kind.LEAVE, settled_at=None).exists():
        raise NotAllowed(_("You’re leaving this table. Until then a bot answers for you."))
    check_can_move(game)
    if question is None:
        raise explain_stale(game, mine, number, received_at)
    if nonce not in (None, question.nonce):
        raise table_has_changed()
    table = None if question.is_first_card else LockedTable.load(game, loaded)
    return CheckedQuestion(game, mine, question, table)


def check_deputy(seat: Seat, deputy: int) -> Player:
    """Return who plays for the player of a seat of a locked game. Raises `NotAllowed` when that has ended."""
    for row in access.deputies_in_force(pk=deputy, seat=seat.pk):
        return row.player
    raise NotAllowed(_("You no longer play for this seat."))


def _broken_form() -> str:
    return _("Something went wrong with this form. Reload the page and answer again.")


def check_can_move(game: Game) -> None:
    """Refuse what needs a game that moves."""
    if game.is_over:
        raise Resting(_("This game is over."))
    if not game.is_running:
        raise Resting(_("This game hasn’t started yet."))
    if game.paused_at is not None:
        raise Resting(_("This game is paused. You won’t lose any time: its clocks are paused, too."))


def explain_stale(game: Game, seat: Seat, number: int, received_at: datetime | None = None) -> Stale:
    """Return what to tell somebody who answers a question that is not open to them."""
    question = Question.objects.filter(game=game, number=number, seat=seat).first()
    if question is None:
        return Stale(_("You weren’t asked this. Here’s the table as it is now."))
    move = Move.objects.filter(game=game, seat=seat, question_number=question.number).first()
    if move is None:
        return table_has_changed()
    if game_history.is_undone(move):
        return Stale(_("This answer has been undone. Here’s the table as it is now."))
    played = _("a card")
    if not question.is_first_card:
        played = narrate(move, Viewer.of(game), Length.CHOICE, asked=question.kind)[0].text
    if move.by == By.CLOCK:
        at = received_at or question.due_at or move.created_at
        said = _("Your time ran out at %(at)s, so the site played %(played)s for you.")
        if received_at is not None:
            said = _(
                "Your answer came at %(at)s, after your time ran out: the site had already played "
                "%(played)s for you."
            )
        return TooLate(said % {"at": moment(at, get_current_timezone()), "played": played})
    said = _("You’ve already answered this: you played %(played)s.")
    if move.by == By.ORDER:
        said = _("Your standing orders have already answered this: %(played)s.")
    elif move.by == By.BOT:
        said = _("A bot has already answered this for you: %(played)s.")
    return Stale(said % {"played": played})


def table_has_changed() -> Stale:
    """Return what to tell somebody who answers what is not asked any more, though nobody has answered it."""
    return Stale(
        _("The table has changed, and this question is no longer open. Here’s what it looks like now.")
    )


def do_answer(
    checked: CheckedQuestion,
    table: LockedTable,
    labels: Sequence[str],
    *,
    by: By,
    submission_key: str = "",
    deputy: Player | None = None,
    keep_always: bool = False,
) -> Move:
    """Give the answer to the rules, let the table play on, store all of it, and tell people.

    Raises `Illegal` when the rules refuse the answer.
    """
    seat, question = checked.seat, checked.question
    asked = table.engine_game.view(seat.number).question if keep_always else None
    try:
        move = table.answer(seat, labels, by=by, number=question.number, submission_key=submission_key)
    except engine.Refused as error:
        raise Illegal(translate_error(error)) from None
    kept = keep_rest(table.orders.for_turns(seat), asked, labels) if asked is not None else None
    if kept is not None:
        do_give_turn_orders(seat, kept)
        table.orders = table.orders.after_storing(seat, kept)
    move.deputy = deputy
    if by in BY_PEOPLE:
        do_welcome(table, seat, question, move)
    play_and_store(table)
    if by in BY_PEOPLE and deputy is None:
        do_end_tips(table, seat, question)
    return move


def take_first_card(
    checked: CheckedQuestion, labels: Sequence[str], *, by: By, submission_key: str, deputy: Player | None
) -> Move:
    """Deal the cards to who was the first to take one, let the table play on, store it, and tell people."""
    if tuple(labels) != TAKE:
        raise Illegal(_("The only thing you can do now is take the first card."))
    question = checked.question
    table = do_deal(
        checked.game, first=checked.seat, by=by, number=question.number, submission_key=submission_key
    )
    move = table.steps[0].move
    move.deputy = deputy
    if by in BY_PEOPLE:
        do_welcome(table, table.seats[checked.seat.number], question, move)
    play_and_store(table)
    return move


def do_welcome(table: LockedTable, seat: Seat, question: Question, move: Move) -> None:
    """Note that the player of a seat, or who plays for them, is at the table again."""
    do_forget_timeouts(table, seat, question)
    seat.on_autopilot = False
    if move.by != By.REPLY and move.deputy_id is None:  # otherwise the player has not looked at the table
        seat.seen_version = move.version
        seat.seen_at = table.now
    table.touch(seat)


def do_end_tips(table: LockedTable, seat: Seat, question: Question) -> None:
    """Show a player no more tips once their first turn is over."""
    is_over = table.game.is_over or table.engine_game.turn_number != question.turn
    if question.on_turn_clock and is_over and seat.player is not None and not seat.player.tips_over:
        Player.objects.filter(pk=seat.player.pk).update(tips_over=True)


def do_forget_timeouts(table: LockedTable, seat: Seat, question: Question) -> None:
    """Forget the missed turns of a seat whose player answers, and end what they led to.

    A vote about a seat goes on after an answer in a window: that answer is sealed, and the vote must not show
    it.
    """
    if question.is_window and seat.offered_at is None and seat.timeouts_in_row >= table.game.patience:
        return
    if seat.timeouts_in_row or seat.offered_at is not None:
        silence.do_withdraw_offer_and_vote(seat, table.note_event)
    seat.timeouts_in_row = 0
