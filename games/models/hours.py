"""What pauses a player's clock: quiet hours, days off, and vacations."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock
from games.clocks.running_time import ClockPauses

# For so long after its end a vacation may still affect a clock or an answer time.
VACATIONS_COUNT_FOR = timedelta(days=120)

check_days = RegexValidator(r"^0?1?2?3?4?5?6?\Z", _("Days are digits from 0, Monday, to 6, each once."))


class HoursSettings(models.Model):
    """A player's quiet hours and days off, as wall times of their zone."""

    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_to = models.TimeField(_("quiet until"), null=True, blank=True)
    days_off = models.CharField(
        _("days off"),
        max_length=7,
        blank=True,
        default="",
        validators=[check_days],
        help_text=_("Digits of weekdays; 0 is Monday."),
    )

    class Meta:
        abstract = True

    # Set where a whole table was loaded: what `hours` then returns.
    known_hours: ClockPauses | None = None

    if TYPE_CHECKING:

        @property
        def zone(self) -> ZoneInfo:
            """The player's time zone."""

    @property
    def regular_hours(self) -> ClockPauses:
        """The weekly pauses of this player's clock: quiet hours and days off.

        Impossible stored values, such as seven days off, count as none.
        """
        quiet = None
        if self.quiet_from is not None and self.quiet_to is not None:
            quiet = self.quiet_from, self.quiet_to
        days_off = frozenset(int(digit) for digit in self.days_off if digit.isdigit())
        try:
            return ClockPauses(zone=self.zone, quiet=quiet, days_off=days_off)
        except ValueError:
            return ClockPauses(zone=self.zone)

    @property
    def hours(self) -> ClockPauses:
        """All pauses of this player's clock, vacations included; queried each time unless they are known."""
        if self.known_hours is not None:
            return self.known_hours
        since = clock.now() - VACATIONS_COUNT_FOR
        return with_vacations(self.regular_hours, Vacation.objects.filter(player=self.pk, ends_at__gt=since))


class Vacation(models.Model):
    """A vacation: whole days in the zone that the player had when they entered it.

    The instants stay as they are when the player moves to another zone.
    """

    player = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="vacations", verbose_name=_("player")
    )
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    starts_at = models.DateTimeField(_("starts"))
    ends_at = models.DateTimeField(_("ends"))
    entered_at = models.DateTimeField(_("entered"), default=clock.now, editable=False)
    is_automatic = models.BooleanField(
        _("automatic"),
        default=False,
        db_default=False,
        help_text=_("Started by itself when the player’s turn ran out."),
    )
    return_noted_at = models.DateTimeField(
        _("announced the end"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("When the player was notified that their clocks start again soon."),
    )

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        ordering = ["first_day", "pk"]
        constraints = [
            models.CheckConstraint(
                name="vacation_has_days", condition=models.Q(last_day__gte=models.F("first_day"))
            ),
        ]
        indexes = [models.Index(name="vacation_by_end", fields=["player", "ends_at"])]

    def __str__(self) -> str:
        return f"{self.first_day} – {self.last_day}"

    @property
    def days(self) -> int:
        """How many days it has."""
        return (self.last_day - self.first_day).days + 1


class AwayChoice(models.Model):
    """What a player wants for one of their seats during a vacation; without one, what is usual there."""

    vacation = models.ForeignKey(Vacation, models.CASCADE, related_name="choices")
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="away_choices")
    what = models.CharField(max_length=8)

    class Meta:
        constraints = [models.UniqueConstraint(name="away_choice_once", fields=["vacation", "seat"])]

    def __str__(self) -> str:
        return f"{self.what} at seat {self.seat_id}"


def with_vacations(regular: ClockPauses, vacations: Iterable[Vacation]) -> ClockPauses:
    """Return the pauses of a clock with these vacations added."""
    away = tuple((each.starts_at, each.ends_at) for each in vacations)
    return replace(regular, away=away)
