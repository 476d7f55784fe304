"""The mail of a gazette: what it is like, when it leaves, and how its reader ends it."""

import re
import smtplib
import time
from datetime import timedelta
from unittest.mock import patch

import pytest
import time_machine
from django.core import mail as outbox
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games import clock
from games.delivery import gazettes, pace
from games.mail import addresses
from games.mail.gazette_picture import render_svg
from games.mail.unsubscribe import make_gazette_token, read_token
from games.models import Circle, CircleMember, NoticeChoices, PersonMail, Player
from games.models.names import TURNS_AROUND
from games.people.gazette import read_issue, write_issue
from games.people.gazette_letters import write_letter
from games.people.gazette_values import Week
from games.periodic.sweep import sweep_gazettes, sweep_notices
from tests.mail.examples import gazette
from tests.mail.gazettes import WEEK, circle_of_a_week
from tests.mail.received import Mail
from tests.mail.test_client_support import HARMLESS, SUPPORT, features_of
from tests.mail.test_hostile_names import NAMES
from tests.pages.positions import all_rows

pytestmark = pytest.mark.django_db
MONDAY = Week(WEEK).ends_at
NOON = MONDAY + timedelta(hours=12)


@pytest.fixture
def ann() -> Player:
    """A member of a circle whose issue is written."""
    circle, reader = circle_of_a_week()
    with time_machine.travel(MONDAY + timedelta(minutes=5), tick=False):
        write_issue(circle.pk, Week(WEEK))
    return reader


def sent_at(moment) -> list[str]:
    """Who has got a gazette by this instant."""
    with time_machine.travel(moment, tick=False):
        sweep_gazettes()
    return sorted(each.to[0] for each in outbox.outbox)


def test_it_has_what_mailboxes_ask_of_a_list(same_picture):
    """One recipient, a way to end it by one click, a language, a picture of few bytes."""
    mail = gazette()

    assert "List-Unsubscribe=One-Click" == mail.parsed["List-Unsubscribe-Post"]
    assert "gazettes." in mail.parsed["List-Id"]
    assert "auto-generated" == mail.parsed["Auto-Submitted"]
    assert [] == [line for line in mail.text.splitlines() if len(line) > 120 and "http" not in line]
    assert len(mail.text.splitlines()) <= 60


def test_its_picture_is_small():
    """A mail with it has less than 100 kB."""
    mail = gazette()
    pictures = [part for part in mail.parsed.walk() if part.get_content_type() == "image/png"]

    assert 1 == len(pictures)
    assert len(mail.raw) < 100_000
    assert f"cid:{pictures[0]['Content-ID'].strip('<>')}" in mail.html


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_the_picture_has_the_cards_of_the_first_headline(language):
    """All of them, also where a title has a space at which no line may end."""
    circle, reader = circle_of_a_week()
    with translation.override(language):
        letter = write_letter(read_issue(write_issue(circle.pk, Week(WEEK)), reader), reader)
        svg = render_svg(letter.picture)

    assert "Ann" in letter.picture.above
    assert 3 == svg.count('height="222"')


def test_all_programs_know_what_it_is_made_of(same_picture):
    """As for the mails of games."""
    asked = features_of(gazette().html)

    assert set() == asked - set(SUPPORT)
    assert set() == {each for each in asked if "no" in SUPPORT[each].values()} - set(HARMLESS)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_hostile_name_breaks_nothing(name, same_picture):
    """Of a circle and of people, whatever a form would say."""
    circle, reader = circle_of_a_week()
    Circle.objects.update(name=name[:60])
    Player.objects.update(name=name[:40])
    circle.refresh_from_db()
    write_issue(circle.pk, Week(WEEK))
    row = PersonMail.objects.select_related("player").get(player=reader)
    with time_machine.travel(NOON, tick=False):
        raw = gazettes.compose(row).message().as_bytes(linesep="\r\n")

    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert b"\r\nBcc:" not in Mail(raw).head
    mail = Mail(raw)
    assert 1 == len(mail.parsed["To"].addresses)
    assert "<script" not in mail.html
    assert not re.search(TURNS_AROUND, mail.text + mail.html + str(mail.parsed["Subject"]))


def test_it_leaves_at_the_hour_of_the_digest(ann):
    """Once to each member, however often the sweep comes."""
    assert [] == sent_at(MONDAY + timedelta(hours=5))
    assert ["ann@example.org", "bob@example.org", "cid@example.org"] == sent_at(NOON)
    assert 3 == len(sent_at(NOON + timedelta(hours=1)))


def test_the_sweep_of_notices_leaves_it_alone(ann):
    """So it holds up no mail of a game."""
    with time_machine.travel(NOON, tick=False):
        sweep_notices()

    assert [] == outbox.outbox


def test_it_waits_for_other_mails(ann, settings):
    """While any is booked; then it goes."""
    settings.CATCH_UP_MAILS, settings.MAILS_GO_TO_FILES = 2.0, False
    with time_machine.travel(NOON, tick=False):
        for _mail in range(3):
            pace.book()
        assert [] == sent_at(NOON)
    assert 1 <= len(sent_at(NOON + timedelta(seconds=30)))


def test_quiet_hours_hold_it(ann):
    """Also those that somebody sets when it is written already."""
    Player.objects.filter(pk=ann.pk).update(quiet_from="07:00", quiet_to="14:00")
    assert "ann@example.org" not in sent_at(NOON)
    assert "ann@example.org" in sent_at(NOON + timedelta(hours=2))


def test_one_press_without_signing_in_ends_it(ann):
    """For this circle alone; it can be taken back on the spot, and a GET changes nothing."""
    token = make_gazette_token(ann, Circle.objects.get())
    other = Circle.objects.create(name="Others")
    CircleMember.objects.create(circle=other, player=ann)
    browser, address = Client(), reverse("unsubscribe", args=[token])
    browser.get(address)
    assert 2 == ann.circle_memberships.filter(gets_gazette=True).count()

    assert 200 == browser.post(address, {"List-Unsubscribe": "One-Click"}).status_code
    assert [other] == [each.circle for each in ann.circle_memberships.filter(gets_gazette=True)]
    assert "ann@example.org" not in sent_at(NOON)
    page = browser.get(address).content.decode()
    assert 'value="again"' in page
    browser.post(address, {"what": "again"})
    assert 2 == ann.circle_memberships.filter(gets_gazette=True).count()


def test_there_is_room_for_large_numbers_in_the_address_that_ends_it(settings):
    """A site of millions writes mails like any other."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    reader = Player(pk=36**5 - 1, email="ann@example.org")
    token = make_gazette_token(reader, Circle(pk=36**8 - 1))

    assert addresses.make_unsubscribe(token).startswith(f"unsub+{token}@")


def test_the_token_stops_mail_to_its_address_alone(ann):
    """Whoever reads the mailbox that somebody had before ends nothing."""
    token = make_gazette_token(ann, Circle.objects.get())
    assert Circle.objects.get() == read_token(token).circle
    Player.objects.filter(pk=ann.pk).update(email="new@example.org", address_changed_at=clock.now())
    assert read_token(token).is_outdated


def test_the_buttons_of_pages_end_it_and_bring_it_back(ann):
    """On its own page, in the settings of the circle, and among the notifications."""
    browser, circle = Client(), Circle.objects.get()
    browser.force_login(ann)
    for name, args in (("circle_gazette", [circle.key]), ("circle_settings", [circle.key]), ("notices", [])):
        page = browser.get(reverse(name, args=args)).content.decode()
        assert reverse("circle_gazette", args=[circle.key]) in page
        assert 'name="mail" value="no"' in page
    address = reverse("circle_gazette", args=[circle.key])
    answer = browser.post(address, {"mail": "no", "back": "notices"})
    assert reverse("notices") == answer.url
    assert "ann@example.org" not in sent_at(NOON)
    browser.post(address, {"mail": "yes"})
    assert ann.circle_memberships.get().gets_gazette


@pytest.mark.parametrize("why", ["left", "no news", "suspended", "old"])
def test_who_gets_none(why, ann):
    """Whoever has left, wants no news, is suspended; and nobody gets one that is old."""
    at = NOON
    match why:
        case "left":
            ann.circle_memberships.all().delete()
        case "no news":
            NoticeChoices.objects.create(player=ann, mail={"news": "off"})
        case "suspended":
            Player.objects.filter(pk=ann.pk).update(suspended_until=NOON + timedelta(days=2))
        case "old":
            at = NOON + timedelta(days=6)

    assert "ann@example.org" not in sent_at(at)
    assert "skipped" == PersonMail.objects.get(player=ann).status


def test_a_mail_server_that_is_away_delays_it(ann):
    """It is tried again, and comes once."""
    with patch("games.delivery.smtp.MailConnection.send", side_effect=smtplib.SMTPServerDisconnected):
        assert [] == sent_at(NOON)
    assert 3 == len(sent_at(NOON + timedelta(hours=1)))


def test_the_page_says_the_same(ann):
    """In the reader's language; somebody else finds nothing, and a week without an issue isn't there."""
    circle, browser = Circle.objects.get(), Client()
    browser.force_login(ann)
    address = reverse("circle_issue", args=[circle.key, WEEK.year, WEEK.month, WEEK.day])
    page = browser.get(address).content.decode()
    assert "Thursday 7" in page
    assert (
        reverse("circle_issue", args=[circle.key, WEEK.year, WEEK.month, WEEK.day])
        in browser.get(reverse("circle", args=[circle.key])).content.decode()
    )
    assert 404 == browser.get(reverse("circle_issue", args=[circle.key, 2026, 2, 31])).status_code
    assert 404 == browser.get(reverse("circle_issue", args=[circle.key, 2020, 1, 6])).status_code
    stranger = Client()
    stranger.force_login(Player.objects.create_user("eve@example.org", name="Eve"))
    assert 404 == stranger.get(address).status_code


def test_gazettes_alone_follow_each_other_at_the_pace_of_mails(ann, settings, mailoutbox):
    """One that has just left is no other mail that they would wait for."""
    settings.MAILS_GO_TO_FILES = False
    settings.CATCH_UP_MAILS = 50.0
    row = PersonMail.objects.get(player=ann)
    for number in range(6):
        reader = Player.objects.create_user(f"x{number}@example.org", name=f"X {number}")
        CircleMember.objects.create(circle=Circle.objects.get(), player=reader)
        PersonMail.objects.create(
            player=reader,
            kind=row.kind,
            params=row.params,
            message_id=f"x{number}",
            next_try_at=row.next_try_at,
        )
    with time_machine.travel(NOON, tick=True):
        PersonMail.objects.update(next_try_at=clock.now())
        gazettes.send_gazettes(stop_at=time.monotonic() + 20)

    assert len(mailoutbox) >= 6


@pytest.mark.parametrize("what", ["left", "gone"])
def test_the_token_of_a_circle_that_one_has_left_says_so(ann, what):
    """It tells nothing of it, and promises nothing about other mails."""
    circle = Circle.objects.get()
    token = make_gazette_token(ann, circle)
    circle.members.filter(player=ann).delete() if what == "left" else circle.delete()

    client = Client()
    asked = client.get(reverse("unsubscribe", args=[token])).content.decode()
    pressed = client.post(
        reverse("unsubscribe", args=[token]), {"List-Unsubscribe": "One-Click"}
    ).content.decode()

    for page in (asked, pressed):
        assert "not in that circle any more" in page
        assert circle.name not in page
        assert "We won’t send any more to this address" not in page


@pytest.mark.parametrize("what", ["all", "reminders", "all-again", "reminders-again"])
def test_whoever_a_gazette_is_forwarded_to_stops_no_other_mail(ann, what):
    """Its link is about the gazette alone, and its page tells nothing of other mails."""
    browser, address = Client(), reverse("unsubscribe", args=[make_gazette_token(ann, Circle.objects.get())])
    NoticeChoices.objects.update_or_create(player=ann, defaults={"mail": {"reminders": "off"}})
    before = all_rows()

    assert 422 == browser.post(address, {"what": what}).status_code
    assert before == all_rows()
    page = browser.get(address).content.decode()
    assert ["game"] == re.findall('name="what" value="([^"]*)"', page)
