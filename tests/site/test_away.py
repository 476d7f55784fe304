"""What happens at a table while someone is on vacation (ADR 42): nobody waits out of turn, nothing leaks."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.scenario import deal
from games import clock
from games.core import access
from games.core.refusal import Illegal
from games.history import game_history
from games.models import (
    AnswerHours,
    Away,
    AwayChoice,
    AwayPolicy,
    By,
    Game,
    Move,
    Notice,
    Question,
    Seat,
    Vacation,
)
from games.models.question import IS_OPEN
from games.people.hours import change_choices, end_vacation, enter_vacation
from games.periodic.sweep import sweep_deadlines, sweep_reminders, sweep_wishes
from games.play.away import away_choices
from games.seats.deputies import accept_deputy, ask_deputy
from tests.mail.received import send
from tests.mail.tables import Stored, store
from tests.pages.positions import Html
from tests.site.conftest import browser_of, make_player
from tests.site.play import let_time_run_out, open_questions, question_to, seat_of
from tests.site.wonderland import answer, asked, asks, limit_to_come, order, owed, table, view

DAY = timedelta(days=1)
pytestmark = pytest.mark.django_db


def today(player):
    return clock.now().astimezone(player.zone).date()


def go(player, days: int = 1, *, after: int = 0, **choices) -> Vacation:
    """Enter a vacation of so many days, which begins today, or later."""
    day = today(player) + DAY * after
    return enter_vacation(player=player, first_day=day, last_day=day + DAY * (days - 1), **choices)


def leave(stored: Stored, name: str, what: str = "") -> Vacation:
    """Let somebody go on vacation for two weeks, with this choice at this table."""
    return go(stored.players[name], 14, choices={stored.seats[name].pk: what} if what else {})


def test_a_vacation_begins_today_and_stops_the_clock_of_the_turn(ann, bob, start, travel):
    """What was left on it is left at the end of the last day."""
    game = start(ann, bob, pace=3)
    before = question_to(game, ann)
    left = before.due_at - clock.now()
    vacation = go(ann, 7)
    moved = question_to(game, ann)

    assert abs((moved.due_at - vacation.ends_at) - left) < timedelta(seconds=5)
    assert vacation.days == 7
    seat = seat_of(game, ann)
    assert (seat.away, seat.away_until) == (Away.ANSWERS, vacation.ends_at)
    told = Move.objects.get(game=game, kind=Move.Kind.EVENT).params
    assert told["what"] == "away-answers"


@pytest.mark.parametrize("what", ["", Away.DEPUTY])
def test_nobody_waits_for_a_hand_limit_of_somebody_on_vacation(what):
    """A bot gives the cards up at once, a deputy may never accept; Cid, who is there, is asked."""
    stored = limit_to_come()
    leave(stored, "bob", what)
    answer(stored, "ann", "hand-limit-1")

    assert asked(stored) == {"cid": "hand-limit"}
    assert owed(stored, "bob") == []
    given = Move.objects.get(game=stored.game, seat=stored.seats["bob"])
    assert (given.by, len(given.labels)) == (By.BOT, 2)


def test_standing_orders_come_before_the_bot():
    """What the player wanted for windows is done as if they were there; only “ask me” is left to the bot."""
    stored = table(ann=["draw-2", 1], bob=["veto"], cid=2, drawn=1)
    order(stored, "bob", *asks("new rule"))
    leave(stored, "bob")
    answer(stored, "ann", "draw-2")

    assert asked(stored) == {"bob": "play"}  # it is Bob's turn by now, which waits for him
    assert view(stored).rules == ("draw-2",)


def test_what_was_asked_before_the_vacation_is_answered_as_it_begins():
    """The table that waits already goes on."""
    stored = limit_to_come()
    answer(stored, "ann", "hand-limit-1")
    assert set(asked(stored)) == {"bob", "cid"}
    leave(stored, "bob")

    assert set(asked(stored)) == {"cid"}


def test_with_the_clock_stopped_a_limit_still_has_its_usual_time(travel):
    """Then the site answers, which counts against nobody: the table never waits for the vacation's end."""
    stored = limit_to_come(pace=1, away_policy=AwayPolicy.STOP, answer_hours=AnswerHours.AS_IN_TURN)
    leave(stored, "bob", Away.STOP)
    answer(stored, "ann", "hand-limit-1")
    row = Question.objects.get(IS_OPEN, seat=stored.seats["bob"])
    assert row.due_at - row.opened_at == DAY
    let_time_run_out(stored.game)
    sweep_deadlines()
    row.refresh_from_db()

    assert (row.closed_by, row.counts_for) == (By.CLOCK, None)
    assert Seat.objects.get(pk=stored.seats["bob"].pk).timeouts_in_row == 0


def test_a_bot_plays_where_that_was_chosen_until_the_player_is_back(ann, bob, start):
    """Ann's turn is played at once; when she is back she is asked again, with a clock."""
    game = start(ann, bob, pace=3)
    vacation = go(ann, 2, choices={seat_of(game, ann).pk: "bot"})
    assert {each.seat.player_id for each in open_questions(game)} == {bob.pk}
    assert Move.objects.filter(game=game, seat__player=ann, by=By.BOT).exists()
    end_vacation(player=ann, vacation=vacation.pk)
    seat = seat_of(game, ann)

    assert (seat.away, seat.away_until, seat.plays_itself) == ("", None, False)
    assert Move.objects.filter(game=game, params__what="away-over").exists()


def test_the_sweep_begins_and_ends_what_was_entered_in_advance(ann, bob, start, travel):
    """Also at a table that is set up in between."""
    first = start(ann, bob)
    go(ann, 2, after=1)
    sweep_wishes()
    assert seat_of(first, ann).away == ""
    travel(days=1)
    sweep_wishes()
    second = start(bob, ann)
    sweep_wishes()
    during = seat_of(first, ann).away, seat_of(second, ann).away
    travel(days=2)
    sweep_wishes()

    assert during == (Away.ANSWERS, Away.ANSWERS)
    assert (seat_of(first, ann).away, seat_of(second, ann).away_until) == ("", None)


@pytest.mark.parametrize(
    ("policy", "pace", "choices"),
    [
        (AwayPolicy.STOP, 1, ("answers", "stop", "deputy", "bot")),
        (AwayPolicy.STOP, 0, ("answers", "deputy", "bot")),
        (AwayPolicy.ANSWERS, 1, ("answers", "deputy", "bot")),
        (AwayPolicy.BOT, 1, ("bot", "deputy")),
        (AwayPolicy.NONE, 1, ("", "deputy", "bot")),
    ],
)
def test_the_policy_of_a_table_bounds_what_can_be_chosen(policy, pace, choices):
    """The first is what happens without a choice; in no game can others be made to wait without end."""
    assert away_choices(Game(away_policy=policy, pace=pace)) == choices


def test_a_choice_that_the_table_does_not_offer_is_refused(ann, bob, start):
    """Nor a choice for the seat of somebody else."""
    game = start(ann, bob, away_policy=AwayPolicy.BOT)
    for player, what in ((ann, "stop"), (bob, "bot")):
        with pytest.raises(Illegal):
            go(ann, choices={seat_of(game, player).pk: what})

    assert not Vacation.objects.exists()


def test_a_deputy_is_asked_and_until_they_accept_a_bot_answers_for_others():
    """From then on, what is asked out of turn waits for the deputy, with a clock that runs."""
    stored = limit_to_come()
    dee = make_player("Dee")
    bob, seat = stored.players["bob"], stored.seats["bob"]
    leave(stored, "bob", Away.DEPUTY)
    deputy = ask_deputy(seat=seat, by=bob, who=dee.email, until=today(bob) + DAY * 5)
    accept_deputy(deputy=deputy.pk, by=dee)
    answer(stored, "ann", "hand-limit-1")
    row = Question.objects.get(IS_OPEN, seat=seat)

    assert row.due_at - row.opened_at == timedelta(hours=8)


def test_a_choice_can_change_during_the_vacation(ann, bob, start):
    game = start(ann, bob)
    vacation = go(ann, 2)
    assert question_to(game, ann)
    change_choices(player=ann, vacation=vacation.pk, choices={seat_of(game, ann).pk: "bot"})

    assert {each.seat.player_id for each in open_questions(game)} == {bob.pk}
    assert AwayChoice.objects.get().what == "bot"


def test_what_a_vacation_answers_in_a_window_tells_nothing_of_the_hand():
    """With Surprises and without one, others see the same, as long as none is played."""
    seen = []
    for hand in (["veto", "canceled-plans"], ["draw-3", "draw-4"]):
        stored = table(ann=["oysters-come-and-walk", 1], bob=hand, cid=2, drawn=1)
        leave(stored, "bob")
        answer(stored, "ann", "oysters-come-and-walk")
        seat, game = stored.seats["cid"], Game.objects.get(pk=stored.game.pk)
        lines = [(each.by, each.kind, each.text) for each in game_history.history_lines(game, seat)]
        shown = view(stored, "cid")
        Vacation.objects.all().delete()
        seen.append((lines, [each.hand_size for each in shown.seats], shown.question is None, asked(stored)))

    assert seen[0] == seen[1]


def test_an_automatic_vacation_begins_in_place_of_a_missed_turn(ann, bob, start, travel):
    """It is announced, uses days of the budget, and leaves a day for the turn."""
    game = start(ann, bob)
    ann.auto_vacation = True
    ann.save()
    travel(days=1, seconds=90)
    sweep_deadlines()
    row, vacation, seat = question_to(game, ann), Vacation.objects.get(), seat_of(game, ann)

    assert (vacation.is_automatic, vacation.days) == (True, 7)
    assert abs(row.due_at - vacation.ends_at - DAY) < timedelta(seconds=1)
    assert (seat.timeouts_in_row, seat.away) == (0, Away.ANSWERS)
    assert Move.objects.filter(game=game, params__what="away-auto").count() == 1
    assert Notice.objects.filter(kind="vacation", player=ann, params__event="began").count() == 1
    sweep_deadlines()
    assert Vacation.objects.count() == 1


@pytest.mark.parametrize("why", ["not asked for", "no days left", "forbidden"])
def test_without_one_the_turn_is_missed(ann, bob, start, travel, settings, why):
    """As always."""
    policy = AwayPolicy.NONE if why == "forbidden" else AwayPolicy.ANSWERS
    game = start(ann, bob, away_policy=policy)
    settings.VACATION_DAYS = 0 if why == "no days left" else 30
    ann.auto_vacation = why != "not asked for"
    ann.save()
    travel(days=1, seconds=90)
    sweep_deadlines()

    assert not Vacation.objects.exists()
    assert seat_of(game, ann).timeouts_in_row == 1


def test_an_automatic_vacation_ends_with_a_press_and_leaves_a_day(ann, bob, start, travel):
    """From the button at the table."""
    game = start(ann, bob)
    ann.auto_vacation = True
    ann.save()
    travel(days=1, seconds=90)
    sweep_deadlines()
    travel(days=2)
    browser = browser_of(ann)
    page = browser.get(f"/g/{game.key}/").text
    browser.post(f"/g/{game.key}/come-back/")
    row = question_to(game, ann)

    assert "on vacation until" in page
    assert abs(row.due_at - clock.now() - DAY) < timedelta(seconds=5)
    assert "on vacation until" not in browser.get(f"/g/{game.key}/").text


def test_the_morning_before_the_clocks_run_again_one_mail_says_so(ann, bob, start, travel):
    """At eight in the player's zone, once, however many games there are."""
    start(ann, bob)
    start(ann, bob)
    go(ann, 3)
    travel(days=2, hours=-5)  # 7:00 on the last day
    sweep_reminders()
    early = Notice.objects.filter(kind="vacation").count()
    travel(hours=1, minutes=1)
    sweep_reminders()
    sweep_reminders()

    assert (early, Notice.objects.filter(kind="vacation", player=ann).count()) == (0, 1)


@pytest.mark.slow
def test_a_return_after_two_weeks_over_several_games(travel, settings):
    """Each table as was chosen: clocks, the mail before the return, the page, and the turn that waited.

    One stops the clock of the own turn, one asks out of turn, in one a bot plays, and one forbids vacations.
    """
    travel(days=1, hours=5, minutes=30)  # to the evening of `tables.NOW`
    own = store(deal(ann=["bread", "milk"], bob=3, turn="ann", played=0), name="Own turn")
    bot = store(deal(ann=["love", "time"], bob=3, turn="ann", played=0), name="Bot plays")
    hands = {"bob": ["hand-limit-1", "time"], "ann": ["bread", "milk", "jackpot"]}
    limit = store(deal(**hands, rules=["play-2"], turn="bob", played=0), name="Limit")
    strict = store(deal(ann=["peace", "music"], bob=3, turn="ann", played=0), name="Strict")
    Game.objects.filter(pk=strict.game.pk).update(away_policy=AwayPolicy.NONE)
    Question.objects.filter(own_turn=True).update(on_turn_clock=True)
    player = own.players["ann"]
    left, strict_due = own.question("ann").due_at - clock.now(), strict.question("ann").due_at
    vacation = go(player, 14, choices={bot.seats["ann"].pk: Away.BOT})
    answer(limit, "bob", "hand-limit-1")
    waiting = own.question("ann").due_at, strict.question("ann").due_at, asked(limit), asked(bot)

    assert abs(waiting[0] - vacation.ends_at - left) < timedelta(seconds=5)
    assert waiting[1] == strict_due
    assert waiting[2] == {"bob": "play"}  # a bot has given up cards for Ann; it is still Bob's turn
    assert "ann" not in waiting[3]  # the bot has played, and Bob is asked

    for _day in range(13):
        travel(days=1)
        sweep_deadlines()
        sweep_wishes()
        sweep_reminders()
    missed = Move.objects.filter(game=strict.game, seat=strict.seats["ann"], by=By.CLOCK)
    notice = Notice.objects.get(kind="vacation", player=player)
    mail = " ".join(send(notice).text.split())

    assert missed.exists()
    assert not Move.objects.filter(game=own.game, seat=own.seats["ann"], by=By.CLOCK).exists()
    assert own.question("ann").due_at == waiting[0]
    assert "Your vacation ends soon, Ann." in mail
    assert "Own turn: " in mail
    assert "hours left then" in mail

    travel(days=1)
    sweep_wishes()
    page = Html(browser_of(player).get("/account/away/").content).text
    seats = Seat.objects.filter(player=player)

    assert {("", None)} == set(seats.values_list("away", "away_until"))
    assert all(game in page for game in ("Own turn", "Bot plays", "Limit", "Strict"))
    assert question_to(own.game, player).due_at == waiting[0] > clock.now()
    answer(own, "ann", "bread")
    assert ["bread"] == Move.objects.get(game=own.game, by=By.PAGE).labels


def test_while_you_were_away_tells_what_was_played_and_what_waits():
    """Bob's bot gave up cards; Ann won nothing; and nothing of other hands is on it."""
    stored = limit_to_come()
    leave(stored, "bob")
    answer(stored, "ann", "hand-limit-1")
    bob = browser_of(stored.players["bob"])
    with CaptureQueriesContext(connection) as ran:
        page = bob.get("/account/away/").text

    assert len(ran) < 14  # what is told of each game takes one more
    assert "While you were away" in page
    assert "1 move" in page
    assert any(card in page for card in ("Bread", "Milk", "Jackpot!"))
    assert "Time" not in page.partition("Played for you")[2].partition("</main>")[0]
    assert access.question_of(stored.seats["bob"]) is None
