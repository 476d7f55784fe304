"""Fixtures of the mail tests."""

import pytest
import time_machine

from tests.mail.tables import NOW


@pytest.fixture(autouse=True)
def still_clock():
    """Every mail of these tests is written at the same instant."""
    with time_machine.travel(NOW, tick=False):
        yield
