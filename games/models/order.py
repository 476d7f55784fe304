"""Standing orders of a seat, and the private notes about what they did."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock

from .stored_json import NUMBER, TEXT, StoredJSON, list_of, record


class StoredWindowOrder(models.Model):
    """A window order: what a seat does when somebody else plays a card of a kind.

    The orders of a kind are checked in sequence, and the first that fits decides. Where none fits, the seat
    passes.
    """

    class Kind(models.TextChoices):
        """The kind of the card played, as the rules name it; an Ungoal counts as a goal."""

        KEEPER = "keeper", _("a keeper")
        GOAL = "goal", _("a goal")
        RULE = "new rule", _("a new rule")
        ACTION = "action", _("an action")
        SURPRISE = "surprise", _("a Surprise")

    class What(models.TextChoices):
        """What to do."""

        PASS = "pass", _("pass for me")
        ASK = "ask", _("ask me")
        PLAY = "play", _("play a Surprise")

    class Condition(models.TextChoices):
        """When to do it; ``about`` names the group or the card."""

        ANY = "any", _("any card")
        SOMEBODY_WINS = "somebody-wins", _("if it would make someone win")
        OTHER_WINS = "other-wins", _("if it would make someone else win")
        ALL_LOSE = "all-lose", _("if it would make everyone lose")
        GROUP = "group", _("if it’s a new rule of a certain kind")
        NEEDED = "needed", _("if it’s a keeper I need")
        CARD = "card", _("if it’s a certain card")
        MINE = "mine", _("if it would cancel a card of mine")

    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="window_orders")
    kind = models.CharField(_("card played"), max_length=12, choices=Kind)
    position = models.PositiveSmallIntegerField(_("position"), default=0)
    what = models.CharField(_("what to do"), max_length=4, choices=What, default=What.PASS)
    surprise = models.CharField(_("Surprise"), max_length=40, blank=True)
    condition = models.CharField(_("when"), max_length=16, choices=Condition, default=Condition.ANY)
    about = models.CharField(_("about"), max_length=40, blank=True)
    by_seat = models.PositiveSmallIntegerField(
        _("only when played by"), null=True, blank=True, help_text=_("The number of a seat.")
    )
    created_at = models.DateTimeField(_("given"), default=clock.now)

    class Meta:
        db_table = "games_standingorder"
        verbose_name = _("standing order")
        verbose_name_plural = _("standing orders")
        ordering = ["seat_id", "kind", "position"]
        constraints = [
            models.UniqueConstraint(name="order_position", fields=["seat", "kind", "position"]),
            models.CheckConstraint(
                name="order_plays_something",
                condition=models.Q(what="play") & ~models.Q(surprise="")
                | ~models.Q(what="play") & models.Q(surprise=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.what}"


class StoredTurnOrders(models.Model):
    """The turn orders of a seat: for limits, for throws and for its own turn.

    ``given`` holds `games.orders.turn_orders.TurnOrders`. It may name cards of a hand: only the seat's player
    sees it.
    """

    seat = models.OneToOneField("games.Seat", models.CASCADE, related_name="turn_orders")
    given = StoredJSON(_("given"), default=dict, form=record())

    class Meta:
        db_table = "games_seatorders"
        verbose_name = _("orders of a seat")
        verbose_name_plural = _("orders of seats")

    def __str__(self) -> str:
        return f"#{self.seat_id}"


class SeatNote(models.Model):
    """A private note to a seat: what its orders did, or that it holds a Surprise.

    No mail is sent for it, as its time would give it away. The table page and the next mail show it.
    """

    class Kind(models.TextChoices):
        """What it is about; the sentence is in ``games.history.seat_notes``."""

        PLAYED = "played", _("an order played a Surprise")
        PASSED = "passed", _("an order passed")
        NOT_MET = "not-met", _("the condition of an order was not met")
        NOT_HELD = "not-held", _("an order needed a Surprise that the seat didn’t have")
        TIME_OUT = "time-out", _("time ran out")
        HOLDING = "holding", _("a Surprise came to hand")
        GAVE_UP = "gave-up", _("an order chose what to discard")
        UNDECIDED = "undecided", _("an order couldn’t choose what to discard")
        THREW = "threw", _("an order threw")
        WENT_ON = "went-on", _("an order ended a turn or continued it")
        PLANNED = "planned", _("a plan played a card")
        PLAN_OFF = "plan-off", _("a plan stopped to ask")
        PLAN_OVER = "plan-over", _("a turn ended before its plan was done")

    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="notes", verbose_name=_("seat"))
    version = models.PositiveIntegerField(_("game version"))
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    params = StoredJSON(
        _("cards and names"),
        default=dict,
        form=record(
            {
                "by": NUMBER,
                "card": TEXT,
                "surprise": TEXT,
                "throw": TEXT,
                "cards": list_of(TEXT),
                "proviso": record({"about": TEXT}, needed={"what": TEXT}),
                "question": NUMBER,
            }
        ),
    )
    created_at = models.DateTimeField(_("when"), default=clock.now)

    class Meta:
        verbose_name = _("note to a seat")
        verbose_name_plural = _("notes to seats")
        ordering = ["seat_id", "pk"]
        indexes = [models.Index(name="seat_note_thread", fields=["seat", "version"])]

    def __str__(self) -> str:
        return self.kind
