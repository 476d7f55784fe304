"""Vacations at one table: they begin at a seat, end there, and change in between (ADR 42)."""

from collections.abc import Iterable
from datetime import datetime

from games import clock
from games.core.event_log import Word, note_event
from games.core.locking import lock_game
from games.models import Away, AwayChoice, Game, Question, Seat, Vacation
from games.models.question import IS_OPEN

from . import question_rows
from .away import away_choices, usual_choice
from .play_on import play_and_store
from .table import LockedTable
from .table_action import table_action


@table_action
def begin_vacation(*, seat: int, vacation: int) -> bool:
    """Let a vacation that has begun count at the seat with this primary key; return whether it does.

    Standing orders, and then a bot, answer what they may. The table is told. Locks the game.
    """
    game = lock_game(seats=seat)
    row = game.seats.get(pk=seat)
    away = Vacation.objects.filter(pk=vacation, player=row.player_id).first()
    now = clock.now()
    if away is None or not away.starts_at <= now < away.ends_at or not (row.is_person and game.is_running):
        return False
    what = chosen_for(game, row, away)
    words: dict[str, Word] = {"name": row, "until": away.last_day.isoformat()}
    is_news = what != Away.HERE and (row.away, row.away_until) != (what, away.ends_at)
    if not game.is_dealt:
        row.away, row.away_until = what, away.ends_at
        row.save(update_fields=["away", "away_until"])
        if is_news:
            note_event(game, f"away-{what}", **words)
        return True
    table = LockedTable.load(game)
    row = table.seats[row.number]
    row.away, row.away_until = what, away.ends_at
    table.touch(row)
    if is_news:
        table.note_event("away-auto" if away.is_automatic else f"away-{what}", **words)
    play_and_store(table)
    return True


def chosen_for(game: Game, seat: Seat, vacation: Vacation) -> Away:
    """Return what happens at a seat during a vacation: what its player chose, if the table allows that."""
    choice = AwayChoice.objects.filter(vacation=vacation, seat=seat).first()
    if choice is not None and choice.what in away_choices(game):
        return Away(choice.what)
    return usual_choice(game)


@table_action
def finish_vacation(*, seat: int) -> bool:
    """Let a seat be its player's again when the vacation that it has heard of is over. Locks the game."""
    game = lock_game(seats=seat)
    row = game.seats.select_related("player").get(pk=seat)
    if row.away_until is None or row.away_until > clock.now():
        return False
    do_finish_vacation(game, row, clock.now())
    return True


def do_finish_vacation(game: Game, seat: Seat, now: datetime, *, early: bool = False) -> None:
    """Let a seat of a locked game be its player's again, and start the clocks that a bot left standing."""
    was_away, seat.away, seat.away_until = seat.away, Away.HERE, None
    seat.save(update_fields=["away", "away_until"])
    if not game.is_running:
        return
    if early and was_away:
        note_event(game, "away-over", name=seat)
    for question in unclocked(game, seat):
        question_rows.do_restart_clock(question, game, seat, now)


def unclocked(game: Game, seat: Seat) -> Iterable[Question]:
    """Return what a seat is asked while no clock runs or rests for it, as a bot was about to answer."""
    if seat.plays_itself:
        return ()
    asked = Question.objects.filter(IS_OPEN, game=game, seat=seat, is_side=False)
    return list(asked.filter(due_at=None, time_left=None))
