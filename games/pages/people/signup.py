"""What a new player says of themselves; the view that shows it is allauth's."""

from typing import Any

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
        help_text=gettext_lazy("For the deadlines. You can change it later."),
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        # static/site.js fills in the zone of the browser.
        self.fields["timezone"].widget.attrs["data-guess"] = "yes"

    def signup(self, request: HttpRequest, user: Player) -> None:
        """Keep it with the new player."""
        set_preferences(
            player=user,
            name=self.cleaned_data["name"],
            timezone=self.cleaned_data["timezone"],
            language=getattr(request, "LANGUAGE_CODE", user.language),
        )
