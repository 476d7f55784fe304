"""Mailing a code to sign in with to an address that the page knows already."""

from typing import Any

from allauth.account.views import RequestLoginCodeView
from django import forms
from django.http import HttpResponse

from games.core.refusal import Capped


class MailCode(RequestLoginCodeView):
    """Mails a code to sign in with to `address`, and goes to the page that takes it."""

    address = ""

    def get_form_kwargs(self) -> dict[str, Any]:
        """Return what allauth's form is built with: the address is not asked for, as it is known."""
        given: dict[str, Any] = super().get_form_kwargs()
        return given | {"data": {"email": self.address}}

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """Say why no code was sent. Raises `Capped`."""
        raise Capped(" ".join(str(error) for errors in form.errors.values() for error in errors))
