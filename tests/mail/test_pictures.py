"""Pictures of every kind of mail, for somebody who looks at them one by one.

`PICTURES=var/pictures pytest tests/mail/test_pictures.py` writes them, with their pages and plain texts;
without PICTURES nothing is done.
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.mail import kinds
from tests.mail.test_heights import KINDS, inbound, sent_in_all_languages, with_pictures
from tests.mail.word import as_word_shows

__all__ = ["inbound"]

FOLDER = os.environ.get("PICTURES", "")
WIDTHS = (600, 390)
WRITERS = {**kinds.ALL, **{name: write for name, (write, _height, _lines) in KINDS.items()}}

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not FOLDER, reason="PICTURES names no folder for them"),
]


@pytest.mark.parametrize("kind", WRITERS)
def test_mails(kind: str, browser: Browser):
    """Each kind in each language: two widths, light and dark, and about as Outlook for Windows shows it."""
    folder = Path(FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    page = browser.new_page()
    for language, mail in sent_in_all_languages(WRITERS[kind]()):
        name = f"mail-{kind.replace(',', '').replace(' ', '-')}.{language}"
        (folder / f"{name}.txt").write_text(f"{mail.parsed['Subject']}\n\n{mail.text}")
        (folder / f"{name}.html").write_text(with_pictures(mail))
        page.set_content(with_pictures(mail))
        for width in WIDTHS:
            for scheme in ("light", "dark"):
                page.set_viewport_size({"width": width, "height": 844})
                page.emulate_media(color_scheme=scheme)
                path = folder / f"{name}.{width}.{scheme}.png"
                page.screenshot(path=path, full_page=True)
                assert path.stat().st_size
        page.set_content(as_word_shows(with_pictures(mail)))
        page.set_viewport_size({"width": 900, "height": 844})
        page.emulate_media(color_scheme="light")
        page.screenshot(path=folder / f"{name}.word.png", full_page=True)
    page.close()
