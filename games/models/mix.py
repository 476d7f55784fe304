"""What the seed of a game is mixed from: the site's part, and one of each player.

Neither has a page or an admin. The site's part is as secret as the seed until the game is over.
"""

from django.db import models

from games import clock

from .stored_json import NUMBER, TEXT, StoredJSON, list_of, record


class SeedMix(models.Model):
    """The site's part of a seed, made with the game; `parts` are what it was mixed with when it was dealt.

    The `commitment` is public from the start. A game that a release before this one has created has no row,
    and one that it has dealt is not `mixed_at` any time: the site alone made their seeds.
    """

    game = models.OneToOneField("games.Game", models.CASCADE, primary_key=True, related_name="mix")
    house = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64, unique=True)
    parts = StoredJSON(default=list, form=list_of(record(needed={"seat": NUMBER, "part": TEXT, "by": TEXT})))
    created_at = models.DateTimeField(default=clock.now)
    mixed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"mix of game {self.game_id}"


class SeatPart(models.Model):
    """The part that the player of a seat has given, until the cards are dealt."""

    seat = models.OneToOneField("games.Seat", models.CASCADE, primary_key=True, related_name="part")
    part = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"part of seat {self.seat_id}"
