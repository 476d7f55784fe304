"""Windows on the site: their clock, what others can tell of them, and a chain of Surprises by mail."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

import engine
from games import clock
from games.core import access
from games.core.refusal import Illegal, Stale
from games.history import game_history
from games.models import By, Game, GameState, Move, Notice, Question, Seat
from games.orders.window_orders import WindowOrder
from games.people import talk
from games.periodic import timeouts
from games.periodic.sweep import sweep_deadlines
from games.play import takeback
from games.play.answer import answer_question
from games.play.play_on import play_bots
from games.play.set_window_orders import set_window_orders
from games.seats.lobby import create_game
from games.seats.membership import return_to_seat
from tests.pages.positions import mask
from tests.site.conftest import make_player
from tests.site.play import let_time_run_out
from tests.site.wonderland import answer, asked, asks, fresh, notes, open_rows, order, owed, table, view

from .staff import pause_game, resume_game

pytestmark = pytest.mark.django_db

GOAL = "oysters-come-and-walk"  # the Walrus and the Carpenter


def asked_about_a_rule(**more):
    """Ann plays Draw 2; Bob and Cid both want to be asked about rules."""
    stored = table(**{"ann": ["draw-2", 1], "bob": ["veto"], "cid": 2, "drawn": 1} | more)
    for name in ("bob", "cid"):
        order(stored, name, *asks("new rule"))
    answer(stored, "ann", "draw-2")
    return stored


@pytest.mark.parametrize("pace", [0, 7])
def test_a_window_has_a_clock_of_its_own(pace):
    """It is due after the hours of the game, whatever the pace, and nobody is reminded of it."""
    stored = asked_about_a_rule(pace=pace)

    for row in open_rows(stored):
        assert (row.due_at - row.opened_at, row.remind_at) == (timedelta(hours=8), None)


@pytest.mark.parametrize("by_clock", [False, True])
def test_a_window_closes_when_the_last_has_answered(by_clock):
    """The clock too strikes one seat at a time; then Bob's turn has the pace of the game."""
    stored = asked_about_a_rule()
    for name, still in (("Cid", {"bob": "window"}), ("Bob", {"bob": "play"})):
        row = next(each for each in open_rows(stored) if each.seat.name == name)
        if by_clock:
            let_time_run_out(stored.game)
            timeouts.strike(question_pk=row.pk)
        else:
            answer(stored, name.lower(), "pass")
        assert asked(stored) == still
    (row,) = open_rows(stored)

    assert view(stored).rules == ("draw-2",)
    assert (row.what, row.due_at - row.opened_at) == ("play", timedelta(days=1))


def test_a_window_of_two_days_reminds():
    """At half of its time, and when a fifth is left."""
    stored = table(ann=["draw-2", 1], bob=["veto"], drawn=1)
    Game.objects.filter(pk=stored.game.pk).update(window_hours=48)
    order(stored, "bob", *asks("new rule"))
    answer(stored, "ann", "draw-2")
    (row,) = open_rows(stored)

    assert row.remind_at - row.opened_at == timedelta(hours=24)


def test_when_time_runs_out_the_clock_passes_and_nobody_is_blamed():
    """Both pass, the card stands; it counts against nobody, and the history does not tell who slept."""
    stored = asked_about_a_rule()
    for _time in range(4):
        Seat.objects.filter(game=stored.game).update(timeouts_in_row=2)
        let_time_run_out(stored.game)
        sweep_deadlines()
        if not view(stored).window:
            break
    bob = Seat.objects.get(pk=stored.seats["bob"].pk)

    assert view(stored).rules == ("draw-2",)
    assert (bob.timeouts_in_row, bob.on_autopilot) == (2, False)
    assert notes(stored, "bob") == [("time-out", "", "draw-2")]
    assert {move.by for move in Move.objects.filter(game=stored.game, labels=["pass"])} == {"clock"}
    told = [line.text for line in game_history.history_lines(fresh(stored), stored.seats["ann"])]
    assert not any("Time ran out" in text for text in told)


def test_a_pause_freezes_a_window(moderator):
    """It shows afterwards what it showed before, and orders that were changed meanwhile are carried out."""
    stored = asked_about_a_rule()
    pause_game(game=stored.game, by=moderator, reason="A storm")
    frozen = open_rows(stored)[0]
    order(stored, "bob", WindowOrder("new rule", "play", "veto"))
    still = asked(stored)
    resume_game(game=stored.game, by=moderator, reason="It is over")
    play_bots(game=stored.game.pk)

    assert frozen.due_at is None
    assert timedelta(hours=7) < frozen.time_left <= timedelta(hours=8)
    assert (still, view(stored).rules) == ({"bob": "window", "cid": "window"}, ())


def test_the_first_surprise_closes_the_window_for_all():
    """Cid, who had not answered, is told that the table has changed."""
    stored = asked_about_a_rule()
    asked_before = next(row for row in open_rows(stored) if row.seat_id == stored.seats["cid"].pk)
    answer(stored, "bob", "veto")

    assert view(stored).rules == ()
    with pytest.raises(Stale):
        answer_question(seat=stored.seats["cid"].pk, number=asked_before.number, labels=["pass"], by=By.MAIL)


def test_a_surprise_out_of_turn_is_countered_by_mail():
    """Bob answers from a mail, Ann counters from a mail, and her goal wins the game for her."""
    stored = table(
        ann=[GOAL, "veto"], bob=["canceled-plans"], keepers={"ann": ["walrus", "carpenter"]}, drawn=1
    )
    order(stored, "ann", *asks("surprise"))
    order(stored, "bob", *asks("goal", "surprise"))
    answer(stored, "ann", GOAL)
    answer(stored, "bob", "canceled-plans", by=By.MAIL)
    answer(stored, "ann", "veto", by=By.MAIL)
    last = view(stored).window
    answer(stored, "bob", "pass", by=By.MAIL)

    assert last == (GOAL, "canceled-plans", "veto")
    assert (fresh(stored).status, fresh(stored).winner) == ("finished", stored.seats["ann"])
    assert owed(stored, "bob") == ["answer", "answer", "result"]


def test_who_has_passed_is_sealed_as_long_as_the_window_is_open():
    """Nothing that Ann or a spectator sees tells that Cid has answered and Bob has not."""
    stored = asked_about_a_rule()
    spied = [stored.seats["ann"], None]
    before = [(access.view(stored.game, seat), texts(stored, seat)) for seat in spied]
    answer(stored, "cid", "pass")

    assert [(access.view(stored.game, seat), texts(stored, seat)) for seat in spied] == before


def texts(stored, seat):
    """What a seat reads in the history."""
    return [(line.at, line.by, line.text) for line in game_history.history_lines(fresh(stored), seat)]


def wipe():
    """Forget the game and its players."""
    for model in (Notice, Move, Question, GameState):
        model.objects.all().delete()
    game = Game.objects.get()
    Seat.objects.all().delete()
    host = game.host
    game.delete()
    host.delete()


def test_the_hours_of_windows_are_chosen_with_the_game(ann):
    """And a number of hours that is not offered is refused."""
    game = create_game(host=ann, name="Tea", edition="wonderland", seats=2, window_hours=4)

    assert game.window_allowance == timedelta(hours=4)
    with pytest.raises(Illegal):
        create_game(host=ann, name="Tea", edition="wonderland", seats=2, window_hours=5)


def test_a_seat_that_its_bot_gives_back_answers_by_its_orders():
    """Bob comes back while a window is open to him: his orders decide, or he is asked, on the clock."""
    stored = asked_about_a_rule()
    Question.objects.filter(seat=stored.seats["bob"], closed_at=None).update(due_at=None)
    Seat.objects.filter(pk=stored.seats["bob"].pk).update(on_autopilot=True)
    return_to_seat(seat=stored.seats["bob"])
    (row,) = [each for each in open_rows(stored) if each.seat_id == stored.seats["bob"].pk]
    assert row.due_at is not None

    Seat.objects.filter(pk=stored.seats["bob"].pk).update(on_autopilot=True)
    stored.seats["bob"].window_orders.all().delete()
    return_to_seat(seat=stored.seats["bob"])
    assert asked(stored) == {"cid": "window"}


@pytest.mark.slow
def test_a_whole_game_of_people_with_orders_comes_to_its_end(start):
    """Windows never stop a game whose players pass by orders, or play what they hold."""
    people = [make_player(name) for name in ("Ann", "Bob")]
    game = start(*people, bots=1, edition="wonderland")
    for seat, surprise in zip(game.seats.filter(player__isnull=False), ("stop-that", "veto"), strict=True):
        kind = "action" if surprise == "stop-that" else "new rule"
        set_window_orders(seat=seat, orders=[WindowOrder(kind, "play", surprise), WindowOrder("goal", "ask")])
    for _step in range(2000):
        game.refresh_from_db()
        if game.is_over:
            break
        question = Question.objects.filter(game=game, closed_at=None, is_side=False).earliest("number")
        seen = access.view(game, question.seat)
        answer_question(
            seat=question.seat_id, number=question.number, labels=engine.bots.sensible(seen), by=By.PAGE
        )

    assert game.is_over
    assert clock.now() >= game.finished_at


def page_of(stored, name):
    """The page of the table, as the browser of this player gets it."""
    browser = Client()
    browser.force_login(stored.players[name], backend="allauth.account.auth_backends.AuthenticationBackend")
    return browser, mask(browser.get(f"/g/{stored.game.key}/").content)


def test_h7_quiet_hours_do_not_tell_who_has_passed():
    """Bob's clock rests at night, so that his deadline is the last; his pass changes nothing for Ann."""
    stored = table(ann=["draw-2", 1], bob=["veto"], cid=2, drawn=1)
    now = clock.now()
    bob = stored.players["bob"]
    bob.timezone, bob.quiet_from = "UTC", (now + timedelta(hours=1)).time()
    bob.quiet_to = (now + timedelta(hours=6)).time()
    bob.save()
    for name in ("bob", "cid"):
        order(stored, name, *asks("new rule"))
    answer(stored, "ann", "draw-2")
    due = {row.due_at for row in open_rows(stored)}
    with time_machine.travel(clock.now(), tick=False):
        before = page_of(stored, "ann")[1]
        answer(stored, "bob", "pass")

        assert 2 == len(due)
        assert before == page_of(stored, "ann")[1]


def test_h7_a_pass_does_not_show_how_many_passed_before():
    """After his own pass Bob is led to the same address, whether or not Cid has passed before him."""
    led = []
    for cid_passes in (False, True):
        stored = table(ann=["draw-2", 1], bob=["veto"], cid=2, dee=["duchess"], drawn=1)
        for name in ("bob", "cid", "dee"):
            order(stored, name, *asks("new rule"))
        answer(stored, "ann", "draw-2")
        browser, _page = page_of(stored, "bob")
        if cid_passes:
            answer(stored, "cid", "pass")
        (row,) = [each for each in open_rows(stored) if each.seat_id == stored.seats["bob"].pk]
        form = {"number": row.number, "label": "pass", "submission_key": "x"}
        led.append(browser.post(f"/g/{stored.game.key}/answer/", form)["Location"].partition("?")[2])
        wipe()

    assert led[0].startswith("since=")
    assert led[0] == led[1]


def test_h7_no_mail_counts_the_passes():
    """The Message-ID of what is written while a window is open does not hold the number of the last move."""
    stored = asked_about_a_rule()
    answer(stored, "cid", "pass")
    talk.post_remark(seat=stored.seats["ann"].pk, text="Well, @Bob?")
    mention = Notice.objects.get(kind=Notice.Kind.MENTION)

    assert re.fullmatch(r"<g\d+\.mention\.[0-9a-f]{16}@\S+>", mention.message_id)


def test_h7_a_request_to_take_back_does_not_tell_that_somebody_passed():
    """It neither lapses with a pass, nor is its end that of those who have not passed yet."""
    stored = asked_about_a_rule()
    first, second = open_rows(stored)
    Question.objects.filter(pk=first.pk).update(due_at=first.due_at - timedelta(hours=5))
    vote = takeback.request_takeback(seat=stored.seats["ann"].pk)
    answer(stored, "cid", "pass")

    assert vote.closes_at == second.due_at
    assert not takeback.is_lapsed(vote)
