"""What a lobby shows of the table's own card."""

from typing import Any

import engine
from games.decks import descriptions
from games.models import Game, LobbyCard, Seat
from games.pages.common.card_faces import Faces
from games.pages.decks.editions import face_of


def show_own_card(game: Game, me: Seat | None) -> dict[str, Any]:
    """Return the card that is proposed, who has not agreed to it, and whether one may be proposed."""
    own = LobbyCard.objects.filter(game=game).first()
    if own is None:
        return {"may_make_card": may_have_one(game)}
    try:
        spec = descriptions.spec_of(descriptions.with_card(game.edition, own.card))
    except ValueError:  # the rules cannot read it any more
        return {}
    card = next(share.card for share in engine.composition(spec).shares if share.made)
    waits_for = own.waits_for
    return {
        "own_card": face_of(card, Faces(spec.deck) if descriptions.is_dealt(spec) else None),
        "own_card_kind": own.card["kind"],
        "own_card_number": own.number,
        "own_card_waits_for": waits_for,
        "own_card_asks_me": me is not None and me.pk in {seat.pk for seat in waits_for},
    }


def may_have_one(game: Game) -> bool:
    """Return whether the deck of a game has room for a card of the table.

    It has if it is one of a game of cards, and none that people made is in it.
    """
    try:
        spec = descriptions.spec_of(game.edition)
        return not spec.made and descriptions.game_of(spec) == "cards"
    except ValueError:
        return False
