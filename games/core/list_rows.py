"""The rows of lists of games, such as the dashboard, in statements written by hand.

Django takes several times longer to write the SQL for rows this wide than PostgreSQL to run it (as in
`rows.py`). Each statement takes any number of games.
"""

from collections.abc import Iterable
from typing import NamedTuple

from django.db import connection

from games.models import Game, Move, Player, Question, Seat

from .rows import columns, selected
from .shown_rows import read_row

# S608 below: every name in a statement is a model's own, and every value is a parameter.
WIDTHS = (len(columns(Seat)), len(columns(Game)))
SEATS_OF_PLAYER = f"""
SELECT {selected(Seat, "s")}, {selected(Game, "g")},
    EXISTS (SELECT FROM games_remark r WHERE r.game_id = g.id),
    EXISTS (SELECT FROM games_mutedgame m WHERE m.game_id = g.id AND m.player_id = s.player_id)
FROM games_seat s JOIN games_game g ON g.id = s.game_id
WHERE s.player_id = %s AND s.status IN ('taken', 'invited') AND g.status IN ('open', 'running')
"""  # noqa: S608
# Of a person at a table, what a row of a list shows: their name, and what their face is made of.
PERSON_SHOWN = {"id", "game_id", "number", "player_id", "name", "bot", "status", "is_unnamed"}
FACE_SHOWN = {"id", "face_colour", "face_mark"}
# In the order of the models, as `Model.from_db` takes them.
PERSON = [name for name in columns(Seat) if name in PERSON_SHOWN]
FACE = [name for name in columns(Player) if name in FACE_SHOWN]
PEOPLE = f"""
SELECT {", ".join(f"s.{name}" for name in PERSON)}, {", ".join(f"p.{name}" for name in FACE)}
FROM games_seat s LEFT JOIN games_player p ON p.id = s.player_id
WHERE s.game_id = ANY(%s::bigint[]) ORDER BY s.game_id, s.number
"""  # noqa: S608
# What is asked of these seats, and what the play of their games waits for.
QUESTIONS = f"""
SELECT {selected(Question, "q")} FROM games_question q
WHERE q.closed_at IS NULL AND q.game_id = ANY(%s::bigint[])
    AND (NOT q.beside OR q.seat_id = ANY(%s::bigint[]))
ORDER BY q.beside, q.number
"""  # noqa: S608
# As `window_passes.SEALED`: what these moves say, nobody is shown.
NEWEST = f"""
SELECT {selected(Move, "m")}, m.deputy FROM unnest(%s::bigint[]) AS wanted (game), LATERAL (
    SELECT m.*, d.name AS deputy FROM games_move m LEFT JOIN games_player d ON d.id = m.deputy_id
    WHERE m.game_id = wanted.game AND NOT (m.kind = 'answer' AND m.outcomes = '[]')
    ORDER BY m.version DESC LIMIT %s
) m ORDER BY m.game_id, m.version DESC
"""  # noqa: S608

# What many players have nothing of: one statement costs a tenth of those that find nothing.
FEW = """
SELECT
    EXISTS (SELECT FROM games_invitation WHERE email = %(email)s
            AND accepted_at IS NULL AND declined_at IS NULL AND removed_at IS NULL),
    EXISTS (SELECT FROM games_game WHERE is_open AND status = 'open'),
    EXISTS (SELECT FROM games_seat WHERE offered_at IS NOT NULL),
    EXISTS (SELECT FROM games_seat s JOIN games_game g ON g.id = s.game_id
            WHERE s.player_id = %(player)s AND g.status IN ('finished', 'ended')),
    EXISTS (SELECT FROM games_channel WHERE player_id = %(player)s),
    EXISTS (SELECT FROM games_noticechoices WHERE player_id = %(player)s),
    EXISTS (SELECT FROM games_circleinvitation WHERE player_id = %(player)s AND declined_at IS NULL)
"""


class FewRows(NamedTuple):
    """Whether there is anything of what a dashboard lists besides a player's games."""

    invitations: bool
    open_games: bool
    offers: bool
    finished: bool
    channels: bool
    choices: bool
    circle_invitations: bool


class SeatInList(NamedTuple):
    """A player's seat with its game; whether anybody has ever talked there, and whether they muted it."""

    seat: Seat
    has_talk: bool
    is_muted: bool


def seats_of(player: Player) -> list[SeatInList]:
    """Return the player's seats in games that have not ended, those that are kept for them included."""
    of_seat, of_game = WIDTHS
    with connection.cursor() as cursor:
        cursor.execute(SEATS_OF_PLAYER, [player.pk])
        found = cursor.fetchall()
    seats = []
    for row in found:
        seat = read_row(Seat, row[:of_seat])
        seat.game = read_row(Game, row[of_seat : of_seat + of_game])
        seats.append(SeatInList(seat, *row[of_seat + of_game :]))
    return seats


def find_few(player: Player) -> FewRows:
    """Return of what there is anything for a player, so that it is worth a query."""
    with connection.cursor() as cursor:
        cursor.execute(FEW, {"player": player.pk, "email": player.email})
        return FewRows(*cursor.fetchone())


def people_at(games: Iterable[int]) -> dict[int, list[Seat]]:
    """Return all seats of the games with these primary keys in their order, as a list shows them."""
    found: dict[int, list[Seat]] = {}
    with connection.cursor() as cursor:
        cursor.execute(PEOPLE, [list(games)])
        rows = cursor.fetchall()
    for row in rows:
        seat = Seat.from_db(connection.alias, PERSON, row[: len(PERSON)])
        of_player = row[len(PERSON) :]
        seat.player = None if seat.player_id is None else Player.from_db(connection.alias, FACE, of_player)
        found.setdefault(seat.game_id, []).append(seat)
    return found


def questions_at(seats: Iterable[Seat]) -> dict[int, list[Question]]:
    """Return what is asked of these seats, and what the play of their games waits for, by game."""
    found: dict[int, list[Question]] = {}
    mine = list(seats)
    with connection.cursor() as cursor:
        cursor.execute(QUESTIONS, [[seat.game_id for seat in mine], [seat.pk for seat in mine]])
        rows = cursor.fetchall()
    for row in rows:
        question = read_row(Question, row)
        found.setdefault(question.game_id, []).append(question)
    return found


def newest_moves(games: Iterable[int], count: int) -> dict[int, list[Move]]:
    """Return the last `count` visible moves of the games with these primary keys, the newest first.

    Who has made one for somebody else is known by name.
    """
    found: dict[int, list[Move]] = {}
    with connection.cursor() as cursor:
        cursor.execute(NEWEST, [list(games), count])
        rows = cursor.fetchall()
    for *row, deputy in rows:
        move = read_row(Move, row)
        move.deputy = None if move.deputy_id is None else Player(pk=move.deputy_id, name=deputy)
        found.setdefault(move.game_id, []).append(move)
    return found
