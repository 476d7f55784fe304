"""The addresses of a mail: whom they stand for, for how long, and that nobody else can make them."""

import re
from datetime import timedelta

import pytest

from games.mail import addresses, unsubscribe
from games.mail.addresses import AddressPurpose
from games.models import Notice, Seat
from games.seats.membership import revoke_links
from tests.mail.kinds import turn_of_ann
from tests.mail.tables import NOW, store

pytestmark = pytest.mark.django_db

DOMAIN = "reply.testserver.localhost"


@pytest.fixture(autouse=True)
def inbound(settings):
    settings.INBOUND_DOMAIN = DOMAIN


@pytest.fixture
def stored():
    return store(turn_of_ann())


def test_an_address_names_a_seat_and_a_question(stored):
    """What a mail program does to the case of an address changes nothing."""
    address = addresses.make_reply(stored.notice("turn", "ann"))
    found = addresses.read_reply(address.upper())

    assert (stored.seats["ann"], stored.question("ann").number) == (found.seat, found.question)
    assert AddressPurpose.REPLY == addresses.purpose_of(address.upper())
    assert re.fullmatch(rf"[a-z0-9+-]{{1,64}}@{re.escape(DOMAIN)}", address)


def test_a_mail_sent_again_has_the_same_address(stored):
    """An address depends on the notice alone, not on when it is made (requirement X4)."""
    notice = stored.notice("turn", "ann")

    assert addresses.make_reply(notice) == addresses.make_reply(notice)


def test_an_address_is_revoked_with_the_links(stored):
    """Whoever makes the links useless that a forwarded mail holds makes its address useless, too."""
    address = addresses.make_reply(stored.notice("turn", "ann"))
    revoke_links(seat=stored.seats["ann"])

    with pytest.raises(addresses.DeadAddress, match="revoked"):
        addresses.read_reply(address)


def test_an_address_is_good_for_a_month(stored):
    """As long as the links of the same mail, and a day at most beyond that (requirement M4)."""
    notice = stored.notice("turn", "ann")
    notice.created_at = NOW - timedelta(days=30)
    young = addresses.make_reply(notice)
    notice.created_at = NOW - timedelta(days=32)
    old = addresses.make_reply(notice)

    assert addresses.read_reply(young).seat == stored.seats["ann"]
    with pytest.raises(addresses.DeadAddress, match="too old"):
        addresses.read_reply(old)


def test_the_address_of_a_seat_that_was_left_is_dead(stored):
    """Whoever has left the table plays no more."""
    address = addresses.make_reply(stored.notice("turn", "ann"))
    stored.seats["ann"].status = "left"
    stored.seats["ann"].save()

    with pytest.raises(addresses.DeadAddress, match="nobody"):
        addresses.read_reply(address)


@pytest.mark.parametrize("what", ["the game", "an epoch"])
def test_the_address_of_a_mail_that_a_restore_has_lost(stored, what):
    """It proves that the site has made it, though the seat is gone, or had these links only later."""
    notice = stored.notice("turn", "ann")
    Seat.objects.filter(pk=notice.seat_id).update(link_epoch=3)
    address = addresses.make_reply(Notice.objects.get(pk=notice.pk))
    if what == "the game":
        stored.game.delete()
    else:
        Seat.objects.filter(pk=notice.seat_id).update(link_epoch=2)

    with pytest.raises(addresses.LostMail):
        addresses.read_reply(address)


@pytest.mark.parametrize(
    "change",
    [
        lambda address: address.replace("play+", "bounce+"),
        lambda address: address.replace("play+", "play+1"),
        lambda address: re.sub("[a-z2-7]{4}@", "aaaa@", address),
        lambda address: "play+@" + DOMAIN,
        lambda address: "play+1-1-1-aaaaaaaaaaaaaaaaaaaa@" + DOMAIN,
        lambda address: "play+zzzzzzzzzzzzz-1-1-aaaaaaaaaaaaaaaaaaaa@" + DOMAIN,
        lambda address: f"play+{'x' * 500}@{DOMAIN}",
    ],
)
def test_a_made_up_address_is_nobody_s(stored, change):
    """Nothing but the site's own key makes an address; a part of one, or another purpose, is worthless."""
    with pytest.raises(ValueError, match="not an address of ours"):
        addresses.read_reply(change(addresses.make_reply(stored.notice("turn", "ann"))))


def test_a_bounce_address_names_its_mail(stored):
    """Each mail has an address of its own for what comes back."""
    notice = stored.notice("turn", "ann")
    address = addresses.make_bounce(notice)

    assert notice.pk == addresses.read_bounce(address.upper())
    with pytest.raises(ValueError, match="not an address of ours"):
        addresses.read_bounce(address.replace("bounce+", "bounce+a"))


def test_without_inbound_nobody_is_asked_to_write(stored, settings):
    """Where no mail comes in, the address says so by its name."""
    settings.INBOUND_DOMAIN = ""
    notice = stored.notice("turn", "ann")

    assert "noreply@testserver.localhost" == addresses.make_reply(notice)
    assert "" == addresses.make_bounce(notice)
    assert addresses.purpose_of("play+1-1-1-aaaaaaaaaaaaaaaaaaaa@") is None


def test_a_host_gets_no_address_of_another_seat(stored):
    """What a host is told about a guest is not answered in the guest's name."""
    notice = stored.notice("accepted", "bob", player="ann")

    assert "noreply@testserver.localhost" == addresses.make_reply(notice)


def test_an_unsubscribe_token_is_ours_or_nothing(stored):
    """A token names a player and a game; any other does not pass."""
    token = unsubscribe.make_token(stored.notice("turn", "ann"))
    wish = unsubscribe.read_token(token.upper())

    assert (stored.players["ann"], stored.game) == (wish.player, wish.game)
    for wrong in (
        "",
        "x",
        token[:-1],
        token[:-1] + "1",
        "gzzz-zzz" + token[-21:],
        token.replace("g", "i", 1),
    ):
        with pytest.raises(ValueError, match="not a token of ours"):
            unsubscribe.read_token(wrong)
