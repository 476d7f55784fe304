"""The sections of the page of standing orders: limits, throws, what is not used, and the plan of a turn."""

from html import unescape

import pytest
from django.test import Client

from engine import QuestionKind
from engine.scenario import deal
from games.mail.compose import compose
from games.models import SeatNote
from games.orders import turn_orders as so
from games.play.set_turn_orders import read_turn_orders
from tests.mail.tables import Stored, store
from tests.pages.positions import Html, hand_limits, open_link, throws_of_bob, turn_of_ann
from tests.site.wonderland import answer, asked

pytestmark = pytest.mark.django_db

LIMITS = {
    "section": "limits",
    "hand": "Bread\n milk \n\nLET’S SIMPLIFY",
    "hand_otherwise": "fitting",
    "keepers": "the moon",
    "keepers_otherwise": "ask",
    "own_turn": "on",
}
PLAN = {
    "section": "plan",
    "card-0": "Bread",
    "what-0-0": "goal",
    "about-0-0": "Dreamland",
    "what-0-1": "most-keepers",
    "about-0-1": "3",
    "card-1": "steal a keeper",
    "what-1-0": "i-win",
}


@pytest.fixture
def stored(db) -> Stored:
    """Ann is about to play her only card."""
    return store(deal(ann=["bread", 1], bob=["milk", 1], cid=2, drawn=1, rules=["goal-mill"]))


@pytest.fixture
def address(stored) -> str:
    return f"/g/{stored.game.key}/orders/"


def given(stored: Stored) -> so.TurnOrders:
    """What is stored of Bob's orders."""
    return read_turn_orders(stored.seats["bob"])


def test_lists_are_kept_and_shown_again_as_the_cards_are_called(stored, bob, address):
    """Bob names cards as he likes to write them."""
    sent = bob.post(address, LIMITS)
    page = unescape(bob.get(address).content.decode())

    assert (sent.status_code, sent.url) == (302, f"{address}?open=limits#limits")
    assert given(stored).hand == so.Ranking(("bread", "milk", "lets-simplify"), so.FITTING)
    assert given(stored).keepers == so.Ranking(("the-moon",))
    assert "Bread\nMilk\nLet’s Simplify</textarea>" in page


def test_a_plan_is_kept_and_shown_again_with_one_more_line(stored, bob, address):
    """Two lines, each with what it asks for; a third is offered."""
    sent = bob.post(address, PLAN)
    page = bob.get(address).content.decode()

    assert sent.status_code == 302
    assert given(stored).plan.lines == (
        so.PlanLine("bread", (so.PlanCondition("goal", "dreamland"), so.PlanCondition("most-keepers", "3"))),
        so.PlanLine("steal-a-keeper", (so.PlanCondition("i-win"),)),
    )
    assert ('value="Dreamland"' in page, "card-2" in page, "card-3" in page) == (True, True, False)
    assert "This plan waits for your next turn." in page


def test_an_empty_plan_gives_it_up(stored, bob, address):
    """All lines emptied: no plan."""
    bob.post(address, PLAN)
    bob.post(address, {"section": "plan"})

    assert given(stored).plan == so.TurnPlan()


def test_throws_free_actions_and_the_only_card_are_kept(stored, bob, address):
    """Throws in words, free actions ticked, the only card played."""
    bob.post(address, {"section": "throws", "throws": "Rock, paper rock", "otherwise": "chance"})
    bob.post(address, {"section": "unused", "unused": ["goal-mill"]})
    bob.post(address, {"section": "only", "only_choice": "on"})

    assert given(stored) == so.TurnOrders(
        throws=so.Throws(("rock", "paper", "rock"), so.CHANCE), unused=("goal-mill",), only_choice=True
    )
    bob.post(address, {"section": "only"})
    assert not given(stored).only_choice


WRONG = [
    (LIMITS | {"hand": "Bred"}, "There’s no card called “Bred” in this deck. Did you mean “Bread”?"),
    (LIMITS | {"keepers": "Draw 2"}, "it can only contain keepers"),
    (LIMITS | {"hand_otherwise": "burn"}, "Select a valid choice"),
    ({"section": "throws", "throws": "well", "otherwise": "ask"}, "You can’t throw “well”."),
    ({"section": "throws", "throws": "rock " * 13, "otherwise": "ask"}, "at most 12 throws"),
    ({"section": "unused", "unused": ["bread"]}, "Select a valid choice"),
    (PLAN | {"card-0": ""}, "Choose the card to play if all this is true."),
    (PLAN | {"about-0-1": "many"}, "Enter the number of keepers."),
    (PLAN | {"about-0-0": ""}, "Choose a card."),
    (PLAN | {"about-0-0": "Bread"}, "of the right kind"),
    (PLAN | {"what-0-0": ""}, "Choose a condition for this card."),
    (PLAN | {"about-0-0": "Dreamlnd"}, "Did you mean “Dreamland”?"),
    ({"section": "moon"}, ""),
]


@pytest.mark.parametrize(("wrong", "why"), WRONG)
def test_what_cannot_be_read_is_refused_in_words(stored, bob, address, wrong, why):
    """Nothing is kept, and the page says what is wrong beside what was sent."""
    sent = bob.post(address, wrong)

    assert (sent.status_code, given(stored)) == (422, so.TurnOrders())
    assert why in Html(sent.content).text


def test_lists_can_be_taken_from_another_game_of_this_deck(stored, bob, address, client):
    """They fill the form, and are kept when Bob keeps them; a mail's link shows nothing of other games."""
    other = store(deal(ann=2, bob=2), name="Monday game")
    bob.post(f"/g/{other.game.key}/orders/", LIMITS)
    filled = bob.get(address, {"like": other.game.key}).content.decode()
    open_link(client, stored.seats["bob"])
    by_link = client.get(f"/t/{stored.game.key}/orders/", {"like": other.game.key}).content.decode()

    assert ("Monday game" in filled, "Bread\nMilk" in filled) == (True, True)
    assert ("Monday game" in by_link, "Bread\nMilk" in by_link) == (False, False)
    assert given(stored) == so.TurnOrders()


def test_by_link_as_by_sign_in(stored, client):
    """Who holds a link of Bob's mails keeps orders with the secret of his forms, and not without it."""
    open_link(client, stored.seats["bob"])
    address = f"/t/{stored.game.key}/orders/"
    page = Html(client.get(address).content)
    secret = next(each["value"] for each in page.all("input") if each.get("name") == "csrfmiddlewaretoken")
    refused = client.post(address, PLAN)
    sent = client.post(address, PLAN | {"csrfmiddlewaretoken": secret})

    assert (refused.status_code, sent.status_code, sent.url) == (403, 302, f"{address}?open=plan#plan")
    assert len(given(stored).plan.lines) == 2


def test_the_page_tells_what_orders_did_lately_to_nobody_else(stored, visit, bob, address):
    """Bob reads it there and at the table; Ann and a stranger nowhere."""
    bob.post(address, {"section": "plan", "card-0": "milk", "card-1": "love"})
    bob.post(address, {"section": "unused", "unused": ["goal-mill"]})
    answer(stored, "ann", "bread")
    answer(stored, "ann", "end")
    told = "Your plan played Milk: all its conditions were met."
    mine = [Html(bob.get(page).content).text for page in (address, f"/g/{stored.game.key}/")]
    ann = visit(stored.players["ann"])
    pages = ("", "history/", "orders/")
    theirs = [Html(ann.get(f"/g/{stored.game.key}/{page}").content).text for page in pages]

    assert [told in page for page in mine] == [True, True]
    assert not any("Your plan" in page or "Your orders ended" in page for page in theirs)
    assert SeatNote.objects.filter(seat=stored.seats["ann"]).count() == 0


@pytest.mark.parametrize(
    ("position", "name", "section"), [(hand_limits, "bob", "limits"), (throws_of_bob, "bob", "throws")]
)
def test_what_stops_the_table_offers_orders(position, name, section, visit, client):
    """On the page of the question, and in its mail, whose link leads there without a sign-in."""
    stored = store(position())
    page = visit(stored.players[name]).get(f"/g/{stored.game.key}/").content.decode()
    letter = compose(stored.notice("answer", name)).body
    link = next(word for word in letter.split() if word.endswith(f"?to={section}"))
    opened = Client().get(link[link.index("/p/") :])

    assert QuestionKind.read(asked(stored)[name]) in so.ORDERED
    assert f'href="/g/{stored.game.key}/orders/"' in page
    assert (opened.status_code, opened.url) == (302, f"/t/{stored.game.key}/orders/?open={section}#{section}")


def test_in_the_own_turn_no_mail_speaks_of_orders():
    """Nobody waits but for the turn."""
    stored = store(turn_of_ann())

    assert "?to=orders" not in compose(stored.notice("turn", "ann")).body
