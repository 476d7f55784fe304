"""Circles of people who play together: who belongs to one, who is asked to join, and what is said there."""

from datetime import datetime, timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock

from .game import new_key, new_link_key
from .names import ShownName, check_one_line
from .talk import MOST_SAID
from .timing import Pace

# So long a link to join works, unless somebody ends it before.
LINK_WORKS = timedelta(days=30)
# An invitation by the invited person themselves stands for a no to somebody who has left since: nobody sees
# it, and a new invitation from that member reaches nobody.
IS_ASKED = ~models.Q(invited_by=models.F("player"))


class Circle(ShownName, models.Model):
    """A group of people with a name, and what they usually play: an edition, by its slug, and a pace.

    ``link_key`` is the secret of the link by which people join; empty when there is none. ``gazette_week`` is
    the Monday of the last week of which its gazette was written, or would have been.
    """

    key = models.CharField(_("key"), max_length=12, unique=True, default=new_key, editable=False)
    name = models.CharField(_("name"), max_length=60, validators=[check_one_line])
    edition = models.CharField(_("usual edition"), max_length=40, default="fluxx")
    pace = models.PositiveSmallIntegerField(_("usual pace"), choices=Pace, default=Pace.THREE_DAYS)
    members_invite = models.BooleanField(
        _("members may invite"),
        default=False,
        help_text=_("Every member may invite people, not only hosts."),
    )
    link_key = models.CharField(_("link key"), max_length=32, unique=True, null=True, editable=False)  # noqa: DJ001  (unique)
    link_made_at = models.DateTimeField(_("link made"), null=True, editable=False)
    # Of the form that made it: one that is sent twice makes one.
    submission_key = models.CharField(
        _("key of the form"), max_length=64, blank=True, default="", editable=False
    )
    created_at = models.DateTimeField(_("created"), default=clock.now, editable=False)
    gazette_week = models.DateField(_("week of the last gazette"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("circle")
        verbose_name_plural = _("circles")
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def make_link(self) -> None:
        """Give it a new link; the one before opens nothing any more."""
        self.link_key, self.link_made_at = new_link_key(), clock.now()

    def end_link(self) -> None:
        """Let its link open nothing any more."""
        self.link_key = self.link_made_at = None

    @property
    def link_ends_at(self) -> datetime | None:
        """Until when its link works; ``None`` where it has none that does."""
        if self.link_key is None or self.link_made_at is None:
            return None
        ends_at = self.link_made_at + LINK_WORKS
        return ends_at if ends_at > clock.now() else None


class CircleMember(models.Model):
    """That somebody belongs to a circle, perhaps as a host, and whether they get its gazette by mail."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="members", verbose_name=_("circle"))
    player = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="circle_memberships", verbose_name=_("player")
    )
    is_host = models.BooleanField(_("host"), default=False)
    joined_at = models.DateTimeField(_("joined"), default=clock.now)
    # The database has the default as well: the release before inserts rows during a deploy.
    gets_gazette = models.BooleanField(_("gets the gazette by mail"), default=True, db_default=True)

    class Meta:
        verbose_name = _("member of a circle")
        verbose_name_plural = _("members of circles")
        ordering = ["joined_at", "pk"]
        constraints = [models.UniqueConstraint(name="circle_member_once", fields=["circle", "player"])]

    def __str__(self) -> str:
        return f"player {self.player_id} of circle {self.circle_id}"


class CircleInvitation(models.Model):
    """That a member asks somebody to join; nobody is in a circle who hasn't said yes."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="invitations", verbose_name=_("circle"))
    player = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="circle_invitations", verbose_name=_("player")
    )
    invited_by = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="circle_invitations_sent", verbose_name=_("invited by")
    )
    created_at = models.DateTimeField(_("created"), default=clock.now)
    declined_at = models.DateTimeField(_("declined"), null=True, blank=True)

    class Meta:
        verbose_name = _("invitation to a circle")
        verbose_name_plural = _("invitations to circles")
        ordering = ["created_at", "pk"]
        constraints = [models.UniqueConstraint(name="circle_invitation_once", fields=["circle", "player"])]
        indexes = [models.Index(name="circle_invited_by_day", fields=["invited_by", "created_at"])]

    def __str__(self) -> str:
        return f"player {self.player_id} to circle {self.circle_id}"


class CircleRemark(models.Model):
    """A message that a member has written to a circle.

    One deleted by its author keeps its row without text; one hidden by staff keeps the text, for staff alone.
    """

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="remarks", verbose_name=_("circle"))
    player = models.ForeignKey(
        "games.Player",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="circle_remarks",
        verbose_name=_("player"),
    )
    text = models.CharField(_("text"), max_length=MOST_SAID, blank=True)
    # Of the form that it came by: one that is sent twice is said once.
    submission_key = models.CharField(
        _("key of the form"), max_length=64, blank=True, default="", editable=False
    )
    created_at = models.DateTimeField(_("said"), default=clock.now)
    deleted_at = models.DateTimeField(_("deleted by its author"), null=True, blank=True)
    hidden_at = models.DateTimeField(_("hidden by staff"), null=True, blank=True)

    class Meta:
        verbose_name = _("message in a circle")
        verbose_name_plural = _("messages in circles")
        ordering = ["-pk"]
        indexes = [
            models.Index(name="circle_remark_thread", fields=["circle", "-id"]),
            models.Index(name="circle_remark_author", fields=["player", "created_at"]),
        ]

    def __str__(self) -> str:
        return f"message {self.pk}"

    @property
    def is_shown(self) -> bool:
        """Whether others may read it."""
        return self.deleted_at is None and self.hidden_at is None
