"""The lobby of a game: who sits there, who is invited, and the forms of its host."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy

import engine
from games.decks import descriptions
from games.history import game_settings
from games.models import Game, Invitation, LobbyCard, Player, Seat, Starter
from games.pages.common.card_faces import Faces
from games.pages.common.fields import NameField
from games.pages.common.invite_form import InviteForm
from games.pages.common.seat_context import SeatContext
from games.pages.decks.editions import face_of
from games.seats.invitations import due_reminders
from games.timing import player_records


class NameForm(forms.Form):
    """A name for one table."""

    name = NameField(required=False)


class StartForm(forms.Form):
    """Who begins, where the host leaves that open until the start."""

    starting_seat = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Who begins"))

    def __init__(self, *args: Any, game: Game, seats: Sequence[Seat], **more: Any) -> None:
        super().__init__(*args, **more)
        if game.starter != Starter.HOST or game.starts_when_full:
            del self.fields["starting_seat"]
            return
        cast(forms.ChoiceField, self.fields["starting_seat"]).choices = [
            (seat.number, str(seat)) for seat in seats if seat.is_taken
        ]


def build_lobby(request: HttpRequest, context: SeatContext, invite_form: InviteForm | None) -> dict[str, Any]:
    """Return what the lobby of a game shows; to its host, the invitations and the link as well."""
    game = context.game
    seats = list(game.seats.select_related("player"))
    is_host = not context.only_this_game and request.user.pk == game.host_id
    shown: dict[str, Any] = {
        "seats": seats,
        "me": context.seat if context.seat is not None and context.seat.is_taken else None,
        "is_host": is_host,
        "reserved_seat": find_reserved_seat(request, context, seats),
        "invitation": invitation_for(request, context),
        "free": sum(seat.status == Seat.Status.FREE for seat in seats),
        "name_form": NameForm(),
        "policy": game_settings.describe_silence_policy(game),
        "asks": game_settings.describe_join_requirements(game),
    }
    if context.only_this_game or isinstance(request.user, Player):
        shown["records"] = {seat.pk: record for seat, record in player_records.list_records(seats)}
    me: Seat | None = shown["me"]
    # Also for who came by the link of the warning's mail, where the host is not signed in.
    shown["may_keep_open"] = game.warned_at is not None and me is not None and me.player_id == game.host_id
    if not game.is_over:
        shown |= build_own_card(game, shown["me"])
    if is_host and not game.is_over:
        invitations = game.invitations.filter(removed_at=None).select_related("seat")
        shown |= {
            "invitations": invitations,
            "unanswered": [each.shown_to_host for each in invitations if each.is_open],
            "invite_form": invite_form or InviteForm(host=game.host, game=game),
            "due_reminders": len(due_reminders(game)),
            "start_form": StartForm(game=game, seats=seats),
            "link": f"{settings.SITE_URL}{reverse('join_by_link', args=[game.link_key])}",
            "can_start": game.fill_with_bots or sum(seat.is_taken for seat in seats) > 1,
        }
    return shown


def find_reserved_seat(request: HttpRequest, context: SeatContext, seats: Sequence[Seat]) -> Seat | None:
    """Return the seat that a rematch reserves for the viewer, if one does."""
    if context.only_this_game:
        seat = context.seat
        return seat if seat is not None and seat.status == Seat.Status.INVITED else None
    me = request.user.pk
    return next((seat for seat in seats if me and seat.player_id == me and not seat.is_taken), None)


def invitation_for(request: HttpRequest, context: SeatContext) -> Invitation | None:
    """Return the open invitation to the address of the player who is signed in, if there is one."""
    if context.only_this_game or not isinstance(request.user, Player):
        return None
    invited = context.game.invitations.filter(email=request.user.email)
    return next((each for each in invited if each.is_open), None)


def build_own_card(game: Game, me: Seat | None) -> dict[str, Any]:
    """Return the card that is proposed, who has not agreed to it, and whether one may be proposed."""
    own = LobbyCard.objects.filter(game=game).first()
    if own is None:
        return {"may_make_card": has_room_for_own_card(game)}
    try:
        spec = descriptions.parse_spec(descriptions.with_card(game.edition, own.card))
    except ValueError:  # the rules cannot read it any more
        return {}
    card = next(share.card for share in engine.composition(spec).shares if share.made)
    waits_for = own.undecided_seats
    return {
        "own_card": face_of(card, Faces(spec.deck) if descriptions.is_dealt(spec) else None),
        "own_card_kind": own.card["kind"],
        "own_card_number": own.number,
        "own_card_waits_for": waits_for,
        "own_card_asks_me": me is not None and me.pk in {seat.pk for seat in waits_for},
    }


def has_room_for_own_card(game: Game) -> bool:
    """Return whether the deck of a game has room for a card of the table.

    It has if it is one of a game of cards, and none that people made is in it.
    """
    try:
        spec = descriptions.parse_spec(game.edition)
        return not spec.made and descriptions.game_of(spec) == "cards"
    except ValueError:
        return False
