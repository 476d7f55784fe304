"""The first hour of an operator in a browser: from the link in the log to the second factor."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.moderation.first_operator import make_key

pytestmark = [pytest.mark.browser, pytest.mark.bare_sign_in, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", [(1280, 900), (390, 844)], ids=["wide", "phone"])
def test_what_is_said_is_in_sight_where_the_page_opens_further_below(page: Page, address, size):
    """The account opens at the second factor; that it is needed, and what became of the mail, is seen."""
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.goto(f"{address}{reverse('first_operator', args=[make_key()])}")
    page.get_by_label("Your e-mail address").fill("olga@players.example")
    page.get_by_label("Your name").fill("Olga")
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("button", name="Make my account").click()

    said = [page.get_by_text("Set EMAIL_URL."), page.get_by_text("Set up a passkey or an authenticator app")]
    section = page.get_by_role("heading", name="Sign-in and security")
    for each in (*said, section):
        expect(each).to_be_in_viewport(ratio=1)
    lowest = max(box["y"] + box["height"] for each in said if (box := each.bounding_box()))
    top = section.bounding_box()
    assert top is not None
    assert lowest <= top["y"]
    assert page.evaluate("scrollY") > 0
