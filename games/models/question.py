"""A question: something that a seat must or may decide."""

import secrets
from dataclasses import replace
from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

from engine import QuestionKind
from games.clocks.running_time import NO_PAUSES, ClockPauses

from .move import By
from .seat import Away

IS_OPEN = models.Q(closed_at__isnull=True)
IS_SWEPT = IS_OPEN & models.Q(stuck_at__isnull=True)
STOPS_PLAY = IS_OPEN & models.Q(is_side=False)
TAKE_FIRST_CARD: str = QuestionKind.TAKE_FIRST_CARD.value
WINDOW: str = QuestionKind.WINDOW.value
NONCE_BITS = 40


def new_nonce() -> int:
    """Return the random part of the links and addresses that answer a question; never 0."""
    return 1 + secrets.randbits(NONCE_BITS)


class Question(models.Model):
    """One question to one seat, from its opening to its answer.

    The options are not stored: they depend on hidden cards and come from the engine. The engine numbers its
    questions from 1; a number below 1 is a question of the site itself, asked before the cards are dealt.
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="questions", verbose_name=_("game"))
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="questions", verbose_name=_("seat"))
    number = models.IntegerField(_("number"))
    # 0: asked before there were nonces, so links and addresses without one answer it (ADR 36).
    nonce = models.BigIntegerField(_("random number"), default=new_nonce, db_default=0, editable=False)
    what = models.SlugField(_("what"), max_length=40, db_index=False)
    optional = models.BooleanField(_("optional"), default=False)
    own_turn = models.BooleanField(_("in the seat’s own turn"), default=True)
    is_side = models.BooleanField(
        _("side question"),
        db_column="beside",
        default=False,
        help_text=_("The game continues without an answer; there’s no clock."),
    )
    opened_at = models.DateTimeField(_("opened"))
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    time_left = models.DurationField(
        _("time left"), null=True, blank=True, help_text=_("The time on the clock when the game was paused.")
    )
    on_turn_clock = models.BooleanField(
        _("on the turn’s clock"),
        db_column="of_turn",
        default=False,
        help_text=_("Asked of the seat whose turn it is."),
    )
    given = models.DurationField(
        _("time given"),
        null=True,
        blank=True,
        help_text=_("The time allowed, counted from the start of the turn or of the question."),
    )
    remind_at = models.DateTimeField(_("next reminder"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    closed_by = models.CharField(_("closed by"), max_length=12, choices=By, blank=True)
    counts_for = models.ForeignKey(
        "games.Player",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_column="asked_id",
        db_index=False,
        verbose_name=_("asked"),
        help_text=_("The player whose record this counts for; empty if it doesn’t count."),
    )
    turn = models.PositiveIntegerField(
        _("turn"), default=0, help_text=_("The turn of the game in which it was asked.")
    )
    took = models.DurationField(
        _("took"),
        null=True,
        blank=True,
        help_text=_("How long the player took, not counting vacations and outages."),
    )
    attempts = models.PositiveSmallIntegerField(
        _("failed attempts"), default=0, help_text=_("How often the sweep failed to answer it.")
    )
    retry_at = models.DateTimeField(_("next attempt"), null=True, blank=True)
    stuck_at = models.DateTimeField(
        _("stuck"),
        null=True,
        blank=True,
        help_text=_("When the sweep gave up; this needs a person’s attention."),
    )
    error = models.TextField(_("last error"), blank=True)
    extended_at = models.DateTimeField(
        _("extended"),
        null=True,
        blank=True,
        help_text=_("When it got extra time, once, because no notification arrived."),
    )

    # Whether the site was away while it was open, where that has been looked up.
    had_outage: bool | None = None

    class Meta:
        verbose_name = _("question")
        verbose_name_plural = _("questions")
        ordering = ["game_id", "number"]
        constraints = [
            models.UniqueConstraint(name="question_number", fields=["game", "number"]),
            models.UniqueConstraint(name="question_one_open_per_seat", fields=["seat"], condition=STOPS_PLAY),
            models.CheckConstraint(
                name="question_clock_runs_or_rests",
                condition=models.Q(due_at__isnull=True) | models.Q(time_left__isnull=True),
            ),
        ]
        indexes = [
            models.Index(
                name="question_record",
                fields=["counts_for", "-closed_at"],
                condition=models.Q(counts_for__isnull=False, closed_at__isnull=False),
            ),
            # Whom a question counts for, open ones included: for who deletes their account.
            models.Index(
                name="question_counts",
                fields=["counts_for"],
                condition=models.Q(counts_for__isnull=False),
            ),
            models.Index(name="question_open", fields=["game"], condition=IS_OPEN),
            models.Index(
                name="question_due", fields=["due_at"], condition=IS_SWEPT & models.Q(due_at__isnull=False)
            ),
            models.Index(
                name="question_remind",
                fields=["remind_at"],
                condition=IS_OPEN & models.Q(remind_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.what} ({self.number})"

    @property
    def allowance(self) -> timedelta | None:
        """The running time for it, or for its turn; ``None`` without a clock."""
        if self.is_side:
            return None
        if self.given is not None:
            return self.given
        return self.game.window_allowance if self.is_window else self.game.allowance

    @property
    def kind(self) -> QuestionKind:
        """What it asks; `UNKNOWN` if another release asked it."""
        return QuestionKind.read(self.what)

    @property
    def is_window(self) -> bool:
        """Whether it is a window, in which a Surprise may answer a card."""
        return self.kind is QuestionKind.WINDOW

    @property
    def is_first_card(self) -> bool:
        """Whether it asks who takes the first card, before the cards are dealt."""
        return self.kind is QuestionKind.TAKE_FIRST_CARD

    @property
    def has_own_time(self) -> bool:
        """Whether it is asked out of turn at a table that gives such questions a time of their own."""
        return self.number > 0 and not self.on_turn_clock and self.game.answer_allowance is not None

    @property
    def pauses(self) -> ClockPauses:
        """What stops its clock: its player's hours, and vacations where they count."""
        player = self.seat.player if self.seat_id else None
        return NO_PAUSES if player is None else self.pauses_with(player.hours)

    def pauses_with(self, hours: ClockPauses) -> ClockPauses:
        """Return what stops its clock of all that stops its player's clocks.

        Others wait for what is asked out of turn: a vacation must not stop that clock (ADR 42); and where it
        has a time of its own, nothing but sleep does (ADR 48).
        """
        if self.on_turn_clock and self.game.vacations_stop_turns:
            return hours
        return replace(hours, away=(), days_off=frozenset() if self.has_own_time else hours.days_off)

    @property
    def is_missed_turn(self) -> bool:
        """Whether it counts as a missed turn if time runs out.

        Not in a window, where nothing has to be done; nor out of turn where that has a time of its own, or
        while the player is on vacation.
        """
        return self.on_turn_clock or not (self.is_window or self.has_own_time or self.seat.is_away)

    @property
    def is_answered_in_vacation(self) -> bool:
        """Whether a bot answers it at once, since its player is on vacation and others wait for it."""
        return self.seat.away == Away.ANSWERS and self.seat.is_away and not self.on_turn_clock

    @property
    def is_open(self) -> bool:
        """Whether it waits for an answer."""
        return self.closed_at is None
