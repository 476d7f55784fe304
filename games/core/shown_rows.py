"""The rows that a page of a table shows, in statements written by hand.

As for an answer (`rows.py`), Django takes several times longer to write the SQL for rows this wide than
PostgreSQL to run it. Nothing is locked, and nothing that is read here is stored again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from django.db import connection
from django.db.models import Model

from games.models import Game, GameState, Move, Player, Question, Seat
from games.models.stored_json import StoredJSON

from .rows import attributes, columns, selected

M = TypeVar("M", bound=Model)

# S608 below: every name in a statement is a model's own, and every value is a parameter.
# Of what few games have, whether there is any: a twentieth of five queries that find nothing.
RARE = """
    EXISTS (SELECT FROM games_vote WHERE game_id = {game} AND closed_at IS NULL),
    EXISTS (SELECT FROM games_remark WHERE game_id = {game}),
    EXISTS (SELECT FROM games_mutedgame WHERE game_id = {game}),
    EXISTS (SELECT FROM games_seatnotebook JOIN games_seat r ON r.id = seat_id WHERE r.game_id = {game}),
    EXISTS (SELECT FROM games_vacation JOIN games_seat r USING (player_id) WHERE r.game_id = {game}),
    EXISTS (
        SELECT FROM games_playerblock b JOIN games_seat r ON r.player_id = b.by_id
        WHERE r.game_id = {game} AND b.kind = 'block'
    )
"""
FIND_RARE = (
    f"SELECT wanted.game, {RARE.format(game='wanted.game')} FROM unnest(%s::bigint[]) AS wanted (game)"  # noqa: S608
)
MODELS = (Seat, Player, Question, GameState)
WIDTHS = [len(columns(model)) for model in MODELS]
# A row for each open question of each seat, or one for a seat without any; the table comes with seat 1.
LOAD = f"""
SELECT {", ".join(selected(model, name) for model, name in zip(MODELS, "spqt", strict=True))},
    {RARE.format(game="%(game)s")}
FROM games_seat s
LEFT JOIN games_player p ON p.id = s.player_id
LEFT JOIN games_question q ON q.seat_id = s.id AND q.closed_at IS NULL
LEFT JOIN games_gamestate t ON t.game_id = s.game_id AND s.number = 1
WHERE s.game_id = %(game)s
ORDER BY s.number, q.number
"""  # noqa: S608
SEAT_AT = f"""
SELECT {selected(Seat, "s")}, {selected(Game, "g")} FROM games_seat s JOIN games_game g ON g.id = s.game_id
WHERE g.key = %s AND s.player_id = %s AND s.status = 'taken'
"""  # noqa: S608
NEWEST = 2**31 - 1  # no version is higher: they are integers
MOVES_AFTER = (
    f"SELECT {selected(Move, 'm')} FROM games_move m"  # noqa: S608
    " WHERE m.game_id = %s AND m.version > %s AND m.version <= %s ORDER BY m.version DESC"
)


class RareRows(NamedTuple):
    """Whether a game has rows of the kinds that few games have, so that they are worth a query."""

    votes: bool
    remarks: bool
    mutes: bool
    notebooks: bool
    vacations: bool
    blocks: bool


@dataclass(frozen=True)
class ShownRows:
    """The seats of a game in their order, with their players; all that is asked, in the order of asking."""

    seats: Sequence[Seat]
    questions: Sequence[Question]
    state: GameState | None
    rare: RareRows


def find_seat_at(key: str, player: int) -> Seat | None:
    """Return the seat that a player has taken in the game with a key, with this game."""
    with connection.cursor() as cursor:
        cursor.execute(SEAT_AT, [key, player])
        row = cursor.fetchone()
    if row is None:
        return None
    width = len(columns(Seat))
    seat = read_row(Seat, row[:width])
    seat.game = read_row(Game, row[width:])
    return seat


def load_shown(game: Game) -> ShownRows:
    """Load what the parts of a page want to know of a game, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(LOAD, {"game": game.pk})
        found = cursor.fetchall()
    seats: dict[int, Seat] = {}
    questions: list[Question] = []
    state, rare = None, RareRows(*[False] * len(RareRows._fields))
    for values in found:
        row = iter(values)
        of_seat, of_player, of_question, of_state = (list(islice(row, width)) for width in WIDTHS)
        rare = RareRows(*row)
        seat = seats.get(of_seat[0])
        if seat is None:
            seats[of_seat[0]] = seat = read_row(Seat, of_seat)
            seat.game = game
            seat.player = None if of_player[0] is None else read_row(Player, of_player)
        if of_question[0] is not None:
            question = read_row(Question, of_question)
            question.game, question.seat = game, seat
            questions.append(question)
        if of_state[0] is not None:
            state = read_row(GameState, of_state)
            state.game = game
    questions.sort(key=lambda question: question.number)
    return ShownRows(list(seats.values()), questions, state, rare)


def find_rare(games: Iterable[Game]) -> dict[int, RareRows]:
    """Return of what these games have any rows at all, by their primary keys, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(FIND_RARE, [[game.pk for game in games]])
        return {game: RareRows(*flags) for game, *flags in cursor.fetchall()}


def moves_after(game: Game, version: int, *, until: int | None = None) -> list[Move]:
    """Return the moves of a game after a version, up to another one, the newest first."""
    with connection.cursor() as cursor:
        cursor.execute(MOVES_AFTER, [game.pk, version, NEWEST if until is None else until])
        moves = [read_row(Move, values) for values in cursor.fetchall()]
    for move in moves:
        move.game = game
    return moves


@cache
def _json_columns(model: type[Model]) -> tuple[tuple[int, StoredJSON], ...]:
    """Return the places and columns of a model whose values are JSON, which Django reads itself."""
    fields = enumerate(model._meta.concrete_fields)
    return tuple((place, field) for place, field in fields if isinstance(field, StoredJSON))


def read_row(model: type[M], values: Sequence[Any]) -> M:
    """Return the row of a model as Django reads it."""
    read = list(values)
    for place, field in _json_columns(model):
        read[place] = field.from_db_value(read[place], field, connection)
    return model.from_db(connection.alias, attributes(model), read)
