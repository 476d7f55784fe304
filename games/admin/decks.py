"""Decks that players build."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.decks import descriptions as decks
from games.models import Deck
from games.moderation.decks import hide_deck, remove_deck, show_deck

from .bases import StaffActionAdmin, staff_action


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
        staff_action("hide", hide_deck, _("Hide these decks from others")),
        staff_action("show", show_deck, _("Show these decks to others again")),
        staff_action("remove", remove_deck, _("Delete these decks")),
    )

    @admin.display(description=_("cards"))
    def size(self, deck: Deck) -> int | None:
        """Count the cards."""
        try:
            return decks.build_chart(decks.parse_spec(deck.spec)).size
        except ValueError:
            return None

    @admin.display(description=_("problems"))
    def what_is_wrong(self, deck: Deck) -> str:
        """The problems that its owner sees."""
        try:
            return " ".join(decks.blocking_problems(decks.parse_spec(deck.spec)))
        except ValueError as error:
            return decks.describe_error(error)
