"""Decks that players build."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.decks import descriptions as decks
from games.models import Deck
from games.moderation.decks import hide_deck, remove_deck, show_deck

from .bases import StaffActionAdmin


@admin.register(Deck)
class DeckAdmin(StaffActionAdmin):
    """Decks that players build, and what staff may do to them."""

    subject = "deck"
    hidden = ("link_key",)
    computed_fields = ("size", "what_is_wrong")
    list_display = ("name", "key", "owner", "visibility", "is_hidden", "version", "updated_at")
    list_filter = ("visibility", "is_hidden")
    list_select_related = ("owner",)
    search_fields = ("name", "key", "owner__email", "owner__name", "spec")
    date_hierarchy = "created_at"
    actions = ("hide", "show", "remove")

    @admin.display(description=_("cards"))
    def size(self, deck: Deck) -> int | None:
        """Count the cards."""
        try:
            return decks.chart_of(decks.spec_of(deck.spec)).size
        except ValueError:
            return None

    @admin.display(description=_("what is wrong with it"))
    def what_is_wrong(self, deck: Deck) -> str:
        """The problems that its owner sees."""
        try:
            return " ".join(decks.blocking_problems(decks.spec_of(deck.spec)))
        except ValueError as error:
            return decks.describe_error(error)

    @admin.action(description=_("Hide these decks from others"), permissions=["moderate"])
    def hide(self, request: HttpRequest, decks: QuerySet[Deck]) -> HttpResponse | None:
        """Hide decks from everybody but their owners."""
        return self.act(request, decks, "hide", hide_deck, _("Hide these decks from others"))

    @admin.action(description=_("Let others see these decks again"), permissions=["moderate"])
    def show(self, request: HttpRequest, decks: QuerySet[Deck]) -> HttpResponse | None:
        """Let others see hidden decks again."""
        return self.act(request, decks, "show", show_deck, _("Let others see these decks again"))

    @admin.action(description=_("Delete these decks"), permissions=["moderate"])
    def remove(self, request: HttpRequest, decks: QuerySet[Deck]) -> HttpResponse | None:
        """Delete decks; games that are played with them go on."""
        return self.act(request, decks, "remove", remove_deck, _("Delete these decks"))
