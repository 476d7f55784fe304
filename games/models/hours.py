"""When a player's clock stands still: quiet hours, days off, and vacations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock
from games.clocks.running_time import Hours

# Vacations that ended longer ago matter to no clock and to no answer time.
REMEMBERED = timedelta(days=120)

check_days = RegexValidator(r"^0?1?2?3?4?5?6?\Z", _("Days are digits from 0, Monday, to 6, each once."))


class HoursSettings(models.Model):
    """The habits of a player that stop their clock, as wall times of their zone."""

    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_to = models.TimeField(_("quiet until"), null=True, blank=True)
    days_off = models.CharField(
        _("days off"),
        max_length=7,
        blank=True,
        default="",
        validators=[check_days],
        help_text=_("Digits of weekdays, Monday being 0."),
    )

    class Meta:
        abstract = True

    if TYPE_CHECKING:

        @property
        def zone(self) -> ZoneInfo:
            """The player's time zone."""

    @property
    def habits(self) -> Hours:
        """What stops this player's clock week after week: quiet hours and days off.

        What is stored and cannot be meant, such as seven days off, counts as none.
        """
        quiet = None
        if self.quiet_from is not None and self.quiet_to is not None:
            quiet = self.quiet_from, self.quiet_to
        days_off = frozenset(int(digit) for digit in self.days_off if digit.isdigit())
        try:
            return Hours(zone=self.zone, quiet=quiet, days_off=days_off)
        except ValueError:
            return Hours(zone=self.zone)

    @property
    def hours(self) -> Hours:
        """All that stops this player's clock, vacations included. Asks the database each time."""
        since = clock.now() - REMEMBERED
        return with_vacations(self.habits, Vacation.objects.filter(player=self.pk, ends_at__gt=since))


class Vacation(models.Model):
    """Whole days, local to the player's zone when they were entered, on which their clocks stand still.

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


def with_vacations(habits: Hours, vacations: Iterable[Vacation]) -> Hours:
    """Return what stops a clock besides, when its owner is away between the instants of these vacations."""
    away = tuple((each.starts_at, each.ends_at) for each in vacations)
    return replace(habits, away=away)
