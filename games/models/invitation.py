"""Invitations to a seat by mail, and blocked addresses."""

import secrets

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import clock

IS_OPEN = models.Q(accepted_at__isnull=True, declined_at__isnull=True, removed_at__isnull=True)


def new_nonce() -> str:
    """Return the random part of an invitation's link."""
    return secrets.token_urlsafe(12)


class Invitation(models.Model):
    """An invitation of an address to a seat: one mail, and at most one reminder."""

    class How(models.TextChoices):
        """How the host came to the address."""

        TYPED = "typed", _("entered by the host")
        KNOWN = "known", _("someone the host has played with")  # the host never sees the address
        ASKED = "asked", _("entered by someone with the game’s link")

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="invitations", verbose_name=_("game"))
    seat = models.ForeignKey(
        "games.Seat",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="invitations",
        verbose_name=_("seat"),
    )
    invited_by = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="invitations_sent", verbose_name=_("invited by")
    )
    email = models.EmailField(_("e-mail address"))
    mailbox = models.CharField(
        _("mailbox"), max_length=254, editable=False
    )  # as canonical_mailbox of core writes it
    name = models.CharField(_("name"), max_length=40, blank=True)
    how = models.CharField(_("how"), max_length=8, choices=How, default=How.TYPED, db_default=How.TYPED)
    # That of the page on which somebody asked for the seat; empty where the host invited.
    language = models.CharField(_("language"), max_length=12, blank=True, default="", db_default="")
    nonce = models.CharField(_("random number"), max_length=24, default=new_nonce, editable=False)
    created_at = models.DateTimeField(_("created"), default=clock.now)
    accepted_at = models.DateTimeField(_("accepted"), null=True, blank=True)
    declined_at = models.DateTimeField(_("declined"), null=True, blank=True)
    removed_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)
    reminded_at = models.DateTimeField(_("reminded"), null=True, blank=True)
    refused_at = models.DateTimeField(
        _("mail refused"),
        null=True,
        blank=True,
        help_text=_("When the mail server rejected the address."),
    )

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["game_id", "created_at"]
        constraints = [
            models.UniqueConstraint(name="invitation_once_per_game", fields=["game", "mailbox"]),
        ]
        indexes = [
            models.Index(name="invitation_by_day", fields=["invited_by", "created_at"]),
            models.Index(name="invitation_to_mailbox", fields=["mailbox", "created_at"]),
            models.Index(name="invitation_open", fields=["email"], condition=IS_OPEN),
        ]

    def __str__(self) -> str:
        return self.email

    def shown_to(self, host: int | None) -> str:
        """Return how the host with this primary key reads who is invited: an address only if they typed it.

        The host may be another one than who has invited.
        """
        if self.how != self.How.TYPED or self.invited_by_id != host:
            return self.name or gettext("Someone")
        return f"{self.name} ({self.email})" if self.name else self.email

    @property
    def is_open(self) -> bool:
        """Whether it can still be accepted."""
        return self.accepted_at is None and self.declined_at is None and self.removed_at is None


class RemovedPlayer(models.Model):
    """A player whom the host has removed before the start: they sit down again only when invited anew."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="removed", verbose_name=_("game"))
    player = models.ForeignKey("games.Player", models.CASCADE, related_name="+", verbose_name=_("player"))
    removed_at = models.DateTimeField(_("removed"), default=clock.now)

    class Meta:
        verbose_name = _("removed player")
        verbose_name_plural = _("removed players")
        constraints = [models.UniqueConstraint(name="removed_once", fields=["game", "player"])]

    def __str__(self) -> str:
        return f"{self.player}: {self.game}"


class BlockedAddress(models.Model):
    """A mailbox that gets no invitations."""

    mailbox = models.CharField(_("mailbox"), max_length=254, unique=True)
    created_at = models.DateTimeField(_("since"), default=clock.now)

    class Meta:
        verbose_name = _("blocked address")
        verbose_name_plural = _("blocked addresses")

    def __str__(self) -> str:
        return self.mailbox
