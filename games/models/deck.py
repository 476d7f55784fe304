"""A deck that a player has built."""

from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import clock

from .game import new_key, new_link_key
from .names import check_one_line
from .stored_json import TEXT, StoredJSON, record

if TYPE_CHECKING:
    from .seat import Seat

LONGEST_DECK_NAME = 60


class Deck(models.Model):
    """What a player plays with: ``spec`` is the JSON of an `engine.DeckSpec`.

    A game copies it when it is created, so that a deck may change or go while its games run. ``version``
    rises with each change: a form that shows an older one is refused.
    """

    class Visibility(models.TextChoices):
        """Who else may see, play and copy a deck."""

        PRIVATE = "private", _("only me")
        LINK = "link", _("everyone with the link")
        PUBLIC = "public", _("everyone on this site")

    key = models.CharField(_("key"), max_length=12, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey("games.Player", models.CASCADE, related_name="decks", verbose_name=_("owner"))
    name = models.CharField(_("name"), max_length=LONGEST_DECK_NAME, validators=[check_one_line])
    spec = models.TextField(_("cards"))
    visibility = models.CharField(
        _("who may see it"), max_length=8, choices=Visibility, default=Visibility.PRIVATE
    )
    link_key = models.CharField(
        _("link key"), max_length=32, unique=True, default=new_link_key, editable=False
    )
    is_hidden = models.BooleanField(
        _("hidden by staff"), default=False, help_text=_("Only its owner sees it.")
    )
    version = models.PositiveIntegerField(_("changes"), default=0, editable=False)
    # Of the form that made it: one that is sent twice makes one.
    submission_key = models.CharField(
        _("key of the form"), max_length=64, blank=True, default="", db_default="", editable=False
    )
    created_at = models.DateTimeField(_("created"), default=clock.now, editable=False)
    updated_at = models.DateTimeField(_("last changed"), default=clock.now, editable=False)

    class Meta:
        verbose_name = _("deck")
        verbose_name_plural = _("decks")
        ordering = ["-updated_at", "-pk"]
        indexes = [
            models.Index(
                name="deck_public",
                fields=["-updated_at"],
                condition=models.Q(visibility="public", is_hidden=False),
            ),
            models.Index(name="deck_by_day", fields=["owner", "created_at"]),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def owner_name(self) -> str:
        """The owner's name as others see it; never an e-mail address."""
        return self.owner.name or gettext("a player without a name")


class LobbyCard(models.Model):
    """A card that the table of one game makes itself before the start, as the blank card invites to.

    It joins the deck when everybody who has a seat agrees to its text. ``number`` rises with each change of
    the text: agreeing to an older one is refused.
    """

    game = models.OneToOneField("games.Game", models.CASCADE, related_name="own_card", verbose_name=_("game"))
    card = StoredJSON(_("card"), form=record(needed={"kind": TEXT}))
    number = models.PositiveIntegerField(_("changes of the text"), default=1)
    agreed = models.ManyToManyField(
        "games.Seat", related_name="+", blank=True, verbose_name=_("seats that agreed")
    )

    class Meta:
        verbose_name = _("table card")
        verbose_name_plural = _("table cards")

    def __str__(self) -> str:
        return f"card of game {self.game_id}"

    @property
    def undecided_seats(self) -> "list[Seat]":
        """The seats of the people who have not agreed to its text."""
        agreed = set(self.agreed.values_list("pk", flat=True))
        return [seat for seat in self.game.seats.all() if seat.is_person and seat.pk not in agreed]
