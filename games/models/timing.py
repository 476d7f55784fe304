"""The clock of a game, as it was chosen when the game was created."""

from datetime import time, timedelta
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from .hours import check_days
from .player import check_zone

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
EVERY_DAY = "0123456"
# The bounds of a bank, in hours.
LEAST_BANK, MOST_BANK = 12, 60 * 24
LEAST_GAIN, MOST_GAIN = 6, 7 * 24


class Pace(models.IntegerChoices):
    """How many days a player has for one turn, where every turn gives the same."""

    NONE = 0, _("no clock")
    ONE_DAY = 1, _("1 day for each turn")
    THREE_DAYS = 3, _("3 days for each turn")
    ONE_WEEK = 7, _("7 days for each turn")


class WindowHours(models.IntegerChoices):
    """How many hours the others have to answer a card that is being played with a Surprise."""

    ONE = 1, _("1 hour")
    FOUR = 4, _("4 hours")
    EIGHT = 8, _("8 hours")
    TWELVE = 12, _("12 hours")
    ONE_DAY = 24, _("1 day")
    TWO_DAYS = 48, _("2 days")


class AnswerHours(models.IntegerChoices):
    """How many hours a player has, while awake, for a question in somebody else's turn."""

    FOUR = 4, _("4 hours")
    EIGHT = 8, _("8 hours")
    TWELVE = 12, _("12 hours")
    ONE_DAY = 24, _("1 day")
    AS_IN_TURN = 0, _("as long as for a turn")


class Timing(models.TextChoices):
    """Which clock a game has. With `Pace.NONE`, ``flat`` is no clock at all."""

    FLAT = "flat", _("the same time for each turn")
    BANK = "bank", _("saved time")
    FIXED = "fixed", _("a fixed hour of the day")


class Promise(models.TextChoices):
    """How often the players of a game without a clock mean to move. Nobody enforces it."""

    NOTHING = "", _("no promise")
    DAILY = "daily", _("a move a day or so")
    WEEKLY = "weekly", _("a move or two a week")
    WHENEVER = "whenever", _("whenever there is time, with patience")


class GraceHours(models.IntegerChoices):
    """How many hours of each turn cost nothing."""

    NONE = 0, _("none")
    FOUR = 4, _("4 hours")
    EIGHT = 8, _("8 hours")
    TWELVE = 12, _("12 hours")
    ONE_DAY = 24, _("1 day")


class FixedLeast(models.IntegerChoices):
    """How many hours an answer at a fixed hour has at least."""

    SIX = 6, _("6 hours")
    TWELVE = 12, _("12 hours")
    ONE_DAY = 24, _("1 day")


class AwayPolicy(models.TextChoices):
    """What a table allows its players to do about their seats while they are on vacation."""

    STOP = "stop", _("the clock of their turn stops")
    ANSWERS = "answers", _("the clock of their turn stops, and a bot answers if others are waiting")
    BOT = "bot", _("a bot plays for them right away")
    NONE = "none", _("nothing: the clock keeps running")


class TimingSettings(models.Model):
    """The settings of a game's clock."""

    timing = models.CharField(_("clock"), max_length=8, choices=Timing, default=Timing.FLAT)
    pace = models.PositiveSmallIntegerField(_("pace"), choices=Pace, default=Pace.THREE_DAYS)
    promise = models.CharField(
        _("pace promise"), max_length=8, choices=Promise, blank=True, default=Promise.NOTHING
    )
    bank_start = models.PositiveSmallIntegerField(
        _("hours at the start"),
        default=72,
        validators=[MinValueValidator(LEAST_BANK), MaxValueValidator(MOST_BANK)],
    )
    bank_gain = models.PositiveSmallIntegerField(
        _("hours that each turn adds"),
        default=24,
        validators=[MinValueValidator(LEAST_GAIN), MaxValueValidator(MOST_GAIN)],
    )
    bank_most = models.PositiveSmallIntegerField(
        _("maximum saved hours"),
        default=120,
        validators=[MinValueValidator(LEAST_BANK), MaxValueValidator(MOST_BANK)],
    )
    fixed_hour = models.PositiveSmallIntegerField(
        _("hour of the day"), default=20, validators=[MaxValueValidator(23)]
    )
    fixed_zone = models.CharField(
        _("in the time zone"), max_length=64, default="UTC", validators=[check_zone]
    )
    fixed_days = models.CharField(_("on the days"), max_length=7, default=EVERY_DAY, validators=[check_days])
    fixed_least = models.PositiveSmallIntegerField(
        _("minimum hours to answer"), choices=FixedLeast, default=FixedLeast.TWELVE
    )
    grace_hours = models.PositiveSmallIntegerField(
        _("free hours at the start of a turn"), choices=GraceHours, default=GraceHours.NONE
    )
    away_policy = models.CharField(
        _("while someone is on vacation"),
        max_length=8,
        choices=AwayPolicy,
        default=AwayPolicy.ANSWERS,
        db_default=AwayPolicy.STOP,  # as it was for all games before there was a choice
    )
    window_hours = models.PositiveSmallIntegerField(
        _("time for Surprises"), choices=WindowHours, default=WindowHours.EIGHT
    )
    answer_hours = models.PositiveSmallIntegerField(
        _("time in other turns"),
        choices=AnswerHours,
        default=AnswerHours.EIGHT,
        db_default=AnswerHours.AS_IN_TURN,  # as it was for all games before there was a choice
    )

    class Meta:
        abstract = True

    def clean(self) -> None:
        """Refuse a bank with a maximum below its start."""
        super().clean()
        if self.timing == Timing.BANK and self.bank_most < self.bank_start:
            raise ValidationError({"bank_most": _("The maximum can’t be less than the time at the start.")})

    @property
    def is_timed(self) -> bool:
        """Whether the game has a clock."""
        return self.timing != Timing.FLAT or self.pace != Pace.NONE

    @property
    def answer_allowance(self) -> timedelta | None:
        """The running time that questions out of turn have of their own, if they do."""
        return self.answer_hours * HOUR if self.is_timed and self.answer_hours else None

    @property
    def vacations_stop_turns(self) -> bool:
        """Whether the clock of a turn stands still while its player is on vacation."""
        return self.away_policy in (AwayPolicy.STOP, AwayPolicy.ANSWERS)

    @property
    def allowance(self) -> timedelta | None:
        """The running time for a question out of turn that has none of its own; None without a clock.

        With a fixed hour, the least.
        """
        if self.timing == Timing.BANK:
            return self.bank_gain * HOUR
        if self.timing == Timing.FIXED:
            return self.fixed_least * HOUR
        return self.pace * DAY if self.pace else None

    @property
    def bank(self) -> tuple[timedelta, timedelta, timedelta]:
        """What a seat begins with, what each turn adds, and the most that is kept."""
        if self.timing == Timing.BANK:
            return self.bank_start * HOUR, self.bank_gain * HOUR, self.bank_most * HOUR
        return self.pace * DAY, self.pace * DAY, self.pace * DAY

    @property
    def grace(self) -> timedelta:
        """The first part of each turn, which costs nothing."""
        return timedelta() if self.timing == Timing.FIXED else self.grace_hours * HOUR

    @property
    def fixed_time(self) -> time:
        """The wall time at which answers are due, where that is fixed."""
        return time(self.fixed_hour)

    @property
    def fixed_weekdays(self) -> frozenset[int]:
        """The days of the week on which answers are due, where that is fixed; Monday is 0."""
        return frozenset(int(digit) for digit in self.fixed_days)

    @property
    def fixed_tzinfo(self) -> ZoneInfo:
        """The zone in which the fixed hour is meant; UTC when this machine does not know it any more."""
        try:
            return ZoneInfo(self.fixed_zone)
        except (KeyError, ValueError, OSError):
            return ZoneInfo("UTC")

    @property
    def window_allowance(self) -> timedelta:
        """The time that a window gives, in a game without a clock, too."""
        return timedelta(hours=self.window_hours)
