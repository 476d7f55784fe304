"""A player: a person with an account, or a guest who came by an invitation."""

from datetime import timedelta
from functools import cache
from typing import Any, ClassVar
from zoneinfo import ZoneInfo, available_timezones

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils.translation import get_supported_language_variant
from django.utils.translation import gettext_lazy as _

from games import clock

from .face import FaceSettings
from .hours import HoursSettings
from .names import LONGEST_NAME, check_one_line
from .stored_json import NUMBER, TEXT, DoesNotFit, StoredJSON, dict_of, list_of

UTC = ZoneInfo("UTC")
TROUBLE_SHOWN_FOR = timedelta(days=7)


def clean_address(address: str) -> str:
    """Return an e-mail address in its stored form: stripped, in lower case."""
    return address.strip().lower()


@cache
def zone_names() -> frozenset[str]:
    """Return the names of all time zones that this machine knows."""
    return frozenset(available_timezones())


def check_zone(name: str) -> None:
    """Refuse anything but the IANA name of a time zone."""
    if name not in zone_names():
        raise ValidationError(
            _("“%(name)s” is not a time zone. An example: Europe/Warsaw."), params={"name": name}
        )


class PlayerManager(BaseUserManager["Player"]):
    """Creates players, and finds them by address in any case."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "Player":
        """Create a player; without a password they sign in by a code in a mail."""
        player = self.model(email=clean_address(email), **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "Player":
        """Create a player who may do everything in the admin, and sign in before any mail leaves the site.

        Whoever runs this has the database, so their address needs no proof by a code in a mail.
        """
        with transaction.atomic(using=self._db):
            player = self.create_user(email, password, **{"is_staff": True, "is_superuser": True, **fields})
            addresses = apps.get_model("account", "EmailAddress").objects.using(self._db)
            addresses.update_or_create(
                user=player, email=player.email, defaults={"verified": True, "primary": True}
            )
        return player

    def get_by_natural_key(self, username: str | None) -> "Player":
        """Find a player by address."""
        return self.get(email=clean_address(username or ""))


class Player(HoursSettings, FaceSettings, AbstractBaseUser, PermissionsMixin):
    """A person, known by their e-mail address."""

    email = models.EmailField(
        _("e-mail address"), unique=True, error_messages={"unique": _("This address already has an account.")}
    )
    name = models.CharField(
        _("name"),
        max_length=LONGEST_NAME,
        blank=True,
        validators=[check_one_line],
        help_text=_("The name that others at the table see."),
    )
    language = models.CharField(_("language"), max_length=12, default="en")
    timezone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[check_zone])
    is_guest = models.BooleanField(
        _("guest"),
        default=False,
        help_text=_("Joined by invitation and hasn’t signed in yet."),
    )
    is_trial = models.BooleanField(
        _("plays without an account"),
        default=False,
        db_default=False,
        help_text=_("Plays against bots without an account, or has not typed in the code for one yet."),
    )
    tips_over = models.BooleanField(
        _("first tips over"),
        default=False,
        db_default=False,
        help_text=_("They have finished a turn, or put the tips of the first one away."),
    )
    is_staff = models.BooleanField(_("staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    joined_at = models.DateTimeField(_("joined"), default=clock.now, editable=False)
    address_changed_at = models.DateTimeField(
        _("address changed"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("When they last got another e-mail address. Links in mails to the old one stop no mail."),
    )
    links_ended_at = models.DateTimeField(
        _("links ended"),
        null=True,
        blank=True,
        editable=False,
        help_text=_(
            "When all links in mails to them were last ended. Earlier links to an export open nothing."
        ),
    )
    mail_refused_at = models.DateTimeField(
        _("mail refused"),
        null=True,
        blank=True,
        help_text=_("When their mail server rejected this address. While this is set, no mail is sent."),
    )
    mail_error = models.TextField(_("last mail error"), blank=True)
    refusal_doubted_at = models.DateTimeField(
        _("rejection ignored"),
        null=True,
        blank=True,
        help_text=_("When a rejection was ignored because the mail server itself seemed at fault."),
    )
    complained_at = models.DateTimeField(
        _("mail marked as spam"),
        null=True,
        blank=True,
        help_text=_(
            "When they marked a game’s mail as spam. While this is set, no mail about games is sent."
        ),
    )
    bounces = models.PositiveSmallIntegerField(
        _("days with bounces"), default=0, help_text=_("Temporary failures only.")
    )
    bounced_at = models.DateTimeField(_("last bounce"), null=True, blank=True)

    deletion_at = models.DateTimeField(
        _("deletion"),
        null=True,
        blank=True,
        help_text=_(
            "When their account will be deleted, as they asked. Until then they can change their mind."
        ),
    )
    suspended_until = models.DateTimeField(
        _("suspended until"),
        null=True,
        blank=True,
        help_text=_("Until then they can’t play, and bots keep their seats."),
    )
    suspended_because = models.CharField(
        _("suspended because"), max_length=300, blank=True, default="", db_default=""
    )
    held_seats = StoredJSON(
        _("seats kept by bots"),
        form=list_of(NUMBER),
        default=list,
        db_default=models.Value([], models.JSONField()),
        blank=True,
        help_text=_("Which seats they get back when the suspension ends."),
    )
    auto_vacation = models.BooleanField(
        _("automatic vacation"),
        default=False,
        db_default=False,
        help_text=_("A vacation starts when a turn runs out, so the turn isn’t missed."),
    )

    shows_presence = models.BooleanField(
        _("shows when they were here"),
        default=True,
        db_default=True,
        help_text=_("The people at their tables see when they last looked at the table."),
    )

    shows_hints = models.BooleanField(
        _("sees what would win"),
        default=True,
        db_default=True,
        help_text=_("The table says which of their plays would win, and who would win by a card in play."),
    )

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = PlayerManager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.CheckConstraint(
                name="player_email_is_lower_case", condition=models.Q(email=Lower("email"))
            ),
        ]
        indexes = [
            models.Index(
                name="player_deletion", fields=["deletion_at"], condition=models.Q(deletion_at__isnull=False)
            ),
            models.Index(
                name="player_suspended",
                fields=["suspended_until"],
                condition=models.Q(suspended_until__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.email

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the player, with the address in lower case, so that one person has one row."""
        self.email = clean_address(self.email)
        super().save(*args, **kwargs)

    def clean(self) -> None:
        """Normalize the address before it is checked for being unique."""
        self.email = clean_address(self.email)

    def get_full_name(self) -> str:
        """Return the name that others see."""
        return self.name

    def get_short_name(self) -> str:
        """Return the name that others see."""
        return self.name

    @property
    def mail_came_back_lately(self) -> bool:
        """Whether mail came back within the last week, for a reason that may pass."""
        return self.bounced_at is not None and clock.now() - self.bounced_at < TROUBLE_SHOWN_FOR

    @property
    def site_language(self) -> str:
        """The language in which the site speaks to them: theirs, as long as the site has it."""
        try:
            return get_supported_language_variant(self.language)
        except LookupError:
            return settings.LANGUAGE_CODE

    @property
    def zone(self) -> ZoneInfo:
        """The player's time zone; UTC when the stored name is unknown or obsolete on this machine."""
        return ZoneInfo(self.timezone) if self.has_known_zone else UTC

    @property
    def has_known_zone(self) -> bool:
        """Whether the stored zone is known; when not, a page says that times are shown in UTC."""
        return self.timezone in zone_names()


def read_state_of_feed(stored: Any) -> list[Any]:
    """Return the digest of a feed, and since which second it has been so. Raises `DoesNotFit`."""
    if not isinstance(stored, list) or len(stored) != 2:
        raise DoesNotFit
    return [TEXT(stored[0]), NUMBER(stored[1])]


class FeedKey(models.Model):
    """The secret of a player's feed addresses. Only its hash is stored."""

    player = models.OneToOneField(
        "games.Player", models.CASCADE, related_name="feed_key", verbose_name=_("player")
    )
    digest = models.CharField(_("fingerprint"), max_length=64, unique=True)
    created_at = models.DateTimeField(_("made"), default=clock.now)
    used_at = models.DateTimeField(_("last read"), null=True, blank=True)
    # Of each feed the digest of what was read last, and since which second (Unix time) it has been so.
    served = StoredJSON(
        default=dict,
        db_default=models.Value({}, models.JSONField()),
        blank=True,
        form=dict_of(read_state_of_feed),
    )

    class Meta:
        verbose_name = _("feed secret")
        verbose_name_plural = _("feed secrets")

    def __str__(self) -> str:
        return f"feeds of player {self.player_id}"
