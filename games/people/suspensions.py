"""Suspending a person: bots keep their seats meanwhile, and they get them back afterwards.

`Player.held_seats` names the seats that bots keep for this reason alone, so that no other is given back.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games import clock
from games.core.errors import Tally
from games.core.event_log import note_event
from games.core.locking import lock_game
from games.core.postponed import run_due
from games.core.suspension import is_suspended, suspended
from games.models import Game, Notice, PersonMail, Player, Question, Seat
from games.models.question import IS_OPEN
from games.outbox import notices
from games.outbox.person_mail import write_to
from games.play.table_action import table_action
from games.seats.membership import do_return_to_seat

from .circles import find_other_hosts


def do_suspend(player: Player, games: Sequence[Game], *, until: datetime, because: str) -> None:
    """Suspend a locked player; bots keep their seats in these locked games from now on.

    Their circles get other hosts. The sweep holds the seats of the games that are left out.
    """
    player.suspended_until, player.suspended_because = until, because
    player.held_seats = [seat.pk for game in games for seat in do_hold_seats(player, game)]
    player.save(update_fields=["suspended_until", "suspended_because", "held_seats"])
    find_other_hosts(player)


def do_hold_seats(player: Player, game: Game) -> list[Seat]:
    """Let bots keep a player's seats in a locked game where other people wait; return these seats."""
    held = list(to_hold().filter(game=game, player=player))
    for seat in held:
        seat.on_autopilot = True
        seat.save(update_fields=["on_autopilot"])
    return held


def do_end_suspension(player: Player, games: Sequence[Game]) -> list[Seat]:
    """End the suspension of a locked player, and give back the seats that bots keep in these locked games.

    Who has asked to delete their account gets them when they call that off.
    """
    back = []
    for game in games if player.deletion_at is None else ():
        mine = game.seats.filter(pk__in=player.held_seats, player=player, status=Seat.Status.TAKEN)
        for seat in mine.filter(on_autopilot=True) if game.is_running else ():
            seat.game = game
            do_return_to_seat(game, seat, forgives=False)
            ask_again(seat)
            back.append(seat)
    player.suspended_until, player.suspended_because, player.held_seats = None, "", []
    player.save(update_fields=["suspended_until", "suspended_because", "held_seats"])
    return back


def ask_again(seat: Seat) -> None:
    """Write the notice of what a seat is asked, if none has reached its player before."""
    for question in Question.objects.filter(IS_OPEN, seat=seat).select_related("seat", "game"):
        if not Notice.objects.filter(question=question, status=Notice.Status.SENT).exists():
            notices.resend_question(question, reason=f"suspension-{clock.now():%Y%m%d%H%M}")


def to_hold() -> QuerySet[Seat]:
    """Return the running seats that their players still play themselves while another person sits there."""
    others = Seat.objects.filter(
        game=OuterRef("game"), status=Seat.Status.TAKEN, player__isnull=False
    ).exclude(pk=OuterRef("pk"))
    seats = Seat.objects.filter(
        status=Seat.Status.TAKEN, game__status=Game.Status.RUNNING, on_autopilot=False, player__isnull=False
    )
    return seats.filter(Exists(others), game__state__isnull=False).order_by("game_id", "pk")


def tables_of(player: Player) -> list[int]:
    """Return the running games in which a bot would keep a seat of this player, and those where one does."""
    held = Seat.objects.filter(pk__in=player.held_seats, player=player, game__status=Game.Status.RUNNING)
    return sorted(
        {
            *to_hold().filter(player=player).values_list("game", flat=True),
            *held.values_list("game", flat=True),
        }
    )


def day_of(until: datetime) -> str:
    """Return the day on which a suspension ends, as events of a game store it."""
    return timezone.localdate(until).isoformat()


def hold_due(*, stop_at: float) -> Tally:
    """Let bots keep the seats of suspended players that have begun since, or went unnoticed."""
    return run_due("the suspended seat", to_hold().filter(suspended("player")), hold_seat, stop_at=stop_at)


@table_action
def hold_seat(pk: int) -> None:
    """Let a bot keep the seat with this primary key, if its player is suspended. Locks game and player."""
    game = lock_game(seats=pk)
    seat = Seat.objects.get(pk=pk)
    player = Player.objects.select_for_update().filter(seats=seat).first()
    if player is None or player.suspended_until is None or not is_suspended(player):
        return
    held = do_hold_seats(player, game)
    player.held_seats = [*player.held_seats, *(each.pk for each in held)]
    player.save(update_fields=["held_seats"])
    for each in held:
        note_event(game, "staff-suspend", name=each, until=day_of(player.suspended_until))


def end_due(*, stop_at: float) -> Tally:
    """End each suspension whose time is over, and tell the person."""
    over = Player.objects.filter(suspended_until__lte=clock.now()).order_by("suspended_until", "pk")
    return run_due("the suspension of", over, end_suspension, stop_at=stop_at)


@table_action
def end_suspension(pk: int) -> None:
    """End the suspension of the player with this primary key, if it is over. Locks their games and them."""
    games = [lock_game(pk=game) for game in tables_of(Player.objects.get(pk=pk))]
    player = Player.objects.select_for_update().get(pk=pk)
    if player.suspended_until is None or is_suspended(player):
        return
    for seat in do_end_suspension(player, games):
        note_event(seat.game, "suspension-over", name=seat)
    write_to(player, PersonMail.Kind.SUSPENSION_OVER)
