"""Offering a seat of a running game, and taking it over."""

from datetime import timedelta

from django.utils.translation import gettext as _

from games import clock
from games.core import access
from games.core.errors import Tally
from games.core.event_log import name_seat, note_event
from games.core.locking import in_transaction, lock_game
from games.core.postponed import run_due
from games.core.refusal import NotAllowed, NotPossible, Resting, check_fields
from games.models import (
    Away,
    Ballot,
    Game,
    Notice,
    Player,
    Seat,
    SeatNotebook,
    Wish,
)
from games.models.seat import Bot, free_bot_names
from games.outbox import notices
from games.play import question_rows
from games.play.answer import check_can_move
from games.play.play_on import play_and_store
from games.play.silence import do_offer
from games.play.table import LockedTable
from games.play.table_action import table_action
from games.timing import deadlines

from .deputies import do_end_as_deputy
from .lobby import do_delete_orders, do_hand_over_host, name_at_table, read_name
from .membership import check_join_requirements

# For so long a seat is offered. A bot that plays it stays until its player returns.
OFFERED_FOR = timedelta(days=14)


@table_action
def offer_seat(*, seat: Seat) -> None:
    """Offer the seat of a player who does not want to play on; a bot keeps it meanwhile.

    They can come back until somebody has taken it. Locks the game. Raises a `Refusal`.
    """
    game = lock_game(pk=seat.game_id)
    check_offer(game, game.seats.get(pk=seat.pk))
    table = LockedTable.load(game)
    do_offer(table, table.seats[seat.number])
    play_and_store(table)


def check_offer(game: Game, seat: Seat) -> None:
    """Refuse to offer a seat of a locked game to others."""
    if not game.is_running or not game.is_dealt:
        raise Resting(_("A seat can only be handed on during the game."))
    if not seat.is_person:
        raise NotPossible(_("This seat is empty."))
    if seat.is_offered:
        raise NotPossible(_("This seat is already on offer."))
    if seat.wishes.filter(kind=Wish.Kind.LEAVE, settled_at=None).exists():
        raise NotPossible(_("You’re leaving this table."))


@table_action
def take_over(*, game: Game, number: int, player: Player, link_key: str = "", name: str = "") -> Seat:
    """Take over a seat that is offered, with its hand, a fresh clock, and links of one's own.

    The game is listed for all, or `link_key` is its link. Locks the game. Raises a `Refusal`.
    """
    game = lock_game(pk=game.pk)
    seat = check_take_over(game, number, player, link_key)
    before, old = seat.player, name_seat(seat)
    do_take_over(game, seat, player, read_name(name, kept=[player.name]))
    note_event(game, "seat-taken-over", name=seat, old=old)
    notify_taken_over(game, seat, before)
    table = LockedTable.load(game)
    play_and_store(table)
    do_restart_questions(game, seat)
    return seat


def check_take_over(game: Game, number: int, player: Player, link_key: str = "") -> Seat:
    """Return the seat of a game that this player may take over. Raises a `Refusal` if they may not."""
    if not game.is_open and link_key != game.link_key:
        raise NotAllowed(_("This game is private. Ask its host for the link."))
    check_can_move(game)
    seat = game.seats.select_related("player").filter(number=number).first()
    if seat is None or not seat.is_offered:
        raise NotPossible(
            _("This seat is no longer on offer: its player is back, or someone else was faster.")
        )
    if game.seats.filter(player=player, status=Seat.Status.TAKEN).exists():
        raise NotPossible(_("You’re already at this table."))
    if seat.wishes.filter(kind=Wish.Kind.LEAVE, settled_at=None).exists():
        raise NotPossible(_("The player of this seat is leaving, and the seat goes too."))
    if access.has_seen_another_hand(game, seat, player):
        raise NotAllowed(_("You’ve played at this table before, so you know another hand."))
    check_join_requirements(game, player)
    return seat


def do_take_over(game: Game, seat: Seat, player: Player, name: str = "") -> None:
    """Give a seat of a locked game to another player, without what was private to the old one."""
    old = seat.player_id
    do_end_as_deputy(game, player)
    seat.player, seat.name = player, name_at_table(game, player, name, seat=seat)
    do_clear_seat(game, seat, old)
    joining = game.wishes.filter(player=player, kind=Wish.Kind.JOIN, settled_at=None)
    joining.update(settled_at=clock.now())
    if game.host_id == old:
        do_hand_over_host(game, find_heir(game, seat) or player)


def do_seat_bot(game: Game, seat: Seat) -> None:
    """Give a seat of a locked game to a bot, without what was private to its player."""
    old, name = seat.player_id, next(free_bot_names(list(game.seats.all())))
    seat.player, seat.bot, seat.name = None, Bot.SENSIBLE, name
    do_clear_seat(game, seat, old)
    heir = find_heir(game, seat)
    if game.host_id == old and heir is not None:
        do_hand_over_host(game, heir)


def find_heir(game: Game, seat: Seat) -> Player | None:
    """Return who else at a table can be its host."""
    others = [each for each in game.seats.exclude(pk=seat.pk) if each.is_person and not each.on_autopilot]
    return next((each.player for each in others if each.player is not None), None)


def do_clear_seat(game: Game, seat: Seat, old: int | None) -> None:
    """Begin a seat of a locked game anew for who has it now, and store it. `old` is its player before."""
    seat.link_epoch += 1
    seat.on_autopilot, seat.timeouts_in_row, seat.offered_at = False, 0, None
    seat.away, seat.away_until = Away.HERE, None
    seat.seen_version = game.version
    deadlines.reset_clock(seat)
    check_fields(seat, exclude=["game", "player", "bot"])
    called = Seat.objects.values_list("name", flat=True).get(pk=seat.pk)
    seat.save()
    if old is not None:
        do_note_former(seat, old, called)
    seat.deputies.filter(ended_at=None).update(ended_at=clock.now())
    do_delete_orders(seat)
    Ballot.objects.filter(seat=seat, vote__closed_at=None).delete()
    SeatNotebook.objects.filter(seat=seat, released=False).delete()
    SeatNotebook.objects.filter(seat=seat).update(released=False)


def do_note_former(seat: Seat, player: int, name: str) -> None:
    """Note who had a seat of a locked game until now, and what they were called there, at any time."""
    row, is_first = seat.former_players.get_or_create(player_id=player, defaults={"name": name})
    if not is_first:
        row.earlier_names = sorted(row.names - {name})
        row.name, row.replaced_at = name, clock.now()
        row.save(update_fields=["earlier_names", "name", "replaced_at"])


def do_restart_questions(game: Game, seat: Seat) -> None:
    """Ask who has taken over a seat of a locked game what is open there, with a fresh clock."""
    asked = question_rows.open_questions(game).filter(seat=seat, is_side=False)
    for question in asked.select_related("seat"):
        question_rows.do_restart_clock(question, game, seat, clock.now())
        notices.resend_question(question, reason=f"taken-over-{seat.link_epoch}")


def notify_taken_over(game: Game, seat: Seat, before: Player | None, *, reason: str = "") -> None:
    """Notify the former player that somebody else plays on; `reason` is that of a moderator."""
    if before is not None:
        key, params = (
            f"replaced/{seat.pk}/{seat.link_epoch}",
            {"replaced": True} | ({"reason": reason} if reason else {}),
        )
        notices.notify(Notice.Kind.WARNING, key=key, game=game, seat=seat, player=before, params=params)


def withdraw_stale_offers(*, stop_at: float) -> Tally:
    """Withdraw offers that nobody has taken for `OFFERED_FOR`; who plays the seat, plays on."""
    old = Seat.objects.filter(offered_at__lte=clock.now() - OFFERED_FOR, game__paused_at=None)
    return run_due("the offer of seat", old.order_by("offered_at", "pk"), withdraw_offer, stop_at=stop_at)


@in_transaction
def withdraw_offer(pk: int) -> None:
    """Withdraw the offer of the seat with this primary key, unless it was taken meanwhile."""
    game = lock_game(seats=pk)
    seat = Seat.objects.get(pk=pk)
    if seat.offered_at is None or seat.offered_at > clock.now() - OFFERED_FOR:
        return
    seat.offered_at = None
    seat.save(update_fields=["offered_at"])
    if game.is_running:
        note_event(game, "offer-lapsed" if seat.on_autopilot else "offer-ended", name=seat)
