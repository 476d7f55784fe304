"""Unsubscribe tokens: for a short link, for an address, and for one-click unsubscribe (RFC 8058).

A token is valid for ever, also after its player has closed the account: all it can do is stop mail, and have
it sent as usual again. It opens no table, signs nobody in, and stays valid when the links of a seat are
revoked. It stops mail to the address alone to which its own mail went: somebody else may read that mailbox
once its player has another address.

The token of a mail about one game holds a digest of the address, where others have the reference of a notice,
so that an earlier release reads it as well. Of any other it must be known when its mail was sent. Tokens of
earlier releases hold no address: they stop mail until their player has another one.
"""

import base64
import re
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare
from django.utils.http import base36_to_int, int_to_base36

from games.core.keys import make_keyed_hashes
from games.models import Circle, Game, Invitation, Notice, Player
from games.models.player import clean_address

from .addresses import is_proved, prove

TOKEN = re.compile(
    r"(?P<kind>[cgim])(?P<numbers>[0-9a-z]{1,13}(?:-[0-9a-z]{1,13})?)(?:-(?P<reference>[a-z2-7]{16}|[a-z2-7]{26}))?"
    r"-(?P<proof>[a-z2-7]{20})"
)
LARGEST = 2**63 - 1
PURPOSE = "unsubscribe"
# Of base 32: one as long as the reference of a notice, which earlier releases read as well, and one that
# leaves room in an address for the largest numbers of players and circles.
DIGEST_LENGTH, SHORT_DIGEST_LENGTH = 26, 16


@dataclass(frozen=True)
class UnsubscribeRequest:
    """Whose mail a token stops, and about what; rows that were deleted are missing.

    `of_bundle` if its mail was about more than one game; `games` are those, `circle` is that of a gazette.
    With `is_outdated` its mail went to an address that its player no longer has, or may have; with `is_left`
    it was a gazette of a circle that its reader has left, or that is gone. Then it is about nobody.
    """

    player: Player | None = None
    games: tuple[Game, ...] = ()
    invitation: Invitation | None = None
    of_bundle: bool = False
    is_outdated: bool = False
    is_left: bool = False
    circle: Circle | None = None

    @property
    def game(self) -> Game | None:
        """The game, if it is about a single one."""
        return self.games[0] if len(self.games) == 1 else None

    @property
    def forgotten(self) -> bool:
        """Whether the site no longer knows which games the mail was about; then all mail is meant."""
        return self.of_bundle and not self.games


def make_token(notice: Notice) -> str:
    """Return the token for a notice’s mail. It names a player, a game and an address, or an invitation."""
    if notice.player_id is not None:
        player, game = int_to_base36(notice.player_id), int_to_base36(notice.game_id)
        address = notice.player.email if notice.player is not None else ""
        return _with_proof(f"g{player}-{game}-{_list_digests(address)[0]}")
    return _with_proof(f"i{int_to_base36(notice.invitation_id or 0)}")


def make_bundle_token(first: Notice) -> str:
    """Return the token for a mail about more than one game. It names the player and one notice."""
    return _with_proof(f"m{int_to_base36(first.player_id or 0)}-{first.reference}")


def make_gazette_token(player: Player, circle: Circle) -> str:
    """Return the token for the mail that brings the gazette of a circle to a member."""
    numbers = f"{int_to_base36(player.pk)}-{int_to_base36(circle.pk)}"
    return _with_proof(f"c{numbers}-{_list_digests(player.email)[0][:SHORT_DIGEST_LENGTH]}")


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
    reference = match["reference"]
    if match["kind"] == "m":
        # Tokens of earlier releases name the notice by its number.
        notices = Notice.objects.filter(player=numbers[0])
        notices = notices.referred_to(reference) if reference else notices.filter(pk=numbers[-1])
        if player is not None and _is_of_old_address(player, notices):
            return UnsubscribeRequest(is_outdated=True)
        return UnsubscribeRequest(player, games_of_mail(notices), of_bundle=True)
    if player is not None and not _has_address(player, reference):
        return UnsubscribeRequest(is_outdated=True)
    if match["kind"] == "c":
        circle = Circle.objects.filter(pk=numbers[-1], members__player=numbers[0]).first()
        return UnsubscribeRequest(player if circle else None, circle=circle, is_left=circle is None)
    return UnsubscribeRequest(player, tuple(Game.objects.filter(pk=numbers[-1])))


def _has_address(player: Player, digest: str | None) -> bool:
    """Whether a digest is that of a player's address; one without is of a release that knew no changes."""
    if digest is None:
        return player.address_changed_at is None
    return any(constant_time_compare(digest, each[: len(digest)]) for each in _list_digests(player.email))


def _is_of_old_address(player: Player, notices: QuerySet[Notice]) -> bool:
    """Whether a mail was sent before its player had this address; of one that was removed, it may be so."""
    if player.address_changed_at is None:
        return False
    notice = notices.first()
    return notice is None or (notice.sent_at is not None and notice.sent_at < player.address_changed_at)


def _list_digests(address: str) -> list[str]:
    """Return the keyed hashes of an address, the first with the present key of the site."""
    hashes = make_keyed_hashes("games.unsubscribe.address", clean_address(address))
    return [base64.b32encode(each).decode().lower()[:DIGEST_LENGTH] for each in hashes]


def games_of_mail(notices: QuerySet[Notice]) -> tuple[Game, ...]:
    """Return the games that the mail of a notice was about; none if the notice was removed."""
    mail = notices.values("message_id", "player")[:1]
    bundled = Notice.objects.filter(
        player__in=mail.values("player"), channel=None, message_id__in=mail.values("message_id")
    )
    return tuple(Game.objects.filter(pk__in=bundled.values("game")).order_by("pk"))


def _with_proof(words: str) -> str:
    return f"{words}-{prove(PURPOSE, words)}"
