"""Mails wait for a moment while their player has the table on the screen (decision 69)."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from games import clock
from games.delivery.dispatch import deliver
from games.models import Channel, Notice, Question, Seat
from games.outbox.notices import AT_THE_PAGE
from games.outbox.planning import GRACE
from tests.mail.tables import Stored, store
from tests.pages.positions import Html, turn_of_ann

pytestmark = pytest.mark.django_db(transaction=True)
KINDS = Notice.Kind


@pytest.fixture
def table(db) -> Stored:
    """It is Ann’s turn, of which she has had no mail; nothing else waits."""
    stored = store(turn_of_ann())
    Question.objects.update(due_at=clock.now() + timedelta(days=3))
    Notice.objects.all().delete()
    return stored


def browser(stored: Stored, name: str) -> Client:
    """A browser in which somebody is signed in."""
    client = Client()
    client.force_login(stored.players[name])
    return client


def look(client: Client, stored: Stored, **more: str):
    """Send what an open page sends every 15 seconds, with the state that it shows."""
    page = Html(client.get(f"/g/{stored.game.key}/").content)
    form = next(each for each in page.all("form") if each.get("id") == "pulse")
    state = next(each["value"] for each in page.all("input") if each.get("name") == "state")
    return client.post(str(form["data-hx-post"]), {"state": state, **more})


def time_passes(by: timedelta) -> None:
    """Let all that waits, and all that was seen, be so much older."""
    for row in Notice.objects.filter(status=Notice.Status.WAITING):
        Notice.objects.filter(pk=row.pk).update(
            next_try_at=row.next_try_at - by, created_at=row.created_at - by
        )
    for seat in Seat.objects.exclude(watched_at=None):
        Seat.objects.filter(pk=seat.pk).update(watched_at=seat.watched_at - by)


def sent() -> list[str]:
    """Whom mails have reached so far."""
    return [each.to[0].split("@")[0] for each in mail.outbox]


def notify(stored: Stored, name: str, kind: str = KINDS.TURN) -> Notice:
    """Write a notice now, as the turn comes."""
    notice = stored.notice(kind, name)
    Notice.objects.filter(pk=notice.pk).update(created_at=clock.now(), next_try_at=clock.now())
    notice.refresh_from_db()
    return notice


def test_a_page_on_the_screen_holds_its_player_s_mail(table):
    """As long as it is looked at, and a little longer; then the mail leaves."""
    ann = browser(table, "ann")
    assert look(ann, table, watching="on").status_code == 204
    notice = notify(table, "ann")
    deliver()

    assert sent() == []
    notice.refresh_from_db()
    assert notice.status == Notice.Status.WAITING
    assert timedelta() < notice.next_try_at - clock.now() <= GRACE

    time_passes(GRACE)
    look(ann, table, watching="on")
    deliver()
    assert sent() == []

    time_passes(GRACE + timedelta(seconds=1))
    deliver()
    assert len(sent()) == 1


def test_nobody_else_waits(table):
    """Neither who does not look, nor whose page is hidden, nor another player at the table."""
    look(browser(table, "bob"), table)  # hidden behind another tab
    look(browser(table, "ann"), table, watching="on")
    notify(table, "bob", KINDS.ENDED)
    deliver()

    assert len(sent()) == 1
    assert Seat.objects.get(pk=table.seats["bob"].pk).watched_at is None


@pytest.mark.slow
def test_a_page_that_is_left_open_holds_nothing_for_long(table):
    """A screen may be on in an empty room."""
    ann = browser(table, "ann")
    notify(table, "ann")
    for _minute in range(int(AT_THE_PAGE / GRACE) + 1):
        look(ann, table, watching="on")
        deliver()
        assert sent() == [] or _minute > AT_THE_PAGE / GRACE - 1
        time_passes(GRACE)
    look(ann, table, watching="on")
    deliver()

    assert len(sent()) == 1


def test_what_was_answered_meanwhile_is_not_mailed(table):
    """That is what the wait is for."""
    look(browser(table, "ann"), table, watching="on")
    notice = notify(table, "ann")
    deliver()
    Question.objects.filter(pk=notice.question_id).update(closed_at=clock.now())
    time_passes(GRACE + timedelta(seconds=1))
    deliver()

    notice.refresh_from_db()
    assert (sent(), notice.status) == ([], Notice.Status.SKIPPED)


def test_a_near_deadline_is_not_held(table):
    """Two hours before it, mails leave at once."""
    Question.objects.update(due_at=clock.now() + timedelta(hours=1))
    look(browser(table, "ann"), table, watching="on")
    notify(table, "ann")
    deliver()

    assert len(sent()) == 1


def test_devices_wait_as_well(table):
    """A push about what is on the screen would be as superfluous; it goes out when the mail does."""
    player = table.players["ann"]
    Channel.objects.create(player=player, kind=Channel.Kind.JSON, name="Home", url="https://x.example/")
    look(browser(table, "ann"), table, watching="on")
    notify(table, "ann")
    deliver()

    assert not Notice.objects.filter(channel__isnull=False).exists()


def test_an_answer_shows_that_its_player_is_there(table):
    """So the next turn, which bots bring within seconds, is not mailed before the page has asked once."""
    ann = browser(table, "ann")
    page = Html(ann.get(f"/g/{table.game.key}/").content)
    hidden = {str(each["name"]): each["value"] for each in page.all("input") if each.get("type") == "hidden"}
    ann.post(reverse("answer", args=[table.game.key]), {**hidden, "label": "bread"})

    assert Seat.objects.get(pk=table.seats["ann"].pk).watched_at is not None


def test_nobody_is_shown_who_looks(table):
    """Pages of others are the same, byte for byte, while Ann looks."""
    bob = browser(table, "bob")
    Seat.objects.update(here_at=clock.now() - timedelta(days=1))
    before = Html(bob.get(f"/g/{table.game.key}/").content).text
    Seat.objects.filter(pk=table.seats["ann"].pk).update(watched_at=clock.now())

    assert Html(bob.get(f"/g/{table.game.key}/").content).text == before
