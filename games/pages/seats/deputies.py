"""The pages on which a player asks for a deputy, and accepts to be one (docs/decisions/0023-deputies.md).

Deputies play on the pages of the table, which seat_context opens for them under /d/.
"""

from collections.abc import Callable
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games import clock
from games.core.refusal import Refusal
from games.history import game_history
from games.models import Deputy
from games.models.deputy import IS_LIVE
from games.pages.common.guards import post_or_redirect, sign_in_on_404
from games.pages.common.requests import posted_data, signed_in, submit_form
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
@sign_in_on_404
def deputies(request: HttpRequest) -> HttpResponse:
    """Show who plays for the player, and for whom they play; hand all seats to somebody."""
    player = signed_in(request)
    form = DeputyForm(posted_data(request))
    result, status = submit_form(form, lambda: ask_deputy_for_all(by=player, **form.cleaned_data))
    if result is None:
        return show_deputies(request, form, status=status)
    asked, refused = result
    messages.success(request, _("Asked for %(count)d games.") % {"count": len(asked)})
    for game, reason in refused:
        messages.warning(request, f"{game.name}: {reason}")
    return redirect("deputies")


def show_deputies(
    request: HttpRequest, form: DeputyForm, *, problem: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    """Show the page about the player's deputies, with what went wrong, if something did."""
    player = signed_in(request)
    live = Deputy.objects.filter(IS_LIVE, Q(owner=player) | Q(player=player), ends_at__gt=clock.now())
    live = live.select_related("seat__game", "owner", "player")
    rows = [row for row in live if row.seat.player_id == row.owner_id and not row.seat.game.is_over]
    shown = {
        "form": form,
        "problem": problem,
        "handed": [(row, game_history.name_of(row.player)) for row in rows if row.owner == player],
        "taken": [row for row in rows if row.player == player],
    }
    return render(request, "games/deputies.html", shown, status=status)


@post_or_redirect("deputies")
@sign_in_on_404
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept to play a seat for its player."""
    return change_deputy(request, pk, accept_deputy, message=_("From now on you play this seat, too."))


@post_or_redirect("deputies")
@sign_in_on_404
def end(request: HttpRequest, pk: int) -> HttpResponse:
    """End, or decline, that somebody plays for somebody."""
    return change_deputy(request, pk, end_deputy, message=_("It is ended."))


def change_deputy(request: HttpRequest, pk: int, act: Callable[..., Deputy], *, message: str) -> HttpResponse:
    """Do something with a deputy and go back to the page, with a message or the reason of a refusal."""
    try:
        act(deputy=pk, by=signed_in(request))
    except Refusal as refusal:
        return show_deputies(request, DeputyForm(), problem=str(refusal), status=refusal.status)
    messages.success(request, message)
    return redirect("deputies")


@seat_page("GET", "POST")
def ask_for_deputy(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Hand the player's own seat to somebody for a while."""
    player, seat = signed_in(request), context.required_seat
    form = DeputyForm(posted_data(request))
    asked, status = submit_form(form, lambda: ask_deputy(seat=seat, by=player, **form.cleaned_data))
    if asked is not None:
        messages.success(request, _("Asked. You get a mail when they accept."))
        return redirect("deputies")
    live = seat.deputies.filter(IS_LIVE, owner=player, ends_at__gt=clock.now()).select_related("player")
    shown = {"form": form, "handed": [(row, game_history.name_of(row.player)) for row in live]}
    return render_page(request, context, "games/ask_for_deputy.html", shown, status=status)
