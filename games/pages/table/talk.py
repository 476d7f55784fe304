"""The talk of a table and the notes of a seat."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.core.refusal import Refusal
from games.pages.common.requests import read_primary_key, read_submission_key
from games.pages.common.seat_context import Needs, SeatContext, render_page, seat_page
from games.people import preferences, talk
from games.people.presence import note_presence

from .show_game import act_and_show
from .table_sidebar import build_talk


@seat_page("GET", "POST", needs=Needs.VIEWER)
def talk_page(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Show the talk of a table to who may read it; take what a player says."""
    return take_talk(request, context) if request.method == "POST" else show_talk_page(request, context)


def show_talk_page(
    request: HttpRequest,
    context: SeatContext,
    *,
    problem: str = "",
    draft: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the talk alone. A page that has it as it is gets no answer."""
    shown = build_talk(context, draft)
    if shown is None:
        raise Http404
    if not problem and request.GET.get("state") == shown.state:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return render_page(
        request, context, "games/talk.html", {"talk": shown, "problem": problem}, status=status
    )


def take_talk(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Take what a player says, deletes or has read."""
    seat, text = context.required_seat, request.POST.get("text", "")
    note_presence(seat=seat)
    if (until := read_primary_key(request, "heard")) is not None:
        talk.mark_remarks_read(seat=seat, until=until)
        if request.headers.get("HX-Request"):
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        return redirect(f"{context.urls['game']}#talk")
    try:
        if (remark := read_primary_key(request, "delete")) is not None:
            talk.delete_remark(seat=seat, remark=remark)
        else:
            talk.post_remark(seat=seat.pk, text=text, submission_key=read_submission_key(request))
    except Refusal as refusal:
        return show_talk_page(request, context, problem=str(refusal), draft=text, status=refusal.status)
    return redirect(f"{context.urls['game']}#talk")


@seat_page("POST")
def own_notes(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Keep the notes that were posted, and go back to the table."""
    text, released = request.POST.get("text", ""), "released" in request.POST
    return act_and_show(
        request,
        context,
        lambda: preferences.write_notes(seat=context.required_seat, text=text, released=released),
        message=_("Saved."),
    )
