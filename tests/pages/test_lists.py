"""The lists of games: open ones with their filters, those to watch, and the archive of finished ones."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

import engine
from engine.scenario import deal
from games import clock
from games.core import access
from games.models import Game, Move, Player, Question, Seat
from games.models.seat import Bot
from games.pages.people import archive
from games.pages.people.dashboard import finished_games
from games.pages.seats import open_games
from games.pages.seats.open_games import plays_edition
from games.play.takeback import request_takeback
from games.seats.lobby import create_game
from tests.mail.received import send
from tests.mail.tables import store
from tests.pages.positions import Html, all_rows, open_link, turn_of_ann, won_by_ann
from tests.site.wonderland import answer

NAME = re.compile(r'<h3 class="row__name">(.*?)<span', re.DOTALL)


def names(client: Client, address: str) -> list[str]:
    """The games of a list, in its order."""
    page = client.get(address)
    assert 200 == page.status_code
    return [Html(each.encode()).text.strip() for each in NAME.findall(page.content.decode())]


@pytest.fixture
def offered(charlie) -> None:
    """Open games of Charlie's, each unlike the others in one respect, and one that is private."""
    Player.objects.filter(pk=charlie.pk).update(language="pl")
    olga = Player.objects.create_user("olga@example.org", name="Olga")
    usual = {"host": olga, "is_open": True, "seats": 3, "pace": 3}
    others = {
        "Plain": {},
        "Polish": {"host": charlie},
        "Large": {"seats": 6},
        "Bots": {"fill_with_bots": True},
        "Slow": {"pace": 7},
        "Unclocked": {"pace": 0},
        "Saving": {"timing": "bank"},
        "Rabbit": {"edition": "wonderland"},
        "Mixed": {"edition": "fluxx wonderland"},
        "Reliable": {"least_reliability": 80},
        "Private": {"is_open": False},
    }
    for name, changes in others.items():
        create_game(name=name, **usual | changes)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("edition=wonderland", {"Rabbit", "Mixed"}),
        ("edition=fluxx&pace=7", {"Slow"}),
        ("pace=none", {"Unclocked"}),
        ("pace=bank", {"Saving"}),
        ("language=pl", {"Polish"}),
        ("free=4", {"Large"}),
        ("bots=with", {"Bots"}),
        ("edition=board", set()),
    ],
)
def test_open_games_are_filtered_by_the_address(asked, found, client, offered):
    """The address says what is shown, so it can be shared; anybody may look."""
    assert found == set(names(client, f"/games/?{asked}"))


def test_an_open_game_tells_what_it_asks_for(client, offered):
    """Seats, pace, host and who may sit down stand in its row; a private game has none."""
    page = Html(client.get("/games/").content).text
    shown = names(client, "/games/")

    assert "Reliable" == shown[0]
    assert "Private" not in shown
    assert len(shown) == 10
    assert "2 of 3 seats free" in page
    assert "3 days for each turn" in page
    assert "Host: Olga" in page
    assert "80%" in page


def test_a_wrong_filter_is_told_and_hides_nothing(client, offered):
    """The field says what is wrong; the rest of what was asked for counts."""
    page = Html(client.get("/games/?edition=chess&bots=with&page=x").content)

    assert ["Bots"] == names(client, "/games/?edition=chess&bots=with&page=x")
    assert "chess is not one of the available choices" in page.text


def test_an_empty_list_says_what_to_do(client, offered):
    """Show all, where a filter hides the rest; start a game, where there is none."""
    filtered = Html(client.get("/games/?edition=board").content)
    Game.objects.update(status=Game.Status.ENDED)
    empty = Html(client.get("/games/").content)

    assert "/games/" in {link["href"] for link in filtered.all("a")}
    assert "No open game matches." in filtered.text
    assert "None right now." in empty.text
    assert "/new/" in {link["href"] for link in empty.all("a")}


def test_pages_keep_the_filter(client, charlie, monkeypatch):
    """The link to the next page asks for the same games."""
    monkeypatch.setattr(open_games, "SHOWN", 2)
    for number in range(3):
        create_game(host=charlie, name=f"Open {number}", is_open=True)
    page = Html(client.get("/games/?edition=fluxx").content)
    (following,) = [link["href"] for link in page.all("a") if link.get("rel") == "next"]

    assert ["Open 2", "Open 1"] == names(client, "/games/?edition=fluxx")
    assert ["Open 0"] == names(client, f"/games/{following}")
    assert "edition=fluxx" in following


@pytest.mark.parametrize(
    ("name", "editions"),
    [
        ("fluxx", {"fluxx"}),
        ("fluxx wonderland -tea", {"fluxx", "wonderland"}),
        ("anatomy/1", set()),
        (
            engine.DeckSpec.of(
                {"editions": ["ice", "fluxx"], "made": [{"kind": "keeper", "title": "wonderland"}]}
            ).name,
            {"ice", "fluxx"},
        ),
    ],
)
def test_the_editions_of_a_deck_are_found_in_the_database(name, editions, charlie):
    """By words as by JSON; the title of a made card is no edition."""
    game = create_game(host=charlie, name="Any")
    Game.objects.filter(pk=game.pk).update(edition=name)
    slugs = [edition.slug for edition in engine.all_editions()]

    assert editions == {slug for slug in slugs if Game.objects.filter(plays_edition(slug)).exists()}


def test_watching_lists_what_everybody_may_see(visit, client, charlie):
    """Running games of hosts who let everybody watch, with their last public event; no private one, ever."""
    watched = store(turn_of_ann(), name="Public", is_open=True)
    private = store(turn_of_ann(), name="Secret")
    over = store(won_by_ann(), name="Over", is_open=True)
    Question.objects.filter(game=watched.game).update(turn=7)
    browsers = [client, visit(charlie), visit(private.players["ann"])]
    pages = [Html(browser.get("/watch/").content) for browser in browsers]

    assert [["Public"]] * 3 == [names(browser, "/watch/") for browser in browsers]
    assert {over.game.name, private.game.name}.isdisjoint(pages[0].words)
    assert "turn 7" in pages[0].text
    assert "Cid took “Milk” from Bob ·" in pages[0].text
    assert f"/g/{watched.game.key}/" in {link["href"] for link in pages[0].all("a")}
    assert 200 == client.get(f"/g/{watched.game.key}/").status_code


def test_a_headline_names_the_deputy(visit, client, charlie, django_assert_num_queries):
    """As the history does, and with no query for it."""
    stored = store(turn_of_ann(), is_open=True)
    addresses = {"/watch/": client, "/": visit(stored.players["bob"])}
    counts = {}
    for address, browser in addresses.items():
        browser.get(address)
        with CaptureQueriesContext(connection) as asked:
            browser.get(address)
        counts[address] = len(asked)
    stored.game.moves.update(deputy=charlie, seat=stored.seats["cid"])
    for address, browser in addresses.items():
        with django_assert_num_queries(counts[address]):
            page = browser.get(address)
        source = "Bob" if browser is client else "you"
        assert f"{charlie.name} for Cid took “Milk” from {source} ·" in Html(page.content).text


def test_who_watches_is_told_no_card_of_a_hand(visit, client, db):
    """Drawn cards are counted and not named, even to who drew them: the list is everybody's."""
    stored = store(turn_of_ann(), is_open=True)
    move = stored.game.moves.get()
    move.outcomes = [each for each in move.outcomes if each["type"] == "drew"][:1]
    move.save()
    titles = [engine.card(slug).title for slug in move.outcomes[0]["cards"]]
    pages = [each.get("/watch/").content.decode() for each in (client, visit(stored.players["ann"]))]

    assert titles
    assert all("drew" in page for page in pages)
    assert [] == [title for title in titles for page in pages if title in page]


def test_the_last_move_stands_first(client, db):
    """Who wants to watch sees where something happens."""
    for number, hours in enumerate((5, 1, 3)):
        stored = store(turn_of_ann(), name=f"Game {number}", is_open=True)
        Move.objects.filter(game=stored.game).update(created_at=clock.now() - timedelta(hours=hours))

    assert ["Game 1", "Game 2", "Game 0"] == names(client, "/watch/")
    assert ["Game 1", "Game 2", "Game 0"] == names(client, "/watch/?edition=fluxx")
    assert [] == names(client, "/watch/?edition=board")


@pytest.mark.parametrize("address", ["/games/", "/watch/", "/account/games/"])
@pytest.mark.parametrize("others", [1, 12])
def test_lists_take_few_queries(address, others, visit, charlie, django_assert_max_num_queries):
    """As many for a page of twelve games as for one."""
    for number in range(others):
        store(turn_of_ann(), name=f"Watched {number}", is_open=True)
        stored = store(won_by_ann(), name=f"Won {number}")
        create_game(host=charlie, name=f"Open {number}", is_open=True)
    client = visit(stored.players["bob"])
    client.get(address)

    with django_assert_max_num_queries(9):
        client.get(address)


@pytest.fixture
def finished(db) -> Client:
    """Ann’s games that are over, and one of others."""
    for number, name in enumerate(("Winter evening", "Summer evening", "Rabbit hole")):
        stored = store(won_by_ann(), name=name)
        Game.objects.filter(pk=stored.game.pk).update(
            finished_at=clock.now() - timedelta(days=number),
            started_at=clock.now() - timedelta(days=number + 23),
        )
        Question.objects.create(
            game=stored.game, seat=stored.seats["ann"], number=99, turn=41, what="play", opened_at=clock.now()
        )
    Game.objects.filter(name="Rabbit hole").update(edition="wonderland", winner=None)
    Seat.objects.filter(game__name="Summer evening", number=2).update(name="Bartholomew")
    lost = store(won_by_ann(), name="Of others")
    Seat.objects.filter(game=lost.game, player=lost.players["ann"]).update(status=Seat.Status.LEFT)
    client = Client()
    client.force_login(stored.players["ann"], backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", ["Winter evening", "Summer evening", "Rabbit hole"]),
        ("evening", ["Winter evening", "Summer evening"]),
        ("bartholomew", ["Summer evening"]),
        ("wonderland", ["Rabbit hole"]),
        ("EVENING barth", ["Summer evening"]),
        ("bob%", []),
    ],
)
def test_the_archive_is_searched_by_game_player_and_edition(words, found, finished):
    """Every word has to be found somewhere, in any case; the last that ended stands first."""
    assert found == names(finished, f"/account/games/?q={words.replace(' ', '+').replace('%', '%25')}")


def test_the_archive_says_who_won_and_how_long_it_took(finished):
    """And how many of all games the reader has won; a GET changes nothing."""
    before = all_rows()
    page = Html(finished.get("/account/games/").content)

    assert "3 games, 2 won." in page.text
    assert "You won." in page.text
    assert "Nobody won." in page.text
    assert "23 days · 41 turns" in page.text.replace("\xa0", " ")
    assert before == all_rows()


def test_the_turn_in_which_a_bot_wins_counts(db):
    """What a bot answers at once has no row among the questions: the list says what the ending says."""
    stored = store(
        deal(ann=["milk"], bob=["baked-goods"], cid=2, keepers={"bob": ["bread", "cookies"]}, drawn=1)
    )
    Seat.objects.filter(pk=stored.seats["bob"].pk).update(player=None, bot=Bot.SENSIBLE)
    Game.objects.filter(pk=stored.game.pk).update(started_at=clock.now())
    answer(stored, "ann", "milk")
    game = Game.objects.get(pk=stored.game.pk)
    (seat,) = finished_games(stored.players["ann"])

    assert (game.winner, access.view(game, None).turn_number) == (stored.seats["bob"], 2)
    assert seat.turns == 2


def test_turns_that_were_taken_back_do_not_count(db):
    """Ann takes back her turn and that of the bot behind it, and then wins in hers."""
    stored = store(
        deal(ann=["time", "baked-goods"], bob=["milk"], keepers={"ann": ["bread", "cookies"]}, drawn=1)
    )
    Seat.objects.filter(pk=stored.seats["bob"].pk).update(player=None, bot=Bot.SENSIBLE)
    Game.objects.filter(pk=stored.game.pk).update(started_at=clock.now())
    answer(stored, "ann", "time")
    played_on = access.view(Game.objects.get(pk=stored.game.pk), None).turn_number
    request_takeback(seat=stored.seats["ann"].pk)
    answer(stored, "ann", "baked-goods")
    game = Game.objects.get(pk=stored.game.pk)
    (seat,) = finished_games(stored.players["ann"])

    assert (played_on, game.winner, access.view(game, None).turn_number) == (3, stored.seats["ann"], 1)
    assert seat.turns == 1


def test_the_archive_has_pages(finished, monkeypatch):
    """The link to the next page searches for the same words."""
    monkeypatch.setattr(archive, "SHOWN", 1)
    page = Html(finished.get("/account/games/?q=evening").content)
    (following,) = [link["href"] for link in page.all("a") if link.get("rel") == "next"]

    assert ["Summer evening"] == names(finished, f"/account/games/{following}")


def test_a_guest_reads_the_archive_by_link(client, finished):
    """All their games, of which the link opens the one that it is for."""
    stored = store(won_by_ann(), name="By link")
    bob = stored.seats["bob"]
    Player.objects.filter(pk=bob.player_id).update(is_guest=True)
    open_link(client, bob)
    address = f"/t/{stored.game.key}/account/games/"
    page = Html(client.get(address).content)
    tables = [link["href"] for link in page.all("a") if str(link["href"]).startswith(("/g/", "/t/"))]

    assert {"By link", "Winter evening"} <= set(names(client, address))
    assert [f"/t/{stored.game.key}/"] == sorted(set(tables) - {f"/t/{stored.game.key}/account/"})


def test_an_archive_of_nothing(visit, charlie):
    """It says what will be here, and offers no search."""
    page = Html(visit(charlie).get("/account/games/").content)

    assert "None yet." in page.text
    assert "q" not in {field.get("name") for field in page.all("input")}


def test_one_deadline_reads_the_same_everywhere(visit, db):
    """On the dashboard, at the table and in a reminder."""
    stored = store(turn_of_ann())
    due = clock.now() + timedelta(days=2, hours=23, minutes=30)
    Question.objects.filter(seat=stored.seats["ann"]).update(due_at=due)
    ann = visit(stored.players["ann"])
    pages = [Html(ann.get(address).content).text for address in ("/", f"/g/{stored.game.key}/")]
    mail = send(stored.notice("reminder", "ann"))

    for text in (*pages, mail.text):
        assert "2 days, 23 hours left" in text.replace("\xa0", " ").replace("\n", " ")
