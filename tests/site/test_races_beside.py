"""What happens beside the play, at the same moment as something else: undo, votes, seats that change hands.

Each race is run again with its lock taken away, and must fail then.
"""

import time
from contextlib import nullcontext
from datetime import timedelta
from functools import partial

import pytest
from django.db import IntegrityError

from engine.scenario import deal
from games import clock
from games.core import access
from games.models import By, Deputy, Game, Move, Outage, Question, Seat, Share, Silence, Vote
from games.people import hours
from games.periodic import timeouts
from games.periodic.sweep import sweep_deadlines
from games.play import answer as door
from games.play import give_time, silence, takeback, undo, votes
from games.play.answer import AcceptedAnswer
from games.seats import deputies, replacement, sharing
from games.seats.membership import return_to_seat
from games.seats.replacement import offer_seat, take_over
from games.seats.sharing import share_end
from games.timing import outages
from tests.mail.tables import Stored, store

from .conftest import make_player
from .play import advice, answer, at_once, let_time_run_out, question_to, seat_of
from .staff import end_game

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


def kinds(results: list) -> list[str]:
    """What came of each act; an error of the database goes on as such."""
    for result in results:
        if isinstance(result, IntegrityError):
            raise result
    return [type(result).__name__ for result in results]


def versions(game: Game) -> list[int]:
    return list(Move.objects.filter(game=game).order_by("version").values_list("version", flat=True))


@pytest.fixture
def stored(db) -> Stored:
    """Ann has played a keeper and can take it back; she has one more to play."""
    scene = deal(ann=["milk", "love", "chocolate"], bob=["bread"], cid=1, turn="ann", rules=["play-2"])
    stored = store(scene)
    answer(stored.question("ann"), ["milk"])
    return stored


def test_undo_and_the_next_answer(stored, expecting, meet_in):
    """Ann takes back in one tab and answers in the other: one after the other, and no answer is lost."""
    question = stored.question("ann")
    labels = advice(question)
    meet_in((undo, "do_go_back"), (door, "do_answer"))

    with expecting():
        results = at_once(lambda: undo.undo(seat=question.seat_id), lambda: answer(question, labels))

        assert set(kinds(results)) <= {"Game", "AcceptedAnswer", "Stale", "NotPossible"}
        assert len(set(versions(stored.game))) == len(versions(stored.game))
        assert {"Game", "AcceptedAnswer"} & set(kinds(results))


def test_undo_twice_is_one_step(stored, expecting, meet_in):
    """One form sent twice at the same moment takes one answer back."""
    seat = stored.seats["ann"]
    version = access.last_answer(stored.game, seat, access.view(stored.game, seat).turn_number)[0]
    meet_in((undo, "do_go_back"))

    with expecting():
        results = at_once(*[partial(undo.undo, seat=seat.pk, version=version)] * 2)

        assert "Game" in kinds(results)
        assert len([kind for kind in kinds(results) if kind == "Game"]) == 1


def test_undo_and_the_clock(stored, expecting, meet_in):
    """Time runs out while Ann takes back: the clock waits for her, or she is told what it played."""
    question = stored.question("ann")
    let_time_run_out(stored.game)
    meet_in((undo, "do_go_back"), (timeouts, "play_and_store"))

    with expecting():
        results = at_once(
            lambda: undo.undo(seat=question.seat_id), lambda: timeouts.strike(question_pk=question.pk)
        )
        goes_back = "Game" in kinds(results)

        assert goes_back is (True not in results)


def test_the_last_consent_and_the_next_move(stored, expecting, meet_in):
    """The last one agrees while the next plays: the turn is taken back or the move counts, never both."""
    game, seats = stored.game, stored.seats
    answer(stored.question("ann"), ["love"])
    vote = takeback.request_takeback(seat=seats["ann"].pk)
    takeback.answer_takeback(vote=vote, seat=seats["bob"], agrees=True)
    question = stored.question("bob")
    labels = advice(question)
    meet_in((takeback, "do_go_back"), (door, "do_answer"))

    with expecting():
        results = at_once(
            partial(takeback.answer_takeback, vote=vote, seat=seats["cid"], agrees=True),
            partial(answer, question, labels),
        )
        kinds(results)
        was_taken_back = Move.objects.filter(game=game, kind=Move.Kind.UNDO).exists()

        assert was_taken_back is not isinstance(results[1], AcceptedAnswer)


def test_the_last_ballot_and_a_return(ann, bob, carol, start, expecting, meet_in, monkeypatch):
    """The table votes for a bot while Ann comes back: the vote is off, or a bot has her seat before."""
    game = start(ann, bob, carol, silence=Silence.VOTE, patience=1)
    let_time_run_out(game)
    sweep_deadlines()
    vote = Vote.objects.select_related("game", "seat").get(game=game)
    votes.cast(vote=vote, seat=seat_of(game, bob), choice="bot")
    close = votes.do_close
    monkeypatch.setattr(votes, "do_close", lambda *what: (time.sleep(0.3), close(*what)))
    meet_in((votes, "do_close"), (silence, "do_withdraw_offer_and_vote"))

    with expecting():
        kinds(
            at_once(
                partial(votes.cast, vote=vote, seat=seat_of(game, carol), choice="bot"),
                partial(return_to_seat, seat=seat_of(game, ann)),
            )
        )
        vote.refresh_from_db()
        told = [move.params["what"] for move in Move.objects.filter(game=game, kind=Move.Kind.EVENT)]

        assert 1 == len({"vote-returned", "voted-bot"} & set(told))
        assert ("vote-returned" in told) is (vote.outcome == "returned")


def test_two_take_over_one_seat(ann, bob, start, expecting, meet_in):
    """The seat, its hand and its links go to one; the other is told that somebody was faster."""
    game = start(ann, bob)
    seat = seat_of(game, bob)
    offer_seat(seat=seat)
    people = [make_player("Dee"), make_player("Eve")]
    meet_in((replacement, "do_take_over"))

    with expecting():
        results = at_once(
            *[partial(take_over, game=game, number=seat.number, player=each) for each in people]
        )

        assert ["NotPossible", "Seat"] == sorted(kinds(results))
        (taken,) = (each for each in results if isinstance(each, Seat))
        assert Seat.objects.get(pk=seat.pk).player == taken.player


def test_a_game_is_shared_by_one_link(ann, bob, moderator, start, expecting, meet_in):
    """Pressed by both at once, it's made once, and the table reads once who has made it."""
    game = start(ann, bob)
    end_game(game=game, by=moderator, reason="For a test.")
    seats = [seat_of(game, ann), seat_of(game, bob)]
    meet_in((sharing, "note_event"))

    with expecting():
        results = at_once(*[partial(share_end, seat=each, language="en") for each in seats])

        assert ["Share", "Share"] == kinds(results)
        assert {Share.objects.get().key} == {each.key for each in results}
        told = Move.objects.filter(game=game, kind=Move.Kind.EVENT, params__what="shared")
        assert told.count() == 1


def test_the_end_of_a_deputy_and_their_answer(ann, bob, start, expecting, meet_in):
    """What a deputy plays counts before the end, and is refused after it."""
    dee, until = make_player("Dee"), (clock.now() + timedelta(days=3)).date()
    meet_in((door, "do_answer"), (deputies, "note_event"))

    with expecting():
        # Without the lock both may by chance be stored in the right order, so it is tried more than once.
        for _time in range(1 if expecting is nullcontext else 10):
            game = start(ann, bob)
            asked = deputies.ask_deputy(seat=seat_of(game, ann), by=ann, who=dee.email, until=until)
            deputies.accept_deputy(deputy=asked.pk, by=dee)
            question = question_to(game, ann)
            results = at_once(
                partial(answer, question, advice(question), deputy=asked.pk),
                partial(deputies.end_deputy, deputy=asked.pk, by=ann),
            )
            assert kinds(results) in (["AcceptedAnswer", "Deputy"], ["NotAllowed", "Deputy"])
            told = Move.objects.get(game=game, kind=Move.Kind.EVENT, params__what="deputy-ended")
            played = Move.objects.filter(game=game, question_number=question.number).first()
            assert Deputy.objects.get(pk=asked.pk).ended_at is not None
            assert played is None or played.version < told.version


def test_a_vacation_and_the_clock(ann, bob, start, expecting, meet_in):
    """A vacation that is entered while time runs out changes nothing of what the clock has closed."""
    game = start(ann, bob)
    question = question_to(game, ann)
    let_time_run_out(game)
    today = clock.now().date()
    days = {"first_day": today + timedelta(days=2), "last_day": today + timedelta(days=4)}

    results = at_once(
        partial(timeouts.strike, question_pk=question.pk), partial(hours.enter_vacation, player=ann, **days)
    )
    question.refresh_from_db()

    assert "Vacation" == kinds(results)[1]
    assert (results[0], question.closed_by) in [(True, By.CLOCK), (False, "")]


def test_an_outage_and_an_answer(ann, bob, start):
    """The next question has its own clock, and the one that was answered none: nothing is credited twice."""
    for _time in range(5):
        game = start(ann, bob)
        question = question_to(game, ann)
        now = clock.now()
        Question.objects.filter(pk=question.pk).update(opened_at=now - timedelta(hours=2))
        before = Question.objects.get(pk=question.pk).due_at
        outage = Outage.objects.create(started_at=now - timedelta(hours=1), ended_at=now, why="stopped")
        labels = advice(question)

        results = at_once(
            partial(answer, question, labels),
            partial(outages.credit_outage, outage.pk, stop_at=float("inf")),
            partial(outages.credit_outage, outage.pk, stop_at=float("inf")),
        )
        kinds(results)
        while not outages.credit_outage(outage.pk, stop_at=float("inf")):
            pass
        rows = Question.objects.filter(game=game, seat__player=ann)

        assert isinstance(results[0], AcceptedAnswer)
        assert all(row.due_at is None or row.due_at <= before + timedelta(hours=1, minutes=5) for row in rows)
        outage.delete()


def test_time_is_not_given_beyond_the_most(ann, bob, carol, start, expecting, meet_in):
    """Two give three days each where only three more may be given: one of them is refused."""
    game = start(ann, bob, carol)
    to = seat_of(game, ann)
    Seat.objects.filter(pk=to.pk).update(gift_days=give_time.MOST_GIVEN - 3)
    meet_in((give_time.deadlines, "extend"))

    with expecting():
        results = at_once(
            *[partial(give_time.give_time, seat=seat_of(game, each), to=to, days=3) for each in (bob, carol)]
        )

        assert ["NoneType", "NotPossible"] == sorted(kinds(results))
        assert give_time.MOST_GIVEN == Seat.objects.get(pk=to.pk).gift_days
