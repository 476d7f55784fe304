"""Showing a game that is over to anybody: the link to its end and replay, and who is named there.

The link is the players' own: any of them makes it, and any of them withdraws it. Who can no longer choose, as
they have left the table, is not named.
"""

from collections.abc import Iterable
from copy import copy
from string import ascii_uppercase

from django.http import Http404
from django.utils.translation import gettext as _

from games.core.event_log import note_event
from games.core.locking import in_transaction, lock_game
from games.core.refusal import NotAllowed, NotPossible, Resting
from games.core.suspension import check_may_play, suspended
from games.decks.descriptions import deck_title
from games.models import Game, GameState, Player, Seat, Share, StaffAct
from games.models.seat import FORMER_NAMES


@in_transaction
def share_end(*, seat: Seat, language: str) -> Share:
    """Make the link to a game that is over, or return the one that there is. Locks the game.

    The table reads in its history who has made it. Raises a `Refusal`.
    """
    game = lock_game(pk=seat.game_id)
    sharer, player = _check_player(seat)
    check_shareable(game)
    found = Share.objects.filter(game=game).first()
    if (found is not None and found.is_ended) or _was_ended(game):
        raise NotAllowed(_("A moderator has ended the link to this game, so nobody can share it."))
    if found is not None:
        return found
    note_event(game, "shared", name=sharer)
    return Share.objects.create(game=game, seat=sharer, player=player, language=language)


def _was_ended(game: Game) -> bool:
    """Whether staff have ended the link, also where its player's account, and with it the row, is gone."""
    return StaffAct.objects.filter(game=game, act="end-share", status=StaffAct.Status.DONE).exists()


@in_transaction
def withdraw_share(*, seat: Seat) -> None:
    """Let the link to a game open nothing any more; the next one is another. Locks the game."""
    game = lock_game(pk=seat.game_id)
    _check_player(seat)
    Share.objects.filter(game=game, is_ended=False).delete()


@in_transaction
def set_unnamed(*, seat: Seat, is_unnamed: bool) -> None:
    """Call a player “A player” where their game is shared, or by their name. Locks the game."""
    lock_game(pk=seat.game_id)
    _check_player(seat)
    Seat.objects.filter(pk=seat.pk).update(is_unnamed=is_unnamed)


def check_shareable(game: Game) -> None:
    """Refuse to share a game that goes on, is nobody's who could withdraw it, or has nothing to show."""
    if not game.is_over:
        raise Resting(_("This game isn’t over yet, so there’s nothing to share."))
    if game.is_trial:
        raise NotPossible(_("Keep this game in an account first: then you can share it."))
    if not GameState.objects.filter(game=game).exists():
        raise NotPossible(_("This game ended before the cards were dealt, so there’s nothing to share."))


def _check_player(seat: Seat) -> tuple[Seat, Player]:
    """Return the seat as it is now, and its player, who sits there and may act. Raises `NotAllowed`."""
    now = Seat.objects.select_related("player").get(pk=seat.pk)
    if not now.is_person or now.player is None or now.player_id != seat.player_id:
        raise NotAllowed(_("You didn’t play in this game."))
    check_may_play(now.player)
    return now, now.player


def find_shared(key: str) -> Share:
    """Return what a link shows, or raise `Http404`: of a game that goes on or is not shared it shows nothing.

    While the player who made it is suspended, it rests.
    """
    shares = Share.objects.select_related("game", "seat").exclude(suspended("player"))
    share = shares.filter(key=key, is_ended=False).first()
    if share is None or not share.game.is_over:
        raise Http404
    return share


def seats_for_strangers(seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats of a game as strangers read them, in the present language; nobody is to store them."""
    shown, unnamed = [], 0
    for seat in seats:
        each = copy(seat)
        if hides_name(seat):
            each.name = _("Player %(letter)s") % {"letter": _letter(unnamed)} if unnamed else _("A player")
            unnamed += 1
        shown.append(each)
    return shown


def _letter(place: int) -> str:
    """Return B for 1, C for 2, …, and a number where the letters are used up: any number may have left."""
    return ascii_uppercase[place] if place < len(ascii_uppercase) else str(place + 1)


def hides_name(seat: Seat) -> bool:
    """Whether strangers don't read who has, or had, a seat."""
    is_bot = bool(seat.bot) or not seat.name or seat.name in FORMER_NAMES
    return not is_bot and (seat.is_unnamed or not seat.is_taken)


def name_for_strangers(game: Game, seats: Iterable[Seat]) -> str:
    """Return the name of a game; its deck, where the name is also that of somebody who isn't named."""
    hidden = [seat.name.casefold() for seat in seats if hides_name(seat)]
    if any(name in game.name.casefold() for name in hidden):
        return deck_title(game.edition, game.deck_title)
    return game.name
