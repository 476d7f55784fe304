"""A seat: a place at one table, who had it before, and requests to join or leave."""

from collections.abc import Collection, Iterable, Iterator

from django.db import models
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from games import clock

from .face import Face, bot_face, free_face
from .names import LONGEST_NAME, ShownName, check_one_line, in_all_languages, skeleton
from .stored_json import TEXT, StoredJSON, list_of


class Bot(models.TextChoices):
    """Which bot sits on a seat."""

    NOBODY = "", _("a person")
    SENSIBLE = "sensible", _("a sensible bot")
    RANDOM = "random", _("a random bot")


class Away(models.TextChoices):
    """What happens at a seat while its player is on vacation."""

    HERE = "", _("nothing")
    STOP = "stop", _("the clock of the turn stops")
    ANSWERS = "answers", _("the clock of the turn stops, and a bot answers if others are waiting")
    DEPUTY = "deputy", _("a deputy plays; until they accept, a bot answers if others are waiting")
    BOT = "bot", _("a bot plays")


# Each is written as the reader's language writes it.
BOT_NAMES = (
    gettext_noop("Ada"),
    gettext_noop("Brahms"),
    gettext_noop("Curie"),
    gettext_noop("Darwin"),
    gettext_noop("Euler"),
    gettext_noop("Frida"),
)


# Whose account was deleted is called one of these, so that no two at a table are called the same.
FORMER_NAMES = (
    gettext_noop("Former player"),
    gettext_noop("Former player B"),
    gettext_noop("Former player C"),
    gettext_noop("Former player D"),
    gettext_noop("Former player E"),
    gettext_noop("Former player F"),
)


class Seat(ShownName, models.Model):
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
    name = models.CharField(_("name"), max_length=LONGEST_NAME, blank=True, validators=[check_one_line])
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.FREE)
    seen_version = models.PositiveIntegerField(
        _("seen up to move"),
        default=0,
        help_text=_("The last move that the player has seen on the table page."),
    )
    seen_at = models.DateTimeField(
        _("last looked"),
        null=True,
        blank=True,
        help_text=_("When the player last answered or marked the table as seen."),
    )
    here_at = models.DateTimeField(
        _("last here"),
        null=True,
        blank=True,
        help_text=_("When the player was last here, while nothing secret was under way at their tables."),
    )
    watched_at = models.DateTimeField(
        _("last watched"),
        null=True,
        blank=True,
        db_default=None,
        help_text=_("When a page of the table was last on the player’s screen; their mails wait so long."),
    )
    heard_until = models.BigIntegerField(
        _("talk read up to"), default=0, help_text=_("The last message that the player has seen.")
    )
    bank = models.DurationField(
        _("time saved"), null=True, blank=True, help_text=_("Empty before the seat’s first turn.")
    )
    turn_left = models.DurationField(
        _("time left of the turn"),
        null=True,
        blank=True,
        help_text=_("The time on its clock when it last started or stopped: grace, saved and given time."),
    )
    turn_time = models.DurationField(_("time of the turn"), null=True, blank=True)
    clock_turn = models.PositiveIntegerField(
        _("turn of the clock"), default=0, help_text=_("The last turn for which the seat got time.")
    )
    timed_out_turn = models.PositiveIntegerField(
        _("turn that timed out"), default=0, help_text=_("The site plays the rest of this turn for the seat.")
    )
    gift_days = models.PositiveSmallIntegerField(
        _("days given"), default=0, help_text=_("How many days others have given to the seat in this turn.")
    )
    timeouts_in_row = models.PositiveSmallIntegerField(_("timeouts in a row"), default=0)
    on_autopilot = models.BooleanField(
        _("on autopilot"), default=False, help_text=_("A bot answers right away until the player returns.")
    )
    has_turn_orders = models.BooleanField(
        _("has orders"),
        db_column="has_orders",
        default=False,
        help_text=_("The player has set orders for limits, throws or turns at some time."),
    )
    has_deputy = models.BooleanField(
        _("has had a deputy"),
        default=False,
        help_text=_("Someone once agreed to play this seat; they may have stopped since."),
    )
    away = models.CharField(
        _("on vacation"), max_length=8, choices=Away, blank=True, default=Away.HERE, db_default=Away.HERE
    )
    away_until = models.DateTimeField(
        _("on vacation until"),
        null=True,
        blank=True,
        help_text=_("When the current vacation ends and the player gets questions again."),
    )
    links_ended_at = models.DateTimeField(
        _("links ended"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("When their player last ended the links in mails."),
    )
    link_epoch = models.PositiveIntegerField(
        _("link epoch"),
        default=0,
        help_text=_("Raise it to make every earlier mail link of this seat invalid."),
    )
    offered_at = models.DateTimeField(
        _("offered"),
        null=True,
        blank=True,
        help_text=_("When the seat was offered to others."),
    )

    is_unnamed = models.BooleanField(
        _("unnamed in public"),
        default=False,
        db_default=False,
        help_text=_("Where the end of the game is shared by a link, the player is called “A player”."),
    )

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["game_id", "number"]
        indexes = [
            models.Index(
                name="seat_away", fields=["away_until"], condition=models.Q(away_until__isnull=False)
            ),
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
        return gettext(self.name) if self.has_translated_name else self.name or f"#{self.number}"

    @property
    def has_translated_name(self) -> bool:
        """Whether the site has given it its name, which each reader sees in their language."""
        return (bool(self.bot) and self.name in BOT_NAMES) or self.name in FORMER_NAMES

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
    def is_away(self) -> bool:
        """Whether its player is on vacation now."""
        until = self.away_until if self.is_person and self.away else None
        return until is not None and until > clock.now()

    @property
    def plays_itself(self) -> bool:
        """Whether a bot answers for this seat at once."""
        plays = bool(self.bot) or self.on_autopilot or (self.away == Away.BOT and self.is_away)
        return self.is_taken and plays


def names_at(seats: Iterable[Seat]) -> set[str]:
    """Return what those who sit at a table are called, in every language of the site."""
    own = {seat.name for seat in seats if seat.name and not seat.has_translated_name}
    return own.union(*(in_all_languages(seat.name) for seat in seats if seat.has_translated_name))


def free_bot_names(seats: Iterable[Seat]) -> Iterator[str]:
    """Yield the names of bots that nobody at a table has, nor one that looks like it in any language.

    At a table that many have left, names of theirs come afterwards: there are as many names as may sit.
    """
    seats = list(seats)
    had, has = (
        {skeleton(name) for name in names_at(each)}
        for each in (seats, [seat for seat in seats if seat.status != Seat.Status.LEFT])
    )
    looks = {name: {skeleton(each) for each in in_all_languages(name)} for name in BOT_NAMES}
    yield from (name for name in BOT_NAMES if had.isdisjoint(looks[name]))
    yield from (name for name in BOT_NAMES if not had.isdisjoint(looks[name]) and has.isdisjoint(looks[name]))


def free_former_name(seats: Iterable[Seat], used: Collection[str]) -> str:
    """Return what somebody is called from now on whose account goes; `seats` are the others of a game.

    It is the first of these names that nobody there has, nor had (`used`). Where many have gone, it may be
    that of somebody who has left: only those who sit are told apart by it.
    """
    seats = list(seats)
    has = {seat.name for seat in seats if seat.status != Seat.Status.LEFT}
    named = {seat.name for seat in seats}
    for taken in ({*named, *used}, named, has):
        for name in FORMER_NAMES:
            if name not in taken:
                return name
    return FORMER_NAMES[0]


def faces_of(seats: Iterable[Seat]) -> dict[int, Face]:
    """Return the faces at one table by the numbers of its seats; free seats have none.

    Where two players have the same face, the seat with the higher number gets the next mark. Bots take the
    colours that people leave.
    """
    found: dict[int, Face] = {}
    for seat in sorted(seats, key=lambda each: (bool(each.bot), each.number)):
        if seat.bot:
            found[seat.number] = bot_face(seat.number, found.values())
        elif seat.player is not None:
            found[seat.number] = free_face(seat.player, found.values())
    return found


class FormerPlayer(models.Model):
    """A player whose seat was taken over by another: they have seen its hand.

    Somebody may have the same seat again and lose it again; that is one row, of the last time.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="former_players", verbose_name=_("seat"))
    player = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="former_seats", verbose_name=_("player")
    )
    # As the seat was called: events of the game tell it, and a deleted account takes it along. Once the
    # account is deleted this is what the events say instead.
    name = models.CharField(_("name"), max_length=40, blank=True, default="", db_default="", editable=False)
    earlier_names = StoredJSON(
        _("earlier names"),
        form=list_of(TEXT),
        default=list,
        db_default=models.Value([], models.JSONField()),
        blank=True,
        editable=False,
    )
    replaced_at = models.DateTimeField(_("replaced"), default=clock.now)

    class Meta:
        verbose_name = _("former player of a seat")
        verbose_name_plural = _("former players of seats")
        constraints = [models.UniqueConstraint(name="former_player_once", fields=["seat", "player"])]

    def __str__(self) -> str:
        return f"former player {self.player_id} of seat {self.seat_id}"

    @property
    def names(self) -> set[str]:
        """All that the seat was called while this player had it."""
        return {self.name, *self.earlier_names} - {""}


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
