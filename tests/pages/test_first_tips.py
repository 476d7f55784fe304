"""The tips of the first turn are right in every edition, whatever goal or Ungoal is in play."""

from random import Random

import pytest
from django.template.loader import render_to_string

import engine
from engine.cards import CARDS
from engine.scenario import Position, deal
from games.models import Game, Seat
from games.pages.table.table_cards import build_table_cards
from tests.engine.made_decks import KEEPERS, made_goal
from tests.mail.tables import store
from tests.pages.positions import Html

GOAL = "the first to meet it wins"
NO_GOAL = "Nobody can win yet: someone has to play a goal first."
UNGOAL = "An Ungoal is in play: if it’s met, everyone loses."
CARD_GAMES = [each.slug for each in engine.all_editions() if each.game != "board"]


def tip(edition: str, goals: list[str]) -> str:
    """What the tip says while these cards are in play; two need Double Agenda."""
    rules = ["double-agenda"] if len(goals) > 1 else []
    scene = deal(edition=edition, ann=1, bob=1, drawn=1, goals=goals, rules=rules)
    seats = {number: Seat(number=number, name=name) for number, name in ((1, "Ann"), (2, "Bob"))}
    shown = build_table_cards(scene.game.view(1), seats)
    page = {"page": {"table": shown}, "context": {"urls": {"hide_tips": "/"}}}
    return " ".join(Html(render_to_string("games/_first_tip.html", page).encode()).text.split())


@pytest.mark.parametrize("edition", CARD_GAMES)
def test_of_each_goal_and_ungoal(edition):
    """A goal is won and an Ungoal lost by; the sentence claims no keepers where a goal asks for none."""
    wrong = {}
    for slug in dict.fromkeys(engine.edition_of(edition).cards):
        kind = engine.card(slug).kind
        if kind in ("goal", "ungoal"):
            said = tip(edition, [slug])
            says = (GOAL in said, NO_GOAL in said, UNGOAL in said)
            if says != (kind == "goal", kind != "goal", kind != "goal") or "keepers" in said:
                wrong[slug] = said

    assert wrong == {}
    assert NO_GOAL in tip(edition, [])
    assert UNGOAL not in tip(edition, [])


def test_of_a_goal_beside_an_ungoal():
    """Both are said."""
    ungoal = next(slug for slug in engine.edition_of("anatomy").cards if engine.card(slug).kind == "ungoal")
    goal = next(slug for slug in engine.edition_of("anatomy").cards if engine.card(slug).kind == "goal")
    said = tip("anatomy", [goal, ungoal])

    assert GOAL in said
    assert UNGOAL in said


@pytest.mark.parametrize("edition", [each.slug for each in engine.all_editions()])
def test_in_the_first_turn_of_a_game(edition, visit, charlie):
    """On the page of a new game of cards there is the tip; the board game has its own help."""
    host = visit(charlie)
    form = {"name": "First", "deck": edition, "pace": "3", "is_open": "private", "first": "me", "start": "1"}
    host.post("/new/", form)
    game = Game.objects.get()
    text = Html(host.get(f"/g/{game.key}/").content).text

    assert (edition != "board") == (NO_GOAL in text)


@pytest.mark.parametrize("seed", range(4))
def test_of_a_made_goal(seed, visit, db):
    """A goal that somebody has made is one like another, whatever it asks for."""
    made = [{"kind": "goal", "title": "Two of Them", **made_goal(Random(seed), KEEPERS, [])}]
    (goal,) = Position(seats=["ann", "bob"], made_cards=made).known_cards().keys() - CARDS.keys()
    stored = store(deal(ann=2, bob=1, drawn=1, goals=[goal], made_cards=made))
    text = Html(visit(stored.players["ann"]).get(f"/g/{stored.game.key}/").content).text

    assert GOAL in text
