"""The name, language, time zone and face of a player: at sign-up, and on their account page."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from games.models import FaceColour, FaceMark, Player
from games.pages.common.fields import NameField, ZoneField, propose_zone
from games.pages.common.person_context import PersonContext, person_page, render_person_page
from games.pages.common.requests import posted_data, status_of
from games.people.preferences import clear_mail_error, set_preferences

from .security import list_sign_in_methods


class AccountForm(forms.Form):
    """What a player sets for themselves."""

    name = NameField(help_text=gettext_lazy("What others at a table see."))
    language = forms.ChoiceField(label=gettext_lazy("Language"))
    timezone = ZoneField(help_text=gettext_lazy("All deadlines are shown in it."))
    face_colour = forms.ChoiceField(
        required=False,
        choices=FaceColour,
        widget=forms.RadioSelect,
        label=gettext_lazy("Your colour"),
        help_text=gettext_lazy("Everyone sees it beside your name, at every table."),
    )
    face_mark = forms.ChoiceField(
        required=False,
        choices=FaceMark,
        widget=forms.RadioSelect,
        label=gettext_lazy("Your mark"),
        help_text=gettext_lazy(
            "If someone at a table has the same colour and mark, the one who came later gets another mark."
        ),
    )
    shows_presence = forms.BooleanField(
        required=False,
        label=gettext_lazy("Show people at my tables when I was last here"),
        help_text=gettext_lazy("Rounded, such as “here 2 hours ago”. People who only watch never see it."),
    )
    shows_hints = forms.BooleanField(
        required=False,
        label=gettext_lazy("Tell me which plays would win or lose the game"),
        help_text=gettext_lazy("The hint uses only your own hand and what everyone can see."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, player: Player) -> None:
        initial = {name: getattr(player, name) for name in self.base_fields}
        super().__init__(data, initial=initial | {"face_colour": player.colour, "face_mark": player.mark})
        self.player = player
        cast(NameField, self.fields["name"]).kept = (player.name,)
        if len(settings.LANGUAGES) > 1:
            cast(forms.ChoiceField, self.fields["language"]).choices = settings.LANGUAGES
        else:
            del self.fields["language"]

    def clean(self) -> dict[str, Any]:
        """Keep the face that follows from the player's key where no other was chosen."""
        cleaned = super().clean() or {}
        for name, shown in (("face_colour", self.player.colour), ("face_mark", self.player.mark)):
            if cleaned.get(name) in (None, "", shown):
                cleaned[name] = getattr(self.player, name)
        return cleaned


class SignupForm(forms.Form):
    """What a new player enters beside their address; allauth builds its own form on this one."""

    name = NameField(help_text=gettext_lazy("What others at a table see."))
    timezone = ZoneField(
        help_text=gettext_lazy("For your deadlines. You can change it later."),
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        propose_zone(self.fields["timezone"], "UTC")

    def signup(self, request: HttpRequest, user: Player) -> None:
        """Save it with the new player."""
        language = getattr(request, "LANGUAGE_CODE", user.language)
        chosen = {name: self.cleaned_data[name] for name in ("name", "timezone")}
        set_preferences(player=user, language=language, **chosen)


@person_page()
def account(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Show and save what others see, language and time zone; show how the player signs in."""
    player = person.player
    form = AccountForm(posted_data(request), player=player)
    if request.method == "POST" and form.is_valid():
        set_preferences(player=player, **form.cleaned_data)
        with override(player.language):
            messages.success(request, _("Saved."))
        return redirect(person.url("account"))
    shown = {"form": form, **(list_sign_in_methods(player) if person.seat is None else {})}
    return render_person_page(request, person, "games/account.html", shown, status=status_of(form))


@person_page(post_only="account")
def mail_again(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Try again to send mail to an address that refused it."""
    clear_mail_error(player=person.player)
    messages.success(request, _("You’ll get mail again."))
    return redirect(person.url("account"))


@person_page(post_only="account")
def switch_language(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Speak to the player in another language from now on, and show the page of a table where they were."""
    language, back = request.POST.get("language", ""), request.POST.get("next", "")
    if language in dict(settings.LANGUAGES):
        set_preferences(player=person.player, language=language)
    here = person.seat.urls["game"] if person.seat is not None else reverse("dashboard")
    is_ours = back.startswith(here) and url_has_allowed_host_and_scheme(back, {request.get_host()})
    return redirect(back if is_ours else here)
