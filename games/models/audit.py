"""What staff did, and why."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock


class StaffAct(models.Model):
    """One act of a member of staff, written in the transaction of the act itself."""

    who = models.ForeignKey(
        "games.Player", models.PROTECT, related_name="staff_acts", verbose_name=_("who"), null=True
    )
    at = models.DateTimeField(_("when"), default=clock.now)
    act = models.SlugField(_("act"), max_length=40)
    game = models.ForeignKey(
        "games.Game",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="staff_acts",
        verbose_name=_("game"),
    )
    about = models.CharField(_("about"), max_length=200, help_text=_("The object, in words."))
    reason = models.TextField(_("reason"))
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)

    class Meta:
        verbose_name = _("act of staff")
        verbose_name_plural = _("acts of staff")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.act}: {self.about}"
