"""Passes: cookies that hold a token of a seat for a day, in place of the link from a mail.

games.core.tokens makes and reads tokens, games.pages.seats.mail_links exchanges the one of a link for a pass,
and seat_context reads passes. A pass is sent to the pages of one game under /t/ (or /d/, for deputies) only,
and is neither session nor sign-in (docs/decisions/0005-mail-links.md).

Forms of these pages carry a secret of their own instead of Django's CSRF token: Django's check needs the
referrer, and `Referrer-Policy: no-referrer` keeps it back.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from games import clock
from games.core import tokens
from games.core.keys import make_keyed_hashes
from games.core.tokens import Purpose
from games.models import Deputy, Invitation, Seat

PASS_AGE = timedelta(days=1)


def seat_secret(seat: Seat) -> str:
    """Return the CSRF secret of forms of a seat's pages; it changes when its links are revoked."""
    return _list_secrets(seat)[0]


def deputy_secret(deputy: Deputy) -> str:
    """Return the CSRF secret of forms of a deputy's pages."""
    return _list_secrets(deputy)[0]


def invitation_secret(invitation: Invitation) -> str:
    """Return the CSRF secret of forms about an invitation."""
    return _list_secrets(invitation)[0]


def check_form(request: HttpRequest, holder: Seat | Deputy | Invitation) -> None:
    """Refuse a form without the CSRF secret of `holder`, from another site. Raises `PermissionDenied`."""
    if request.method == "POST":
        sent = request.POST.get("csrfmiddlewaretoken", "")
        if not any(constant_time_compare(sent, secret) for secret in _list_secrets(holder)):
            raise PermissionDenied


def _list_secrets(holder: Seat | Deputy | Invitation) -> list[str]:
    """Return the secret that forms hold now, then those by keys that the site had before."""
    match holder:
        case Seat():
            words = f"seat/{holder.pk}/{holder.link_epoch}"
        case Deputy():
            words = f"deputy/{holder.pk}"
        case Invitation():
            words = f"invitation/{holder.pk}/{holder.nonce}"
    return [each.hex() for each in make_keyed_hashes("games.form", words, algorithm="sha1")]


def no_pass() -> tokens.Forged:
    """Return the error of a page that opens by a link, for a browser without the pass to it."""
    return tokens.Forged(
        _("This page opens from a link in a mail, and stays open for a day. Open the link again, or sign in.")
    )


def read_pass(request: HttpRequest, purpose: Purpose) -> tokens.Pass:
    """Return what this browser's pass opens. Raises `TokenFailure`."""
    token = request.COOKIES.get(cookie_name(purpose), "")
    if not token:
        raise no_pass()
    return tokens.read_token(token, purpose)


def give_seat_pass(response: HttpResponse, seat: Seat, at: datetime | None = None) -> HttpResponse:
    """Let this browser open the pages of a seat for a day, or for as long as a pass that was made `at`."""
    return give_pass(response, seat.game.key, Purpose.PLAY, tokens.make_token(seat, at=at or made_at()))


def pass_made_at(request: HttpRequest) -> datetime:
    """Return when the pass was made by which this browser shows a seat's page."""
    return tokens.made_at(request.COOKIES[cookie_name(Purpose.PLAY)])


def give_deputy_pass(response: HttpResponse, deputy: Deputy) -> HttpResponse:
    """Let this browser open the pages of a deputy for a day."""
    token = tokens.make_deputy_token(deputy, at=made_at())
    return give_pass(response, deputy.seat.game.key, Purpose.DEPUTY, token)


def made_at() -> datetime:
    """Return the time of creation that makes a token expire in `PASS_AGE`."""
    return clock.now() - tokens.MAX_AGE + PASS_AGE


def give_pass(response: HttpResponse, key: str, purpose: Purpose, token: str) -> HttpResponse:
    """Let this browser show a token to the pages of one game, for a day."""
    response.set_cookie(
        cookie_name(purpose),
        token,
        max_age=PASS_AGE,
        path=cookie_path(key, purpose),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def cookie_name(purpose: Purpose) -> str:
    """Return the name of the cookie of a pass."""
    return f"{'__Secure-' if settings.SESSION_COOKIE_SECURE else ''}{purpose}"


def cookie_path(key: str, purpose: Purpose) -> str:
    """Return where the browser sends a pass: the pages of one game that open by link."""
    return reverse("deputy_game" if purpose == Purpose.DEPUTY else "seat_game", args=[key])


def end_pass(request: HttpRequest, what: str, key: str, purpose: Purpose) -> HttpResponse:
    """Say that something is done, and make this browser forget the pass by which it was."""
    response = render(request, "games/link_done.html", {"what": what})
    response.delete_cookie(cookie_name(purpose), path=cookie_path(key, purpose), samesite="Lax")
    return response
