"""Copies of rows, made in SQL: as many games, seats, questions and notices as a measurement needs."""

from collections.abc import Mapping

from django.db import connection
from django.db.models import Model

from games.models import Game, GameState, Notice, Player, Question, Seat

# The keys of copies begin here; of one row, each copy's is so many further.
FIRST, STEP = 1_000_000, 1_000


def copy(model: type[Model], where: str, count: int, **instead: str) -> None:
    """Insert `count` copies of the rows for which `where` holds; `instead` are columns as SQL.

    In the SQL, ``n`` counts the copies from 1 and ``t`` is the row that is copied.
    """
    columns = [field.column for field in model._meta.concrete_fields]
    values = [instead.get(column, f't."{column}"') for column in columns]
    names = ", ".join(f'"{column}"' for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {model._meta.db_table} ({names}) SELECT {', '.join(values)}"  # noqa: S608
            f" FROM {model._meta.db_table} t, generate_series(1, {count}) n WHERE {where}"
        )


def moved(column: str) -> str:
    """SQL for a key that points to the copy of what it pointed to."""
    return f't."{column}" + {FIRST} + n * {STEP}'


def copy_games(game: Game, count: int, *, status: str, **of_questions: str) -> None:
    """Copy a started game with new players, and with all that its clocks and notices need."""
    players = list(game.seats.values_list("player", flat=True))
    copy(
        Player,
        f"t.id IN ({', '.join(map(str, players))})",
        count,
        id=moved("id"),
        email="n || '.' || t.email",
    )
    here = f"t.game_id = {game.pk}"
    own: Mapping[str, str] = {"id": moved("id"), "game_id": moved("game_id")}
    copy(
        Game, f"t.id = {game.pk}", count,
        id=moved("id"), host_id=moved("host_id"), key="'c' || n", link_key="'l' || n",
    )  # fmt: skip
    copy(GameState, here, count, game_id=moved("game_id"))
    copy(Seat, here, count, **own, player_id=moved("player_id"))
    seats = {"seat_id": moved("seat_id"), "asked_id": moved("asked_id")}
    copy(Question, here, count, **own, **seats, **of_questions)
    notices = {
        "player_id": moved("player_id"),
        "seat_id": moved("seat_id"),
        "question_id": moved("question_id"),
    }
    copy(
        Notice, f"{here} AND t.question_id IS NOT NULL", count, **own, **notices,
        key="t.key || '/' || n", public_id="gen_random_uuid()",
        message_id="replace(t.message_id, '@', '.' || n || '@')",
        status=f"'{status}'",
        sent_at="t.created_at - interval '30 days'" if status == "sent" else "NULL",
        lease="NULL", leased_until="NULL",
    )  # fmt: skip
    with connection.cursor() as cursor:
        for model in (Player, Game, Seat, Question, Notice):
            table = model._meta.db_table
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}")  # noqa: S608
        cursor.execute("ANALYZE")
