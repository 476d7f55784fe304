"""Adding notes of staff to the desk's pages of games and people."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.core.refusal import Refusal
from games.models import Game, Player
from games.moderation.notes import add_note
from games.pages.common.requests import signed_in

from .act_pages import page_of


@require_POST
def note_game(request: HttpRequest, pk: int) -> HttpResponse:
    """Note something about a game."""
    return note(request, get_object_or_404(Game, pk=pk))


@require_POST
def note_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Note something about a player."""
    return note(request, get_object_or_404(Player, pk=pk))


def note(request: HttpRequest, about: Game | Player) -> HttpResponse:
    """Store a note, and show the page again that shows it."""
    to = {"game": about} if isinstance(about, Game) else {"player": about}
    try:
        add_note(by=signed_in(request), text=request.POST.get("text", ""), **to)
    except Refusal as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Your note was saved."))
    return HttpResponseRedirect(f"{page_of(about)}#notes-title")
