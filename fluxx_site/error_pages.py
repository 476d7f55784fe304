"""The pages for addresses that are not there, for what isn't allowed, and for requests that can't be read.

Django's own views look for a token in the form that was sent. Where that form is broken, too, they fail, and
the answer would be an error of the site.
"""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views import defaults


def leave_unread(request: HttpRequest) -> None:
    """Let nobody read the form of a request any more: for the page of an error it was empty."""
    request.POST = QueryDict()


def answer_bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for a request that can't be read."""
    leave_unread(request)
    return defaults.bad_request(request, exception)


def answer_forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for what this visitor may not do."""
    leave_unread(request)
    return defaults.permission_denied(request, exception)


def answer_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for an address that isn't there, or not for this visitor."""
    leave_unread(request)
    return defaults.page_not_found(request, exception)
