"""The desk of staff in a real browser: wide and narrow, light and dark, axe finds nothing to complain of."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page

from games import clock
from games.models import Deck, Game, InboundMail, Notice, Player, StaffNote
from games.moderation.desk import perform
from games.people import talk
from tests.mail.tables import Stored

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = {"wide": {"width": 1280, "height": 900}, "narrow": {"width": 390, "height": 844}}


@pytest.fixture
def desk(stored: Stored, moderator: Player) -> dict[str, str]:
    """The addresses of the desk's pages, with something on each of them."""
    game, ann, bob = stored.game, stored.players["ann"], stored.players["bob"]
    deck = Deck.objects.create(owner=ann, name="Robots", visibility="public")
    said = talk.post_remark(seat=stored.seats["bob"].pk, text="What a silly move, and a long one to read.")
    perform("hide", game=game, by=moderator, reason="Rude.", remark=said.pk)
    record = perform("extend", game=game, by=moderator, reason="Ann is ill.", seat=1, hours=24).record
    ending = Game.objects.create(name="Spam", host=bob, status=Game.Status.OPEN)
    pending = perform("end", game=ending, by=moderator, reason="Spam.").record
    Player.objects.filter(pk=bob.pk).update(mail_refused_at=clock.now(), mail_error="550 5.1.1 no such user")
    StaffNote.objects.create(player=bob, by=moderator, text="Asked twice about a lost password.")
    StaffNote.objects.create(game=game, by=moderator, text="Two of them are brothers.")
    InboundMail.objects.create(key="1", kind="reply", status="ignored", sender=bob.email, reason="a reaction")
    Notice.objects.filter(game=game).update(status=Notice.Status.DEAD, error="550 5.1.1 no such user")
    return {
        "index": reverse("admin:index"),
        "game": reverse("admin:games_game_change", args=[game.pk]),
        "person": reverse("admin:games_player_change", args=[bob.pk]),
        "act": reverse("admin:games_game_act", args=[game.pk, "pause"]),
        "replace": reverse("admin:games_game_act", args=[game.pk, "replace"]),
        "record": reverse("admin:games_staffact_change", args=[record.pk]),
        "pending": reverse("admin:games_staffact_change", args=[pending.pk]),
        "search": f"{reverse('admin_search')}?q=bob",
        "role": reverse("admin:games_player_role", args=[bob.pk]),
        "deck": reverse("admin:games_deck_change", args=[deck.pk]),
    }


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_on_any_page_of_the_desk(
    size, scheme, desk, moderator, client, new_context, address
):
    """Nor is any page wider than the window."""
    context = new_context(viewport=SIZES[size], color_scheme=scheme)
    client.force_login(moderator, backend="allauth.account.auth_backends.AuthenticationBackend")
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}])
    page = context.new_page()
    found = {
        name: [
            *(f"{each['id']}: {node['html'][:200]}" for each in violations(page) for node in each["nodes"]),
            *(["wider than the window"] if is_too_wide(page) else []),
        ]
        for name in pages(page, address, desk)
    }

    assert {name: complaints for name, complaints in found.items() if complaints} == {}


def pages(page: Page, address: str, desk: dict[str, str]) -> Iterator[str]:
    """Open each page of the desk; those of acts also with what will happen."""
    for name, path in desk.items():
        page.goto(f"{address}{path}")
        yield name
        if name in ("act", "replace"):
            page.locator("textarea[name=reason]").fill("They asked for it.")
            page.get_by_role("button", name="Show what will happen").click()
            page.locator("#effects-title").wait_for()
            yield f"{name}, rehearsed"


def violations(page: Page) -> list[dict]:
    """What axe complains of."""
    return Axe().run(page).response["violations"]


def is_too_wide(page: Page) -> bool:
    """Whether a page has to be scrolled sideways."""
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
