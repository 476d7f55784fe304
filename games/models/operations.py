"""The operation of the site: outages, switches that hold clocks or mail, heartbeats, and acts of staff."""

from datetime import datetime, timedelta
from typing import Any

from django.apps import apps
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock

from .stored_json import NUMBER, TEXT, DoesNotFit, StoredJSON, dict_of, or_null, record

# A switch that is on for longer alerts: a site that holds its clocks unseen is a site that stands still.
FORGOTTEN_AFTER = timedelta(hours=1)


class Outage(models.Model):
    """A period in which no clock should have run; all clocks get it back, game by game.

    Periods never overlap. ``credited_to`` is the primary key of the last game that has its time back, written
    in the same transaction, so that an interrupted credit continues from there.
    """

    class Why(models.TextChoices):
        """How the site knows."""

        SILENT = "silent", _("the deadline sweep wasn’t running")
        HELD = "held", _("staff paused all clocks")
        JUMP = "jump", _("the site paused all clocks because the server’s clock was wrong")
        RESTORED = "restored", _("a backup was restored")

    started_at = models.DateTimeField(_("began"), unique=True)
    ended_at = models.DateTimeField(_("ended"))
    credited_at = models.DateTimeField(_("time given back"), null=True, blank=True)
    credited_to = models.BigIntegerField(_("credited up to and including game"), default=0)
    why = models.CharField(_("why"), max_length=8, choices=Why, default=Why.SILENT)

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        ordering = ["-started_at"]
        constraints = [
            models.CheckConstraint(
                name="outage_has_a_length", condition=models.Q(ended_at__gt=models.F("started_at"))
            )
        ]
        indexes = [
            models.Index(
                name="outage_to_credit", fields=["started_at"], condition=models.Q(credited_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"{self.started_at:%Y-%m-%d %H:%M} – {self.ended_at:%Y-%m-%d %H:%M} UTC"

    @property
    def length(self) -> timedelta:
        """How long it lasted."""
        return self.ended_at - self.started_at


class Switch(models.Model):
    """A period in which clocks or mail are held: on while ``until`` is empty, and kept afterwards."""

    class Name(models.TextChoices):
        """What it holds."""

        CLOCKS = "clocks", _("pause all clocks")
        MAIL = "mail", _("hold all mail")
        JUMP = "jump", _("pause all clocks because the server’s clock jumped")

    name = models.CharField(_("switch"), max_length=8, choices=Name)
    since = models.DateTimeField(_("on since"), default=clock.now)
    until = models.DateTimeField(_("released"), null=True, blank=True)
    who = models.ForeignKey(
        "games.Player",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("who"),
        help_text=_("Empty means the site itself."),
    )
    reason = models.CharField(_("reason"), max_length=500)
    released_by = models.ForeignKey(
        "games.Player", models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("released by")
    )
    quiet = models.PositiveSmallIntegerField(
        _("quiet sweeps"), default=0, help_text=_("How many sweeps in a row found the right time.")
    )
    skew = models.FloatField(
        _("skew"), default=0, help_text=_("How many seconds the machine’s clock was ahead of the database’s.")
    )
    alerted_at = models.DateTimeField(_("last alert"), null=True, blank=True)

    class Meta:
        verbose_name = _("switch")
        verbose_name_plural = _("switches")
        ordering = ["-since"]
        constraints = [
            models.UniqueConstraint(
                name="switch_on_once", fields=["name"], condition=models.Q(until__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return self.get_name_display()

    def needs_staff(self, now: datetime) -> bool:
        """Whether staff should look at it: it may have been forgotten, or the site itself turned it on."""
        return self.until is None and (self.who_id is None or self.is_overdue(now))

    def is_overdue(self, now: datetime) -> bool:
        """Whether it has been on for so long that it may have been forgotten."""
        return self.until is None and now - self.since > FORGOTTEN_AFTER


class MailPace(models.Model):
    """Until when the mails that may leave are booked, in one row that all workers share."""

    ONLY = 1

    id = models.SmallIntegerField(primary_key=True, default=ONLY)
    booked_until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.booked_until:%F %T}"


class Heartbeat(models.Model):
    """The last completion of a sweep: proof that it works, which a running process is not."""

    name = models.CharField(_("name"), max_length=40, primary_key=True)
    at = models.DateTimeField(_("at"))
    did = models.PositiveIntegerField(_("rows handled"), default=0)
    failed = models.PositiveIntegerField(_("rows failed"), default=0)

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return self.name


class SweepLease(models.Model):
    """A sweep that runs now: who works at it, and until when at most. See ADR 74."""

    name = models.CharField(_("name"), max_length=40, primary_key=True)
    holder = models.CharField(_("process"), max_length=80)
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("running sweep")
        verbose_name_plural = _("running sweeps")

    def __str__(self) -> str:
        return self.name


class PostponedRow(models.Model):
    """A row at which a sweep has failed: it is left out until ``retry_at``, and the others go on.

    ``work`` says what failed and ``row`` is the primary key of what it failed at, in the table that the work
    is about; 0 is the work as a whole.
    """

    work = models.CharField(_("work"), max_length=60)
    row = models.BigIntegerField(_("row"))
    attempts = models.PositiveSmallIntegerField(_("failed attempts"), default=0)
    retry_at = models.DateTimeField(_("next attempt"))
    failed_at = models.DateTimeField(_("last failure"))
    error = models.CharField(_("last error"), max_length=300)

    class Meta:
        verbose_name = _("postponed row")
        verbose_name_plural = _("postponed rows")
        ordering = ["-failed_at"]
        constraints = [models.UniqueConstraint(name="postponed_once", fields=["work", "row"])]

    def __str__(self) -> str:
        return f"{self.work} {self.row}"


class Backup(models.Model):
    """The last backup that was begun; in a backup, that one. A restore gives back the time since then."""

    started_at = models.DateTimeField(_("began"), default=clock.now)
    version = models.CharField(_("version of the site"), max_length=40, blank=True, db_default="")

    class Meta:
        verbose_name = _("backup")
        verbose_name_plural = _("backups")

    def __str__(self) -> str:
        return f"{self.started_at:%Y-%m-%d %H:%M} UTC"


VERSIONS = dict_of(NUMBER, by_number=True)
ACT_PARAMS = {
    **dict.fromkeys(("hours", "version", "turn", "deck", "remark", "days"), NUMBER),
    **dict.fromkeys(("seat", "to"), or_null(NUMBER)),
    **dict.fromkeys(("title", "name", "old", "submission_key"), TEXT),
    **dict.fromkeys(("versions", "versions_before"), VERSIONS),
}
# What stands in a snapshot for rows that this release can't read: an act that changed them can't be reverted.
UNREADABLE_ROWS: dict[str, Any] = {"unreadable": {"0": {}}}
_read_rows = dict_of(dict_of(dict_of(or_null(TEXT)), by_number=True))


def _read_word(stored: Any) -> Any:
    if isinstance(stored, dict | list):
        raise DoesNotFit
    return stored


_read_words = dict_of(_read_word)


def read_snapshot(stored: Any) -> dict[str, Any]:
    """Return what was before or after an act.

    By the name of a model the columns of its rows, by primary key: a `moderation.snapshots.Snapshot`. By
    other names single words, such as the role of somebody; no act is reverted by them.
    """
    if not isinstance(stored, dict):
        return dict(UNREADABLE_ROWS)
    rows = {name: each for name, each in stored.items() if name in apps.all_models["games"]}
    words = {name: each for name, each in stored.items() if name not in rows and name not in UNREADABLE_ROWS}
    found: dict[str, Any] = _read_rows(rows) | _read_words(words)
    return found if found == stored else found | UNREADABLE_ROWS


class StaffAct(models.Model):
    """One act of a member of staff, written in the transaction of the act itself.

    ``before`` and ``after`` hold the public columns that it changed, by which it can be reverted. An act that
    can't be reverted waits as pending until ``due_at``.
    """

    class Status(models.TextChoices):
        """How far it has come."""

        DONE = "done", _("done")
        PENDING = "pending", _("waiting")
        REVERTED = "reverted", _("reverted")
        CALLED_OFF = "called-off", _("cancelled")

    who = models.ForeignKey(
        "games.Player", models.PROTECT, related_name="staff_acts", verbose_name=_("who"), null=True
    )
    at = models.DateTimeField(_("when"), default=clock.now)
    act = models.SlugField(_("act"), max_length=40)
    game = models.ForeignKey(
        "games.Game",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="staff_acts",
        verbose_name=_("game"),
    )
    player = models.ForeignKey(
        "games.Player",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="acts_about",
        verbose_name=_("player"),
        help_text=_("The player it was done to, if any."),
    )
    report = models.ForeignKey(
        "games.Report",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="acts",
        verbose_name=_("report"),
        help_text=_("The report for which it was done, if any."),
    )
    about = models.CharField(_("about"), max_length=200, help_text=_("What it was done to."))
    reason = models.TextField(_("reason"))
    # The database has the defaults as well: the release before inserts rows while this is being deployed.
    params = StoredJSON(
        _("details"),
        default=dict,
        db_default=models.Value({}, models.JSONField()),
        blank=True,
        form=record(ACT_PARAMS),
    )
    sealed = models.TextField(
        _("put away"),
        default="",
        db_default="",
        blank=True,
        help_text=_("What a revert needs and nobody reads."),
    )
    before = StoredJSON(_("before"), default=dict, form=read_snapshot)
    after = StoredJSON(_("after"), default=dict, form=read_snapshot)
    status = models.CharField(
        _("status"), max_length=10, choices=Status, default=Status.DONE, db_default=Status.DONE
    )
    due_at = models.DateTimeField(
        _("takes effect"), null=True, blank=True, help_text=_("It can be cancelled before that.")
    )
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    settled_by = models.ForeignKey(
        "games.Player",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("settled by"),
        help_text=_("Empty means the site itself."),
    )

    class Meta:
        verbose_name = _("staff action")
        verbose_name_plural = _("staff actions")
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                name="act_one_pending", fields=["game"], condition=models.Q(status="pending")
            ),
        ]
        indexes = [
            models.Index(name="act_due", fields=["due_at"], condition=models.Q(status="pending")),
        ]

    def __str__(self) -> str:
        return f"{self.act}: {self.about}"


class StaffNote(models.Model):
    """What staff note about a player or a game for each other. Players read those about them in exports."""

    player = models.ForeignKey(
        "games.Player",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="staff_notes",
        verbose_name=_("player"),
    )
    game = models.ForeignKey(
        "games.Game",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="staff_notes",
        verbose_name=_("game"),
    )
    by = models.ForeignKey("games.Player", models.PROTECT, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(_("when"), default=clock.now)
    text = models.CharField(_("note"), max_length=1000)

    class Meta:
        verbose_name = _("note of staff")
        verbose_name_plural = _("notes of staff")
        ordering = ["-at", "-pk"]
        constraints = [
            models.CheckConstraint(
                name="note_about_one", condition=models.Q(player__isnull=True) ^ models.Q(game__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.at:%F %T}: {self.text}"
