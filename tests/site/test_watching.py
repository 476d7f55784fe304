"""Mails wait for a moment while their reader looks at the table (decisions 69 and 89)."""

from datetime import timedelta

import pytest
from django.core import mail
from django.db.models import F
from django.test import Client
from django.urls import reverse

from games import clock
from games.delivery.dispatch import deliver
from games.delivery.preparing import is_prepared
from games.models import Channel, Deputy, Notice, Player, Question, Seat
from games.outbox.notices import AT_THE_PAGE, build_for_question, write
from games.outbox.planning import GRACE, copy_to_channels
from tests.mail.tables import Stored, store
from tests.pages.positions import Html, open_link, pulse_of, turn_of_ann

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


def look(client: Client, stored: Stored, looked: int | None = 0, via: str = "g"):
    """Send what an open page sends: its reader looks at it, did so some seconds ago, or has not."""
    address = f"/{via}/{stored.game.key}/"
    said = {} if looked is None else {"looked": str(looked)}
    return client.post(f"{address}pulse/", pulse_of(client.get(address).content) | said)


def time_passes(by: timedelta) -> None:
    """Let all that waits, and all that was seen, be so much older."""
    for row in Notice.objects.filter(status=Notice.Status.WAITING):
        Notice.objects.filter(pk=row.pk).update(
            next_try_at=row.next_try_at - by, created_at=row.created_at - by
        )
    for model in (Seat, Deputy):
        model.objects.update(watched_at=F("watched_at") - by)


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
    assert look(ann, table).status_code == 204
    notice = notify(table, "ann")
    deliver()

    assert sent() == []
    notice.refresh_from_db()
    assert notice.status == Notice.Status.WAITING
    assert timedelta() < notice.next_try_at - clock.now() <= GRACE

    time_passes(GRACE)
    look(ann, table)
    deliver()
    assert sent() == []

    time_passes(GRACE + timedelta(seconds=1))
    deliver()
    assert len(sent()) == 1


def test_nobody_else_waits(table):
    """Neither who does not look, nor whose page is hidden, nor another player at the table."""
    look(browser(table, "bob"), table, None)  # hidden behind another tab
    look(browser(table, "ann"), table)
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
        look(ann, table)
        deliver()
        assert sent() == [] or _minute > AT_THE_PAGE / GRACE - 1
        time_passes(GRACE)
    look(ann, table)
    deliver()

    assert len(sent()) == 1


def test_what_was_answered_meanwhile_is_not_mailed(table):
    """That is what the wait is for."""
    look(browser(table, "ann"), table)
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
    look(browser(table, "ann"), table)
    notify(table, "ann")
    deliver()

    assert len(sent()) == 1


def test_devices_wait_as_well(table):
    """A push about what is on the screen would be as superfluous; it goes out when the mail does."""
    player = table.players["ann"]
    Channel.objects.create(player=player, kind=Channel.Kind.JSON, name="Home", url="https://x.example/")
    look(browser(table, "ann"), table)
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


def test_the_mail_leaves_90_seconds_after_its_reader_has_looked(table):
    """Whether the page was hidden, nobody touched it, its laptop was closed, or its browser died."""
    ann = browser(table, "ann")
    look(ann, table)
    time_passes(timedelta(seconds=60))
    notify(table, "ann")
    look(ann, table, 40)  # hidden 40 seconds ago, as its last pulse says
    deliver()
    assert sent() == []
    held = Notice.objects.get(kind=KINDS.TURN)
    assert timedelta(seconds=49) < held.next_try_at - clock.now() <= timedelta(seconds=50)

    time_passes(timedelta(seconds=51))
    deliver()
    assert len(sent()) == 1


def test_reminders_leave_in_any_case(table):
    """Who looks at the table and forgets the clock is the one who needs them."""
    look(browser(table, "ann"), table)
    notify(table, "ann", KINDS.REMINDER)
    deliver()

    assert len(sent()) == 1


@pytest.mark.parametrize("ahead", [timedelta(hours=5), timedelta(days=400)])
def test_a_clock_that_jumped_holds_nothing(table, ahead):
    """What was noted while the machine's time was wrong is no reason to wait."""
    look(browser(table, "ann"), table)
    notice = notify(table, "ann")
    Seat.objects.update(watched_at=clock.now() + ahead)
    deliver()
    assert len(sent()) == 1

    Notice.objects.filter(pk=notice.pk).delete()
    Seat.objects.update(watched_at=clock.now())
    notice = notify(table, "ann")
    Notice.objects.filter(pk=notice.pk).update(created_at=clock.now() + ahead)
    deliver()
    assert len(sent()) == 2


def test_a_page_that_is_open_twice_holds_as_the_one_that_is_looked_at(table):
    """A tab in the background, or on a second screen, neither holds a mail nor lets it go."""
    phone, laptop = browser(table, "ann"), browser(table, "ann")
    look(laptop, table)
    notify(table, "ann")
    look(phone, table, None)
    look(phone, table, 500)
    deliver()
    assert sent() == []


def test_a_page_by_link_holds_its_reader_s_mail(table):
    """A guest has nothing but the link. What opens it by itself says nothing until somebody touches it."""
    guest = Client()
    page = open_link(guest, table.seats["ann"])
    assert "data-needs-touch" in page.content.decode()
    look(guest, table, None, via="t")
    assert Seat.objects.get(pk=table.seats["ann"].pk).watched_at is None
    look(guest, table, via="t")
    notify(table, "ann")
    deliver()

    assert sent() == []


def test_a_deputy_s_look_holds_the_deputy_s_mails_alone(table):
    """The owner of the seat is not at the table."""
    dee, until = Player.objects.create_user("dee@example.org", name="Dee"), clock.now() + timedelta(days=5)
    Deputy.objects.create(
        seat=table.seats["ann"],
        owner=table.players["ann"],
        player=dee,
        until=until.date(),
        ends_at=until,
        accepted_at=clock.now(),
    )
    Seat.objects.filter(pk=table.seats["ann"].pk).update(has_deputy=True)
    client = Client()
    client.force_login(dee)
    look(client, table, via="d")
    table.seats["ann"].refresh_from_db()
    write([build_for_question(table.question("ann"))])
    deliver()
    assert sent() == ["ann"]

    time_passes(GRACE + timedelta(seconds=1))
    deliver()
    assert sent() == ["ann", "dee"]

    look(browser(table, "ann"), table)
    look(client, table, None, via="d")
    notify(table, "ann")
    deliver()
    assert sent() == ["ann", "dee"]


def test_a_push_that_waited_for_morning_waits_for_its_reader_too(table):
    """A device is told later what a mail would be; it is told, though, once the reader has gone."""
    player = table.players["ann"]
    channel = Channel.objects.create(
        player=player, kind=Channel.Kind.JSON, name="Home", url="https://x.example/"
    )
    notice = notify(table, "ann")
    copy_to_channels(notice)
    look(browser(table, "ann"), table)
    copy = Notice.objects.get(channel=channel)

    assert not is_prepared(copy)
    time_passes(GRACE + timedelta(seconds=1))
    copy = Notice.objects.get(channel=channel)
    assert copy.next_try_at <= clock.now()
    assert is_prepared(copy)


def test_near_a_deadline_devices_hear_of_it_too(table):
    """The mail leaves at once then, so what goes to devices does."""
    player = table.players["ann"]
    Channel.objects.create(player=player, kind=Channel.Kind.JSON, name="Home", url="https://x.example/")
    Question.objects.update(due_at=clock.now() + timedelta(hours=1))
    look(browser(table, "ann"), table)
    notify(table, "ann")
    deliver()

    assert Notice.objects.filter(channel__isnull=False).count() == 1
