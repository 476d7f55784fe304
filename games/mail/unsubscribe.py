"""Unsubscribe tokens: for a short link, for an address, and for one-click unsubscribe (RFC 8058).

A token is valid for ever, also after its player has closed the account: all it can do is stop mail. It opens
no table, signs nobody in, and stays valid when the links of a seat are revoked.
"""

import re
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.http import base36_to_int, int_to_base36

from games.models import Game, Invitation, Notice, Player

from .addresses import is_proved, prove

TOKEN = re.compile(
    r"(?P<kind>[gim])(?P<numbers>[0-9a-z]{1,13}(?:-[0-9a-z]{1,13})?)(?:-(?P<reference>[a-z2-7]{26}))?"
    r"-(?P<proof>[a-z2-7]{20})"
)
LARGEST = 2**63 - 1
PURPOSE = "unsubscribe"


@dataclass(frozen=True)
class UnsubscribeRequest:
    """Whose mail a token stops, and about what; rows that were deleted are missing.

    `of_bundle` if its mail was about more than one game; `games` are those.
    """

    player: Player | None = None
    games: tuple[Game, ...] = ()
    invitation: Invitation | None = None
    of_bundle: bool = False

    @property
    def game(self) -> Game | None:
        """The game, if it is about a single one."""
        return self.games[0] if len(self.games) == 1 else None

    @property
    def forgotten(self) -> bool:
        """Whether the site no longer knows which games the mail was about; then all mail is meant."""
        return self.of_bundle and not self.games


def make_token(notice: Notice) -> str:
    """Return the token for the mail of a notice. It names a player and a game, or an invitation."""
    if notice.player_id is not None:
        return _with_proof(f"g{int_to_base36(notice.player_id)}-{int_to_base36(notice.game_id)}")
    return _with_proof(f"i{int_to_base36(notice.invitation_id or 0)}")


def make_bundle_token(first: Notice) -> str:
    """Return the token for a mail about more than one game. It names the player and one notice."""
    return _with_proof(f"m{int_to_base36(first.player_id or 0)}-{first.reference}")


def read_token(token: str) -> UnsubscribeRequest:
    """Return what a token is about; upper and lower case are the same. Raises `ValueError`."""
    token = token.strip().lower()
    match = TOKEN.fullmatch(token)
    if match is None or not is_proved(PURPOSE, token[: -len(match["proof"]) - 1], match["proof"]):
        raise ValueError("not a token of ours")
    numbers = [base36_to_int(number) for number in match["numbers"].split("-")]
    if max(numbers) > LARGEST:
        raise ValueError("not a token of ours")
    if match["kind"] == "i":
        return UnsubscribeRequest(
            invitation=Invitation.objects.select_related("game").filter(pk=numbers[0]).first()
        )
    player = Player.objects.filter(pk=numbers[0]).first()
    if match["kind"] == "m":
        # Tokens of earlier releases name the notice by its number.
        notices = Notice.objects.filter(player=numbers[0])
        reference = match["reference"]
        notices = notices.referred_to(reference) if reference else notices.filter(pk=numbers[-1])
        return UnsubscribeRequest(player, games_of_mail(notices), of_bundle=True)
    return UnsubscribeRequest(player, tuple(Game.objects.filter(pk=numbers[-1])))


def games_of_mail(notices: QuerySet[Notice]) -> tuple[Game, ...]:
    """Return the games that the mail of a notice was about; none if the notice was removed."""
    mail = notices.values("message_id", "player")[:1]
    bundled = Notice.objects.filter(
        player__in=mail.values("player"), channel=None, message_id__in=mail.values("message_id")
    )
    return tuple(Game.objects.filter(pk__in=bundled.values("game")).order_by("pk"))


def _with_proof(words: str) -> str:
    return f"{words}-{prove(PURPOSE, words)}"
