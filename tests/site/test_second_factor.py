"""A second factor: players may have one, staff need one and prove it again before they act."""

import re
import time
from datetime import timedelta
from html import unescape

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from fluxx_site.second_factor import MFAAdapter, reencrypt_secrets
from games import clock
from games.models import Game, Player, StaffAct
from games.periodic.retention import remove_old
from tests.support.second_factor import SECRET, code_now, give_app, sign_in_with_app
from tests.support.smtp import SmtpServer

from .test_accounts import ask_for_code, code_in, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.bare_sign_in]
WHY = "Set up a passkey or an authenticator app first."
PASSWORD = "correct horse battery"


@pytest.fixture
def olga(db) -> Player:
    """An operator with a password and without a second factor."""
    player = Player.objects.create_superuser("olga@players.example", PASSWORD, name="Olga")
    EmailAddress.objects.get_or_create(
        user=player, email=player.email, defaults={"verified": True, "primary": True}
    )
    return player


def sign_in(client: Client, player: Player) -> str:
    """Send the password; return where that leads."""
    answer = client.post("/accounts/login/", {"login": player.email, "password": PASSWORD})
    return answer.headers.get("Location", "")


def text_of(answer) -> str:
    return unescape(answer.content.decode())


def pause(client: Client, game: Game, **more: str):
    """Pause a game at the desk."""
    form = {"reason": "Holiday.", "confirmed": "yes"} | more
    return client.post(reverse("admin:games_game_act", args=[game.pk, "pause"]), form)


def test_staff_without_a_factor_are_led_to_set_one_up(client, olga):
    """One sentence says why; nothing of the admin is shown, and nothing done."""
    sign_in(client, olga)
    page = client.get("/admin/", follow=True)
    added = client.post(reverse("admin:games_switch_add"), {"name": "clocks", "reason": "?"})

    assert reverse("account") == page.redirect_chain[-1][0].partition("?")[0]
    assert WHY in text_of(page)
    assert (302, reverse("security")) == (added.status_code, added.headers["Location"])
    assert not StaffAct.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_an_operator_sets_up_an_app_and_acts(client, olga, ann, bob, start, smtp):
    """From the first sign-in to the first act, without the mail server."""
    smtp.refuse()
    game = start(ann, bob)
    sign_in(client, olga)
    page = client.get(reverse("mfa_activate_totp"))
    assert page.headers["Location"].startswith("/accounts/reauthenticate/")
    client.post(page.headers["Location"], {"password": PASSWORD})
    shown = text_of(client.get(reverse("mfa_activate_totp")))
    secret = re.search(r"security__secret\">([A-Z2-7]+)<", shown)[1]  # type: ignore[index]
    answer = client.post(reverse("mfa_activate_totp"), {"code": code_now(secret)}, follow=True)

    assert 10 == text_of(answer).count("<li><code>")
    assert 200 == client.get("/admin/").status_code
    pause(client, game)
    game.refresh_from_db()
    assert game.paused_at is not None


def test_the_second_factor_is_asked_for_at_sign_in(client, olga, smtp):
    """Neither a password nor a code by mail is enough; a wrong code is told, a right one opens the admin."""
    give_app(olga)
    assert reverse("mfa_authenticate") == sign_in(client, olga)
    assert 302 == client.get("/admin/").status_code
    wrong = client.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert "That code or passkey isn’t right." in text_of(wrong)
    assert signed_in(client) is None
    client.post(reverse("mfa_authenticate"), {"code": code_now()})

    assert olga.email == signed_in(client)
    assert 200 == client.get("/admin/").status_code

    other = Client()
    ask_for_code(other, olga.email)
    other.post("/accounts/login/code/confirm/", {"code": code_in(smtp)})
    assert signed_in(other) is None


def test_a_session_from_before_the_factor_is_asked_for_it(client, olga):
    """Whoever stole it earlier reads nothing in the admin; signing out asks for nothing."""
    sign_in(client, olga)
    give_app(olga)
    assert client.get("/admin/").headers["Location"].startswith(reverse("mfa_reauthenticate"))

    sign_in_with_app(client, olga, minutes_ago=600)
    client.post(reverse("admin:logout"))
    assert signed_in(client) is None


def test_after_a_while_staff_confirm_before_they_act(client, olga, ann, bob, start, settings):
    """Reading goes on; the act is carried out when the code is right, and not before."""
    settings.STAFF_CONFIRM_MINUTES = 30
    game = start(ann, bob)
    sign_in_with_app(client, olga, minutes_ago=31)
    assert 200 == client.get(reverse("admin:games_game_change", args=[game.pk])).status_code
    asked = pause(client, game)
    game.refresh_from_db()
    assert (302, None) == (asked.status_code, game.paused_at)
    client.post(asked.headers["Location"], {"code": "000000"})
    game.refresh_from_db()
    assert game.paused_at is None
    client.post(asked.headers["Location"], {"code": code_now()})

    game.refresh_from_db()
    assert game.paused_at is not None


@pytest.mark.parametrize(
    "act",
    [
        lambda game, record: (reverse("admin:games_game_act", args=[game.pk, "end"]), {"reason": "?"}),
        lambda game, record: (reverse("admin:games_player_role", args=[game.host_id]), {"role": "operator"}),
        lambda game, record: (reverse("admin:games_staffact_revert", args=[record.pk]), {}),
        lambda game, record: (reverse("admin:games_switch_add"), {"name": "mail", "reason": "?"}),
        lambda game, record: (reverse("admin:games_player_changelist"), {"action": "clear_refusal"}),
    ],
)
def test_every_act_wants_a_factor_that_was_proved_lately(client, olga, ann, bob, start, act):
    """Acts on games, roles, taking back, switches and lists."""
    game = start(ann, bob)
    sign_in_with_app(client, olga)
    pause(client, game)
    record = StaffAct.objects.get()
    sign_in_with_app(client, olga, minutes_ago=40)
    address, form = act(game, record)

    assert client.post(address, form).headers["Location"].startswith(reverse("mfa_reauthenticate"))
    assert 1 == StaffAct.objects.count()


def test_a_password_alone_confirms_nothing_where_there_is_a_factor(client, olga):
    """Nor is it offered."""
    sign_in_with_app(client, olga, minutes_ago=40)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = client.get(reverse("mfa_reauthenticate"))

    assert "password" not in text_of(page).lower().split("<main")[1].split("</main")[0]
    assert client.post(reverse("admin:games_switch_add")).headers["Location"].startswith("/accounts/2fa/")


@pytest.mark.parametrize("is_of_app", [True, False])
def test_a_code_is_good_once(client, olga, is_of_app):
    """One of the app, read over a shoulder, opens no second session; nor does one for a lost phone."""
    give_app(olga)
    kept = Authenticator.objects.get(user=olga, type="recovery_codes").wrap().get_unused_codes()
    code = code_now() if is_of_app else kept[0]
    for expected in (olga.email, None):
        client = Client()
        sign_in(client, olga)
        client.post(reverse("mfa_authenticate"), {"code": code})
        assert expected == signed_in(client)


def test_codes_of_an_app_cannot_be_guessed(client, olga):
    """After five wrong ones the right one is refused for some minutes, from whatever address it comes."""
    give_app(olga)
    sign_in(client, olga)
    for number in range(5):
        client.post(reverse("mfa_authenticate"), {"code": f"00000{number}"}, REMOTE_ADDR=f"192.0.2.{number}")
    refused = client.post(reverse("mfa_authenticate"), {"code": code_now()}, REMOTE_ADDR="198.51.100.7")

    assert signed_in(client) is None
    assert "Too many failed" in text_of(refused)


def test_who_lost_everything_is_helped_at_the_command_line(client, olga, capsys):
    """The factors are gone and the sessions ended; the role stays."""
    give_app(olga)
    sign_in(client, olga)
    client.post(reverse("mfa_authenticate"), {"code": code_now()})
    call_command("staff", olga.email, "--reset-factor")

    olga.refresh_from_db()
    assert not Authenticator.objects.filter(user=olga).exists()
    assert (None, True) == (signed_in(client), olga.is_staff)
    assert "is signed out everywhere" in capsys.readouterr().out
    with pytest.raises(CommandError, match="not allowed with argument"):
        call_command("staff", olga.email, "--reset-factor", "--remove")


def test_secrets_are_stored_encrypted_and_outlive_a_key(olga, settings):
    """`prepare` encrypts them by the new key while the old one still reads them; then the old one may go."""
    row = give_app(olga)
    stored = Authenticator.objects.get(pk=row.pk).data["secret"]
    assert SECRET not in stored
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another key that is long enough for anybody 0123456789"
    settings.SECRET_KEY_FALLBACKS = [old]
    assert SECRET == MFAAdapter().decrypt(stored)
    reencrypt_secrets()
    settings.SECRET_KEY_FALLBACKS = []
    row.refresh_from_db()

    assert SECRET == MFAAdapter().decrypt(row.data["secret"])
    assert SECRET != MFAAdapter().decrypt(stored)
    reencrypt_secrets()


def test_where_a_key_is_lost_no_code_is_right(client, olga, settings):
    """The page says that the code is wrong, and the recovery codes are no way in either."""
    give_app(olga)
    Authenticator.objects.filter(user=olga).update(data={"secret": "x", "seed": "x", "used_mask": 0})
    sign_in(client, olga)
    for code in (code_now(), "00000000", "000000"):
        assert 200 == client.post(reverse("mfa_authenticate"), {"code": code}).status_code

    assert signed_in(client) is None


def test_who_has_codes_by_mail_alone_signs_in_again_before_adding_a_factor(client, smtp: SmtpServer, ann):
    """A session that was left open somewhere is not enough to lock its owner out."""
    EmailAddress.objects.create(user=ann, email=ann.email, verified=True, primary=True)
    client.force_login(ann)
    page = client.get(reverse("mfa_add_webauthn"))
    asked = client.get(page.headers["Location"])
    assert "Sign in again with a new code" in text_of(asked)
    assert 302 == client.post(reverse("mfa_activate_totp"), {"code": "123456"}).status_code
    assert not Authenticator.objects.exists()

    (way,) = re.findall(r'name="next" value="(/accounts/login/code/[^"]+)"', asked.content.decode())
    client.post("/accounts/logout/", {"next": unescape(way)})
    ask_for_code(client, ann.email)
    client.post("/accounts/login/code/confirm/", {"code": code_in(smtp)})
    assert 200 == client.get(reverse("mfa_add_webauthn")).status_code


def test_no_password_is_set_in_a_session_that_was_left_open(client, ann):
    """By it whoever found the session could confirm all else."""
    client.force_login(ann)
    form = {"password1": PASSWORD, "password2": PASSWORD}
    answers = [client.get("/accounts/password/set/"), client.post("/accounts/password/set/", form)]

    ann.refresh_from_db()
    assert all(each.headers["Location"].startswith(reverse("sign_in_again")) for each in answers)
    assert not ann.has_usable_password()


def test_whom_no_mail_reaches_may_still_give_another_address(client, smtp, ann):
    """A code to sign in again would reach them as little. A factor is not set up so."""
    EmailAddress.objects.create(user=ann, email=ann.email, verified=True, primary=True)
    client.force_login(ann)
    form = {"email": "new@players.example", "action_add": ""}
    assert client.post("/accounts/email/", form).headers["Location"].startswith(reverse("sign_in_again"))
    Player.objects.filter(pk=ann.pk).update(mail_refused_at=clock.now())
    client.post("/accounts/email/", form)
    client.post("/accounts/confirm-email/", {"code": code_in(smtp)})

    ann.refresh_from_db()
    assert "new@players.example" == ann.email
    assert 302 == client.get(reverse("mfa_add_webauthn")).status_code


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_signing_in_again_leads_to_no_other_site(client, ann, back):
    """Only addresses of this one are kept."""
    client.force_login(ann)
    page = text_of(client.get(reverse("sign_in_again"), {"next": back}))

    assert "evil.example" not in page.split("<main")[1].split("</main")[0]
    assert "alert(1)" not in page.split("<main")[1].split("</main")[0]


def test_sessions_are_seen_and_ended(client, olga):
    """One by one, or all but this one; a stranger's number ends nothing."""
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    phone = Client(
        headers={"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) AppleWebKit Safari/605.1"}
    )
    tablet = Client()
    for each in (client, phone, tablet):
        each.post(
            "/accounts/login/",
            {"login": olga.email, "password": PASSWORD},
            headers={"user-agent": agent} if each is client else {},
        )
    page = text_of(client.get(reverse("seat_access")))
    assert ["Firefox on Linux", "Safari on iPhone", "Unknown browser"] == sorted(
        set(re.findall(r"(?:Firefox on Linux|Safari on iPhone|Unknown browser)", page))
    )
    other = UserSession.objects.get(session_key=phone.session.session_key)
    stranger = Client()
    stranger.force_login(Player.objects.create_user("eve@players.example", name="Eve"))
    stranger.post(reverse("end_session", args=[other.pk]))
    assert olga.email == signed_in(phone)
    client.post(reverse("end_session", args=[other.pk]))
    assert (None, olga.email) == (signed_in(phone), signed_in(tablet))
    client.post(reverse("end_other_sessions"))
    assert (olga.email, None) == (signed_in(client), signed_in(tablet))


def test_rows_about_ended_sessions_go(client, olga):
    """Within the hour, the session itself and the network address and browser kept with it."""
    sign_in(client, olga)
    key = client.session.session_key
    sign_in(Client(), olga)
    Session.objects.filter(session_key=key).update(expire_date=clock.now() - timedelta(minutes=1))
    remove_old(stop_at=time.monotonic() + 5)

    assert (1, 1) == (Session.objects.count(), UserSession.objects.count())
    assert not UserSession.objects.filter(session_key=key).exists()


def test_the_admin_shows_no_secret_of_sign_in(client, olga):
    """Neither factors nor sessions nor confirmed addresses are rows that staff read or write there."""
    sign_in_with_app(client, olga)
    index = text_of(client.get("/admin/"))

    for name in ("mfa/authenticator", "usersessions/usersession", "account/emailaddress", "auth/group"):
        assert name not in index
        assert 404 == client.get(f"/admin/{name}/").status_code


def test_allauths_own_lists_lead_to_the_one_page(client, ann):
    """What it spreads over three."""
    client.force_login(ann)

    for address in ("/accounts/2fa/", "/accounts/2fa/webauthn/"):
        assert reverse("security") == client.get(address).headers["Location"]
