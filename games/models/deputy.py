"""A deputy: a named player who plays a seat for its player until a date."""

from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock

IS_LIVE = models.Q(ended_at__isnull=True)


class Deputy(models.Model):
    """One seat, handed to another player for a while; it counts from when they accept until ``ends_at``.

    `games.core.access.deputies_in_force` says which may play now.
    """

    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="deputies", verbose_name=_("seat"))
    owner = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="deputies", verbose_name=_("player of the seat")
    )
    player = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="deputy_of", verbose_name=_("deputy")
    )
    until = models.DateField(_("last day"))
    ends_at = models.DateTimeField(
        _("ends"), help_text=_("The end of the last day in the player’s time zone.")
    )
    created_at = models.DateTimeField(_("asked"), default=clock.now)
    accepted_at = models.DateTimeField(_("accepted"), null=True, blank=True)
    ended_at = models.DateTimeField(
        _("ended"), null=True, blank=True, help_text=_("When the player or the deputy ended or declined it.")
    )

    watched_at = models.DateTimeField(
        _("last watched"),
        null=True,
        blank=True,
        db_default=None,
        help_text=_("When the deputy last looked at a page of the table; their own mails wait so long."),
    )

    class Meta:
        verbose_name = _("deputy")
        verbose_name_plural = _("deputies")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(name="deputy_one_per_seat", fields=["seat"], condition=IS_LIVE)
        ]
        indexes = [models.Index(name="deputy_live", fields=["player"], condition=IS_LIVE)]

    def __str__(self) -> str:
        return f"deputy {self.pk}"

    def is_live(self, now: datetime) -> bool:
        """Whether it is in force, or may still be accepted."""
        return self.ended_at is None and now < self.ends_at
