"""What leaves the site names rows by random ids: no number tells how many others were written to or asked.

The keys of all tables begin, in these tests, at numbers that stand nowhere else: canaries. Whatever leaves is
searched for them.
"""

import json
import re
from base64 import b32decode
from collections.abc import Iterator
from email import message_from_bytes, policy
from itertools import pairwise
from unittest.mock import patch

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils.http import int_to_base36

from games.delivery.channels import webhook
from games.delivery.channels.brief import brief_of, brief_of_all
from games.mail import addresses, unsubscribe
from games.mail.compose import compose, compose_bundle, letter_of
from games.models import Channel, Notice, NumberedMail, Question
from games.people.feeds import renew_feeds
from tests.mail.tables import Stored

from .wonderland import answer, asks, order, table

pytestmark = pytest.mark.django_db
# These are public, or the reader's own: they are counted by what everybody may know.
PUBLIC = {"game", "seat", "player", "invitation", "remark", "vote", "channel", "vacation", "deputy", "deck"}
FIRST = 730_000_000_000


@pytest.fixture(autouse=True)
def mail_comes_in(settings):
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"


@pytest.fixture
def canaries(db) -> Iterator[dict[str, int]]:
    """Let the keys of each table that counts secrets begin at a number of its own, in this test alone."""
    found, before = {}, {}
    tables = [model for model in apps.get_app_config("games").get_models() if model._meta.auto_field]
    with connection.cursor() as cursor:
        for place, model in enumerate(tables):
            if model._meta.model_name not in PUBLIC:
                found[model._meta.model_name] = FIRST + place * 1_000_003
                sequence = f"pg_get_serial_sequence('{model._meta.db_table}', 'id')"
                cursor.execute(f"SELECT nextval({sequence})")
                before[sequence] = cursor.fetchone()[0]
                cursor.execute(f"SELECT setval({sequence}, %s)", [found[model._meta.model_name]])
    yield found
    # No transaction takes that back.
    with connection.cursor() as cursor:
        for sequence, number in before.items():
            cursor.execute(f"SELECT setval({sequence}, %s)", [number])


def numbers_in(text: str) -> set[int]:
    """Every number of twelve digits in a text, in each notation in which an address may hold it."""
    found = {int(each) for each in re.findall(r"\d{12}", text)}
    for word in re.findall(r"[0-9a-z]{8,13}", text.lower()):
        found |= {int(word, 36), int(word, 16) if re.fullmatch(r"[0-9a-f]+", word) else 0}
    return found


def leaks(text: str, canaries: dict[str, int]) -> list[str]:
    """The tables of whose keys one stands in a text."""
    numbers = numbers_in(text)
    return [name for name, first in canaries.items() if any(first <= each < first + 1000 for each in numbers)]


def asked_in_a_window() -> Stored:
    """Ann has played a rule; Bob, Cid and Dan are asked, and Bob has a webhook."""
    stored = table(ann=["draw-2", "draw-3", 1], bob=["veto"], cid=2, dan=2, drawn=1)
    for name in ("bob", "cid", "dan"):
        order(stored, name, *asks("new rule"))
    Channel.objects.get_or_create(player=stored.players["bob"], kind="json", url="https://x.example/")
    answer(stored, "ann", "draw-2")
    return stored


def decoded(raw: bytes) -> str:
    """The headers and the text of a mail."""
    message = message_from_bytes(raw, policy=policy.default)
    parts = [part.get_content() for part in message.walk() if part.get_content_maintype() == "text"]
    heads = [f"{name}: {value}" for part in message.walk() for name, value in part.items()]
    return "\n".join([*heads, *parts])


def test_no_mail_or_call_holds_a_number(canaries):
    """Neither the envelope, a header, a link, a picture nor a webhook of Bob's."""
    stored = asked_in_a_window()
    told = []
    for notice in Notice.objects.filter(player=stored.players["bob"]):
        mail = compose(notice)
        told += [mail.from_email, decoded(mail.message().as_bytes())]
        brief = brief_of(notice, notice.player)
        told += [json.dumps(webhook.body_for("json", brief)), brief.id, brief.tag]
    other = asked_in_a_window()
    notices = [*Notice.objects.filter(player=other.players["bob"])]
    pairs = [(each, letter_of(each)) for each in notices]
    bundle = compose_bundle(stored.players["bob"], pairs)
    NumberedMail.objects.get(message_id=bundle.extra_headers["Message-ID"])
    told += [bundle.from_email, *bundle.reply_to, decoded(bundle.message().as_bytes())]
    told.append(brief_of_all(notices, stored.players["bob"]).id)

    assert [found for text in told if (found := leaks(text, canaries))] == []
    assert leaks(f"bounce+{int_to_base36(notices[0].pk)}-abc", canaries) == ["notice"]
    assert len(told) > 8


@pytest.mark.slow
def test_no_page_feed_or_export_holds_a_number(canaries):
    """Neither what Bob and the others see, a feed that a third party reads, nor the copy of his data."""
    stored = asked_in_a_window()
    stored.game.is_open = True
    stored.game.save()
    told = []
    for name in ("ann", "", "bob"):
        browser = Client()
        if name:
            browser.force_login(stored.players[name])
        for page in ("", "history/", "replay/", "pulse/", "people/", "talk/", "orders/", "votes/", "deck/"):
            response = browser.get(f"/g/{stored.game.key}/{page}")
            told.append(f"{response.headers}{response.content.decode()}")
        told += [browser.get(page).content.decode() for page in ("/", "/account/", "/account/notices/")]
    response = browser.post("/account/data/export/")
    told.append((response.getvalue() if response.streaming else response.content).decode("latin-1"))
    secret = renew_feeds(player=stored.players["bob"])
    told += [Client().get(f"/f/{secret}/{feed}").content.decode() for feed in ("deadlines.ics", "turns.atom")]

    assert response.status_code in (200, 302)
    assert [found for text in told if (found := leaks(re.sub(r"state=\w+", "", text), canaries))] == []
    assert "question-" in told[-2]
    assert "question/" in told[-1]


def test_public_ids_are_drawn_and_not_counted():
    """They come from the system's randomness: in no order, and none twice."""
    stored = table(ann=["draw-2", 1], bob=2)
    made = [stored.notice("turn", "ann").reference for _each in range(200)]
    ranks = [sorted(made).index(each) for each in made]
    rising = sum(first < second for first, second in pairwise(ranks))

    assert len(set(made)) == 200
    assert 60 < rising < 140  # of 199: a counter would have all or none
    with patch("os.urandom", lambda size: bytes([7] * size)):
        drawn = Notice(game=stored.game).public_id
    assert drawn.bytes[0] == 7


def test_the_release_before_writes_notices(ann, bob, start):
    """It names no public id: the database draws one."""
    start(ann, bob)
    columns = [each.column for each in Notice._meta.concrete_fields if each.column not in ("id", "public_id")]
    values = ", ".join("key || '/old'" if each == "key" else f'"{each}"' for each in columns)
    names = ", ".join(f'"{each}"' for each in columns)
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO games_notice ({names}) SELECT {values} FROM games_notice")  # noqa: S608
    old = Notice.objects.filter(key__endswith="/old")

    assert old.exists()
    assert len(set(Notice.objects.values_list("public_id", flat=True))) == Notice.objects.count()
    assert {4} == {each.public_id.version for each in old}


def test_numbers_of_earlier_releases_still_open(stored_notice):
    """An address for bounces, a link to unsubscribe and a reply address that hold a number go on working."""
    notice, mail = stored_notice
    number = int_to_base36(notice.pk)
    bounce = f"bounce+{number}-{addresses.prove('bounce', f'{number}/')}@reply.testserver.localhost"
    words = f"m{int_to_base36(notice.player_id)}-{number}"
    token = f"{words}-{addresses.prove('unsubscribe', words)}"
    shown = "-".join(map(int_to_base36, (mail.player_id, mail.pk, mail.nonce)))
    reply = f"games+{shown}-{addresses.prove('games', f'{shown}/')}@reply.testserver.localhost"

    assert notice.pk == addresses.read_bounce(bounce)
    assert (notice.game,) == unsubscribe.read_token(token).games
    assert mail == addresses.read_bundle_address(reply)


def test_what_is_written_now_opens_as_well(stored_notice):
    """And a changed letter opens nothing; nor does the bounce of a mail that was removed since."""
    notice, mail = stored_notice
    bounce, token = addresses.make_bounce(notice), unsubscribe.make_bundle_token(notice)
    reply = addresses.make_bundle_address(mail)

    assert notice.pk == addresses.read_bounce(bounce.upper())
    assert (notice.game,) == unsubscribe.read_token(token.upper()).games
    assert mail == addresses.read_bundle_address(reply)
    assert all(len(each.partition("@")[0]) < 64 for each in (bounce, reply, f"unsub+{token}@"))
    assert b32decode(notice.reference.upper() + "======") == notice.public_id.bytes
    for read, good in ((addresses.read_bounce, bounce), (unsubscribe.read_token, token)):
        place = good.index(notice.reference)
        changed = "a" if good[place] != "a" else "b"
        with pytest.raises(ValueError, match="of ours"):
            read(good[:place] + changed + good[place + 1 :])
    Question.objects.filter(notices=notice).update(closed_at=notice.created_at)
    Notice.objects.all().delete()
    assert addresses.read_bounce(bounce) == 0


@pytest.fixture
def stored_notice() -> tuple[Notice, NumberedMail]:
    """A notice to Ann, and a mail of several questions with the same Message-ID."""
    stored = table(ann=["draw-2", 1], bob=2)
    notice = stored.notice("turn", "ann")
    mail = NumberedMail.objects.create(
        message_id=notice.message_id, player=notice.player, written_at=notice.created_at, games=[]
    )
    return notice, mail
