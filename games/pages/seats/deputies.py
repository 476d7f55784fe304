"""Deputies: handing a seat to another player for a while, and the pages from which they play it.

A deputy sees the table and the hand of the seat, answers, and nothing else: docs/decisions/0023-deputies.md.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games import clock
from games.core.refusal import Refusal
from games.history import moves
from games.models import Deputy, Player
from games.models.deputy import IS_LIVE
from games.pages.common.guards import posted, private
from games.pages.common.requests import posted_data, signed_in, status_of
from games.pages.common.seat_context import SeatContext, render_page, seat_page
from games.seats.deputies import accept_deputy, ask_deputy, ask_deputy_for_all, end_deputy


class DeputyForm(forms.Form):
    """Who plays, and until when."""

    who = forms.CharField(
        max_length=254,
        label=gettext_lazy("Who plays for you"),
        help_text=gettext_lazy("Their e-mail address, or their name if you have a table with them."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    until = forms.DateField(
        label=gettext_lazy("Last day"),
        help_text=gettext_lazy("At most 60 days from now. It ends with that day, where you live."),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@private
def deputies(request: HttpRequest) -> HttpResponse:
    """Show who plays for the player, and for whom they play; hand all seats to somebody."""
    player = signed_in(request)
    form = DeputyForm(posted_data(request))
    problem = ""
    if request.method == "POST" and form.is_valid():
        try:
            asked, refused = ask_deputy_for_all(by=player, **form.cleaned_data)
        except Refusal as refusal:
            problem = str(refusal)
            return _show(request, player, form, problem, refusal.status)
        messages.success(request, _("Asked for %(count)d games.") % {"count": len(asked)})
        for game, why in refused:
            messages.warning(request, f"{game.name}: {why}")
        return redirect("deputies")
    return _show(request, player, form, problem, status_of(form))


def _show(request: HttpRequest, player: Player, form: DeputyForm, problem: str, status: int) -> HttpResponse:
    live = Deputy.objects.filter(IS_LIVE, ends_at__gt=clock.now()).select_related(
        "seat__game", "owner", "player"
    )
    rows = [row for row in live.filter(owner=player) if row.seat.player_id == player.pk]
    mine = [row for row in live.filter(player=player) if row.seat.player_id == row.owner_id]
    more: dict[str, Any] = {
        "form": form,
        "problem": problem,
        "handed": [(row, moves.name_of(row.player)) for row in rows if not row.seat.game.is_over],
        "taken": [row for row in mine if not row.seat.game.is_over],
    }
    return render(request, "games/deputies.html", more, status=status)


@posted("deputies")
@private
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept to play a seat for its player."""
    return _attempt(request, pk, _("From now on you play this seat, too."), accept_deputy)


@posted("deputies")
@private
def end(request: HttpRequest, pk: int) -> HttpResponse:
    """End, or decline, that somebody plays for somebody."""
    return _attempt(request, pk, _("It is ended."), end_deputy)


def _attempt(request: HttpRequest, pk: int, said: str, act: Any) -> HttpResponse:
    player = signed_in(request)
    try:
        act(deputy=pk, by=player)
    except Refusal as refusal:
        return _show(request, player, DeputyForm(), str(refusal), refusal.status)
    messages.success(request, said)
    return redirect("deputies")


@seat_page("GET", "POST")
def hand_seat(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Hand the player's own seat to somebody for a while."""
    player, seat = signed_in(request), context.required_seat
    form = DeputyForm(posted_data(request))
    problem, status = "", status_of(form)
    if request.method == "POST" and form.is_valid():
        try:
            ask_deputy(seat=seat, by=player, **form.cleaned_data)
        except Refusal as refusal:
            problem, status = str(refusal), refusal.status
        else:
            messages.success(request, _("Asked. You get a mail when they accept."))
            return redirect("deputies")
    now = clock.now()
    live = [
        row
        for row in seat.deputies.filter(IS_LIVE, owner=player).select_related("player")
        if row.is_live(now)
    ]
    shown = {
        "form": form,
        "problem": problem,
        "handed": [(row, moves.name_of(row.player)) for row in live],
    }
    return render_page(request, context, "games/hand_seat.html", shown, status=status)
