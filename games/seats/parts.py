"""What a player gives to the seed of a game at whose table they sit, until it is dealt."""

from django.utils.translation import gettext as _

from games.core.locking import in_transaction, lock_game
from games.core.refusal import Illegal, NotPossible
from games.models import Seat
from games.play.seed import check_undealt, do_give_part


@in_transaction
def give_part(*, seat: Seat, part: str) -> None:
    """Give a part to the seed, in place of an earlier one. Locks the game. Raises a `Refusal`."""
    game = lock_game(pk=seat.game_id)
    check_undealt(game)
    row = game.seats.filter(pk=seat.pk, player=seat.player_id).first()
    if row is None or not row.is_person:
        raise NotPossible(_("You’re not at this table."))
    if not part:
        raise Illegal(_("Write something for the shuffle, or let your browser make a number."))
    do_give_part(row, part)
