"""Nudging: a player asks the one whom the game waits for to play, once a day at most."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games import clock
from games.core.locking import in_transaction, lock_game
from games.core.refusal import Capped, NotAllowed, NotPossible
from games.core.snapshot import TableSnapshot
from games.models import Game, Notice, Question, Seat
from games.models.question import STOPS_PLAY
from games.outbox import notices

from .answer import check_can_move

BETWEEN = timedelta(days=1)
# Who was asked just now has the mail about it.
SOONEST = timedelta(hours=1)


@dataclass(frozen=True)
class NudgeOffer:
    """Somebody who may be nudged; or who was nudged lately, and when."""

    seat: Seat
    nudged_at: datetime | None


def offer_nudges(snapshot: TableSnapshot, me: Seat | None) -> list[NudgeOffer]:
    """Return whom a player may nudge, and who was nudged within the last day."""
    game = snapshot.game
    if me is None or not me.is_person or not game.is_running or game.paused_at is not None:
        return []
    seats = {seat.pk: seat for seat in snapshot.seats}
    asked = [
        seats[each.seat_id]
        for each in snapshot.questions
        if each.seat_id != me.pk
        and each.opened_at <= clock.now() - SOONEST
        and may_be_nudged(each, seats[each.seat_id])
    ]
    sent = last_nudges(game) if asked else {}
    return [NudgeOffer(seat, sent[seat.pk].created_at if seat.pk in sent else None) for seat in asked]


@in_transaction
def nudge(*, seat: Seat, to: Seat) -> None:
    """Send whom the game waits for a nudge by another player. Locks the game. Raises a `Refusal`."""
    game = lock_game(pk=seat.game_id)
    seats = {each.pk: each for each in game.seats.select_related("player")}
    by, asked = seats.get(seat.pk), seats.get(to.pk)
    if by is None or not by.is_person:
        raise NotAllowed(_("You’ve left this table."))
    check_can_move(game)
    question = Question.objects.filter(STOPS_PLAY, game=game, seat=asked).first()
    if asked is None or asked.pk == by.pk or question is None or not may_be_nudged(question, asked):
        raise NotPossible(_("The game isn’t waiting for this player."))
    if question.opened_at > clock.now() - SOONEST:
        raise NotPossible(_("%(name)s has only just got the question. Give them an hour.") % {"name": asked})
    if last_nudges(game).get(asked.pk):
        raise Capped(_("%(name)s was nudged within the last day. Once a day is enough.") % {"name": asked})
    key = f"nudge/{question.pk}/{clock.now():%s}"
    params = {"by": by.number}
    notices.notify(Notice.Kind.NUDGE, key=key, game=game, seat=asked, question=question, params=params)


def may_be_nudged(question: Question, seat: Seat) -> bool:
    """Whether everybody knows that a person decides this, and can now: in a window who is asked is secret."""
    is_known = not (question.is_window or question.is_side)
    return is_known and seat.is_person and not seat.plays_itself and not seat.is_away


def last_nudges(game: Game) -> dict[int, Notice]:
    """Return the nudges of the last day by the seats that got them."""
    sent = Notice.objects.filter(game=game, kind=Notice.Kind.NUDGE, channel=None)
    return {each.seat_id: each for each in sent.filter(created_at__gt=clock.now() - BETWEEN) if each.seat_id}
