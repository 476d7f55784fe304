"""The name, language and time zone of a player: at sign-up, and on their account page."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override
from django.views.decorators.http import require_http_methods

from games.models import Player
from games.pages.common.fields import NameField, ZoneField
from games.pages.common.guards import post_or_redirect, sign_in_on_404
from games.pages.common.requests import posted_data, signed_in, status_of
from games.people.preferences import clear_mail_error, set_preferences


class AccountForm(forms.Form):
    """What a player sets for themselves."""

    name = NameField(help_text=gettext_lazy("What others at a table see."))
    language = forms.ChoiceField(label=gettext_lazy("Language"))
    timezone = ZoneField(help_text=gettext_lazy("Every deadline, on pages and in mails, is shown in it."))

    def __init__(self, data: Mapping[str, Any] | None = None, *, player: Player) -> None:
        super().__init__(data, initial={name: getattr(player, name) for name in self.base_fields})
        if len(settings.LANGUAGES) > 1:
            cast(forms.ChoiceField, self.fields["language"]).choices = settings.LANGUAGES
        else:
            del self.fields["language"]


class SignupForm(forms.Form):
    """What a new player enters beside their address; allauth builds its own form on this one."""

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
        """Save it with the new player."""
        language = getattr(request, "LANGUAGE_CODE", user.language)
        chosen = {name: self.cleaned_data[name] for name in ("name", "timezone")}
        set_preferences(player=user, language=language, **chosen)


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_on_404
def account(request: HttpRequest) -> HttpResponse:
    """Show and save name, language and time zone; say when mail does not reach the player."""
    player = signed_in(request)
    form = AccountForm(posted_data(request), player=player)
    if request.method == "POST" and form.is_valid():
        set_preferences(player=player, **form.cleaned_data)
        with override(player.language):
            messages.success(request, _("Saved."))
        return redirect("account")
    return render(request, "games/account.html", {"form": form, "player": player}, status=status_of(form))


@post_or_redirect("account")
@sign_in_on_404
def mail_again(request: HttpRequest) -> HttpResponse:
    """Try again to send mail to an address that refused it."""
    clear_mail_error(player=signed_in(request))
    messages.success(request, _("Mail will be sent to you again."))
    return redirect("account")
