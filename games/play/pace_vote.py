"""Another pace for a running game, on which its table agrees by a vote."""

from django.utils.translation import gettext as _

from games import clock
from games.core.event_log import note_event
from games.core.locking import lock_game
from games.core.refusal import Illegal, NotPossible
from games.models import Game, Notice, Pace, Seat, Timing, Vote
from games.models.vote import IS_OPEN
from games.outbox import notices
from games.timing.new_pace import do_change_pace

from . import consent, votes
from .answer import check_can_move
from .table_action import table_action


def find_paces(game: Game) -> list[Pace]:
    """Return the paces that a game could have in place of its own; having no clock comes last."""
    others = [pace for pace in Pace if game.timing != Timing.FLAT or pace != game.pace]
    return sorted(others, key=lambda pace: (not pace, pace))


@table_action
def request_pace(*, seat: int, days: int | None) -> Vote | None:
    """Ask the others for so many days for each turn, 0 being no clock; with bots alone it is so at once.

    The caller has checked that this person may speak for the seat. Locks the game. Raises a `Refusal`.
    """
    game = lock_game(seats=seat)
    check_can_move(game)
    seats = list(game.seats.select_related("player"))
    mine = consent.find_asker(seats, seat)
    if days is None or days not in Pace:
        raise Illegal(_("Choose one of these: 1 day, 3 days or 7 days for each turn, or no clock."))
    if days not in find_paces(game):
        raise NotPossible(_("The game has this pace already."))
    if Vote.objects.filter(IS_OPEN, game=game, kind=Vote.Kind.PACE).exists():
        raise NotPossible(_("Someone has already suggested another pace, and not everyone has answered yet."))
    able = votes.voters(seats, mine)
    if not able:
        do_agreed_pace(game, mine, days)
        return None
    vote = votes.do_open(game, mine, Vote.Kind.PACE, choices=consent.CHOICES)
    vote.days = days
    vote.save(update_fields=["days"])
    note_event(game, "pace-asked", name=mine, pace=days)
    votes.notify_voters(vote, Notice.Kind.PACE, able)
    return vote


def do_pace_outcome(vote: Vote, game: Game) -> None:
    """Change the pace of a locked game if all have agreed; otherwise tell the table that it stays."""
    is_possible = game.is_running and vote.days in Pace
    if vote.outcome == consent.AGREED and is_possible and vote.days is not None:
        do_agreed_pace(game, vote.seat, vote.days)
    else:
        note_event(game, "pace-refused")


def do_agreed_pace(game: Game, seat: Seat, days: int) -> None:
    """Give a locked game another pace, and tell those who have less time by it than their mail says."""
    now = clock.now()
    for question in do_change_pace(game, days, now):
        notices.resend_question(question, reason=f"pace-{now:%s}")
    note_event(game, "pace-changed", name=seat, pace=days)


votes.KINDS[Vote.Kind.PACE] = votes.VoteType(consent.decide, do_pace_outcome)
