"""A notice: one message to one person, on one channel, for one occasion."""

from datetime import timedelta
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock


def kind_choices() -> list[tuple[str, Any]]:
    """Return the kinds. Migrations name this function instead of them, so that a new kind needs none."""
    return Notice.Kind.choices


class Notice(models.Model):
    """One row of the outbox, written in the transaction of what it tells.

    The mail is composed when it is sent, so that it tells how things stand then. ``message_id`` is stored
    with the row: a mail sent twice after a crash carries the same one, and a mailbox recognises the repeat.
    """

    class Kind(models.TextChoices):
        """The occasion."""

        TURN = "turn", _("it is your turn")
        ANSWER = "answer", _("you are asked out of turn")
        SIDE_QUESTION = "beside", _("you are asked something beside the play")
        REMINDER = "reminder", _("a reminder of a question")
        AUTOPILOT = "autopilot", _("a bot keeps your seat")
        STARTED = "started", _("the game has started")
        RESULT = "result", _("the game is finished")
        ENDED = "ended", _("the game was ended early")
        INVITATION = "invitation", _("an invitation")
        INVITED_AGAIN = "invited-again", _("a reminder of an invitation")
        REMATCH = "rematch", _("an invitation to a rematch")
        ACCEPTED = "accepted", _("somebody took a seat in your game")
        DECLINED = "declined", _("somebody declined a seat in your game")
        WARNING = "warning", _("somebody at your table is silent")
        VOTE = "vote", _("your table votes")
        TAKEBACK = "takeback", _("somebody asks to take a turn back")
        UNREACHABLE = "unreachable", _("somebody at your table gets no mail")
        MENTION = "mention", _("you are mentioned in the talk of a table")
        DEPUTY = "deputy", _("you play for somebody, or somebody for you")
        REPLY = "reply", _("an answer to a mail of yours")

    class Plan(models.TextChoices):
        """What has been settled about when it goes out, when its turn first came."""

        NONE = "", _("not settled")
        READY = "ready", _("as soon as it may")
        DIGEST = "digest", _("in the digest")
        BOUND = "bound", _("in a mail that was begun")

    class Status(models.TextChoices):
        """How far it has come."""

        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        SKIPPED = "skipped", _("no longer needed")
        DEAD = "dead", _("given up")

    # It tells notices apart and nothing else: what a letter needs to know is in `params`.
    key = models.CharField(_("key"), max_length=120, unique=True)
    kind = models.CharField(_("kind"), max_length=16, choices=kind_choices)
    player = models.ForeignKey(
        "games.Player",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="notices",
        verbose_name=_("player"),
    )
    invitation = models.ForeignKey(
        "games.Invitation",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="notices",
        verbose_name=_("invitation"),
    )
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="notices", verbose_name=_("game"))
    seat = models.ForeignKey(
        "games.Seat", models.SET_NULL, null=True, blank=True, related_name="notices", verbose_name=_("seat")
    )
    question = models.ForeignKey(
        "games.Question",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="notices",
        verbose_name=_("question"),
    )
    channel = models.ForeignKey(
        "games.Channel",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="notices",
        verbose_name=_("channel"),
        help_text=_("A device or an address of the player; without one it goes by mail."),
    )
    # The database has the default as well: the release before inserts rows while this one is being deployed.
    params = models.JSONField(
        _("data"),
        default=dict,
        db_default=models.Value({}, models.JSONField()),
        blank=True,
        help_text=_("What its letter is about besides the rows that it points to."),
    )
    version = models.PositiveIntegerField(
        _("game version"), default=0, help_text=_("How many moves the game had when it was written.")
    )
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.WAITING)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    plan = models.CharField(_("plan"), max_length=8, choices=Plan, blank=True, default=Plan.NONE)
    quiet = models.DurationField(
        _("quiet"),
        default=timedelta,
        help_text=_("For how long its player must not have looked at the game before it is sent."),
    )
    next_try_at = models.DateTimeField(_("next attempt"), default=clock.now)
    lease = models.UUIDField(null=True, blank=True, editable=False)
    leased_until = models.DateTimeField(_("leased until"), null=True, blank=True)
    message_id = models.CharField(_("Message-ID"), max_length=200)
    created_at = models.DateTimeField(_("written"), default=clock.now)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    error = models.TextField(_("last error"), blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-pk"]
        indexes = [
            models.Index(name="notice_waiting", fields=["next_try_at"], condition=models.Q(status="waiting")),
            models.Index(name="notice_thread", fields=["seat", "sent_at"]),
            models.Index(
                name="notice_mailed",
                fields=["player", "sent_at"],
                condition=models.Q(channel__isnull=True, sent_at__isnull=False),
            ),
            models.Index(
                name="notice_owed", fields=["player", "next_try_at"], condition=models.Q(status="waiting")
            ),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def address(self) -> str:
        """The address that it goes to: the player's as it is now, or the invited one."""
        if self.player is not None:
            return self.player.email
        return self.invitation.email if self.invitation is not None else ""


class SentMail(models.Model):
    """The lines of a mail that was sent, as hashes: they are known again where somebody quotes them."""

    message_id = models.CharField(max_length=250, unique=True)
    lines = models.BinaryField()
    sent_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.message_id
