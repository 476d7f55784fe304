"""Reads the days of a vacation as people write them: “3 to 10 August”, “do 12 sierpnia”, ISO dates. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise
from typing import TypeAlias

from .folding import fold

MONTHS: Mapping[str, int] = {
    fold(word): number
    for number, words in enumerate(
        (
            "january jan styczeń stycznia sty январь января янв",
            "february feb luty lutego lut февраль февраля фев",
            "march mar marzec marca март марта мар",
            "april apr kwiecień kwietnia kwi апрель апреля апр",
            "may maj maja май мая",
            "june jun czerwiec czerwca cze июнь июня июн",
            "july jul lipiec lipca lip июль июля июл",
            "august aug sierpień sierpnia sie август августа авг",
            "september sept sep wrzesień września wrz сентябрь сентября сен сент",
            "october oct październik października paź октябрь октября окт",
            "november nov listopad listopada lis ноябрь ноября ноя",
            "december dec grudzień grudnia gru декабрь декабря дек",
        ),
        start=1,
    )
    for word in words.split()
}


def _folded(words: str) -> frozenset[str]:
    return frozenset(map(fold, words.split()))


UNTIL = _folded("to until till through thru do aż по до")
IGNORED = _folded(
    "from the of on and including od z dnia r roku włącznie с со от г года включительно for na на"
)
TODAY = _folded("today now dziś dzisiaj teraz сегодня сейчас")
TOMORROW = _folded("tomorrow jutro jutra завтра")
DAYS = _folded("day days dzień dni день дня дней")
WEEKS = _folded("week weeks tydzień tygodnie tygodni неделя недели недель неделю")
ONE = _folded("a one jeden одну один")
PAIR = 2  # days, with nothing between them
MEANT = {
    **dict.fromkeys(UNTIL, "until"),
    **dict.fromkeys(TODAY, "today"),
    **dict.fromkeys(TOMORROW, "tomorrow"),
    **dict.fromkeys(DAYS, "days"),
    **dict.fromkeys(WEEKS, "weeks"),
    **{word: f"month:{number}" for word, number in MONTHS.items()},
}
TOKEN = re.compile(
    r"(?P<iso>\d{4}-\d{1,2}-\d{1,2})|(?P<dotted>\d{1,2}\.\d{1,2}(?:\.(?:\d{4})?)?)(?![\d.])"
    r"|(?P<number>\d{1,4})(?:st|nd|rd|th|-?го|-?е)?\b\.?|(?P<word>[^\W\d]+)\.?|(?P<dash>[-–—])|(?P<other>\S)"
)


class UnclearDates(ValueError):
    """These words name no days, or could be several."""


@dataclass(frozen=True)
class PartialDate:
    """A day as far as it was written; 0 stands for what was not."""

    day: int
    month: int = 0
    year: int = 0


Token: TypeAlias = str | int | PartialDate


def read_days(text: str, today: date) -> tuple[date, date]:
    """Return the first and the last day that a text names, seen from `today`. Raises `UnclearDates`.

    A day without a year is the next such one. “Until 12 August” and “2 weeks” begin today. What could be read
    in two ways, such as 8/3, is not read.
    """
    tokens = _tokens(text)
    if span := _read_span(tokens):
        return today, today + timedelta(days=span - 1)
    left, right = _split_days(tokens)
    last = _read_date(right, today)
    first = _read_date(left, today) if left else PartialDate(today.day, today.month, today.year)
    if "until" in right:
        raise UnclearDates
    if not last.month and first.month and left:
        last = replace(last, month=first.month, year=first.year)
    elif not first.month:
        first = replace(first, month=last.month, year=last.year)
    if not (first.month and last.month):
        raise UnclearDates
    begin = _next_day(first, today)
    if not first.year and _next_day(last, today) < begin:
        raise UnclearDates  # it has begun, so next year's is hardly meant
    return begin, _next_day(last, begin)


def _tokens(text: str) -> list[Token]:
    """Return what a text is made of: days, numbers, and the words that matter. Raises `UnclearDates`."""
    found: list[Token] = []
    for match in TOKEN.finditer(fold(text)):
        word = "until" if match["dash"] else match["word"]
        if match["iso"]:
            year, month, day = map(int, match["iso"].split("-"))
            found.append(_written(day, month, year))
        elif match["dotted"]:
            found.append(_written(*(int(each) for each in match["dotted"].split(".") if each)))
        elif match["number"] or word in ONE:
            found.append(int(match["number"] or 1))
        elif meant := MEANT.get(word):
            found += [meant] if meant != "until" or found[-1:] != [meant] else []
        elif word not in IGNORED and match["other"] not in (",", ":"):
            raise UnclearDates
    return found


def _written(*given: int) -> PartialDate:
    """Return a day of which each number was written; no day, month or year is 0. Raises `UnclearDates`."""
    if not all(given):
        raise UnclearDates
    return PartialDate(*given)


def _read_span(tokens: Sequence[Token]) -> int:
    """Return how many days “5 days” or “a week” are; 0 if it is no span."""
    if tokens[-1:] not in (["days"], ["weeks"]):
        return 0
    if len(tokens) == 1:
        return 7 if tokens[0] == "weeks" else 0
    if len(tokens) > 2 or not isinstance(tokens[0], int) or not tokens[0]:
        raise UnclearDates
    return tokens[0] * (7 if tokens[1] == "weeks" else 1)


def _split_days(tokens: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token]]:
    """Return what names the first and the last day; where it is one day, that for both."""
    if "until" in tokens:
        at = tokens.index("until")
        return tokens[:at], tokens[at + 1 :]
    whole = [token for token in tokens if isinstance(token, PartialDate)]
    return (tokens[:1], tokens[1:]) if len(whole) == len(tokens) == PAIR else (tokens, tokens)


def _read_date(tokens: Sequence[Token], today: date) -> PartialDate:
    """Return one day: whole, or by its number and perhaps its month and year. Raises `UnclearDates`."""
    if len(tokens) == 1 and isinstance(tokens[0], PartialDate):
        return tokens[0]
    if len(tokens) == 1 and tokens[0] in ("today", "tomorrow"):
        day = today + timedelta(days=int(tokens[0] == "tomorrow"))
        return PartialDate(day.day, day.month, day.year)
    months = [int(token[6:]) for token in tokens if isinstance(token, str) and token.startswith("month:")]
    numbers = [token for token in tokens if isinstance(token, int)]
    years = [number for number in numbers if number > 1000]
    days = [number for number in numbers if number <= 31]
    counts = (len(days), len(months), len(years))
    if len(tokens) != sum(counts) or counts not in ((1, 1, 0), (1, 1, 1), (1, 0, 0)):
        raise UnclearDates
    if any(isinstance(one, int) and isinstance(other, int) for one, other in pairwise(tokens)) and not years:
        raise UnclearDates
    return PartialDate(days[0], sum(months), sum(years))


def _next_day(given: PartialDate, after: date) -> date:
    """Return the first such day that is not before `after`; one with a year as it is."""
    try:
        if given.year:
            return date(given.year, given.month, given.day)
        day = date(after.year, given.month, given.day)
        return day if day >= after else date(after.year + 1, given.month, given.day)
    except ValueError as error:
        raise UnclearDates from error
