"""What is drawn once and kept is shown to whoever would have been shown the same, and to nobody else."""

import pytest
from django.test import Client

from games.history import narrator
from games.models import Player, Seat
from games.pages.common import card_chips, line_shown
from games.pages.people import row_shown
from tests.pages.positions import Html

from .conftest import browser_of
from .wonderland import answer, limit_to_come

pytestmark = pytest.mark.django_db
KEPT = (line_shown._render, row_shown._render, narrator._sentence, card_chips._render_sentence)
LANGUAGES = ("en", "pl", "ru")


def forget() -> None:
    """Forget everything that was drawn."""
    for each in KEPT:
        each.cache_clear()


def test_pages_are_the_same_whatever_others_have_looked_at():
    """In each language, for each seat and an onlooker: as from a process that has just begun."""
    stored = limit_to_come(is_open=True)
    answer(stored, "ann", "hand-limit-1")
    browsers = {name: browser_of(player) for name, player in stored.players.items()} | {"": Client()}
    addresses = [f"/g/{stored.game.key}/{page}" for page in ("", "history/")]

    def looks() -> dict[tuple[str, str, str], str]:
        seen = {}
        for language in LANGUAGES:
            Player.objects.update(language=language)
            browsers[""].cookies["django_language"] = language
            for name, browser in browsers.items():
                for address in addresses if not name else ["/", *addresses]:
                    if is_cold:
                        forget()
                    page = browser.get(address, headers={"accept-language": language})
                    seen[language, name, address] = Html(page.content).text
        return seen

    is_cold = True
    alone = looks()
    is_cold = False
    looks()

    assert alone == looks()
    assert any(each.cache_info().hits for each in KEPT)


def test_a_new_name_stands_on_the_next_page_alone():
    """Who is called otherwise, or has no name any more, is so in every sentence and row at once."""
    stored = limit_to_come()
    answer(stored, "ann", "hand-limit-1")
    bob = browser_of(stored.players["bob"])
    addresses = ("/", f"/g/{stored.game.key}/history/")
    before = [Html(bob.get(address).content).text for address in addresses]
    Seat.objects.filter(pk=stored.seats["ann"].pk).update(name="Zoë")
    after = [Html(bob.get(address).content).text for address in addresses]

    assert all("Ann" in page for page in before)
    assert all("Zoë" in page and "Ann" not in page for page in after)
