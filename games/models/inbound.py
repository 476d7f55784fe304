"""Received mail: what was done with it, but not its text."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock

from .line_result import STORED, UNREADABLE, LineResult
from .stored_json import StoredJSON, list_of


class InboundMail(models.Model):
    """A received mail.

    It is claimed twice: by a hash of all that came before anything of it is read, and by its key, which
    copies share that differ on the way. Of copies that arrive at once, one is processed. The body is not
    stored.
    """

    class Kind(models.TextChoices):
        """What kind of mail it is."""

        REPLY = "reply", _("a reply to a game’s mail")
        BOUNCE = "bounce", _("a bounce")
        COMPLAINT = "complaint", _("a spam complaint")
        UNSUBSCRIBE = "unsubscribe", _("an unsubscribe request")
        AUTOMATIC = "automatic", _("automatic reply")
        UNKNOWN = "unknown", _("unknown recipient")

    class Status(models.TextChoices):
        """The state of its processing."""

        WORKING = "working", _("being read")
        DONE = "done", _("done")
        IGNORED = "ignored", _("ignored")
        FAILED = "failed", _("failed")

    key = models.CharField(_("key"), max_length=64, unique=True)
    # Empty where an earlier release took the mail.
    raw_key = models.CharField(_("hash of all that came"), max_length=64, unique=True, null=True, blank=True)
    message_id = models.CharField(_("Message-ID"), max_length=250, blank=True)
    sender = models.CharField(_("from"), max_length=254, blank=True)
    kind = models.CharField(_("kind"), max_length=16, choices=Kind, default=Kind.UNKNOWN)
    seat = models.ForeignKey(
        "games.Seat", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("seat")
    )
    notice = models.ForeignKey(
        "games.Notice",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("notice"),
        help_text=_("The mail that bounced or was complained about."),
    )
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.WORKING)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    received_at = models.DateTimeField(_("received"), default=clock.now)
    began_at = models.DateTimeField(_("last attempt"), default=clock.now)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=1, db_default=1)

    class Meta:
        verbose_name = _("received mail")
        verbose_name_plural = _("received mails")
        ordering = ["-pk"]
        indexes = [models.Index(name="inbound_by_day", fields=["received_at"])]

    def __str__(self) -> str:
        return f"#{self.pk}"


class ReplyAlias(models.Model):
    """Another address from which a player answers: a reply from there counts as one from their own.

    It opens nothing else: no seat without the secret address of a mail to this player, and no account.
    """

    player = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="reply_aliases", verbose_name=_("player")
    )
    address = models.CharField(_("address"), max_length=254)
    # What addresses are compared by (games.core.mailboxes).
    mailbox = models.CharField(_("mailbox"), max_length=254, editable=False)
    created_at = models.DateTimeField(_("added"), default=clock.now)

    class Meta:
        verbose_name = _("address of replies")
        verbose_name_plural = _("addresses of replies")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(name="reply_alias_once", fields=["player", "mailbox"])]

    def __str__(self) -> str:
        return f"reply alias {self.pk}"


class Reply(models.Model):
    """A reply of a player for a seat, processed once, and what the site answers.

    ``results`` has a `LineResult` for each line acted on, as it is stored. It may name cards of a hand: only
    its player sees it.
    """

    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="replies", verbose_name=_("seat"))
    player = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="replies", verbose_name=_("player")
    )
    key = models.CharField(_("key"), max_length=64)
    received_at = models.DateTimeField(_("received"), default=clock.now)
    begun = models.PositiveSmallIntegerField(
        _("lines started"), default=0, help_text=_("A line that can’t be repeated isn’t started twice.")
    )
    results = StoredJSON(
        _("results"), default=list, db_column="told", form=list_of(STORED, instead=UNREADABLE)
    )
    # The database has the default as well: the release before inserts rows while this one is being deployed.
    offer_dropped = models.BooleanField(
        _("offer declined"),
        default=False,
        db_default=False,
        help_text=_("The player has said no to what the answer offers."),
    )
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

    @property
    def lines(self) -> tuple[LineResult, ...]:
        """What came of its lines so far."""
        return tuple(map(LineResult.read, self.results))

    @property
    def offer(self) -> LineResult | None:
        """The first line that was refused, if its answer offers another choice instead.

        A mail asks one thing that a yes answers: nothing is offered beside a request to be confirmed.
        """
        if any(line.asks_for_yes for line in self.lines):
            return None
        refused = next((line for line in self.lines if not line.done), None)
        return refused if refused is not None and refused.offer else None

    @property
    def changed_nothing(self) -> bool:
        """Whether no line of it was carried out."""
        return not any(line.done for line in self.lines)
