"""A game that is over, as files: its record, which anybody can check, and its history as text."""

from collections.abc import Iterator
from itertools import islice
from typing import cast

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, StreamingHttpResponse
from django.utils import timezone, translation
from django.utils.translation import get_language

from games.core.refusal import Refusal
from games.history.export import export_text, record_tag, stored_record
from games.pages.common.rate_limits import WORK, check_texts, send_text
from games.pages.common.seat_context import Needs, SeatContext, seat_page

from .show_game import show_game

LINES_AT_ONCE = 100


@seat_page("GET", needs=Needs.VIEWER, is_costly=True, reads_all=True)
def record(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Return the record of a game that is over, for `python -m engine verify`; nothing to whoever has it."""
    tag = record_tag(context.game)
    if tag and tag in request.headers.get("If-None-Match", ""):
        return HttpResponseNotModified(headers={"ETag": tag})
    try:
        exported = stored_record(context.game)
    except Refusal as refusal:
        return show_game(request, context, problem=str(refusal), status=refusal.status)
    response = HttpResponse(exported, "application/json", headers=_headers(context, "json"))
    response["ETag"] = tag
    return response


@seat_page("GET", needs=Needs.VIEWER, is_costly=True, reads_all=True)
def story(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Return the history of a game as text, as the viewer may know it."""
    lines = in_language_of_now(f"{line}\n" for line in export_text(context.game, context.seat))
    check_texts()
    text = StreamingHttpResponse(
        send_text(lines), "text/plain; charset=utf-8", headers=_headers(context, "txt")
    )
    return cast("HttpResponse", text)  # a view's decorators only touch headers, which both have


def in_language_of_now(lines: Iterator[str]) -> Iterator[str]:
    """Yield lines in pieces of some kilobytes, each made in the language and time zone of this moment.

    Each is made while no other costly page is, and between two of them others have their turn.

    A streamed answer is made when the middleware that chose them is through with the request.
    """
    language, zone = get_language(), timezone.get_current_timezone()

    def pieces() -> Iterator[str]:
        while True:
            with WORK, translation.override(language), timezone.override(zone):
                piece = "".join(islice(lines, LINES_AT_ONCE))
            if not piece:
                return
            yield piece

    return pieces()


def _headers(context: SeatContext, ending: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="fluxx-{context.game.key}.{ending}"'}
