"""A seat: a place at one table, who had it before, and requests to join or leave."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock

from .player import check_one_line


class Bot(models.TextChoices):
    """Which bot sits on a seat."""

    NOBODY = "", _("a person")
    SENSIBLE = "sensible", _("a sensible bot")
    RANDOM = "random", _("a random bot")


class Seat(models.Model):
    """A seat at a table, taken or not."""

    class Status(models.TextChoices):
        """Whether somebody sits here."""

        FREE = "free", _("free")
        INVITED = "invited", _("invited")
        TAKEN = "taken", _("taken")
        LEFT = "left", _("left")

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="seats", verbose_name=_("game"))
    number = models.PositiveSmallIntegerField(_("number"))
    player = models.ForeignKey(
        "games.Player", models.PROTECT, null=True, blank=True, related_name="seats", verbose_name=_("player")
    )
    bot = models.CharField(_("bot"), max_length=8, choices=Bot, blank=True, default=Bot.NOBODY)
    name = models.CharField(_("name"), max_length=40, blank=True, validators=[check_one_line])
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.FREE)
    seen_version = models.PositiveIntegerField(
        _("seen up to move"),
        default=0,
        help_text=_("The last move that the player has been shown on the table page."),
    )
    seen_at = models.DateTimeField(
        _("last looked"),
        null=True,
        blank=True,
        help_text=_("When the player last answered, or said that they have seen the table."),
    )
    heard_until = models.BigIntegerField(
        _("talk read up to"), default=0, help_text=_("The last remark that the player has been shown.")
    )
    bank = models.DurationField(
        _("time saved"), null=True, blank=True, help_text=_("Nothing before the seat's first turn.")
    )
    turn_left = models.DurationField(
        _("time left of the turn"),
        null=True,
        blank=True,
        help_text=_("What its clock showed when it last started or stopped: grace, bank and time given."),
    )
    turn_time = models.DurationField(_("time of the turn"), null=True, blank=True)
    clock_turn = models.PositiveIntegerField(
        _("turn of the clock"), default=0, help_text=_("The last turn for which the seat was given time.")
    )
    timed_out_turn = models.PositiveIntegerField(
        _("turn that ran out"), default=0, help_text=_("The site plays the rest of this turn for the seat.")
    )
    gift_days = models.PositiveSmallIntegerField(
        _("days given"), default=0, help_text=_("How many days others have given to the seat in this turn.")
    )
    timeouts_in_row = models.PositiveSmallIntegerField(_("timeouts in a row"), default=0)
    on_autopilot = models.BooleanField(
        _("on autopilot"), default=False, help_text=_("A bot answers at once until the player returns.")
    )
    has_turn_orders = models.BooleanField(
        _("has orders"),
        db_column="has_orders",
        default=False,
        help_text=_("It has once said what is done at limits, at throws, or in its own turn."),
    )
    has_deputy = models.BooleanField(
        _("has had a deputy"),
        default=False,
        help_text=_("Somebody has accepted to play it for its player; whether they still do is asked then."),
    )
    link_epoch = models.PositiveIntegerField(
        _("link epoch"),
        default=0,
        help_text=_("Raising it makes every older mail link of this seat useless."),
    )
    offered_at = models.DateTimeField(
        _("offered"),
        null=True,
        blank=True,
        help_text=_("Since when somebody else may take this seat over; a bot keeps it meanwhile."),
    )

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["game_id", "number"]
        indexes = [
            models.Index(
                name="seat_offered", fields=["offered_at"], condition=models.Q(offered_at__isnull=False)
            ),
        ]
        constraints = [
            # Checked at commit: the seats are numbered anew when a game starts with some of them free.
            models.UniqueConstraint(
                name="seat_number", fields=["game", "number"], deferrable=models.Deferrable.DEFERRED
            ),
            models.UniqueConstraint(
                name="seat_one_per_player",
                fields=["game", "player"],
                condition=models.Q(status__in=["taken", "invited"]),
            ),
            models.CheckConstraint(
                name="seat_taken_by_somebody",
                condition=~models.Q(status="taken") | models.Q(player__isnull=False) | ~models.Q(bot=""),
            ),
            models.CheckConstraint(
                name="seat_of_player_or_bot", condition=models.Q(player__isnull=True) | models.Q(bot="")
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"#{self.number}"

    @property
    def is_taken(self) -> bool:
        """Whether a player or a bot sits here now."""
        return self.status == self.Status.TAKEN

    @property
    def is_person(self) -> bool:
        """Whether a player sits here now."""
        return self.is_taken and self.player_id is not None

    @property
    def is_offered(self) -> bool:
        """Whether somebody else may take this seat over now."""
        return self.is_person and self.offered_at is not None

    @property
    def plays_itself(self) -> bool:
        """Whether a bot answers for this seat at once."""
        return self.is_taken and (bool(self.bot) or self.on_autopilot)


class FormerPlayer(models.Model):
    """A player whose seat was taken over by another: they have seen its hand."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="former_players", verbose_name=_("seat"))
    player = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="former_seats", verbose_name=_("player")
    )
    replaced_at = models.DateTimeField(_("replaced"), default=clock.now)

    class Meta:
        verbose_name = _("former player of a seat")
        verbose_name_plural = _("former players of seats")
        constraints = [models.UniqueConstraint(name="former_player_once", fields=["seat", "player"])]

    def __str__(self) -> str:
        return f"former player {self.player_id} of seat {self.seat_id}"


class Wish(models.Model):
    """A request to join or to leave a running game, carried out when no card is being resolved."""

    class Kind(models.TextChoices):
        """Whether to join or to leave."""

        JOIN = "join", _("join")
        LEAVE = "leave", _("leave")

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="wishes", verbose_name=_("game"))
    player = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="wishes", verbose_name=_("player")
    )
    seat = models.ForeignKey(
        "games.Seat", models.CASCADE, null=True, blank=True, related_name="wishes", verbose_name=_("seat")
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    name = models.CharField(_("name"), max_length=40, blank=True)
    created_at = models.DateTimeField(_("made"), default=clock.now)
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    refusal = models.CharField(_("refused because"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("wish")
        verbose_name_plural = _("wishes")
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                name="wish_once",
                fields=["game", "player", "kind"],
                condition=models.Q(settled_at__isnull=True),
            ),
        ]
        indexes = [
            models.Index(name="wish_open", fields=["game"], condition=models.Q(settled_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.pk})"
