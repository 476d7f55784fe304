"""The time for questions in somebody else's turn: it stops for sleep alone and is no missed turn (ADR 48)."""

from datetime import time, timedelta

import pytest

from games.clocks.running_time import ClockPauses, add_running
from games.core.refusal import Illegal
from games.mail.compose import compose
from games.models import AnswerHours, By, Game, Pace, Player, Question, Seat, Timing
from games.models.question import IS_OPEN, TAKE_FIRST_CARD
from games.people.hours import set_hours
from games.periodic.sweep import sweep_deadlines
from games.seats.lobby import create_game
from games.timing import player_records
from tests.mail.tables import Stored
from tests.site.play import let_time_run_out
from tests.site.wonderland import answer, asked, asks, limit_to_come, order, table

HOUR = timedelta(hours=1)
NIGHT = (time(22), time(8))
pytestmark = pytest.mark.django_db


def question_to(stored: Stored, name: str) -> Question:
    """What somebody is asked now."""
    return Question.objects.select_related("game", "seat__player").get(IS_OPEN, seat=stored.seats[name])


def limit(stored: Stored) -> Question:
    """Bob's question after Ann has played the limit."""
    answer(stored, "ann", "hand-limit-1")
    return question_to(stored, "bob")


@pytest.mark.parametrize(
    "clock", [{"pace": Pace.ONE_WEEK}, {"timing": Timing.BANK}, {"timing": Timing.FIXED}]
)
def test_a_new_game_gives_eight_hours_in_other_turns(clock):
    """Whatever its clock gives for a turn."""
    row = limit(limit_to_come(**clock))

    assert (row.due_at - row.opened_at, row.allowance, row.remind_at) == (8 * HOUR, 8 * HOUR, None)


def test_a_game_from_before_keeps_what_it_gave():
    """The column is 0 there: as long as for a turn."""
    row = limit(limit_to_come(answer_hours=AnswerHours.AS_IN_TURN))

    assert row.due_at - row.opened_at == timedelta(days=3)
    assert Game._meta.get_field("answer_hours").db_default == AnswerHours.AS_IN_TURN


def test_without_a_clock_nothing_runs():
    """Such a table has time, in other turns, too."""
    assert limit(limit_to_come(pace=Pace.NONE)).due_at is None


def test_the_clock_stops_at_night_but_not_on_days_off():
    """The others wait for somebody who sleeps, and for no weekend."""
    stored = limit_to_come()
    bob = stored.players["bob"]
    set_hours(player=bob, quiet=NIGHT, days_off=[1, 3, 5])
    before = limit(stored)
    awake = ClockPauses(bob.zone, NIGHT)

    assert before.due_at == add_running(before.opened_at, 8 * HOUR, awake)


def test_days_off_still_stop_the_clock_of_a_turn(ann, bob, start):
    """Nothing has changed there."""
    set_hours(player=ann, quiet=NIGHT, days_off=[1, 3, 5])
    row = Question.objects.get(IS_OPEN, game=start(ann, bob))

    assert row.due_at == add_running(row.opened_at, timedelta(days=1), ann.regular_hours)


def test_when_it_runs_out_the_site_answers_and_it_is_no_missed_turn():
    """No timeout is counted, nothing stands in the player's record, and the game goes on."""
    stored = limit_to_come()
    row = limit(stored)
    let_time_run_out(stored.game)
    sweep_deadlines()
    row.refresh_from_db()

    assert (row.closed_by, row.counts_for) == (By.CLOCK, None)
    assert Seat.objects.get(pk=stored.seats["bob"].pk).timeouts_in_row == 0
    assert player_records.load_record(stored.players["bob"]).turns == 0
    assert asked(stored) == {"bob": "play"}


def test_who_answers_in_time_has_it_in_their_record():
    """Only what the site answered is left out."""
    stored = limit_to_come()
    row = limit(stored)
    answer(stored, "bob", "bread", "milk")
    row.refresh_from_db()

    assert row.counts_for == stored.players["bob"]


def test_a_missed_turn_counts_as_before(ann, bob, start):
    """In one's own turn nothing is free."""
    game = start(ann, bob)
    let_time_run_out(game)
    sweep_deadlines()

    assert Seat.objects.get(game=game, player=ann).timeouts_in_row == 1


def test_the_deadline_does_not_depend_on_the_hand():
    """Nor is anybody told earlier."""
    row = limit(limit_to_come(["peace", "sleep", "draw-2"]))

    assert (row.due_at - row.opened_at, row.remind_at) == (8 * HOUR, None)


def test_the_race_for_the_first_card_has_the_time_of_a_turn(ann, bob, start):
    """It is nobody else's turn then."""
    game = start(ann, bob, pace=3, starter="first")
    rows = Question.objects.filter(game=game, what=TAKE_FIRST_CARD)

    assert {row.due_at - row.opened_at for row in rows} == {timedelta(days=3)}


def test_a_window_stops_for_sleep_alone():
    """It is somebody else's turn, too."""
    stored = table(ann=["draw-2", 1], bob=["veto"], drawn=1)
    bob = stored.players["bob"]
    set_hours(player=bob, quiet=NIGHT, days_off=[1, 3, 5])
    order(stored, "bob", *asks("new rule"))
    answer(stored, "ann", "draw-2")
    row = question_to(stored, "bob")

    assert row.due_at == add_running(row.opened_at, 8 * HOUR, ClockPauses(bob.zone, NIGHT))


def test_the_mail_says_what_happens_then():
    """The end of the line about the deadline, and what that means in the small print."""
    stored = limit_to_come()
    limit(stored)
    told = " ".join(compose(stored.notice("answer", "bob")).body.split())

    assert "then the site plays for you." in told
    assert "on someone else’s turn, it doesn’t count as a missed turn." in told
    assert "missed turns in a row" not in told


def test_the_host_chooses(client):
    """Eight hours unless something else is chosen; the page of the game says it."""
    client.force_login(Player.objects.create_user("host@example.org", name="Host"))
    form = {"seats": 3, "pace": 3, "is_open": "open", "first": "chance"}
    client.post("/new/", {"name": "Usual", **form})
    client.post("/new/", {"name": "Slow", "answer_hours": "0", **form})
    usual, slow = Game.objects.get(name="Usual"), Game.objects.get(name="Slow")
    shown = [" ".join(client.get(f"/g/{game.key}/").content.decode().split()) for game in (usual, slow)]
    told = "On someone else’s turn you have 8 hours to answer, not counting quiet hours."

    assert (usual.answer_hours, slow.answer_hours) == (8, 0)
    assert [told in each for each in shown] == [True, False]


def test_other_numbers_are_refused(ann):
    """Only what the form offers."""
    with pytest.raises(Illegal):
        create_game(host=ann, name="Tea", seats=2, answer_hours=7)
