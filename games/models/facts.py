"""What a finished game leaves behind: a row for the game, and one for each of its seats.

All of it follows from what everybody was told and from what lay face up at the end. It names no person, and
has no admin: who looks at it reads the figures.
"""

from datetime import timedelta

from django.db import models

from .stored_json import NUMBER, TEXT, StoredJSON, list_of, record


class GameFacts(models.Model):
    """The facts of a game that ended by its rules. Turns and seats are numbers, cards and editions slugs.

    It was `between_people` if two or more were at the table at its end. ``edition`` is empty for a deck of
    somebody's own, ``goal``, what the winner met, if nobody won. ``cards`` decided it.
    """

    game = models.OneToOneField("games.Game", models.CASCADE, primary_key=True, related_name="facts")
    edition = models.CharField(max_length=40, blank=True)
    between_people = models.BooleanField()
    turns = models.PositiveIntegerField()
    goal = models.CharField(max_length=64, blank=True)
    cards = StoredJSON(default=list, form=list_of(TEXT))
    goals_set = StoredJSON(
        default=list, form=list_of(record(needed={"turn": NUMBER, "seat": NUMBER, "card": TEXT}))
    )
    thefts = StoredJSON(
        default=list,
        form=list_of(record(needed={"turn": NUMBER, "seat": NUMBER, "source": NUMBER, "card": TEXT})),
    )

    def __str__(self) -> str:
        return f"facts of game {self.game_id}"


class SeatFacts(models.Model):
    """What the facts of a game say of one seat, whoever had it before its last player.

    ``taken`` and ``lost`` are keepers from and to others. ``answers`` counts those that its last player gave
    in person and that were timed, ``waited`` how long these took in all, without vacations and outages.
    ``missing`` is the one card that it needed to win, if it needed only one.
    """

    seat = models.OneToOneField("games.Seat", models.CASCADE, primary_key=True, related_name="facts")
    facts = models.ForeignKey(GameFacts, models.CASCADE, related_name="seats")
    has_won = models.BooleanField()
    turns = models.PositiveIntegerField()
    goals_set = models.PositiveIntegerField()
    taken = models.PositiveIntegerField()
    lost = models.PositiveIntegerField()
    answers = models.PositiveIntegerField()
    waited = models.DurationField(default=timedelta)
    missing = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"facts of seat {self.seat_id}"
