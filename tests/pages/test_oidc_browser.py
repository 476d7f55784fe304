"""Signing in with a provider in a real browser, whose policy lets forms lead to this site only."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from games.models import Player
from tests.support.oidc import OidcProvider, provider

__all__ = ["provider"]

pytestmark = [pytest.mark.browser, pytest.mark.bare_sign_in, pytest.mark.django_db(transaction=True)]


@pytest.fixture(params=[True, False], ids=["scripts", "no-scripts"])
def tab(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A page of a browser with scripts, and of one without."""
    context = browser.new_context(java_script_enabled=request.param)
    yield context.new_page()
    context.close()


def test_one_press_leads_to_the_provider_and_back(tab: Page, address: str, provider: OidcProvider) -> None:
    """Chromium counts redirects after a form against the policy; a page that goes on by itself is none."""
    said: list[str] = []
    tab.on("console", lambda line: said.append(line.text) if line.type == "error" else None)
    tab.goto(f"{address}/accounts/signup/")
    tab.get_by_role("button", name="Sign in with Club").click()
    tab.get_by_label("Name").fill("Dodo")
    tab.get_by_role("button", name="Sign up").click()

    tab.wait_for_url(f"{address}/")
    assert ["Dodo"] == list(Player.objects.values_list("name", flat=True))
    tab.goto(f"{address}/account/security/")
    expect(tab.get_by_text("dora@players.example").last).to_be_visible()
    assert [] == said


def test_the_new_pages_are_accessible(page: Page, address: str, provider: OidcProvider) -> None:
    """axe finds nothing on the sign-in page, at sign-up and in the account."""
    found = []

    def look() -> None:
        result = Axe().run(page)
        found.append((page.url.removeprefix(address), [each["id"] for each in result.response["violations"]]))

    page.goto(f"{address}/accounts/login/")
    look()
    page.get_by_role("button", name="Sign in with Club").click()
    page.wait_for_url("**/sign-up/")
    look()
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url(f"{address}/")
    page.goto(f"{address}/account/")
    look()

    assert [
        ("/accounts/login/", []),
        ("/accounts/provider/sign-up/", []),
        ("/account/", []),
    ] == found


def test_the_way_there_is_accessible(page: Page, address: str, provider: OidcProvider) -> None:
    """The page that goes on by itself, as a browser has it that doesn't."""
    answer = Client().post("/accounts/provider/sign-in/")
    page.goto(f"{address}/accounts/login/")
    page.set_content(answer.content.decode())

    assert [] == [each["id"] for each in Axe().run(page).response["violations"]]
