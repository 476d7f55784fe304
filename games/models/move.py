"""A move: one accepted answer, or another change of the table, and what came of it."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock

from .stored_json import FLAG, NUMBER, TEXT, DoesNotFit, StoredJSON, dict_of, list_of, or_null, record


class By(models.TextChoices):
    """How an answer came in."""

    PAGE = "page", _("the player")
    MAIL = "mail", _("the player, by a link in a mail")
    REPLY = "reply", _("the player, by replying to a mail")
    BOT = "bot", _("a bot")
    ORDER = "order", _("a standing order of the player")
    CLOCK = "clock", _("the site, when time ran out")
    MODERATOR = "moderator", _("a moderator")
    ENGINE = "engine", _("the game itself")


# Who answers so has answered in person.
BY_PEOPLE = (By.PAGE, By.MAIL, By.REPLY)


# What stands for an outcome that this release can't read: it is told neutrally.
UNREADABLE = {"type": ""}
_read_outcomes = list_of(record(needed={"type": TEXT}), instead=UNREADABLE)


def read_outcomes(stored: Any) -> list[dict[str, Any]]:
    """Return the stored outcomes of a move: each has a `type`, and `engine.load_outcomes` reads the rest."""
    try:
        found: list[dict[str, Any]] = _read_outcomes(stored)
    except DoesNotFit:
        return [dict(UNREADABLE)]
    return found


# Whom the words of an event name; see `games.core.event_log`.
read_who = dict_of(list_of(record({"seat": or_null(NUMBER), "player": or_null(NUMBER)})))
_read_event = record({"what": TEXT, "who": read_who})
_read_undo = record({"to": NUMBER, "agreed": FLAG, "asked": dict_of(NUMBER, by_number=True)})


def read_params(stored: Any) -> dict[str, Any]:
    """Return the stored parameters of an event, which say `what` it is, or of an undo."""
    read = _read_event if isinstance(stored, dict) and "what" in stored else _read_undo
    try:
        found: dict[str, Any] = read(stored)
    except DoesNotFit:
        return {}
    return found


class Move(models.Model):
    """An entry of the append-only history; game version *n* is the table after move *n*.

    ``labels`` and ``outcomes`` may hold hidden cards. Only ``games.history.narrator`` shows them to
    people. ``params`` is public: what it may say is in ``games.history.event_sentences``.
    """

    class Kind(models.TextChoices):
        """What changed the table."""

        DEAL = "deal", _("the cards were dealt")
        ANSWER = "answer", _("an answer")
        JOIN = "join", _("a seat joined")
        LEAVE = "leave", _("a seat left")
        RESTORED = "restored", _("the last play was undone because the rules’ code changed")
        UNDO = "undo", _("moves were taken back")
        EVENT = "event", _("an event at the table")

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="moves", verbose_name=_("game"))
    version = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=8, choices=Kind, default=Kind.ANSWER)
    seat = models.ForeignKey(
        "games.Seat", models.CASCADE, null=True, blank=True, related_name="moves", verbose_name=_("seat")
    )
    deputy = models.ForeignKey(
        "games.Player",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("deputy"),
        help_text=_("Who answered for the player of the seat."),
    )
    question_number = models.IntegerField(_("question"), null=True, blank=True)
    labels = StoredJSON(default=list, form=list_of(TEXT))
    by = models.CharField(_("by"), max_length=12, choices=By)
    outcomes = StoredJSON(default=list, form=read_outcomes)
    params = StoredJSON(
        _("data"),
        default=dict,
        form=read_params,
        db_column="told",
        help_text=_("For an event: its kind, and the values in its sentence."),
    )
    submission_key = models.CharField(_("key of the form"), max_length=64, blank=True)
    created_at = models.DateTimeField(_("when"), default=clock.now)

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ["game_id", "version"]
        constraints = [
            models.UniqueConstraint(name="move_version", fields=["game", "version"]),
            models.UniqueConstraint(
                name="move_submission",
                fields=["seat", "submission_key"],
                condition=~models.Q(submission_key=""),
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.version}"
