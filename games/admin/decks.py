"""Decks that players build."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import admin
from django.http import HttpResponse
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
    pages = {"act/<slug:code>/": act_on_deck}
    page_context = staticmethod(desk_pages.deck_context)

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
            return decks.describe_deck_error(error)
