"""The pages on which a player asks for a deputy, and accepts to be one (docs/decisions/0023-deputies.md).

Deputies play on the pages of the table, which seat_context opens for them under /d/.
"""

from collections.abc import Callable
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import clock
from games.core.refusal import Refusal
from games.history.formatting import name_of
from games.models import Deputy, Player
from games.models.deputy import IS_LIVE
from games.pages.common.person_context import PersonContext, person_page, render_person_page
from games.pages.common.requests import posted_data, submit_form
from games.pages.common.seat_context import Needs, SeatContext, render_page, seat_page
from games.seats.deputies import accept_deputy, ask_deputy, ask_deputy_for_all, end_deputy


class DeputyForm(forms.Form):
    """Who plays, and until when."""

    who = forms.CharField(
        max_length=254,
        label=gettext_lazy("Who plays for you"),
        help_text=gettext_lazy("Their e-mail address, or their name if you play with them."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    until = forms.DateField(
        label=gettext_lazy("Last day"),
        help_text=gettext_lazy(
            "At most 60 days from now. They play until the end of that day in your time zone."
        ),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )


@person_page()
def deputies(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Show who plays for the player, and for whom they play; hand all seats to somebody."""
    player = person.player
    form = DeputyForm(posted_data(request))
    result, status = submit_form(form, lambda: ask_deputy_for_all(by=player, **form.cleaned_data))
    if result is None:
        return show_deputies(request, person, form, status=status)
    asked, refused = result
    said = ngettext(
        "Your request was sent (%(count)d game).", "Your request was sent (%(count)d games).", len(asked)
    )
    messages.success(request, said % {"count": len(asked)})
    for game, reason in refused:
        messages.warning(request, f"{game.name}: {reason}")
    return redirect(person.url("deputies"))


def show_deputies(
    request: HttpRequest,
    person: PersonContext,
    form: DeputyForm,
    *,
    problem: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the page about the player's deputies, with what went wrong, if something did."""
    player = person.player
    live = Deputy.objects.filter(IS_LIVE, Q(owner=player) | Q(player=player), ends_at__gt=clock.now())
    live = live.select_related("seat__game", "owner", "player")
    rows = [row for row in live if row.seat.player_id == row.owner_id and not row.seat.game.is_over]
    shown = {
        "form": form,
        "problem": problem,
        "handed": [(row, name_of(row.player)) for row in rows if row.owner == player],
        "taken": [row for row in rows if row.player == player],
    }
    return render_person_page(request, person, "games/deputies.html", shown, status=status)


@person_page(post_only="deputies")
def accept(request: HttpRequest, person: PersonContext, pk: int) -> HttpResponse:
    """Accept to play a seat for its player."""
    return change_deputy(request, person, pk, accept_deputy, message=_("You now play for this seat, too."))


@person_page(post_only="deputies")
def end(request: HttpRequest, person: PersonContext, pk: int) -> HttpResponse:
    """End, or decline, that somebody plays for somebody."""
    return change_deputy(request, person, pk, end_deputy, message=_("Ended."))


def change_deputy(
    request: HttpRequest, person: PersonContext, pk: int, act: Callable[..., Deputy], *, message: str
) -> HttpResponse:
    """Do something with a deputy and go back to the page, with a message or the reason of a refusal."""
    try:
        act(deputy=pk, by=person.player)
    except Refusal as refusal:
        return show_deputies(request, person, DeputyForm(), problem=str(refusal), status=refusal.status)
    messages.success(request, message)
    return redirect(person.url("deputies"))


@seat_page("GET", "POST", needs=Needs.OWNER)
def ask_for_deputy(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Hand the player's own seat to somebody for a while."""
    seat = context.required_seat
    player = get_object_or_404(Player, pk=seat.player_id)
    person = PersonContext(player, context if context.only_this_game else None)
    form = DeputyForm(posted_data(request))
    asked, status = submit_form(form, lambda: ask_deputy(seat=seat, by=player, **form.cleaned_data))
    if asked is not None:
        messages.success(request, _("Your request was sent. We’ll mail you when they accept."))
        return redirect(person.url("deputies"))
    live = seat.deputies.filter(IS_LIVE, owner=player, ends_at__gt=clock.now()).select_related("player")
    shown = {
        "form": form,
        "handed": [(row, name_of(row.player)) for row in live],
        "person": person,
    }
    return render_page(request, context, "games/ask_for_deputy.html", shown, status=status)
