"""A notice: one message to one person, on one channel, for one occasion."""

import base64
import binascii
import uuid
from datetime import timedelta
from typing import Any

from django.contrib.postgres.functions import RandomUUID
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock

from .move import read_who
from .question import new_nonce
from .stored_json import FLAG, NUMBER, TEXT, StoredJSON, list_of, or_null, record

# What the letters of notices, and of mails to a person, ask for; see `LetterContext.param`.
PARAMS = {
    **dict.fromkeys(
        ("by", "deputy", "due_at", "issue", "mail", "remark", "report", "seat", "vacation", "vote", "deck"),
        NUMBER,
    ),
    **dict.fromkeys(("act", "game"), or_null(NUMBER)),
    **dict.fromkeys(("complete", "is_last", "left", "replaced", "reverted"), FLAG),
    **dict.fromkeys(("event", "name", "not_counted", "reason", "seen", "text", "why"), TEXT),
    "seats": list_of(NUMBER),
    "sentence": record({"who": read_who}, needed={"what": TEXT}),
}
QUESTION_IN_MAIL = record(
    needed={
        "number": NUMBER,
        "nonce": NUMBER,
        "what": TEXT,
        "labels": list_of(TEXT),
        "first": NUMBER,
        "count": NUMBER,
    }
)
GAME_IN_MAIL = record(
    needed={"seat": NUMBER, "epoch": NUMBER, "name": TEXT, "questions": list_of(QUESTION_IN_MAIL)}
)


def kind_choices() -> list[tuple[str, Any]]:
    """Return the kinds. Migrations name this function instead of them, so that a new kind needs none."""
    return Notice.Kind.choices


class NoticeQuerySet(models.QuerySet["Notice"]):
    """Notices, and one of them by what names it outside."""

    def referred_to(self, reference: str) -> "NoticeQuerySet":
        """Return the notice with this reference; none if it is no reference."""
        try:
            found = uuid.UUID(bytes=base64.b32decode(reference.upper() + "=" * (-len(reference) % 8)))
        except (binascii.Error, ValueError):
            return self.none()
        return self.filter(public_id=found)


class Notice(models.Model):
    """One row of the outbox, written in the transaction of what it tells.

    The mail is composed when it is sent, so that it tells how things stand then. ``message_id`` is stored
    with the row: a mail sent twice after a crash carries the same one, and a mailbox recognises the repeat.
    """

    class Kind(models.TextChoices):
        """The occasion."""

        TURN = "turn", _("it is your turn")
        ANSWER = "answer", _("you have a question out of turn")
        SIDE_QUESTION = "beside", _("a side question for you")
        REMINDER = "reminder", _("a reminder of a question")
        NUDGE = "nudge", _("someone at your table asks you to play")
        AUTOPILOT = "autopilot", _("a bot keeps your seat")
        STARTED = "started", _("the game has started")
        RESULT = "result", _("the game is finished")
        ENDED = "ended", _("the game was ended early")
        INVITATION = "invitation", _("an invitation")
        INVITED_AGAIN = "invited-again", _("a reminder of an invitation")
        REMATCH = "rematch", _("an invitation to a rematch")
        ACCEPTED = "accepted", _("someone took a seat in your game")
        DECLINED = "declined", _("someone declined a seat in your game")
        REMOVED = "removed", _("the host has removed you before the start")
        HOST = "host", _("you’re the host of a game now")
        WARNING = "warning", _("someone at your table isn’t playing")
        VOTE = "vote", _("your table votes")
        TAKEBACK = "takeback", _("someone asks to take back a turn")
        PACE = "pace", _("someone suggests another pace")
        UNREACHABLE = "unreachable", _("someone at your table can’t be reached")
        MENTION = "mention", _("you are mentioned in the talk of a table")
        DEPUTY = "deputy", _("you play for someone, or someone for you")
        VACATION = "vacation", _("your vacation starts by itself or ends soon")
        EXPIRING = "expiring", _("not enough players in your game")
        CALLED_OFF = "called-off", _("a game that you are invited to was cancelled")
        REPLY = "reply", _("an answer to your mail")
        STAFF = "staff", _("a moderator has done something")

    class Plan(models.TextChoices):
        """What has been settled about when it goes out, when its turn first came."""

        NONE = "", _("not decided yet")
        READY = "ready", _("as soon as possible")
        DIGEST = "digest", _("in the digest")
        BOUND = "bound", _("in a mail being written")

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
        help_text=_("The player’s device or webhook; empty for mail."),
    )
    # The database has the default as well: the release before inserts rows while this one is being deployed.
    params = StoredJSON(
        _("data"),
        default=dict,
        form=record(PARAMS),
        db_default=models.Value({}, models.JSONField()),
        blank=True,
        help_text=_("More values for the mail’s text."),
    )
    version = models.PositiveIntegerField(
        _("game version"), default=0, help_text=_("The number of moves in the game when this was written.")
    )
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.WAITING)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    plan = models.CharField(_("plan"), max_length=8, choices=Plan, blank=True, default=Plan.NONE)
    quiet = models.DurationField(
        _("quiet"),
        default=timedelta,
        help_text=_("How long to wait after the player’s last visit to the game."),
    )
    next_try_at = models.DateTimeField(_("next attempt"), default=clock.now)
    lease = models.UUIDField(null=True, blank=True, editable=False)
    leased_until = models.DateTimeField(_("leased until"), null=True, blank=True)
    message_id = models.CharField(_("Message-ID"), max_length=200)
    # What addresses, webhooks and pictures name it by: by its number a player could count the others who were
    # asked in a window. The database has a default as well, for rows of the release before.
    public_id = models.UUIDField(
        _("public ID"), default=uuid.uuid4, db_default=RandomUUID(), unique=True, editable=False
    )
    created_at = models.DateTimeField(_("written"), default=clock.now)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    error = models.TextField(_("last error"), blank=True)

    objects = NoticeQuerySet.as_manager()

    # What `outbox.planning.with_choices` looks up for many notices at once; ``None`` where nobody has.
    is_muted: bool | None = None
    has_replies: bool | None = None
    has_channels: bool | None = None
    was_asked: bool | None = None

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
    def reference(self) -> str:
        """What names it outside: its public id in 26 small letters and digits."""
        return base64.b32encode(self.public_id.bytes).decode().rstrip("=").lower()

    @property
    def address(self) -> str:
        """The address that it goes to: the player's as it is now, or the invited one."""
        if self.player is not None:
            return self.player.email
        return self.invitation.email if self.invitation is not None else ""


class PersonMail(models.Model):
    """One mail to one person that concerns no table, such as what came of a report.

    Like a notice it is written in the transaction of what it tells, and sent with the same ``message_id``
    however often that is tried.
    """

    class Kind(models.TextChoices):
        """The occasion."""

        REPORT_SETTLED = "report-settled", _("the outcome of your report")
        WRITTEN = "written", _("a moderator writes to you")
        SUSPENDED = "suspended", _("your account is suspended")
        SUSPENSION_LIFTED = "suspension-lifted", _("the suspension was lifted")
        SUSPENSION_OVER = "suspension-over", _("the suspension is over")
        DECK_HIDDEN = "deck-hidden", _("your deck was hidden")
        DECK_SHOWN = "deck-shown", _("your deck is shown again")
        DECK_DELETED = "deck-deleted", _("your deck was deleted")
        DECK_RESTORED = "deck-restored", _("you have your deck back")
        NEW_LINKS = "new-links", _("new links to your seats")
        NOT_PLAYED = "not-played", _("an answer to us did nothing")
        GAZETTE = "gazette", _("the gazette of a circle")

    player = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="person_mails", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=24)
    params = StoredJSON(_("data"), default=dict, blank=True, form=record(PARAMS))
    status = models.CharField(_("status"), max_length=8, choices=Notice.Status, default=Notice.Status.WAITING)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_try_at = models.DateTimeField(_("next attempt"), default=clock.now)
    message_id = models.CharField(_("Message-ID"), max_length=200)
    created_at = models.DateTimeField(_("written"), default=clock.now)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    error = models.TextField(_("last error"), blank=True)

    class Meta:
        verbose_name = _("mail to a person")
        verbose_name_plural = _("mails to persons")
        ordering = ["-pk"]
        indexes = [
            models.Index(
                name="person_mail_waiting", fields=["next_try_at"], condition=models.Q(status="waiting")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    def get_kind_display(self) -> str:
        """Return the occasion in words; the column has no choices, so that a new kind needs no migration."""
        return str(dict(self.Kind.choices).get(self.kind, self.kind))


class SentMail(models.Model):
    """The lines of a mail that was sent, as hashes: they are known again where somebody quotes them."""

    message_id = models.CharField(max_length=250, unique=True)
    lines = models.BinaryField()
    sent_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.message_id


class NumberedMail(models.Model):
    """What each number stands for in a mail that asks more than one thing.

    Its Reply-To address names this row. ``games`` has an entry for each seat of the reader: ``seat``,
    ``epoch`` (of its links), ``name`` (as the mail calls the game), and ``questions``, each with its
    ``number`` and ``nonce``, ``what`` it is, its ``labels`` and the ``first`` number. Like a hand, the labels
    are known to their reader alone.
    """

    message_id = models.CharField(max_length=250, unique=True)
    player = models.ForeignKey("games.Player", models.CASCADE, related_name="+")
    nonce = models.BigIntegerField(default=new_nonce, editable=False)
    games = StoredJSON(default=list, form=list_of(GAME_IN_MAIL))
    written_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.message_id
