"""Who can open somebody's seats: a page lists it, and one press ends it, as another address does."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.urls import reverse

from games import clock
from games.core import tokens
from games.models import Channel, Deputy, FeedKey, Notice, PersonMail, Player, Seat
from games.pages.common import passes
from games.people.feeds import renew_feeds
from games.people.seat_access import end_all_links, list_mailed_links
from games.periodic.sweep import sweep_notices
from games.seats.deputies import accept_deputy, ask_deputy
from games.seats.invitations import accept_invitation, invite
from games.seats.lobby import create_game

from .play import seat_of
from .test_accounts import code_in

pytestmark = pytest.mark.django_db(transaction=True)


def link_to(seat: Seat) -> str:
    return reverse("play_link", args=[tokens.make_token(seat)])


def opens(link: str) -> bool:
    """Whether a link opens a seat in a browser that knows nothing."""
    return Client().get(link, follow=True).status_code == 200


def deputy_of(seat: Seat, player: Player) -> Deputy:
    """Somebody who plays a seat for another."""
    until = clock.now().date() + timedelta(days=5)
    asked = ask_deputy(seat=seat, by=seat.player, who=player.email, until=until)
    accept_deputy(deputy=asked.pk, by=player)
    return Deputy.objects.get(pk=asked.pk)


@pytest.fixture
def everything(ann, bob, carol, start):
    """Ann’s seats, and every way by which somebody could open them."""
    game, other = start(ann, bob), start(ann, carol)
    sweep_notices()
    renew_feeds(player=ann)
    Channel.objects.create(player=ann, kind=Channel.Kind.JSON, name="My bridge", url="https://h.example/1")
    deputy_of(seat_of(game, ann), carol)
    elsewhere, here = Client(), Client()
    for client in (elsewhere, here):
        client.force_login(ann)
        client.get(reverse("dashboard"))
    return game, other, here, elsewhere


@pytest.mark.slow
def test_the_page_lists_everything(everything, ann):
    """Tables with mails, the deputy, the feed, the service and the browsers; the first press only asks."""
    game, other, here, elsewhere = everything
    link = link_to(seat_of(game, ann))
    page = here.get(reverse("seat_access")).content.decode()
    asked = here.get(reverse("end_seat_access"))

    for words in (game.name, other.name, "Carol", "My bridge", "Their secret addresses were made on"):
        assert words in page
    assert reverse("end_seat_access") in page
    assert reverse("seat_access") in here.get(reverse("account")).content.decode()
    assert asked.status_code == 200
    assert opens(link)
    assert elsewhere.get(reverse("account")).status_code == 200
    assert FeedKey.objects.filter(player=ann).exists()


@pytest.mark.slow
def test_one_press_ends_everything_but_this_browser(everything, ann, carol):
    """Links, deputies, feeds, services and other browsers; one mail brings new links."""
    game, other, here, elsewhere = everything
    assert elsewhere.get(reverse("account")).status_code == 200
    links = [link_to(seat_of(each, ann)) for each in (game, other)]
    mail.outbox.clear()
    here.post(reverse("end_seat_access"))
    page = here.get(reverse("seat_access")).content.decode()
    sweep_notices()
    sent = [each for each in mail.outbox if "New links" in each.subject]
    new = re.findall(r"https?://\S+(/p/\S+)", sent[0].body)

    assert [opens(link) for link in links] == [False, False]
    assert not Deputy.objects.filter(owner=ann, ended_at=None).exists()
    assert Notice.objects.filter(kind=Notice.Kind.DEPUTY, player=carol).exists()
    assert not FeedKey.objects.filter(player=ann).exists()
    assert not Channel.objects.filter(player=ann).exists()
    assert "No link in a mail opens a seat of yours" in page
    assert here.get(reverse("account")).status_code == 200
    assert elsewhere.get(reverse("account")).status_code == 302
    assert [each.to for each in sent] == [[ann.email]]
    assert [opens(link) for link in new] == [True, True]


@pytest.mark.slow
def test_another_address_ends_the_links_of_the_old_one(client, smtp, ann, bob, carol, start):
    """Also those by which its reader plays for somebody else; the new mailbox gets new ones, once."""
    EmailAddress.objects.create(user=ann, email=ann.email, verified=True, primary=True)
    game, elsewhere = start(ann, bob), start(bob, carol)
    deputy = deputy_of(seat_of(elsewhere, bob), ann)
    as_deputy = reverse("deputy_link", args=[tokens.make_deputy_token(deputy)])
    link = link_to(seat_of(game, ann))
    before = (opens(link), opens(as_deputy))
    client.post("/accounts/login/code/", {"email": ann.email})
    client.post("/accounts/login/code/confirm/", {"code": code_in(smtp)})
    client.post("/accounts/email/", {"email": "new@players.example", "action_add": ""})
    during = (opens(link), opens(as_deputy))
    client.post("/accounts/confirm-email/", {"code": code_in(smtp)})
    ann.refresh_from_db()

    assert ann.email == "new@players.example"
    assert (before, during) == ((True, True), (True, True))
    assert (opens(link), opens(as_deputy)) == (False, False)
    assert Deputy.objects.filter(player=ann, ended_at=None, accepted_at__isnull=False).count() == 1
    assert list(PersonMail.objects.values_list("player", "kind")) == [(ann.pk, PersonMail.Kind.NEW_LINKS)]


def test_an_address_that_is_proved_for_the_first_time_ends_nothing(smtp, ann):
    """Who was a guest and signs in keeps the links that they have."""
    invitation = invite(
        game=create_game(host=ann, name="Friday", seats=3), by=ann, email="zoe@players.example"
    )
    seat = accept_invitation(invitation=invitation, name="Zoe")
    browser = Client()
    browser.post("/accounts/login/code/", {"email": "zoe@players.example"})
    browser.post("/accounts/login/code/confirm/", {"code": code_in(smtp)})

    assert opens(link_to(Seat.objects.get(pk=seat.pk)))
    assert not PersonMail.objects.exists()


def test_a_guest_ends_links_by_a_link(ann):
    """The page opens behind their own, says what ends, and the link ends with the others."""
    game = create_game(host=ann, name="Friday", seats=3)
    invitation = invite(game=game, by=ann, email="zoe@players.example")
    seat = accept_invitation(invitation=invitation, name="Zoe")
    link = link_to(seat)
    browser = Client()
    browser.get(link)
    page = browser.get(reverse("guest_seat_access", args=[game.key]))
    secret = {"csrfmiddlewaretoken": passes.seat_secret(seat)}
    done = browser.post(reverse("guest_end_seat_access", args=[game.key]), secret)

    assert page.status_code == 200
    assert "Devices and services" not in page.content.decode()
    assert done.status_code == 200
    assert not opens(link)
    assert PersonMail.objects.filter(kind=PersonMail.Kind.NEW_LINKS, player=seat.player).count() == 1


@pytest.mark.slow
def test_new_links_are_mailed_once_and_listed(everything, ann):
    """Pressed three times before the mail leaves, it is one mail; the page then counts its links."""
    _game, _other, here, _elsewhere = everything
    for _press in range(3):
        end_all_links(player=ann)
    before = list_mailed_links(ann)
    sweep_notices()
    after = list_mailed_links(ann)
    page = here.get(reverse("seat_access")).content.decode()

    assert [] == before
    assert 1 == PersonMail.objects.filter(kind=PersonMail.Kind.NEW_LINKS, player=ann).count()
    assert {(seat.pk, 1) for seat in Seat.objects.filter(player=ann)} == {
        (each.seat.pk, each.mails) for each in after
    }
    assert "No link in a mail opens a seat of yours right now." not in page


def test_a_link_of_somebody_with_an_account_doesnt_open_the_page(ann, bob, start):
    """It leads to where they sign in, as all settings do."""
    game = start(ann, bob)
    browser = Client()
    browser.get(link_to(seat_of(game, ann)))
    answers = [
        browser.get(reverse("guest_seat_access", args=[game.key])),
        browser.post(reverse("guest_end_seat_access", args=[game.key])),
    ]

    assert [each.status_code for each in answers] == [302, 403]
    assert not PersonMail.objects.exists()
    assert Session.objects.count() == 0
