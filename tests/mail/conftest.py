"""Fixtures of the mail tests."""

from io import BytesIO

import pytest
import time_machine
from PIL import Image

from games.mail import board
from tests.mail.tables import NOW


@pytest.fixture(autouse=True)
def still_clock():
    """Every mail of these tests is written at the same instant."""
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def same_picture(monkeypatch):
    """Let every board look the same: drawing takes long, and many tests are about the words."""
    dot = BytesIO()
    Image.new("RGB", (1000, 1200)).save(dot, "PNG")
    monkeypatch.setattr(board, "draw_png", lambda *_given, **_named: dot.getvalue())
