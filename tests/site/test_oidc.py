"""Signing in with the provider that an operator has set up: who is let in as whom, and what is refused."""

import logging
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.test import Client
from django.urls import NoReverseMatch, reverse

from games import clock
from games.models import Player, Seat
from games.people.account_deletion import delete_account
from games.people.data_export import exported_tables
from games.seats.invitations import accept_invitation, invite
from games.seats.lobby import create_game
from tests.support.oidc import OTHER_KEY, OidcProvider, come_back, leave, provider, sign_in_with
from tests.support.second_factor import code_now, give_app

from .conftest import make_player
from .test_accounts import ABOUT, ADDRESS, ask_for_code, code_in, signed_in

__all__ = ["provider"]

pytestmark = [pytest.mark.django_db, pytest.mark.bare_sign_in]
SIGN_UP = "/accounts/provider/sign-up/"


@pytest.fixture
def dora() -> Player:
    """Somebody who has proved the address here."""
    return with_address(Player.objects.create_user(ADDRESS, name="Dora"))


def with_address(player: Player, *, verified: bool = True) -> Player:
    EmailAddress.objects.create(user=player, email=player.email, verified=verified, primary=True)
    return player


def linked(player: Player, provider: OidcProvider, sub: str = "dora-1") -> SocialAccount:
    return SocialAccount.objects.create(user=player, provider=provider.issuer, uid=sub)


def text_of(page: Any) -> str:
    return unescape(page.content.decode())


def test_without_a_provider_nothing_is_shown_or_routed(client):
    """Most sites have none."""
    pages = [client.get(path).content.decode() for path in ("/accounts/login/", "/accounts/signup/")]

    assert 404 == client.post("/accounts/provider/sign-in/").status_code
    assert not any("provider" in page for page in pages)
    with pytest.raises(NoReverseMatch):
        reverse("oidc_sign_in")


def test_the_button_leads_to_the_provider_without_scripts(client, provider):
    """By a form, and a page that goes on by itself, so that no other origin is allowed in the policy."""
    for path in ("/accounts/login/", "/accounts/signup/"):
        page = client.get(path)
        assert "Sign in with Club" in text_of(page)
        assert "form-action 'self';" in page.headers["Content-Security-Policy"] + ";"
    page = client.post("/accounts/provider/sign-in/")

    assert page.headers["Refresh"].startswith(f"0; url={provider.issuer}/authorize?")
    assert f'href="{provider.issuer}/authorize?' in page.content.decode()
    assert 405 == client.get("/accounts/provider/sign-in/").status_code
    assert 403 == Client(enforce_csrf_checks=True).post("/accounts/provider/sign-in/").status_code


def test_a_new_player_chooses_a_name_and_is_in(client, provider):
    """The provider has seen the address, so no code is mailed; the name is proposed and can be changed."""
    page = sign_in_with(client, provider)
    assert SIGN_UP == page.request["PATH_INFO"]
    assert 'value="Dora"' in page.content.decode()
    assert "Club has confirmed this address." in text_of(page)
    client.post(SIGN_UP, {"name": "Dodo", "timezone": "Europe/Warsaw", "email": "else@players.example"})

    player = Player.objects.get()
    assert (ADDRESS, "Dodo", "Europe/Warsaw") == (player.email, player.name, player.timezone)
    assert ADDRESS == signed_in(client)
    assert [(ADDRESS, True)] == list(EmailAddress.objects.values_list("email", "verified"))
    accounts = SocialAccount.objects.values_list("provider", "uid", "extra_data")
    assert [(provider.issuer, "dora-1", {"email": ADDRESS})] == list(accounts)
    assert [] == mail.outbox


@pytest.mark.parametrize("way", ["invited", "closed"])
def test_the_provider_lets_new_people_in_where_nobody_signs_up(client, provider, settings, way):
    """The operator decides there who may come; the closed page keeps the button."""
    settings.SIGNUP = way
    closed = client.get("/accounts/signup/")
    sign_in_with(client, provider)
    client.post(SIGN_UP, {"email": ADDRESS, **ABOUT})

    assert "Sign in with Club" in text_of(closed)
    assert ADDRESS == signed_in(client)


def test_who_has_signed_up_is_in_at_once_the_next_time(client, provider):
    """The ID at the provider says who it is, whatever address it tells now."""
    sign_in_with(client, provider)
    client.post(SIGN_UP, ABOUT)
    provider.person["email"] = "another@players.example"
    other = Client()
    sign_in_with(other, provider)

    assert ADDRESS == signed_in(other)


def test_signing_in_leads_where_somebody_was_going(client, provider, dora):
    """A page of the site, and none elsewhere."""
    page = sign_in_with(client, provider, next=reverse("hours"))
    assert reverse("notices") == page.request["PATH_INFO"]

    page = sign_in_with(Client(), provider, next="https://evil.example/")
    assert reverse("dashboard") == page.request["PATH_INFO"]


def test_an_account_with_the_address_is_joined_when_both_sides_have_proved_it(client, provider, dora):
    """Its owner is told by mail."""
    sign_in_with(client, provider)

    assert ADDRESS == signed_in(client)
    assert [dora.pk] == list(SocialAccount.objects.values_list("user", flat=True))
    (told,) = mail.outbox
    assert ([ADDRESS], "[Fluxx] You can sign in with Club now") == (told.to, told.subject)


@pytest.mark.parametrize("said", [False, None, "false", 1.5, "yes", [True]])
def test_an_address_that_the_provider_has_not_verified_joins_nothing(client, provider, dora, said):
    """Whoever is there with an address of somebody else’s goes through a mail to that address."""
    provider.person["email_verified"] = said
    page = sign_in_with(client, provider)
    assert "We’ll mail a code to this address." in text_of(page)
    client.post(SIGN_UP, {**ABOUT, "email": ADDRESS})

    assert signed_in(client) is None
    assert not SocialAccount.objects.exists()
    assert [[ADDRESS]] == [each.to for each in mail.outbox]


def test_a_new_player_with_an_unverified_address_types_in_a_code(client, provider, smtp):
    """The usual one, and the address of the form is theirs, not the one that the provider has told."""
    del provider.person["email_verified"]
    sign_in_with(client, provider)
    client.post(SIGN_UP, {**ABOUT, "email": "dodo@players.example"})
    assert signed_in(client) is None
    client.post("/accounts/confirm-email/", {"code": code_in(smtp)})

    other = Client()
    sign_in_with(other, provider)
    assert ("dodo@players.example", "dodo@players.example") == (signed_in(client), signed_in(other))
    assert ["dodo@players.example"] == list(EmailAddress.objects.values_list("email", flat=True))


def test_who_signs_up_with_the_address_of_somebody_else_gets_nothing_by_it(client, provider, smtp):
    """Its owner signs in by a code later, which proves the address; the other is still a stranger."""
    provider.person["email_verified"] = False
    sign_in_with(client, provider)
    client.post(SIGN_UP, {**ABOUT, "email": ADDRESS})
    owner = Client()
    ask_for_code(owner)
    owner.post("/accounts/login/code/confirm/", {"code": code_in(smtp)})
    for browser in (client, Client()):
        sign_in_with(browser, provider)
        assert signed_in(browser) is None

    assert ADDRESS == signed_in(owner)
    assert not SocialAccount.objects.exists()


def test_an_address_and_whether_it_is_verified_come_from_one_place(client, provider, dora):
    """A token that vouches for one address says nothing about another."""
    provider.person = {"sub": "dora-1", "email": ADDRESS}
    provider.faults.claims = {"email": "evil@players.example", "email_verified": True}
    sign_in_with(client, provider)

    assert signed_in(client) is None


def test_an_account_whose_address_was_never_proved_is_not_joined(client, provider):
    """Somebody else may have made it, and know its password."""
    with_address(Player.objects.create_user(ADDRESS, "correct horse battery"), verified=False)
    page = sign_in_with(client, provider)

    assert SIGN_UP == page.request["PATH_INFO"]
    assert signed_in(client) is None


def test_an_address_that_has_changed_hands_does_not_open_the_account_of_who_had_it(client, provider, dora):
    """An account that is connected is its owner’s at the provider, and nobody else’s there."""
    linked(dora, provider, "dora-0")
    sign_in_with(client, provider)

    assert signed_in(client) is None
    assert ["dora-0"] == list(SocialAccount.objects.values_list("uid", flat=True))


def test_an_id_of_an_earlier_provider_means_nothing(client, provider, ann):
    """The same ID is somebody else at another issuer."""
    SocialAccount.objects.create(user=ann, provider="https://old.example", uid="dora-1")
    page = sign_in_with(client, provider)

    assert SIGN_UP == page.request["PATH_INFO"]


@pytest.mark.django_db(transaction=True)
def test_a_guest_gets_the_seats_of_their_address(client, provider, ann):
    """As by a code: the guest’s player is theirs, and no guest any more."""
    game = create_game(host=ann, name="Friday", seats=4, starts_when_full=False)
    accept_invitation(invitation=invite(game=game, by=ann, email=ADDRESS), name="Nora")
    EmailAddress.objects.filter(email=ADDRESS).delete()  # guests from before addresses were kept
    sign_in_with(client, provider)

    player = Player.objects.get(email=ADDRESS)
    assert (ADDRESS, False) == (signed_in(client), player.is_guest)
    assert [game.pk] == list(Seat.objects.filter(player=player).values_list("game", flat=True))


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("claims", {"nonce": "of-another-sign-in"}),
        ("claims", {"nonce": None}),
        ("claims", {"aud": "another-site"}),
        ("claims", {"aud": ["fluxx", "another-site"], "azp": "another-site"}),
        ("claims", {"iss": "https://evil.example"}),
        ("claims", {"exp": 1_700_000_000}),
        ("claims", {"sub": ""}),
        ("claims", {"sub": "x" * 256}),
        ("claims", {"sub": 7}),
        ("claims", {"sub": "dora-1\x00"}),
        ("userinfo", {"sub": "somebody-else"}),
        ("key", OTHER_KEY),
        ("algorithm", "HS256"),
        ("algorithm", "none"),
        ("configuration", {"issuer": "https://evil.example"}),
        ("configuration", {"jwks_uri": None}),
        ("answers", {"/token": b'{"error": "invalid_grant"}'}),
        ("answers", {"/token": b'{"access_token": "a"}'}),
        ("answers", {"/token": b"<html>"}),
        ("answers", {"/keys": b"[]"}),
        ("answers", {"/keys": b'{"keys": []}'}),
        ("answers", {"/userinfo": b"no JSON"}),
    ],
)
def test_what_the_provider_must_not_say_signs_nobody_in(client, provider, dora, caplog, name, changes):
    """A sentence for the person, where the other ways to sign in are; the reason is in the log."""
    linked(dora, provider)
    asked = leave(client)
    setattr(provider.faults, name, changes)
    with caplog.at_level(logging.ERROR, "fluxx_site.oidc.views"):
        page = come_back(client, provider, asked)

    assert "Club doesn’t answer as it should. Try again later" in text_of(page)
    assert ("/accounts/login/", 200) == (page.request["PATH_INFO"], page.status_code)
    assert signed_in(client) is None
    assert 1 == len([line for line in caplog.messages if "sign in with Club: " in line])


@pytest.mark.parametrize("ways", [["client_secret_basic"], ["client_secret_post"], None])
def test_providers_differ_in_what_they_want_and_tell(client, provider, ways):
    """The secret in a header or in the body; all claims in the token, or most of them beside it."""
    provider.faults.configuration = {"token_endpoint_auth_methods_supported": ways} if ways else {}
    if ways == ["client_secret_basic"]:
        provider.faults.configuration |= {"userinfo_endpoint": None}
        provider.faults.claims = {"email": ADDRESS, "email_verified": "true", "name": "Dora"}
    page = sign_in_with(client, provider)

    assert "Club has confirmed this address." in text_of(page)
    assert (ways == ["client_secret_basic"]) == ("by_header" in provider.tokens[0])


def test_another_issuer_than_that_of_the_settings_is_told_to_the_operator(client, provider, dora, caplog):
    """Even if its tokens name it as well: links and what the operator trusts belong to an issuer."""
    linked(dora, provider)
    asked = leave(client)
    provider.faults.configuration = {"issuer": "https://other.example"}
    provider.faults.claims = {"iss": "https://other.example"}
    come_back(client, provider, asked)

    assert signed_in(client) is None
    assert "it calls itself 'https://other.example': set OIDC_ISSUER to that" in caplog.text


def test_a_provider_that_is_down_is_said_to_be(client, provider, caplog):
    """Before somebody leaves, and when they come back."""
    asked = leave(client)
    provider.stop()
    back = client.get("/accounts/provider/callback/", {"code": "1", "state": asked["state"]}, follow=True)
    gone = client.post("/accounts/provider/sign-in/", follow=True)

    for page in (back, gone):
        assert 200 == page.status_code
        assert "Club doesn’t answer as it should." in text_of(page)


def test_who_comes_back_must_have_left_from_this_browser_just_now(client, provider, dora, travel):
    """A made-up state, that of another browser, one that was used, and an old one sign nobody in."""
    asked = leave(client)
    tries = [
        come_back(client, provider, asked, state="made-up"),
        come_back(Client(), provider, asked),
        client.get("/accounts/provider/callback/", follow=True),
    ]
    sign_in_with(client, provider)
    used = Client()
    first = leave(used)
    come_back(used, provider, first)
    used.logout()
    tries.append(come_back(used, provider, first))
    late = Client()
    asked = leave(late)
    travel(minutes=11)
    tries.append(come_back(late, provider, asked))

    assert all("began in another browser" in text_of(page) for page in tries)
    assert (None, None) == (signed_in(late), signed_in(used))


def test_who_changes_their_mind_is_back_at_the_other_ways(client, provider):
    """Nothing is logged as an error."""
    asked = leave(client)
    page = client.get(
        "/accounts/provider/callback/", {"error": "access_denied", "state": asked["state"]}, follow=True
    )

    assert "You’ve cancelled signing in with Club." in text_of(page)


def test_who_is_suspended_is_told_so(client, provider, dora):
    """As by every other way in: it leads to their data, and nowhere else."""
    Player.objects.filter(pk=dora.pk).update(
        suspended_until=clock.now() + timedelta(days=7), suspended_because="You cheated."
    )
    page = sign_in_with(client, provider)

    assert 403 == page.status_code
    assert "You cheated." in text_of(page)
    assert 200 == client.get(reverse("data")).status_code
    assert 403 == client.get(reverse("security")).status_code


def test_the_second_factor_is_asked_for_all_the_same(client, provider, dora):
    """Staff and players with one; only then is the account connected, and its admin open."""
    Player.objects.filter(pk=dora.pk).update(is_staff=True, is_superuser=True)
    give_app(dora)
    page = sign_in_with(client, provider)
    assert reverse("mfa_authenticate") == page.request["PATH_INFO"]
    assert signed_in(client) is None
    assert not SocialAccount.objects.exists()
    client.post(reverse("mfa_authenticate"), {"code": code_now()})

    assert ADDRESS == signed_in(client)
    assert SocialAccount.objects.exists()
    assert 200 == client.get("/admin/").status_code


def test_staff_without_a_second_factor_are_led_to_set_one_up(client, provider, dora):
    """What the provider says opens no page of the admin."""
    Player.objects.filter(pk=dora.pk).update(is_staff=True, is_superuser=True)
    sign_in_with(client, provider)
    page = client.get("/admin/", follow=True)

    assert reverse("account") == page.request["PATH_INFO"]
    assert "Set up a passkey or an authenticator app first." in text_of(page)


def test_an_account_is_connected_and_disconnected(client, provider, smtp):
    """With another address than that of the account, which stays as it is."""
    ann = with_address(make_player("Ann"))
    client.post("/accounts/login/code/", {"email": ann.email})
    client.post("/accounts/login/code/confirm/", {"code": code_in(smtp)})
    assert "Connect your account at Club" in text_of(client.get(reverse("account")))
    page = come_back(client, provider, leave(client, reverse("oidc_connect")))
    assert reverse("account") == page.request["PATH_INFO"]
    assert "You can sign in with Club now." in text_of(page)
    other = Client()
    sign_in_with(other, provider)
    assert (ann.email, ann.email) == (signed_in(client), signed_in(other))
    page = client.post(reverse("oidc_disconnect"), follow=True)

    assert "Club is disconnected." in text_of(page)
    assert not SocialAccount.objects.exists()
    told = [each.message["Subject"] for each in smtp.received]
    assert ["[Fluxx] You can sign in with Club now", "[Fluxx] Club was disconnected"] == told[-2:]


def test_what_belongs_to_somebody_else_is_not_connected(client, provider, ann, dora, smtp):
    """Neither an account at the provider that is connected, nor one with the address of another account."""
    with_address(ann)
    client.post("/accounts/login/code/", {"email": ann.email})
    client.post("/accounts/login/code/confirm/", {"code": code_in(smtp)})
    by_address = come_back(client, provider, leave(client, reverse("oidc_connect")))
    linked(dora, provider)
    by_link = come_back(client, provider, leave(client, reverse("oidc_connect")))

    assert "is already connected to another account here" in text_of(by_address)
    assert "is already connected to another account here" in text_of(by_link)
    assert [dora.pk] == list(SocialAccount.objects.values_list("user", flat=True))


def test_who_signed_in_long_ago_signs_in_again_before_connecting(client, provider, ann):
    """A browser that was left open connects nobody else’s account; nor does a visitor."""
    with_address(ann)
    client.force_login(ann)
    answer = client.post(reverse("oidc_connect"))
    visitor = Client().post(reverse("oidc_connect"))

    assert answer.headers["Location"].startswith(reverse("sign_in_again"))
    assert visitor.headers["Location"].startswith("/accounts/login/")


def test_the_provider_counts_as_signing_in_again(client, provider, ann):
    """Who has nothing to confirm by signs in anew, in whatever way, and may connect then."""
    linked(with_address(ann), provider)
    client.force_login(ann)
    asked = text_of(client.get(reverse("sign_in_again")))
    assert "/accounts/login/?next=" in asked
    sign_in_with(client, provider)

    assert 200 == client.post(reverse("oidc_connect")).status_code


def test_a_token_or_a_secret_is_stored_nowhere(client, provider):
    """Neither in the session, while the name is asked for, nor with the account."""
    sign_in_with(client, provider)
    kept = str(dict(client.session))
    client.post(SIGN_UP, ABOUT)

    assert "access" not in kept
    assert provider.settings.client_secret not in kept + repr(provider.settings)


def test_the_link_is_exported_and_deleted_with_the_account(client, provider, dora):
    """The ID and the address."""
    sign_in_with(client, provider)
    (row,) = dict(exported_tables(dora))["providers"]
    Player.objects.filter(pk=dora.pk).update(deletion_at=clock.now())
    delete_account(dora.pk)

    assert {
        "provider": provider.issuer,
        "uid": "dora-1",
        "extra_data": {"email": ADDRESS},
    }.items() <= row.items()
    assert not SocialAccount.objects.exists()


def test_the_provider_is_not_asked_without_end(client, provider, settings):
    """Each press makes the site call it, so a network may press only so often."""
    settings.ACCOUNT_RATE_LIMITS = {"ask_provider": "2/h/ip"}
    answers = [client.post("/accounts/provider/sign-in/").status_code for _ in range(3)]

    assert [200, 200, 429] == answers
