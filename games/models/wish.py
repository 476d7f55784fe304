"""Requests to join or to leave a running game."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock


class Wish(models.Model):
    """A request to join or to leave a running game, carried out when no card is being resolved."""

    class Kind(models.TextChoices):
        """Whether to join or to leave."""

        JOIN = "join", _("join")
        LEAVE = "leave", _("leave")

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="wishes", verbose_name=_("game"))
    player = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="wishes", verbose_name=_("player")
    )
    seat = models.ForeignKey(
        "games.Seat", models.CASCADE, null=True, blank=True, related_name="wishes", verbose_name=_("seat")
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    name = models.CharField(_("name"), max_length=40, blank=True)
    created_at = models.DateTimeField(_("made"), default=clock.now)
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    refusal = models.CharField(_("refused because"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("wish")
        verbose_name_plural = _("wishes")
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                name="wish_once",
                fields=["game", "player", "kind"],
                condition=models.Q(settled_at__isnull=True),
            ),
        ]
        indexes = [
            models.Index(name="wish_open", fields=["game"], condition=models.Q(settled_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.pk})"
