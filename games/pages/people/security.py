"""How a player signs in, and where they are signed in; django-allauth’s own pages change it."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from games.models import Player
from games.pages.common.person_context import PersonContext, person_page, render_person_page
from games.people.sessions import end_other_sessions, end_session


@person_page()
def security(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Lead to where it is shown how a player signs in."""
    return redirect(person.section_url("account", "sign-in"))


def list_sign_in_methods(player: Player) -> dict[str, Any]:
    """Return what a page shows of a provider, passkeys, app and recovery codes."""
    rows = list(Authenticator.objects.filter(user=player).order_by("pk"))
    of_kind = {kind: [row for row in rows if row.type == kind] for kind in Authenticator.Type.values}
    codes = of_kind[Authenticator.Type.RECOVERY_CODES]
    return {
        "provider_accounts": _accounts_at_provider(player),
        "passkeys": of_kind[Authenticator.Type.WEBAUTHN],
        "app": next(iter(of_kind[Authenticator.Type.TOTP]), None),
        "codes_left": len(codes[0].wrap().get_unused_codes()) if codes else 0,
    }


def _accounts_at_provider(player: Player) -> list[SocialAccount]:
    """Return what a player has connected; what an earlier provider has left signs nobody in."""
    if settings.SIGN_IN_PROVIDER is None:
        return []
    return list(SocialAccount.objects.filter(user=player, provider=settings.SIGN_IN_PROVIDER.issuer))


@person_page(post_only="security")
def end_one_session(request: HttpRequest, person: PersonContext, pk: int) -> HttpResponse:
    """Sign a player out in another browser."""
    end_session(player=person.player, pk=pk)
    messages.success(request, _("That browser is signed out."))
    return redirect(person.section_url("seat_access", "sessions"))


@person_page(post_only="security")
def end_others(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Sign a player out everywhere else."""
    end_other_sessions(player=person.player, key=request.session.session_key)
    messages.success(request, _("You’re signed out everywhere else."))
    return redirect(person.section_url("seat_access", "sessions"))


@person_page()
def sign_in_again(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Ask somebody who has nothing but codes by mail to sign in anew before they change that."""
    back = request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = reverse("security")
    return render_person_page(request, person, "games/sign_in_again.html", {"back": back})
