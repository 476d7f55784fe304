"""What views read from a request: who is signed in, numbers, and the form that was posted."""

import re
from http import HTTPStatus

from django.http import Http404, HttpRequest, QueryDict

from games.models import Player

NUMBER = re.compile(r"-?[0-9]{1,9}")


def signed_in(request: HttpRequest) -> Player:
    """Return the player who is signed in. Raises `Http404`; a private page asks to sign in then."""
    if not isinstance(request.user, Player):
        raise Http404
    return request.user


def read_number(request: HttpRequest, name: str) -> int | None:
    """Return a whole number from the form or the address, or None when it is none that a game can have."""
    text = (request.POST if request.method == "POST" else request.GET).get(name, "")
    return int(text) if NUMBER.fullmatch(text) else None


def status_of(form: object) -> int:
    """Return the status of a page with a form: 422 when something in it is wrong."""
    return HTTPStatus.UNPROCESSABLE_ENTITY if getattr(form, "errors", None) else HTTPStatus.OK


def posted_data(request: HttpRequest) -> QueryDict | None:
    """Return what a form was sent with, be it nothing; None when none was sent."""
    return request.POST if request.method == "POST" else None
