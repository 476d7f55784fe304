"""Pages about somebody who is silent: the form of a new game, votes, records, policies in words."""

import pytest
from django.test import Client

from games.models import Ballot, Game, Seat, Silence, Vote
from games.pages.common import passes
from tests.mail.kinds import open_game
from tests.mail.tables import NOW, Stored
from tests.pages.positions import Html, open_link

NEW = {
    "name": "Friday",
    "my_name": "Ann",
    "deck": "fluxx",
    "seats": "3",
    "pace": "3",
    "is_open": "private",
    "first": "chance",
}


@pytest.fixture
def host(visit, charlie) -> Client:
    return visit(charlie)


def test_without_a_choice_a_game_is_as_it_always_was(host):
    """Nobody has to look at the folded parts of the form."""
    host.post("/new/", NEW)

    game = Game.objects.get()
    assert (Silence.PLAY, 3, 0, 0, True) == (
        game.silence,
        game.patience,
        game.least_reliability,
        game.usual_hours,
        game.newcomers,
    )


def test_a_policy_and_a_door_are_chosen_and_shown(host):
    """What was chosen is stored, and the lobby says it in words."""
    chosen = {"silence": "vote", "least_reliability": "80", "known_only": "on"}
    page = Html(host.post("/new/", NEW | chosen, follow=True).content).text

    game = Game.objects.get()
    assert (Silence.VOTE, 2, 80, False) == (
        game.silence,
        game.patience,
        game.least_reliability,
        game.newcomers,
    )
    assert "After 2 missed turns in a row, the others vote on what to do." in page
    assert "at least 80% of turns answered in time, some turns played on this site" in page
    assert "No record yet." not in page


@pytest.mark.parametrize("wrong", [{"silence": "shrug"}, {"patience": "9"}, {"usual_hours": "1"}])
def test_what_is_no_choice_is_refused(wrong, host):
    """The form says so, and makes no game."""
    assert 422 == host.post("/new/", NEW | wrong).status_code
    assert not Game.objects.exists()


@pytest.fixture
def vote(stored: Stored) -> Vote:
    """A vote about Ann."""
    return Vote.objects.create(
        game=stored.game,
        seat=stored.seats["ann"],
        kind=Vote.Kind.SILENCE,
        choices=["more-time", "bot", "replace", "end"],
        opened_at=NOW,
        closes_at=NOW.replace(year=NOW.year + 1),
    )


def test_voting_signed_in(stored, vote, bob):
    """The table says that there is a vote; one's own ballot is shown, and nobody else's."""
    address = f"/g/{stored.game.key}/votes/"
    Ballot.objects.create(vote=vote, seat=stored.seats["cid"], choice="end", cast_at=NOW)
    Vote.objects.filter(pk=vote.pk).update(closes_at=vote.closes_at)
    table = bob.get(f"/g/{stored.game.key}/").content.decode()
    page = Html(bob.get(address).content)

    assert address in table
    assert "Ann isn’t answering. What should happen?" in page.text
    assert "1 of 2 have voted." in page.text
    assert not [each for each in page.all("input") if "checked" in each]
    assert "Cid" not in page.text


def test_voting_by_a_link(client, stored, vote):
    """The link of the mail opens the votes, and its form stores a ballot; a closed vote shows them all."""
    seat = stored.seats["bob"]
    page = Html(open_link(client, seat, to="votes").content)
    assert "What should happen?" in page.text
    form = {"csrfmiddlewaretoken": passes.seat_secret(seat), "vote": vote.pk, "choice": "bot"}
    response = client.post(f"/t/{stored.game.key}/votes/", form)

    assert (302, ["bot"]) == (response.status_code, list(Ballot.objects.values_list("choice", flat=True)))
    Vote.objects.update(closed_at=NOW, outcome="bot")
    told = Html(client.get(f"/t/{stored.game.key}/votes/").content).text
    assert "Bob: A bot plays until they’re back" in told


@pytest.mark.parametrize(
    ("pick", "checked"), [("{}-end", ["end"]), ("{}-banish", ["bot"]), ("0-end", ["bot"]), ("end", ["bot"])]
)
def test_a_picked_choice_is_filled_in(pick, checked, stored, vote, bob):
    """A link of a mail fills in its own vote in place of the ballot that was cast; others change nothing."""
    Ballot.objects.create(vote=vote, seat=stored.seats["bob"], choice="bot", cast_at=NOW)
    page = Html(bob.get(f"/g/{stored.game.key}/votes/", {"pick": pick.format(vote.pk)}).content)

    assert checked == [each["value"] for each in page.all("input") if "checked" in each]
    assert ["bot"] == list(Ballot.objects.values_list("choice", flat=True))


def test_a_ballot_that_does_not_count_is_refused_in_words(stored, vote, ann, bob):
    """The one it is about, no choice, and a closed vote: each is told why, and nothing changes."""
    address = f"/g/{stored.game.key}/votes/"
    refused = ann.post(address, {"vote": vote.pk, "choice": "bot"})
    wrong = bob.post(address, {"vote": vote.pk, "choice": "banish"})
    Vote.objects.update(closed_at=NOW, outcome="bot")
    late = bob.post(address, {"vote": vote.pk, "choice": "bot"})

    assert [403, 422, 409] == [each.status_code for each in (refused, wrong, late)]
    assert "You can’t vote on your own seat." in Html(refused.content).text
    assert not Ballot.objects.exists()


def test_records_are_shown_at_the_table_and_in_the_lobby(stored, bob, visit):
    """Who has hardly played has no record yet; nobody who looks on from outside sees any."""
    people = Html(bob.get(f"/g/{stored.game.key}/people/").content).text
    lobby = open_game()
    Game.objects.filter(pk=lobby.game.pk).update(is_open=True)

    assert 3 == people.count("No record yet.")
    assert "record" not in visit(lobby.players["bob"]).get(f"/g/{lobby.game.key}/").content.decode()
    assert "No record yet." not in visit(None).get(f"/g/{lobby.game.key}/").content.decode()


def test_h1_the_page_of_an_offered_seat_shows_no_hand(stored, visit, charlie):
    """Before it is theirs, nobody sees the cards of a seat that is offered, nor what was drawn."""
    Seat.objects.filter(pk=stored.seats["ann"].pk).update(on_autopilot=True, offered_at=NOW)
    page = visit(charlie).get(f"/join/{stored.game.link_key}/seats/1/").content.decode()

    assert "Take over this seat" in page
    assert "Baked Goods" not in page
    assert "submission_key" not in page
