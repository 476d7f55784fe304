"""Rotating SECRET_KEY: what left the site before goes on working by the old key, and without it by none."""

import secrets
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.test import Client
from django.urls import reverse

from games import clock
from games.core import tokens
from games.core.tokens import Purpose
from games.delivery.channels import push
from games.inbound.receive import receive
from games.mail import addresses, unsubscribe
from games.models import Game, Notice, NumberedMail, Player
from games.pages.common import passes
from games.people.data_export import make_export_token
from games.people.feeds import renew_feeds
from games.seats.deputies import accept_deputy
from games.seats.invitations import invite
from games.seats.lobby import create_game
from tests.mail.eml import eml

from .conftest import make_player
from .play import question_to, seat_of
from .test_deputies import hand

pytestmark = pytest.mark.django_db

REFUSED = {403, 404, 410}
Check = Callable[[], bool]


@pytest.fixture
def game(ann, bob, start) -> Game:
    return start(ann, bob)


@pytest.fixture
def notice(game, ann, settings) -> Notice:
    """The mail that asked Ann for her turn."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    notice = Notice.objects.get(question=question_to(game, ann), kind="turn", channel=None)
    notice.status, notice.sent_at = Notice.Status.SENT, notice.created_at
    notice.save()
    return notice


def opens(address: str) -> Check:
    """Whether a browser that was never here gets further by an address."""
    return lambda: Client().get(address).status_code not in REFUSED


def keeps_pass(link: str, address: str) -> Check:
    """Whether a browser that has opened a link still sees the page, by the cookie that it got."""
    browser = Client()
    browser.get(link)
    return lambda: browser.get(address).status_code not in REFUSED


def takes_form(check_form: Callable[..., Any], holder: object, secret: str, rf: Any) -> Check:
    """Whether a form that was shown before may still be sent."""

    def check() -> bool:
        try:
            check_form(rf.post("/", {"csrfmiddlewaretoken": secret}), holder)
        except passes.PermissionDenied:
            return False
        return True

    return check


def takes_mail(name: str, to: str, **words: str) -> Check:
    """Whether a mail to this address is acted on."""
    return lambda: receive(eml(name, to=to, **words)).status == "done"


def keeps_session(player: Player) -> Check:
    browser = Client()
    browser.force_login(player, backend="allauth.account.auth_backends.AuthenticationBackend")
    return lambda: browser.get(reverse("account")).status_code == 200


def keeps_trial() -> Check:
    """Whether a visitor without an account still plays their game."""
    browser = Client()
    table = browser.post(reverse("play_now")).headers["Location"]
    return lambda: browser.get(table).status_code == 200


def resets_password(player: Player) -> Check:
    """Whether the link of allauth's mail leads on to its form."""
    key = f"{user_pk_to_url_str(player)}-{default_token_generator.make_token(player)}"
    address = reverse(
        "account_reset_password_from_key", kwargs=dict(zip(("uidb36", "key"), key.split("-", 1), strict=True))
    )
    return lambda: Client().get(address).status_code == 302


@pytest.fixture
def proved(notice, game, ann, carol, start, rf) -> dict[str, Check]:
    """Everything that the site proves by its key, as it left the site, and whether it is accepted now."""
    seat, question = seat_of(game, ann), question_to(game, ann)
    deputy = accept_deputy(deputy=hand(game, ann, carol).pk, by=carol)
    lobby = create_game(host=ann, name="Lobby", seats=3)
    invitation = invite(game=lobby, by=ann, email="nora@players.example")
    play = f"/p/{tokens.make_token(seat, question)}/"
    by_deputy = f"/v/{tokens.make_deputy_token(deputy, question)}/"
    invited = f"/i/{tokens.make_invitation_token(invitation)}/"
    guest = make_player("Gert", is_guest=True)
    theirs = start(guest, carol)
    by_guest = f"/p/{tokens.make_token(seat_of(theirs, guest))}/"
    printed = {"seat": seat.pk, "epoch": seat.link_epoch, "name": game.name, "questions": []}
    several = NumberedMail.objects.create(
        message_id="<several@site>", player=ann, written_at=clock.now(), games=[printed]
    )
    bounce = {"recipient": ann.email, "message_id": notice.message_id}
    return {
        "link of a question": opens(play),
        "link of a seat": opens(f"/p/{tokens.make_token(seat)}/"),
        "link of a deputy": opens(by_deputy),
        "invitation": opens(invited),
        "link against invitations": opens(f"/b/{tokens.make_invitation_token(invitation, Purpose.BLOCK)}/"),
        "link to unsubscribe": opens(reverse("unsubscribe", args=[unsubscribe.make_token(notice)])),
        "link to unsubscribe from a bundle": opens(f"/u/{unsubscribe.make_bundle_token(notice)}/"),
        "pass of a seat": keeps_pass(play, reverse("seat_game", args=[game.key])),
        "pass of a deputy": keeps_pass(by_deputy, reverse("deputy_game", args=[game.key])),
        "pass of an invitation": keeps_pass(invited, reverse("invitation", args=[lobby.key])),
        "pages of a guest": keeps_pass(by_guest, reverse("guest_account", args=[theirs.key])),
        "form of a seat": takes_form(passes.check_form, seat, passes.seat_secret(seat), rf),
        "form of a deputy": takes_form(passes.check_form, deputy, passes.deputy_secret(deputy), rf),
        "form of an invitation": takes_form(
            passes.check_form, invitation, passes.invitation_secret(invitation), rf
        ),
        "reply": takes_mail("reply", addresses.make_reply(notice), sender=ann.email),
        "reply to a mail of several games": takes_mail(
            "reply", addresses.make_bundle_address(several), sender=ann.email
        ),
        "bounce": takes_mail("no-such-box", addresses.make_bounce(notice), **bounce),
        "unsubscribing by mail": takes_mail(
            "unsubscribe", addresses.make_unsubscribe(unsubscribe.make_token(notice)), sender=ann.email
        ),
        "session": keeps_session(ann),
        "session without an account": keeps_trial(),
        "link to an export": opens(reverse("exported_data", args=[make_export_token(ann, clock.now())])),
        "link to a new password": resets_password(ann),
    }


@pytest.fixture
def stored(game, ann) -> dict[str, Check]:
    """What the site recognises by a secret of its own in the database."""
    secret, device = renew_feeds(player=ann), push.application_server_key()
    return {
        "calendar": opens(reverse("deadlines_feed", args=[secret])),
        "feed": opens(reverse("turns_feed", args=[secret])),
        "link to join": opens(reverse("join_by_link", args=[game.link_key])),
        "subscription of a device": lambda: push.application_server_key() == device,
    }


def rotate(settings: Any, *, fallbacks: list[str]) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = secrets.token_urlsafe(50), fallbacks


@pytest.mark.slow
def test_after_a_rotation_the_old_key_still_proves(proved, stored, settings):
    """The way of docs/hosting.md: the old key becomes a fallback, also the one before it."""
    rotate(settings, fallbacks=[settings.SECRET_KEY])
    rotate(settings, fallbacks=[settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS])

    assert [] == [name for name, works in (proved | stored).items() if not works()]


def test_without_the_old_key_nothing_is_proved(proved, stored, settings):
    """A key that leaked is left out: all that it proved is refused; secrets in the database go on."""
    rotate(settings, fallbacks=[])

    assert [] == [name for name, works in proved.items() if works()]
    assert [] == [name for name, works in stored.items() if not works()]


def test_what_is_made_after_a_rotation_has_the_new_key(notice, settings):
    """The old key can be left out a month later: new links and addresses don't need it."""
    rotate(settings, fallbacks=[settings.SECRET_KEY])
    made = [addresses.make_bounce(notice), addresses.make_reply(notice), unsubscribe.make_token(notice)]
    settings.SECRET_KEY_FALLBACKS = []

    assert notice.pk == addresses.read_bounce(made[0])
    assert notice.seat == addresses.read_reply(made[1]).seat
    assert notice.player == unsubscribe.read_token(made[2]).player
