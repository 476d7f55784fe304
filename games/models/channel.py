"""Notification settings and channels: mail, Web Push, webhooks."""

from datetime import time
from urllib.parse import urlsplit

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock

from .names import ShownName
from .player import Player
from .stored_json import TEXT, StoredJSON, dict_of, list_of


class Group(models.TextChoices):
    """A group of notice kinds, for which a player chooses one setting."""

    TURN = "turn", _("My turn")
    ASKED = "asked", _("Asked out of turn")
    REMINDERS = "reminders", _("Reminders")
    NUDGES = "nudges", _("Nudges")
    NEWS = "news", _("News of a game")
    TALK = "talk", _("Table talk")
    TABLE = "table", _("Table matters")


class Mode(models.TextChoices):
    """When mail of a group of occasions is sent."""

    ONCE = "once", _("at once")
    QUIET = "quiet", _("after a while")
    DIGEST = "digest", _("in my digest")
    OFF = "off", _("never")


class NoticeChoices(models.Model):
    """A player's notification settings, and when they were mailed last. No row means the defaults."""

    player = models.OneToOneField(
        "games.Player", models.CASCADE, related_name="notice_choices", verbose_name=_("player")
    )
    mail = StoredJSON(
        _("mail"),
        default=dict,
        blank=True,
        help_text=_("For each kind of news, when it is mailed."),
        form=dict_of(TEXT),
    )
    quiet_minutes = models.PositiveSmallIntegerField(
        _("delay in minutes"),
        default=30,
        help_text=_("How long “after a while” waits since the player’s last visit to the game."),
    )
    digest_at = models.TimeField(
        _("time of the digest"), default=time(8), help_text=_("In the player’s time zone.")
    )
    digested_on = models.DateField(
        _("last digest"), null=True, blank=True, help_text=_("In the player’s time zone.")
    )
    # The database has the defaults as well: the release before inserts rows during a deploy.
    together = models.BooleanField(
        _("several games in one mail"),
        default=True,
        db_default=True,
        help_text=_("Otherwise each game sends its own mails."),
    )
    short = models.BooleanField(
        _("short mails"),
        default=False,
        db_default=False,
        help_text=_("Leaves out what happened and the table."),
    )
    telling_subjects = models.BooleanField(
        _("descriptive subjects"),
        default=False,
        db_default=False,
        help_text=_("Otherwise all turns of a game share one subject."),
    )
    mailed_at = models.DateTimeField(_("last mail"), null=True, blank=True)
    mailed_game = models.ForeignKey("games.Game", models.SET_NULL, null=True, blank=True, related_name="+")
    test_due_at = models.DateTimeField(_("test asked for"), null=True, blank=True)
    tested_at = models.DateTimeField(_("last test"), null=True, blank=True)
    test_error = models.TextField(_("what the last test said"), blank=True)

    class Meta:
        verbose_name = _("notification settings")
        verbose_name_plural = _("notification settings")
        indexes = [
            models.Index(
                name="choices_test", fields=["test_due_at"], condition=models.Q(test_due_at__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return str(self.player)

    def mode(self, group: str) -> Mode:
        """Return when mail of a group is sent; the default is at once, and off for chat."""
        usual = Mode.DIGEST if group == Group.TALK else Mode.ONCE
        chosen = self.mail.get(group, usual)
        return Mode(chosen) if chosen in Mode.values else usual  # one of another release

    def replaced_channel(self, group: str | None) -> "Channel | None":
        """Return the channel for which mail about a group stands in, though its player chose to get none."""
        if group is None or self.mode(group) != Mode.OFF:
            return None
        return lost_channel(self.player, group)


class Channel(ShownName, models.Model):
    """A channel besides mail: a device with Web Push, or a webhook."""

    class Kind(models.TextChoices):
        """The kind of service behind a channel."""

        PUSH = "push", _("a device")
        DISCORD = "discord", _("Discord")
        SLACK = "slack", _("Slack")
        JSON = "json", _("another program")

    player = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="channels", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    name = models.CharField(_("name"), max_length=40)
    url = models.TextField(_("address"))
    p256dh = models.CharField(max_length=120, blank=True, editable=False)
    auth = models.CharField(max_length=40, blank=True, editable=False)
    secret = models.CharField(max_length=80, blank=True, editable=False)
    groups_off = StoredJSON(
        _("left out"),
        form=list_of(TEXT),
        default=list,
        blank=True,
        help_text=_("Kinds of news that aren’t sent to this channel."),
    )
    created_at = models.DateTimeField(_("made"), default=clock.now)
    sent_at = models.DateTimeField(_("last success"), null=True, blank=True)
    error = models.CharField(_("last error"), max_length=300, blank=True)
    failed_at = models.DateTimeField(_("last failure"), null=True, blank=True)
    failing_since = models.DateTimeField(_("failing since"), null=True, blank=True)
    off_at = models.DateTimeField(
        _("switched off"), null=True, blank=True, help_text=_("Set after a day of failures.")
    )
    test_due_at = models.DateTimeField(_("test asked for"), null=True, blank=True)
    tested_at = models.DateTimeField(_("last test"), null=True, blank=True)

    class Meta:
        verbose_name = _("channel")
        verbose_name_plural = _("channels")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(name="channel_once", fields=["player", "url"])]
        indexes = [
            models.Index(
                name="channel_test", fields=["test_due_at"], condition=models.Q(test_due_at__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_push(self) -> bool:
        """Whether it is a device."""
        return self.kind == self.Kind.PUSH

    @property
    def host(self) -> str:
        """The host of its address. The rest is secret: who has it can write there."""
        return urlsplit(self.url).hostname or ""

    def takes(self, group: str) -> bool:
        """Whether this channel gets notices of a group."""
        return group not in self.groups_off


def choices_of(player: Player) -> NoticeChoices:
    """Return what a player has chosen; defaults, in a row that is not stored, where they have not."""
    try:
        return player.notice_choices
    except NoticeChoices.DoesNotExist:
        return NoticeChoices(player=player)


def lost_channel(player: Player, group: str) -> Channel | None:
    """Return the channel by which a player heard of a group of occasions, if none works any more.

    Mail stands in for it then, whatever they have chosen for mail: they chose it while the channel worked.
    That ends when the channel is switched on again, or when they remove it.
    """
    taking = [channel for channel in Channel.objects.filter(player=player) if channel.takes(group)]
    dead = [channel for channel in taking if channel.off_at is not None]
    return max(dead, key=lambda channel: channel.off_at or clock.now()) if dead == taking and dead else None


class MutedGame(models.Model):
    """A game that a player has muted: only its end is announced."""

    player = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="muted_games", verbose_name=_("player")
    )
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="muted_by", verbose_name=_("game"))
    since = models.DateTimeField(_("since"), default=clock.now)

    class Meta:
        verbose_name = _("muted game")
        verbose_name_plural = _("muted games")
        constraints = [models.UniqueConstraint(name="muted_once", fields=["player", "game"])]

    def __str__(self) -> str:
        return f"{self.player}: {self.game}"


class SiteKey(models.Model):
    """A key that the site generated for itself, such as the VAPID key of Web Push."""

    name = models.CharField(max_length=20, primary_key=True)
    value = models.TextField()
    made_at = models.DateTimeField(default=clock.now)

    class Meta:
        verbose_name = _("site key")
        verbose_name_plural = _("site keys")

    def __str__(self) -> str:
        return self.name
