"""Deputies: handing a seat to another player for a while, and the pages from which they play it.

A deputy sees the table and the hand of the seat, answers, and nothing else: docs/decisions/0023-deputies.md.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games import clock
from games.core import access, tokens
from games.core.refusal import Refusal
from games.core.tokens import Purpose
from games.history import moves
from games.models import Deputy, Player, Seat
from games.models.deputy import IS_LIVE
from games.pages.common import seat_context
from games.pages.common.guards import by_link, posted, private
from games.pages.common.preferences import speaking_to
from games.pages.common.requests import posted_data, read_number, signed_in, status_of
from games.pages.common.seat_context import DeputyDoor
from games.pages.decks.editions import show_deck_of
from games.pages.table import multi_answer, table_page
from games.pages.table.game_page import pulse_of
from games.pages.table.table import read_labels, read_link, show_done, show_history, show_pulse
from games.play.answer import answer_question
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


@require_http_methods(["GET", "HEAD", "POST"])
@private
def hand_seat(request: HttpRequest, key: str) -> HttpResponse:
    """Hand the player's own seat to somebody for a while."""
    player = signed_in(request)
    seat = access.get_seat_for(player, key)
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
    more = {
        "game": seat.game,
        "form": form,
        "problem": problem,
        "handed": [(row, moves.name_of(row.player)) for row in live],
    }
    return render(request, "games/hand_seat.html", more, status=status)


@require_safe
@by_link
def deputy_link(request: HttpRequest, token: str) -> HttpResponse:
    """Exchange a link of a deputy's mail for a pass, and go to the table, whose address holds no token."""
    found = tokens.read_token(token, Purpose.DEPUTY)
    if found.deputy is None:
        raise tokens.Forged(seat_context.no_pass())
    key = found.deputy.seat.game.key
    picks = [("pick", label) for label in request.GET.getlist("pick")]
    if found.question is not None and found.question.beside:
        picks.insert(0, ("ask", str(found.question.number)))
    address = reverse("deputy_table", args=[key])
    response = redirect(f"{address}?{urlencode(picks)}" if picks else address)
    if request.user != found.deputy.player:
        at = clock.now() - tokens.MAX_AGE + seat_context.PASS_AGE
        seat_context.give_pass(response, key, Purpose.DEPUTY, tokens.make_deputy_token(found.deputy, at=at))
    return response


@require_safe
@by_link
def table(request: HttpRequest, key: str) -> HttpResponse:
    """Show the table from a seat that somebody plays for its player."""
    door = seat_context.for_deputy(request, key)
    with speaking_to(door.deputy_taken.player):
        return show(request, door, attempted=read_link(request), since=read_number(request, "since"))


@posted("deputy_table")
@by_link
def answer(request: HttpRequest, key: str) -> HttpResponse:
    """Answer for the seat, signed with both names."""
    door = seat_context.for_deputy(request, key)
    received_at = clock.now()
    labels, number = read_labels(request), read_number(request, "number") or 0
    with speaking_to(door.deputy_taken.player):
        if multi_answer.read_several(request).strip():
            pk = door.deputy_taken.pk
            done = multi_answer.carry_out(request, door, number=number, received_at=received_at, deputy=pk)
            return show_done(request, door, done, show)
        try:
            answered = answer_question(
                seat=door.seat_taken.pk,
                number=number,
                labels=labels,
                by=door.by,
                submission_key=request.POST.get("submission_key", "")[:64],
                received_at=received_at,
                deputy=door.deputy_taken.pk,
            )
        except Refusal as refusal:
            door.game.refresh_from_db()
            attempted = table_page.Attempt(labels, number, str(refusal))
            return show(request, door, attempted=attempted, problem=str(refusal), status=refusal.status)
    return redirect(f"{door.url('table')}?since={moves.move_before_answer(answered.move)}")


@require_safe
@by_link
def pulse(request: HttpRequest, key: str) -> HttpResponse:
    """Say whether the table has changed since the page was made."""
    return show_pulse(request, seat_context.for_deputy(request, key))


@require_safe
@by_link
def seat_history(request: HttpRequest, key: str) -> HttpResponse:
    """Show everything that has happened, as the seat may know it."""
    door = seat_context.for_deputy(request, key)
    with speaking_to(door.deputy_taken.player):
        return show_history(request, door)


@require_safe
@by_link
def deck(request: HttpRequest, key: str) -> HttpResponse:
    """Show all cards of the game."""
    door = seat_context.for_deputy(request, key)
    with speaking_to(door.deputy_taken.player):
        return show_deck_of(request, door)


def show(
    request: HttpRequest,
    door: DeputyDoor,
    *,
    attempted: table_page.Attempt,
    since: int | None = None,
    problem: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the table to a deputy: the hand of the seat and what it is asked, and none of its settings."""
    deputy = door.deputy_taken
    shown = table_page.show(door, attempted, since=since)
    more = {
        "door": door,
        "game": door.game,
        "problem": problem,
        "state": pulse_of(door),
        "csrf_token": door.form_secret,
        "scene": shown,
        "waiting_count": int(shown.asked is not None),
        "deputy": deputy,
        "owner": str(Seat.objects.get(pk=deputy.seat_id)),
    }
    return render(request, "games/deputy_table.html", more, status=status)
