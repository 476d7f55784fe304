"""Blocking and muting people at a table, and lifting it."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.core.refusal import Refusal
from games.models import PlayerBlock
from games.pages.common.person_context import PersonContext, person_page
from games.pages.common.requests import read_number
from games.pages.common.seat_context import Needs, SeatContext, seat_page
from games.people.blocks import keep_away, lift


@person_page()
def blocks(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Lead to where it is shown whom a player has blocked and muted."""
    return redirect(person.section_url("seat_access", "blocks"))


@person_page(post_only="blocks")
def lift_block(request: HttpRequest, person: PersonContext, pk: int) -> HttpResponse:
    """Lift a block or a mute."""
    lift(by=person.player, pk=pk)
    messages.success(request, _("Lifted."))
    return redirect(person.section_url("seat_access", "blocks"))


@seat_page("POST", needs=Needs.OWNER)
def block_person(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Block or mute the person on another seat of the table, or lift that."""
    by = context.required_seat.player
    seat = (
        context.game.seats.select_related("player").filter(number=read_number(request, "seat") or 0).first()
    )
    if by is None or seat is None or seat.player is None:
        raise Http404
    kind = request.POST.get("kind", "")
    words: dict[str, object] = {"name": seat}
    try:
        if kind == "lift":
            for row in PlayerBlock.objects.filter(by=by, player=seat.player):
                lift(by=by, pk=row.pk)
            messages.success(request, _("You see what %(name)s says again.") % words)
        else:
            row = keep_away(by=by, player=seat.player, kind=kind)
            messages.success(request, describe(row, words))
    except Refusal as refusal:
        messages.error(request, str(refusal))
    return redirect(context.urls["people"])


def describe(row: PlayerBlock, words: dict[str, object]) -> str:
    """Return what a block or a mute does, in a sentence."""
    if row.kind == PlayerBlock.Kind.MUTE:
        return _("You won’t see what %(name)s says any more. They don’t know about it.") % words
    text = _(
        "You and %(name)s won’t share a new table, and neither of you sees what the other "
        "says. They don’t know about it. This game continues."
    )
    return text % words
