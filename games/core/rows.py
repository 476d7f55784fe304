"""The rows that an answer reads and writes, in statements written by hand.

Django takes several times longer to write the SQL for rows this wide than PostgreSQL to run it, and every
answer pays for that (ADR 32). All that loads and stores a locked table uses this: answers, undo, the start of
a game, timeouts; new notices, too. The rest goes through the models. No signals are sent.

`lock_game_of_seat` is the lock of `games.core.locking.lock_game`, with the seat in the same statement.

Rows go to the database as JSON, which PostgreSQL turns into columns by name: one statement takes any number
of rows. The columns come from the models, so a new one is never forgotten.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from itertools import islice
from typing import Any, NamedTuple, TypeVar

import msgspec
from django.db import connection
from django.db.models import Model

from games.models import Game, GameState, Move, Notice, Player, Question, Seat, SeatNote

from .log_context import add_fields

M = TypeVar("M", bound=Model)

MICROSECOND = timedelta(microseconds=1)
# What changes at a row that is there already.
SEAT_COLUMNS = (
    "status", "seen_version", "seen_at", "bank", "turn_left", "turn_time", "clock_turn", "timed_out_turn",
    "gift_days", "timeouts_in_row", "on_autopilot", "away", "away_until", "link_epoch", "offered_at",
)  # fmt: skip
GAME_COLUMNS = ("version", "status", "finished_at", "winner_id", "end_reason", "host_id")
CLOSED_COLUMNS = ("closed_at", "closed_by", "asked_id", "took")


@cache
def columns(model: type[Model]) -> tuple[str, ...]:
    """Return the columns of a model in the order in which `Model.from_db` takes them."""
    return tuple(str(each.column) for each in model._meta.concrete_fields)


def selected(model: type[Model], alias: str) -> str:
    """Return the columns of a model as they stand in a SELECT."""
    return ", ".join(f'{alias}."{name}"' for name in columns(model))


def insert_into(model: type[Model], param: str) -> str:
    """Return the statement that inserts the rows in a JSON parameter, with new primary keys."""
    names = ", ".join(f'"{name}"' for name in columns(model) if name != "id")
    table = model._meta.db_table
    # All names are the models' own.
    return f"INSERT INTO {table} ({names}) SELECT {names} FROM {_records(table, param)}"  # noqa: S608


def update_of(model: type[Model], param: str, names: Iterable[str]) -> str:
    """Return the statement that writes some columns of the rows in a JSON parameter."""
    table = model._meta.db_table
    changes = ", ".join(f'"{name}" = new."{name}"' for name in names)
    return f"UPDATE {table} old SET {changes} FROM {_records(table, param)} new WHERE old.id = new.id"  # noqa: S608


def _records(table: str, param: str) -> str:
    return f"json_populate_recordset(NULL::{table}, %({param})s::json)"


# Of a player only what stops their clock, whether mail reaches them, and whether they are new.
KEY_AND_HABITS = {"id", "timezone", "quiet_from", "quiet_to", "days_off", "mail_refused_at", "tips_over"}
HABITS = [name for name in columns(Player) if name in KEY_AND_HABITS]

# The lock is a statement of its own: one that has waited for a row sees the other tables as they were before.
LOCK = f"SELECT {selected(Game, 'g')}, s.id FROM games_game g JOIN games_seat s ON s.game_id = g.id WHERE "  # noqa: S608
LOCK_BY_SEAT = LOCK + "s.id = %s FOR UPDATE OF g"
LOCK_BY_QUESTION = (
    f"SELECT {selected(Game, 'g')} FROM games_game g JOIN games_question q ON q.game_id = g.id"  # noqa: S608
    " WHERE q.id = %s FOR UPDATE OF g SKIP LOCKED"
)
LOCK_BY_PLAYER = LOCK + "g.key = %s AND s.player_id = %s AND s.status = 'taken' FOR UPDATE OF g"

# A row for each open question of each seat, or one for a seat without any; the table comes with seat 1.
LOAD = f"""
SELECT {selected(Seat, "s")}, {", ".join(f"p.{name}" for name in HABITS)}, {selected(Question, "q")},
    {selected(GameState, "t")},
    ARRAY(SELECT ARRAY[v.starts_at, v.ends_at] FROM games_vacation v WHERE v.player_id = s.player_id),
    EXISTS (SELECT FROM games_wish w WHERE w.game_id = %(game)s AND w.settled_at IS NULL),
    EXISTS (SELECT FROM games_vote w
            WHERE w.game_id = %(game)s AND w.kind = 'takeback' AND w.closed_at IS NULL)
FROM games_seat s
LEFT JOIN games_player p ON p.id = s.player_id
LEFT JOIN games_question q ON q.seat_id = s.id AND q.closed_at IS NULL
LEFT JOIN games_gamestate t ON t.game_id = s.game_id AND s.number = 1
WHERE s.game_id = %(game)s
ORDER BY s.number, q.number
"""  # noqa: S608

RECORD = f"""
WITH closed AS ({update_of(Question, "closed", CLOSED_COLUMNS)}),
seats AS ({update_of(Seat, "seats", SEAT_COLUMNS)}),
games AS ({update_of(Game, "games", GAME_COLUMNS)}),
tables AS (UPDATE games_gamestate SET data = %(data)s, earlier = coalesce(%(earlier)s, earlier)
           WHERE game_id = %(game)s),
notes AS ({insert_into(SeatNote, "notes")}),
moves AS ({insert_into(Move, "moves")} RETURNING id)
SELECT id FROM moves
"""  # noqa: S608

# The questions that are closed must be so before others are opened: a seat has one that stops the play.
ASK = insert_into(Question, "rows") + " RETURNING id"
NOTIFY = insert_into(Notice, "rows") + " ON CONFLICT (key) DO NOTHING"


class PlayerAt(NamedTuple):
    """A seat by the key of its game and the primary key of who sits there."""

    key: str
    player: int


@dataclass(frozen=True)
class GameRows:
    """The rows of a locked game: seats in their order, open questions in the order of asking.

    The hours of the players are known. There is no ``state`` before the deal.
    """

    seats: Sequence[Seat]
    questions: Sequence[Question]
    state: GameState | None
    has_wishes: bool
    has_takeback: bool

    @property
    def table_state(self) -> GameState:
        """The table of a game whose cards are dealt."""
        if self.state is None:
            raise GameState.DoesNotExist
        return self.state


def lock_game_of_seat(seat: int | PlayerAt) -> tuple[Game, int]:
    """Lock the game of a seat, given by its primary key or its player, until the transaction ends.

    Return the game and the primary key of the seat. Raises `Game.DoesNotExist`. The seat may have changed
    hands while this waited for the lock: check what `load` returns.
    """
    with connection.cursor() as cursor:
        if isinstance(seat, PlayerAt):
            cursor.execute(LOCK_BY_PLAYER, seat)
        else:
            cursor.execute(LOCK_BY_SEAT, [seat])
        found = cursor.fetchone()
    if found is None:
        raise Game.DoesNotExist
    return _instance(Game, found[:-1]), found[-1]


def lock_game_of_question(question: int) -> Game | None:
    """Lock the game of the question with this primary key; ``None`` at once when somebody else holds it."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK_BY_QUESTION, [question])
        found = cursor.fetchone()
    if found is None:
        return None
    game = _instance(Game, found)
    add_fields(game=game.key)
    return game


def load(game: Game) -> GameRows:
    """Load what belongs to a locked game, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(LOAD, {"game": game.pk})
        found = cursor.fetchall()
    seats: dict[int, Seat] = {}
    questions: list[Question] = []
    state: GameState | None = None
    has_wishes = has_takeback = False
    for values in found:
        row = iter(values)
        of_seat, of_player, of_question, of_state = (list(islice(row, width)) for width in WIDTHS)
        away, has_wishes, has_takeback = row
        seat = seats.get(of_seat[0])
        if seat is None:
            seats[of_seat[0]] = seat = _instance(Seat, of_seat)
            seat.game = game
            if of_player[0] is not None:
                seat.player = player = Player.from_db(connection.alias, HABITS, of_player)
                player.known_hours = replace(player.regular_hours, away=tuple(map(tuple, away)))
        if of_question[0] is not None:
            question = _instance(Question, of_question)
            question.game, question.seat = game, seat
            questions.append(question)
        if of_state[0] is not None:
            state = _instance(GameState, of_state)
            state.game = game
    questions.sort(key=lambda question: question.number)
    return GameRows(list(seats.values()), questions, state, has_wishes, has_takeback)


WIDTHS = [len(columns(Seat)), len(HABITS), len(columns(Question)), len(columns(GameState))]


@cache
def attributes(model: type[Model]) -> tuple[str, ...]:
    """Return the attributes of a model that hold its columns, in the same order."""
    return tuple(str(each.attname) for each in model._meta.concrete_fields)


def _instance(model: type[M], values: Sequence[Any]) -> M:
    return model.from_db(connection.alias, attributes(model), values)


def store(
    game: Game,
    data: bytes,
    earlier: bytes | None = None,
    *,
    moves: Sequence[Move] = (),
    seats: Sequence[Seat] = (),
    closed: Sequence[Question] = (),
    opened: Sequence[Question] = (),
    notes: Sequence[SeatNote] = (),
) -> None:
    """Write what has happened at a locked game; moves and questions that are new get their primary keys.

    `data` is the table itself; `earlier` are its undo points, if they have changed.
    """
    params: dict[str, Any] = {
        "game": game.pk,
        "games": _json([game], GAME_COLUMNS),
        "data": data,
        "earlier": earlier,
        "closed": _json(closed, CLOSED_COLUMNS),
        "seats": _json(seats, SEAT_COLUMNS),
        "notes": _json(notes),
        "moves": _json(moves),
    }
    with connection.cursor() as cursor:
        cursor.execute(RECORD, params)
        for move, (pk,) in zip(moves, cursor.fetchall(), strict=True):
            move.pk = pk
        if opened:
            cursor.execute(ASK, {"rows": _json(opened)})
            for question, (pk,) in zip(opened, cursor.fetchall(), strict=True):
                question.pk = pk


def hand_on_notices(pairs: Iterable[tuple[Question, Question]]) -> None:
    """Point waiting notices of questions that are asked again to their new rows; sent ones stay."""
    for before, row in pairs:
        Notice.objects.filter(question=before, status=Notice.Status.WAITING).update(question=row)


def insert_notices(notices: Sequence[Notice]) -> None:
    """Store notices, but for those whose key is there already. None of them learns its primary key."""
    with connection.cursor() as cursor:
        cursor.execute(NOTIFY, {"rows": _json(notices)})


def _json(rows: Sequence[Model], names: Iterable[str] | None = None) -> str:
    """Return rows as PostgreSQL reads them: by the names of columns, all or their keys with some of them."""
    if not rows:
        return "[]"
    model = type(rows[0])
    wanted = None if names is None else {"id", *names}
    pairs = [
        (name, attribute)
        for name, attribute in zip(columns(model), attributes(model), strict=True)
        if wanted is None or name in wanted
    ]
    found = [{name: _json_value(getattr(row, attribute)) for name, attribute in pairs} for row in rows]
    return msgspec.json.encode(found).decode()


def _json_value(value: object) -> object:
    """Return a value as JSON has it; PostgreSQL reads no negative time in the form that msgspec gives it."""
    return f"{value // MICROSECOND} microseconds" if isinstance(value, timedelta) else value
