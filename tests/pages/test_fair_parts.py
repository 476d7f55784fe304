"""The part that a browser gives to the seed of a game."""

import pytest
from playwright.sync_api import expect

import engine
from games.models import Player, SeatPart, SeedMix

PHONE = {"width": 390, "height": 844}


@pytest.mark.browser
def test_a_browser_adds_a_part_of_its_own(new_context, address, sign_in, transactional_db):
    """64 digits, another each time, beside the words; in the lobby it can be replaced."""
    ann = Player.objects.create_user("ann@players.example", name="Ann", timezone="Europe/Berlin")
    context = new_context(viewport=PHONE)
    sign_in(context, ann)
    page = context.new_page()
    page.goto(f"{address}/new/")
    page.locator(".new-game .fairness > summary").click()
    number = page.locator(".new-game [data-fair-number]").text_content()
    expect(page.locator(".new-game [data-fair-none]")).to_be_hidden()
    page.get_by_role("button", name="Create and invite").click()
    first = SeatPart.objects.get().part
    page.locator(".fairness > summary").click()
    expect(page.locator(".fairness")).to_contain_text(SeedMix.objects.get().commitment)
    expect(page.locator(".fairness")).to_contain_text(first)
    page.get_by_label("Your own words or throws of dice").fill("3 5 1")
    page.get_by_role("button", name="Replace my part").click()
    expect(page.locator(".note--success")).to_contain_text("is stored")

    assert engine.is_part(number)
    assert number == first != SeatPart.objects.get().part
