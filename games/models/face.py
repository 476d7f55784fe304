"""Faces: the colour and the mark by which a player is told from the others at a glance.

No two at one table are the same. Both stand beside a name, so neither says anything alone.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class FaceColour(models.TextChoices):
    """The colour of a face: none is that of a piece of the board game."""

    TEAL = "teal", pgettext_lazy("colour", "Teal")
    INDIGO = "indigo", pgettext_lazy("colour", "Indigo")
    ROSE = "rose", pgettext_lazy("colour", "Rose")
    BRONZE = "bronze", pgettext_lazy("colour", "Bronze")
    VIOLET = "violet", pgettext_lazy("colour", "Violet")
    SLATE = "slate", pgettext_lazy("colour", "Slate")
    OLIVE = "olive", pgettext_lazy("colour", "Olive")
    RUST = "rust", pgettext_lazy("colour", "Rust")


class FaceMark(models.TextChoices):
    """What is drawn on a face."""

    STAR = "star", pgettext_lazy("mark", "Star")
    DIAMOND = "diamond", pgettext_lazy("mark", "Diamond")
    RING = "ring", pgettext_lazy("mark", "Ring")
    WAVE = "wave", pgettext_lazy("mark", "Wave")
    LEAF = "leaf", pgettext_lazy("mark", "Leaf")
    TREE = "tree", pgettext_lazy("mark", "Tree")
    FLAG = "flag", pgettext_lazy("mark", "Flag")
    KEY = "key", pgettext_lazy("mark", "Key")
    CAT = "cat", pgettext_lazy("mark", "Cat")
    FISH = "fish", pgettext_lazy("mark", "Fish")
    BIRD = "bird", pgettext_lazy("mark", "Bird")
    PAW = "paw", pgettext_lazy("mark", "Paw")


COLOURS, MARKS = tuple(FaceColour.values), tuple(FaceMark.values)
BOT_PICTURE = "bot"


@dataclass(frozen=True)
class Face:
    """A colour and a picture of static/pictures.svg."""

    colour: str
    picture: str


class FaceSettings(models.Model):
    """The face that a player has chosen; where nothing is, it follows from their primary key."""

    face_colour = models.CharField(
        _("colour"), max_length=8, choices=FaceColour, blank=True, default="", db_default=""
    )
    face_mark = models.CharField(
        _("mark"), max_length=8, choices=FaceMark, blank=True, default="", db_default=""
    )

    class Meta:
        abstract = True

    @property
    def colour(self) -> str:
        """The colour of their face."""
        return self.face_colour or COLOURS[self.pk % len(COLOURS)]

    @property
    def mark(self) -> str:
        """The mark on their face; of 96 players in a row no two have the same face by default."""
        return self.face_mark or MARKS[(self.pk + self.pk // 24 % 4) % len(MARKS)]

    @property
    def face(self) -> Face:
        """What others see beside their name, as long as nobody at the table has the same."""
        return Face(self.colour, f"mark-{self.mark}")


def bot_face(number: int, taken: Collection[Face]) -> Face:
    """Return the face of a bot on the seat with this number, in a colour that nobody has so far."""
    first = number % len(COLOURS)
    used = {face.colour for face in taken}
    free = (colour for colour in (*COLOURS[first:], *COLOURS[:first]) if colour not in used)
    return Face(next(free, COLOURS[first]), BOT_PICTURE)


def free_face(player: FaceSettings, taken: Collection[Face]) -> Face:
    """Return the face of a player, with the next mark that is free where somebody has the same."""
    first = MARKS.index(player.mark) if player.mark in MARKS else 0
    marks = (*MARKS[first:], *MARKS[:first])
    faces = (Face(player.colour, f"mark-{mark}") for mark in marks)
    return next((face for face in faces if face not in taken), player.face)
