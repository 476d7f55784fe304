"""What the page says of a play when other turns have passed since, and what beginners are told of goals."""

import re

import pytest

from engine.scenario import deal
from games.core import access
from games.models import Player, Question
from tests.mail.tables import Stored, store
from tests.pages import boards
from tests.pages.positions import Html, turn_of_ann


def play(client, stored: Stored, label: str = ""):
    """Send the answer form of who is asked, with the first of its choices, and return the redirect."""
    page = Html(client.get(f"/g/{stored.game.key}/").content)
    fields = {str(each["name"]): each["value"] for each in page.all("input") if each.get("type") == "hidden"}
    offered = [each for each in page.all("input") if each.get("name") == "label" and "value" in each]
    fields["label"] = label or str(offered[0]["value"])
    response = client.post(f"/g/{stored.game.key}/answer/", fields)
    assert response.status_code == 302, response.content.decode()
    return response


def said(content: bytes, name: str) -> str:
    """The words of the part of a page with this id."""
    part = re.search(rf'id="{name}"(.*?)</(?:p|ol)>', content.decode(), re.DOTALL)
    return "" if part is None else " ".join(Html(f"<p {part[1]}".encode()).text.split())


def test_a_receipt_goes_with_its_turn(visit, db):
    """It says that the turn is over; when somebody has gone on, the strip tells what was played since."""
    stored = store(turn_of_ann())
    ann = visit(stored.players["ann"])
    play(ann, stored, "bread")
    address = play(ann, stored, "baked-goods").url
    at_once = ann.get(address).content
    others = {seat.pk: visit(stored.players[name]) for name, seat in stored.seats.items() if name != "ann"}
    played = 0
    while (asked := Question.objects.filter(game=stored.game, closed_at=None).first()) is not None:
        if asked.seat_id not in others:
            break
        play(others[asked.seat_id], stored)
        played += 1
    page = ann.get(address).content

    assert said(at_once, "receipt") == "You played Baked Goods. Your turn is over."
    assert played > 2
    assert said(page, "receipt") == ""
    assert "Bob" in said(page, "since-turns")
    assert "Baked Goods" not in said(page, "since-turns")


def test_a_play_is_told_once(visit, db):
    """The receipt tells it, as long as the same turn goes on; what was played before stays beside it."""
    stored = store(turn_of_ann())
    ann = visit(stored.players["ann"])
    page = ann.get(play(ann, stored, "bread").url).content

    assert said(page, "receipt") == "You played Bread. 1 play left."
    assert 1 == said(page, "since-turns").count("Bread")


def test_what_was_done_to_you_calls_you_you(visit, db):
    """The strip says “from you”, and no name of your own; others read the name."""
    scene = deal(ann=["steal-a-keeper"], bob=2, cid=2, keepers={"bob": ["milk"]}, turn="ann", played=0)
    scene.seats[0].plays("steal-a-keeper")
    scene.seats[0].answers("milk@bob")
    stored = store(scene)
    page = visit(stored.players["bob"]).get(f"/g/{stored.game.key}/").content

    assert "took Milk from you" in said(page, "since-turns")
    assert "you." not in said(page, "since-turns")
    assert "Bob" not in said(page, "since-turns")


def test_your_own_move_on_the_board_is_told_to_you(visit, db):
    """“You moved”, with your name neither before nor in it."""
    stored = store(boards.turn_of_ann())
    ann = visit(stored.players["ann"])
    question = access.view(stored.game, stored.seats["ann"]).question
    play(ann, stored, next(label for label in question.options if ">" in label))
    strip = said(ann.get(f"/g/{stored.game.key}/").content, "since-turns")

    assert "You moved" in strip
    assert "You You" not in strip
    assert "Ann" not in strip


def test_at_the_end_no_receipt_stands_above_the_result(visit, db):
    """Who won is said, and nothing of a turn that is over."""
    scene = deal(
        ann=["baked-goods", "love"], bob=2, keepers={"ann": ["bread", "cookies"]}, turn="ann", played=0
    )
    stored = store(scene)
    ann = visit(stored.players["ann"])
    page = ann.get(play(ann, stored, "baked-goods").url).content.decode()

    assert "You won!" in page
    assert 'id="receipt"' not in page


@pytest.mark.parametrize(
    ("goals", "tip"),
    [
        (["sepsis"], "An Ungoal is in play: if it’s met, everyone loses."),
        ([], "Nobody can win yet: someone has to play a goal first."),
    ],
)
def test_beginners_are_told_what_an_ungoal_is(visit, db, goals, tip):
    """It is no goal: who meets it loses with everybody else."""
    scene = kinds_of_anatomy(goals)
    stored = store(scene)
    Player.objects.update(tips_over=False)
    page = Html(visit(stored.players["ann"]).get(f"/g/{stored.game.key}/").content).text

    assert tip in " ".join(page.split())
    assert "the first to meet it wins" not in page


def kinds_of_anatomy(goals):
    """Ann’s first turn in Anatomy, with these goals and Ungoals in play."""
    return deal(ann=["brain", "heart"], bob=2, goals=goals, turn="ann", played=0, edition="anatomy")


def test_nothing_since_your_turn_is_not_nothing_yet(visit, db):
    """Ann has played her turn, and Bob only drawn: the strip doesn’t say that no card was ever played."""
    stored = store(turn_of_ann())
    ann = visit(stored.players["ann"])
    play(ann, stored, "bread")
    play(ann, stored, "baked-goods")
    shown = said(ann.get(f"/g/{stored.game.key}/").content, "since-turns")

    assert "Nothing has been played since then." in shown
