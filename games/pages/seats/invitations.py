"""Pages that the links of an invitation open: take the seat, decline it, or block further invitations.

Like a link to a seat they are exchanged for a pass, so that the page's address holds no token.
"""

from typing import Any, cast

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games.core import access, tokens
from games.core.refusal import Refusal
from games.core.tokens import Purpose
from games.models import Invitation, Player, Seat
from games.pages.common.fields import NameField, ZoneField, propose_zone
from games.pages.common.guards import mail_link_page, show_refusal
from games.pages.common.parts import read_part
from games.pages.common.passes import (
    check_form,
    end_pass,
    give_pass,
    give_seat_pass,
    invitation_secret,
    no_pass,
    read_pass,
)
from games.pages.common.requests import posted_data, status_of
from games.seats.invitations import accept_invitation, block_invitations, decline_invitation

ME = "me"


class AcceptForm(forms.Form):
    """Taking the seat of an invitation, as oneself or as the owner of the invited address."""

    fields_without_note = ("timezone",)

    name = NameField(required=False, help_text=gettext_lazy("What the others at the table see."))
    timezone = ZoneField(
        required=False, help_text=gettext_lazy("We show deadlines in it. You can change it later.")
    )
    who = forms.ChoiceField(widget=forms.RadioSelect, label=gettext_lazy("Who takes the seat"))

    def __init__(
        self, *args: Any, invitation: Invitation, player: Player | AnonymousUser, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self._player = player if isinstance(player, Player) else None
        own = getattr(player, "name", "")
        self.fields["name"].initial = invitation.name or own
        cast(NameField, self.fields["name"]).kept = (invitation.name, own)
        if Player.objects.filter(email=invitation.email).exists():
            del self.fields["timezone"]  # they have chosen theirs
        else:
            propose_zone(self.fields["timezone"], invitation.invited_by.timezone)
        if self._player is None or self._player.email == invitation.email:
            del self.fields["who"]
            return
        cast(forms.ChoiceField, self.fields["who"]).choices = [
            ("address", _("The owner of %(email)s, who got this mail") % {"email": invitation.email}),
            (ME, _("%(player)s, who is signed in here") % {"player": self._player}),
        ]

    @property
    def player(self) -> Player | None:
        """Who takes the seat."""
        return self._player if self.cleaned_data.get("who", ME) == ME else None


@require_safe
@mail_link_page
def invitation_link(request: HttpRequest, token: str) -> HttpResponse:
    """Exchange the link of an invitation for a pass, and go to its page."""
    return exchange_token(token, Purpose.INVITATION, "invitation")


@require_safe
@mail_link_page
def block_link(request: HttpRequest, token: str) -> HttpResponse:
    """Exchange the link to block invitations for a pass, and go to its page."""
    return exchange_token(token, Purpose.BLOCK, "block")


def exchange_token(token: str, purpose: Purpose, page: str) -> HttpResponse:
    """Check a token, store it in a pass, and go to a page whose address does not hold it."""
    invitation = tokens.read_token(token, purpose).invitation
    if invitation is None:
        raise no_pass()
    key = invitation.game.key
    return give_pass(redirect(reverse(page, args=[key])), key, purpose, token)


@require_http_methods(["GET", "HEAD", "POST"])
@mail_link_page
def invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Show an invitation, and accept or decline it."""
    invited = find_invitation(request, key, Purpose.INVITATION)
    form = AcceptForm(posted_data(request), invitation=invited, player=request.user)
    problem, status = "", status_of(form)
    if request.method == "POST":
        try:
            if "decline" in request.POST:
                decline_invitation(invitation=invited)
                return end_pass(request, "declined", key, Purpose.INVITATION)
            if form.is_valid():
                return accept(form, invited, request)
        except Refusal as refusal:
            problem, status = str(refusal), refusal.status
    shown = {
        "csrf_token": invitation_secret(invited),
        "invitation": invited,
        "game": invited.game,
        "commitment": access.shown_commitment(invited.game),
        "seats": invited.game.seats.all(),
        "form": form,
        "problem": problem,
    }
    return render(request, "games/invitation.html", shown, status=status)


def accept(form: AcceptForm, invited: Invitation, request: HttpRequest) -> HttpResponse:
    """Take the seat, and go to its table: signed in, or by a pass to the seat. Raises a `Refusal`."""
    seat = accept_invitation(
        invitation=invited,
        player=form.player,
        name=form.cleaned_data["name"],
        timezone=form.cleaned_data.get("timezone", ""),
        part=read_part(request),
    )
    if seat.player == request.user:
        return redirect("game", invited.game.key)
    seat = Seat.objects.select_related("game", "player").get(pk=seat.pk)
    return give_seat_pass(redirect("seat_game", seat.game.key), seat)


@require_http_methods(["GET", "HEAD", "POST"])
@mail_link_page
def block(request: HttpRequest, key: str) -> HttpResponse:
    """Ask for confirmation, then block invitations to an address."""
    invited = find_invitation(request, key, Purpose.BLOCK)
    if request.method != "POST":
        shown = {"csrf_token": invitation_secret(invited), "invitation": invited}
        return render(request, "games/block.html", shown)
    try:
        block_invitations(address=invited.email)
    except Refusal as refusal:
        return show_refusal(request, refusal)
    return end_pass(request, "blocked", key, Purpose.BLOCK)


def find_invitation(request: HttpRequest, key: str, purpose: Purpose) -> Invitation:
    """Return the invitation that this browser's pass opens. Raises `TokenFailure`."""
    invitation = read_pass(request, purpose).invitation
    if invitation is None or invitation.game.key != key:
        raise no_pass()
    check_form(request, invitation)
    return invitation
