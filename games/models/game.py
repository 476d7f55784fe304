"""A game, and the secret state of its table."""

import secrets
from datetime import datetime, timedelta

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games import clock

from .face import Face
from .names import ShownName, check_one_line
from .seat import faces_of
from .timing import TimingSettings

KEY_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is mistaken for another when read aloud
LEAST_SEATS = 2
MOST_SEATS = 6
# A game that nobody fills waits for so long, and its host is warned so long before it is cancelled.
WAITS, WARNED_BEFORE = timedelta(days=14), timedelta(days=3)


def new_key() -> str:
    """Return a new public id of a game: eight letters, short enough to be dictated."""
    return "".join(secrets.choice(KEY_LETTERS) for _ in range(8))


def new_link_key() -> str:
    """Return the secret of a link by which anybody can take a seat."""
    return secrets.token_urlsafe(16)


def new_expiry() -> datetime:
    """Return when a game is cancelled that is created, or changed, now and does not start."""
    return clock.now() + WAITS + WARNED_BEFORE


class Silence(models.TextChoices):
    """What happens to a seat whose player has missed `Game.patience` turns in a row.

    The site plays each of those turns first, as sensibly as it can.
    """

    PLAY = "play", _("the site plays for them, then a bot keeps the seat until they are back")
    BOT = "bot", _("a bot takes over soon, until they are back")
    VOTE = "vote", _("the table votes what to do")
    REPLACE = "replace", _("the seat is offered to someone else; a bot plays in the meantime")
    END = "end", _("the game ends")


MOST_PATIENCE = 3


class Starter(models.TextChoices):
    """Who takes the first turn."""

    HOST = "host", _("the host chooses")
    CHANCE = "chance", _("chance decides")
    FIRST = "first", _("the first to take a card")


class Game(ShownName, TimingSettings):
    """A game, without anything secret."""

    class Status(models.TextChoices):
        """The state of a game; ``finished`` by its rules, ``ended`` early by a person."""

        OPEN = "open", _("waiting for players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        ENDED = "ended", _("ended early")

    # What a host chooses, and a rematch takes over.
    SETTINGS = (
        *(field.name for field in TimingSettings._meta.local_fields),
        "edition",
        "deck_title",
        "is_open",
        "fill_with_bots",
        "talk_is_public",
        "starts_when_full",
        "starter",
        "silence",
        "patience",
        "least_reliability",
        "usual_hours",
        "newcomers",
    )

    key = models.CharField(_("key"), max_length=12, unique=True, default=new_key, editable=False)
    name = models.CharField(_("name"), max_length=60, validators=[check_one_line])
    edition = models.TextField(
        _("deck"), default="fluxx", help_text=_("The edition’s name, or a custom deck as JSON.")
    )
    deck_title = models.CharField(
        _("title of the deck"), max_length=60, blank=True, help_text=_("The owner’s name for the deck.")
    )
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.OPEN)
    host = models.ForeignKey(
        "games.Player", models.PROTECT, related_name="hosted_games", verbose_name=_("host")
    )
    is_open = models.BooleanField(_("open to everyone"), default=False)
    is_trial = models.BooleanField(
        _("game without an account"),
        default=False,
        db_default=False,
        help_text=_("A visitor plays it against bots, without an account. It sends no mail."),
    )
    link_key = models.CharField(
        _("link key"), max_length=32, unique=True, default=new_link_key, editable=False
    )
    silence = models.CharField(
        _("when someone doesn’t play"), max_length=8, choices=Silence, default=Silence.PLAY
    )
    patience = models.PositiveSmallIntegerField(
        _("missed turns in a row"),
        default=MOST_PATIENCE,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_PATIENCE)],
    )
    least_reliability = models.PositiveSmallIntegerField(
        _("least reliability"),
        default=0,
        validators=[MaxValueValidator(100)],
        help_text=_("Percent of turns that a player must have answered in time to join; 0 for no limit."),
    )
    usual_hours = models.PositiveSmallIntegerField(
        _("usual answer time"),
        default=0,
        help_text=_("A player must usually answer within so many hours to join; 0 for no limit."),
    )
    newcomers = models.BooleanField(
        _("open to newcomers"), default=True, help_text=_("People who haven’t played here before may join.")
    )
    seats_wanted = models.PositiveSmallIntegerField(
        _("seats"), default=4, validators=[MinValueValidator(LEAST_SEATS), MaxValueValidator(MOST_SEATS)]
    )
    fill_with_bots = models.BooleanField(_("bots for empty seats"), default=False)
    talk_is_public = models.BooleanField(
        _("spectators can read the talk"),
        default=False,
        help_text=_("Everyone who may watch the game can read its table talk."),
    )
    starts_when_full = models.BooleanField(_("starts when all seats are taken"), default=True)
    starter = models.CharField(_("who starts"), max_length=8, choices=Starter, default=Starter.CHANCE)
    starting_seat = models.PositiveSmallIntegerField(
        _("starting seat"), null=True, blank=True, help_text=_("The seat with the first turn.")
    )
    # Of the form that made it: one that is sent twice makes one.
    submission_key = models.CharField(
        _("key of the form"), max_length=64, blank=True, default="", db_default="", editable=False
    )
    created_at = models.DateTimeField(_("created"), default=clock.now, editable=False)
    expires_at = models.DateTimeField(
        _("cancelled if it has not started"), null=True, blank=True, default=new_expiry, editable=False
    )
    warned_at = models.DateTimeField(
        _("host warned"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("When its host was notified that seats are still free."),
    )
    started_at = models.DateTimeField(_("started"), null=True, blank=True, editable=False)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True, editable=False)
    paused_until = models.DateTimeField(
        _("paused until"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("When a pause ends on which the table has agreed; a pause by staff has no end."),
    )
    paused_at = models.DateTimeField(_("paused"), null=True, blank=True, editable=False)
    winner = models.ForeignKey(
        "games.Seat", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("winner")
    )
    end_reason = models.CharField(_("why it ended early"), max_length=200, blank=True)
    version = models.PositiveIntegerField(_("moves"), default=0, editable=False)
    commitment = models.CharField(_("commitment to the shuffle"), max_length=64, blank=True, editable=False)
    salt = models.CharField(_("salt of the commitment"), max_length=32, blank=True, editable=False)
    rematch_of = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematches", verbose_name=_("rematch of")
    )
    circle = models.ForeignKey(
        "games.Circle",
        models.SET_NULL,
        null=True,
        blank=True,
        db_index=False,  # few games are of one: `game_of_circle` finds these
        related_name="games",
        verbose_name=_("circle"),
    )

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                name="game_seats_wanted", condition=models.Q(seats_wanted__range=(LEAST_SEATS, MOST_SEATS))
            ),
            models.UniqueConstraint(
                name="game_one_rematch",
                fields=["rematch_of"],
                condition=~models.Q(status="ended"),
            ),
        ]
        indexes = [
            models.Index(
                name="game_open_seats",
                fields=["-created_at"],
                condition=models.Q(status="open", is_open=True),
            ),
            models.Index(name="game_expires", fields=["expires_at"], condition=models.Q(status="open")),
            models.Index(
                name="game_paused", fields=["paused_until"], condition=models.Q(paused_until__isnull=False)
            ),
            models.Index(
                name="game_watched", fields=["-id"], condition=models.Q(status="running", is_open=True)
            ),
            models.Index(
                name="game_of_circle",
                fields=["circle", "finished_at"],
                condition=models.Q(circle__isnull=False),
            ),
            models.Index(name="game_trial", fields=["created_at"], condition=models.Q(is_trial=True)),
        ]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def faces(self) -> dict[int, Face]:
        """The faces at the table, by the numbers of the seats."""
        return faces_of(self.seats.select_related("player"))

    @property
    def is_running(self) -> bool:
        """Whether the game has started and not come to an end."""
        return self.status == self.Status.RUNNING

    @property
    def is_over(self) -> bool:
        """Whether it was finished or ended."""
        return self.status in (self.Status.FINISHED, self.Status.ENDED)

    @property
    def is_dealt(self) -> bool:
        """Whether the cards are dealt.

        A running game is not, as long as it waits for the first player to take a card.
        """
        return bool(self.commitment)


class GameState(models.Model):
    """The stored table of a game, with all its secrets.

    It has no page and no admin, and is a model of its own, so that no query loads it by accident.
    """

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="state")
    data = models.BinaryField()
    earlier = models.BinaryField(default=b"", help_text=_("The states that the table can go back to."))
    seed = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"state of game {self.game_id}"
