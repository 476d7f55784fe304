"""Decks that players build."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from games.decks import descriptions as decks
from games.models import Deck
from games.moderation.desk import perform

from . import desk_pages
from .act_pages import act_on_deck
from .bases import ReasonToPlayerForm, StaffActionAdmin, staff_action


def deck_action(name: str, code: str, description: Any) -> Callable[..., HttpResponse | None]:
    """Return the admin action that does an act to each of the chosen decks; their owners read the reason."""
    return staff_action(name, partial(perform, code), description, form_class=ReasonToPlayerForm)


@admin.register(Deck)
class DeckAdmin(StaffActionAdmin):
    """Decks that players build, and what staff may do to them."""

    hidden = ("link_key",)
    computed_fields = ("size", "what_is_wrong")
    list_display = ("name", "key", "owner", "visibility", "is_hidden", "version", "updated_at")
    list_filter = ("visibility", "is_hidden")
    list_select_related = ("owner",)
    search_fields = ("name", "key", "owner__email", "owner__name", "spec")
    date_hierarchy = "created_at"
    actions = (
        deck_action("hide", "hide-deck", _("Hide these decks from others")),
        deck_action("show", "show-deck", _("Show these decks to others again")),
        deck_action("remove", "delete-deck", _("Delete these decks")),
    )
    change_form_template = "admin/games/deck_desk.html"

    def get_urls(self) -> list[URLPattern]:
        """Add the pages of acts."""
        page = self.admin_site.admin_view(act_on_deck)
        return [path("<int:pk>/act/<slug:code>/", page, name="games_deck_act"), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show the deck, and what staff may do to it."""
        deck = self.get_object(request, object_id)
        context = desk_pages.deck_context(deck, request) if deck is not None else {}
        return super().change_view(request, object_id, form_url, context)

    @admin.display(description=_("cards"))
    def size(self, deck: Deck) -> int | str:
        """Count the cards; of a deck that can't be read there is nothing to count."""
        try:
            return decks.build_chart(decks.parse_spec(deck.spec)).size
        except ValueError:
            return self.get_empty_value_display()

    @admin.display(description=_("problems"))
    def what_is_wrong(self, deck: Deck) -> str:
        """The problems that its owner sees."""
        try:
            return " ".join(decks.blocking_problems(decks.parse_spec(deck.spec)))
        except ValueError as error:
            return decks.describe_error(error)
