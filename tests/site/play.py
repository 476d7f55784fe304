"""Playing in tests: answering for seats, positions of the table, and threads that act at the same moment."""

import random
import threading
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import cache
from typing import Any

from django.db import connection, transaction
from django.db.models import F

import engine
from games import clock
from games.core import access, rows
from games.core.locking import lock_game
from games.models import By, Game, Heartbeat, Notice, Player, Question, Seat
from games.models.question import IS_OPEN
from games.play.answer import AcceptedAnswer, answer_question
from games.play.store_change import store_change
from games.play.table import LockedTable
from games.timing import deadlines

ASKING = (Notice.Kind.TURN, Notice.Kind.ANSWER)


def seat_of(game: Game, player: Player) -> Seat:
    """The seat where a player sits."""
    return game.seats.get(player=player)


def question_to(game: Game, player: Player) -> Question:
    """The question that waits for a player."""
    question = access.question_of(seat_of(game, player))
    assert question is not None
    return question


def options(question: Question) -> tuple[str, ...]:
    """The labels that an open question offers."""
    view = access.view(question.game, question.seat)
    assert view is not None
    assert view.question is not None
    return view.question.options


def advice(question: Question, seed: str = "") -> tuple[str, ...]:
    """Some answer that the rules take."""
    if question.number < 1:
        return ("take",)
    view = access.view(question.game, question.seat)
    assert view is not None
    return engine.bots.random(view, seed or str(question.number))


def answer(question: Question, labels: Sequence[str] | None = None, **how: Any) -> AcceptedAnswer:
    """Answer a question by page, somehow if not told what."""
    labels = advice(question) if labels is None else labels
    return answer_question(
        **{"seat": question.seat_id, "number": question.number, "labels": labels, "by": By.PAGE} | how
    )


def open_questions(game: Game) -> list[Question]:
    """The questions that are open in a game."""
    return list(Question.objects.filter(IS_OPEN, game=game).select_related("game", "seat").order_by("number"))


def play_to_end(game: Game, most: int = 1000) -> Game:
    """Answer sensibly whatever is asked until the game is over."""
    for _step in range(most):
        game.refresh_from_db()
        if game.is_over:
            return game
        question = open_questions(game)[0]
        view = access.view(game, question.seat)
        assert view is not None
        answer(question, engine.bots.sensible(view))
    raise AssertionError("the game does not end")


@cache
def position(wanted: Callable[[engine.Game], bool], seats: int = 3) -> bytes:
    """A table, found by playing at random, for which `wanted` holds."""
    for seed in range(400):
        game = engine.Game.new("fluxx", seats, 1, seed=f"{seed:064x}")
        for step in range(200):
            if game.over:
                break
            if wanted(game):
                return game.dump()
            question = random.Random(step).choice(game.questions)
            game.answer(question.seat, engine.bots.random(game.view(question.seat), f"{seed}/{step}"))
    raise AssertionError("no such position was found")


def asks_three(game: engine.Game) -> bool:
    """Whether three seats are asked at once."""
    return len(game.questions) == 3


def is_in_a_play(game: engine.Game) -> bool:
    """Whether a card is being resolved, and only one seat is asked."""
    return not game.at_rest and len(game.questions) == 1


def set_table(game: Game, data: bytes) -> None:
    """Put another table under a running game."""
    with transaction.atomic():
        game = lock_game(pk=game.pk)
        table = LockedTable(game, rows.load(game), engine.Game.load(data))
        store_change(table)


def sweeps_ran() -> None:
    """Pretend that the sweeps ran until now: no outage has been, and who is overdue has been told in time."""
    Heartbeat.objects.update(at=clock.now())
    owed = Notice.objects.filter(status=Notice.Status.WAITING, kind__in=ASKING)
    overdue = owed.filter(attempts=0, question__closed_at=None, question__due_at__lte=clock.now())
    overdue.update(status=Notice.Status.SENT, sent_at=F("created_at"))


def let_time_run_out(*games: Game) -> None:
    """Move the deadlines of these games into the past, by more than the grace; their seats were told."""
    Question.objects.filter(IS_OPEN, game__in=games, due_at__isnull=False).update(
        due_at=clock.now() - deadlines.TIMEOUT_DELAY - timedelta(seconds=1)
    )
    owed = Notice.objects.filter(status=Notice.Status.WAITING, question__game__in=games, kind__in=ASKING)
    owed.update(status=Notice.Status.SENT, sent_at=clock.now() - timedelta(days=30))


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Do all of this at the same moment, each in its own thread; return the results, or the exceptions."""
    barrier = threading.Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(number: int, act: Callable[[], Any]) -> None:
        try:
            barrier.wait(300)
            results[number] = act()
        except BaseException as error:
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=each) for each in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
    return results
