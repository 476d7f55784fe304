"""The page of the first operator: what the site is set to, and their account."""

from http import HTTPStatus
from pathlib import Path
from typing import Any

from allauth.usersessions.models import UserSession
from django import forms
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.password_validation import password_validators_help_text_html, validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from fluxx_site.allauth_internals import record_authentication
from games.admin.mail_check import send_test_mail
from games.core.site_title import site_title
from games.models import Player
from games.moderation.first_operator import become_first_operator, is_key
from games.pages.common.fields import NameField
from games.pages.common.requests import posted_data, submit_form

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
WHO_MAY_SIGN_UP = {
    "open": gettext_lazy("anyone"),
    "invited": gettext_lazy("only people with an invitation or a game’s link"),
    "closed": gettext_lazy("nobody new, except people with an invitation that was sent before"),
}


class FirstOperatorForm(forms.Form):
    """The account of the first operator."""

    email = forms.EmailField(
        max_length=254,
        label=gettext_lazy("Your e-mail address"),
        help_text=gettext_lazy("A test mail goes there at once."),
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
    name = NameField(widget=forms.TextInput({"autocomplete": "nickname"}))
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        max_length=128,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
        help_text=password_validators_help_text_html(),
    )

    def clean(self) -> dict[str, Any]:
        """Refuse a password that is easy to guess."""
        cleaned: dict[str, Any] = super().clean() or {}
        if "password" in cleaned:
            person = Player(email=cleaned.get("email", ""), name=cleaned.get("name", ""))
            try:
                validate_password(cleaned["password"], person)
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def first_operator(request: HttpRequest, key: str) -> HttpResponse:
    """Show what the site is set to, and make the first operator's account. Opening it changes nothing."""
    if not is_key(key):
        return render(request, "games/first_operator_gone.html", status=HTTPStatus.GONE)
    form = FirstOperatorForm(posted_data(request))
    player, status = submit_form(
        form, lambda: become_first_operator(key=key, language=get_language(), **form.cleaned_data)
    )
    if player is None:
        shown = {"form": form, "facts": list_facts()}
        return render(request, "games/first_operator.html", shown, status=status)
    login(request, player, backend=BACKEND)
    record_authentication(request, player, "password", email=player.email)
    UserSession.objects.create_from_request(request)
    send_test_mail(request)
    return redirect("admin_health")


def list_facts() -> list[tuple[str, str, str]]:
    """Return what the site is set to: what it is, in words, and the setting that changes it."""
    mail = _("nowhere: they stay on this machine, as files")
    if not settings.MAILS_GO_TO_FILES:
        mail = str(getattr(settings, "EMAIL_HOST", "") or settings.EMAIL_BACKEND.split(".")[-2])
    replies = settings.INBOUND_DOMAIN or _("nowhere: people play from the links in their mails")
    folder = Path(settings.VAR_DIR, "backups")  # the whole site in one container makes it, and fills it
    backups = _("%(folder)s, each night") % {"folder": folder} if folder.is_dir() else ""
    return [
        (_("Address"), settings.SITE_URL, "SITE_URL"),
        (_("Name"), site_title(), "SITE_TITLE"),
        (_("Who can sign up"), str(WHO_MAY_SIGN_UP[settings.SIGNUP]), "SIGNUP"),
        (_("Mails go to"), mail, "EMAIL_URL"),
        (_("Replies come in at"), replies, "INBOUND_DOMAIN"),
        (_("Backups"), backups or _("none by itself: docs/hosting.md says how to write them"), ""),
    ]
