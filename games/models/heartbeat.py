"""When each sweep last completed."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """The last completion of a sweep: proof that it works, which a running process is not."""

    name = models.CharField(_("name"), max_length=40, primary_key=True)
    at = models.DateTimeField(_("at"))
    did = models.PositiveIntegerField(_("rows handled"), default=0)
    failed = models.PositiveIntegerField(_("rows failed"), default=0)

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return self.name
