"""The pulse of an open page: one statement, who may ask, what it tells, and when to ask again."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from games import clock
from games.models import Deputy, Game, Move, Player, Question, Seat
from games.pages.table.pulse import FASTEST, SLOWEST
from games.people.presence import AFTER_WINDOW
from games.play.answer import answer_question
from games.seats.lobby import create_game
from tests.mail import boards
from tests.mail.tables import NOW, Stored, store
from tests.pages import kinds
from tests.pages.positions import hand_limits, open_link, pulse_of, turn_of_ann, won_by_ann

pytestmark = pytest.mark.django_db
LONG_AGO = timedelta(days=1)
POSITIONS = (
    turn_of_ann,
    hand_limits,
    won_by_ann,
    kinds.window,
    kinds.objected,
    kinds.asked_beside,
    boards.wide_open,
)


@pytest.fixture
def table(db) -> Stored:
    """It is Ann’s turn, in a game in which nothing has happened for a day."""
    stored = store(turn_of_ann())
    fall_asleep(stored)
    return stored


def fall_asleep(stored: Stored) -> None:
    """Let all that has happened, and everybody’s visit, be a day ago."""
    Move.objects.filter(game=stored.game).update(created_at=clock.now() - LONG_AGO)
    Seat.objects.filter(game=stored.game).update(here_at=clock.now() - LONG_AGO)


def browser(stored: Stored, name: str) -> Client:
    """A browser in which somebody is signed in."""
    client = Client()
    if name:
        client.force_login(stored.players[name])
    return client


class Page:
    """A page that is open in a browser, and asks as its script does."""

    def __init__(self, client: Client, address: str) -> None:
        self.client, self.address = client, address
        self.fields = pulse_of(client.get(address).content)

    def ask(self, **more: object):
        """Send a pulse."""
        return self.client.post(f"{self.address}pulse/", self.fields | {k: str(v) for k, v in more.items()})

    def next(self, **more: object) -> float:
        """Return in how many seconds the page shall ask again."""
        return float(self.ask(**more).headers["Pulse-Next"])


def page_of(stored: Stored, name: str, client: Client | None = None) -> Page:
    """Open the table as one of its players."""
    return Page(client or browser(stored, name), f"/g/{stored.game.key}/")


def by_link(stored: Stored, name: str, client: Client) -> Page:
    """Open the table by the link of a mail, in a browser in which nobody is signed in."""
    open_link(client, stored.seats[name])
    return Page(client, f"/t/{stored.game.key}/")


def as_deputy(stored: Stored, owner: str, player: Player) -> Page:
    """Open the table as the deputy of one of its players."""
    until = clock.now() + timedelta(days=5)
    Deputy.objects.create(
        seat=stored.seats[owner],
        owner=stored.players[owner],
        player=player,
        until=until.date(),
        ends_at=until,
        accepted_at=clock.now(),
    )
    Seat.objects.filter(pk=stored.seats[owner].pk).update(has_deputy=True)
    client = Client()
    client.force_login(player)
    return Page(client, f"/d/{stored.game.key}/")


def test_a_pulse_costs_one_statement(table, django_assert_num_queries):
    """Whoever asks, whether or not they look, and when that they look is to be noted."""
    dee = Player.objects.create_user("dee@example.org", name="Dee")
    Game.objects.update(is_open=True)
    pages = [page_of(table, "bob"), page_of(table, ""), by_link(table, "cid", Client())]
    pages.append(as_deputy(table, "ann", dee))
    for page in pages:
        page.ask(looked=0)  # notes also that its reader is here, which it does every five minutes
        Seat.objects.update(watched_at=None)
        Deputy.objects.update(watched_at=None)
        for said in ({}, {"looked": 0}, {"idle": 500}, {"looked": 30}):
            with django_assert_num_queries(1):
                assert page.ask(**said).status_code == 204


@pytest.mark.parametrize("position", POSITIONS, ids=[each.__name__ for each in POSITIONS])
def test_a_pulse_says_the_same_as_its_page(db, position):
    """In each kind of position, and in windows of others, for everybody at the table and an onlooker."""
    stored = store(position(), is_open=True)
    for who in (*stored.players, ""):
        assert page_of(stored, who).ask().status_code == 204


def test_a_lobby_has_a_pulse(table):
    """Its page is out of date when somebody comes."""
    lobby = create_game(host=table.players["ann"], name="Soon", seats=3)
    page = Page(browser(table, "ann"), f"/g/{lobby.key}/")
    assert page.ask().status_code == 204
    Seat.objects.filter(game=lobby, number=2).update(status=Seat.Status.INVITED)
    assert page.ask().status_code == 200


def test_a_move_and_a_pause_make_a_page_stale(table):
    """It says so until the page is fetched anew."""
    page = page_of(table, "bob")
    Game.objects.update(paused_at=clock.now())
    assert [200, 200] == [page.ask().status_code for _each in range(2)]
    Game.objects.update(paused_at=None)
    assert page.ask().status_code == 204
    question = table.question("ann")
    answer_question(seat=question.seat_id, number=question.number, labels=["bread"], by="page")
    assert page.ask().status_code == 200
    assert page_of(table, "bob").ask().status_code == 204


def test_who_may_not_see_the_table_any_more_hears_nothing(table):
    """Who has signed out, whose seat, link or deputy is gone, and whose token is another’s."""
    dee = Player.objects.create_user("dee@example.org", name="Dee")
    bob, cid, deputy = page_of(table, "bob"), by_link(table, "cid", Client()), as_deputy(table, "ann", dee)
    stolen = Page(browser(table, "ann"), bob.address)
    stolen.fields = bob.fields
    assert "Pulse-Next" not in stolen.ask(looked=0).headers
    assert Seat.objects.filter(watched_at__isnull=False).count() == 0
    Seat.objects.filter(pk=table.seats["cid"].pk).update(link_epoch=7)
    Deputy.objects.update(ended_at=clock.now())
    Session.objects.all().delete()

    assert [403] * 3 == [page.ask(looked=0).status_code for page in (bob, cid, deputy)]
    assert Seat.objects.filter(watched_at__isnull=False).count() == 0
    assert Deputy.objects.filter(watched_at__isnull=False).count() == 0


def test_who_is_suspended_hears_nothing(table):
    """By no page of theirs, nor does their deputy: a bot plays. Nothing says that they look, or are here."""
    dee = Player.objects.create_user("dee@example.org", name="Dee")
    pages = [page_of(table, "bob"), by_link(table, "bob", Client()), as_deputy(table, "bob", dee)]
    assert [204] * 3 == [page.ask().status_code for page in pages]
    Player.objects.filter(pk=table.players["bob"].pk).update(suspended_until=clock.now() + LONG_AGO)

    assert [403] * 3 == [page.ask(looked=0).status_code for page in pages]
    assert Seat.objects.get(pk=table.seats["bob"].pk).watched_at is None
    assert Deputy.objects.get().watched_at is None
    Player.objects.filter(pk=table.players["bob"].pk).update(suspended_until=clock.now() - LONG_AGO)
    assert 204 == pages[0].ask().status_code


@pytest.mark.parametrize("sent", ["", "x", "a:b", "x" * 10_000, "żółw:" * 9, "W10:"])
def test_what_is_no_token_goes_the_way_of_older_pages(table, sent):
    """It is answered as if there were none."""
    page = page_of(table, "bob")
    page.fields["pulse"] = sent
    answered = page.ask()

    assert (204, None) == (answered.status_code, answered.headers.get("Pulse-Next"))


@pytest.mark.parametrize("said", ["-1", "1e9", "٣", "", "999999999999", "x", "100000"])
def test_seconds_that_make_no_sense_count_for_nothing(table, said):
    """They hold no mail, and the page asks on."""
    page = page_of(table, "bob")
    assert page.ask(looked=said, idle=said).status_code == 204
    assert Seat.objects.get(pk=table.seats["bob"].pk).watched_at is None


def test_a_page_that_nobody_touches_asks_less_and_less(table):
    """Within seconds of a touch it asks as often as it may; in the end once a minute."""
    page = page_of(table, "bob")
    said = [page.next(idle=idle) for idle in (0, 9, 40, 120, 480, 9_999)]

    assert [FASTEST, FASTEST, 5.0, 15.0, SLOWEST, SLOWEST] == said


def test_while_somebody_else_is_there_a_page_asks_at_once(table):
    """And for a while after each move, whoever has made it. What only players see hurries nobody else."""
    Game.objects.update(is_open=True)
    bob, onlooker = page_of(table, "bob"), page_of(table, "")
    assert SLOWEST == bob.next(idle=9_999)
    page_of(table, "ann").ask(looked=0)
    assert [FASTEST, SLOWEST] == [page.next(idle=9_999) for page in (bob, onlooker)]

    Seat.objects.update(here_at=clock.now() - timedelta(minutes=6))
    assert SLOWEST == bob.next(idle=9_999)
    question = table.question("ann")
    answer_question(seat=question.seat_id, number=question.number, labels=["bread"], by="page")
    assert [FASTEST, FASTEST] == [page.next(idle=9_999) for page in (bob, onlooker)]


def test_who_does_not_show_presence_hurries_nobody(table):
    """Nor does somebody’s own presence."""
    Player.objects.update(shows_presence=False)
    bob = page_of(table, "bob")
    for name in ("ann", "bob"):
        page_of(table, name).ask(looked=0)

    assert SLOWEST == bob.next(idle=9_999)
    Player.objects.update(shows_presence=True)
    bob.ask(looked=0)
    assert SLOWEST == bob.next(idle=9_999)


def test_h7_a_window_hides_who_is_there(db):
    """While a window is open, and an hour after it, nobody’s pulse tells whether others are at the table."""
    stored = store(kinds.window())
    fall_asleep(stored)
    cid = page_of(stored, "cid")
    page_of(stored, "bob").ask(looked=0)
    assert SLOWEST == cid.next(idle=9_999)
    Question.objects.filter(game=stored.game, what="window").update(
        closed_at=clock.now() - AFTER_WINDOW - timedelta(minutes=1)
    )
    Seat.objects.update(watched_at=None)
    page_of(stored, "bob").ask(looked=0)
    assert FASTEST == page_of(stored, "cid").next(idle=9_999)


def test_a_game_that_is_over_is_asked_after_rarely(table):
    """Nothing happens there, whoever looks at it."""
    page_of(table, "ann").ask(looked=0)
    Game.objects.update(status=Game.Status.FINISHED, finished_at=NOW)

    assert SLOWEST == page_of(table, "bob").next(idle=9_999)
