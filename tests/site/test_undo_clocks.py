"""No clock is gained by going back: of a turn, of a window, or of another's question."""

import random
from datetime import timedelta

import pytest

from engine.scenario import deal
from games import clock
from games.clocks import running_time
from games.core import access
from games.core.refusal import NotPossible
from games.models import AnswerHours, By, Question, Seat, Timing
from games.models.question import STOPS_PLAY
from games.periodic import timeouts
from games.play import give_time, question_rows, takeback, undo
from tests.mail.tables import Stored, store

from .play import answer
from .wonderland import answer as wonder
from .wonderland import asks, order
from .wonderland import table as wonderland

DAY, HOUR, SECOND = timedelta(days=1), timedelta(hours=1), timedelta(seconds=1)
BANK = {"timing": Timing.BANK, "bank_start": 72, "bank_gain": 24, "bank_most": 120, "grace_hours": 8}


def close(one, other) -> bool:
    return abs(one - other) < 20 * SECOND


def begin(stored: Stored, name: str, *, on_turn_clock: bool = True) -> Question:
    """Start the clock of a question of a stored position as the site starts it."""
    row = stored.question(name)
    row.turn, row.on_turn_clock = access.view(stored.game, None).turn_number, on_turn_clock
    row.save(update_fields=["turn", "on_turn_clock"])
    question_rows.do_restart_clock(row, stored.game, Seat.objects.get(pk=row.seat_id), clock.now())
    return stored.question(name)


def left_of(stored: Stored, name: str) -> timedelta:
    """How much running time a seat has for what it is asked."""
    row = Question.objects.select_related("game", "seat").get(STOPS_PLAY, seat=stored.seats[name])
    return running_time.elapsed(clock.now(), row.due_at, row.pauses)


def play_a_keeper(stored: Stored, question: Question, chance: random.Random) -> None:
    """Let Ann play one of her keepers, if she has any left."""
    options = access.view(stored.game, stored.seats["ann"]).question.options
    if keepers := [label for label in options if label in ("bread", "milk", "love", "time")]:
        answer(question, [chance.choice(keepers)])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_played_and_taken_back_a_turn_has_its_bank_grace_and_gifts(db, travel, seed):
    """Random answers, undos and waits, and a gift: time spent and time left are always what was given."""
    chance = random.Random(seed)
    hand = ["bread", "milk", "love", "time", "rules-reset", "play-4", "hand-limit-2", "discard-and-draw"]
    scene = deal(ann=hand, bob=3, cid=3, rules=["play-3"], turn="ann", played=0)
    stored = store(scene, **BANK)
    if seed % 2:
        stored.players["ann"].days_off = "6"
        stored.players["ann"].save()
    turn = begin(stored, "ann").turn
    given, spent = left_of(stored, "ann"), timedelta()
    assert close(given, 4 * DAY + 8 * HOUR)
    looked = 0
    for step in range(40):
        question = Question.objects.filter(STOPS_PLAY, seat=stored.seats["ann"], turn=turn).first()
        if question is None or left_of(stored, "ann") < 5 * HOUR:
            break
        what = chance.choice(("wait", "play", "back", "back", "gift"))
        if what == "wait":
            before = clock.now()
            travel(hours=chance.randrange(1, 5))
            row = Question.objects.select_related("game", "seat").get(pk=question.pk)
            spent += running_time.elapsed(before, clock.now(), row.pauses)
        elif what == "play":
            play_a_keeper(stored, question, chance)
        elif what == "back":
            try:
                undo.undo(seat=stored.seats["ann"].pk)
            except NotPossible:
                continue
        elif step % 7 == 0 and given < 6 * DAY:
            give_time.give_time(seat=stored.seats["bob"], to=stored.seats["ann"], days=1)
            given += DAY
        if Question.objects.filter(STOPS_PLAY, seat=stored.seats["ann"], turn=turn).exists():
            assert close(spent + left_of(stored, "ann"), given)
            looked += 1
    assert looked > 5


@pytest.mark.slow
def test_undo_and_redo_until_time_is_up_ends_when_the_bank_is_empty(db, travel):
    """Playing and taking back every few hours ends when waiting does: the clock strikes."""
    scene = deal(ann=["bread", "milk", "love"], bob=3, cid=3, rules=["play-3"], turn="ann", played=0)
    stored = store(scene, **BANK)
    begin(stored, "ann")
    end = clock.now() + 4 * DAY + 8 * HOUR
    while stored.question("ann").due_at - clock.now() > 3 * HOUR:
        travel(hours=3)
        answer(stored.question("ann"), ["bread"])
        undo.undo(seat=stored.seats["ann"].pk)
        assert close(stored.question("ann").due_at, end)

    last = stored.question("ann")
    travel(hours=3, minutes=10)
    assert timeouts.strike(question_pk=last.pk)
    assert Question.objects.get(pk=last.pk).closed_by == By.CLOCK


def windows(stored: Stored, name: str) -> list[Question]:
    found = Question.objects.filter(seat=stored.seats[name], what="window")
    return list(found.order_by("number"))


def test_back_into_a_window_there_is_what_it_had_left(db, travel):
    """Ann lets a Surprise pass, and goes back: the window has its own deadline, not that of her turn."""
    stored = wonderland(
        ann=["oysters-come-and-walk", "veto", "walrus"],
        bob=["canceled-plans"],
        keepers={"ann": ["carpenter"]},
        drawn=1,
        rules=["play-2"],
    )
    order(stored, "ann", *asks("surprise"))
    order(stored, "bob", *asks("goal", "surprise"))
    wonder(stored, "ann", "oysters-come-and-walk")
    wonder(stored, "bob", "canceled-plans")
    first = windows(stored, "ann")[-1]
    wonder(stored, "ann", "pass")
    for hours in (2, 3):
        travel(hours=hours)
        undo.undo(seat=stored.seats["ann"].pk)
        again = windows(stored, "ann")[-1]
        assert (again.is_open, again.due_at) == (True, first.due_at)
        answer(again, ["pass"])

    travel(hours=12)
    undo.undo(seat=stored.seats["ann"].pk)
    last = windows(stored, "ann")[-1]
    assert last.due_at == first.due_at < clock.now()
    assert timeouts.strike(question_pk=last.pk)
    assert not access.view(stored.game, None).window


def test_a_table_that_goes_back_gives_another_what_their_own_clock_showed(db, travel):
    """Bob threw after two hours; asked again, he has a day less those hours, not his bank's days."""
    scene = deal(ann=["rock-paper-scissors-showdown", "bread"], bob=3, turn="ann", played=0, rules=["play-2"])
    ann, bob = scene.seats
    ann.plays("rock-paper-scissors-showdown").answers(bob.name)
    stored = store(scene, **BANK, answer_hours=AnswerHours.AS_IN_TURN)
    begin(stored, "ann")
    asked = begin(stored, "bob", on_turn_clock=False)
    assert close(asked.due_at, clock.now() + DAY)
    answer(stored.question("ann"), ["rock"])
    travel(hours=2)
    answer(stored.question("bob"), ["paper"])
    left = DAY
    for hours in (2, 3):
        left -= hours * HOUR
        travel(days=1)
        vote = takeback.request_takeback(seat=stored.seats["ann"].pk)
        takeback.answer_takeback(vote=vote, seat=stored.seats["bob"], agrees=True)
        assert stored.question("bob").what == "rock-paper-scissors"
        assert close(left_of(stored, "bob"), left)
        answer(stored.question("ann"), ["rock"])
        travel(hours=3)
        answer(stored.question("bob"), ["paper"])
