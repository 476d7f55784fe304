"""The statements of an answer read and write what Django does, whatever columns the models get."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import models, transaction

from games.core import list_rows, rows, shown_rows
from games.core.rows import PlayerAt
from games.core.window_passes import SEALED
from games.models import (
    By,
    Channel,
    Game,
    GameState,
    Move,
    MutedGame,
    Notice,
    NoticeChoices,
    Player,
    Question,
    Remark,
    Seat,
    SeatNote,
    Vacation,
    Vote,
    Wish,
    faces_of,
)

NOW = datetime(2036, 2, 3, 4, 5, 6, 789, tzinfo=UTC)
WORDS = 'ó “x” \\ "y"'
LISTS = {"labels": [WORDS, "pass"], "outcomes": [{"type": WORDS, "words": [1, WORDS]}]}
# A value for each kind of column that no default is.
VALUES: dict[type, Any] = {
    models.DateTimeField: NOW,
    models.DurationField: timedelta(days=2, hours=3, microseconds=7),
    models.BooleanField: True,
    models.JSONField: {"words": [1, WORDS], "is_so": False},
    models.CharField: "x" * 4,
    models.TextField: "two\nlines, 'ó'",
    models.IntegerField: 7,
    models.UUIDField: UUID("12345678-1234-5678-1234-567812345678"),
}
# What no answer changes at a row that is there already. A new column belongs here, or to what is written.
KEPT = {
    Seat: {
        "id", "game_id", "number", "player_id", "bot", "name", "heard_until", "here_at",
        "watched_at", "links_ended_at",
        "has_orders", "has_deputy", "is_unnamed",
    },
    Question: {
        "id", "game_id", "seat_id", "number", "what", "nonce", "optional", "own_turn", "beside", "opened_at",
        "due_at", "time_left", "of_turn", "given", "remind_at", "turn", "attempts", "retry_at", "stuck_at",
        "error", "extended_at",
    },
    Game: {
        "id", "key", "name", "edition", "deck_title", "is_open", "is_trial", "link_key", "silence",
        "patience", "least_reliability", "usual_hours", "newcomers", "seats_wanted", "fill_with_bots",
        "talk_is_public", "starts_when_full", "starter", "starting_seat", "circle_id", "created_at",
        "started_at",
        "paused_at", "paused_until", "commitment", "salt", "rematch_of_id", "timing", "pace", "promise",
        "bank_start",
        "bank_gain", "bank_most", "fixed_hour", "fixed_zone", "fixed_days", "fixed_least", "grace_hours",
        "away_policy", "window_hours", "answer_hours", "expires_at", "warned_at", "submission_key",
    },
}  # fmt: skip
WRITTEN = {Seat: rows.SEAT_COLUMNS, Question: rows.CLOSED_COLUMNS, Game: rows.GAME_COLUMNS}


def columns(row: models.Model) -> dict[str, Any]:
    """All that a row holds."""
    return {field.column: getattr(row, field.attname) for field in row._meta.concrete_fields}


def filled(row: models.Model) -> models.Model:
    """The row, with a value in every column that does not point to another row."""
    for field in row._meta.concrete_fields:
        if not (field.primary_key or field.is_relation):
            kind = next(each for each in VALUES if isinstance(field, each))
            setattr(row, field.attname, LISTS.get(field.name, VALUES[kind]))
    return row


@pytest.mark.parametrize("model", WRITTEN)
def test_each_column_is_written_or_known_to_stay(model):
    """Who adds a column to a row that answers change says whether they change it."""
    assert set(rows.columns(model)) == KEPT[model] | set(WRITTEN[model])


def test_rows_are_loaded_as_django_loads_them(ann, bob, start):
    """Each column of game, seats, questions and table, and what stops the clocks of who plays."""
    game = start(ann, bob)
    Player.objects.filter(pk=ann.pk).update(timezone="Europe/Warsaw", days_off="56")
    Seat.objects.filter(game=game, player=bob).update(bank=timedelta(days=-1, hours=5), seen_at=NOW)
    for number in (100, 99):
        seat = game.seats.get(player=bob)
        Question.objects.create(game=game, seat=seat, number=number, what="x", is_side=True, opened_at=NOW)
    away = {"starts_at": NOW, "ends_at": NOW + timedelta(days=1)}
    Vacation.objects.create(player=bob, first_day=NOW.date(), last_day=NOW.date(), **away)

    with transaction.atomic():
        locked, seat = rows.lock_game_of_seat(game.seats.get(player=ann).pk)
        same, by_player = rows.lock_game_of_seat(PlayerAt(game.key, ann.pk))
        loaded = rows.load(locked)

    assert seat == by_player == game.seats.get(player=ann).pk
    assert columns(Game.objects.get(pk=game.pk)) == columns(locked) == columns(same)
    assert [columns(each) for each in game.seats.order_by("number")] == [columns(s) for s in loaded.seats]
    questions = Question.objects.filter(game=game, closed_at=None).order_by("number")
    assert [columns(each) for each in questions] == [columns(each) for each in loaded.questions]
    assert [each.seat_id for each in questions] == [each.seat.pk for each in loaded.questions]
    assert columns(GameState.objects.get(game=game)) == columns(loaded.table_state)
    ann, bob = Player.objects.get(pk=ann.pk), Player.objects.get(pk=bob.pk)
    pauses = {each.player.pk: each.player.hours for each in loaded.seats if each.player}
    assert {each.pk: each.hours for each in (ann, bob)} == pauses
    assert pauses[bob.pk].away == ((away["starts_at"], away["ends_at"]),)
    assert (loaded.has_wishes, loaded.has_takeback) == (False, False)


def test_a_page_reads_what_django_reads(ann, bob, start):
    """Its one statement brings seats, players, questions and the table, with the JSON of each column read."""
    game = start(ann, bob, bots=1)
    Player.objects.filter(pk=ann.pk).update(held_seats=[7])
    Question.objects.create(
        game=game, seat=game.seats.get(player=bob), number=99, what="x", is_side=True, opened_at=NOW
    )
    shown = shown_rows.load_shown(game)

    seats = list(game.seats.select_related("player").order_by("number"))
    assert [columns(each) for each in shown.seats] == [columns(each) for each in seats]
    assert [each.player and columns(each.player) for each in shown.seats] == [
        each.player and columns(each.player) for each in seats
    ]
    asked = game.questions.filter(closed_at=None).order_by("number")
    assert [columns(each) for each in shown.questions] == [columns(each) for each in asked]
    assert [each.seat.pk for each in shown.questions] == [each.seat_id for each in asked]
    assert shown.state is not None
    assert columns(shown.state) == columns(GameState.objects.get(game=game))
    moves = game.moves.filter(version__gt=1).order_by("-version")
    assert [columns(each) for each in shown_rows.moves_after(game, 1)] == [columns(each) for each in moves]
    first = [columns(each) for each in game.moves.filter(version__lte=1)]
    assert [columns(each) for each in shown_rows.moves_after(game, 0, until=1)] == first
    assert shown_rows.find_rare([game]) == {game.pk: shown.rare}


def test_the_seat_of_a_page_is_what_django_reads(ann, bob, start):
    """Whoever has taken a seat is found there with the game; who has left it, or never had one, is not."""
    game = start(ann, bob)
    Seat.objects.filter(game=game, player=bob).update(status=Seat.Status.LEFT)
    found = shown_rows.find_seat_at(game.key, ann.pk)

    assert found is not None
    assert columns(found) == columns(game.seats.get(player=ann))
    assert columns(found.game) == columns(Game.objects.get(pk=game.pk))
    assert shown_rows.find_seat_at(game.key, bob.pk) is None
    assert shown_rows.find_seat_at("elsewhere", ann.pk) is None


def test_wishes_and_requests_are_seen(ann, bob, start):
    """Only where somebody wishes or asks for something, an answer asks the database what."""
    game = start(ann, bob)
    seat = game.seats.get(player=ann)
    Wish.objects.create(game=game, player=ann, seat=seat, kind=Wish.Kind.LEAVE)
    Vote.objects.create(game=game, seat=seat, kind=Vote.Kind.SILENCE, closes_at=NOW)

    with_wish = rows.load(game)
    Wish.objects.update(settled_at=NOW)
    Vote.objects.create(game=game, seat=seat, kind=Vote.Kind.TAKEBACK, closes_at=NOW)
    with_request = rows.load(game)

    assert (with_wish.has_wishes, with_wish.has_takeback) == (True, False)
    assert (with_request.has_wishes, with_request.has_takeback) == (False, True)


def test_who_sits_nowhere_locks_nothing(ann, bob, start):
    """A player of another table finds no game to lock."""
    game = start(ann, bots=1)
    for seat in (0, PlayerAt(game.key, bob.pk), PlayerAt("nowhere", ann.pk)):
        with pytest.raises(Game.DoesNotExist), transaction.atomic():
            rows.lock_game_of_seat(seat)


def test_rows_are_stored_as_django_stores_them(ann, bob, start):
    """Each column of new moves, questions and notes; what changes at seats, game and closed questions."""
    game = Game.objects.get(pk=start(ann, bob).pk)
    seat, other = game.seats.order_by("number")
    closed = Question.objects.get(game=game, closed_at=None)
    moves = [filled(Move(game=game, seat=seat, deputy=bob)), filled(Move(game=game))]
    moves[1].version, moves[1].labels, moves[1].submission_key = 8, ["pass"], ""
    opened = [filled(Question(game=game, seat=seat, counts_for=ann)), filled(Question(game=game, seat=other))]
    opened[1].number, opened[1].due_at = 8, None
    opened[0].time_left, opened[1].is_side = None, False
    note = filled(SeatNote(seat=seat))
    filled(closed).counts_for = None
    for row in (seat, other):
        number, bot = row.number, row.bot
        filled(row).number, row.bot, row.status = number, bot, Seat.Status.LEFT
    other.bank, other.seen_at = timedelta(microseconds=-1), None
    game.version, game.winner, game.host, game.end_reason = 9, seat, bob, "o'ver"

    lists = {"moves": moves, "seats": [seat, other], "closed": [closed], "opened": opened, "notes": [note]}
    with transaction.atomic():
        rows.store(game, b"\x00\xffdata", **lists)

    assert [columns(each) for each in moves] == [columns(Move.objects.get(pk=each.pk)) for each in moves]
    assert [columns(each) for each in opened] == [
        columns(Question.objects.get(pk=each.pk)) for each in opened
    ]
    assert columns(note) | {"id": 0} == columns(SeatNote.objects.get()) | {"id": 0}
    for row in (game, seat, other, closed):
        stored, names = type(row).objects.get(pk=row.pk), WRITTEN[type(row)]
        assert [columns(row)[name] for name in names] == [columns(stored)[name] for name in names]
    state = GameState.objects.get(game=game)
    assert (bytes(state.data), bytes(state.earlier)) == (b"\x00\xffdata", b"")


def test_moments_are_stored_where_they_have_changed(ann, bob, start):
    """The moments to which a table can go back stay as they are unless they are given."""
    game = Game.objects.get(pk=start(ann, bob).pk)
    for earlier in (b"one", None):
        rows.store(game, b"x", earlier)

        assert bytes(GameState.objects.get(game=game).earlier) == b"one"


def test_a_notice_is_stored_once(ann, bob, start):
    """Every column is written; a key that is there already is left alone."""
    game = start(ann, bob)
    question = Question.objects.get(game=game, closed_at=None)
    notice = filled(Notice(game=game, player=ann, seat=question.seat, question=question))

    rows.insert_notices([notice])
    rows.insert_notices([Notice(key=notice.key, kind="turn", game=game, player=bob)])

    stored = Notice.objects.get(key=notice.key)
    assert columns(notice) | {"id": 0} == columns(stored) | {"id": 0}
    assert stored.lease == notice.lease


def test_who_answered_is_stored_as_it_is_read(ann, bob, start):
    """A member of a list of choices is stored by its value."""
    game = Game.objects.get(pk=start(ann, bob).pk)
    move = Move(game=game, version=99, kind=Move.Kind.EVENT, by=By.ENGINE)

    rows.store(game, b"x", moves=[move])

    assert {"kind": "event", "by": "engine"}.items() <= columns(Move.objects.get(version=99)).items()


def test_a_list_reads_what_django_reads(ann, bob, start):
    """The statements of the dashboard bring seats, games, people, questions and moves as the models do."""
    game, other = start(ann, bob, bots=1), start(bob, bots=1)
    MutedGame.objects.create(game=other, player=bob)
    Remark.objects.create(game=game, seat=game.seats.get(player=ann), player=ann, text=WORDS)
    games = [game.pk, other.pk]
    listed = list_rows.seats_of(bob)

    mine = {seat.game_id: seat for seat in Seat.objects.filter(player=bob).select_related("game")}
    assert {each.seat.game_id: columns(each.seat) for each in listed} == {
        key: columns(seat) for key, seat in mine.items()
    }
    assert {each.seat.game_id: columns(each.seat.game) for each in listed} == {
        key: columns(seat.game) for key, seat in mine.items()
    }
    assert {(each.seat.game_id, each.has_talk, each.is_muted) for each in listed} == {
        (game.pk, True, False),
        (other.pk, False, True),
    }
    for key, people in list_rows.people_at(games).items():
        seats = list(Seat.objects.filter(game=key).select_related("player").order_by("number"))
        assert [(str(each), each.status, each.bot) for each in people] == [
            (str(each), each.status, each.bot) for each in seats
        ]
        assert faces_of(people) == faces_of(seats)
    asked = list_rows.questions_at(each.seat for each in listed)
    for key in games:
        rows_of_game = Question.objects.filter(game=key, closed_at=None).order_by("is_side", "number")
        assert [columns(each) for each in asked.get(key, [])] == [columns(each) for each in rows_of_game]
        moves = Move.objects.filter(game=key).exclude(SEALED).order_by("-version")[:4]
        found = list_rows.newest_moves([key], 4)[key]
        assert [columns(each) for each in found] == [columns(each) for each in moves]


def test_a_dashboard_knows_what_there_is(ann, bob, start):
    """Of a player who has nothing besides games, nothing is; an offer or a channel is seen."""
    start(ann, bob)
    assert not any(list_rows.find_few(ann))
    NoticeChoices.objects.create(player=ann)
    Channel.objects.create(player=ann, url="https://example.org/")
    Game.objects.filter().update(status=Game.Status.FINISHED, is_open=True)
    Seat.objects.filter(player=bob).update(offered_at=NOW)

    assert list_rows.find_few(ann)._asdict() == {
        "invitations": False,
        "open_games": False,
        "offers": True,
        "finished": True,
        "channels": True,
        "choices": True,
        "circle_invitations": False,
    }
    assert not list_rows.find_few(bob).channels
