"""How django-allauth sends its mails, and how people confirm who they are before changing how they sign in.

Mails come from their own address and never end in a 500. They leave within the request, unlike all other
mails: the person waits for the code, and it is stored nowhere
but in their session.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from email.utils import make_msgid, parseaddr
from smtplib import SMTPException
from typing import Any
from urllib.parse import urlencode, urlsplit

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed, email_confirmed
from allauth.account.utils import get_next_redirect_url
from allauth.core.exceptions import ImmediateHttpResponse
from anymail.exceptions import AnymailError
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from fluxx_site.allauth_internals import record_authentication
from games.core import sign_up
from games.core.tokens import make_invitation_token
from games.mail import headers
from games.mail.links import absolute_url
from games.models import Game, Invitation, Player
from games.models.invitation import IS_OPEN
from games.models.player import clean_address
from games.people.seat_access import leave_old_address

from .account_mails import UNKNOWN_ACCOUNT, forget_login_code, may_leave

log = logging.getLogger(__name__)
PATIENCE = 6  # seconds: somebody waits for the page, and a web process for the mail server
SIGNED_IN_LATELY = 15 * 60  # seconds


class AccountAdapter(DefaultAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether this browser may sign up: where signing up isn't open, a game's link lets it."""
        return sign_up.may_sign_up(get_next_redirect_url(request))

    def is_safe_url(self, url: str) -> bool:
        """Whether to go on to an address after signing in; one that can't be parsed isn't one."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def get_from_email(self) -> str:
        return headers.accounts_address()

    def render_mail(self, *args: Any, **kwargs: Any) -> EmailMessage:
        message: EmailMessage = super().render_mail(*args, **kwargs)
        message.extra_headers |= {
            # Django's own would name this machine, which is called localhost or by a container's number.
            "Message-ID": make_msgid(domain=settings.MAIL_DOMAIN),
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
            "Content-Language": get_language() or settings.LANGUAGE_CODE,
        }
        message.connection = get_connection(timeout=PATIENCE)
        return message

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Return the address of this site, whatever host and port the request names.

        Anybody may ask for the mail, and a port that isn’t ours may be somebody else’s.
        """
        asked = urlsplit(super().get_reset_password_from_key_url(key))
        return settings.SITE_URL + asked.path

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        leaves = may_leave(self.request, template_prefix, email, context)
        if leaves is False:
            log.info("A mail about an account was not sent: its mailbox has had enough of them.")
            return
        more = {"invitation_urls": list_invitation_urls(email)} if template_prefix == UNKNOWN_ACCOUNT else {}
        try:
            super().send_mail(template_prefix, email, get_mail_context() | more | context)
        except (OSError, SMTPException, AnymailError) as error:
            log.error("A mail about an account could not be sent: %s", error)
            if leaves is None:
                return  # addresses without an account get no mail past the limit, and the same page
            answer = render(self.request, "fluxx_site/mail_failed.html", status=503)
            raise ImmediateHttpResponse(answer) from error

    def send_notification_mail(self, *args: Any, **kwargs: Any) -> None:
        """Tell somebody what happened to their account. It has happened, be the mail server away or not."""
        with suppress(ImmediateHttpResponse):  # `send_mail` has logged it
            super().send_notification_mail(*args, **kwargs)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Return how somebody confirms that it is them: who has a second factor by that, and no password."""
        found = {each["id"]: each for each in super().get_reauthentication_methods(user)}
        words = {
            "mfa_reauthenticate:webauthn": _("Use a passkey"),
            "mfa_reauthenticate": _("Use a code"),
            "reauthenticate": _("Use your password"),
        }
        ways = [found[name] | {"description": text} for name, text in words.items() if name in found]
        return [way for way in ways if way["id"] != "reauthenticate"] or ways

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """Ask who has nothing to confirm by to sign in anew, unless they have just done so.

        Whom no mail reaches can't get a code: they may still give another address, in a session that is open.
        """
        required: bool = super().is_reauthentication_required(app=app, **more)
        user = self.request.user
        if not required or not user.is_authenticated or self.get_reauthentication_methods(user):
            return required
        if app == "allauth.account" and user.mail_refused_at is not None:
            return required
        signed_in = [each["at"] for each in get_authentication_records(self.request, user)]
        if not signed_in or time.time() - max(signed_in) > SIGNED_IN_LATELY:
            is_page = self.request.method == "GET"
            back = urlencode({"next": self.request.get_full_path() if is_page else reverse("security")})
            raise ImmediateHttpResponse(redirect(f"{reverse('sign_in_again')}?{back}"))
        return required


@receiver(email_confirmed)
def forget_password_of_a_stranger(request: HttpRequest, email_address: EmailAddress, **_more: Any) -> None:
    """Forget what was set at sign-up when the address is proved elsewhere, such as by a code to sign in.

    Whoever signed up with the address of somebody else would get in by that password, once its owner has.
    """
    player = email_address.user
    match = request.resolver_match
    is_sign_up = match is not None and match.url_name == "account_email_verification_sent"
    if not is_sign_up and player.last_login is None and player.has_usable_password():
        player.set_unusable_password()
        player.save(update_fields=["password"])


@receiver(email_confirmed)
def remember_sign_up(request: HttpRequest, email_address: EmailAddress, **_more: Any) -> None:
    """Count the code of a sign-up as signing in, so that nobody has to sign in anew a minute later."""
    if not request.user.is_authenticated:
        record_authentication(request, email_address.user, "sign_up")


@receiver(email_changed)
def end_links_of_old_address(
    request: HttpRequest, user: Player, from_email_address: EmailAddress | None, **_more: Any
) -> None:
    """End what links and codes in mails to somebody’s old address can do."""
    if from_email_address is not None:
        forget_login_code(user)
        leave_old_address(player=user)


class UncachedAccounts:
    """Middleware: no browser keeps a page of allauth, such as one with recovery codes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.path.startswith("/accounts/"):
            add_never_cache_headers(response)
        return response


def list_invitation_urls(email: str) -> list[str]:
    """Return the links of the open invitations to an address, for a mail to it."""
    invited = Invitation.objects.filter(IS_OPEN, email=clean_address(email), game__status=Game.Status.OPEN)
    return [absolute_url("invitation_link", make_invitation_token(each)) for each in invited.order_by("pk")]


def get_mail_context() -> dict[str, Any]:
    """Return what the templates in account/email ask for beside what allauth gives them."""
    return {
        "site_url": settings.SITE_URL,
        "sign_in_url": settings.SITE_URL + reverse("account_request_login_code"),
        "is_for_friends": not sign_up.is_open(),
        "sign_up_url": settings.SITE_URL + reverse("account_signup"),
        "contact": parseaddr(settings.CONTACT_EMAIL)[1],
        "password_url": settings.SITE_URL + reverse("account_reset_password"),
        "login_minutes": app_settings.LOGIN_BY_CODE_TIMEOUT // 60,
        "address_minutes": app_settings.EMAIL_VERIFICATION_BY_CODE_TIMEOUT // 60,
        "reset_days": settings.PASSWORD_RESET_TIMEOUT // 86_400,
    }
