"""The end of a game on its table page: the winner's cards, the last plays, who was close, the score."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from engine.scenario import Scene, deal
from games.core import access
from games.history.narrator import Viewer
from games.history.why_it_ended import explain_end, find_deciding_cards
from games.models import Game, Seat
from tests.mail.tables import NOW, Stored, store
from tests.pages import boards, kinds
from tests.pages.positions import Html, open_link, turn_of_ann, won_by_ann
from tests.pages.replays import finished

FIVE = ["milk", "bread", "love", "sleep", "time"]


def look(visit, stored: Stored, name: str = "bob") -> str:
    """What the table page says to somebody after the game."""
    return Html(visit(stored.players[name]).get(f"/g/{stored.game.key}/").content).text


def test_the_page_shows_who_won_and_how(visit, db):
    """Name, length, the goal with the keepers that met it, and the last play come first; the hand is gone."""
    stored = store(won_by_ann())
    Game.objects.update(finished_at=NOW + timedelta(days=23, hours=5))
    text = look(visit, stored)

    assert "Ann won. 23 days · 1 turn Goal Baked Goods" in text
    assert "Keeper Bread" in text
    assert "Keeper Cookies" in text
    assert "In turn 1 Ann set the goal Baked Goods and had all it asks for." in text
    assert "You had none of the cards for Baked Goods." in text
    assert "Rematch Share Replay" in text
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


# Why


def why(scene: Scene, name: str = "ann") -> list[str]:
    """What a player, or an onlooker, is told of an end."""
    stored = store(scene)
    seat = stored.seats.get(name)
    told = explain_end(Viewer.of(stored.game, seat), access.view(stored.game, seat))
    return [str(each) for each in told.why]


def completed(card: str, **given) -> Scene:
    """Ann sets the goal, Bob takes what it still asks for from Cid, or plays it."""
    scene = deal(
        ann=["baked-goods"],
        bob=[card],
        cid=2,
        turn="ann",
        played=0,
        **{"keepers": {"bob": ["bread"], "cid": ["cookies"], "ann": ["milk"]}} | given,
    )
    scene.seats[0].plays("baked-goods")
    return scene


def taken() -> Scene:
    """Bob has completed the goal of Ann with a keeper of Cid's."""
    scene = completed("steal-a-keeper")
    scene.seats[1].plays("steal-a-keeper")
    scene.seats[1].answers("cookies@cid")
    return scene


def played() -> Scene:
    """Bob has completed the goal of Ann from his hand."""
    scene = completed("cookies", keepers={"bob": ["bread"], "cid": ["love"], "ann": ["milk"]})
    scene.seats[1].plays("cookies")
    return scene


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "ann",
            [
                "In turn 1 you set the goal “Baked Goods”.",
                "In turn 2 Bob took “Cookies” from Cid: that completed “Baked Goods”.",
                "You had none of the cards for “Baked Goods”.",
            ],
        ),
        (
            "bob",
            [
                "In turn 1 Ann set the goal “Baked Goods”.",
                "In turn 2 you took “Cookies” from Cid: that completed “Baked Goods”.",
                "Nobody else was one card away from winning.",
            ],
        ),
        (
            "cid",
            [
                "In turn 1 Ann set the goal “Baked Goods”.",
                "In turn 2 Bob took “Cookies” from you: that completed “Baked Goods”.",
                "You had none of the cards for “Baked Goods”.",
            ],
        ),
        (
            "nobody",
            [
                "In turn 1 Ann set the goal “Baked Goods”.",
                "In turn 2 Bob took “Cookies” from Cid: that completed “Baked Goods”.",
                "Nobody else was one card away from winning.",
            ],
        ),
    ],
)
def test_who_set_the_goal_and_who_completed_it(db, name, told):
    """Each reader is told the same facts, and is “you” where it is them."""
    assert told == why(taken(), name)


def test_a_keeper_from_the_hand_completes_it(db):
    """The turn is that of the log."""
    assert [
        "In turn 1 Ann set the goal “Baked Goods”.",
        "In turn 2 you played “Cookies”: that completed “Baked Goods”.",
        "Nobody else was one card away from winning.",
    ] == why(played(), "bob")


def given_away() -> Scene:
    """Ann has set the goal for which Bob had everything."""
    scene = deal(ann=["baked-goods"], bob=2, keepers={"bob": ["bread", "cookies"]}, turn="ann", played=0)
    scene.seats[0].plays("baked-goods")
    return scene


def test_your_own_goal_may_be_the_winning_one_of_another(db):
    """What a loser wants to know first."""
    told = "In turn 1 you set the goal “Baked Goods”, and Bob had all it asks for."
    won = "In turn 1 Ann set the goal “Baked Goods”, and you had all it asks for."

    assert (told, won) == (why(given_away(), "ann")[0], why(given_away(), "bob")[0])


def test_the_last_keeper_is_told_before_the_goal_that_came_last(db):
    """Two steps in the order in which they happened."""
    scene = deal(
        ann=["cookies", "baked-goods"],
        bob=2,
        keepers={"ann": ["bread"]},
        rules=["play-2"],
        turn="ann",
        played=0,
    )
    scene.seats[0].plays("cookies")
    scene.seats[0].plays("baked-goods")

    assert [
        "In turn 1 you played “Cookies”.",
        "In turn 1 you set the goal “Baked Goods”, with all it asks for in front of you.",
        "Nobody else was one card away from winning.",
    ] == why(scene)


def test_what_else_decides_is_told_as_the_log_tells_it(db):
    """The goal lay there, and so did what it asks for: an opponent’s keeper was in the way."""
    scene = deal(
        ann=["trash-a-keeper"],
        bob=2,
        keepers={"ann": ["the-brain"], "bob": ["television"]},
        goals=["the-brain-no-tv"],
        turn="ann",
        played=0,
    )
    scene.seats[0].plays("trash-a-keeper")
    scene.seats[0].answers("television@bob")

    assert "Turn 1 decided it: Ann played “Trash a Keeper”." == why(scene, "bob")[0]


def exchanged() -> Scene:
    """Bob has exchanged a keeper with Ann, and then set the goal."""
    scene = deal(
        ann=2,
        bob=["exchange-keepers", "baked-goods"],
        keepers={"ann": ["cookies"], "bob": ["bread", "milk"]},
        rules=["play-2"],
        turn="bob",
        played=0,
    )
    scene.seats[1].plays("exchange-keepers")
    scene.seats[1].answers("milk")
    scene.seats[1].answers("cookies@ann")
    scene.seats[1].plays("baked-goods")
    return scene


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("ann", "In turn 1: Bob gave you “Milk” for “Cookies”."),
        ("bob", "In turn 1: You gave “Milk” to Ann for “Cookies”."),
        ("nobody", "In turn 1: Bob gave “Milk” to Ann for “Cookies”."),
    ],
)
def test_what_else_decides_calls_the_reader_you(db, name, told):
    """Keepers change owners in many ways: the log's sentence, as the one who is in it reads it there."""
    assert told == why(exchanged(), name)[0]


def test_everybody_lost_by_an_ungoal(db):
    """Who played it, and what met it."""
    told = why(kinds.all_have_lost(), "bob")

    assert "Turn 1 decided it: Ann played “Sepsis”." == told[0]


def test_a_board_game_tells_what_was_collected(db):
    """The winner’s goals with their turns, the last move, and how many others had."""
    told = why(boards.won_by_cid(), "ann")

    assert told[0].startswith("Cid collected “")
    assert "in turn 1." in told[0]
    assert "Turn 1 decided it: You played" in told[1]
    assert "You had 0 of 3 goals." == told[2]


def test_a_game_that_was_broken_off_tells_only_who_was_close(db):
    """Nothing completed a goal."""
    stored = store(turn_of_ann())
    view = access.view(stored.game, None)

    assert () == explain_end(Viewer.of(stored.game), view).why


def near_game() -> Scene:
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
    return scene


def test_who_was_one_card_away(db):
    """The reader first, then others."""
    assert (
        "You were one card short: you needed only “Chocolate” for “Chocolate Milk”."
        == why(near_game(), "bob")[-1]
    )
    assert "Bob was one card short, and needed only “Chocolate” for “Chocolate Milk”." == why(near_game())[-1]


@pytest.mark.parametrize("language", ["pl", "ru"])
def test_the_sentences_are_translated(db, language):
    """Each of them, with the cases of titles, for whoever it is."""
    with translation.override(language):
        told = [
            line
            for scene in (taken, played, given_away, near_game, boards.won_by_cid)
            for name in ("ann", "bob", "cid", "nobody")
            for line in why(scene(), name)
        ]

    assert not [line for line in told if re.search(r"[Tt]urn|card|goal|needed|short", line)]


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


def test_the_count_of_turns_is_that_of_the_log_everywhere(visit, db):
    """On the page of the end, in the list of finished games and in the replay."""
    stored = finished()
    browser = visit(stored.players["bob"])
    turns = re.search(r"Less than a day · (\d+) turns", look(visit, stored))
    replay = Html(browser.get(f"/g/{stored.game.key}/replay/").content)
    last = max(int(number) for number in re.findall(r"\b(\d+) · (?:Ann|Bob|Cid)\b", replay.text))

    assert turns is not None
    assert last == int(turns[1]) > 5
    assert f"Less than a day · {last} turns" in Html(browser.get("/account/games/").content).text
