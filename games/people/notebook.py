"""The private notes of a player at a seat."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games import clock
from games.core.refusal import Illegal, NotAllowed
from games.models import Seat, SeatNotebook
from games.models.talk import MOST_NOTED


def write_notes(*, seat: Seat, text: str, released: bool) -> None:
    """Replace the notes of a seat; `released` lets a player who takes the seat over read them.

    Raises a `Refusal` if the text is too long or the seat has no player.
    """
    if not seat.is_person:
        raise NotAllowed(_("You have left this table."))
    text = text.replace("\r\n", "\n").replace("\x00", "")
    if len(text) > MOST_NOTED:
        words = {"most": MOST_NOTED, "count": len(text)}
        raise Illegal(_("Keep your notes to %(most)s characters: these are %(count)s.") % words)
    kept = {"text": text, "released": released, "written_at": clock.now()}
    SeatNotebook.objects.update_or_create(seat=seat, defaults=kept)
