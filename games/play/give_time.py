"""Giving time: one player lets the clock of another run for some days more."""

from datetime import timedelta

from django.db.models import F
from django.utils.translation import gettext as _

from games import clock
from games.core.event_log import note_event
from games.core.locking import in_transaction, lock_game
from games.core.refusal import Illegal, NotAllowed, NotPossible
from games.models import Game, Question, Seat
from games.models.question import STOPS_PLAY
from games.timing import deadlines

from .answer import check_can_move

GIFTS = (1, 3)
# So many days are given in one turn at most.
MOST_GIVEN = 7


@in_transaction
def give_time(*, seat: Seat, to: Seat, days: int) -> None:
    """Let a seat give another, whose clock runs, one or three days more; everybody sees it.

    The days are days of running time. Locks the game. Raises a `Refusal`.
    """
    game = lock_game(pk=seat.game_id)
    giver, taker, question = check_gift(game, seat, to, days)
    deadlines.extend(question, timedelta(days=days), clock.now())
    question.save(update_fields=["due_at", "time_left", "remind_at", "attempts", "retry_at", "stuck_at"])
    Seat.objects.filter(pk=taker.pk).update(gift_days=F("gift_days") + days)
    note_event(game, "time-given", name=giver, to=taker, hours=24 * days)


def check_gift(game: Game, seat: Seat, to: Seat, days: int) -> tuple[Seat, Seat, Question]:
    """Return who gives, who takes and for which question, in a locked game; refuse what is not possible."""
    seats = {each.pk: each for each in game.seats.select_related("player")}
    giver, taker = seats.get(seat.pk), seats.get(to.pk)
    if giver is None or not giver.is_person:
        raise NotAllowed(_("You’ve left this table."))
    if taker is None or taker.pk == giver.pk:
        raise NotAllowed(_("You can only give time to other players at the table."))
    check_can_move(game)
    if not game.is_timed:
        raise NotPossible(_("This game has no clock."))
    if not taker.is_person or taker.plays_itself:
        raise NotPossible(_("A bot plays there and doesn’t need time."))
    if days not in GIFTS:
        raise Illegal(_("Give one day or three."))
    question = Question.objects.filter(STOPS_PLAY, seat=taker, due_at__isnull=False).first()
    if question is None or question.is_window:
        raise NotPossible(_("%(name)s’s clock isn’t running right now.") % {"name": taker})
    if taker.gift_days + days > MOST_GIVEN:
        said = _("%(name)s can get at most %(most)s more days in one turn.")
        raise NotPossible(said % {"name": taker, "most": MOST_GIVEN})
    question.game, question.seat = game, taker
    return giver, taker, question
