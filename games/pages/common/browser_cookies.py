"""Cookies for what somebody chooses for one browser; they hold no secret."""

from django.conf import settings
from django.http import HttpResponse

A_YEAR = 365 * 24 * 60 * 60


def keep_choice(response: HttpResponse, name: str, value: str) -> None:
    """Keep a choice for a year."""
    response.set_cookie(name, value, max_age=A_YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax")


def forget_choice(response: HttpResponse, name: str) -> None:
    """Forget a choice."""
    response.delete_cookie(name, samesite="Lax")
