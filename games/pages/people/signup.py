"""What a new player says of themselves; the view that shows it is allauth's."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from games.models import Player
from games.pages.common.fields import NameField, ZoneField
from games.people.preferences import set_preferences


class SignupForm(forms.Form):
    """What a new player says of themselves beside their address; allauth builds its own form on this one."""

    name = NameField(help_text=gettext_lazy("What others at a table see."))
    timezone = ZoneField(
        initial="UTC",
        widget=forms.Select({"data-guess": "yes"}),  # static/site.js chooses the browser's own zone
        help_text=gettext_lazy("For the deadlines. You can change it later."),
    )

    def signup(self, request: HttpRequest, user: Player) -> None:
        """Keep it with the new player."""
        set_preferences(
            player=user,
            name=self.cleaned_data["name"],
            timezone=self.cleaned_data["timezone"],
            language=getattr(request, "LANGUAGE_CODE", user.language),
        )
