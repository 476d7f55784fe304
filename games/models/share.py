"""The links by which players show to anybody what is over: the end and the replay of a game, and a year."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock

from .game import new_link_key


class SharedLink(models.Model):
    """A link that works as long as its row exists; withdrawing it deletes the row."""

    key = models.CharField(_("key"), max_length=32, unique=True, default=new_link_key, editable=False)
    language = models.CharField(
        _("language"), max_length=8, help_text=_("In which the picture and the preview in a chat are.")
    )
    created_at = models.DateTimeField(_("shared"), default=clock.now, editable=False)
    is_ended = models.BooleanField(
        _("ended by staff"),
        default=False,
        db_default=False,
        help_text=_("The link opens nothing, and nobody can make another."),
    )

    class Meta:
        abstract = True


class Share(SharedLink):
    """The one link to a game, which any of its players makes and withdraws."""

    game = models.OneToOneField(
        "games.Game", models.CASCADE, primary_key=True, related_name="share", verbose_name=_("game")
    )
    seat = models.ForeignKey(
        "games.Seat",
        models.CASCADE,
        related_name="+",
        verbose_name=_("shared by"),
        help_text=_("The seat of the player who has made the link."),
    )
    player = models.ForeignKey(
        "games.Player",
        models.CASCADE,
        related_name="+",
        verbose_name=_("player"),
        help_text=_("Who has made it."),
    )

    class Meta:
        verbose_name = _("shared game")
        verbose_name_plural = _("shared games")

    def __str__(self) -> str:
        return f"share of game {self.game_id}"


class YearShare(SharedLink):
    """The one link to the figures of a year of a player, who makes and withdraws it."""

    player = models.ForeignKey(
        "games.Player", models.CASCADE, related_name="shared_years", verbose_name=_("player")
    )
    year = models.PositiveSmallIntegerField(_("year"))

    class Meta:
        verbose_name = _("shared year")
        verbose_name_plural = _("shared years")
        constraints = [models.UniqueConstraint(name="year_share_once", fields=["player", "year"])]

    def __str__(self) -> str:
        return f"share of {self.year} of player {self.player_id}"
