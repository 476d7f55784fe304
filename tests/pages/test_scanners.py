"""Scanners of mail that open every link, and press what they find: nothing is played by them."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from games.core import tokens
from games.models import GameState, Move, Question, Seat
from games.models.vote import Vote
from games.play import votes
from games.play.silence import CHOICES
from tests.mail.received import send
from tests.mail.tables import NOW
from tests.pages.positions import Html, all_rows

BOTH = "Two different choices from one mail were opened within seconds."


@pytest.fixture
def links(stored) -> list[str]:
    """The links of the choices in a mail of Ann's, without the name of the site."""
    mail = send(stored.notice("turn", "ann"))
    found = [link for link in mail.all_links if "?pick=" in link]
    return [link[link.index("/p/") :] for link in found]


def form_of(page: bytes) -> dict[str, str | list[str]]:
    """What a press on the main button of a page sends."""
    html = Html(page)
    hidden = {
        str(field["name"]): str(field["value"])
        for field in html.all("input")
        if field.get("type") == "hidden" and field.get("name")
    }
    return {**hidden, "label": html.chosen}


def moves_of(stored) -> int:
    return Move.objects.filter(game=stored.game, seat=stored.seats["ann"]).count()


def open_all(links: list[str], client: Client) -> list[bytes]:
    """Open these links one after the other, in a browser that keeps cookies; return the pages."""
    return [client.get(link, follow=True).content for link in links]


def test_one_choice_is_filled_in(client, links, stored):
    """Who opens one link, once or twice, finds it filled in, and a press plays it."""
    first, second = open_all([links[0], links[0]], client)
    key = stored.game.key
    played = client.post(f"/t/{key}/answer/", form_of(second))

    assert Html(first).chosen == Html(second).chosen != []
    assert BOTH not in first.decode() + second.decode()
    assert (302, 1) == (played.status_code, moves_of(stored))


@pytest.mark.parametrize("keeps_cookies", [True, False])
def test_of_several_choices_none_is_filled_in(links, stored, keeps_cookies):
    """The first page of all is what it was; each further one has nothing chosen, and says why."""
    browsers = [Client()] * len(links) if keeps_cookies else [Client() for _link in links]
    pages = [open_all([link], browser)[0] for link, browser in zip(links, browsers, strict=True)]

    assert len(Html(pages[0]).chosen) == 1
    assert [[]] * (len(links) - 1) == [Html(page).chosen for page in pages[1:]]
    assert all(BOTH in page.decode() for page in pages[1:])


@pytest.mark.parametrize("hours", [0, 1])
def test_a_press_on_the_first_page_plays_nothing_then(client, links, stored, hours):
    """It was opened before the others; its button is refused, with a page on which nothing is chosen.

    A scanner may wait before it presses.
    """
    first = open_all(links, client)[0]
    before = GameState.objects.get(game=stored.game).data
    with time_machine.travel(NOW + timedelta(hours=hours), tick=False):
        pressed = client.post(f"/t/{stored.game.key}/answer/", form_of(first))

    assert 409 == pressed.status_code
    assert "Nothing was played: two different choices" in pressed.content.decode()
    assert [] == Html(pressed.content).chosen
    assert (0, bytes(before)) == (moves_of(stored), bytes(GameState.objects.get(game=stored.game).data))


def test_the_address_of_a_choice_is_no_way_around(client, links, stored):
    """The page that the first link led to, loaded once more."""
    open_all(links[:1], client)
    address = client.get(links[0])["Location"]
    open_all(links[1:2], client)

    assert Html(client.get(address).content).chosen == []


def test_a_person_chooses_on_the_page(client, links, stored):
    """Who opened two by mistake chooses there, and it counts at once; or opens one a little later."""
    pages = open_all(links[:2], client)
    question = stored.question("ann")
    choices = Html(pages[1]).labels["radio"]
    third = next(label for label in choices if not any(label in link for link in links[:2]))
    with time_machine.travel(NOW + timedelta(seconds=11), tick=False):
        later = Html(open_all(links[1:2], client)[0])
    chosen = client.post(f"/t/{stored.game.key}/answer/", {**form_of(pages[1]), "label": third})

    assert len(later.chosen) == 1
    assert (302, 1) == (chosen.status_code, moves_of(stored))
    assert not Question.objects.get(pk=question.pk).is_open


def test_opening_links_changes_no_row(client, links):
    """However many are opened: what is remembered for some seconds is in the cache alone."""
    before = all_rows()
    open_all(links * 2, client)

    assert before == all_rows()


def test_votes_are_held_back_as_well(client, stored):
    """Two links of a vote: neither is filled in, and the first page casts nothing."""
    bob = Seat.objects.get(pk=stored.seats["bob"].pk)
    votes.do_open(stored.game, bob, Vote.Kind.SILENCE, choices=CHOICES)
    vote = Vote.objects.get()
    link = f"/p/{tokens.make_token(stored.seats['ann'])}/"
    picks = [vote.pick_of(choice) for choice in vote.choices[:2]]
    first, second = (
        client.get(link, {"to": "votes", "pick": pick}, follow=True).content.decode() for pick in picks
    )
    form = {"vote": vote.pk, "choice": vote.choices[0]}
    secret = Html(first.encode()).all("input")
    form |= {str(each["name"]): str(each["value"]) for each in secret if each.get("type") == "hidden"}
    cast = client.post(f"/t/{stored.game.key}/votes/", form)

    assert ("checked" in first, "checked" in second) == (True, False)
    assert BOTH in second
    assert (409, 0) == (cast.status_code, vote.ballots.count())
