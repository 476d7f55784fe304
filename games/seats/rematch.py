"""A rematch: the same people and settings, one click each."""

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.core import blocks
from games.core.access import circle_for_next
from games.core.locking import in_transaction, lock_game
from games.core.refusal import NotAllowed, NotPossible, Resting
from games.core.suspension import check_may_play, suspended
from games.models import Game, Notice, Player, Seat
from games.models.game import LEAST_SEATS
from games.outbox import notices
from games.play.seed import do_commit, do_give_part
from games.play.start import do_start_when_full

from .lobby import do_free_seat, do_take_seat, notify_declined


@in_transaction
def join_rematch(*, game: Game, player: Player, part: str = "") -> Game:
    """Play again: the first player creates the new game, each other one takes a seat in it.

    It starts when everybody has joined. Locks the new game. Raises a `Refusal`.
    """
    check_may_play(player)
    if not game.is_over:
        raise Resting(_("This game isn’t over yet."))
    if not game.seats.filter(player=player, status=Seat.Status.TAKEN).exists():
        raise NotAllowed(_("You didn’t play in this game."))
    new = find_rematch(game) or make_rematch(game, player, part)
    new = lock_game(pk=new.pk)
    seat = new.seats.filter(player=player).first()
    if seat is None:
        raise NotPossible(_("You’ve declined this rematch. Ask its host to invite you."))
    if seat.is_taken:
        return new
    if new.status != Game.Status.OPEN:
        raise NotPossible(_("The rematch has already started."))
    blocks.check_apart(new, player)
    do_take_seat(seat, player, seat.name, part=part)
    do_start_when_full(new)
    return new


def find_rematch(game: Game) -> Game | None:
    """Return the rematch of a game, if there is one."""
    return game.rematches.exclude(status=Game.Status.ENDED).first()


def make_rematch(game: Game, player: Player, part: str) -> Game:
    """Create the rematch; if two players do so at once, both get the first."""
    try:
        with transaction.atomic():
            new = do_rematch(game, player, part)
    except IntegrityError:
        found = find_rematch(game)
        if found is None:
            raise
        return found
    notify_rematch(new)
    return new


def do_rematch(game: Game, player: Player, part: str) -> Game:
    """Create the new game: bots sit already, `player` sits, the others are invited.

    Seats of deleted and suspended accounts are left out, and those of people who keep apart from `player`.
    """
    left_out = Q(player__is_active=False) | suspended("player") | Q(player__in=blocks.find_apart(player))
    before = list(game.seats.filter(status=Seat.Status.TAKEN).exclude(left_out))
    new = Game.objects.create(
        host=player,
        rematch_of=game,
        is_trial=game.is_trial,
        name=game.name,
        circle_id=circle_for_next(game, player),
        seats_wanted=max(len(before), LEAST_SEATS),
        **{field: getattr(game, field) for field in Game.SETTINGS} | {"starts_when_full": True},
    )
    seats = [
        Seat(
            game=new,
            number=number,
            player_id=seat.player_id,
            bot=seat.bot,
            name=seat.name,
            status=Seat.Status.TAKEN if seat.bot or seat.player_id == player.pk else Seat.Status.INVITED,
        )
        for number, seat in enumerate(before, start=1)
    ]
    seats += [Seat(game=new, number=number) for number in range(len(before) + 1, new.seats_wanted + 1)]
    Seat.objects.bulk_create(seats)
    do_commit(new)
    do_give_part(new.seats.get(player=player), part)
    do_start_when_full(new)
    return new


def notify_rematch(game: Game) -> None:
    """Notify the others of the rematch."""
    asked = [seat for seat in game.seats.all() if seat.status == Seat.Status.INVITED]
    notices.notify_seats(Notice.Kind.REMATCH, asked, key="rematch", game=game)


@in_transaction
def decline_rematch(*, seat: Seat) -> None:
    """Decline a rematch and notify its host. Locks the new game. Raises a `Refusal`."""
    game = lock_game(pk=seat.game_id)
    seat = game.seats.get(pk=seat.pk)
    if game.status != Game.Status.OPEN or seat.status != Seat.Status.INVITED:
        raise NotPossible(_("This has already been decided."))
    who = seat.player_id
    do_free_seat(seat)
    notify_declined(game, seat, key=f"declined/{seat.pk}/{who}")
