"""The chat of a table, and the private notes of a seat."""

from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock

MOST_SAID = 1000
MOST_NOTED = 5000
# How long an author may delete a remark.
SECOND_THOUGHTS = timedelta(minutes=10)


class Remark(models.Model):
    """A chat message of the player who had the seat then.

    One deleted by its author keeps its row without text; one hidden by staff keeps the text, for staff alone.
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="remarks", verbose_name=_("game"))
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="remarks", verbose_name=_("seat"))
    player = models.ForeignKey(
        "games.Player",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="remarks",
        verbose_name=_("player"),
    )
    text = models.CharField(_("text"), max_length=MOST_SAID, blank=True)
    # Of the form, or the mail, that it came by: one that is sent twice is said once.
    submission_key = models.CharField(
        _("key of the form"), max_length=64, blank=True, default="", db_default="", editable=False
    )
    created_at = models.DateTimeField(_("said"), default=clock.now)
    deleted_at = models.DateTimeField(_("deleted by its author"), null=True, blank=True)
    hidden_at = models.DateTimeField(_("hidden by staff"), null=True, blank=True)

    class Meta:
        verbose_name = _("remark")
        verbose_name_plural = _("remarks")
        ordering = ["game_id", "pk"]
        indexes = [
            models.Index(name="remark_thread", fields=["game", "created_at"]),
            models.Index(name="remark_author", fields=["player", "created_at"]),
        ]

    def __str__(self) -> str:
        return f"remark {self.pk}"

    @property
    def is_shown(self) -> bool:
        """Whether others may read it."""
        return self.deleted_at is None and self.hidden_at is None


class SeatNotebook(models.Model):
    """The private notes of a player at a seat.

    With ``released``, a player who takes the seat over may read them.
    """

    seat = models.OneToOneField(
        "games.Seat", models.CASCADE, related_name="notebook", verbose_name=_("seat"), primary_key=True
    )
    text = models.TextField(_("notes"), max_length=MOST_NOTED, blank=True)
    released = models.BooleanField(_("a replacement may read them"), default=False)
    written_at = models.DateTimeField(_("written"), default=clock.now)

    class Meta:
        verbose_name = _("notes of a seat")
        verbose_name_plural = _("notes of seats")

    def __str__(self) -> str:
        return f"notes of seat {self.seat_id}"
