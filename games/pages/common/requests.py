"""What views read from a request: who is signed in, numbers, and the form that was posted."""

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import TypeVar

from django import forms
from django.http import Http404, HttpRequest, QueryDict

from games.core.refusal import Refusal
from games.models import Player

Result = TypeVar("Result")
NUMBER = re.compile(r"-?[0-9]{1,9}")
MOST_OF_KEY = 64
PRIMARY_KEY = re.compile(r"[0-9]{1,18}")
NONCE = re.compile(r"[0-9]{1,13}")


def person_in(request: HttpRequest) -> Player | None:
    """Return the player who is signed in, if somebody is."""
    return request.user if isinstance(request.user, Player) else None


def signed_in(request: HttpRequest) -> Player:
    """Return the player who is signed in. Raises `Http404`; a private page asks to sign in then."""
    if (person := person_in(request)) is None:
        raise Http404
    return person


def read_number(request: HttpRequest, name: str) -> int | None:
    """Return a whole number from the form or the address, or None when it is none that a game can have."""
    text = (request.POST if request.method == "POST" else request.GET).get(name, "")
    return int(text) if NUMBER.fullmatch(text) else None


def read_primary_key(request: HttpRequest, name: str) -> int | None:
    """Return the key of a row that a form names, or None when no row can have it."""
    text = request.POST.get(name, "")
    return int(text) if PRIMARY_KEY.fullmatch(text) else None


def read_nonce(request: HttpRequest) -> int | None:
    """Return the nonce of the question that a form was shown for; a page from before a release has none."""
    text = request.POST.get("nonce", "")
    return int(text) if NONCE.fullmatch(text) else None


def read_submission_key(request: HttpRequest) -> str:
    """Return the key of the form that was sent, written by the tag `submission_key`; empty without one."""
    return request.POST.get("submission_key", "")[:MOST_OF_KEY].replace("\0", "")


def status_of(form: object) -> int:
    """Return the status of a page with a form: 422 when something in it is wrong."""
    return HTTPStatus.UNPROCESSABLE_ENTITY if getattr(form, "errors", None) else HTTPStatus.OK


def posted_data(request: HttpRequest) -> QueryDict | None:
    """Return what a form was sent with, be it nothing; None when none was sent."""
    return request.POST if request.method == "POST" else None


def submit_form(form: forms.Form, act: Callable[[], Result]) -> tuple[Result | None, int]:
    """Do what a valid form asks for; return the result and the status of a page that shows the form again.

    The result is None when the form was not sent, is invalid, or was refused: then it says why.
    """
    if not form.is_valid():
        return None, status_of(form)
    try:
        return act(), HTTPStatus.OK
    except Refusal as refusal:
        form.add_error(None, str(refusal))
        return None, refusal.status
