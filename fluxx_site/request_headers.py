"""Refuses or leaves out headers that would harm the site, before Django reads any of them."""

from http import HTTPStatus
from typing import Any

from django.utils.http import parse_header_parameters

from games.core.budgets import REQUEST_FIELD

TOO_LONG = (
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    "These cookies are too long. Delete those of this site.",
)
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
    if len(environ.get("HTTP_COOKIE", "")) > REQUEST_FIELD.largest:  # gunicorn joins several headers
        return TOO_LONG
    try:  # as Django will read it, which fails on what this raises
        charset = parse_header_parameters(environ.get("CONTENT_TYPE", ""))[1].get("charset", "utf-8")
    except (TypeError, ValueError):
        return NOT_UTF_8
    return None if charset.lower() in ENCODINGS else NOT_UTF_8


def drop_escaped_cookies(environ: dict[str, Any]) -> None:
    """Leave out the cookies that hold a backslash: none of ours does, a neighbour's at the domain may.

    Python before 3.11.10 and 3.12.6 takes time by the square of their number to undo them (CVE-2024-7592),
    and what comes out may hold any character, such as NUL.
    """
    if "\\" in (sent := environ.get("HTTP_COOKIE", "")):
        environ["HTTP_COOKIE"] = ";".join(each for each in sent.split(";") if "\\" not in each)
