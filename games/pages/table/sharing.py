"""Sharing a game that is over: its players make the link, withdraw it, and choose whether they are named."""

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.core.refusal import Illegal, Refusal
from games.mail.links import absolute_url
from games.models import Share
from games.pages.common.guards import show_refusal
from games.pages.common.rate_limits import check_rate
from games.pages.common.seat_context import Needs, SeatContext, render_page, seat_page
from games.seats import sharing

from .end_picture import answer_with_picture
from .shown_end import show_end


@seat_page("GET", "POST")
def share(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Show what strangers would see of a game that is over, and the link, if there is one."""
    try:
        sharing.check_shareable(context.game)
        if request.method == "POST":
            _do(request, context)
            return redirect(context.urls["share"])
    except Refusal as refusal:
        is_address = request.method != "POST"  # which somebody has kept, or typed
        return redirect(context.urls["game"]) if is_address else show_refusal(request, refusal)
    found = Share.objects.filter(game=context.game).select_related("seat").first()
    shown = {
        "share": found,
        "link": absolute_url("shared", found.key) if found is not None else "",
        "shown": show_end(context.game),
        "me": context.required_seat,
    }
    return render_page(request, context, "games/share.html", shown)


def _do(request: HttpRequest, context: SeatContext) -> None:
    """Do what a button of the page asks for. Raises a `Refusal`."""
    seat = context.required_seat
    deeds: dict[str, Callable[[], object]] = {
        "share": partial(sharing.share_end, seat=seat, language=get_language() or "en"),
        "withdraw": partial(sharing.withdraw_share, seat=seat),
        "hide-name": partial(sharing.set_unnamed, seat=seat, is_unnamed=True),
        "show-name": partial(sharing.set_unnamed, seat=seat, is_unnamed=False),
    }
    deed = deeds.get(request.POST.get("do", ""))
    if deed is None:
        raise Illegal(_("Nothing was changed. Go back, reload the page and press a button there."))
    if request.POST["do"] == "share":
        check_rate(request, "share", seat.player)
    deed()


@seat_page("GET", needs=Needs.VIEWER, is_costly=True)
def end_picture(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Return the picture of the end that strangers would see, to who may see the game.

    Raises a `Refusal` before the end.
    """
    sharing.check_shareable(context.game)
    return answer_with_picture(request, context.game)
