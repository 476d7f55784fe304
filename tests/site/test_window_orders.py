"""Standing orders: what the site does for a seat while others play."""

import pytest

from engine.scenario import deal
from games.core import access
from games.core.refusal import Illegal, Resting, Stale
from games.history import game_history
from games.models import By, Move, Seat, SeatNote, StoredWindowOrder
from games.orders.window_orders import WindowOrder
from games.play.answer import answer_question
from tests.mail.tables import store
from tests.site.wonderland import answer, asked, asks, fresh, notes, order, owed, table, view

pytestmark = pytest.mark.django_db

GOAL = "oysters-come-and-walk"  # the Walrus and the Carpenter


def test_a_new_seat_passes_for_everything():
    """Nobody is asked, and the card takes effect at once."""
    stored = table(ann=["draw-2", 1], bob=["veto"], cid=2, drawn=1)
    answer(stored, "ann", "draw-2")

    assert (view(stored).rules, asked(stored)) == (("draw-2",), {"bob": "play"})
    passed = Move.objects.filter(game=stored.game, by="order")
    assert [(move.seat.name, move.labels) for move in passed] == [("Bob", ["pass"]), ("Cid", ["pass"])]


def test_who_wants_to_be_asked_is_asked_whatever_they_hold():
    """Cid holds no Surprise, and the game waits for him all the same; Bob's orders pass at once."""
    stored = table(ann=["draw-2", 1], bob=["veto"], cid=2, drawn=1)
    order(stored, "cid", *asks("new rule"))
    answer(stored, "ann", "draw-2")

    assert (view(stored).rules, asked(stored), owed(stored, "cid")) == ((), {"cid": "window"}, ["answer"])

    answer(stored, "cid", "pass")
    assert view(stored).rules == ("draw-2",)


def test_an_order_plays_a_surprise():
    """Bob's Veto cancels the rule; the history says that Bob played it, and only Bob that it was an order."""
    stored = table(ann=["draw-2", 1], bob=["veto"], cid=2, drawn=1)
    order(stored, "bob", WindowOrder("new rule", "play", "veto"))
    answer(stored, "ann", "draw-2")

    assert view(stored).rules == ()
    assert notes(stored, "bob") == [("played", "veto", "draw-2")]
    by = {
        line.by
        for line in game_history.history_lines(fresh(stored), stored.seats["cid"])
        if "Bob played" in line.text
    }
    assert by == {"page"}
    mine = game_history.history_lines(fresh(stored), stored.seats["bob"])
    assert {line.by for line in mine if line.text.startswith("You played")} == {"order"}
    assert [line.text for line in mine if line.kind == "note"][-1].startswith("Your order played “Veto!”")


OF_DRAW = ("group", "draw")


@pytest.mark.parametrize(
    ("card", "bobs", "condition", "came_of_it"),
    [
        ("draw-2", "veto", (), "played"),
        ("draw-2", "stop-that", (), "not-held"),
        ("play-2", "veto", OF_DRAW, "not-met"),
        ("play-3", "veto", OF_DRAW, "not-met"),
        ("draw-3", "veto", OF_DRAW, "played"),
        ("play-2", "veto", ("card", "draw-2"), "not-met"),
        ("draw-2", "veto", ("card", "draw-2"), "played"),
    ],
)
def test_an_order_about_rules(card, bobs, condition, came_of_it):
    """It lapses without its card, and passes where its condition isn't met; Bob alone is told why."""
    stored = table(ann=[card, 3], bob=[bobs], cid=2, drawn=1)
    order(stored, "bob", WindowOrder("new rule", "play", "veto", *condition))
    answer(stored, "ann", card)

    assert view(stored).rules == (() if came_of_it == "played" else (card,))
    assert notes(stored, "bob") == [(came_of_it, "veto", card)]
    assert SeatNote.objects.exclude(seat=stored.seats["bob"]).exclude(kind="holding").count() == 0


WINNERS = ["walrus", "carpenter"]


@pytest.mark.parametrize(
    ("keepers", "condition", "is_cancelled"),
    [
        ({"ann": WINNERS}, "somebody-wins", True),
        ({"ann": WINNERS}, "other-wins", True),
        ({"ann": ["walrus"]}, "somebody-wins", False),
        ({"bob": WINNERS}, "other-wins", False),
    ],
)
def test_a_goal_that_would_make_somebody_win(keepers, condition, is_cancelled):
    """Canceled Plans is played against the goal that wins, unless nobody would win, or Bob himself."""
    stored = table(ann=[GOAL, 1], bob=["canceled-plans"], keepers=keepers, drawn=1)
    order(stored, "bob", WindowOrder("goal", "play", "canceled-plans", condition))
    answer(stored, "ann", GOAL)

    winner = stored.seats["bob"] if "bob" in keepers else None
    assert (fresh(stored).winner, view(stored).goals) == (winner, () if is_cancelled else (GOAL,))
    if winner is None:
        assert notes(stored, "bob") == [("played" if is_cancelled else "not-met", "canceled-plans", GOAL)]


@pytest.mark.parametrize(("mine", "taken"), [(["walrus"], True), (["alice"], False)])
def test_a_keeper_that_i_need(mine, taken):
    """That's Mine! takes a keeper that a goal in play asks for together with one of mine, and no other."""
    stored = table(ann=["carpenter", 1], bob=["thats-mine"], keepers={"bob": mine}, goals=[GOAL], drawn=1)
    order(stored, "bob", WindowOrder("keeper", "play", "thats-mine", "needed"))
    answer(stored, "ann", "carpenter")

    kept = {seat.seat: seat.keepers for seat in view(stored).seats}
    assert ("carpenter" in kept[2], fresh(stored).status) == (taken, "finished" if taken else "running")


@pytest.mark.parametrize(("by_seat", "stands"), [(1, False), (3, True)])
def test_an_action_by_one_seat(by_seat, stands):
    """Only what that seat plays is answered."""
    stored = table(ann=["rules-reset", 1], bob=["stop-that"], cid=1, rules=["draw-2"], drawn=2)
    order(stored, "bob", WindowOrder("action", "play", "stop-that", by_seat=by_seat))
    answer(stored, "ann", "rules-reset")

    assert (view(stored).rules == ()) == stands


def test_the_first_order_that_fits_decides():
    """A draw rule is cancelled, everything else of the kind is asked about."""
    stored = table(ann=["play-2", "draw-2"], bob=["veto"], drawn=1)
    order(
        stored,
        "bob",
        WindowOrder("new rule", "play", "veto", "group", "draw"),
        WindowOrder("new rule", "ask"),
    )
    answer(stored, "ann", "play-2")
    before = asked(stored)
    answer(stored, "bob", "pass")
    answer(stored, "ann", "draw-2")

    assert (before, view(stored).rules) == ({"bob": "window"}, ("play-2",))


def test_orders_answer_in_the_order_of_seats_from_the_one_in_turn():
    """Both would cancel Bob's rule: Cid, who sits next to him, comes first."""
    stored = table(ann=["veto"], bob=["draw-2", 1], cid=["veto"], more_cards=["veto"], turn="bob", drawn=1)
    for name in ("ann", "cid"):
        order(stored, name, WindowOrder("new rule", "play", "veto"))
    answer(stored, "bob", "draw-2")

    played = Move.objects.filter(game=stored.game, by="order", labels=["veto"])
    assert [move.seat.name for move in played] == ["Cid"]


def test_a_chain_of_an_order_and_a_hand():
    """A plays a goal, B's order cancels it, A counters by hand, and the goal stands."""
    stored = table(ann=[GOAL, "stop-that"], bob=["canceled-plans"], cid=1, drawn=1)
    order(stored, "ann", *asks("surprise"))
    order(stored, "bob", WindowOrder("goal", "play", "canceled-plans"))
    answer(stored, "ann", GOAL)
    in_between = asked(stored), view(stored).window
    answer(stored, "ann", "stop-that")

    assert in_between == ({"ann": "window"}, (GOAL, "canceled-plans"))
    assert (view(stored).goals, set(view(stored).discard[:2])) == ((GOAL,), {"canceled-plans", "stop-that"})


def test_an_order_protects_my_own_cards():
    """Ann's order counters whatever cancels a card of hers, and nothing else."""
    stored = table(ann=["draw-2", "stop-that"], bob=["veto"], cid=["canceled-plans"], drawn=1)
    order(stored, "ann", WindowOrder("surprise", "play", "stop-that", "mine"))
    order(stored, "bob", WindowOrder("new rule", "play", "veto"))
    answer(stored, "ann", "draw-2")

    assert (view(stored).rules, notes(stored, "ann")) == (("draw-2",), [("played", "stop-that", "veto")])


def test_changing_an_order_answers_the_open_window():
    """Cid was asked, and then lets the site play for him; the button of an old page says so.

    Orders about other kinds of cards, or to be asked, answer nothing.
    """
    stored = table(ann=["draw-2", 1], bob=1, cid=["veto"], drawn=1)
    order(stored, "cid", *asks("new rule"))
    answer(stored, "ann", "draw-2")
    question = access.question_of(stored.seats["cid"])
    order(stored, "cid", *asks("new rule", "goal"))
    before = asked(stored)
    order(stored, "cid", WindowOrder("new rule", "play", "veto"))

    assert (before, asked(stored), view(stored).rules) == ({"cid": "window"}, {"bob": "play"}, ())
    with pytest.raises(Stale, match="standing orders have already answered this: Veto"):
        answer_question(seat=stored.seats["cid"].pk, number=question.number, labels=["pass"], by=By.PAGE)


def test_a_hint_when_a_surprise_comes_to_hand():
    """Bob draws Veto in his turn and is told so, with what his orders do; Ann is told nothing."""
    stored = table(ann=["draw-2", 1], bob=1, drawn=1, deck=["alice", "veto", "tea"])
    answer(stored, "ann", "draw-2")

    held = [(note.seat.name, note.params) for note in SeatNote.objects.filter(kind="holding")]
    assert held == [("Bob", {"surprise": "veto", "passes": True})]
    (line,) = [
        line for line in game_history.history_lines(fresh(stored), stored.seats["bob"]) if line.kind == "note"
    ]
    assert "You now have “Veto!”" in line.text
    assert not [
        line for line in game_history.history_lines(fresh(stored), stored.seats["ann"]) if line.kind == "note"
    ]
    assert not [line for line in game_history.history_lines(fresh(stored), None) if line.kind == "note"]


def test_a_bot_answers_windows_itself():
    """Orders are for people; a seat on autopilot is answered for by a bot."""
    stored = table(ann=["draw-2", 1], bob=["veto"], drawn=1)
    order(stored, "bob", *asks("new rule"))
    seat = stored.seats["bob"]
    seat.on_autopilot = True
    seat.save()
    answer(stored, "ann", "draw-2")

    move = Move.objects.filter(game=stored.game, seat=seat).first()
    assert move.by == "bot"


@pytest.mark.parametrize(
    "wrong",
    [
        WindowOrder("keeper", "play", "veto"),
        WindowOrder("keeper", "play"),
        WindowOrder("keeper", "pass", "thats-mine"),
        WindowOrder("creeper", "pass"),
        WindowOrder("keeper", "ask", condition="group", about="draw"),
        WindowOrder("new rule", "ask", condition="group", about="nonsense"),
        WindowOrder("keeper", "ask", condition="card", about="bread"),
        WindowOrder("keeper", "ask", by_seat=1),
        WindowOrder("keeper", "ask", by_seat=7),
        WindowOrder("keeper", "dance"),
    ],
)
def test_orders_that_make_no_sense_are_refused(wrong):
    """Nothing is stored of them, and what was ordered before holds on."""
    stored = table(ann=["draw-2", 1], bob=["veto"], drawn=1)
    order(stored, "ann", *asks("goal"))
    with pytest.raises(Illegal):
        order(stored, "ann", wrong)

    kept = StoredWindowOrder.objects.filter(seat=stored.seats["ann"])
    assert [(each.kind, each.what) for each in kept] == [("goal", "ask")]


def test_where_no_orders_are_taken():
    """A seat can say six things about a kind of card; the base game has no window; what is over rests."""
    stored, base = table(ann=["draw-2", 1], bob=1, drawn=1), store(deal(ann=2, bob=2))
    with pytest.raises(Illegal):
        order(stored, "ann", *[WindowOrder("goal", "ask")] * 8)
    with pytest.raises(Illegal):
        order(base, "ann", *asks("goal"))
    stored.game.status = "ended"
    stored.game.save()
    with pytest.raises(Resting):
        order(stored, "ann", *asks("goal"))


@pytest.mark.parametrize("fails", ["orders", "bot"])
def test_what_fails_leaves_the_window_open(monkeypatch, fails):
    """A mistake in the rules of orders costs Bob time; where Cid's bot fails, Bob's order is carried out."""
    stored = table(ann=["draw-2", 1], bob=["veto"], cid=1, drawn=1)
    Seat.objects.filter(pk=stored.seats["cid"].pk).update(player=None, bot="sensible")

    def fail(*_args):
        raise RuntimeError("out of ideas")

    name = {"orders": "games.orders.decide_window.decide_window", "bot": "games.core.bots.choose_answer"}[
        fails
    ]
    monkeypatch.setattr(name, fail)
    answer(stored, "ann", "draw-2")

    assert asked(stored) == {"bob" if fails == "orders" else "cid": "window"}
    ordered = Move.objects.filter(game=stored.game, seat=stored.seats["bob"]).values_list("by", flat=True)
    assert list(ordered) == ([] if fails == "orders" else ["order"])
