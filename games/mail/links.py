"""Absolute addresses for mails. Tokens go here and into the body, and nowhere else (requirement M7)."""

from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse

from games.core import access, tokens
from games.models import Deputy, Game, Invitation, Notice, Question, Seat
from games.outbox.obsolete import Obsolete


def absolute(name: str, *words: str) -> str:
    """Return the full address of the page with this URL name."""
    return f"{settings.SITE_URL}{reverse(name, args=words)}"


def of_question(notice: Notice, question: Question) -> str:
    """Return the link that answers one question of one seat."""
    return of_number(notice, question.seat, question.number)


def of_number(notice: Notice, seat: Seat, number: int) -> str:
    """Return the link that answers the question with this number of a seat."""
    if notice.player_id == seat.player_id:
        return absolute("play_link", tokens.make_token(seat, number, at=notice.created_at))
    token = tokens.make_deputy_token(deputy_of(notice, seat), number, at=notice.created_at)
    return absolute("deputy_link", token)


def deputy_of(notice: Notice, seat: Seat) -> Deputy:
    """Return as whose deputy the reader of a notice may play a seat that is not theirs. Raises `Obsolete`."""
    for deputy in access.deputies_in_force(seat=seat.pk, player=notice.player_id):
        return deputy
    raise Obsolete("the reader does not play this seat")


def of_choice(link: str, label: str) -> str:
    """Return the same link, opening the page with one choice filled in."""
    return f"{link}?{urlencode({'pick': label})}"


def of_seat(notice: Notice, seat: Seat) -> str:
    """Return the link that opens the table from one seat, for its own player.

    Raises `Obsolete` for any other reader: a deputy, or who sat there when the notice was written.
    """
    if notice.player_id != seat.player_id:
        raise Obsolete("the seat is not the reader's")
    return absolute("play_link", tokens.make_token(seat, at=notice.created_at))


def of_orders(notice: Notice, seat: Seat) -> str:
    """Return the link that opens the standing orders of a seat."""
    return f"{of_seat(notice, seat)}?{urlencode({'to': 'orders'})}"


def of_takeback(notice: Notice, seat: Seat) -> str:
    """Return the link that opens the page about taking a turn back from a seat."""
    return f"{of_seat(notice, seat)}?{urlencode({'to': 'takeback'})}"


def of_invitation(notice: Notice, invitation: Invitation) -> str:
    """Return the link to accept or decline an invitation."""
    return absolute("invitation_link", tokens.make_invitation_token(invitation, at=notice.created_at))


def of_block(notice: Notice, invitation: Invitation) -> str:
    """Return the link for whoever wants no more invitations."""
    token = tokens.make_invitation_token(invitation, tokens.Purpose.BLOCK, at=notice.created_at)
    return absolute("block_link", token)


def of_game(game: Game) -> str:
    """Return the address of the game's page, for somebody who signs in."""
    return absolute("game", game.key)
