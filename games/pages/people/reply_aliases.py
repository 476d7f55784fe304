"""“This is me too”: the page that lets replies from another address count, and removing such an address."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.core import tokens
from games.core.refusal import Refusal
from games.core.tokens import Purpose
from games.models import Player
from games.pages.common.guards import mail_link_page
from games.pages.common.middleware import answer_to
from games.pages.common.passes import no_pass
from games.pages.common.person_context import PersonContext, person_page
from games.people.reply_aliases import add_reply_alias, remove_reply_alias


@require_http_methods(["GET", "HEAD", "POST"])
@mail_link_page
def reply_alias(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether an address is the player's own as well; a POST stores it.

    No sign-in: the link went to the player's proved address. The form carries no secret: its address is one.
    """
    found = tokens.read_token(token, Purpose.REPLY_ALIAS)
    player = found.seat.player if found.seat is not None else None
    if player is None:
        raise no_pass()
    return answer_to(player, lambda: ask_or_add(request, player, found.sender))


def ask_or_add(request: HttpRequest, player: Player, address: str) -> HttpResponse:
    """Show the question; add the address if its form was sent."""
    shown: dict[str, object] = {"address": address, "own": player.email}
    status = HTTPStatus.OK
    try:
        if request.method == "POST":
            add_reply_alias(player=player, address=address)
            shown["is_added"] = True
    except Refusal as refusal:
        shown["problem"], status = str(refusal), refusal.status
    return render(request, "games/reply_alias.html", shown, status=status)


@person_page(post_only="seat_access")
def drop_reply_alias(request: HttpRequest, person: PersonContext, pk: int) -> HttpResponse:
    """Let replies from an address count no more."""
    remove_reply_alias(player=person.player, pk=pk)
    messages.success(request, _("We don’t play replies from that address any more."))
    return redirect(person.url("seat_access"))
