"""Presence: who sees when somebody was last here, and that it never tells who passed a Surprise."""

import re
from datetime import timedelta

import pytest
import time_machine

from games.core.access import question_of
from games.models import Player, Question, Seat
from games.models.question import WINDOW
from games.people.blocks import keep_away
from games.people.presence import describe_presence, note_presence
from games.people.pulses import PulseSender, take_pulse
from games.play.answer import answer_question
from games.seats.lobby import create_game
from tests.mail.tables import NOW, Stored, store
from tests.pages.kinds import window
from tests.pages.positions import turn_of_ann

from .conftest import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock():
    """The clock of these tests, which stands still."""
    with time_machine.travel(NOW + timedelta(hours=2), tick=False) as traveller:
        yield traveller


def here(stored: Stored, name: str, viewer: str = "ann") -> str:
    """What one player is told of another."""
    seats = {each.pk: each for each in stored.game.seats.select_related("player")}
    return describe_presence(seats[stored.seats[name].pk], seats[stored.seats[viewer].pk])


def test_presence_is_rounded(clock):
    """Now, then steps of five minutes, hours and days."""
    stored = store(turn_of_ann())
    assert here(stored, "bob") == ""

    note_presence(seat=stored.seats["bob"])
    said = []
    for passed in (4, 5, 50, 120, 2 * 24 * 60):
        clock.shift(timedelta(minutes=passed))
        said.append(here(stored, "bob"))

    assert ["here now", "here 5 min ago", "here 55 min ago", "here 3 h ago", "here 2 days ago"] == said


def test_it_is_stored_every_five_minutes_at_most(clock, django_assert_num_queries):
    """One statement, which mostly changes nothing."""
    seat = store(turn_of_ann()).seats["bob"]
    for minutes in (0, 4, 4):
        clock.shift(timedelta(minutes=minutes))
        with django_assert_num_queries(1):
            note_presence(seat=seat)
        seat.refresh_from_db()

    assert NOW + timedelta(hours=2, minutes=8) == seat.here_at


def test_who_does_not_show_it_is_not_noted(clock):
    """Nothing is stored of them, and what was stored before is shown to nobody."""
    stored = store(turn_of_ann())
    note_presence(seat=stored.seats["bob"])
    for name in ("bob", "cid"):
        Player.objects.filter(pk=stored.players[name].pk).update(shows_presence=False)
    note_presence(seat=stored.seats["cid"])

    assert here(stored, "bob") == ""
    assert Seat.objects.get(pk=stored.seats["cid"].pk).here_at is None


def test_a_window_freezes_the_other_tables_of_its_players_too(clock):
    """Bob's window is open: at another table Ann could see that he is here while it closes."""
    stored = store(window())
    seat = create_game(host=stored.players["bob"], name="Elsewhere", seats=2).seats.get(number=1)
    note_presence(seat=seat)

    assert Seat.objects.get(pk=seat.pk).here_at is None


SHOWN = re.compile('class="(?:presence|plate__here)"')


def test_only_players_at_the_table_see_it(clock, client):
    """Ann sees it at the table and among the people; an onlooker of a listed game doesn't."""
    stored = store(turn_of_ann(), is_open=True)
    note_presence(seat=stored.seats["bob"])
    charlie = Player.objects.create_user("charlie@example.org", name="Charlie")

    for player, sees in ((stored.players["ann"], True), (charlie, False)):
        client.force_login(player)
        pages = [client.get(f"/g/{stored.game.key}/{page}").text for page in ("", "people/")]
        assert [sees] * 2 == [bool(SHOWN.search(page)) for page in pages]


def pass_window(stored: Stored, name: str) -> None:
    """Let a player pass on the page, which then says that it was seen, as in a browser."""
    seat = stored.seats[name]
    question = question_of(seat)
    assert question is not None
    assert question.what == WINDOW
    note_presence(seat=seat)
    answer_question(seat=seat.pk, number=question.number, labels=("pass",), by="page")
    note_presence(seat=seat)


@pytest.mark.parametrize("name", ["bob", "cid"])
def test_nobody_is_here_while_a_window_is_open_nor_when_it_closes(clock, name):
    """Whoever passes, closes the window and looks on: the others see the same of both as before it."""
    stored = store(window())
    Seat.objects.filter(game=stored.game).update(here_at=NOW)
    pass_window(stored, name)

    assert not Question.objects.filter(game=stored.game, what=WINDOW, closed_at=None).exists()
    assert here(stored, "bob") == here(stored, "cid") == "here 2 h ago"

    clock.shift(timedelta(minutes=50))
    note_presence(seat=stored.seats[name])
    assert here(stored, "bob") == here(stored, "cid") == "here 3 h ago"

    clock.shift(timedelta(minutes=11))
    note_presence(seat=stored.seats[name])
    assert here(stored, name) == "here now"


def page_of(stored: Stored, name: str, page: str = "") -> str:
    """What a page of the table says to a player."""
    return browser_of(stored.players[name]).get(f"/g/{stored.game.key}/{page}").content.decode().lower()


@pytest.mark.parametrize("page", ["", "people/"])
@pytest.mark.parametrize("blocker", ["ann", "bob"])
def test_people_who_keep_apart_see_no_presence_of_each_other(blocker, page, clock):
    """Whoever has blocked whom: somebody who is kept away mustn't learn when the other is here."""
    stored = store(turn_of_ann())
    note_presence(seat=stored.seats["bob"])
    before = page_of(stored, "ann", page)
    other = "bob" if blocker == "ann" else "ann"
    keep_away(by=stored.players[blocker], player=stored.players[other], kind="block")
    after, of_cid = page_of(stored, "ann", page), page_of(stored, "cid", page)

    assert "here now" in before
    assert "here now" in of_cid
    assert "here now" not in after


def test_a_pulse_gets_no_faster_by_who_keeps_apart(clock):
    """Its rhythm would tell as well that somebody is here."""
    stored = store(turn_of_ann())
    ann, bob = stored.seats["ann"], stored.seats["bob"]
    note_presence(seat=bob)
    sender = PulseSender(stored.game.key, ann.pk, ann.player_id)
    before = take_pulse(sender)
    keep_away(by=stored.players["bob"], player=stored.players["ann"], kind="block")
    after = take_pulse(sender)

    assert (True, False) == (before.others_are_here, after.others_are_here)
