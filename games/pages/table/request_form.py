"""What pages share on which somebody asks the whole table for something: asking, withdrawing, answering."""

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.core.refusal import Illegal, NotPossible
from games.models import Seat, Vote
from games.pages.common.requests import read_primary_key
from games.play import consent


def act_on_request(
    request: HttpRequest,
    seat: Seat,
    kind: Vote.Kind,
    ask: Callable[[], str],
    answer: Callable[..., None] = consent.answer,
) -> str:
    """Ask, withdraw what was asked, or answer it, and return the message that says so. Raises a `Refusal`."""
    act = request.POST.get("act", "")
    if act == "ask":
        return ask()
    if act == "withdraw":
        consent.withdraw(seat=seat, kind=kind)
        return _("Your request has been withdrawn.")
    if act not in consent.CHOICES:
        raise Illegal(_("Choose one of the answers."))
    vote = Vote.objects.filter(pk=read_primary_key(request, "vote") or 0, game=seat.game_id).first()
    if vote is None or vote.kind != kind:
        raise NotPossible(_("There’s no open request."))
    answer(vote=vote, seat=seat, agrees=act == consent.AGREE)
    return _("Your answer has been saved.")
