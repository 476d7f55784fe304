"""What players do with their seats: join, leave, return, look, and revoke mailed links.

In a running game joining and leaving happen when no card is being resolved.
"""

from collections.abc import Iterable
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Greatest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import clock
from games.core import access, blocks
from games.core.event_log import note_event
from games.core.locking import lock_game
from games.core.refusal import NotAllowed, NotPossible, Resting
from games.core.stored_game import UnreadableTable
from games.core.suspension import check_may_play
from games.decks import descriptions
from games.models import By, Game, Player, Question, Seat, Wish
from games.models.game import LEAST_SEATS
from games.models.question import IS_OPEN
from games.outbox import notices
from games.play import question_rows, silence
from games.play.play_on import play_and_store
from games.play.start import do_number_seats, do_start_when_full
from games.play.table import LockedTable
from games.play.table_action import table_action
from games.timing import player_records

from .deputies import do_end_as_deputy
from .lobby import (
    check_not_removed,
    do_cancel,
    do_free_seat,
    do_hand_over_host,
    do_take_seat,
    name_at_table,
    notify_cancelled,
    notify_taken,
    read_name,
)


@table_action
def take_seat(
    *, game: Game, player: Player, link_key: str = "", name: str = "", part: str = ""
) -> Seat | None:
    """Take a free seat of a game that is listed for all, or whose link this is.

    In a running game this happens when no card is being resolved; ``None`` until then. `part` is what they
    give to the seed before the deal.
    Locks the game. Raises `NotAllowed`, `NotPossible`, `Resting` or `Illegal`.
    """
    game = lock_game(pk=game.pk)
    if not game.is_open and link_key != game.link_key:
        raise NotAllowed(_("This game is private. Ask its host for an invitation."))
    if game.is_over:
        raise Resting(_("This game is over."))
    seats = list(game.seats.all())
    mine = [seat for seat in seats if seat.player_id == player.pk and seat.is_taken]
    if mine:
        return mine[0]
    check_join_requirements(game, player)
    name = read_name(name, kept=[player.name])
    if game.is_running:
        return request_join(game, player, name)
    kept = next((seat for seat in seats if seat.player_id == player.pk), None)
    seat = kept or next((seat for seat in seats if seat.status == Seat.Status.FREE), None)
    if seat is None:
        raise NotPossible(_("All seats in this game are taken."))
    do_take_seat(seat, player, name, part=part)
    notify_taken(game, seat)
    do_start_when_full(game)
    return seat


def check_join_requirements(game: Game, player: Player) -> None:
    """Refuse a player whom the host removed, or who answers less reliably or more slowly than required.

    The host and invited players always pass, but for people who keep apart. Raises `NotAllowed`, with what
    to do instead.
    """
    check_may_play(player)
    check_not_removed(game, player)
    blocks.check_apart(game, player)
    asks = game.least_reliability or game.usual_hours or not game.newcomers
    if not asks or game.host_id == player.pk or game.seats.filter(player=player).exists():
        return
    if game.invitations.filter(email=player.email, removed_at=None).exists():
        return
    record = player_records.load_record(player)
    if not record.is_known:
        if not game.newcomers:
            raise NotAllowed(
                _(
                    "This table is for people who have played here before. Play a few turns in other games "
                    "first, or ask the host to invite you."
                )
            )
        return
    if record.percent < game.least_reliability:
        words = {"percent": game.least_reliability, "record": player_records.describe_record(record)}
        raise NotAllowed(
            _(
                "This table is for people who answer %(percent)d%% of their turns in time. Your record: "
                "%(record)s. Only recent turns count, so it will improve as you play. Or ask the host to "
                "invite you."
            )
            % words
        )
    usual = record.usual
    if game.usual_hours and usual is not None and usual > timedelta(hours=game.usual_hours):
        words = {"hours": game.usual_hours, "record": player_records.describe_record(record)}
        raise NotAllowed(
            _(
                "This table is for people who usually answer within %(hours)d h. Your record: %(record)s. "
                "A table with more time may suit you better. Or ask the host to invite you."
            )
            % words
        )


def request_join(game: Game, player: Player, name: str) -> Seat | None:
    """Request to join a locked, running game; return the seat if that was possible at once."""
    if not game.is_dealt:
        raise NotPossible(_("The cards are about to be dealt. You can join in a moment."))
    if game.wishes.filter(player=player, kind=Wish.Kind.JOIN, settled_at=None).exists():
        return None
    if access.knows_another_hand(game, player):
        raise NotAllowed(_("You’ve played for someone in this game, so you know their cards."))
    table = LockedTable.load(game)
    coming = sum(wish.kind == Wish.Kind.JOIN for wish in table.wishes)
    most = descriptions.most_seats(game.edition)
    if len(table.engine_game.seats) + coming >= most:
        raise NotPossible(_("The table is full: %(count)s people are playing already.") % {"count": most})
    called = name_at_table(game, player, name)
    wish = Wish.objects.create(game=game, player=player, kind=Wish.Kind.JOIN, name=called)
    do_end_as_deputy(game, player)
    table.wishes.append(wish)
    play_and_store(table)
    return wish.seat


@table_action
def leave(*, seat: Seat) -> bool:
    """Leave a table; return whether that happened at once.

    In a running game it happens when no card is being resolved; a bot answers until then. A host who leaves
    hands over to another player. Locks the game.
    """
    game = lock_game(pk=seat.game_id)
    seat = game.seats.get(pk=seat.pk)
    if game.is_over:
        raise Resting(_("This game is over."))
    player = seat.player
    if not seat.is_person or player is None:
        raise NotPossible(_("You’re not at this table."))
    if game.is_running and game.is_dealt:
        try:
            return request_leave(game, seat, player)
        except UnreadableTable:
            return leave_unreadable(game, seat, player)
    if game.is_running:
        leave_before_start(game, seat)
        return True
    do_free_seat(seat)
    if player.pk == game.host_id:
        hand_over_host_or_cancel(game, game.seats.exclude(pk=seat.pk))
    return True


def leave_before_start(game: Game, seat: Seat) -> None:
    """Remove a seat from a locked game before the deal; with one seat left the game is cancelled."""
    left = seat.player_id
    seat.delete()
    staying = do_number_seats(game)
    people = [other for other in staying if other.is_person]
    if len(staying) < LEAST_SEATS or not people:
        do_cancel(game, gettext_noop("Everyone left before the game started."))
        Question.objects.filter(game=game, closed_at=None).update(closed_at=clock.now(), closed_by=By.ENGINE)
        notices.write(notices.build_for_end(game, people))
    elif game.host_id == left:
        hand_over_host_or_cancel(game, people)


def hand_over_host_or_cancel(game: Game, others: Iterable[Seat]) -> None:
    """Make another player the host of a locked game, or cancel it if nobody is left."""
    heir = next((other.player for other in others if other.is_person), None)
    if heir is not None:
        do_hand_over_host(game, heir)
    else:
        do_cancel(game, gettext_noop("Everyone left before the game started."))
        notify_cancelled(game)


def request_leave(game: Game, seat: Seat, player: Player) -> bool:
    """Request to leave a locked, running game; return whether that was possible at once.

    Until then a bot answers for the seat, so that nobody waits for it.
    """
    if Wish.objects.filter(seat=seat, kind=Wish.Kind.LEAVE, settled_at=None).exists():
        return False
    table = LockedTable.load(game)
    seat = table.seats[seat.number]
    seat.on_autopilot = True
    table.touch(seat)
    table.wishes.append(Wish.objects.create(game=game, player=player, seat=seat, kind=Wish.Kind.LEAVE))
    play_and_store(table)
    return not seat.is_taken


def leave_unreadable(game: Game, seat: Seat, player: Player) -> bool:
    """Leave a locked game that this release can't read; return whether it has ended with that.

    The wish is carried out when a release can read the game. The last person who leaves ends it.
    """
    seat.on_autopilot = True
    seat.save(update_fields=["on_autopilot"])
    Wish.objects.create(game=game, player=player, seat=seat, kind=Wish.Kind.LEAVE)
    leaving = Wish.objects.filter(game=game, kind=Wish.Kind.LEAVE, settled_at=None).values("seat")
    if any(each.is_person for each in game.seats.exclude(pk__in=leaving)):
        return False
    do_cancel(game, gettext_noop("Everyone left."))
    Question.objects.filter(IS_OPEN, game=game).update(closed_at=clock.now(), closed_by=By.ENGINE)
    Wish.objects.filter(game=game, settled_at=None).update(settled_at=clock.now())
    return True


@table_action
def return_to_seat(*, seat: Seat) -> None:
    """Give a seat on autopilot back to its player. Locks the game."""
    game = lock_game(pk=seat.game_id)
    seat = game.seats.select_related("player").get(pk=seat.pk)
    if not seat.is_taken or game.is_over:
        raise Resting(_("You’re no longer in this game."))
    if Wish.objects.filter(seat=seat, kind=Wish.Kind.LEAVE, settled_at=None).exists():
        raise NotPossible(_("You’re leaving this table."))
    if seat.player is not None:
        check_may_play(seat.player)
    do_return_to_seat(game, seat)


def do_return_to_seat(game: Game, seat: Seat, *, forgives: bool = True) -> None:
    """Give a seat of a locked game back to its player; `forgives` lets it forget their missed turns."""
    silence.do_withdraw_offer_and_vote(seat, partial(note_event, game))
    seat.on_autopilot = False
    if forgives:
        seat.timeouts_in_row = 0
    seat.save(update_fields=["on_autopilot", "timeouts_in_row", "offered_at"])
    if game.is_dealt and game.paused_at is None and question_rows.is_in_window(seat):
        play_and_store(LockedTable.load(game))  # the bot's place is taken by the orders
    for question in question_rows.open_questions(game).filter(
        seat=seat, due_at=None, time_left=None, is_side=False
    ):
        # A bot has not got to it yet: it is the player's own now, and so is its clock.
        question_rows.do_restart_clock(question, game, seat, clock.now())


def mark_seen(*, seat: Seat, version: int) -> None:
    """Record that the player of a seat has seen the table up to this move; never moves backwards."""
    Seat.objects.filter(pk=seat.pk).update(
        seen_version=Greatest("seen_version", version), seen_at=clock.now()
    )


@transaction.atomic
def revoke_links(*, seat: Seat) -> None:
    """Revoke all mail links of a seat, and mail a new one if the seat has an open question."""
    Seat.objects.filter(pk=seat.pk).update(link_epoch=F("link_epoch") + 1, links_ended_at=clock.now())
    question = Question.objects.filter(IS_OPEN, seat=seat).select_related("seat", "game").first()
    if question is not None:
        notices.resend_question(question, reason=f"links-{question.seat.link_epoch}")
