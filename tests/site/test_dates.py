"""Dates in words."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import translation
from django.utils.formats import date_format

from games.history.formatting import brief_moment, moment, time_left
from games.history.game_settings import describe_weekdays
from games.templatetags.fluxx import briefly, dated, iso, shortly

SUNDAY = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "sunday", "all_days_off"),
    [
        ("pl", "22 listopada 2026 (niedziela), 12:00 (UTC)", "sobota, niedziela"),
        ("ru", "22 ноября 2026 г. (воскресенье), 12:00 (UTC)", "суббота, воскресенье"),
        ("en", "Sunday, 22 November 2026, 12:00 (UTC)", "Saturday, Sunday"),
    ],
)
def test_days_and_months_are_written_small_where_the_language_does(language, sunday, all_days_off):
    """English writes the names of days with a capital, Polish and Russian do not.

    There the day of the week stands in parentheses, so that it is right behind any word: „do 22 listopada”.
    """
    with translation.override(language):
        assert sunday == moment(SUNDAY, ZoneInfo("UTC")).replace("\u00a0", " ")
        assert all_days_off == describe_weekdays([6, 5])


@pytest.mark.parametrize("language", ["pl", "ru"])
def test_a_sunday_is_not_the_sun(language):
    """“Sun” is a card, too: its title never stands for the day."""
    with translation.override(language):
        told = [write(SUNDAY) for write in (briefly, dated, shortly)]

    assert all("22" in each and "Słońce" not in each and "Солнце" not in each for each in told)


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (timedelta(days=5, hours=23), "5 days left"),
        (timedelta(days=3) - timedelta(seconds=20), "3 days left"),
        (timedelta(days=2, hours=23, minutes=40), "2 days, 23 hours left"),
        (timedelta(hours=23, minutes=59), "23 hours left"),
        (timedelta(hours=1, minutes=59), "1 hour, 59 minutes left"),
        (timedelta(minutes=2, seconds=1), "3 minutes left"),
        (timedelta(seconds=1), "1 minute left"),
        (timedelta(0), "Time is up"),
    ],
)
def test_the_time_left_is_neither_much_more_nor_much_less_than_there_is(left, said):
    """Up to a minute more, and less by one of three parts at most; so on pages and in mails."""
    with time_machine.travel(SUNDAY, tick=False):
        assert said == time_left(SUNDAY + left)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Tue 8 Dec, 18:30"), ("pl", "wt. 8 gru, 18:30"), ("ru", "вт 8 дек, 18:30")]
)
def test_a_deadline_has_its_weekday_in_each_language(language, said):
    """More than a week ahead, too."""
    at = datetime(2026, 12, 8, 18, 30, tzinfo=UTC)
    with time_machine.travel(SUNDAY, tick=False), translation.override(language):
        assert f"{said} UTC" == brief_moment(at, ZoneInfo("UTC")).replace("\xa0", " ")


def test_html_knows_no_millionths_of_a_second():
    """A `datetime` attribute has three digits of a second at most, and a colon in its offset."""
    assert "2026-11-22T12:00:00+00:00" == iso(SUNDAY.replace(microsecond=375_356))


@pytest.mark.parametrize("name", ["DATETIME_FORMAT", "SHORT_DATETIME_FORMAT"])
def test_english_dates_of_the_desk_are_those_of_the_pages(name):
    """Staff read 22 Nov 2026, 12:00 as players do, and no American date."""
    with translation.override("en"):
        assert date_format(SUNDAY, name) == "22 Nov 2026, 12:00"
