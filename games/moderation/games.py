"""What staff may do to a game: each act needs a reason and is logged in its transaction."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from games import clock
from games.core import wake
from games.core.event_log import check_staff, log_staff_act
from games.core.locking import in_transaction, lock_game
from games.core.refusal import Illegal, NotPossible, Resting
from games.models import By, Game, Notice, Player, Question, Wish
from games.models.question import IS_OPEN
from games.outbox import notices
from games.seats.lobby import do_cancel
from games.timing import deadlines

MOST_DAYS = 60


@in_transaction
def end_game(*, game: Game, by: Player, reason: str) -> None:
    """End a game without a winner; its players are notified why. Locks the game. Raises a `Refusal`."""
    with record_act("end", game, by, reason) as game:
        do_cancel(game, reason.strip()[:200])
        now = clock.now()
        Question.objects.filter(IS_OPEN, game=game).update(closed_at=now, closed_by=By.MODERATOR)
        Wish.objects.filter(game=game, settled_at=None).update(settled_at=now)
        notices.write(notices.build_for_end(game, [seat for seat in game.seats.all() if seat.is_person]))


@in_transaction
def pause_game(*, game: Game, by: Player, reason: str) -> None:
    """Stop all clocks of a running game; nobody can answer until it goes on.

    Locks the game. Raises a `Refusal`.
    """
    with record_act("pause", game, by, reason) as game:
        check_running(game)
        if game.paused_at is not None:
            raise NotPossible(_("This game is paused already."))
        game.paused_at = clock.now()
        game.save(update_fields=["paused_at"])
        change_open_questions(game, lambda question: deadlines.pause_clock(question, clock.now()))


@in_transaction
def resume_game(*, game: Game, by: Player, reason: str) -> None:
    """Resume a paused game; every clock has the time it had, and players who are asked get mail.

    Locks the game. Raises a `Refusal`.
    """
    with record_act("resume", game, by, reason) as game:
        check_running(game)
        if game.paused_at is None:
            raise NotPossible(_("This game is not paused."))
        game.paused_at = None
        game.save(update_fields=["paused_at"])
        change_open_questions(
            game, lambda question: deadlines.resume_clock(question, question.allowance, clock.now())
        )
        waiting = Notice.objects.filter(game=game, status=Notice.Status.WAITING, attempts=0)
        waiting.update(next_try_at=clock.now())
        for question in Question.objects.filter(IS_OPEN, game=game).select_related("seat", "game"):
            notices.resend_question(question, reason=f"resumed-{clock.now():%s}")
        if game.is_dealt:
            wake.play_after_commit(game.pk)  # orders may have been given meanwhile


@in_transaction
def extend_deadlines(*, game: Game, by: Player, days: int, reason: str) -> None:
    """Give every open question of a game so many days more. Locks the game. Raises a `Refusal`."""
    with record_act("extend", game, by, reason) as game:
        check_running(game)
        if not game.is_timed:
            raise NotPossible(_("This game has no clock."))
        if not 1 <= days <= MOST_DAYS:
            raise Illegal(_("Give 1 to %(most)s days.") % {"most": MOST_DAYS})
        more = timedelta(days=days)
        change_open_questions(game, lambda question: deadlines.extend(question, more, clock.now()))


def change_open_questions(game: Game, change: Callable[[Question], None]) -> None:
    """Change the clock of every open question of a locked game."""
    clocks = ["due_at", "time_left", "remind_at", "attempts", "retry_at", "stuck_at"]
    for question in Question.objects.filter(IS_OPEN, game=game):
        question.game = game
        change(question)
        question.save(update_fields=clocks)


def check_running(game: Game) -> None:
    """Refuse what needs a running game, paused or not."""
    if not game.is_running:
        raise Resting(_("This game is not running."))


@contextmanager
def record_act(name: str, game: Game, by: Player, reason: str) -> Iterator[Game]:
    """Lock a game for an act of staff, and log who did what, why, and what changed."""
    check_staff(by, reason)
    locked = lock_game(pk=game.pk)
    if locked.is_over:
        raise Resting(_("This game is over."))
    before = audited_fields(locked)
    yield locked
    log_staff_act(name, by, reason, game=locked, about="", before=before, after=audited_fields(locked))


def audited_fields(game: Game) -> dict[str, Any]:
    """Return the public fields of a game that the log compares."""
    due = {
        str(question.number): question.due_at.isoformat() if question.due_at else None
        for question in Question.objects.filter(IS_OPEN, game=game)
    }
    paused = game.paused_at.isoformat() if game.paused_at else None
    return {"status": game.status, "paused_at": paused, "due": due}
