"""The admin’s site: it opens to staff who proved a second factor, and asks again before an act.

docs/decisions/0060-a-second-factor-for-staff.md says why. Under bin/run it opens to the newcomer (ADR 75).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from fluxx_site.embedded import newcomer
from games import clock

# Recovery codes stand in for one of these, and are none alone.
FACTORS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]
# Other apps would show them: what people sign in by, and rights, which roles give (moderation/roles.py).
NOT_SHOWN = {
    "account.emailaddress",
    "account.emailconfirmation",
    "auth.group",
    "mfa.authenticator",
    "socialaccount.socialaccount",
    "socialaccount.socialapp",
    "socialaccount.socialtoken",
    "usersessions.usersession",
}


class StaffSite(admin.AdminSite):
    """The admin of the site. `fluxx_site.apps` makes it Django’s own."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.disable_action("delete_selected")  # it deletes past `delete_model`, which logs who did

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Show rows of a model, unless they are among those that the admin keeps to itself."""
        models = model_or_iterable if isinstance(model_or_iterable, list | tuple) else [model_or_iterable]
        shown = [model for model in models if model._meta.label_lower not in NOT_SHOWN]
        super().register(shown, admin_class, **options)

    def get_urls(self) -> list[Any]:
        """Leave out two of Django's addresses, which nothing here links to.

        One completes names in forms; the other says of any row of any table whether there is one.
        """
        left_out = ("autocomplete", "view_on_site")
        return [each for each in super().get_urls() if getattr(each, "name", "") not in left_out]

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Let staff in, each page of the admin."""
        return super().admin_view(with_second_factor(view), cacheable)


def with_second_factor(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Ask for a second factor where this session has proved none, and once more before an act.

    An act is whatever is posted. allauth keeps the form meanwhile, and sends it when the factor is proved.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        match = request.resolver_match
        if match is not None and match.url_name == "logout":
            return view(request, *args, **kwargs)
        if newcomer.opens_admin(request):
            return view(request, *args, **kwargs)
        if not is_mfa_enabled(request.user, FACTORS):
            messages.warning(
                request,
                _(
                    "Set up a passkey or an authenticator app first. Staff can see addresses and change "
                    "games, so a stolen mailbox mustn’t be enough to get in."
                ),
            )
            return redirect("security")
        minutes = minutes_since_factor(request)
        is_act = request.method not in ("GET", "HEAD")
        if minutes is None or (is_act and minutes >= settings.STAFF_CONFIRM_MINUTES):
            raise ReauthenticationRequired
        return view(request, *args, **kwargs)

    return guarded


def minutes_since_factor(request: HttpRequest) -> float | None:
    """Return how long ago this session proved a second factor; None if it never did."""
    proved = [
        each["at"] for each in get_authentication_records(request, request.user) if each["method"] == "mfa"
    ]
    return (clock.now().timestamp() - max(proved)) / 60 if proved else None
