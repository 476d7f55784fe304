"""Dates in words."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation
from django.utils.formats import date_format

from games.history.formatting import moment
from games.history.game_settings import describe_weekdays
from games.templatetags.fluxx import briefly, dated, iso, shortly

SUNDAY = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "sunday", "all_days_off"),
    [
        ("pl", "niedziela, 22 listopada 2026, ", "sobota, niedziela"),
        ("ru", "воскресенье, 22 ноября 2026 г., ", "суббота, воскресенье"),
        ("en", "Sunday, 22 November 2026, ", "Saturday, Sunday"),
    ],
)
def test_days_and_months_are_written_small_where_the_language_does(language, sunday, all_days_off):
    """English writes the names of days with a capital, Polish and Russian do not."""
    with translation.override(language):
        assert moment(SUNDAY, ZoneInfo("UTC")).replace("\u00a0", " ").startswith(sunday)
        assert all_days_off == describe_weekdays([6, 5])


@pytest.mark.parametrize("language", ["pl", "ru"])
def test_a_sunday_is_not_the_sun(language):
    """“Sun” is a card, too: its title never stands for the day."""
    with translation.override(language):
        told = [write(SUNDAY) for write in (briefly, dated, shortly)]

    assert all("22" in each and "Słońce" not in each and "Солнце" not in each for each in told)


def test_html_knows_no_millionths_of_a_second():
    """A `datetime` attribute has three digits of a second at most, and a colon in its offset."""
    assert "2026-11-22T12:00:00+00:00" == iso(SUNDAY.replace(microsecond=375_356))


@pytest.mark.parametrize("name", ["DATETIME_FORMAT", "SHORT_DATETIME_FORMAT"])
def test_english_dates_of_the_desk_are_those_of_the_pages(name):
    """Staff read 22 Nov 2026, 12:00 as players do, and no American date."""
    with translation.override("en"):
        assert date_format(SUNDAY, name) == "22 Nov 2026, 12:00"
