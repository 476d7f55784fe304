"""Requirement D4: time in which the site was away is nobody's loss."""

import time
from datetime import timedelta
from functools import partial

import pytest
from django.db import OperationalError
from django.db.models import F, Max

from games import clock
from games.delivery.dispatch import deliver
from games.history import game_history
from games.models import By, Game, Heartbeat, Move, Notice, Outage, Question, Vote
from games.models.question import IS_OPEN
from games.periodic import sweep
from games.periodic.sweep import sweep_deadlines, sweep_reminders, sweep_wishes
from games.timing import outages

from .play import answer, at_once, let_time_run_out, open_questions, question_to, seat_of, sweeps_ran
from .staff import pause_game

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
ABOUT = timedelta(seconds=20)
GAPS = [MINUTE, 11 * MINUTE, 6 * HOUR, 9 * DAY]


class Died(BaseException):
    """The process ends here."""


def due_of(game):
    """The deadlines of a game by question."""
    return {row.number: row.due_at for row in open_questions(game)}


def struck(game):
    """For whom the clock has answered in a game; how often is the rest of their turn."""
    return set(Move.objects.filter(game=game, by=By.CLOCK).values_list("seat__player", flat=True))


def told(game):
    """What the history of a game says of outages."""
    return [line.text for line in game_history.history_lines(game, None) if "got that time back" in line.text]


@pytest.mark.parametrize("gap", GAPS, ids=str)
def test_d4_all_clocks_get_the_time_back(ann, bob, start, travel, gap):
    """The sweeps stood still for a while: beyond ten minutes each deadline moves by that while, exactly."""
    games = [start(ann, bob, pace=3) for _game in range(3)]
    sweep_deadlines()
    before = [due_of(game) for game in games]
    slept_at = Heartbeat.objects.get(name="deadlines").at
    travel(asleep=True, seconds=gap.total_seconds())
    sweep_deadlines()
    after = [due_of(game) for game in games]

    if gap <= outages.LONG:
        assert (after, Outage.objects.count()) == (before, 0)
        return
    outage = Outage.objects.get()
    assert (outage.started_at, outage.credited_at is not None, outage.why) == (slept_at, True, "silent")
    assert abs(outage.length - gap) < ABOUT
    for game, old, new in zip(games, before, after, strict=True):
        assert new == {number: due + outage.length for number, due in old.items()}
        assert len(told(game)) == 1
    assert not Move.objects.filter(by=By.CLOCK).exists()


@pytest.mark.parametrize("name", ["sweep_reminders", "sweep_notices", "sweep_wishes"])
def test_d4_whichever_sweep_comes_first_gives_the_time_back(ann, bob, start, travel, name, smtp):
    """After an outage of the whole site no reminder and no mail goes out before the deadlines have moved."""
    game = start(ann, bob)
    sweep_deadlines()
    before = due_of(game)
    travel(asleep=True, hours=30)
    getattr(sweep, name)()
    sweep_deadlines()

    length = Outage.objects.get().length
    assert due_of(game) == {number: due + length for number, due in before.items()}
    assert not Notice.objects.filter(kind=Notice.Kind.REMINDER).exists()


def test_d4_a_worker_that_is_dead_alone_is_an_outage_too(ann, bob, start, travel):
    """Web and the other sweeps are up; only the sweep of the deadlines is not. It ends the outage itself."""
    game = start(ann, bob)
    sweep_deadlines()
    before = due_of(game)
    for _hour in range(5):
        travel(asleep=True, hours=1)
        Heartbeat.objects.update_or_create(name="wishes", defaults={"at": clock.now()})
        sweep_wishes()
    meanwhile = Outage.objects.count()
    sweep_deadlines()

    assert (meanwhile, Outage.objects.count()) == (0, 1)
    assert due_of(game) == {n: due + Outage.objects.get().length for n, due in before.items()}


def test_d4_a_question_of_the_outage_gets_back_what_ran_of_it(ann, bob, start, travel):
    """The pages were up: what was asked in the middle of the outage gets the second half of it."""
    sweep_deadlines()
    travel(asleep=True, hours=5)
    game = start(ann, bob)
    asked = question_to(game, ann)
    travel(asleep=True, hours=2)
    sweep_deadlines()

    moved = question_to(game, ann).due_at - asked.due_at
    assert moved == Outage.objects.get().ended_at - asked.opened_at


def test_d4_who_comes_back_has_an_hour_at_least(ann, bob, start, travel):
    """A minute was left when the site went away: an hour is left when it is back."""
    game = start(ann, bob)
    Question.objects.filter(IS_OPEN, game=game).update(due_at=clock.now() + MINUTE)
    sweep_deadlines()
    travel(asleep=True, hours=3)
    sweep_deadlines()

    assert abs(question_to(game, ann).due_at - clock.now() - HOUR) < ABOUT


def test_d4_what_had_run_out_before_the_outage_is_not_credited(ann, bob, start, travel):
    """Time was up, and the site went away before it struck: it strikes when it is back."""
    game = start(ann, bob)
    sweep_deadlines()
    let_time_run_out(game)
    Question.objects.filter(game=game).update(due_at=F("due_at") - HOUR)
    travel(asleep=True, hours=3)
    sweep_deadlines()

    assert struck(game) == {ann.pk}


def test_d4_reminders_follow_the_deadline(ann, bob, start, travel):
    """A reminder that came due in the outage is not sent after it, but at its part of the time left."""
    game = start(ann, bob)
    sweep_deadlines()
    travel(asleep=True, hours=13)
    sweep_deadlines()
    sweep_reminders()
    at_once_after = Notice.objects.filter(kind=Notice.Kind.REMINDER).count()
    travel(hours=12, minutes=1)
    sweep_reminders()

    assert (at_once_after, Notice.objects.filter(kind=Notice.Kind.REMINDER).count()) == (0, 1)
    assert question_to(game, ann).remind_at is not None


def test_d4_votes_close_later_too(ann, bob, start, travel):
    """A vote that was open during the outage stays open for as long again."""
    game = start(ann, bob)
    vote = Vote.objects.create(
        game=game, seat=seat_of(game, ann), kind="silence", choices=["bot"], closes_at=clock.now() + DAY
    )
    sweep_deadlines()
    travel(asleep=True, hours=4)
    sweep_deadlines()

    closes_at = vote.closes_at
    vote.refresh_from_db()
    assert vote.closes_at == closes_at + Outage.objects.get().length


def test_d4_a_paused_game_gets_what_ran_before_its_pause(ann, bob, start, travel, moderator):
    """Staff paused the game two hours into the outage: two hours are given back, and no more."""
    game = start(ann, bob)
    sweep_deadlines()
    travel(asleep=True, hours=2)
    pause_game(game=game, by=moderator, reason="what is going on?")
    left = question_to(game, ann).time_left
    travel(asleep=True, hours=5)
    sweep_deadlines()

    assert abs(question_to(game, ann).time_left - left - 2 * HOUR) < ABOUT


def test_d4_the_database_was_away(ann, bob, start, travel, monkeypatch):
    """Every sweep fails for twenty minutes; the first that does not ends the outage."""
    game = start(ann, bob)
    sweep_deadlines()
    before = due_of(game)

    def fail(*_words, **_more):
        raise OperationalError("connection refused")

    with monkeypatch.context() as broken:
        broken.setattr(outages, "credit_outages", fail)
        for _try in range(4):
            travel(asleep=True, minutes=5)
            with pytest.raises(OperationalError):
                sweep_deadlines()
    sweep_deadlines()

    assert due_of(game) == {n: due + Outage.objects.get().length for n, due in before.items()}


def test_d4_nothing_strikes_before_the_credit_is_complete(ann, bob, start, travel, monkeypatch):
    """The credit stops half-way: no clock strikes, not even in the games that have not got it yet."""
    games = [start(ann, bob) for _game in range(5)]
    late = start(ann, bob)
    sweep_deadlines()
    let_time_run_out(late)
    Question.objects.filter(game=late).update(due_at=F("due_at") - HOUR)
    travel(asleep=True, hours=40)
    monkeypatch.setattr(outages, "BATCH", 2)
    monkeypatch.setattr(outages.crash, "point", stop_after(2))
    for attempt in (sweep_deadlines, partial(deliver, game=games[0].pk)):
        with pytest.raises(Died):
            attempt()
    half = Outage.objects.get()
    monkeypatch.undo()
    struck_meanwhile = Move.objects.filter(by=By.CLOCK).count()
    sweep_deadlines()

    assert (half.credited_at, half.credited_to) == (None, games[1].pk)
    assert struck_meanwhile == 0
    assert all(len(told(game)) == 1 for game in games)
    assert struck(late) == {ann.pk}


def stop_after(batches):
    """A crash point that ends the process after so many committed batches and part of another."""
    passed = {"outage_half_credited": 0}

    def point(name):
        if name in passed:
            passed[name] += 1
            if passed[name] > batches - 1:
                raise Died

    return point


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_d4_three_resumes_at_once_shift_each_deadline_once(ann, bob, start, travel, monkeypatch):
    """Three processes find the outage at the same moment, without the lock of the sweep."""
    monkeypatch.setattr(outages, "BATCH", 2)
    games = [start(ann, bob) for _game in range(9)]
    sweep_deadlines()
    before = [due_of(game) for game in games]
    travel(asleep=True, hours=6)
    stop_at = time.monotonic() + 30

    results = at_once(*[partial(outages.credit_outages, "deadlines", stop_at=stop_at)] * 3)
    outages.credit_outages("deadlines", stop_at=stop_at)

    outage = Outage.objects.get()
    assert not [result for result in results if isinstance(result, BaseException)]
    assert outage.credited_at is not None
    for game, old in zip(games, before, strict=True):
        assert due_of(game) == {number: due + outage.length for number, due in old.items()}
        assert len(told(game)) == 1


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("point", ["outage_noted", "outage_half_credited", "outage_batch_credited"])
def test_d4_kill_9_inside_shifts_each_deadline_once(ann, bob, start, start_program, point):
    """Three processes resume; one is killed on the way. Each deadline moves by the outage, exactly once."""
    games = [start(ann, bob) for _game in range(7)]
    before = [due_of(game) for game in games]
    Heartbeat.objects.update_or_create(name="deadlines", defaults={"at": clock.now() - 6 * HOUR})
    began = clock.now() - 6 * HOUR
    Question.objects.update(opened_at=began - HOUR)
    victim = start_program("tests.site.resume", "3", FLUXX_CRASH_AT=point)
    code = victim.process.wait(300)
    others = [start_program("tests.site.resume", "2") for _other in range(2)]
    codes = [other.process.wait(300) for other in others]
    outages.credit_outages("deadlines", stop_at=time.monotonic() + 30)

    stretches = list(Outage.objects.order_by("started_at"))
    length = sum((each.length for each in stretches), timedelta())
    assert (code, codes) == (9, [0, 0])
    assert all(each.credited_at is not None for each in stretches)
    for game, old in zip(games, before, strict=True):
        assert due_of(game) == {number: due + length for number, due in old.items()}


@pytest.mark.parametrize(
    ("stretch", "others", "left"),
    [
        ((0, 10), [], [(0, 10)]),
        ((0, 10), [(0, 10)], []),
        ((0, 10), [(2, 4)], [(0, 2), (4, 10)]),
        ((0, 10), [(-5, 3), (8, 20)], [(3, 8)]),
        ((0, 10), [(6, 8), (1, 2), (2, 7)], [(0, 1), (8, 10)]),
        ((0, 10), [(-5, -1), (10, 12)], [(0, 10)]),
    ],
)
def test_time_is_given_back_once(stretch, others, left):
    """What two outages share is credited with the first."""
    base = clock.now()

    def instants(pair):
        return tuple(base + number * HOUR for number in pair)

    assert outages.subtract(instants(stretch), map(instants, others)) == [instants(each) for each in left]


def test_an_outage_of_a_site_that_never_swept_is_none(ann, bob, start, travel):
    """A fresh site has no heartbeat, and none is missed."""
    start(ann, bob)
    travel(asleep=True, days=1)
    sweep_deadlines()

    assert not Outage.objects.exists()


def test_an_answered_game_goes_on_as_if_nothing_had_been(ann, bob, start, travel):
    """After the credit the history counts on, and the next answer is taken."""
    game = start(ann, bob)
    sweep_deadlines()
    travel(asleep=True, hours=2)
    sweep_deadlines()
    answer(question_to(game, ann))

    versions = Move.objects.filter(game=game).aggregate(newest=Max("version"))
    assert Game.objects.get(pk=game.pk).version == versions["newest"]
    sweeps_ran()
