"""A browser that renews its subscription to push stays a device of its player."""

import pytest
from django.core.cache import cache

from games import clock
from games.models import Channel

OLD = {"url": "https://push.example/old", "p256dh": "A" * 87, "auth": "MDEyMzQ1Njc4OWFiY2RlZg"}
NEW = {
    "url": "https://push.example/new",
    "p256dh": "BCbvzr0O6eNKZpGH4Ys6kSKy9zOUW2Scyfn5Ien52tgSkCOL3pzHuzMNFQxncE3SWucFUgV0S28xv0BwdFhy0OY",
    "auth": "ZmVkY2JhOTg3NjU0MzIxMA",
}
PROOF = {"old": OLD["url"], "proof": OLD["auth"]}
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def addresses_are_public(monkeypatch):
    monkeypatch.setattr("games.core.outbound_http.check_address", lambda url: None)


def device(player, **more) -> Channel:
    return Channel.objects.create(player=player, kind="push", name="phone", **{**OLD, **more})


def sent(client, **form) -> int:
    return client.post("/push/renew/", form).status_code


def test_a_renewed_address_takes_the_place_of_the_old_one(client, ann, bob):
    """Of everybody who uses that browser, without a session, and a lost one works again."""
    mine, other = device(ann, off_at=clock.now()), device(bob)

    assert 204 == sent(client, **PROOF, **NEW)
    for channel in (mine, other):
        channel.refresh_from_db()
        assert (channel.url, channel.auth, channel.off_at) == (NEW["url"], NEW["auth"], None)


@pytest.mark.parametrize(
    "proof",
    [
        {"old": OLD["url"], "proof": NEW["auth"]},
        {"old": OLD["url"], "proof": ""},
        {"old": "https://push.example/other", "proof": OLD["auth"]},
        {},
    ],
)
def test_without_its_secret_no_device_is_moved(client, ann, proof):
    """Who knows the address alone, such as the push service, changes nothing."""
    channel = device(ann)

    assert 404 == sent(client, **proof, **NEW)
    channel.refresh_from_db()
    assert channel.url == OLD["url"]


def test_a_zero_byte_is_no_address(client, db):
    """PostgreSQL takes none, and whoever sends one is nobody here."""
    assert 404 == client.post("/push/renew/", {"old": "\0", "proof": "a"}).status_code


def test_a_network_renews_no_more_than_some_devices_a_minute(client, ann, settings):
    """Nobody tries secrets, or makes the site look up addresses, as often as they like."""
    cache.clear()
    settings.ACCOUNT_RATE_LIMITS = {"renew_device": "2/m/ip"}
    channel = device(ann)
    answers = [sent(client, old=OLD["url"], proof=proof, **NEW) for proof in ("a", "b", OLD["auth"])]
    channel.refresh_from_db()

    assert ([404, 404, 429], OLD["url"]) == (answers, channel.url)


def test_a_device_without_a_secret_is_nobody_s(client, ann):
    """A row of another kind, or an empty secret, is proved by nothing."""
    device(ann, auth="")
    Channel.objects.create(player=ann, kind="json", name="hook", url="https://hook.example/", auth="x")

    assert 404 == sent(client, old=OLD["url"], proof="", **NEW)
    assert 404 == sent(client, old="https://hook.example/", proof="x", **NEW)


def test_an_address_that_is_gone_asks_for_another(client, ann):
    """The push service has told us so; the browser doesn't know, and says at a visit what it has.

    Keys of another length, or a page that fetches this address, change nothing.
    """
    channel = device(ann, off_at=clock.now())

    assert 410 == sent(client, **PROOF, **OLD)
    assert 422 == sent(client, **PROOF, **{**NEW, "auth": "short"})
    assert 302 == client.get("/push/renew/").status_code
    channel.refresh_from_db()
    assert channel.url == OLD["url"]
    assert 204 == sent(client, **PROOF, **NEW)


def test_the_new_address_may_be_known_already(client, ann):
    """The player added it again by hand meanwhile: one row is left."""
    old = device(ann)
    Channel.objects.create(player=ann, kind="push", name="again", **NEW)

    assert 204 == sent(client, **PROOF, **NEW)
    assert [old.pk] == list(Channel.objects.values_list("pk", flat=True))
