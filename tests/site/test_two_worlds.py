"""Two worlds that differ in one secret send the same bytes: pages, headers, ids, mails, calls, feeds, lists.

Nothing is masked. In both worlds the keys of all tables begin at the same number, the clock stands still, and
what is drawn at random comes from the same seed, so that a byte or a number that differs comes from the
secret. Where the secret is how many were asked, more is drawn at random in one world: then words that are
drawn, and are no numbers (tests/site/test_public_ids.py), count as the same in the order of their coming.
"""

import json
import os
import random
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from urllib.parse import urlencode

import pytest
import time_machine
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from games import clock
from games.delivery.channels import webhook
from games.delivery.channels.brief import brief_of
from games.delivery.channels.push import application_server_key
from games.history import pages
from games.mail.compose import compose
from games.models import By, Channel, Game, InboundMail, Notice, NoticeChoices, Player
from games.moderation.roles import appoint, make_groups
from games.orders.window_orders import WindowOrder
from games.people import sightings
from games.people.feeds import renew_feeds
from games.play.answer import answer_question
from games.templatetags.desk import row_url
from tests.mail.tables import NOW, Stored, store
from tests.pages.kinds import asked_beside

from .conftest import make_player
from .other_release import savepoint
from .wonderland import answer, asks, limit_to_come, order, table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PAGES = (
    "",
    "history/",
    "replay/",
    "pulse/",
    "talk/",
    "people/",
    "votes/",
    "deck/",
    "history.txt",
    "takeback/",
)
DRAWN = re.compile(r"(?<![\w-])(?=[\w-]*\d)[\w-]{16,}|(?<=-)[0-9a-z]{6,9}(?=-)")


@pytest.fixture(autouse=True)
def one_site(db, settings):
    """Both worlds are of one site: it receives mail, and has one key for push and the same roles."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    application_server_key()
    make_groups()


@contextmanager
def world(monkeypatch) -> Iterator[None]:
    """Begin anew: an empty database, the same numbers, the same moment, the same chance."""
    dice = random.Random(7)
    sightings.RECORDED.clear()
    pages._PARTS.clear()  # the games of both worlds have the same numbers
    whole = transaction.atomic()
    whole._from_testcase = True  # as Django marks those of its own tests: what is durable may lie inside
    with time_machine.travel(NOW, tick=False), whole, monkeypatch.context() as patched:
        patched.setattr(secrets, "randbits", dice.getrandbits)
        patched.setattr(secrets, "choice", dice.choice)
        patched.setattr(secrets, "token_bytes", lambda size=32: dice.randbytes(size))
        patched.setattr(secrets, "token_hex", lambda size=32: dice.randbytes(size).hex())
        patched.setattr(secrets, "token_urlsafe", lambda size=32: dice.randbytes(size).hex())
        patched.setattr(os, "urandom", dice.randbytes)  # what uuid4 asks, which models name as their default
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT setval(quote_ident(sequencename)::regclass, 1000) FROM pg_sequences"
                " WHERE schemaname = 'public'"
            )
        yield
        transaction.set_rollback(True)


# Who doesn't want to be asked has given no order, or one that never fits.
UNASKED = {"bob": [], "cid": [WindowOrder("new rule", "play", "veto", "card", "draw-5")]}


def play(hands: dict[str, list[str]], asked: tuple[str, ...], passes: tuple[str, ...] = ()) -> Stored:
    """Ann plays a rule; these want to be asked, and these of them have passed. All mail has left."""
    stored = table(ann=["draw-2", "play-2"], **hands, dee=["duchess"], drawn=1, deck=["mock-turtle"])
    Game.objects.filter(pk=stored.game.pk).update(key="sealed22", is_open=True)
    stored.game.refresh_from_db()
    for name in ("ann", "dee"):
        url = f"https://hook.example/{name}"
        Channel.objects.create(
            player=stored.players[name], kind="json", name="Mine", url=url, secret="whsec_AA=="
        )
    for name in ("bob", "cid"):
        Channel.objects.create(
            player=stored.players[name], kind="push", name="phone", url=f"https://x.example/{name}"
        )
        NoticeChoices.objects.create(player=stored.players[name])
        order(stored, name, *(asks("new rule") if name in asked else UNASKED[name]))
    answer(stored, "ann", "draw-2")
    for name in passes:
        answer(stored, name, "pass")
        seat = stored.seats[name]
        InboundMail.objects.create(
            key=name, seat=seat, kind="reply", sender=seat.player.email, received_at=clock.now()
        )
    tell(stored, asked)
    return stored


def tell(stored: Stored, asked: tuple[str, ...]) -> None:
    """Leave the traces that delivery leaves at whom it reached."""
    for name in asked:
        player = stored.players[name]
        Notice.objects.filter(player=player).update(status="sent", sent_at=clock.now())
        NoticeChoices.objects.filter(player=player).update(mailed_at=clock.now(), mailed_game=stored.game)
        Channel.objects.filter(player=player).update(sent_at=clock.now())


def get(browser: Client, address: str) -> list[str]:
    """All that an address answers: its status, its headers, its cookies, its bytes."""
    response = browser.get(address)
    headers = sorted(f"{name}: {value}" for name, value in response.items())
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return [address, str(response.status_code), *headers, str(response.cookies), content.decode()]


def look_on(stored: Stored, name: str) -> list[list[str]]:
    """What a player at the table, or a stranger without a name, gets: pages, mails, calls and feeds."""
    browser = Client()
    if name:
        browser.force_login(stored.players[name])
    seen = [get(browser, f"/g/{stored.game.key}/{page}") for page in PAGES]
    seen += [get(browser, page) for page in ("/", "/watch/", "/games/", "/account/notices/")]
    if not name:
        return seen
    player = stored.players[name]
    for notice in Notice.objects.filter(player=player).order_by("pk"):
        mail = compose(notice)
        brief = brief_of(notice, player)
        seen.append([mail.from_email, *mail.to, *mail.reply_to, mail.message().as_string()])
        seen.append([brief.id, brief.tag, json.dumps(webhook.body_for("json", brief))])
    secret = renew_feeds(player=player)
    return seen + [get(Client(), f"/f/{secret}/{feed}") for feed in ("deadlines.ics", "turns.atom")]


def look_as_staff(stored: Stored, role: str) -> list[list[str]]:
    """What a member of staff gets: lists, orders, filters, searches, and the pages of rows."""
    boss = make_player("Boss", is_staff=True, is_superuser=True)
    who = make_player("Olga", is_staff=True)
    if role == "onlooker":
        who.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    else:
        appoint(player=who, role=role, by=boss, reason="To see.")
    browser = Client()
    browser.force_login(Player.objects.get(pk=who.pk))
    seen = [get(browser, page) for page in (reverse("admin:index"), row_url(stored.game))]
    seen += [get(browser, row_url(each)) for each in stored.players.values()]
    for words in ("bob", "cid", stored.game.key, "@example.org", "<g"):
        seen.append(get(browser, f"{reverse('admin_search')}?{urlencode({'q': words})}"))
    for model, model_admin in sorted(admin.site._registry.items(), key=lambda pair: pair[0].__name__):
        if model.__name__ in ("LogEntry", "Heartbeat"):
            continue
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        first = get(browser, address)
        links = re.findall(r'<th class="field-[^>]*><a href="([^"]+)"', first[-1])
        orders = [f"{address}?o={order}" for order in ("1", "-2", "3.-4")]
        found = sorted(set(re.findall(r'<a href="(\?[^"]+)"', first[-1])))
        filters = [f"{address}{link}" for link in found if "__" in link or "what=" in link][:3]
        searched = [f"{address}?q={words}" for words in ("bob", "cid")] if model_admin.search_fields else []
        seen += [first, *(get(browser, each) for each in [*links[:4], *orders, *filters, *searched])]
    return seen


def same_words(seen: list[list[str]]) -> list[list[str]]:
    """The same with each word that was drawn at random named by the order in which it is met."""
    met: dict[str, str] = {}
    return [
        [DRAWN.sub(lambda each: met.setdefault(each[0], f"<{len(met)}>"), text) for text in page]
        for page in seen
    ]


def differing(first: list[list[str]], second: list[list[str]]) -> list[tuple[str, str, str]]:
    """Where two worlds differ: the page, and what both say there."""
    found = []
    for here, there in zip(first, second, strict=False):
        for one, other in zip(here, there, strict=False):
            if one != other:
                place = next(
                    at
                    for at, pair in enumerate(zip(f"{one}\0", f"{other}\1", strict=False))
                    if len(set(pair)) > 1
                )
                found.append(
                    (here[0], one[max(0, place - 80) : place + 80], other[max(0, place - 80) : place + 80])
                )
    return found + ([("more pages", str(len(first)), str(len(second)))] if len(first) != len(second) else [])


HOLDS = {"bob": ["veto", "canceled-plans"], "cid": ["tea", "tarts"]}
OTHERS = {"bob": ["tea", "tarts"], "cid": ["veto", "canceled-plans"]}
NOBODY = {"bob": ["tea", "tarts"], "cid": ["alice", "dormouse"]}
BOTH = ("bob", "cid")
# Two worlds each, with the number of words that are drawn at random in both.
SECRETS = {
    "who holds the Surprise": ((HOLDS, BOTH), (OTHERS, BOTH), True),
    "whether anybody holds it": ((HOLDS, BOTH), (NOBODY, BOTH), True),
    "who holds it, where nobody is asked": ((HOLDS, ()), (OTHERS, ()), True),
    "who wants to be asked": ((HOLDS, ("bob",)), (HOLDS, ("cid",)), True),
    "how many want to be asked": ((HOLDS, ("bob",)), (HOLDS, BOTH), False),
    "who has passed": ((HOLDS, BOTH, ("bob",)), (HOLDS, BOTH, ("cid",)), True),
    "whether somebody has passed": ((HOLDS, BOTH), (HOLDS, BOTH, ("cid",)), False),
}
VIEWERS = ("ann", "dee", "", "moderator", "onlooker", "operator")


def see(monkeypatch, given: tuple, *viewers: str) -> dict[str, list[list[str]]]:
    """What each of these viewers gets in one world, where nobody leaves a trace for the next."""
    seen = {}
    with world(monkeypatch):
        stored = play(*given)
        for viewer in viewers:
            sightings.RECORDED.clear()
            with savepoint():
                is_staff = viewer in ("moderator", "onlooker", "operator")
                seen[viewer] = look_as_staff(stored, viewer) if is_staff else look_on(stored, viewer)
    return seen


def test_h7_two_worlds_send_the_same(monkeypatch):
    """Whoever looks gets the same bytes and numbers, whatever the secret is."""
    played = {repr(given): given for one, other, _is_exact in SECRETS.values() for given in (one, other)}
    seen = {name: see(monkeypatch, given, *VIEWERS) for name, given in played.items()}
    told = {}
    for secret, (one, other, is_exact) in SECRETS.items():
        for viewer in VIEWERS:
            pair = [seen[repr(given)][viewer] for given in (one, other)]
            told[secret, viewer] = differing(*(pair if is_exact else map(same_words, pair)))

    assert {key: found for key, found in told.items() if found} == {}
    assert min(len(pages) for of_world in seen.values() for pages in of_world.values()) > 12


def give_up(card: str) -> Stored:
    """Bob and Cid have to give up cards, and Cid has: which, is sealed until Bob has, too."""
    stored = limit_to_come()
    answer(stored, "ann", "hand-limit-1")
    answer(stored, "cid", card)
    return stored


def guess(organ: str) -> Stored:
    """Bob has answered the first of two questions beside the play."""
    stored = store(asked_beside())
    question = stored.beside("bob")
    answer_question(seat=question.seat_id, number=question.number, labels=[organ], by=By.PAGE)
    return stored


def press(stored: Stored, name: str) -> list[list[str]]:
    """What a player hears of who presses each button of the table about somebody else."""
    browser, seen = Client(), []
    browser.force_login(stored.players[name])
    for path in ("nudge/", "time/", "takeback/", "undo/", "pause/", "leave/"):
        for seat in (2, 3):
            with savepoint(), time_machine.travel(NOW + timedelta(hours=2), tick=False):
                page = browser.post(f"/g/{stored.game.key}/{path}", {"seat": seat, "days": 1}, follow=True)
                seen.append([f"{path}{seat}", str(page.status_code), page.content.decode()])
    return seen


@pytest.mark.parametrize(
    ("build", "answers", "others"),
    [
        (give_up, ("love", "music"), ("ann", "bob", "", "moderator")),
        (guess, ("muscles", "pancreas"), ("ann", "", "moderator")),
    ],
)
def test_a_sealed_answer_leaves_no_trace(monkeypatch, build, answers, others):
    """What somebody has answered changes nothing for others until all have; nor does its length."""

    def see_all(label: str) -> dict[str, list[list[str]]]:
        with world(monkeypatch):
            stored = build(label)
            Game.objects.filter(pk=stored.game.pk).update(key="sealed22", is_open=True)
            stored.game.refresh_from_db()
            seen = {}
            for viewer in others:
                sightings.RECORDED.clear()
                with savepoint():
                    is_staff = viewer == "moderator"
                    seen[viewer] = look_as_staff(stored, viewer) if is_staff else look_on(stored, viewer)
                if viewer in stored.players:
                    seen[f"{viewer} presses"] = press(stored, viewer)
            return seen

    one, other = map(see_all, answers)
    told = {viewer: differing(one[viewer], other[viewer]) for viewer in one}

    assert {viewer: found for viewer, found in told.items() if found} == {}


def test_a_world_is_the_same_twice(monkeypatch):
    """What the comparison rests on; and who is asked does see a difference."""
    first, again = (see(monkeypatch, (HOLDS, BOTH), "ann") for _time in range(2))
    asked, unasked = (see(monkeypatch, (HOLDS, (name,)), "bob")["bob"] for name in ("bob", "cid"))

    assert differing(first["ann"], again["ann"]) == []
    assert differing(same_words(asked), same_words(unasked)) != []


@pytest.mark.parametrize("viewer", ["ann", "moderator"])
def test_a_number_that_counts_is_noticed(monkeypatch, viewer):
    """With the number of a notice in place of its public id, as before, the worlds differ."""
    later = timedelta(minutes=1)
    monkeypatch.setattr(Notice, "reference", property(lambda notice: f"{notice.pk}"))
    monkeypatch.setattr("games.admin.lists.seal_number", lambda number, _purpose: f"{number}")
    monkeypatch.setattr("games.admin.lists.open_number", lambda number, _purpose: int(number))

    def numbered(asked: tuple[str, ...]) -> list[list[str]]:
        with world(monkeypatch):
            stored = play(HOLDS, asked)
            with time_machine.travel(NOW + later, tick=False):
                stored.notice("started", "ann")
                return look_on(stored, "ann") if viewer == "ann" else look_as_staff(stored, viewer)

    assert differing(same_words(numbered(("bob",))), same_words(numbered(BOTH))) != []
