"""Pages that lead to the provider and back."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.utils import get_next_redirect_url
from allauth.core import ratelimit
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.helpers import complete_social_login
from allauth.socialaccount.models import SocialAccount
from allauth.socialaccount.providers.base.constants import AuthProcess
from allauth.socialaccount.views import SignupView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from fluxx_site import allauth_internals
from games.core.budgets import PROVIDER_CALLS_AT_ONCE

from .provider import Connection, Provider, ProviderFailed

log = logging.getLogger(__name__)
# A provider that answers slowly must not keep every thread of a process waiting.
CALLS = BoundedSemaphore(PROVIDER_CALLS_AT_ONCE.largest)
SECONDS_IN_LINE = 1.0


@require_POST
def sign_in(request: HttpRequest) -> HttpResponse:
    """Send somebody to the provider, to sign in or up."""
    return leave(request, AuthProcess.LOGIN)


@require_POST
@login_required
@reauthentication_required(app="allauth.socialaccount")
def connect(request: HttpRequest) -> HttpResponse:
    """Send somebody to the provider, whose account there signs them in from now on."""
    return leave(request, AuthProcess.CONNECT)


@require_POST
@login_required
@reauthentication_required(app="allauth.socialaccount")
def disconnect(request: HttpRequest) -> HttpResponse:
    """Forget the account at the provider. A code by mail signs its owner in as before."""
    for account in SocialAccount.objects.filter(user=request.user, provider=find_provider(request).sub_id):
        allauth_internals.disconnect(request, account)
    return redirect("security")


@require_GET
def callback(request: HttpRequest) -> HttpResponse:
    """Sign in, or connect, who comes back from the provider."""
    provider = find_provider(request)
    state = allauth_internals.statekit.unstash_state(
        request, provider_id=provider.sub_id, state_id=request.GET.get("state", "")
    )
    if state is None:
        return explain(request, {}, _("That took too long, or began in another browser. Please try again."))
    if request.GET.get("error") == "access_denied":
        return explain(request, state, _("You’ve cancelled signing in with %s.") % provider.name)
    try:
        if "code" not in request.GET:
            raise ProviderFailed(f"it sends the error {request.GET.get('error', '')[:80]!r}")
        with one_of_few():
            login = Connection(request, provider.sub_id).read_login(request.GET["code"], state)
    except ProviderFailed as failure:
        return explain_failure(request, state, provider, failure)
    answer: HttpResponse = complete_social_login(request, login)
    return answer


class ProviderSignup(SignupView):
    """Ask who is new for their name and time zone."""

    def get_authenticated_redirect_url(self) -> str:
        return reverse("dashboard")


@contextmanager
def one_of_few() -> Iterator[None]:
    """Ask the provider while few others do. Raises `ProviderFailed`."""
    if not CALLS.acquire(timeout=SECONDS_IN_LINE):
        raise ProviderFailed("it answers so slowly that too many people wait for it")
    try:
        yield
    finally:
        CALLS.release()


def find_provider(request: HttpRequest) -> Provider:
    """Return the provider of the settings."""
    provider: Provider = get_adapter().get_provider(request, "openid_connect")
    return provider


def leave(request: HttpRequest, process: str) -> HttpResponse:
    """Lead to the provider by a page that goes on by itself, without scripts.

    A redirect would count as a target of the form, as would each that the provider answers with, and those
    are addresses that our Content-Security-Policy can't know.
    """
    if too_many := ratelimit.consume_or_429(request, action="ask_provider"):
        return too_many
    provider = find_provider(request)
    try:
        with one_of_few():
            there = provider.redirect(request, process, next_url=get_next_redirect_url(request))
        url = there.headers["Location"]
    except ProviderFailed as failure:
        return explain_failure(request, {"process": process}, provider, failure)
    page = render(request, "socialaccount/leave.html", {"url": url})
    page.headers["Refresh"] = f"0; url={url}"
    return page


def explain_failure(
    request: HttpRequest, state: dict[str, Any], provider: Provider, failure: ProviderFailed
) -> HttpResponse:
    """Say that the provider is to blame, and log why."""
    log.error("Somebody couldn’t sign in with %s: %s", provider.name, failure)
    text = _("%s doesn’t answer as it should. Try again later, or sign in another way.")
    return explain(request, state, text % provider.name)


def explain(request: HttpRequest, state: dict[str, Any], text: str) -> HttpResponse:
    """Say what went wrong where somebody came from, with the other ways to sign in."""
    messages.error(request, text)
    return redirect("security" if state.get("process") == AuthProcess.CONNECT else "account_login")
