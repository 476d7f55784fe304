"""Games that nobody fills: their hosts are warned, can keep them open, and else the games are cancelled."""

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_noop

from games import clock
from games.core.errors import Tally
from games.core.locking import in_transaction, lock_game
from games.core.postponed import run_due
from games.models import Game, Notice, Player
from games.models.game import WARNED_BEFORE, new_expiry
from games.outbox import notices

from .lobby import do_cancel, do_keep_open, lock_open_game_for_host, notify_cancelled


@in_transaction
def keep_open(*, game: Game, by: Player) -> None:
    """Give a game that hasn't started as much time again as a new one. Locks the game. Raises a `Refusal`."""
    do_keep_open(lock_open_game_for_host(game, by))


def warn_hosts(*, stop_at: float) -> Tally:
    """Warn the hosts of games that nobody fills."""
    waiting = Game.objects.filter(status=Game.Status.OPEN, warned_at=None)
    waiting.filter(expires_at=None).update(expires_at=new_expiry())  # made by the release before this rule
    due = waiting.filter(expires_at__lte=clock.now() + WARNED_BEFORE).order_by("expires_at", "pk")
    return run_due("the warning about game", due, warn_host, stop_at=stop_at)


@in_transaction
def warn_host(pk: int) -> None:
    """Warn the host of the game with this primary key, unless it has started or was kept meanwhile."""
    game, now = lock_game(pk=pk), clock.now()
    soon = now + WARNED_BEFORE
    if game.status != Game.Status.OPEN or game.warned_at or not game.expires_at or game.expires_at > soon:
        return
    game.warned_at, game.expires_at = now, soon
    game.save(update_fields=["warned_at", "expires_at"])
    seat = game.seats.filter(player=game.host).first()
    key = f"expiring/{game.pk}/{int(now.timestamp())}"
    notices.notify(Notice.Kind.EXPIRING, key=key, game=game, seat=seat, player=game.host)


def cancel_expired(*, stop_at: float) -> Tally:
    """Cancel the games whose hosts have known of it for long enough, and have not kept them open."""
    now = clock.now()
    warnings = Notice.objects.filter(game=OuterRef("pk"), kind=Notice.Kind.EXPIRING)
    too_new = Q(status=Notice.Status.WAITING) | Q(sent_at__gt=now - WARNED_BEFORE)
    due = Game.objects.filter(status=Game.Status.OPEN, warned_at__isnull=False, expires_at__lte=now)
    due = due.exclude(Exists(warnings.filter(too_new))).order_by("expires_at", "pk")
    return run_due("the expiry of game", due, cancel_unfilled, stop_at=stop_at)


@in_transaction
def cancel_unfilled(pk: int) -> None:
    """Cancel the game with this primary key, unless it has started or was kept meanwhile; tell everybody."""
    game = lock_game(pk=pk)
    if game.status != Game.Status.OPEN or game.expires_at is None or game.expires_at > clock.now():
        return
    do_cancel(game, gettext_noop("Not enough players joined in time."))
    notify_cancelled(game)
