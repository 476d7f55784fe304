"""The secret address of a player's calendar and feed."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock


class FeedKey(models.Model):
    """The secret of a player's feed addresses. Only its hash is stored."""

    player = models.OneToOneField(
        "games.Player", models.CASCADE, related_name="feed_key", verbose_name=_("player")
    )
    digest = models.CharField(_("fingerprint"), max_length=64, unique=True)
    created_at = models.DateTimeField(_("made"), default=clock.now)
    used_at = models.DateTimeField(_("last read"), null=True, blank=True)

    class Meta:
        verbose_name = _("secret of feeds")
        verbose_name_plural = _("secrets of feeds")

    def __str__(self) -> str:
        return f"feeds of player {self.player_id}"
