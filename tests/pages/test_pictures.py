"""Pictures of every kind of page, for somebody who looks at them one by one.

`PICTURES=var/pictures pytest tests/pages/test_pictures.py` writes them, with the text of each page;
without PICTURES nothing is done.
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page

from games.models import Player
from tests.mail.kinds import invite, open_game
from tests.mail.tables import store
from tests.pages.positions import turn_of_ann, won_by_ann
from tests.pages.test_browser import looks
from tests.pages.test_desk_in_a_browser import desk
from tests.pages.test_positions import other_pages

__all__ = ["desk"]

FOLDER = os.environ.get("PICTURES", "")
WIDTHS = {1920: 1080, 1280: 900, 390: 844}

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not FOLDER, reason="PICTURES names no folder for them"),
]


def take(page: Page, name: str, language: str, folder: Path) -> None:
    """Write the text of the page that is open, and its pictures: each width, light and dark."""
    name = f"{name.replace(' ', '-')}.{language}"
    (folder / f"{name}.txt").write_text(page.inner_text("body"))
    for width, height in WIDTHS.items():
        for scheme in ("light", "dark"):
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme)
            path = folder / f"{name}.{width}.{scheme}.png"
            page.screenshot(path=path, full_page=True, animations="disabled")
            assert path.stat().st_size


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_pages_of_players(language, new_context, address, sign_in):
    """Of visitors and players, each in this language."""
    folder = Path(FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    stored, won, lobby = store(turn_of_ann()), store(won_by_ann()), open_game()
    invite(lobby)
    pages = looks(stored, won, lobby) | other_pages(stored)
    Player.objects.update(language=language)
    browsers: dict[str, Page] = {}
    for name, (who, path) in pages.items():
        if who not in browsers:
            context = new_context(reduced_motion="reduce", locale=language)
            if who:
                sign_in(context, stored.players[who])
            browsers[who] = context.new_page()
        browsers[who].goto(address + path)
        take(browsers[who], name, language, folder)


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_pages_of_staff(language, desk, moderator, new_context, address, sign_in):
    """Of the desk in /admin/."""
    folder = Path(FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    Player.objects.update(language=language)
    context = new_context(reduced_motion="reduce", locale=language)
    sign_in(context, moderator)
    page = context.new_page()
    for name, path in desk.items():
        page.goto(address + path)
        take(page, f"desk {name}", language, folder)
