"""Two at the same moment. Each race is run again with its lock taken away, and must fail then."""

import random
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction

from games import clock
from games.models import By, Game, Move, Notice, Question, Seat, Starter
from games.periodic import timeouts
from games.play import answer as door
from games.seats import membership
from games.seats.invitations import accept_invitation, invite
from games.seats.lobby import create_game
from games.seats.membership import leave, take_seat
from games.seats.rematch import join_rematch
from games.timing import deadlines

from .conftest import make_player
from .play import (
    advice,
    answer,
    asks_three,
    at_once,
    let_time_run_out,
    open_questions,
    options,
    position,
    question_to,
    seat_of,
    set_table,
)
from .staff import end_game

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def entered(meet_in) -> threading.Event:
    """Answers, and the clock, meet before they store anything."""
    return meet_in((door, "do_answer"), (door, "take_first_card"), (timeouts, "play_and_store"))


def test_c1_one_form_posted_twenty_times_is_one_move(ann, bob, start, expecting, entered):
    """Twenty posts of one form at the same moment make one move, and all show its result."""
    question = question_to(start(ann, bob), ann)
    labels = advice(question)

    with expecting():
        results = at_once(*[lambda: answer(question, labels, submission_key="one")] * 20)

        assert {type(result).__name__ for result in results} == {"AcceptedAnswer"}
        assert len({result.move.pk for result in results}) == 1
        assert sorted(result.repeated for result in results) == [False] + [True] * 19


def test_c2_of_two_tabs_the_first_wins(ann, bob, start, expecting, entered):
    """Two tabs answer the same question differently: one is taken, the other is told what was played."""
    question = question_to(start(ann, bob), ann)
    one, other = options(question)[:2]

    with expecting():
        results = at_once(
            lambda: answer(question, [one], submission_key="tab-1"),
            lambda: answer(question, [other], submission_key="tab-2"),
        )

        assert sorted(type(result).__name__ for result in results) == ["AcceptedAnswer", "Stale"]
        assert Move.objects.filter(question_number=question.number).count() == 1


@pytest.fixture
def asked_at_once(ann, bob, carol, start) -> Callable[[], list[Question]]:
    """Put four seats at a table where three are asked at once, and return their questions."""
    game = start(ann, bob, carol, make_player("Dave"))

    def ask() -> list[Question]:
        Question.objects.filter(game=game).delete()
        Move.objects.filter(game=game).update(question_number=None)
        set_table(game, position(asks_three, seats=4))
        return open_questions(game)

    return ask


def answer_at_once(asked: list[Question]) -> None:
    """Answer all of these questions at the same moment: all is stored, and resolved once."""
    results = at_once(*[partial(answer, each, advice(each)) for each in asked])
    assert {type(result).__name__ for result in results} == {"AcceptedAnswer"}
    game = results[0].game
    game.refresh_from_db()
    moves = Move.objects.filter(game=game, question_number__in=[question.number for question in asked])
    assert {move.seat_id for move in moves} == {question.seat_id for question in asked}
    # Only the last of the answers goes on to the next question; before it, all that was chosen stays sealed.
    opened = Question.objects.filter(game=game, opened_at__gt=asked[0].opened_at)
    resolved = {question.opened_at for question in opened}
    assert len(resolved) <= 1
    assert game.is_over or len(resolved) == 1


def test_c4_simultaneous_answers_are_all_stored_and_resolved_once(asked_at_once, expecting, entered):
    """Three seats that are asked at once answer at once: three moves, and the play goes on exactly once."""
    asked = asked_at_once()

    with expecting():
        answer_at_once(asked)


def test_c4_round_after_round_resolves_once(asked_at_once):
    """Every order of arrival ends in three moves and one resolution."""
    for _round in range(8):
        answer_at_once(asked_at_once())


def test_c5_a_move_and_the_clock_never_both_count(ann, bob, start, expecting, entered):
    """While a move holds the lock, the clock passes by."""
    question = question_to(start(ann, bob), ann)
    let_time_run_out(question.game)

    def strike_a_little_later():
        entered.wait(60)
        return timeouts.strike(question_pk=question.pk)

    with expecting():
        results = at_once(lambda: answer(question), strike_a_little_later)

        assert [type(result).__name__ for result in results] == ["AcceptedAnswer", "bool"]
        assert results[1] is False
        assert [By.PAGE] == list(of_question(question))


def after(wait: float, act: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Do something after a moment."""
    time.sleep(wait)
    return act(*args, **kwargs)


def of_question(question: Question):
    return Move.objects.filter(game=question.game, question_number=question.number).values_list(
        "by", flat=True
    )


def test_c5_who_waits_for_the_clock_is_told_that_time_ran_out(ann, bob, start, expecting, entered):
    """While the clock holds the lock, a late move waits, and is told what the site played."""
    question = question_to(start(ann, bob), ann)
    labels = advice(question)
    let_time_run_out(question.game)

    def answer_a_little_later():
        entered.wait(60)
        return answer(question, labels, received_at=clock.now())

    with expecting():
        results = at_once(lambda: timeouts.strike(question_pk=question.pk), answer_a_little_later)

        assert [type(result).__name__ for result in results] == ["bool", "TooLate"]
        assert "after your time ran out: the site had already played" in str(results[1])
        assert [By.CLOCK] == list(of_question(question))


def test_c5_the_clock_leaves_a_move_received_in_time_its_chance(ann, bob, start):
    """As long as a request that came within the grace may wait for the lock, the clock does not strike."""
    question = question_to(start(ann, bob), ann)
    let_time_run_out(question.game)
    Question.objects.update(due_at=clock.now() - deadlines.LATE_ANSWER_TOLERANCE - timedelta(seconds=9))

    struck = timeouts.strike(question_pk=question.pk)
    answered = answer(question, received_at=clock.now() - timedelta(seconds=9))

    assert (struck, type(answered).__name__) == (False, "AcceptedAnswer")


def test_c5_fifteen_interleavings(ann, bob, start):
    """Whoever comes first: exactly one of move and timeout, and the loser knows."""
    chance = random.Random(5)
    for _round in range(15):
        game = start(ann, bob)
        question = question_to(game, ann)
        labels = advice(question)
        let_time_run_out(game)
        waits = [chance.random() * 0.02 for _each in range(2)]

        moved, struck = at_once(
            partial(after, waits[0], answer, question, labels),
            partial(after, waits[1], timeouts.strike, question_pk=question.pk),
        )

        assert (type(moved).__name__, struck) in [("AcceptedAnswer", False), ("TooLate", True)]
        assert len(of_question(question)) == 1


def test_the_first_to_take_a_card_starts_alone(ann, bob, carol, start, expecting, entered):
    """Three take the first card at the same moment: one has the first turn, the others are told."""
    game = start(ann, bob, carol, starter=Starter.FIRST)
    asked = open_questions(game)

    with expecting():
        results = at_once(*[partial(answer, each, ["take"]) for each in asked])

        assert sorted(type(result).__name__ for result in results) == ["AcceptedAnswer", "Stale", "Stale"]
        game.refresh_from_db()
        (winner,) = (result.seat.number for result in results if not isinstance(result, Exception))
        assert (game.starting_seat, game.version) == (winner, 1)


def test_the_last_free_seat_goes_to_one(ann, expecting, meet_in):
    """Six press for one free seat: one sits down, five are told that it is taken."""
    game = create_game(host=ann, name="Friday", seats=3, is_open=True, starts_when_full=False)
    take_seat(game=game, player=make_player("Bob"))
    others = [make_player(f"P{number}") for number in range(6)]
    meet_in((membership, "do_take_seat"))

    with expecting():
        results = at_once(*[partial(take_seat, game=game, player=each) for each in others])

        assert sorted(type(result).__name__ for result in results) == ["NotPossible"] * 5 + ["Seat"]
        (sitting,) = (result for result in results if isinstance(result, Seat))
        assert game.seats.get(number=3).player == sitting.player


def test_the_game_starts_once_when_the_last_seat_fills(ann, bob, carol):
    """Two take the last two seats at the same moment: the game starts by itself, once."""
    game = create_game(host=ann, name="Friday", seats=3, is_open=True)

    results = at_once(*[partial(take_seat, game=game, player=each) for each in (bob, carol)])

    game.refresh_from_db()
    assert {type(result).__name__ for result in results} == {"Seat"}
    assert (game.status, Move.objects.filter(game=game, kind=Move.Kind.DEAL).count()) == ("running", 1)


def test_a_rematch_pressed_by_all_at_once_is_one_game(ann, bob, carol, moderator, start):
    """Everybody presses at the same moment: one new game, in which all three sit."""
    game = start(ann, bob, carol)
    end_game(game=game, by=moderator, reason="test")
    game.refresh_from_db()

    results = at_once(*[partial(join_rematch, game=game, player=each) for each in (ann, bob, carol)])

    assert len({result.pk for result in results}) == 1
    new = Game.objects.get(rematch_of=game)
    assert ([seat.player for seat in new.seats.all()], new.status) == ([ann, bob, carol], "running")


def test_leaving_while_answering_is_serialised(ann, bob, carol, start):
    """A player leaves in one tab and answers in another: both end cleanly, whichever was first."""
    for _round in range(5):
        game = start(ann, bob, carol)
        question = question_to(game, ann)
        labels = advice(question)
        seat = seat_of(game, ann)

        answered, left = at_once(partial(answer, question, labels), partial(leave, seat=seat))

        assert type(answered).__name__ in ("AcceptedAnswer", "NotAllowed", "Stale")
        assert isinstance(left, bool)


def test_c7_a_table_that_stays_locked_is_busy_and_nothing_is_recorded(ann, bob, start, monkeypatch):
    """Who cannot get the lock is told that nothing was recorded; later the same form is taken."""
    question = question_to(start(ann, bob), ann)
    labels = advice(question)

    def hold():
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=question.game_id)
            time.sleep(1.2)

    def hurry():
        time.sleep(0.2)
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '100ms'")
        return answer(question, labels, submission_key="form")

    _held, refused = at_once(hold, hurry)

    assert (type(refused).__name__, refused.status) == ("Busy", 503)
    assert answer(question, labels, submission_key="form").repeated is False


def test_c13_one_new_address_accepting_twice_is_one_guest(ann):
    """The mailed link is pressed ten times at once: one guest, one seat, no error."""
    game = create_game(host=ann, name="Friday", seats=3)
    invitation = invite(game=game, by=ann, email="new@players.example", name="Nora")

    results = at_once(*[lambda: accept_invitation(invitation=invitation)] * 10)

    assert {type(result).__name__ for result in results} == {"Seat"}
    assert len({result.player_id for result in results}) == 1
    assert Notice.objects.filter(kind=Notice.Kind.ACCEPTED).count() == 1
