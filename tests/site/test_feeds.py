"""A player's calendar and feed: what they tell, to whom, and when an address is worth nothing."""

import re
from datetime import date, timedelta
from xml.etree import ElementTree

import pytest
import time_machine
from django.core.cache import cache
from django.urls import reverse
from icalendar import Calendar

import engine
from games import clock
from games.core import access
from games.models import FeedKey, Question, Vacation
from games.pages.people.feeds import MOST_IN_TEN_MINUTES
from games.people.feeds import renew_feeds, revoke_feeds

from .play import answer, question_to, seat_of
from .test_windows import asked_about_a_rule
from .wonderland import answer as wonderland_answer

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def addresses(player) -> tuple[str, str]:
    secret = renew_feeds(player=player)
    return reverse("deadlines_feed", args=[secret]), reverse("turns_feed", args=[secret])


def feed_of(client, address) -> ElementTree.Element:
    return ElementTree.fromstring(client.get(address).content)  # noqa: S314  # our own words


def events(response) -> list:
    return Calendar.from_ical(response.content).walk("VEVENT")


def test_the_calendar_holds_each_deadline(ann, bob, start, client):
    """One event for each question with a deadline: in UTC, with an alarm and the game's page."""
    game = start(ann, bob)
    start(ann, bob, pace=0)
    question = question_to(game, ann)
    response = client.get(addresses(ann)[0])
    (event,) = events(response)
    (alarm,) = event.walk("VALARM")

    assert "text/calendar; charset=utf-8" == response["Content-Type"]
    assert question.due_at.replace(microsecond=0) == event["dtstart"].dt
    assert timedelta() == event["dtstart"].dt.utcoffset()
    assert re.fullmatch(r"question-[a-z2-7]{20}@\S+", event["uid"])
    assert event["url"].endswith(f"/g/{game.key}/")
    assert timedelta(hours=-2) == alarm["trigger"].dt
    assert [] == events(client.get(addresses(bob)[0]))


@pytest.mark.parametrize("moved", [timedelta(days=1), timedelta(hours=-20)], ids=["later", "earlier"])
def test_a_moved_deadline_is_the_same_event(moved, ann, bob, start, client):
    """Its name stays, and its number rises, also when the answer is due earlier than before."""
    game = start(ann, bob)
    address = addresses(ann)[0]
    question = question_to(game, ann)
    read = events(client.get(address))
    for by in (moved, timedelta(minutes=1), -moved):
        question.due_at += by
        question.save()
        read += events(client.get(address))
    read += events(client.get(addresses(ann)[0]))  # at another address as well
    numbers = [each["sequence"] for each in read]

    assert 1 == len({each["uid"] for each in read})
    assert sorted(set(numbers[:-1])) == numbers[:-1]
    assert numbers[-2] == numbers[-1]


def test_the_calendar_is_a_valid_publication(ann, bob, start, client):
    """What RFC 5545 wants is there, once, and no METHOD, which would want an organizer.

    A vacation is in it from its first day to its last.
    """
    start(ann, bob)
    days = {"first_day": date(2030, 5, 1), "last_day": date(2030, 5, 3)}
    now = clock.now()
    Vacation.objects.create(player=ann, **days, starts_at=now, ends_at=now + timedelta(days=3))
    raw = client.get(addresses(ann)[0]).content
    calendar = Calendar.from_ical(raw)
    found = calendar.walk("VEVENT")

    assert "METHOD" not in calendar
    assert [] == [error for each in calendar.walk() for error in each.errors]
    assert max(map(len, raw.split(b"\r\n"))) <= 75
    assert [(date(2030, 5, 1), date(2030, 5, 4))] == [
        (each["dtstart"].dt, each["dtend"].dt) for each in found if "dtend" in each
    ]
    for event in found:
        assert {"UID", "DTSTAMP", "DTSTART", "SUMMARY", "SEQUENCE"} <= set(event)
        assert not isinstance(event["sequence"], list)
        assert 0 <= event["sequence"] < 2**31


def test_the_feed_tells_each_turn(ann, bob, start, client):
    """An entry for each question, with a stable id, also when it is settled."""
    game = start(ann, bob)
    address = addresses(ann)[1]
    first = feed_of(client, address)
    answer(question_to(game, ann))
    later = feed_of(client, address)
    ids = [entry.find(f"{ATOM}id").text for entry in first.findall(f"{ATOM}entry")]

    assert 1 == len(ids)
    assert ids[0] in [entry.find(f"{ATOM}id").text for entry in later.findall(f"{ATOM}entry")]
    assert first.find(f"{ATOM}id").text == later.find(f"{ATOM}id").text
    assert "Friday game: It’s your turn" in client.get(address).content.decode()


def test_the_feed_is_valid_atom(ann, bob, start, client):
    """RFC 4287: an author; one id, title and date in the feed and each entry; no `self`, a secret."""
    address = addresses(ann)[1]
    empty = feed_of(client, address)
    start(ann, bob)
    feed = feed_of(client, address)

    assert [] == empty.findall(f"{ATOM}entry")
    for each in (empty, feed, *feed.findall(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            assert 1 == len(each.findall(f"{ATOM}{name}")), name
    for each in (empty, feed):
        assert ["Fluxx by mail"] == [name.text for name in each.findall(f"{ATOM}author/{ATOM}name")]
        assert ["alternate"] == [link.get("rel") for link in each.findall(f"{ATOM}link")]


def test_at_most_fifty_turns(ann, bob, start, client):
    """Of a long past, the newest."""
    game = start(ann, bob)
    now = clock.now()
    Question.objects.bulk_create(
        Question(
            game=game, seat=seat_of(game, ann), number=1000 + n, what="play", opened_at=now, closed_at=now
        )
        for n in range(60)
    )
    feed = feed_of(client, addresses(ann)[1])

    assert 50 == len(feed.findall(f"{ATOM}entry"))


def test_no_card_and_no_secret_is_told(ann, bob, start, client):
    """A third party reads it: no card of a hand, no link that opens a seat, and not its own address."""
    game = start(ann, bob)
    hand = {engine.card(slug).title for slug in access.view(game, seat_of(game, ann)).hand}
    for address in addresses(ann):
        text = client.get(address).content.decode()

        assert not [title for title in hand if title in text]
        assert "/p/" not in text
        assert "/t/" not in text
        assert address.split("/")[2] not in text


def test_reading_again_costs_nothing(ann, bob, start, client, travel):
    """The same feed is answered with 304, by its tag or by its date; no cookie, no search engine."""
    start(ann, bob)
    for address in addresses(ann):
        first = client.get(address)
        travel(minutes=1)
        same = client.get(address, headers={"If-None-Match": first["ETag"]})
        since = client.get(address, headers={"If-Modified-Since": first["Last-Modified"]})

        assert [200, 304, 304] == [each.status_code for each in (first, same, since)]
        assert (b"", b"") == (same.content, since.content)
        for name in ("ETag", "Last-Modified"):
            assert [first[name]] * 2 == [same[name], since[name]]
        assert "noindex" == first["X-Robots-Tag"]
        assert not first.cookies


def test_a_changed_feed_is_sent(ann, bob, start, client):
    """However quickly it changed after it was read, by tag and by date; also when only a deadline moved."""
    game = start(ann, bob)
    calendar, turns = addresses(ann)
    question = question_to(game, ann)
    with time_machine.travel(clock.now(), tick=False):
        old = {address: client.get(address) for address in (calendar, turns)}
        question.due_at -= timedelta(hours=1)
        question.save()
        for address, before in old.items():
            assert 200 == client.get(address, headers={"If-None-Match": before["ETag"]}).status_code
            date_alone = {"If-Modified-Since": before["Last-Modified"]}
            assert 200 == client.get(address, headers=date_alone).status_code
    answer(question)
    assert 200 == client.get(turns, headers={"If-None-Match": old[turns]["ETag"]}).status_code


def test_a_wrong_or_revoked_address_is_nothing(ann, client):
    """A renewed, revoked or made-up secret answers as if there were no such page."""
    old = addresses(ann)
    new = addresses(ann)
    assert {404} == {client.get(each).status_code for each in (*old, "/f/x/deadlines.ics", "/f/x/turns.atom")}
    assert {200} == {client.get(each).status_code for each in new}
    revoke_feeds(player=ann)
    assert {404} == {client.get(each).status_code for each in new}


def test_a_closed_account_has_no_feed(ann, client):
    address = addresses(ann)[0]
    ann.is_active = False
    ann.save()

    assert 404 == client.get(address).status_code


@pytest.mark.slow
def test_a_reader_that_asks_all_the_time_is_sent_away(ann, client, travel):
    """After forty times in ten minutes there is nothing for a while."""
    cache.clear()
    address = addresses(ann)[0]
    codes = [client.get(address).status_code for _time in range(MOST_IN_TEN_MINUTES + 1)]
    travel(minutes=11)

    assert [200] * MOST_IN_TEN_MINUTES + [429] == codes
    assert 200 == client.get(address).status_code


def test_the_page_shows_an_address_once(ann, client):
    """Made, it is shown; looked at again, it is not, for only its fingerprint is stored."""
    client.force_login(ann)
    made = client.post(reverse("feeds")).content.decode()
    again = client.get(reverse("notices")).content.decode()
    secret = made.partition("/f/")[2].partition("/")[0]

    assert 200 == client.get(reverse("deadlines_feed", args=[secret])).status_code
    assert secret not in again
    assert not FeedKey.objects.filter(digest__contains=secret).exists()
    client.post(reverse("revoke_feeds"))
    assert 404 == client.get(reverse("deadlines_feed", args=[secret])).status_code


def test_h7_a_pass_in_a_window_leaves_no_trace(client):
    """Bob reads his calendar and his feed all the time: when Cid passes, not a byte of them changes."""
    stored = asked_about_a_rule()
    feeds = addresses(stored.players["bob"])
    before = [client.get(each) for each in feeds]
    with time_machine.travel(clock.now() + timedelta(minutes=7)):
        wonderland_answer(stored, "cid", "pass")
        after = [client.get(each) for each in feeds]

    for name in ("ETag", "Last-Modified"):
        assert [each[name] for each in before] == [each[name] for each in after]
    assert [each.content for each in before] == [each.content for each in after]
