"""Orders where they are needed: a switch on each Surprise in hand, and what is kept at a limit."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.scenario import deal
from games import clock
from games.history import game_history
from games.models import By, Game, StoredWindowOrder
from games.orders.turn_orders import PlanLine, Throws, TurnPlan
from games.orders.window_orders import Switch, WindowOrder, kinds_answered, read_switch, set_switch
from games.play.answer import answer_question
from games.play.set_turn_orders import read_turn_orders, set_turn_orders
from games.play.set_window_orders import read_window_orders
from tests.mail.tables import Stored, store
from tests.pages.positions import open_link
from tests.site.wonderland import answer, asked, order, table, view

pytestmark = pytest.mark.django_db
WRITES_ORDERS = re.compile('(INSERT INTO|UPDATE) "games_seatorders"')


@pytest.fixture
def stored(db) -> Stored:
    """Ann is about to play a goal; Bob holds two Surprises."""
    return table(ann=["oysters-come-and-walk", 1], bob=["canceled-plans", "stop-that"], cid=2, drawn=1)


def sign_in(stored: Stored, name: str) -> Client:
    client = Client()
    client.force_login(stored.players[name], "allauth.account.auth_backends.AuthenticationBackend")
    return client


def switch(client: Client, stored: Stored, surprise: str, to: str):
    """Press one of the buttons below a card."""
    return client.post(f"/g/{stored.game.key}/orders/surprise/", {"surprise": surprise, "to": to})


@pytest.mark.parametrize(
    ("to", "kept"),
    [
        (Switch.PLAYS, [WindowOrder("goal", "play", "canceled-plans", "other-wins")]),
        (Switch.ASKS, [WindowOrder("goal", "ask")]),
        (Switch.NEVER, []),
    ],
)
def test_each_surprise_in_hand_has_a_switch_at_the_table(stored, to, kept):
    """It gives the orders that it says, and shows which one holds; without scripts it is a form."""
    bob = sign_in(stored, "bob")
    page = bob.get(f"/g/{stored.game.key}/").text
    assert 'form="switch-canceled-plans"' in page
    assert 'id="switch-canceled-plans"' in page
    done = switch(bob, stored, "canceled-plans", to)

    assert (done.status_code, done.url) == (302, f"/g/{stored.game.key}/")
    assert read_window_orders(stored.seats["bob"]) == kept
    shown = " ".join(bob.get(f"/g/{stored.game.key}/").text.split())
    pressed = f'form="switch-canceled-plans" name="to" value="{to}" aria-pressed="true"'
    assert pressed in shown
    assert 'form="switch' not in sign_in(stored, "cid").get(f"/g/{stored.game.key}/").text


def test_an_action_can_not_be_stopped_from_winning(stored):
    """Nobody can know what an action does: that Surprise asks, or is never played."""
    bob = sign_in(stored, "bob")
    refused = switch(bob, stored, "stop-that", Switch.PLAYS)

    assert refused.status_code == 422
    assert not StoredWindowOrder.objects.exists()
    assert 'form="switch-stop-that" name="to" value="plays"' not in " ".join(
        bob.get(f"/g/{stored.game.key}/").text.split()
    )


def test_bad_switches_change_nothing(stored):
    """A card that is no Surprise, no such position, somebody without a seat."""
    bob = sign_in(stored, "bob")
    for surprise, to in (("bread", "asks"), ("canceled-plans", "own"), ("", ""), ("veto", "x" * 99)):
        assert switch(bob, stored, surprise, to).status_code == 422

    assert not StoredWindowOrder.objects.exists()


def test_orders_about_other_kinds_and_other_cards_stay():
    """Only what the switch is about changes."""
    others = [WindowOrder("new rule", "ask"), WindowOrder("goal", "pass", "", "card", "time")]
    switched = set_switch(others, "canceled-plans", ("goal",), Switch.PLAYS)

    assert switched == [
        others[0],
        WindowOrder("goal", "play", "canceled-plans", "other-wins"),
        others[1],
    ]
    assert read_switch(switched, "canceled-plans", ("goal",)) == Switch.PLAYS
    assert (
        read_switch([WindowOrder("goal", "ask", "", "card", "time")], "canceled-plans", ("goal",))
        == Switch.OWN
    )


def test_a_switch_does_the_same_whether_the_card_is_held(stored):
    """What others can see of it, a table that waits, never depends on the hand."""
    seen = []
    for hand in (["canceled-plans", "stop-that"], ["draw-3", "draw-4"]):
        stored = table(ann=["oysters-come-and-walk", 1], bob=hand, cid=2, drawn=1)
        assert switch(sign_in(stored, "bob"), stored, "canceled-plans", Switch.ASKS).status_code == 302
        answer(stored, "ann", "oysters-come-and-walk")
        game = Game.objects.get(pk=stored.game.pk)
        lines = [line.text for line in game_history.history_lines(game, stored.seats["cid"])]
        shown = view(stored, "cid")
        seen.append((lines, shown.question, [seat.hand_size for seat in shown.seats], asked(stored)))

    assert seen[0] == seen[1]
    assert seen[0][3] == {"bob": "window"}


def test_the_switch_works_by_link(stored, client):
    """From a mail, with the secret of the seat's forms."""
    open_link(client, stored.seats["bob"])
    page = client.get(f"/t/{stored.game.key}/").text

    assert f'action="/t/{stored.game.key}/orders/surprise/"' in page


def limited() -> Stored:
    """Bob and Cid must give up cards: a hand limit of 1 was played."""
    hands = {"ann": ["hand-limit-1", "time"], "bob": ["bread", "milk", "jackpot"], "cid": ["love", "music"]}
    stored = store(deal(**hands, drawn=1))
    answer(stored, "ann", "hand-limit-1")
    return stored


@pytest.mark.parametrize("always", [True, False])
def test_a_limit_offers_to_keep_the_rest_always(always):
    """The order is stored with the answer, and only if that was ticked."""
    stored = limited()
    bob = sign_in(stored, "bob")
    page = bob.get(f"/g/{stored.game.key}/").text
    question = stored.question("bob")
    sent = {"number": question.number, "nonce": question.nonce, "label": ["bread", "milk"]}
    done = bob.post(f"/g/{stored.game.key}/answer/", sent | ({"keep_always": "1"} if always else {}))
    seat = stored.seats["bob"]
    seat.refresh_from_db()

    assert 'name="keep_always"' in page
    assert done.status_code == 302
    assert read_turn_orders(seat).hand.keep == (("jackpot",) if always else ())
    assert seat.has_turn_orders is always


@pytest.mark.parametrize("has_orders", [False, True])
def test_what_is_kept_always_is_written_once(has_orders):
    """With the answer, whether it is the first order of the seat or not, and its other orders stay."""
    stored = limited()
    seat, question = stored.seats["bob"], stored.question("bob")
    if has_orders:
        set_turn_orders(seat=stored.seats["cid"], unused=[], throws=Throws(("rock",)))
        set_turn_orders(seat=seat, throws=Throws(("paper",)))
    with CaptureQueriesContext(connection) as statements:
        answer_question(
            seat=seat.pk, number=question.number, labels=["bread", "milk"], by=By.PAGE, keep_always=True
        )
    orders = read_turn_orders(seat)

    writes = [each["sql"] for each in statements if WRITES_ORDERS.match(each["sql"])]
    assert len(writes) == 1, writes
    assert (orders.hand.keep, orders.throws.next) == (("jackpot",), ("paper",) * has_orders)


def test_a_plan_for_the_turn_that_goes_on_is_written_once():
    """With the turn that it is for, also while the game is paused."""
    stored = store(deal(ann=["hand-limit-1", "time"], bob=["bread"], drawn=1))
    Game.objects.filter(pk=stored.game.pk).update(paused_at=clock.now())
    with CaptureQueriesContext(connection) as statements:
        set_turn_orders(seat=stored.seats["ann"], plan=[PlanLine("time")])

    writes = [each["sql"] for each in statements if WRITES_ORDERS.match(each["sql"])]
    assert len(writes) == 1, writes
    assert read_turn_orders(stored.seats["ann"]).plan == TurnPlan(
        (PlanLine("time"),), turn=view(stored).turn_number
    )


def test_a_refused_answer_stores_no_order():
    """One card is not enough."""
    stored = limited()
    bob, question = sign_in(stored, "bob"), stored.question("bob")
    sent = {"number": question.number, "nonce": question.nonce, "label": ["bread"], "keep_always": "1"}
    refused = bob.post(f"/g/{stored.game.key}/answer/", sent)

    assert refused.status_code == 422
    assert read_turn_orders(stored.seats["bob"]).hand.keep == ()


def test_the_page_of_orders_begins_with_the_hand_and_folds_the_rest(stored):
    """The switches first, then the kinds that a Surprise in hand answers; a link unfolds its section."""
    bob = sign_in(stored, "bob")
    order(stored, "bob", WindowOrder("new rule", "ask"))
    page = bob.get(f"/g/{stored.game.key}/orders/").text
    linked = bob.get(f"/g/{stored.game.key}/orders/?open=limits").text

    assert page.index("In your hand") < page.index("While others play") < page.index("When I have to discard")
    assert page.index("plays a goal") < page.index("plays a keeper")
    assert page.count('<details class="panel orders__fold" open') == 0
    assert linked.count('<details class="panel orders__fold" open') == 1
    assert kinds_answered(stored.game, "canceled-plans") == ("goal",)


def test_after_an_answer_the_focus_goes_on_at_the_heading(stored):
    """Also where nothing is told of it, as of a pass after which bots have played at once."""
    order(stored, "bob", WindowOrder("goal", "ask"))
    answer(stored, "ann", "oysters-come-and-walk")
    bob, address = sign_in(stored, "bob"), f"/g/{stored.game.key}/"
    page = bob.get(address, {"since": Game.objects.get(pk=stored.game.pk).version}).text

    assert 'id="receipt"' not in page
    assert "data-focus" in page
    assert "data-focus" not in bob.get(address).text
