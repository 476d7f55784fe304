"""Clocks: a deadline belongs to an open question, fires once, and can be stopped without losing a second."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import connection

from games import clock
from games.core import access, bots
from games.core.refusal import Resting, TooLate
from games.history import game_history
from games.models import By, Game, Heartbeat, Move, Notice, Pace, Player, Question, Seat
from games.models.question import IS_OPEN
from games.periodic import reminders, timeouts
from games.periodic.sweep import sweep_deadlines, sweep_notices, sweep_reminders
from games.seats.membership import return_to_seat
from games.timing import deadlines

from .conftest import make_player
from .play import advice, answer, at_once, let_time_run_out, open_questions, play_to_end, question_to, seat_of
from .staff import extend_deadlines, pause_game, resume_game

DAY = timedelta(days=1)


def unclocked() -> int:
    """Questions that break the rule: open to a person without a deadline, or with a deadline and not open."""
    open_ones = Question.objects.filter(IS_OPEN, game__paused_at=None, seat__bot="", seat__on_autopilot=False)
    loose = open_ones.filter(due_at=None).exclude(game__pace=Pace.NONE)
    return (
        loose.count()
        + Question.objects.filter(due_at__isnull=False, closed_at=None, game__status="ended").count()
    )


@pytest.mark.parametrize(
    "name", ["Mars/Olympus", "UTC+3", "", "../etc/passwd", "US/Pacific-New", "europe/warsaw\x00"]
)
def test_d1_an_unknown_time_zone_is_utc_and_known_to_be_unknown(name):
    """A zone that this machine does not know never breaks a page: times are in UTC."""
    player = Player(email="a@players.example", timezone=name)

    assert (str(player.zone), player.has_known_zone) == ("UTC", False)


def test_d1_a_known_time_zone_is_used():
    """A zone is stored by its name and looked up when it is used."""
    player = Player(email="a@players.example", timezone="Europe/Warsaw")

    assert (str(player.zone), player.has_known_zone) == ("Europe/Warsaw", True)


def test_d2_a_deadline_lives_and_dies_with_its_question(ann, bob, start, travel):
    """Throughout a game every open question of a person has its deadline, made in the same transaction.

    What is asked later in a turn is due when its turn is; nothing gives more than a day.
    """
    game = start(ann, bob, bots=1)
    for step in range(60):
        game.refresh_from_db()
        if game.is_over:
            break
        assert unclocked() == 0
        for question in open_questions(game):
            if question.seat.is_person:
                assert timedelta() < question.due_at - question.opened_at <= DAY
                assert question.given == DAY
        question = open_questions(game)[0]
        answer(question, advice(question, str(step)))
        travel(minutes=7)

    assert unclocked() == 0


def test_a_game_without_a_clock_has_no_deadlines(ann, bob, start):
    """With the pace “no clock” nothing is ever due, and nobody is reminded."""
    game = start(ann, bob, pace=Pace.NONE)

    question = question_to(game, ann)
    assert (question.due_at, question.remind_at) == (None, None)


def test_when_time_runs_out_the_site_answers_visibly(ann, bob, start, travel):
    """A day and a bit later the site has answered for the seat, and the history says so."""
    game = start(ann, bob)
    question = question_to(game, ann)
    travel(days=1, seconds=70)
    early = sweep_deadlines().did
    travel(seconds=10)
    tally = sweep_deadlines()

    move = Move.objects.get(game=game, question_number=question.number)
    seat = seat_of(game, ann)
    told = [line.text for line in game_history.history_lines(game, None) if line.version == move.version]
    assert (early, tally.did, tally.failed) == (0, 1, 0)
    assert (move.by, seat.timeouts_in_row, seat.on_autopilot) == (By.CLOCK, 1, False)
    assert told[0].startswith("Time ran out, so the site played ")
    assert told[0].endswith(" for Ann.")


def test_an_answer_after_the_clock_is_told_what_the_site_played(ann, bob, start):
    """Who comes too late reads when time ran out and what was played."""
    game = start(ann, bob)
    question = question_to(game, ann)
    labels = advice(question)
    let_time_run_out(game)
    sweep_deadlines()

    with pytest.raises(TooLate, match=r"^Your time ran out at .+, so the site played .+ for you\.$"):
        answer(question, labels)
    with pytest.raises(TooLate, match=r"^Your answer came at .+, after your time ran out: .+ for you\.$"):
        answer(question, labels, received_at=clock.now())


def test_a_late_answer_that_comes_before_the_clock_counts(ann, bob, start):
    """Whoever holds the lock first decides; one's own answer ends the row of timeouts."""
    game = start(ann, bob)
    Seat.objects.filter(game=game).update(timeouts_in_row=2)
    question = question_to(game, ann)
    let_time_run_out(game)

    assert answer(question, received_at=clock.now()).move.by == By.PAGE
    assert seat_of(game, ann).timeouts_in_row == 0


def test_after_three_timeouts_a_bot_keeps_the_seat_until_its_player_returns(ann, bob, start):
    """The third time in a row a bot keeps the seat; its player is told, and takes it back by a press."""
    game = start(ann, bob)
    Seat.objects.filter(game=game).update(timeouts_in_row=game.patience - 1)
    let_time_run_out(game)
    sweep_deadlines()
    kept = seat_of(game, ann)
    asked = [question.seat for question in open_questions(game)]
    return_to_seat(seat=kept)
    returned = seat_of(game, ann)

    assert (kept.timeouts_in_row, kept.on_autopilot, kept in asked) == (3, True, False)
    assert Notice.objects.filter(kind=Notice.Kind.AUTOPILOT, seat=kept).count() == 1
    assert (returned.on_autopilot, returned.timeouts_in_row) == (False, 0)


def test_the_clock_of_who_takes_the_first_card_runs_too(ann, bob, start):
    """When nobody takes the first card the site does, and the game begins."""
    game = start(ann, bob, starter="first")
    let_time_run_out(game)
    sweep_deadlines()

    game.refresh_from_db()
    assert (game.is_dealt, Move.objects.get(game=game, version=1).by) == (True, By.CLOCK)


def test_d3_a_row_that_fails_holds_nobody_up_and_is_stuck_after_five(ann, bob, start, monkeypatch):
    """One question cannot be answered: it waits ever longer, and the others are answered."""
    broken, *fine = [start(ann, bob) for _game in range(4)]
    let_time_run_out(broken, *fine)
    choose_answer = bots.choose_answer

    def fail(engine_game, seat, chance, question=None):
        if seat.game_id == broken.pk:
            raise KeyError("bread")
        return choose_answer(engine_game, seat, chance, question)

    monkeypatch.setattr(bots, "choose_answer", fail)
    first = sweep_deadlines()
    again = sweep_deadlines()
    question = Question.objects.get(IS_OPEN, game=broken)
    waits = question.retry_at - clock.now()
    for _attempt in range(timeouts.STUCK_AFTER):
        Question.objects.filter(pk=question.pk).update(retry_at=None)
        sweep_deadlines()

    question.refresh_from_db()
    assert (first.did, first.failed, again.did) == (4, 1, 0)
    assert waits > timedelta(minutes=1)
    assert (question.attempts, question.stuck_at is not None) == (5, True)
    assert "KeyError" in question.error
    assert "bread" not in question.error
    assert Heartbeat.objects.get(name="deadlines").at


def test_d3_the_sweep_works_off_more_than_one_batch(ann, bob, start, monkeypatch):
    """A sweep that has been at work for its time stops, and the next goes on until nothing is due."""
    monkeypatch.setattr(timeouts, "BATCH", 2)
    let_time_run_out(*[start(ann, bob) for _game in range(5)])
    with monkeypatch.context() as hurry:
        hurry.setattr("games.periodic.sweep.LONGEST", -1)
        assert sweep_deadlines().did == 0

    assert (sweep_deadlines().did, sweep_deadlines().did) == (5, 0)


@pytest.mark.django_db(transaction=True)
def test_d3_a_locked_game_is_left_for_the_next_sweep(ann, bob, start):
    """The sweep does not wait for a game that somebody holds."""
    from django.db import transaction

    held, free = start(ann, bob), start(ann, bob)
    let_time_run_out(held, free)

    with transaction.atomic():
        Game.objects.select_for_update().get(pk=held.pk)
        at_once(sweep_deadlines)
    while_held = Move.objects.filter(by=By.CLOCK).values_list("game", flat=True)

    assert set(while_held) == {free.pk}
    assert sweep_deadlines().did == 1


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_x10_four_sweepers_remind_once(ann, bob, start):
    """Four reminders at once: one notice for each question."""
    games = [start(ann, bob) for _game in range(12)]
    Question.objects.update(remind_at=clock.now())
    Question.objects.update(due_at=clock.now() + timedelta(hours=11))

    at_once(*[partial(reminders.remind_all, stop_at=float("inf"))] * 4)

    assert Notice.objects.filter(kind=Notice.Kind.REMINDER).count() == len(games)


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "index"), [("due", "question_due"), ("reminders", "question_remind")])
def test_d3_what_is_due_is_found_by_its_index(ann, bob, start, rows, index):
    """Among thousands of questions, open and closed, the sweep reads only those that are due."""
    game = start(ann, bob)
    now = clock.now()
    seats = Seat.objects.bulk_create(Seat(game=game, number=10 + n) for n in range(2000))
    then = {
        "game": game,
        "what": "play",
        "opened_at": now,
        "due_at": now + DAY * 9,
        "remind_at": now + DAY * 5,
    }
    Question.objects.bulk_create(Question(number=10 + n, seat=seat, **then) for n, seat in enumerate(seats))
    Question.objects.bulk_create(
        Question(number=9000 + n, seat=seat, closed_at=now, **then) for n, seat in enumerate(seats)
    )
    open_ones = Question.objects.filter(closed_at=None)
    queries = {
        "due": open_ones.filter(stuck_at=None, due_at__isnull=False, due_at__lte=now).order_by(
            "due_at", "pk"
        ),
        "reminders": open_ones.filter(remind_at__isnull=False, remind_at__lte=now).order_by(
            "remind_at", "pk"
        ),
    }
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_question")
        plan = queries[rows].explain()
    assert index in plan


def test_d7_reminders_go_out_at_half_and_at_a_fifth(ann, bob, start, travel):
    """Two reminders, each once; none before its time."""
    question = question_to(start(ann, bob), ann)
    sent = []
    for hours in (11.9, 0.2, 0, 6.9, 0.3, 0, 4):
        travel(hours=hours)
        sweep_reminders()
        sent.append(Notice.objects.filter(question=question, kind=Notice.Kind.REMINDER).count())

    assert sent == [0, 1, 1, 1, 2, 2, 2]


@pytest.mark.parametrize("hours", [(12.1, 8), (23,)])
def test_d7_after_a_gap_only_the_most_urgent_reminder_is_sent(ann, bob, start, travel, smtp, hours):
    """Both rungs were passed while no mail left: one tells what both would have, or nothing ran."""
    question = question_to(start(ann, bob), ann)
    for passed in hours:
        travel(hours=passed)
        sweep_reminders()
        sweep_reminders()
    sweep_notices()

    reminders = Notice.objects.filter(question=question, kind=Notice.Kind.REMINDER).order_by("pk")
    assert [(each.status, each.reason) for each in reminders] == [
        *[("skipped", "superseded by a later reminder")] * (len(hours) - 1),
        ("sent", ""),
    ]


def test_d7_nobody_is_reminded_after_the_answer(ann, bob, start, travel, smtp):
    """An answered question is not reminded of, and a reminder that waits is not sent."""
    game = start(ann, bob)
    question = question_to(game, ann)
    travel(hours=13)
    sweep_reminders()
    answer(question)
    travel(hours=8)
    sweep_reminders()
    sweep_notices()

    (reminder,) = Notice.objects.filter(question=question, kind=Notice.Kind.REMINDER)
    assert (reminder.status, reminder.reason) == ("skipped", "the question is answered")


def test_a_pause_stops_the_clock_and_keeps_the_exact_remainder(ann, bob, start, travel, moderator):
    """After a pause of any length the clock shows what it showed, to the microsecond."""
    game = start(ann, bob)
    question = question_to(game, ann)
    travel(hours=5)
    before = clock.now()
    pause_game(game=game, by=moderator, reason="a holiday")
    paused = question_to(game, ann)
    travel(days=30)
    sweep_deadlines()
    sweep_reminders()
    with pytest.raises(Resting):
        answer(question, ["bread"])
    resume_game(game=game, by=moderator, reason="back again")
    resumed = question_to(game, ann)

    left = resumed.due_at - clock.now()
    assert (paused.due_at, paused.remind_at) == (None, None)
    assert abs(left - paused.time_left) < timedelta(seconds=5)
    assert abs(paused.time_left - (question.due_at - before)) < timedelta(seconds=5)
    assert resumed.time_left is None
    assert not Move.objects.filter(by=By.CLOCK).exists()


def test_freezing_and_thawing_gives_back_exactly_what_was_left():
    """Pure arithmetic: a stopped clock shows the same after any time."""
    now = clock.now()
    question = Question(opened_at=now, due_at=now + DAY * 3)
    deadlines.pause_clock(question, now + timedelta(hours=7, microseconds=11))
    deadlines.resume_clock(question, DAY * 3, now + DAY * 100)

    assert question.due_at - (now + DAY * 100) == DAY * 3 - timedelta(hours=7, microseconds=11)
    assert question.remind_at == question.due_at - DAY * 3 / 2


def test_more_time_moves_the_deadline_and_reminds_anew(ann, bob, start, travel, moderator):
    """An extension after a reminder: the new deadline has reminders of its own."""
    game = start(ann, bob)
    question = question_to(game, ann)
    travel(hours=13)
    sweep_reminders()
    extend_deadlines(game=game, by=moderator, days=2, reason="flu")
    extended = question_to(game, ann)
    travel(days=2)
    sweep_reminders()

    assert extended.due_at - question.due_at == DAY * 2
    assert Notice.objects.filter(question=question, kind=Notice.Kind.REMINDER).count() == 2


@pytest.mark.slow
def test_the_clock_never_speaks_in_a_game_that_is_over(ann, bob, start):
    """After the end no question is open and none is due."""
    game = play_to_end(start(ann, bob))
    let_time_run_out(game)

    assert (sweep_deadlines().did, access.question_of(seat_of(game, ann))) == (0, None)


def test_more_people_than_one_are_reminded_each(ann, bob, start, travel):
    """Every seat that is asked is reminded of its own question."""
    start(ann, bob, make_player("Carl"), starter="first")
    travel(hours=13)
    sweep_reminders()

    assert Notice.objects.filter(kind=Notice.Kind.REMINDER).values("player").distinct().count() == 3
