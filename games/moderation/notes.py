"""What staff note about players and games, for each other."""

from datetime import timedelta

from django.utils.translation import gettext as _

from games import clock
from games.core.refusal import Illegal, NotAllowed, check_fields
from games.models import Game, Player, StaffNote

from .roles import MAY_ACT

TWICE = timedelta(minutes=1)


def add_note(*, by: Player, text: str, player: Player | None = None, game: Game | None = None) -> StaffNote:
    """Note something about a player or a game. Raises a `Refusal`."""
    if not (by.is_staff and by.is_active and by.has_perm(MAY_ACT)):
        raise NotAllowed(_("You can look at the desk, but not act. Ask an operator for a role."))
    note = StaffNote(by=by, player=player, game=game, text=text.strip())
    if not note.text:
        raise Illegal(_("Enter a note."))
    check_fields(note, exclude=["by", "player", "game"])
    just_now = StaffNote.objects.filter(
        by=by, player=player, game=game, text=note.text, at__gt=clock.now() - TWICE
    )
    if (earlier := just_now.first()) is not None:  # the button was pressed twice
        return earlier
    note.save()
    return note
