"""Pausing a game: its clocks stop and nobody can play; a table may agree on it by a vote.

The pause of a table has an end, and anybody at the table ends it earlier. That of a moderator has none, and
only staff end it.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games import clock
from games.core import wake
from games.core.errors import Tally
from games.core.event_log import note_event
from games.core.locking import lock_game
from games.core.postponed import run_due
from games.core.refusal import Illegal, NotAllowed, NotPossible, Resting
from games.models import Game, Notice, Question, Seat, StaffAct, Vote
from games.models.question import IS_OPEN
from games.models.vote import IS_OPEN as IS_OPEN_VOTE
from games.outbox import notices
from games.timing import deadlines

from . import consent, votes
from .answer import check_can_move
from .table_action import table_action

MOST_DAYS = 60
CLOCKS = ("due_at", "time_left", "remind_at", "attempts", "retry_at", "stuck_at")


def do_pause(game: Game, now: datetime, *, until: datetime | None = None) -> None:
    """Stop the clocks of a locked game, until an instant if it is not for staff alone to end."""
    game.paused_at, game.paused_until = now, until
    game.save(update_fields=["paused_at", "paused_until"])
    for question in Question.objects.filter(IS_OPEN, game=game).select_related("seat__player"):
        question.game = game
        deadlines.pause_clock(question, now)
        question.save(update_fields=CLOCKS)


def do_resume(
    game: Game, now: datetime, *, restore: Callable[[Question], bool] | None = None, tells: bool = True
) -> None:
    """Let the clocks of a locked game run on, and ask its players again unless they are not to be told.

    `restore` puts a question back by itself, and says whether it has.
    """
    game.paused_at = game.paused_until = None
    game.save(update_fields=["paused_at", "paused_until"])
    for question in Question.objects.filter(IS_OPEN, game=game).select_related("seat__player"):
        question.game = game
        if restore is not None and restore(question):
            continue
        deadlines.resume_clock(question, question.allowance, now)
        question.save(update_fields=CLOCKS)
    waiting = Notice.objects.filter(game=game, status=Notice.Status.WAITING, attempts=0)
    waiting.update(next_try_at=now)
    if tells:
        for question in Question.objects.filter(IS_OPEN, game=game).select_related("seat", "game"):
            notices.resend_question(question, reason=f"resumed-{now:%s}")
    if game.is_dealt:
        wake.play_after_commit(game.pk)  # orders may have been given meanwhile


@table_action
def request_pause(*, seat: int, days: int) -> Vote | None:
    """Ask the others to pause the game for so many days; with bots alone it is paused at once.

    The caller has checked that this person may speak for the seat. Locks the game. Raises a `Refusal`.
    """
    game = lock_game(seats=seat)
    check_can_move(game)
    seats = list(game.seats.select_related("player"))
    mine = consent.find_asker(seats, seat)
    if not 1 <= days <= MOST_DAYS:
        raise Illegal(_("Enter a number of days from 1 to %(most)s.") % {"most": MOST_DAYS})
    if Vote.objects.filter(IS_OPEN_VOTE, game=game, kind=Vote.Kind.PAUSE).exists():
        raise NotPossible(_("Someone has already asked for a pause, and not everyone has answered yet."))
    able = votes.voters(seats, mine)
    if not able:
        do_agreed_pause(game, mine, days)
        return None
    vote = votes.do_open(game, mine, Vote.Kind.PAUSE, choices=consent.CHOICES)
    vote.days = days
    vote.save(update_fields=["days"])
    note_event(game, "pause-asked", name=mine, days=days)
    votes.notify_voters(vote, Notice.Kind.VOTE, able)
    return vote


def do_pause_outcome(vote: Vote, game: Game) -> None:
    """Pause a locked game if all have agreed; otherwise tell the table that it goes on."""
    if vote.outcome == consent.AGREED and game.is_running and game.paused_at is None:
        do_agreed_pause(game, vote.seat, vote.days or 1)
    else:
        note_event(game, "pause-refused")


def do_agreed_pause(game: Game, seat: Seat, days: int) -> None:
    """Pause a locked game until some days from now, as its table wants."""
    now = clock.now()
    until = now + timedelta(days=days)
    do_pause(game, now, until=until)
    note_event(game, "pause-agreed", name=seat, until_at=until.isoformat())


@table_action
def end_pause(*, seat: Seat) -> None:
    """Let a game go on that its table has paused. Locks the game. Raises a `Refusal`."""
    game = lock_game(pk=seat.game_id)
    check_own_pause(game)
    do_resume(game, clock.now())
    note_event(game, "pause-ended", name=seat)


def check_own_pause(game: Game) -> None:
    """Refuse to end a pause that isn't one of the table, or while an act of staff is waiting."""
    if not game.is_running or game.paused_at is None:
        raise Resting(_("This game isn’t paused."))
    is_pending = StaffAct.objects.filter(game=game, status=StaffAct.Status.PENDING).exists()
    if game.paused_until is None or is_pending:
        raise NotAllowed(_("A moderator paused this game. Only a moderator can resume it."))


def end_due_pauses(*, stop_at: float) -> Tally:
    """End the pauses of tables whose time has come, each in a transaction of its own."""
    due = Game.objects.filter(status=Game.Status.RUNNING, paused_until__lte=clock.now())
    due = due.exclude(staff_acts__status=StaffAct.Status.PENDING).order_by("paused_until", "pk")
    return run_due("the pause of game", due, end_one, stop_at=stop_at)


@table_action
def end_one(pk: int) -> None:
    """End the pause of the game with this primary key, unless somebody was faster."""
    game = lock_game(pk=pk)
    if not game.is_running or game.paused_until is None or game.paused_until > clock.now():
        return
    check_own_pause(game)
    do_resume(game, clock.now())
    note_event(game, "pause-over")


votes.KINDS[Vote.Kind.PAUSE] = votes.VoteType(consent.decide, do_pause_outcome)
