"""The token with which somebody is rid of mails: in a short link, in an address, for one click (RFC 8058).

It is good for ever, and after its player has closed the account: all it can do is to stop mail. It opens no
table, signs nobody in, and outlives the links of a seat, which may be revoked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.crypto import constant_time_compare
from django.utils.http import base36_to_int, int_to_base36

from games.models import Game, Invitation, Notice, Player

from .addresses import prove

TOKEN = re.compile(r"(?P<kind>[gi])(?P<numbers>[0-9a-z]{1,13}(?:-[0-9a-z]{1,13})?)-(?P<proof>[a-z2-7]{20})")
LARGEST = 2**63 - 1


@dataclass(frozen=True)
class Wish:
    """Whose mail a token stops, and about what; each is ``None`` when it is gone from the database."""

    player: Player | None = None
    game: Game | None = None
    invitation: Invitation | None = None


def make_token(notice: Notice) -> str:
    """Return the token for the mail of a notice: of a player and a game, or of an invitation."""
    if notice.player_id is not None:
        return _with_proof(f"g{int_to_base36(notice.player_id)}-{int_to_base36(notice.game_id)}")
    return _with_proof(f"i{int_to_base36(notice.invitation_id or 0)}")


def read_token(token: str) -> Wish:
    """Return what a token is about, in any case of its letters. Raises `ValueError` when it is not ours."""
    token = token.strip().lower()
    match = TOKEN.fullmatch(token)
    if match is None or not constant_time_compare(token, _with_proof(token[: -len(match["proof"]) - 1])):
        raise ValueError("not a token of ours")
    numbers = [base36_to_int(number) for number in match["numbers"].split("-")]
    if max(numbers) > LARGEST:
        raise ValueError("not a token of ours")
    if match["kind"] == "i":
        return Wish(invitation=Invitation.objects.select_related("game").filter(pk=numbers[0]).first())
    return Wish(
        player=Player.objects.filter(pk=numbers[0]).first(), game=Game.objects.filter(pk=numbers[-1]).first()
    )


def _with_proof(words: str) -> str:
    return f"{words}-{prove('unsubscribe', words)}"
