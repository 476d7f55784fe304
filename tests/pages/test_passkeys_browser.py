"""Passkeys in a real browser, with Chromium’s virtual authenticator: set up, sign in, confirm, fail."""

import json
from typing import Any
from urllib.parse import parse_qs

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from games.models import Player

pytestmark = [pytest.mark.browser, pytest.mark.bare_sign_in, pytest.mark.django_db(transaction=True)]
PASSWORD = "correct horse battery"


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the console of the page complains of, such as a script that the policy forbids."""
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text) if line.type == "error" else None)
    # Going from a page with view transitions to one of the admin, which has none, is no fault.
    page.on("pageerror", lambda error: said.append(str(error)) if "ransition" not in str(error) else None)
    return said


@pytest.fixture
def authenticator(page: Page) -> Any:
    """A device with a fingerprint reader that recognizes its owner; returns what tells it whether it does."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )

    def recognizes(somebody: bool) -> None:
        named = {"authenticatorId": made["authenticatorId"], "isUserVerified": somebody}
        session.send("WebAuthn.setUserVerified", named)

    return recognizes


@pytest.fixture
def olga(db: None) -> Player:
    player = Player.objects.create_superuser("olga@players.example", PASSWORD, name="Olga")
    named = {"verified": True, "primary": True}
    EmailAddress.objects.get_or_create(user=player, email=player.email, defaults=named)
    return player


def sign_in_with_password(page: Page, address: str, player: Player) -> None:
    page.goto(f"{address}/accounts/login/")
    page.get_by_text("With a password, if you’ve set one").click()
    page.locator("input[name=login]").fill(player.email)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("details button").click()
    page.wait_for_load_state()


def add_passkey(page: Page, address: str) -> None:
    page.goto(f"{address}/account/security/")
    page.get_by_role("link", name="Add a passkey").click()
    if page.url.split("?")[0].endswith("/reauthenticate/"):
        page.locator("input[name=password]").fill(PASSWORD)
        page.get_by_role("button", name="Confirm").click()
    page.get_by_label("Name").fill("laptop")
    page.get_by_role("button", name="Add a passkey").click()


def test_a_passkey_is_added_signs_in_and_opens_the_admin(
    page, address, olga, authenticator, complaints, settings
):
    """From the password to the admin and, with the passkey alone, back into it; then it confirms an act."""
    sign_in_with_password(page, address, olga)
    page.goto(f"{address}/admin/")
    expect(page.get_by_text("Set up a passkey or an authenticator app first.")).to_be_visible()
    add_passkey(page, address)
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.goto(f"{address}/admin/")
    expect(page.get_by_role("heading", name="Site administration")).to_be_visible()

    page.goto(f"{address}/account/security/")
    expect(page.get_by_text("laptop")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    page.goto(f"{address}/accounts/login/?next=/admin/")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="Site administration")).to_be_visible()

    settings.STAFF_CONFIRM_MINUTES = 0
    page.goto(f"{address}/admin/games/switch/add/")
    page.locator("select[name=name]").select_option("mail")
    page.locator("[name=reason]").fill("Trying it.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="Is it you?")).to_be_visible()
    settings.STAFF_CONFIRM_MINUTES = 30
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("Trying it.").first).to_be_visible()
    assert [] == complaints


def test_a_passkey_is_the_second_step_after_a_password(page, address, olga, authenticator, complaints):
    """Where somebody signs in by a password, it is asked for in addition."""
    sign_in_with_password(page, address, olga)
    add_passkey(page, address)
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.context.clear_cookies()
    sign_in_with_password(page, address, olga)
    expect(page.get_by_role("heading", name="One more step")).to_be_visible()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page).to_have_url(f"{address}/")
    assert [] == complaints


def test_what_the_device_refuses_is_told(page, address, olga, authenticator, complaints):
    """Nobody waits for a page that never comes, and nothing is stored."""
    sign_in_with_password(page, address, olga)
    authenticator(False)
    add_passkey(page, address)

    expect(page.get_by_text("no passkey came from your browser")).to_be_visible()
    assert not Authenticator.objects.exists()
    assert [] == complaints


def test_without_scripts_the_app_is_offered(browser, address, olga, client):
    """A passkey needs scripts; an app for codes does not."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_in_with_password(page, address, olga)
    page.goto(f"{address}/accounts/2fa/webauthn/add/")
    page.locator("input[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()

    expect(page.get_by_role("link", name="Set up an app")).to_be_visible()
    context.close()


def test_the_pages_of_sign_in_are_accessible(page, address, olga, authenticator):
    """axe finds nothing on any of them, in both themes."""
    faults: list[str] = []

    def check() -> None:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found = Axe().run(page).response["violations"]
            faults.extend(f"{page.url} {scheme}: {each['id']}" for each in found)

    page.goto(f"{address}/accounts/login/")
    check()
    sign_in_with_password(page, address, olga)
    add_passkey(page, address)
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    check()
    for path in (
        "/account/security/",
        "/accounts/2fa/webauthn/add/",
        "/accounts/2fa/totp/activate/",
        "/accounts/2fa/recovery-codes/generate/",
        "/accounts/2fa/reauthenticate/",
        "/accounts/2fa/webauthn/reauthenticate/",
        "/account/security/again/",
    ):
        page.goto(f"{address}{path}")
        check()

    assert [] == faults


def sent_by_device(page: Page, address: str) -> str:
    """Sign in with the passkey, and return what the device has answered for it."""
    page.goto(f"{address}/accounts/login/")
    with page.expect_request(
        lambda each: each.method == "POST" and "credential" in (each.post_data or "")
    ) as sent:
        page.get_by_role("button", name="Use a passkey").click()
    expect(page).to_have_url(f"{address}/")
    return str(parse_qs(sent.value.post_data)["credential"][0])


def send_again(page: Page, address: str, credential: str) -> None:
    """Send an answer of a device to a browser's own form, with its own secret and its own challenge."""
    page.goto(f"{address}/accounts/login/")
    status = page.evaluate(
        """async (credential) => {
            const address = "/accounts/2fa/webauthn/login/";
            await fetch(address, { headers: { "X-Requested-With": "XMLHttpRequest" } });
            const secret = document.querySelector("[name=csrfmiddlewaretoken]").value;
            const body = new URLSearchParams({ credential, csrfmiddlewaretoken: secret });
            return (await fetch(address, { method: "POST", body })).status;
        }""",
        credential,
    )
    assert 200 == status  # it was read, and the sign-in is shown again
    page.goto(f"{address}/account/security/")


def test_an_answer_of_a_device_is_good_once(page, address, olga, authenticator, new_context):
    """Whoever has read it can't sign in by it, neither in another browser nor in the same one later."""
    sign_in_with_password(page, address, olga)
    add_passkey(page, address)
    page.context.clear_cookies()
    credential = sent_by_device(page, address)
    page.context.clear_cookies()
    for browser in (page, new_context().new_page()):
        send_again(browser, address, credential)
        assert "/accounts/login/" in browser.url


def test_a_passkey_of_one_account_is_no_second_step_of_another(page, address, olga, authenticator):
    """Also where the browser lets the device answer with any passkey that it holds."""
    pia = Player.objects.create_user("pia@players.example", PASSWORD, name="Pia")
    EmailAddress.objects.get_or_create(
        user=pia, email=pia.email, defaults={"verified": True, "primary": True}
    )
    sign_in_with_password(page, address, olga)
    add_passkey(page, address)
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    mine = Authenticator.objects.get(user=olga, type=Authenticator.Type.WEBAUTHN)
    theirs = json.loads(json.dumps(mine.data))
    Authenticator.objects.create(user=pia, type=mine.type, data=other_key(theirs))
    page.context.clear_cookies()
    page.add_init_script(
        """const get = navigator.credentials.get.bind(navigator.credentials);
        navigator.credentials.get = (asked) => {
            if (asked.publicKey) delete asked.publicKey.allowCredentials;
            return get(asked);
        };"""
    )
    sign_in_with_password(page, address, pia)
    expect(page.get_by_role("heading", name="One more step")).to_be_visible()
    with page.expect_response(lambda each: each.request.method == "POST") as answered:
        page.get_by_role("button", name="Use a passkey").click()
    assert "credential" in str(answered.value.request.post_data)
    page.goto(f"{address}/account/security/")

    assert "/account/security/" not in page.url.split("?")[0]


def other_key(data: dict[str, Any]) -> dict[str, Any]:
    """What is stored of a passkey, under another id: that of a device that isn't here."""
    credential = data["credential"]
    for name in ("id", "rawId"):
        if name in credential:
            credential[name] = credential[name][::-1]
    return data
