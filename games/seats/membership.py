"""What players do with their seats in a running game: join, leave, return, look, and revoke mailed links.

Joining and leaving happen when no card is being resolved.
"""

from functools import partial

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Greatest
from django.utils.translation import gettext as _

from games import clock
from games.core import access
from games.core.event_log import note_event
from games.core.locking import lock_game
from games.core.refusal import NotAllowed, NotPossible, Resting
from games.decks import descriptions
from games.models import Game, Player, Question, Seat, Wish
from games.models.question import IS_OPEN
from games.outbox import notices
from games.play import question_rows, silence
from games.play.play_on import play_and_store
from games.play.table import LockedTable
from games.play.table_action import table_action


def request_join(game: Game, player: Player, name: str) -> Seat | None:
    """Request to join a locked, running game; return the seat if that was possible at once."""
    if not game.is_dealt:
        raise NotPossible(_("The cards are about to be dealt. You can join in a moment."))
    if game.wishes.filter(player=player, kind=Wish.Kind.JOIN, settled_at=None).exists():
        return None
    if access.knows_another_hand(game, player):
        raise NotAllowed(_("You have played for somebody in this game, and know cards of their hand."))
    table = LockedTable.load(game)
    coming = sum(wish.kind == Wish.Kind.JOIN for wish in table.wishes)
    most = descriptions.most_seats(game.edition)
    if len(table.engine_game.seats) + coming >= most:
        raise NotPossible(_("The table is full: %(count)s play already.") % {"count": most})
    wish = Wish.objects.create(game=game, player=player, kind=Wish.Kind.JOIN, name=name)
    table.wishes.append(wish)
    play_and_store(table)
    return wish.seat


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


@table_action
def return_to_seat(*, seat: Seat) -> None:
    """Give a seat on autopilot back to its player. Locks the game."""
    game = lock_game(pk=seat.game_id)
    seat = game.seats.get(pk=seat.pk)
    if not seat.is_taken or game.is_over:
        raise Resting(_("You do not play in this game any more."))
    if Wish.objects.filter(seat=seat, kind=Wish.Kind.LEAVE, settled_at=None).exists():
        raise NotPossible(_("You are about to leave this table."))
    silence.do_clear_silence(seat, partial(note_event, game))
    seat.on_autopilot = False
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
    Seat.objects.filter(pk=seat.pk).update(link_epoch=F("link_epoch") + 1)
    question = Question.objects.filter(IS_OPEN, seat=seat).select_related("seat", "game").first()
    if question is not None:
        notices.resend_question(question, reason=f"links-{question.seat.link_epoch}")
