"""How people get on with each other: reports, blocks, signs of other accounts, announcements."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games import clock

from .stored_json import TEXT, DoesNotFit, StoredJSON, list_of

MOST_WORDS = 2000
HEADING_AND_LINES = (TEXT, list_of(TEXT))


def read_evidence(stored: Any) -> list[Any]:
    """Return a piece of evidence: its heading and its lines. Raises `DoesNotFit`."""
    if not isinstance(stored, list) or len(stored) != len(HEADING_AND_LINES):
        raise DoesNotFit
    return [read(part) for read, part in zip(HEADING_AND_LINES, stored, strict=True)]


class Report(models.Model):
    """What one person tells staff about another, or about a table or a deck, and what came of it.

    ``evidence`` is a copy of public facts as they were then, as pairs of headings and lines: what is said or
    called something else later stays known to staff.
    """

    class Kind(models.TextChoices):
        """What it is about."""

        TALK = "talk", _("insults, threats or hate")
        NAME = "name", _("a name or a deck that hurts people")
        STALLING = "stalling", _("holding up the game on purpose")
        CHEATING = "cheating", _("cheating, such as playing two seats")
        SPAM = "spam", _("advertising or spam")
        OTHER = "other", _("something else")

    class Status(models.TextChoices):
        """Whether staff have dealt with it."""

        OPEN = "open", _("open")
        ACTED = "acted", _("something was done")
        NOTHING = "nothing", _("nothing against the rules was found")

    by = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="reports_made", verbose_name=_("reported by")
    )
    about = models.ForeignKey(
        "games.Player",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="reports_about",
        verbose_name=_("about"),
    )
    game = models.ForeignKey(
        "games.Game", models.SET_NULL, null=True, blank=True, related_name="reports", verbose_name=_("game")
    )
    remark = models.ForeignKey(
        "games.Remark", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("remark")
    )
    deck = models.ForeignKey(
        "games.Deck", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("deck")
    )
    circle_remark = models.ForeignKey(
        "games.CircleRemark",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("message in a circle"),
    )
    kind = models.CharField(_("kind"), max_length=16, choices=Kind)
    words = models.TextField(_("in their words"), max_length=MOST_WORDS, blank=True)
    evidence = StoredJSON(_("evidence"), default=list, blank=True, form=list_of(read_evidence))
    # Of the form that made it: one that is sent twice makes one.
    submission_key = models.CharField(
        _("key of the form"), max_length=64, blank=True, default="", db_default="", editable=False
    )
    created_at = models.DateTimeField(_("reported"), default=clock.now)
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.OPEN)
    outcome = models.TextField(
        _("outcome"), blank=True, help_text=_("The answer to the person who reported.")
    )
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    settled_by = models.ForeignKey(
        "games.Player", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("settled by")
    )

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(name="report_open", fields=["created_at"], condition=models.Q(status="open")),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.pk})"

    @property
    def is_open(self) -> bool:
        """Whether staff still have to deal with it."""
        return self.status == self.Status.OPEN


class PlayerBlock(models.Model):
    """That one person keeps away from another: they share no new table, or only their talk is hidden."""

    class Kind(models.TextChoices):
        """How far."""

        BLOCK = "block", _("blocked")
        MUTE = "mute", _("muted")

    by = models.ForeignKey("games.Player", models.CASCADE, related_name="blocks", verbose_name=_("by"))
    player = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="blocked_by", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    since = models.DateTimeField(_("since"), default=clock.now)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        ordering = ["-since", "-pk"]
        constraints = [models.UniqueConstraint(name="block_once", fields=["by", "player"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Sighting(models.Model):
    """That a player did something on a day from one address with one browser, as a keyed hash of both."""

    player = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="sightings", verbose_name=_("player")
    )
    digest = models.CharField(_("fingerprint"), max_length=64)
    day = models.DateField(_("day"), db_index=True)

    class Meta:
        verbose_name = _("sighting")
        verbose_name_plural = _("sightings")
        constraints = [models.UniqueConstraint(name="sighting_once", fields=["digest", "player", "day"])]

    def __str__(self) -> str:
        return f"player {self.player_id} on {self.day}"


class Announcement(models.Model):
    """What the operators tell everybody on every page, from an instant to another."""

    text_en = models.TextField(_("in English"), max_length=600)
    text_pl = models.TextField(_("in Polish"), max_length=600, blank=True)
    text_ru = models.TextField(
        _("in Russian"),
        max_length=600,
        blank=True,
        help_text=_("If it’s empty, the English text is shown."),
    )
    begins_at = models.DateTimeField(_("begins"), default=clock.now)
    ends_at = models.DateTimeField(_("ends"), help_text=_("It disappears by itself then."))

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["-begins_at", "-pk"]

    def __str__(self) -> str:
        return self.text_en[:60]

    def clean(self) -> None:
        """Refuse one that ends before it begins."""
        if self.begins_at and self.ends_at and self.ends_at <= self.begins_at:
            raise ValidationError({"ends_at": _("It has to end after it begins.")})

    @property
    def text(self) -> str:
        """The text in the reader’s language, or else in English."""
        language = (get_language() or "").partition("-")[0]
        return getattr(self, f"text_{language}", "") or self.text_en

    @property
    def language(self) -> str:
        """The language of that text."""
        language = (get_language() or "").partition("-")[0]
        return language if getattr(self, f"text_{language}", "") else "en"
