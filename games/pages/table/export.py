"""A game that is over, as files: its record, which anybody can check, and its history as text."""

from django.http import HttpRequest, HttpResponse

from games.core.refusal import Refusal
from games.history.export import export_record, export_text
from games.pages.common.seat_context import Needs, SeatContext, seat_page

from .show_game import show_game


@seat_page("GET", needs=Needs.VIEWER)
def record(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Return the record of a game that is over, for `python -m engine verify`."""
    try:
        exported = str(export_record(context.game))
    except Refusal as refusal:
        return show_game(request, context, problem=str(refusal), status=refusal.status)
    return _file(context, exported, "application/json", "json")


@seat_page("GET", needs=Needs.VIEWER)
def story(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Return the history of a game as text, as the viewer may know it."""
    text = "\n".join(export_text(context.game, context.seat)) + "\n"
    return _file(context, text, "text/plain; charset=utf-8", "txt")


def _file(context: SeatContext, content: str, kind: str, ending: str) -> HttpResponse:
    name = f"fluxx-{context.game.key}.{ending}"
    return HttpResponse(content, kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
