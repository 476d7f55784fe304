"""What happens before the first card: the host invites, starts or cancels, and the table agrees on a card."""

from functools import partial
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.decks import descriptions
from games.models import Game, Invitation, LobbyCard, Seat
from games.pages.common.invite_form import InviteForm, invite_all, leave_messages
from games.pages.common.parts import read_part
from games.pages.common.requests import posted_data, read_number, signed_in, status_of
from games.pages.common.seat_context import Needs, SeatContext, render_page, seat_page
from games.pages.decks.card_preview import build_preview
from games.pages.decks.made_cards import describe_form
from games.pages.decks.made_cards_form import FORMS
from games.pages.table.build_lobby import StartForm
from games.pages.table.show_game import act_and_show, show_game
from games.pages.table.table_rights import find_heirs
from games.play.start import start_game
from games.seats import expiry, invitations, lobby, parts
from games.seats.invitations import remove_invitation
from games.seats.own_card import agree_to_card, propose_card, withdraw_card


@seat_page("POST", needs=Needs.HOST)
def invite(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Invite people, each to a seat. Where some can't be, show of each what came of it."""
    host = signed_in(request)
    form = InviteForm(request.POST, host=host, game=context.game)
    if form.is_valid():
        form.check_seats(context.game.seats.filter(status=Seat.Status.FREE).count())
        if not form.invitees and not form.results:
            form.add_error(form.main_field, _("Enter an address, or choose someone."))
    if not form.is_valid():
        return show_game(request, context, status=status_of(form), invite_form=form)
    wrong, sent = form.results, invite_all(context.game, host, form.invitees)
    if not any(each.why for each in wrong + sent):
        leave_messages(request, sent)
        return redirect(context.urls["game"])
    again = InviteForm(host=host, game=context.game)
    again.results = sent + wrong
    if wrong:
        again.fields["people"].initial = "\n".join(each.who for each in wrong)
    is_any_sent = any(not each.why for each in sent)
    status = HTTPStatus.OK if is_any_sent else HTTPStatus.UNPROCESSABLE_ENTITY
    return show_game(request, context, status=status, invite_form=again)


@seat_page("POST", needs=Needs.HOST)
def remind_all(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Remind everybody who has not answered and may be reminded."""
    act = partial(invitations.remind_all, game=context.game, by=signed_in(request))
    return act_and_show(request, context, act, message=_("The reminders are on their way."))


@seat_page("POST", needs=Needs.HOST)
def remind(request: HttpRequest, context: SeatContext, pk: int) -> HttpResponse:
    """Remind an invited address, once."""
    invitation = get_object_or_404(Invitation, game=context.game, pk=pk)
    act = partial(invitations.remind_invited, invitation=invitation, by=signed_in(request))
    return act_and_show(request, context, act, message=_("The reminder is on its way."))


@seat_page("POST", needs=Needs.HOST)
def withdraw(request: HttpRequest, context: SeatContext, pk: int) -> HttpResponse:
    """Withdraw an invitation."""
    invitation = get_object_or_404(Invitation, game=context.game, pk=pk)
    act = partial(remove_invitation, invitation=invitation, by=signed_in(request))
    return act_and_show(
        request, context, act, message=_("The invitation is withdrawn: its link no longer works.")
    )


@seat_page("POST", needs=Needs.HOST)
def start(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Start the game with those who are there."""
    form = StartForm(request.POST, game=context.game, seats=list(context.game.seats.all()))
    if not form.is_valid():
        return show_game(
            request, context, problem=_("Choose who begins."), status=HTTPStatus.UNPROCESSABLE_ENTITY
        )
    first = form.cleaned_data.get("starting_seat")
    act = partial(start_game, game=context.game, by=signed_in(request), starting_seat=first)
    return act_and_show(request, context, act, message=_("The game has started."))


@seat_page("POST", needs=Needs.HOST)
def change_seats(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Give the game more or fewer seats; it may be full then, and start."""
    seats = read_number(request, "seats")
    act = partial(lobby.change_seats, game=context.game, by=signed_in(request), seats=seats or 0)
    message = ngettext("The table has %(n)s seat now.", "The table has %(n)s seats now.", seats or 0)
    return act_and_show(request, context, act, message=message % {"n": seats})


@seat_page("POST", needs=Needs.HOST)
def renew_link(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Replace the link of the game by another; the old one stops working."""
    act = partial(lobby.renew_link, game=context.game, by=signed_in(request))
    message = _("The old link no longer works. This is the new one.")
    return act_and_show(request, context, act, message=message)


@seat_page("GET", "POST", needs=Needs.HOST)
def cancel(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Ask for confirmation, then cancel the game."""
    if request.method != "POST":
        return render_page(request, context, "games/cancel.html", {})
    message = _("You’ve cancelled “%(game)s”.") % {"game": context.game.name}
    act = partial(lobby.cancel_game, game=context.game, by=signed_in(request))
    return act_and_show(request, context, act, then=reverse("dashboard"), message=message)


@seat_page("GET", "POST", needs=Needs.HOST)
def remove_player(request: HttpRequest, context: SeatContext, number: int) -> HttpResponse:
    """Ask for confirmation, then free the seat of a player before the start."""
    seat = get_object_or_404(Seat, game=context.game, number=number)
    may_ask = context.game.status == Game.Status.OPEN and seat.is_person
    if request.method != "POST" and may_ask and seat.player_id != context.game.host_id:
        return render_page(request, context, "games/remove_player.html", {"seat": seat})
    message = _("%(name)s is no longer at this table. We’ll tell them by mail.") % {"name": seat}
    act = partial(lobby.remove_player, game=context.game, by=signed_in(request), seat=seat)
    if request.method != "POST":
        return redirect(context.urls["game"])
    return act_and_show(request, context, act, message=message)


@seat_page("POST")
def keep_open(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Let the game wait for players as long again as a new one; for its host, also by a mail's link."""
    player = context.required_seat.player
    if player is None:
        raise Http404
    message = _("This game stays open for two more weeks.")
    return act_and_show(
        request, context, partial(expiry.keep_open, game=context.game, by=player), message=message
    )


@seat_page("POST")
def give_part(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Give something to the seed of the game, until it is dealt."""
    seat = context.required_seat
    return act_and_show(
        request,
        context,
        lambda: parts.give_part(seat=seat, part=read_part(request)),
        message=_("Your part of the shuffle is stored."),
    )


@seat_page("GET", "POST", needs=Needs.HOST)
def hand_over_host(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Ask for confirmation, then make another player at the table the host."""
    game = context.game
    if request.method != "POST":
        asked = {str(each.number): each for each in find_heirs(context, game.seats.all())}
        if (heir := asked.get(request.GET.get("seat", ""))) is None:
            return redirect(context.urls["game"])
        return render_page(request, context, "games/hand_over.html", {"heir": heir})
    to = get_object_or_404(Seat, game=game, number=read_number(request, "seat"))
    act = partial(lobby.hand_over_host, game=game, by=signed_in(request), to=to)
    return act_and_show(request, context, act, message=_("%(name)s is the host now.") % {"name": to})


@seat_page("GET", "POST", needs=Needs.HOST)
def own_card(request: HttpRequest, context: SeatContext, kind: str) -> HttpResponse:
    """Propose the table's own card, or another text for it."""
    game = context.game
    if kind not in FORMS or game.started_at is not None or descriptions.is_board_game(game.edition):
        raise Http404
    before = LobbyCard.objects.filter(game=game).first()
    card = before.card if before is not None and before.card.get("kind") == kind else None
    form = FORMS[kind](posted_data(request), spec=descriptions.parse_spec(game.edition), card=card)
    is_preview = "preview" in request.POST
    if form.is_valid() and not is_preview:
        act = partial(propose_card, game=game, by=signed_in(request), card=form.card)
        message = _("We’re asking everyone at the table whether they agree.")
        return act_and_show(request, context, act, message=message)
    shown = {
        "game": game,
        "form": form,
        "preview": build_preview(form, card),
        "heading": describe_form(form, is_new=card is None),
        "back": reverse("game", args=[game.key]),
    }
    status = HTTPStatus.OK if is_preview else status_of(form)
    return render(request, "decks/own_card.html", shown, status=status)


@seat_page("POST")
def agree_to_own_card(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Note that a seat agrees to the card as it was shown."""
    act = partial(agree_to_card, seat=context.required_seat, number=read_number(request, "number"))
    return act_and_show(request, context, act, message=_("You have agreed."))


@seat_page("POST", needs=Needs.HOST)
def withdraw_own_card(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Withdraw the table's own card."""
    act = partial(withdraw_card, game=context.game, by=signed_in(request))
    return act_and_show(request, context, act, message=_("The card is withdrawn."))
