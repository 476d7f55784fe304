"""Playing against bots at once, without an account, and keeping such a game in one.

docs/decisions/0045-play-now.md says what protects the seat, and the site.
"""

from contextlib import suppress
from typing import Any

from allauth.account.models import EmailAddress
from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

import engine
from games.core.refusal import NotPossible, Refusal
from games.core.zone_names import read_zone
from games.models import Game, Player
from games.models.player import clean_address
from games.pages.common.fields import NameField
from games.pages.common.guards import post_or_redirect, show_refusal, sign_in_on_404
from games.pages.common.rate_limits import check_rate
from games.pages.common.requests import posted_data, signed_in, status_of
from games.pages.common.seat_context import SeatContext, render_page
from games.pages.common.trial_session import (
    end_trial_session,
    find_trial_player,
    read_address,
    read_name,
    remember_address,
    start_trial_session,
)
from games.seats import trials

from .mail_code import MailCode


@post_or_redirect("dashboard")
@sign_in_on_404
def play_now(request: HttpRequest) -> HttpResponse:
    """Begin a game against bots and open its table: without an account, or for who is signed in.

    A visitor who has begun one goes on with it.
    """
    try:
        edition = read_edition(request.POST.get("edition", ""))
        if isinstance(request.user, Player):
            check_rate(request, "new_game", request.user)
            return redirect("game", trials.start_against_bots(host=request.user, edition=edition).key)
        return redirect("seat_game", start_or_continue(request, edition).key)
    except Refusal as refusal:
        return show_refusal(request, refusal)


def read_edition(slug: str) -> str:
    """Return the edition that a form asks for, by default base Fluxx. Raises `NotPossible`."""
    known = [edition.slug for edition in engine.all_editions()]
    if slug and slug not in known:
        raise NotPossible(_("There’s no edition “%(slug)s”.") % {"slug": slug[:40]})
    return slug or known[0]


def start_or_continue(request: HttpRequest, edition: str) -> Game:
    """Return the running game of this browser, or a new one. Raises a `Refusal`."""
    player = find_trial_player(request)
    running = trials.find_running_trial(player) if player is not None else None
    if running is not None:
        messages.info(
            request, _("You’re in the middle of this game. Finish it or give it up to start another.")
        )
        return running
    trials.check_room_for_trial()
    check_rate(request, "play_now")
    if player is None:
        player = trials.create_trial_player(timezone=guess_zone(request))
    start_trial_session(request, player)
    return trials.start_against_bots(host=player, edition=edition)


def guess_zone(request: HttpRequest) -> str:
    """Return the time zone that the browser's script has filled in, or UTC."""
    try:
        return read_zone(request.POST.get("timezone", "")[:64] or "UTC")
    except ValidationError:
        return "UTC"


class KeepForm(forms.Form):
    """The name and the address that a visitor's game is to be kept under."""

    name = NameField(
        help_text=gettext_lazy("What others at a table see. An account that you already have keeps its name.")
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail address"), widget=forms.EmailInput({"autocomplete": "email"})
    )

    def clean_email(self) -> str:
        """Return the address as it is stored."""
        return clean_address(self.cleaned_data["email"])


def keep_trial_seat(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Keep a visitor's game: at once for who is signed in, else by a code to an address.

    The answer is the same whether the address has an account or not.
    """
    trial = context.required_seat.player
    if trial is None:
        return redirect(context.urls["game"])
    if isinstance(request.user, Player):
        if request.method == "POST":
            return give_to_account(request, trial, request.user)
        shown: dict[str, Any] = {"form": None, "is_going_on": context.game.is_running}
        return render_page(request, context, "games/keep_trial.html", shown)
    form, problem = KeepForm(posted_data(request)), ""
    status: int = status_of(form)
    if form.is_valid():
        address = form.cleaned_data["email"]
        try:
            check_rate(request, "keep_game")
            trials.prepare_account(email=address, trial=trial)
            answer = MailCode.as_view(address=address)(request)
        except Refusal as refusal:
            problem, status = str(refusal), refusal.status
        else:
            remember_address(request, address, form.cleaned_data["name"])
            return answer
    shown = {"form": form, "problem": problem, "is_going_on": context.game.is_running}
    return render_page(request, context, "games/keep_trial.html", shown, status=status)


def keep_on_sign_in(sender: type[Player], user: Player, request: HttpRequest, **_more: object) -> None:
    """Give a visitor's games to who signs in with the address that they named; of ``user_logged_in``.

    Anybody else who signs in here is asked first, on their list of games.
    """
    address = read_address(request)
    trial = find_trial_player(request) if address else None
    if trial is None or trial.pk == user.pk:
        return
    known = EmailAddress.objects.filter(user=user, email=address, verified=True).exists()
    if user.email == address or known:
        with suppress(Refusal):  # a table that is busy: the list of games offers it again
            take_over(request, trial, user)


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_on_404
def keep_trial(request: HttpRequest) -> HttpResponse:
    """Give the games that were played in this browser without an account to who has signed in since.

    The address alone leads to where that can be done.
    """
    player = signed_in(request) if request.method == "POST" else None
    trial = find_trial_player(request)
    game = Game.objects.filter(host=trial, is_trial=True).order_by("-pk").first() if trial else None
    if trial is None or game is None:
        messages.info(request, _("There’s no game to keep in this browser."))
        return redirect("dashboard")
    if player is None:
        return redirect("seat_keep", game.key)
    return give_to_account(request, trial, player)


def give_to_account(request: HttpRequest, trial: Player, account: Player) -> HttpResponse:
    """Give a visitor's games to an account, and show the newest one there."""
    game = Game.objects.filter(host=trial, is_trial=True).order_by("-pk").first()
    try:
        take_over(request, trial, account)
    except Refusal as refusal:
        return show_refusal(request, refusal)
    return redirect("game", game.key) if game is not None else redirect("dashboard")


def take_over(request: HttpRequest, trial: Player, account: Player) -> None:
    """Give a visitor's games to an account, and say so. Raises a `Refusal`."""
    is_going_on = trials.find_running_trial(trial) is not None
    trials.keep_trial(trial=trial, account=account, name=read_name(request))
    end_trial_session(request)
    if is_going_on:
        kept = _("The game is yours to keep. From now on we’ll mail you when it’s your turn.")
    else:
        kept = _("The game is yours to keep. You’ll always find it in your list of finished games.")
    messages.success(request, kept)


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_on_404
def give_up_trial(request: HttpRequest) -> HttpResponse:
    """Ask for confirmation, then delete what was played in this browser without an account."""
    trial = find_trial_player(request)
    if trial is None:
        return redirect("dashboard")
    if request.method != "POST":
        return render(request, "games/give_up.html", {"game": trials.find_running_trial(trial)})
    try:
        trials.give_up_trial(trial=trial)
    except Refusal as refusal:
        return show_refusal(request, refusal)
    end_trial_session(request)
    messages.info(request, _("The game is deleted."))
    return redirect("dashboard")
