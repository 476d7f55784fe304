"""The page of standing orders: what it offers, keeps and says, by sign-in and by link."""

import pytest
from django.test import Client

from games.models import StoredWindowOrder
from tests.mail.tables import Stored, store
from tests.pages.positions import Html, mask, open_link, turn_of_ann
from tests.site.wonderland import table

pytestmark = pytest.mark.django_db

ORDERS = {
    "new-rule-0-what": "play:veto",
    "new-rule-0-when": "group:draw",
    "new-rule-1-what": "ask",
    "new-rule-1-when": "card:play-2",
    "new-rule-1-by": "1",
    "goal-otherwise": "ask",
}


@pytest.fixture
def stored(db) -> Stored:
    """Ann is about to play Draw 2, and Bob holds a Surprise."""
    return table(ann=["draw-2", 1], bob=["veto"], cid=2, drawn=1)


def kept(stored: Stored) -> list[tuple]:
    """What is stored of Bob's orders."""
    given = StoredWindowOrder.objects.filter(seat=stored.seats["bob"])
    return sorted(given.values_list("kind", "what", "surprise", "condition", "about", "by_seat"))


KEPT = [
    ("goal", "ask", "", "any", "", None),
    ("new rule", "ask", "", "card", "play-2", 1),
    ("new rule", "play", "veto", "group", "draw", None),
]


def test_orders_are_kept_and_shown_again(stored, bob):
    """Bob sends the form and finds it filled in as he sent it, with one more line to fill."""
    address = f"/g/{stored.game.key}/orders/"
    sent = bob.post(address, ORDERS)
    page = bob.get(address).content.decode()

    assert (sent.status_code, sent.url, kept(stored)) == (302, f"/g/{stored.game.key}/", KEPT)
    assert '<option value="play:veto" selected>' in page
    assert '<option value="group:draw" selected>' in page
    assert ("new-rule-2-what" in page, "new-rule-3-what" in page) == (True, False)


def test_what_is_offered_does_not_depend_on_the_hand(stored, visit):
    """Bob, who holds Veto, and Cid, who does not, are offered the same but for each other's names."""
    pages = [
        mask(visit(stored.players[name]).get(f"/g/{stored.game.key}/orders/").content)
        for name in ("bob", "cid")
    ]
    options = [set(page.split("<option")) for page in pages]
    differing = options[0] ^ options[1]

    assert all("Bob" in each or "Cid" in each for each in differing)
    assert "Canceled Plans" in pages[0]


@pytest.mark.parametrize(
    "wrong", [{"goal-0-what": "play:veto"}, {"goal-0-when": "needed"}, {"goal-0-by": "9"}]
)
def test_what_is_not_offered_is_refused(stored, bob, wrong):
    """The page says so, and keeps what was ordered before."""
    address = f"/g/{stored.game.key}/orders/"
    bob.post(address, ORDERS)
    sent = bob.post(address, wrong)

    assert (sent.status_code, kept(stored)) == (422, KEPT)


def test_a_game_that_is_over_takes_no_orders(stored, bob):
    """The table says why."""
    stored.game.status = "ended"
    stored.game.save()
    address = f"/g/{stored.game.key}/orders/"

    assert "This game is over." in Html(bob.get(address, follow=True).content).text
    assert bob.post(address, ORDERS).status_code == 409


def test_orders_can_be_given_before_the_first_card(stored, bob):
    """In the lobby, too, but not about single seats: they are numbered anew at the start."""
    stored.game.status, stored.game.started_at = "open", None
    stored.game.save()
    page = bob.get(f"/g/{stored.game.key}/orders/").content.decode()

    assert ("play:veto" in page, "goal-0-by" in page) == (True, False)


def test_the_table_leads_to_the_orders(stored, ann, client):
    """Where there are Surprises, whoever sits there; by the door through which they came."""
    page = ann.get(f"/g/{stored.game.key}/").content.decode()
    by_link = open_link(client, stored.seats["bob"]).content.decode()
    stored.game.is_open = True
    stored.game.save()
    watching = Client().get(f"/g/{stored.game.key}/").content.decode()

    assert f'href="/g/{stored.game.key}/orders/"' in page
    assert f'href="/t/{stored.game.key}/orders/"' in by_link
    assert "/orders/" not in watching


def test_base_fluxx_offers_no_orders_about_surprises(visit):
    """Nothing can be answered while others play; limits, throws and plans there are."""
    base = store(turn_of_ann())
    page = Html(visit(base.players["ann"]).get(f"/g/{base.game.key}/orders/").content)
    sections = {each["value"] for each in page.all("input") if each.get("name") == "section"}

    assert sections == {"limits", "throws", "unused", "only", "plan"}
