"""The clock of a turn: banks, grace, fixed hours, pauses of people, time that others give."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from games import clock
from games.clocks import reminders
from games.clocks.running_time import NO_PAUSES, ClockPauses, add_running
from games.core.refusal import Illegal, NotAllowed, NotPossible, Refusal
from games.models import AnswerHours, AwayPolicy, By, Move, Question, Seat, Timing, Vacation
from games.models.question import IS_OPEN
from games.people.hours import end_vacation, enter_vacation, set_hours
from games.periodic.sweep import sweep_deadlines
from games.play.give_time import give_time
from games.timing import deadlines

from .play import advice, answer, open_questions, question_to, seat_of

DAY, HOUR, SECOND = timedelta(days=1), timedelta(hours=1), timedelta(seconds=1)
BANK = {"timing": Timing.BANK, "bank_start": 72, "bank_gain": 24, "bank_most": 120}


def close(one: datetime | timedelta, other: datetime | timedelta) -> bool:
    """Whether two instants, or two spans, are the same but for the seconds that a test takes."""
    return abs(one - other) < 5 * SECOND


def play_turn(game, player):
    """Answer all that is asked until another than this player has the turn; return their first question."""
    for step in range(40):
        question = open_questions(game)[0]
        if question.on_turn_clock and question.seat.player_id != player.pk:
            return question
        answer(question, advice(question, str(step)))
    raise AssertionError("the turn has no end")


def test_a_bank_grows_once_in_a_turn_and_only_its_owner_s_time_burns(ann, bob, start, travel):
    """Three days, and one more for the turn; ten hours later four days less ten hours, whatever is asked."""
    game = start(ann, bob, **BANK)
    question = question_to(game, ann)
    assert close(question.due_at - question.opened_at, 4 * DAY)
    travel(hours=10)
    due_at = question.due_at
    answer(question)
    later = Question.objects.filter(IS_OPEN, seat__player=ann).first()
    assert later is None or later.due_at == due_at
    asked = play_turn(game, ann)

    seat = seat_of(game, ann)
    assert close(seat.bank, 4 * DAY - 10 * HOUR)
    assert close(asked.due_at - clock.now(), 4 * DAY)
    travel(days=2)
    play_turn(game, bob)
    again = question_to(game, ann)
    assert close(again.due_at - clock.now(), 5 * DAY - 10 * HOUR)


def test_a_bank_never_holds_more_than_its_cap(ann, bob, start):
    """Who plays at once saves up, up to the cap."""
    game = start(ann, bob, **{**BANK, "bank_most": 80})
    play_turn(game, ann)
    play_turn(game, bob)

    question = question_to(game, ann)
    assert close(question.due_at - clock.now(), 80 * HOUR)


def test_grace_burns_before_the_bank(ann, bob, start, travel):
    """The first eight hours of a turn cost nothing; after them, the bank burns."""
    game = start(ann, bob, **{**BANK, "grace_hours": 8})
    question = question_to(game, ann)
    assert close(question.due_at - question.opened_at, 4 * DAY + 8 * HOUR)
    travel(hours=7)
    play_turn(game, ann)
    seat = seat_of(game, ann)
    assert close(seat.bank, 4 * DAY)


def test_a_turn_number_gives_time_once(ann, bob, start):
    """A question of the same or an earlier turn, as after an undo, gives nothing."""
    game = start(ann, bob, **BANK)
    seat, now = seat_of(game, ann), clock.now()
    seat.bank, seat.turn_left, seat.turn_time, seat.clock_turn = 2 * DAY, DAY, 3 * DAY, 5
    for turn in (5, 4, 1):
        row = Question(game=game, seat=seat, what="play", turn=turn, on_turn_clock=True, opened_at=now)
        deadlines.start_clock(row)
        assert (row.due_at, seat.clock_turn, seat.turn_left) == (now + DAY, 5, DAY)
    row = Question(game=game, seat=seat, what="play", turn=6, on_turn_clock=True, opened_at=now)
    deadlines.start_clock(row)
    assert row.due_at == now + 3 * DAY


@pytest.mark.parametrize(
    ("answer_hours", "given"), [(AnswerHours.AS_IN_TURN, DAY), (AnswerHours.FOUR, 4 * HOUR)]
)
def test_out_of_turn_questions_have_time_of_their_own(ann, bob, start, answer_hours, given):
    """They give what the table chose, or else what a turn adds, and take nothing of the seat's own."""
    game = start(ann, bob, **BANK, answer_hours=answer_hours)
    seat, now = seat_of(game, bob), clock.now()
    row = Question(game=game, seat=seat, number=2, what="give", turn=1, own_turn=False, opened_at=now)
    deadlines.start_clock(row)

    assert (row.due_at, row.given, seat.turn_left) == (now + given, given, None)
    assert deadlines.stop_clock(row, now + HOUR) is False


def test_quiet_hours_and_days_off_stop_a_clock(ann, bob, start):
    """The deadline is the instant by which a day has run that is neither night nor weekend."""
    set_hours(player=ann, quiet=(time(22), time(8)), days_off=[5, 6])
    game = start(ann, bob)
    question = question_to(game, ann)

    assert question.due_at == add_running(question.opened_at, DAY, ann.regular_hours)
    assert question.due_at - question.opened_at > DAY


def test_changing_hours_moves_no_open_deadline_and_gains_no_time(ann, bob, start, travel):
    """What runs runs on; the next click in the turn is due when the one before was, or earlier."""
    game = start(ann, bob)
    before = question_to(game, ann)
    set_hours(player=ann, quiet=(time(20), time(12)))
    same = question_to(game, ann)
    assert same.due_at == before.due_at
    set_hours(player=ann)
    answer(same)
    seat = seat_of(game, ann)
    assert seat.turn_left <= DAY


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"quiet": (time(0), time(17))}, "16 hours"),
        ({"days_off": [0, 1, 2, 3]}, "3 days off"),
        ({"days_off": [9]}, "isn’t a day"),
    ],
)
def test_hours_that_leave_no_time_are_refused(ann, wrong, says):
    """And nothing is changed."""
    with pytest.raises(Illegal, match=says):
        set_hours(player=ann, **wrong)

    ann.refresh_from_db()
    assert (ann.quiet_from, ann.days_off) == (None, "")


def today(player):
    """The day that it is where a player lives."""
    return clock.now().astimezone(player.zone).date()


def test_d12_a_vacation_moves_deadlines_exactly_and_its_end_gives_back_the_remainder(ann, bob, start, travel):
    """Entered, the deadline moves by its days; ended early, the clock shows what it showed."""
    game = start(ann, bob, pace=7)
    question = question_to(game, ann)
    day = today(ann)
    vacation = enter_vacation(player=ann, first_day=day + DAY * 2, last_day=day + DAY * 4)
    moved = question_to(game, ann)
    assert moved.due_at - question.due_at == DAY * 3
    travel(days=3)
    back = clock.now()
    end_vacation(player=ann, vacation=vacation.pk)
    ended = question_to(game, ann)

    assert close(ended.due_at - question.due_at, back - vacation.starts_at)
    kept = Vacation.objects.get()
    assert (kept.days, kept.ends_at > kept.starts_at) == (2, True)


def test_a_vacation_that_has_not_begun_is_withdrawn(ann, bob, start):
    """The deadline is what it was, to the microsecond; where the game allows none, it never moves."""
    game, strict = start(ann, bob, pace=7), start(ann, bob, pace=7, away_policy=AwayPolicy.NONE)
    questions, day = [question_to(each, ann) for each in (game, strict)], today(ann)
    vacation = enter_vacation(player=ann, first_day=day + DAY, last_day=day + DAY * 9)
    assert question_to(game, ann).due_at > questions[0].due_at
    assert question_to(strict, ann).due_at == questions[1].due_at
    end_vacation(player=ann, vacation=vacation.pk)

    assert [question_to(each, ann).due_at for each in (game, strict)] == [each.due_at for each in questions]
    assert not Vacation.objects.exists()


@pytest.mark.parametrize(
    ("first", "last", "says"),
    [
        (-1, 3, "in the past"),
        (3, 2, "before the first"),
        (2, 80, "of vacation left"),
        (390, 420, "within the next twelve months"),
    ],
)
def test_vacations_that_are_refused(ann, first, last, says):
    """In the past, in the wrong order, beyond the budget, too far ahead."""
    day = today(ann)
    with pytest.raises(Refusal, match=says):
        enter_vacation(player=ann, first_day=day + DAY * first, last_day=day + DAY * last)

    assert not Vacation.objects.exists()


def test_vacations_do_not_overlap(ann, bob):
    """One day belongs to one of them; and that of somebody else is not found."""
    day = today(ann)
    vacation = enter_vacation(player=ann, first_day=day + DAY * 2, last_day=day + DAY * 4)

    with pytest.raises(NotPossible, match="already"):
        enter_vacation(player=ann, first_day=day + DAY * 4, last_day=day + DAY * 5)
    with pytest.raises(NotAllowed):
        end_vacation(player=bob, vacation=vacation.pk)


def test_time_is_given_by_others_and_told_to_all(ann, bob, start):
    """Three days more, in the history; the clock of the turn has them, too."""
    game = start(ann, bob)
    question = question_to(game, ann)
    give_time(seat=seat_of(game, bob), to=seat_of(game, ann), days=3)
    given = question_to(game, ann)
    seat = seat_of(game, ann)

    assert given.due_at - question.due_at == DAY * 3
    assert (seat.gift_days, close(seat.turn_left, DAY * 4)) == (3, True)
    told = Move.objects.get(game=game, kind=Move.Kind.EVENT).params
    assert told | {"who": {}} == {"what": "time-given", "name": "Bob", "to": "Ann", "hours": 72, "who": {}}
    seats = {word: [each["seat"] for each in who] for word, who in told["who"].items()}
    assert seats == {"name": [seat_of(game, bob).number], "to": [seat.number]}


def test_time_that_cannot_be_given(ann, bob, start):
    """To oneself, to somebody who is not asked, in odd amounts, or without end."""
    game = start(ann, bob)
    of_ann, of_bob = seat_of(game, ann), seat_of(game, bob)
    for giver, taker, days in ((of_ann, of_ann, 1), (of_ann, of_bob, 1), (of_bob, of_ann, 2)):
        with pytest.raises(Refusal):
            give_time(seat=giver, to=taker, days=days)
    give_time(seat=of_bob, to=of_ann, days=3)
    give_time(seat=of_bob, to=of_ann, days=3)
    with pytest.raises(NotPossible, match="at most 7 more days"):
        give_time(seat=of_bob, to=of_ann, days=3)
    free = start(ann, bob, pace=0)
    with pytest.raises(NotPossible, match="no clock"):
        give_time(seat=seat_of(free, bob), to=seat_of(free, ann), days=1)


def test_a_fixed_hour_is_the_same_wall_time_for_all(ann, bob, start):
    """Answers are due at eight in the evening in Warsaw, at least twelve hours after they were asked."""
    fixed = {"timing": Timing.FIXED, "fixed_hour": 20, "fixed_zone": "Europe/Warsaw"}
    game = start(ann, bob, **fixed)
    question = question_to(game, ann)
    answer(question)
    again = open_questions(game)[0]

    local = question.due_at.astimezone(ZoneInfo("Europe/Warsaw"))
    assert (local.hour, local.minute) == (20, 0)
    assert 12 * HOUR <= question.due_at - question.opened_at <= 37 * HOUR
    assert again.due_at == question.due_at


def test_when_time_runs_out_the_whole_rest_of_the_turn_is_played_at_once(ann, bob, start, travel):
    """One sweep, one timeout, and it is somebody else's turn."""
    game = start(ann, bob)
    turn = question_to(game, ann).turn
    travel(days=1, seconds=80)
    sweep_deadlines()

    seat = seat_of(game, ann)
    asked = open_questions(game)[0]
    assert (seat.timeouts_in_row, seat.timed_out_turn) == (1, turn)
    assert asked.seat.player_id == bob.pk or asked.turn > turn
    assert set(Move.objects.filter(game=game, seat=seat).values_list("by", flat=True)) >= {By.CLOCK}


def test_reminders_are_counted_in_running_time_and_keep_out_of_quiet_hours():
    """At half, at a fifth and two hours before; due at half past eight, the last goes out in the evening."""
    warsaw = ZoneInfo("Europe/Warsaw")
    nights = ClockPauses(warsaw, (time(22), time(8)))
    due_at = datetime(2026, 6, 5, 8, 30, tzinfo=warsaw)
    half, fifth, last = reminders.reminders_of(due_at.astimezone(UTC), 3 * DAY, nights)

    assert last == datetime(2026, 6, 4, 20, 30, tzinfo=warsaw)
    for at in (half, fifth, last):
        assert 8 <= at.astimezone(warsaw).hour < 22
    assert reminders.reminders_of(due_at, DAY, NO_PAUSES) == [due_at - DAY / 2, due_at - DAY / 5]


def test_a_replacement_begins_with_a_fresh_clock():
    """Nothing of what the seat's clock showed is left."""
    seat = Seat(bank=DAY, turn_left=HOUR, turn_time=DAY, clock_turn=9, timed_out_turn=9, gift_days=3)
    deadlines.reset_clock(seat)

    assert (seat.bank, seat.turn_left, seat.clock_turn, seat.timed_out_turn) == (None, None, 0, 0)
