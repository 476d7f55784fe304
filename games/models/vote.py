"""A vote of the people at a table, and their ballots."""

from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock

from .stored_json import TEXT, StoredJSON, list_of

LONGEST = timedelta(days=2)
IS_OPEN = models.Q(closed_at__isnull=True)


class Vote(models.Model):
    """A vote of a table about one seat.

    The same rows serve every kind of vote: ``kind`` says what it is about, ``choices`` holds the codes that
    can be voted for, ``version`` the move that it concerns if it concerns one, and ``outcome`` the code that
    was decided, once it is closed. What the codes mean, and what is done then, is `play.votes.KINDS`.
    Ballots are secret until it is closed.
    """

    class Kind(models.TextChoices):
        """What the table decides about."""

        SILENCE = "silence", _("someone isn’t playing")
        TAKEBACK = "takeback", _("someone asks to take back a turn")
        PAUSE = "pause", _("someone asks for a pause")
        PACE = "pace", _("someone suggests another pace")

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="votes", verbose_name=_("game"))
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="votes", verbose_name=_("about"))
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    choices = StoredJSON(_("choices"), default=list, form=list_of(TEXT))
    version = models.PositiveIntegerField(
        _("move"), null=True, blank=True, help_text=_("The move it is about, if any.")
    )
    days = models.PositiveSmallIntegerField(
        _("days"),
        null=True,
        blank=True,
        help_text=_("Of the pause, or for each turn, if it is about one of these."),
    )
    opened_at = models.DateTimeField(_("opened"), default=clock.now)
    closes_at = models.DateTimeField(_("closes"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    outcome = models.CharField(_("outcome"), max_length=20, blank=True)

    class Meta:
        verbose_name = _("vote")
        verbose_name_plural = _("votes")
        ordering = ["-opened_at", "-pk"]
        constraints = [
            models.UniqueConstraint(name="vote_one_open", fields=["seat", "kind"], condition=IS_OPEN),
        ]
        indexes = [
            models.Index(name="vote_closing", fields=["closes_at"], condition=IS_OPEN),
            models.Index(name="vote_of_game", fields=["game"], condition=IS_OPEN),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.pk})"

    @property
    def is_open(self) -> bool:
        """Whether it can still be voted in."""
        return self.closed_at is None

    def pick_of(self, choice: str) -> str:
        """Return what names one of the choices in a link from a mail: two votes may be open at once."""
        return f"{self.pk}-{choice}"


class Ballot(models.Model):
    """The ballot of one seat, which may change while the vote is open."""

    vote = models.ForeignKey(Vote, models.CASCADE, related_name="ballots", verbose_name=_("vote"))
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="+", verbose_name=_("seat"))
    choice = models.CharField(_("choice"), max_length=20)
    cast_at = models.DateTimeField(_("cast"), default=clock.now)

    class Meta:
        verbose_name = _("ballot")
        verbose_name_plural = _("ballots")
        ordering = ["cast_at", "pk"]
        constraints = [models.UniqueConstraint(name="ballot_once", fields=["vote", "seat"])]

    def __str__(self) -> str:
        return f"ballot of seat {self.seat_id} in vote {self.vote_id}"
