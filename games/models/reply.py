"""A reply to a mail: what it asked for, and the result."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock


class Reply(models.Model):
    """A reply of a player for a seat, processed once, and what the site answers.

    ``told`` has an entry for each line that was acted on: ``done``, ``line`` (what was written) and ``text``
    (a sentence in the language of its writer). It may name cards of a hand: only the seat's player is told.
    """

    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="replies", verbose_name=_("seat"))
    player = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="replies", verbose_name=_("player")
    )
    key = models.CharField(_("key"), max_length=64)
    received_at = models.DateTimeField(_("received"), default=clock.now)
    begun = models.PositiveSmallIntegerField(
        _("lines begun"), default=0, help_text=_("What cannot be repeated is not begun a second time.")
    )
    told = models.JSONField(_("what came of it"), default=list)
    wants_help = models.BooleanField(_("asks for help"), default=False)
    wants_hand = models.BooleanField(_("asks for the hand"), default=False)
    notice = models.OneToOneField(
        "games.Notice",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="reply",
        verbose_name=_("the answer"),
    )

    class Meta:
        verbose_name = _("reply to a mail")
        verbose_name_plural = _("replies to mails")
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(name="reply_once", fields=["seat", "key"])]
        indexes = [models.Index(name="reply_by_day", fields=["seat", "received_at"])]

    def __str__(self) -> str:
        return f"reply {self.pk}"
