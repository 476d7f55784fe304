"""Invitations by mail: one mail, one reminder, caps, and none to who wants none."""

from datetime import timedelta
from functools import partial
from importlib import import_module

import pytest
from django.apps import apps

from games import clock
from games.core import tokens
from games.core.mailboxes import canonical_mailbox
from games.core.refusal import Capped, Illegal, NotAllowed, NotPossible
from games.models import BlockedAddress, Game, Invitation, Notice, Player
from games.people.account_deletion import delete_account
from games.periodic.sweep import sweep_notices
from games.play.start import start_game
from games.seats.invitations import (
    accept_invitation,
    block_invitations,
    decline_invitation,
    invite,
    mail_seat,
    remind_invited,
    remove_invitation,
)
from games.seats.lobby import create_game, hand_over_host
from games.seats.membership import leave, take_seat
from tests.support.smtp import Fault

from .conftest import browser_of, make_player
from .play import at_once, seat_of


@pytest.fixture
def game(ann):
    return create_game(host=ann, name="Friday", seats=6, starts_when_full=False)


def mails() -> int:
    return Notice.objects.filter(kind__in=["invitation", "invited-again"]).count()


def test_an_invitation_keeps_a_seat_and_owes_one_mail(ann, game):
    """The seat is kept under the name that the host wrote, and one notice waits for the address."""
    invitation = invite(game=game, by=ann, email=" Nora@Players.Example ", name="Nora")

    notice = Notice.objects.get(kind="invitation")
    assert (invitation.seat.status, invitation.seat.name) == ("invited", "Nora")
    assert (notice.address, notice.player) == ("nora@players.example", None)


@pytest.mark.parametrize(
    "address", ["", "nobody", "a@b", "a b@c.example", "x" * 250 + "@y.example", "a@b.example\nBcc: c"]
)
def test_what_is_no_address_is_refused(ann, game, address):
    """A sentence, and no invitation."""
    with pytest.raises(Illegal):
        invite(game=game, by=ann, email=address)

    assert not Invitation.objects.exists()


def test_a_stranger_takes_the_seat_without_an_account(ann, game):
    """Who holds the link becomes a guest with a proved address, and sits down."""
    invitation = invite(game=game, by=ann, email="nora@players.example")
    token = tokens.make_invitation_token(invitation)
    opened = tokens.read_token(token, tokens.Purpose.INVITATION).invitation
    seat = accept_invitation(invitation=opened, name="Nora")

    guest = Player.objects.get(email="nora@players.example")
    assert (seat.player, seat.name) == (guest, "Nora")
    assert (guest.is_guest, guest.has_usable_password()) == (True, False)
    assert guest.emailaddress_set.get().verified
    assert Notice.objects.get(kind="accepted").player == ann


def test_a_known_address_plays_as_its_owner(ann, bob, game):
    """The link of an address that has an account seats its owner, not a second person."""
    invitation = invite(game=game, by=ann, email="BOB@players.example")
    seat = accept_invitation(invitation=invitation)

    assert (seat.player, bob.is_guest, Player.objects.count()) == (bob, False, 2)


def test_who_is_signed_in_takes_the_seat_under_their_own_account(ann, bob, game):
    """An invitation to another of my addresses is mine all the same."""
    invitation = invite(game=game, by=ann, email="bobs-work@players.example")

    assert accept_invitation(invitation=invitation, player=bob).player == bob


def test_accepting_twice_is_accepting_once(ann, game):
    """The second press finds the seat."""
    invitation = invite(game=game, by=ann, email="nora@players.example")

    first = accept_invitation(invitation=invitation)
    assert accept_invitation(invitation=invitation).pk == first.pk


def test_a_mail_that_two_have_opens_the_seat_to_one(ann, bob, carol, game):
    """Both press at the same moment: the later one doesn’t get the link of the other’s seat."""
    invitation = invite(game=game, by=ann, email="nora@players.example")
    seat = accept_invitation(invitation=invitation, player=bob)

    assert accept_invitation(invitation=invitation, player=bob).pk == seat.pk
    for player in (None, carol):
        with pytest.raises(NotPossible, match="accepted"):
            accept_invitation(invitation=invitation, player=player)


def test_who_left_does_not_get_the_seat_of_who_sits_there_now(ann, bob, game):
    """The row of the seat is the same, and the invitation names it."""
    invitation = invite(game=game, by=ann, email="nora@players.example")
    seat = accept_invitation(invitation=invitation)
    leave(seat=seat)
    assert seat.pk == take_seat(game=game, player=bob, link_key=game.link_key).pk

    with pytest.raises(NotPossible):
        accept_invitation(invitation=invitation)


def test_declining_frees_the_seat_and_tells_the_host(ann, game):
    """The seat is free, the link is dead, and the host hears of it once."""
    invitation = invite(game=game, by=ann, email="nora@players.example")
    token = tokens.make_invitation_token(invitation)
    decline_invitation(invitation=invitation)
    decline_invitation(invitation=invitation)

    invitation.refresh_from_db()
    assert (invitation.seat.status, Notice.objects.get(kind="declined").address) == ("free", ann.email)
    with pytest.raises(tokens.Revoked):
        tokens.read_token(token, tokens.Purpose.INVITATION)
    with pytest.raises(NotPossible):
        accept_invitation(invitation=invitation)


def test_withdrawing_frees_the_seat(ann, bob, game):
    """Only the host withdraws; the link is dead then."""
    invitation = invite(game=game, by=ann, email="nora@players.example")
    with pytest.raises(NotAllowed):
        remove_invitation(invitation=invitation, by=bob)
    remove_invitation(invitation=invitation, by=ann)

    with pytest.raises(NotPossible):
        accept_invitation(invitation=invitation)
    assert not game.seats.filter(status="invited").exists()


def test_m10_one_mail_and_one_reminder_at_most(ann, game):
    """However the host tries, an address gets two mails about one game."""
    invitation = invite(game=game, by=ann, email="nora@players.example")
    remind_invited(invitation=invitation, by=ann)
    with pytest.raises(Capped):
        remind_invited(invitation=invitation, by=ann)
    with pytest.raises(NotPossible):
        invite(game=game, by=ann, email="nora+again@players.example")
    remove_invitation(invitation=invitation, by=ann)
    with pytest.raises(NotPossible):
        invite(game=game, by=ann, email="nora@players.example")

    assert mails() == 2


def test_m10_an_invitation_that_was_withdrawn_comes_back_as_its_reminder(ann, game):
    """Inviting again after a slip is possible once."""
    invitation = invite(game=game, by=ann, email="nora@players.example")
    remove_invitation(invitation=invitation, by=ann)
    again = invite(game=game, by=ann, email="nora@players.example")
    remove_invitation(invitation=again, by=ann)
    with pytest.raises(NotPossible):
        invite(game=game, by=ann, email="nora@players.example")

    assert (again.pk, mails()) == (invitation.pk, 2)


def test_m10_a_player_sends_twenty_invitations_a_day(ann, travel):
    """The twenty-first waits until tomorrow."""
    games = [create_game(host=ann, name="Friday", seats=2) for _game in range(21)]
    for number, game in enumerate(games[:20]):
        invite(game=game, by=ann, email=f"p{number}@players.example")
    with pytest.raises(Capped):
        invite(game=games[20], by=ann, email="too-many@players.example")
    travel(days=1, minutes=1)
    invite(game=games[20], by=ann, email="tomorrow@players.example")

    assert mails() == 21


def test_m10_ten_accounts_cannot_flood_one_mailbox(db):
    """Ten hosts invite one mailbox in ten spellings: it gets five mails a day."""
    refused = 0
    for number in range(10):
        host = make_player(f"Host{number}")
        game = create_game(host=host, name="Friday")
        try:
            invite(game=game, by=host, email=f"N.o.ra+{number}@gmail.com")
        except Capped:
            refused += 1

    assert (refused, mails()) == (5, 5)


def test_m10_who_wants_no_invitations_gets_none(ann, game, smtp):
    """The block link ends it: open invitations are declined, waiting mails are not sent, new ones refused."""
    invitation = invite(game=game, by=ann, email="nora@players.example")
    token = tokens.make_invitation_token(invitation, tokens.Purpose.BLOCK)
    opened = tokens.read_token(token, tokens.Purpose.BLOCK).invitation
    block_invitations(address=opened.email)
    block_invitations(address=opened.email)
    with pytest.raises(NotPossible):
        invite(game=game, by=ann, email="nora+x@players.example")
    sweep_notices()

    assert smtp.to("nora@players.example") == []
    assert (BlockedAddress.objects.count(), game.seats.filter(status="invited").count()) == (1, 0)


def test_an_invitation_mail_is_sent_and_not_after_the_start(ann, bob, game, smtp):
    """A mail that waits while the game starts without its reader is not sent."""
    invite(game=game, by=ann, email="nora@players.example")
    sweep_notices()
    invite(game=game, by=ann, email="late@players.example")
    take_seat(game=game, player=bob, link_key=game.link_key)
    start_game(game=game, by=ann)
    sweep_notices()

    assert (len(smtp.to("nora@players.example")), smtp.to("late@players.example")) == (1, [])


def test_only_the_host_invites_and_only_to_free_seats(ann, bob, game):
    """Others are refused; so is the seventh of six seats, and who sits there already."""
    with pytest.raises(NotAllowed):
        invite(game=game, by=bob, email="x@players.example")
    with pytest.raises(NotPossible):
        invite(game=game, by=ann, email="ann+me@players.example")
    for number in range(5):
        invite(game=game, by=ann, email=f"p{number}@players.example")
    with pytest.raises(NotPossible):
        invite(game=game, by=ann, email="p6@players.example")

    assert seat_of(game, ann).number == 1


def test_an_address_that_cannot_be_reached_is_marked_at_its_invitation(ann, game, smtp):
    """The host sees that the mail did not arrive."""
    invitation = invite(game=game, by=ann, email="nora@players.example")
    smtp.fault = Fault.NO_SUCH_BOX
    sweep_notices()

    invitation.refresh_from_db()
    assert invitation.refused_at is not None


@pytest.mark.parametrize(
    ("address", "mailbox"),
    [
        ("Ann@Example.org", "ann@example.org"),
        ("a.n.n+fluxx@gmail.com", "ann@gmail.com"),
        ("a.nn+x@example.org", "a.nn@example.org"),
        ("+x@example.org", "+x@example.org"),
        ("a.n.n@googlemail.com", "ann@gmail.com"),
        ("Ann-Lee@pm.me", "annlee@proton.me"),
        ("ann.lee@ya.ru", "ann-lee@yandex.ru"),
        ("ann@mac.com", "ann@icloud.com"),
        ("ann@bücher.example.", "ann@xn--bcher-kva.example"),
        ("ann@xn--bcher-kva.example", "ann@xn--bcher-kva.example"),
        ("ａｎｎ@example.org", "ann@example.org"),
        ("...@gmail.com", "...@gmail.com"),
        ("ann@" + "x" * 70 + ".example", "ann@" + "x" * 70 + ".example"),
    ],
)
def test_one_mailbox_has_one_spelling(address, mailbox):
    """Caps and blocks count mailboxes, however they are written."""
    assert canonical_mailbox(address) == mailbox


def test_stored_mailboxes_are_rewritten_once(game, ann):
    """What an earlier release stored is found by the spelling that is compared today."""
    for mailbox in ("ann@googlemail.com", "bob@googlemail.com", "bob@gmail.com", "eve@example.org"):
        BlockedAddress.objects.create(mailbox=mailbox)
    invitation = invite(game=game, by=ann, email="nora@players.example")
    Invitation.objects.filter(pk=invitation.pk).update(mailbox="nora@pm.me")

    import_module("games.migrations.0050_canonical_mailboxes").rewrite(apps, None)

    invitation.refresh_from_db()
    blocked = set(BlockedAddress.objects.values_list("mailbox", flat=True))
    assert (blocked, invitation.mailbox) == (
        {"ann@gmail.com", "bob@gmail.com", "eve@example.org"},
        "nora@proton.me",
    )


def test_a_guest_who_signs_in_is_a_guest_no_more(ann, game, client):
    """Signing in by themselves makes a guest a player like all others."""
    invitation = invite(game=game, by=ann, email="nora@players.example")
    guest = accept_invitation(invitation=invitation).player
    client.force_login(guest)

    guest.refresh_from_db()
    assert guest.is_guest is False


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_many_hosts_at_once_mail_one_mailbox_no_more_than_one_after_the_other():
    """Each invites to a game of their own, so that no lock of a game holds them back."""
    hosts = [make_player(f"Host{number}") for number in range(8)]
    games = [create_game(host=host, name="Alpha", seats=4) for host in hosts]
    results = at_once(
        *(partial(invite, game=game, by=game.host, email="zed@players.example") for game in games)
    )

    assert 3 == sum(isinstance(each, Capped) for each in results)
    assert 5 == Invitation.objects.filter(mailbox="zed@players.example").count()


def read_lobby(game, player) -> str:
    """What the page of a game before its start says to a player."""
    return browser_of(player).get(f"/g/{game.key}/").content.decode()


def test_a_new_host_reads_no_address_that_another_has_typed(ann, bob, game):
    """Those whom Ann invited, and who asked by the link, trusted Ann, and Bob may be a stranger to them."""
    take_seat(game=game, player=bob, link_key=game.link_key)
    invite(game=game, by=ann, email="nora@secret.example", name="Nora")
    invite(game=game, by=ann, email="nameless@secret.example")
    mail_seat(game=game, link_key=game.link_key, email="gus@secret.example", name="Gus", network="1")
    before = read_lobby(game, ann)
    hand_over_host(game=game, by=ann, to=seat_of(game, bob))
    invite(game=Game.objects.get(pk=game.pk), by=bob, email="of-bob@players.example")
    after = read_lobby(game, bob)

    assert "Nora (nora@secret.example)" in before
    assert "nameless@secret.example" in before
    assert "gus@secret.example" not in before
    assert "secret.example" not in after
    assert all(name in after for name in ("Nora", "Gus", "Someone", "of-bob@players.example"))


def test_the_heir_of_a_deleted_host_reads_no_address_either(ann, bob, game):
    """The invitations are Bob's from then on; the addresses were Ann's."""
    take_seat(game=game, player=bob, link_key=game.link_key)
    invite(game=game, by=ann, email="nora@secret.example", name="Nora")
    invite(game=game, by=ann, email="nameless@secret.example")
    Player.objects.filter(pk=ann.pk).update(deletion_at=clock.now() - timedelta(days=1))
    delete_account(ann.pk)
    page = read_lobby(game, bob)

    assert {bob} == {each.invited_by for each in Invitation.objects.all()}
    assert "Nora" in page
    assert "secret.example" not in page


def test_who_declines_is_named_to_a_new_host_without_their_address(ann, bob, game, smtp):
    """The mail goes to who is the host by then."""
    take_seat(game=game, player=bob, link_key=game.link_key)
    invitation = invite(game=game, by=ann, email="nameless@secret.example")
    hand_over_host(game=game, by=ann, to=seat_of(game, bob))
    decline_invitation(invitation=invitation)
    sweep_notices()
    (told,) = [mail.text for mail in smtp.received if "won’t play" in mail.text]

    assert "Someone won’t play this time." in told
    assert "secret.example" not in told
