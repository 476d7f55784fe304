"""How django-allauth sends its mails, such as codes to sign in with: from their own address, never as a 500.

They leave within the request, unlike all other mails: the person waits for the code, and it is stored nowhere
but in their session.
"""

import logging
from email.utils import make_msgid
from smtplib import SMTPException
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from anymail.exceptions import AnymailError
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language

from games.core.suspension import is_suspended
from games.models import Player
from games.pages.common.middleware import show_suspension, speaking_to

log = logging.getLogger(__name__)
PATIENCE = 6  # seconds: somebody waits for the page, and a web process for the mail server


class AccountAdapter(DefaultAccountAdapter):
    def get_from_email(self) -> str:
        return settings.ACCOUNTS_FROM_EMAIL

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

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        try:
            super().send_mail(template_prefix, email, get_mail_context() | context)
        except (OSError, SMTPException, AnymailError) as error:
            log.error("A mail about an account could not be sent: %s", error)
            answer = render(self.request, "fluxx_site/mail_failed.html", status=503)
            raise ImmediateHttpResponse(answer) from error

    def pre_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse | None:
        if isinstance(user, Player) and is_suspended(user):
            with speaking_to(user):
                return show_suspension(request, user)
        response: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return response


def get_mail_context() -> dict[str, Any]:
    """Return what the templates in account/email ask for beside what allauth gives them."""
    return {
        "site_url": settings.SITE_URL,
        "sign_in_url": settings.SITE_URL + reverse("account_request_login_code"),
        "password_url": settings.SITE_URL + reverse("account_reset_password"),
        "login_minutes": app_settings.LOGIN_BY_CODE_TIMEOUT // 60,
        "address_minutes": app_settings.EMAIL_VERIFICATION_BY_CODE_TIMEOUT // 60,
        "reset_days": settings.PASSWORD_RESET_TIMEOUT // 86_400,
    }
