"""The page of orders as a browser lays it out: short, and with selects that show whole options."""

import pytest
from playwright.sync_api import Browser

from tests.site.wonderland import table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# The selects that have an option that is wider than what they show; the arrow takes 30 pixels or so.
CUT_OFF = """() => {
  document.querySelectorAll("details").forEach((each) => { each.open = true; });
  const pen = document.createElement("canvas").getContext("2d");
  return [...document.querySelectorAll("main select")].filter((select) => {
    const style = getComputedStyle(select);
    pen.font = style.font;
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20;
    return [...select.options].some((option) => pen.measureText(option.text).width > room);
  }).map((select) => select.name);
}"""


def test_wonderland_s_orders_are_short_and_show_whole_options(browser: Browser, client, address):
    """In Polish at 1100 pixels, where twelve were cut off; folded, the page fits two screens."""
    stored = table(ann=["draw-2", 1], bob=["veto", "canceled-plans"], cid=2, drawn=1)
    bob = stored.players["bob"]
    bob.language = "pl"
    bob.save()
    client.force_login(bob, backend="allauth.account.auth_backends.AuthenticationBackend")
    context = browser.new_context(viewport={"width": 1100, "height": 900})
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}])
    page = context.new_page()
    page.goto(f"{address}/g/{stored.game.key}/orders/")
    height = page.evaluate("document.documentElement.scrollHeight")
    cut_off = page.evaluate(CUT_OFF)
    context.close()

    assert cut_off == []
    assert height < 1500  # 5,283 before
