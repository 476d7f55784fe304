"""Taking a whole turn back, if everybody else at the table agrees.

The table goes back to the point before the last turn of who asks. Nothing is drawn anew: the same seed and
the same counter give the same cards. The play does not wait for the answers; when somebody plays on, the
request has lapsed.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games import clock
from games.core.event_log import note_event
from games.core.locking import lock_game
from games.core.refusal import Capped, NotPossible
from games.core.stored_game import UndoPoint, read_undo_points
from games.core.window_passes import SEALED
from games.history import window
from games.history.game_history import undone_since
from games.models import BY_PEOPLE, By, Game, GameState, Move, Notice, Question, Seat, Vote
from games.models.question import STOPS_PLAY
from games.models.vote import IS_OPEN, LONGEST

from . import consent, votes
from .lapsed_takebacks import LAPSED
from .table import LockedTable
from .table_action import table_action
from .undo import check_seat, do_go_back

DAY = timedelta(days=1)
MOST_A_DAY = 3


@table_action
def request_takeback(*, seat: int) -> Vote | None:
    """Ask the others to let the seat with this primary key take back its last turn, and all that came after.

    Return the vote, or ``None`` where only bots are asked: they agree at once. The caller has checked that
    this person may speak for the seat. Opens its own transaction, locks the game. Raises a `Refusal`.
    """
    game = lock_game(seats=seat)
    seats = list(game.seats.select_related("player"))
    mine = next(each for each in seats if each.pk == seat)
    check_seat(game, mine)
    point = find_turn_start(game, mine)
    if point is None:
        raise NotPossible(
            _(
                "You have no turn to take back: either you haven’t played, or someone has joined or "
                "left since."
            )
        )
    check_asked(game, mine)
    able = votes.voters(seats, mine)
    if not able:
        do_take_back(game, mine, point)
        return None
    vote = votes.do_open(
        game,
        mine,
        Vote.Kind.TAKEBACK,
        choices=consent.CHOICES,
        closes_at=find_closing_time(game),
        version=point.version,
    )
    note_event(game, "takeback-asked", name=mine)
    votes.notify_voters(vote, Notice.Kind.TAKEBACK, able)
    return vote


def find_turn_start(game: Game, seat: Seat) -> UndoPoint | None:
    """Return the point before the last turn of a seat, if anything has been answered since."""
    state = GameState.objects.filter(game=game).first()
    point = read_undo_points(state).last_turn(seat) if state is not None else None
    if point is None:
        return None
    since = Move.objects.filter(game=game, kind=Move.Kind.ANSWER, version__gt=point.version)
    stands = set(since.values_list("version", flat=True)) - undone_since(game.pk, point.version)
    return point if stands else None


def check_asked(game: Game, seat: Seat) -> None:
    """Refuse to ask twice at a time, or again and again. A request that has lapsed is closed."""
    asked = Vote.objects.filter(seat=seat, kind=Vote.Kind.TAKEBACK)
    vote = asked.filter(IS_OPEN).first()
    if vote is not None and not is_lapsed(vote):
        raise NotPossible(_("You’ve already asked, and not everyone has answered yet."))
    votes.do_withdraw(seat, Vote.Kind.TAKEBACK, outcome=LAPSED)
    today = clock.now() - DAY
    # Where there are only bots to ask, nothing is voted on; what was taken back counts instead.
    taken_back = Move.objects.filter(
        seat=seat, kind=Move.Kind.UNDO, params__agreed=True, created_at__gt=today
    )
    if max(asked.filter(opened_at__gt=today).count(), taken_back.count()) >= MOST_A_DAY:
        raise Capped(_("You’ve reached today’s limit of requests. You can ask again tomorrow."))


def find_closing_time(game: Game) -> datetime:
    """Return until when the others may answer: two days, or until the next deadline of the table."""
    asked = list(Question.objects.filter(STOPS_PLAY, game=game, due_at__gt=clock.now()))
    of_window = window.due_at(row for row in asked if row.is_window)
    due = [of_window, *(row.due_at for row in asked if not row.is_window)]
    return min([clock.now() + LONGEST, *(at for at in due if at is not None)])


def is_lapsed(vote: Vote) -> bool:
    """Whether somebody has played on since a request was made; a pass in a window is no sign of that."""
    since = Move.objects.filter(game=vote.game_id, created_at__gt=vote.opened_at)
    people = since.filter(kind=Move.Kind.ANSWER, by__in=BY_PEOPLE).exclude(SEALED)
    return people.exists() or since.exclude(kind__in=(Move.Kind.ANSWER, Move.Kind.EVENT)).exists()


def find_request(votes: Iterable[Vote]) -> Vote | None:
    """Return the first request among the votes of a table that it can answer now."""
    now = clock.now()
    asked = (vote for vote in votes if vote.kind == Vote.Kind.TAKEBACK)
    return next((vote for vote in asked if vote.closes_at > now and not is_lapsed(vote)), None)


def answer_takeback(*, vote: Vote, seat: Seat, agrees: bool) -> None:
    """Say yes or no to a request; the last yes takes the turn back, the first no ends it.

    Locks the game. Raises a `Refusal`, and changes nothing, when there is nothing to answer any more.
    """
    if is_lapsed(vote):
        raise NotPossible(_("The game has moved on, so the request has expired."))
    consent.answer(vote=vote, seat=seat, agrees=agrees)


def decide_takeback(vote: Vote, counted: dict[str, int]) -> str:
    """Return what comes of a request: all have to agree, and nobody may have played on."""
    outcome = consent.decide(vote, counted)
    return LAPSED if outcome == consent.AGREED and is_lapsed(vote) else outcome


def do_takeback_outcome(vote: Vote, game: Game) -> None:
    """Take the turn back if all have agreed; otherwise tell the table that it stays."""
    seat = vote.seat
    point = find_turn_start(game, seat) if vote.outcome == consent.AGREED else None
    if point is not None and point.version == vote.version:
        do_take_back(game, seat, point)
        return
    outcome = consent.REFUSED if vote.outcome == consent.REFUSED else LAPSED
    note_event(game, f"takeback-{outcome}", name=seat)


def do_take_back(game: Game, seat: Seat, point: UndoPoint) -> None:
    """Bring a locked game back to the point before a turn of a seat, and tell its player."""
    table = LockedTable.load(game)
    do_go_back(table, point, table.seats[seat.number], by=By.PAGE, agreed=True)


votes.KINDS[Vote.Kind.TAKEBACK] = votes.VoteType(decide_takeback, do_takeback_outcome)
