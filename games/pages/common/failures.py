"""Pages for what went wrong, in words. They tell nothing about a game to who may not know of it."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.core.refusal import Refusal
from games.core.tokens import QuestionClosed, Replied, TokenFailure


def link_failure(request: HttpRequest, failure: TokenFailure) -> HttpResponse:
    """Say that a link does not work, and how to go on without it."""
    said = {"title": link_title(failure), "text": str(failure)}
    return render(request, "games/link_failure.html", said, status=failure.status)


def link_title(failure: TokenFailure) -> str:
    """Return the headline over a failed link."""
    match failure:
        case QuestionClosed():
            return _("Already decided")
        case Replied():
            return _("Already replied")
    return _("This link does not open anything")


def forged_form(request: HttpRequest) -> HttpResponse:
    """Say that a form lacks what our own page had put into it."""
    return render(request, "403_csrf.html", status=HTTPStatus.FORBIDDEN)


def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Say why something could not be done, where there is no page to say it on."""
    return render(request, "games/refused.html", {"text": str(refusal)}, status=refusal.status)
