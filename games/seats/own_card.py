"""The table's own card: its host proposes one before the start, and all who sit there agree or not."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.core.locking import in_transaction, lock_game
from games.core.refusal import Illegal, NotAllowed, NotPossible, Stale
from games.decks import descriptions
from games.models import Game, LobbyCard, Player, Seat
from games.play.start import check_open, do_start_when_full

from .lobby import check_playable, lock_open_game_for_host


@in_transaction
def propose_card(*, game: Game, by: Player, card: Mapping[str, Any]) -> LobbyCard:
    """Propose the table's own card, replacing an earlier one; everybody else has to agree again.

    Locks the game. Raises a `Refusal`.
    """
    game = lock_open_game_for_host(game, by)
    check_own_card(game, card)
    before = LobbyCard.objects.filter(game=game).first()
    own = before or LobbyCard(game=game, number=0)
    own.card = dict(card)
    own.number += 1
    own.save()
    own.agreed.set(game.seats.filter(player=by, status=Seat.Status.TAKEN))
    do_start_when_full(game)
    return own


@in_transaction
def agree_to_card(*, seat: Seat, number: int | None) -> None:
    """Agree to the text of the table's own card. Locks the game. Raises a `Refusal`."""
    game = lock_game(pk=seat.game_id)
    check_open(game)
    seat = game.seats.get(pk=seat.pk)
    if not seat.is_person:
        raise NotAllowed(_("You’re not at this table."))
    own = LobbyCard.objects.filter(game=game).first()
    if own is None or own.number != number:
        raise Stale(_("This card has been changed or withdrawn. Please read it again."))
    own.agreed.add(seat)
    do_start_when_full(game)


@in_transaction
def withdraw_card(*, game: Game, by: Player) -> None:
    """Withdraw the table's own card: the game is played without it. Locks the game. Raises a `Refusal`."""
    game = lock_open_game_for_host(game, by)
    LobbyCard.objects.filter(game=game).delete()
    do_start_when_full(game)


def check_own_card(game: Game, card: Mapping[str, Any]) -> None:
    """Refuse an impossible card, or one for a deck that allows none. Raises `Illegal` or `NotPossible`."""
    if descriptions.is_board_game(game.edition):
        raise NotPossible(_("You can’t add your own cards to the board game."))
    if descriptions.parse_spec(game.edition).made:
        raise NotPossible(_("This deck already has cards that its owner made."))
    try:
        name = descriptions.with_card(game.edition, card)
    except ValueError as error:
        raise Illegal(descriptions.describe_deck_error(error)) from None
    check_playable(name, game.seats_wanted)
