"""Refuses headers that Django would obey to the site's harm, before Django reads any of them."""

from http import HTTPStatus
from typing import Any

from django.utils.http import parse_header_parameters

ENCODINGS = ("utf-8", "utf8")
NOT_UTF_8 = (
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "This site reads UTF-8 only: leave the charset out, or send utf-8.",
)


def refuse_headers(environ: dict[str, Any]) -> tuple[HTTPStatus, str] | None:
    """Return the status and the sentence with which a request is refused, if its headers are harmful.

    Django decodes addresses and forms by whichever codec of Python a request names: some of them take
    minutes for one form, and others raise what nobody expects.
    """
    try:  # as Django will read it, which fails on what this raises
        charset = parse_header_parameters(environ.get("CONTENT_TYPE", ""))[1].get("charset", "utf-8")
    except ValueError:
        return NOT_UTF_8
    return None if charset.lower() in ENCODINGS else NOT_UTF_8
