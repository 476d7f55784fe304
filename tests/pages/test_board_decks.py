"""The board game on the pages around the table: a new game, its edition, decks, the lobby, orders."""

from html import unescape

import pytest
from django.test import Client

from engine.scenario import deal
from games.decks import descriptions
from games.decks.edit import create_deck
from games.models import Deck, Game, Player
from games.orders import turn_orders as so
from games.play.set_turn_orders import read_turn_orders
from tests.mail.tables import Stored, store
from tests.pages.positions import Html

pytestmark = pytest.mark.django_db

NEW = {
    "name": "Board night",
    "deck": "board",
    "seats": "4",
    "pace": "3",
    "is_open": "private",
    "first": "me",
}


@pytest.fixture
def host(charlie, visit) -> Client:
    return visit(charlie)


def text_of(response) -> str:
    return Html(response.content).text


def deck_of(owner: Player, name: str) -> Deck:
    return create_deck(owner=owner, name="Ours", spec=descriptions.parse_spec(name))


def table(**given) -> Stored:
    """A running board game in Ann's turn."""
    return store(deal(**{"edition": "board", "ann": 2, "bob": 2, "turn": "ann"} | given))


# A new game


def test_the_form_offers_it_for_two_to_four(host):
    """With the longer game as an option, and no reading of the rules that it does not have."""
    page = host.get("/new/?deck=board").content
    boxes = {each["value"] for each in Html(page).all("input") if each.get("name") == "options"}

    assert "Fluxx: The Board Game 100 cards · 2 to 4 players" in Html(page).text
    assert {each for each in boxes if each.startswith("board/")} == {"board/!win-at-4"}
    assert "A longer game: 4 goals needed to win" in Html(page).text


@pytest.mark.parametrize("seats", ["5", "6"])
def test_more_seats_are_refused_where_they_were_chosen(seats, host):
    """The form says for how many the game is, and keeps all else that was filled in."""
    page = host.post("/new/", NEW | {"seats": seats})

    assert (page.status_code, Game.objects.count()) == (422, 0)
    assert "Fluxx: The Board Game is for 2 to 4 players." in text_of(page)
    assert 'value="Board night"' in page.content.decode()


def test_nor_with_a_deck_of_ones_own(host, charlie):
    """What is more or less in the deck, the board has places for four."""
    deck = deck_of(charlie, "board +draw-more")
    page = host.post("/new/", NEW | {"deck": deck.key, "seats": "5"})

    assert (page.status_code, Game.objects.count()) == (422, 0)
    assert "Ours is for 2 to 4 players." in text_of(page)


def test_a_longer_game(host):
    """The option moves the win peg before the first turn; bots sit on the other seats."""
    host.post("/new/", NEW | {"options": ["board/!win-at-4", "fluxx/!limits-at-once"], "start": "1"})
    game = Game.objects.get()

    assert (game.edition, game.seats.count(), game.is_dealt) == ("board !win-at-4", 4, True)
    assert "A longer game: 4 goals needed to win" in text_of(host.get(f"/g/{game.key}/deck/"))


# Its edition


def test_its_page_shows_the_board(client):
    """The board as a game begins, its pegs, and each card with what it is; there are no Basic Rules."""
    page = client.get("/editions/board/")
    text = text_of(page)

    assert "all 100 cards" in text
    assert 'class="board__svg"' in page.content.decode()
    assert "Player 4" in text
    assert "Get a piece onto each of the two spaces to collect it." in text
    assert "Where every game begins" not in text
    assert "it goes to the discard pile" in text


def test_the_list_says_that_it_is_played_alone(client):
    """Editions of cards can be shuffled together."""
    assert "the board game can’t be mixed with others" in text_of(client.get("/editions/"))


# Decks


def test_a_deck_is_changed_by_copies_alone(host, charlie):
    """More of one card, fewer of another, the longer game; no cards of other games, and none to be made."""
    deck = deck_of(charlie, "board")
    page = host.get(f"/decks/{deck.key}/edit/").content.decode()
    sent = {"name": "Ours", "visibility": "private", "editions": ["board"], "version": deck.version}
    changes = {"switches": ["win-at-4"], "count-draw-more": "4", "count-leap-to-brain": "0"}
    host.post(f"/decks/{deck.key}/edit/", sent | changes)

    deck.refresh_from_db()
    assert descriptions.parse_spec(deck.spec).name == "board +draw-more +draw-more -leap-to-brain !win-at-4"
    assert ("/cards/new/" in page, '"count-bread"' in page, "limits-at-once" in page) == (False, False, False)
    assert "You can’t add your own cards to a deck of the board game" in unescape(page)


@pytest.mark.parametrize("path", ["/decks/new/", "edit"])
def test_it_is_not_mixed(path, host, charlie):
    """Whoever ticks the board game and another edition is told why that is no deck."""
    deck = deck_of(charlie, "board")
    address = f"/decks/{deck.key}/edit/" if path == "edit" else path
    sent = {"name": "Both", "visibility": "private", "editions": ["board", "ice"], "version": deck.version}
    page = host.post(address, sent)

    assert (page.status_code, Deck.objects.count()) == (422, 1)
    assert "The board game can’t be mixed with card games." in unescape(text_of(page))


def test_no_card_is_made_for_it(host, charlie):
    """Not by the address either."""
    deck = deck_of(charlie, "board")
    keeper = {"title": "Robot", "version": deck.version}
    pages = [
        host.get(f"/decks/{deck.key}/cards/new/keeper/"),
        host.post(f"/decks/{deck.key}/cards/new/keeper/", keeper),
    ]

    assert [page.status_code for page in pages] == [422, 422]
    assert "You can’t add your own cards to a deck of the board game." in text_of(pages[1])


def test_a_deck_that_was_imported_says_what_is_wrong(host):
    """Cards of another game, made ones, too few goals: all of it, and it cannot be played before."""
    text = '{"editions":["board"],"more":{"bread":1},"made":[{"kind":"keeper","title":"Robot"}]}'
    page = host.post("/decks/import/", {"text": text, "name": "Odd"}, follow=True)
    said = unescape(text_of(page))

    assert "Made cards can’t be played in the board game." in said
    assert "“Bread” is a card of another game" in said
    assert "Play this deck" not in said


# Around the table


def test_the_lobby_proposes_no_card(host):
    """A card of the table's own is offered in games of cards alone."""
    for deck in ("board", "fluxx"):
        host.post("/new/", NEW | {"deck": deck, "name": deck})
    board, fluxx = (Game.objects.get(name=name) for name in ("board", "fluxx"))

    pages = {game.name: text_of(host.get(f"/g/{game.key}/")) for game in (board, fluxx)}
    offered = {name: "Add your own card?" in page for name, page in pages.items()}
    assert offered == {"board": False, "fluxx": True}
    assert host.get(f"/g/{board.key}/card/keeper/").status_code == 404


def test_orders_ask_for_nothing_that_is_not_there(visit):
    """A list for the hand and a plan; no keepers, throws, free actions or Surprises."""
    stored = table()
    page = visit(stored.players["bob"]).get(f"/g/{stored.game.key}/orders/").content.decode()
    names = {each.get("name") for each in Html(page.encode()).all("textarea")}
    asked_for = {each.get("value") for each in Html(page.encode()).all("option")}

    assert "hand" in names
    assert "keepers" not in names
    assert {so.GOAL, so.NO_GOAL, so.IN_HAND, so.I_WIN} <= asked_for
    assert asked_for.isdisjoint({so.MINE, so.NOT_MINE, so.RULE, so.NO_RULE, so.MOST_KEEPERS})
    assert 'value="throws"' not in page
    assert "keeper" not in Html(page.encode()).text.casefold()


def test_orders_are_kept(visit):
    """A list and a plan, as the cards are called."""
    stored = table(bob=["leap-to-sun", "three-more"])
    bob = visit(stored.players["bob"])
    address = f"/g/{stored.game.key}/orders/"
    bob.post(address, {"section": "limits", "hand": "Leap to Sun", "hand_otherwise": "fitting"})
    plan = {"section": "plan", "card-0": "leap to sun", "what-0-0": "goal", "about-0-0": "Moon and Sun"}
    bob.post(address, plan)

    given = read_turn_orders(stored.seats["bob"])
    assert given.hand == so.Ranking(("leap-to-sun",), so.FITTING, own_turn=False)
    assert given.plan.lines == (so.PlanLine("leap-to-sun", (so.PlanCondition(so.GOAL, "moon-sun"),)),)


@pytest.mark.parametrize(("seats", "offered"), [(3, True), (4, False)])
def test_a_running_game_offers_no_seat_that_there_is_not(host, seats, offered):
    """Who watches an open game may join it as long as fewer than four play."""
    names = ("ann", "bob", "cid", "dee")[:seats]
    stored = store(deal(edition="board", turn="ann", **dict.fromkeys(names, 2)), is_open=True)
    page = text_of(host.get(f"/g/{stored.game.key}/"))

    assert ("Anyone can join this game" in page) == offered
