"""The end of a game on its table page: the winner's cards, the last plays, who was close, the score."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.scenario import deal
from games.history.near_wins import describe_near_wins
from games.models import Game, Seat
from games.pages.table.build_ending import find_deciding_cards
from tests.mail.tables import NOW, Stored, store
from tests.pages import kinds
from tests.pages.positions import Html, open_link, turn_of_ann, won_by_ann

FIVE = ["milk", "bread", "love", "sleep", "time"]
NAMES = {1: "Ann", 2: "Bob", 3: "Cid"}


def look(visit, stored: Stored, name: str = "bob") -> str:
    """What the table page says to somebody after the game."""
    return Html(visit(stored.players[name]).get(f"/g/{stored.game.key}/").content).text


def test_the_page_shows_who_won_and_how(visit, db):
    """Name, length, the goal with the keepers that met it, and the last play come first; the hand is gone."""
    stored = store(won_by_ann())
    Game.objects.update(finished_at=NOW + timedelta(days=23, hours=5))
    text = look(visit, stored)

    assert "The end Ann won. 23 days · 1 turn Rematch Goal Baked Goods" in text
    assert "Keeper Bread" in text
    assert "Keeper Cookies" in text
    assert "The last plays Ann played Baked Goods." in text
    assert "Your hand" not in text


def test_a_short_game_has_no_days(visit, db):
    """A game of some hours is not one of 0 days."""
    assert "Less than a day · 1 turn" in look(visit, store(won_by_ann()))


def test_a_goal_of_two_shows_only_what_meets_it():
    """Other keepers of the winner and cards of the losers stay out of it."""
    scene = deal(
        ann=["baked-goods"],
        bob=2,
        keepers={"ann": ["milk", "bread", "cookies"], "bob": ["love"]},
        turn="ann",
        played=0,
    )
    scene.seats[0].plays("baked-goods")

    found = find_deciding_cards(scene.game.view(None), ["baked-goods"])
    assert ["baked-goods", "bread", "cookies"] == found


@pytest.mark.parametrize(
    ("goal", "keepers", "shown"),
    [
        ("5-keepers", FIVE, FIVE),
        ("party-snacks", ["the-party", "milk", "bread", "love"], ["the-party", "milk", "bread"]),
    ],
)
def test_goals_that_count_show_what_they_count(goal, keepers, shown):
    """All keepers for a number of them, food for snacks."""
    scene = deal(ann=[goal], bob=2, keepers={"ann": keepers}, turn="ann", played=0)
    scene.seats[0].plays(goal)
    view = scene.game.view(None)

    assert 1 == view.winner
    assert [goal, *shown] == find_deciding_cards(view, [goal])


def test_everybody_has_lost_by_these_cards(visit, db):
    """The Ungoal, the keeper that met it and the Creepers on it; healthy keepers stay out."""
    scene = kinds.all_have_lost()

    assert ["sepsis", "heart", "virus", "bacteria"] == find_deciding_cards(scene.game.view(None), ())
    text = look(visit, store(scene))
    assert "These cards met the Ungoal: Ungoal Sepsis" in text


def test_a_game_that_goes_on_has_no_ending(visit, db):
    """The panel comes only after the end."""
    text = look(visit, store(turn_of_ann()))

    assert "The last plays" not in text
    assert "with the same people" not in text


# Who was close


def test_who_was_one_card_away():
    """Bob had one of the two keepers of the other goal in play; Cid, who had none, is not named."""
    scene = deal(
        ann=["baked-goods"],
        bob=2,
        cid=2,
        keepers={"ann": ["bread", "cookies"], "bob": ["milk"], "cid": ["love"]},
        rules=["double-agenda"],
        goals=["chocolate-milk"],
        turn="ann",
        played=0,
    )
    scene.seats[0].plays("baked-goods")

    assert ["Bob needed only “Chocolate” for “Chocolate Milk”."] == [
        str(each) for each in describe_near_wins(scene.game.view(None), NAMES)
    ]


def test_nobody_was_close():
    """Where the goal's cards lie before the winner alone, nothing is said."""
    assert [] == [*describe_near_wins(won_by_ann().game.view(None), NAMES)]


# The score of these people


def test_the_score_counts_games_of_exactly_these_people(visit, db):
    """Two games of the three; one that somebody else joined, and one that goes on, don't count."""
    first, second, crowded, running = (store(won_by_ann()) for _ in range(4))
    Game.objects.filter(pk=second.game.pk).update(winner=second.seats["bob"])
    charlie = type(first.players["ann"]).objects.create_user("charlie@example.org", name="Charlie")
    Seat.objects.create(game=crowded.game, number=4, player=charlie, status=Seat.Status.TAKEN)
    Game.objects.filter(pk=running.game.pk).update(status=Game.Status.RUNNING, winner=None)

    assert "2 games with the same people Ann 1 win You 1 win Cid 0 wins" in look(visit, first)


def test_a_single_game_has_no_score(visit, db):
    """One game is not a score."""
    assert "with the same people Ann" not in look(visit, store(won_by_ann()))


def test_onlookers_and_links_do_not_learn_of_other_games(client, visit, charlie, db):
    """Who has only watched an open game, or holds a link to a seat of an account, learns of no other game."""
    stored, _other = store(won_by_ann()), store(won_by_ann())
    Game.objects.update(is_open=True)
    onlooker = Html(visit(charlie).get(f"/g/{stored.game.key}/").content).text
    by_link = Html(open_link(client, stored.seats["bob"]).content).text

    for text in (onlooker, by_link):
        assert "Ann won." in text
        assert "games with the same people" not in text


def test_the_score_is_one_query(visit, db):
    """However many games these people have finished."""
    stored = store(won_by_ann())
    browser, counts = visit(stored.players["bob"]), []
    for _round in range(2):
        browser.get(f"/g/{stored.game.key}/")
        with CaptureQueriesContext(connection) as queries:
            browser.get(f"/g/{stored.game.key}/")
        counts.append(len(queries))
        for _again in range(3):
            store(won_by_ann())

    assert counts[0] == counts[1]
