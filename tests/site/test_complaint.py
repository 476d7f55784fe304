"""“Somebody stalls, insults and seems to play two seats”: dealt with from the queue, in five pages."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from games import clock
from games.history.game_history import history_lines
from games.models import Game, Player, Question, Report, Seat, StaffAct
from games.models.question import STOPS_PLAY
from games.people.sightings import note_sighting
from games.people.talk import post_remark
from games.periodic.sweep import sweep_deadlines, sweep_notices, sweep_wishes

from .conftest import make_player
from .play import answer, open_questions, seat_of

pytestmark = pytest.mark.django_db


class Desk:
    """A moderator’s browser, which counts the pages that it looks at; it goes where links lead, alone."""

    def __init__(self, moderator: Player) -> None:
        self.browser = Client()
        self.browser.force_login(moderator)
        self.pages: list[str] = []
        self.address, self.page = "", ""

    def open(self, address: str) -> None:
        """Look at a page."""
        self.show(self.browser.get(address, follow=True), address)

    def show(self, response, address: str) -> None:
        """Remember the page that an address leads to."""
        assert response.status_code == 200
        self.address = response.redirect_chain[-1][0] if response.redirect_chain else address
        self.page = response.content.decode()
        if not self.pages or self.pages[-1] != self.address:
            self.pages.append(self.address)

    def follow(self, text: str) -> None:
        """Press the first link with this text."""
        links = re.findall(r'<a[^>]*href="([^"]+)"[^>]*>(.*?)</a>', self.page, re.DOTALL)
        self.open(next(unescape(link) for link, label in links if text in label))

    def send(self, to: str = "", **fields: str) -> None:
        """Send the form of this page."""
        self.show(self.browser.post(to or self.address, fields, follow=True), to or self.address)


def lines_of(game: Game) -> list[str]:
    return [line.text for line in history_lines(game, None)]


def mailed(player: Player) -> list[str]:
    return [letter.subject for letter in mail.outbox if letter.to == [player.email]]


@pytest.mark.slow
def test_the_complaint_is_dealt_with_from_the_queue(ann, bob, carol, start, moderator, travel):
    """Five pages; who complained, who is suspended and the tables are told, and the tables play on."""
    cid = make_player("Cid")
    game = start(ann, bob, carol, cid)
    elsewhere = start(bob, carol, name="Elsewhere")
    for player in (bob, cid):
        note_sighting(player=player, address="203.0.113.7", browser="Firefox")
    said = post_remark(seat=seat_of(game, bob).pk, text="You are all fools.")
    seat = seat_of(game, bob).number
    browser = Client()
    browser.force_login(ann)
    words = "He stalls, insults us, and Cid seems to be him, too."
    browser.post(reverse("report", args=[game.key]), {"kind": "cheating", "words": words, "seat": seat})

    desk = Desk(moderator)
    desk.open(reverse("admin:index"))
    desk.follow("Cheating")
    for shown in (words, said.text, "cid@players.example", "both sit at:", "this proves nothing"):
        assert shown in desk.page
    desk.follow("Suspend the account")
    given = {"days": "14", "reason": "You insulted the others, and played two seats."}
    desk.send(**given)
    assert "What will happen" in desk.page
    desk.send(**given, confirmed="yes")
    report = Report.objects.get()
    close = reverse("admin:games_report_close", args=[report.pk])
    desk.send(close, status="acted", outcome="Bob can’t play here for two weeks. A bot keeps his seat.")
    sweep_wishes()
    sweep_notices()

    assert len(desk.pages) <= 5, desk.pages
    assert "Nothing is waiting for you." in desk.page
    assert "[Fluxx] The outcome of your report" in mailed(ann)
    assert "[Fluxx] Your account is suspended" in mailed(bob)
    for table in (game, elsewhere):
        assert 1 == len([line for line in lines_of(table) if "suspended Bob" in line])
        assert seat_of(table, bob).on_autopilot
        for _turn in range(6):
            table.refresh_from_db()
            if table.is_over:
                break
            waiting = Question.objects.filter(STOPS_PLAY, game=table).first()
            assert waiting.seat.player != bob
            answer(waiting)
            sweep_wishes()


def test_a_wrong_act_is_taken_back(ann, bob, carol, start, moderator):
    """From its record by one press: the seat is Bob’s again, and only the two lines tell of it."""
    game = start(bob, ann, carol)
    before = list(Seat.objects.filter(game=game).order_by("pk").values())
    asked = list(Question.objects.filter(game=game).order_by("pk").values())
    lines = lines_of(game)
    desk = Desk(moderator)
    desk.open(reverse("admin:games_player_act", args=[bob.pk, "suspend"]))
    desk.send(days="7", reason="It was Bob.", confirmed="yes")
    sweep_notices()
    act = StaffAct.objects.get()
    desk.send(reverse("admin:games_staffact_revert", args=[act.pk]))
    sweep_notices()

    assert before == list(Seat.objects.filter(game=game).order_by("pk").values())
    assert asked == list(Question.objects.filter(game=game).order_by("pk").values())
    assert 2 == len(lines_of(game)) - len(lines)
    told = ["[Fluxx] Your account is suspended", "[Fluxx] Your account isn’t suspended any more"]
    assert told == [subject for subject in mailed(bob) if "account" in subject]
    answer(open_questions(game)[0])


def test_who_waited_loses_no_time(ann, bob, start, moderator, travel):
    """The bot answers within the sweep, long before the deadline of the one who stalled."""
    game = start(bob, ann)
    desk = Desk(moderator)
    desk.open(reverse("admin:games_player_act", args=[bob.pk, "suspend"]))
    desk.send(days="7", reason="He stalled.", confirmed="yes")
    sweep_wishes()
    sweep_deadlines()

    waiting = Question.objects.filter(STOPS_PLAY, game=game).first()
    assert ann == waiting.seat.player
    assert waiting.due_at > clock.now() + timedelta(hours=12)
    assert 0 == seat_of(game, bob).timeouts_in_row
