"""Whatever shape the JSON of a row has, pages, feeds and mails answer, and sweeps go on with the others."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.apps import apps
from django.db import connection, models
from django.db.models import JSONField, Model, Value

from games.core.unknown import codes_seen
from games.delivery.dispatch import deliver
from games.models import Game, Move, Notice, NumberedMail, PersonMail, Report, SeatNote, StaffAct
from games.models.stored_json import StoredJSON
from games.orders.turn_orders import TurnOrders
from tests.mail.kinds import NOTICES
from tests.mail.replying import bring, mail_of, played, tables
from tests.mail.tables import NOW, store
from tests.pages.positions import turn_of_ann

from .other_release import World, savepoint

pytestmark = pytest.mark.other_release

WRONG = (None, {}, [], "zz", 3, ["zz", 3], {"zz": 1})
Row = tuple[type[Model], object]
Change = tuple[str, Any]
# No page and no sweep reads these: replies to mails do, and are tried below.
OF_MAILS = {"NumberedMail.games", "Reply.results"}
# What the column has read, one function reads on, for all who use it.
READ_ON = {"StoredTurnOrders.given": TurnOrders.read}
PAGES_OF_HISTORY = ("/", "/g/{key}/history/?page=1")
MANY = (Move, Notice, PersonMail, Report, SeatNote, StaffAct)


def json_columns() -> Iterator[JSONField]:
    """Every JSON column of ours."""
    for model in apps.get_app_config("games").get_models():
        yield from (field for field in model._meta.concrete_fields if isinstance(field, JSONField))


def name_of(field: JSONField) -> str:
    return f"{field.model.__name__}.{field.name}"


def stored_in(field: JSONField) -> dict[object, Any]:
    """What a column holds, by primary key, the newest row first, without what its reader makes of it."""
    key, table = field.model._meta.pk.column, field.model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT "{key}", "{field.column}"::text FROM "{table}" ORDER BY 1 DESC')  # noqa: S608
        return {pk: json.loads(text) for pk, text in cursor.fetchall()}


def form_of(stored: Any) -> str:
    """What tells the values of a column apart: their keys."""
    if isinstance(stored, dict):
        return " ".join(sorted(stored))
    return " ".join(sorted({form_of(each) for each in stored})) if isinstance(stored, list) else ""


def wrong_inside(stored: Any) -> Iterator[Any]:
    """A value with each of its parts of another shape in turn, and each part of its first one."""
    if not isinstance(stored, dict | list):
        return
    for key, part in list(stored.items() if isinstance(stored, dict) else enumerate(stored[:1])):
        deeper = wrong_inside(part) if isinstance(stored, list) else ()
        for wrong in (*WRONG, *deeper):
            yield {**stored, key: wrong} if isinstance(stored, dict) else [wrong, *stored[1:]]


def every_wrong(field: StoredJSON, stored: Any) -> list[Any]:
    """Return what to store in a column instead: as a whole, and in one of its parts.

    Of what the reader of the column makes the same of, one stands for all.
    """
    read = READ_ON.get(name_of(field), repr)
    return [*{repr(read(field.read(each))): each for each in (*WRONG, *wrong_inside(stored))}.values()]


def changes() -> Iterator[tuple[Row, JSONField, Any]]:
    """Yield what to put into the columns of a row of each form."""
    for field in json_columns():
        forms: dict[str, object] = {}
        rows = stored_in(field)
        for pk, stored in rows.items():
            if stored:
                forms.setdefault(form_of(stored), pk)
        assert forms or name_of(field) in OF_MAILS, f"the test has no row for {name_of(field)}"
        for pk in forms.values():
            yield from (((field.model, pk), field, each) for each in every_wrong(field, rows[pk]))


def put(row: Row, name: str, wrong: Any) -> None:
    """Store a value as it is."""
    model, pk = row
    model._default_manager.filter(pk=pk).update(**{name: Value(wrong, models.JSONField())})


def copy_of(row: Row) -> Row:
    """A copy of a row, the newest of its kind."""
    model, pk = row
    copy = model._default_manager.get(pk=pk)
    copy.pk = None
    if isinstance(copy, Move):
        copy.version = copy.game.moves.order_by("version").last().version + 1
        Game.objects.filter(pk=copy.game_id).update(version=copy.version)
    if isinstance(copy, Notice):
        copy.public_id = uuid4()
        copy.key = f"copy/{copy.public_id}"
    copy.save()
    return model, copy.pk


def fails(world: World, changed: dict[Row, Change]) -> list[str]:
    """What doesn't answer when these are stored, all at once."""
    with savepoint():
        for row, change in changed.items():
            put(row, *change)
        models = {model for model, _pk in changed}
        return [*world.look(*models), *world.sweep(*models)]


@pytest.mark.slow
def test_json_of_any_shape(db, settings):
    """Each column holds each of them in turn, in a row of each form.

    Where a table may have many rows, each has its own, and all are looked at together. Of the others, as many
    are changed at once as there are.
    """
    settings.CONTACT_EMAIL = "staff@example.org"
    with time_machine.travel(NOW, tick=False):
        world = World()
        assert [] == [*world.look()]
        with savepoint():
            assert [] == [*world.sweep()]
        rounds: list[dict[Row, Change]] = [{}]
        for row, field, wrong in [*changes()]:
            if row[0] in MANY:
                rounds[0][copy_of(row)] = (field.name, wrong)
                continue
            free = next((each for each in rounds[1:] if row not in each), None)
            if free is None:
                rounds.append(free := {})
            free[row] = (field.name, wrong)
        wrong = []
        for changed in rounds:
            found = fails(world, changed)
            wrong += found
            for row, change in changed.items() if found else ():  # which one is it?
                wrong += [f"{row} {change}: {each}" for each in fails(world, {row: change})]

    assert not wrong, f"{len(wrong)}\n" + "\n".join(wrong)


def test_the_newest_move_of_any_shape(db):
    """The list of somebody's games reads it in a query, past the reader of the column."""
    with time_machine.travel(NOW, tick=False):
        world = World()
        last = world.main.game.moves.order_by("version").last()
        for kind, name in (("answer", "outcomes"), ("event", "params"), ("undo", "params")):
            for wrong in WRONG:
                with savepoint():
                    Move.objects.filter(pk=last.pk).update(kind=kind)
                    put((Move, last.pk), name, wrong)
                    for page in PAGES_OF_HISTORY:
                        response = world.browsers["ann"].get(page.format(key=world.main.game.key))
                        assert 200 == response.status_code, (page, name, kind, wrong)


def test_every_json_column_says_its_form():
    """One without would be read as it is, by readers who don't expect it."""
    assert [] == [
        name_of(field) for field in json_columns() if not isinstance(field, StoredJSON) or not field.form
    ]


def test_what_fits_stays_as_it_is_and_the_rest_is_counted(db):
    """A reader leaves out no more than what this release can't read, and the health report counts it."""
    world = World()
    for field in json_columns():
        for pk, stored in stored_in(field).items():
            assert stored == getattr(field.model._default_manager.get(pk=pk), field.name), name_of(field)
    assert [] == codes_seen()

    move = Move.objects.filter(game=world.main.game, kind="answer").last()
    put((Move, move.pk), "labels", ["bread", 3])
    put((Move, move.pk), "outcomes", [*move.outcomes, 3])
    again = Move.objects.get(pk=move.pk)
    assert (["bread"], [*move.outcomes, {"type": ""}]) == (again.labels, again.outcomes)
    assert ["form of 'Move.labels'", "form of 'Move.outcomes'"] == codes_seen()


@pytest.mark.slow
@pytest.mark.parametrize("kind", NOTICES)
def test_a_mail_whose_data_have_another_shape(kind, db):
    """It leaves, or there is nothing to tell; it doesn't fail, and the next one leaves."""
    with time_machine.travel(NOW, tick=False):
        with savepoint():
            stored = NOTICES[kind]().params
        for wrong in every_wrong(Notice._meta.get_field("params"), stored) if stored else ():
            with savepoint():
                notice = NOTICES[kind]()
                sound = store(turn_of_ann(), name="Sound").notice("started", "cid")
                put((Notice, notice.pk), "params", wrong)
                deliver()
                notice.refresh_from_db()
                sound.refresh_from_db()
                assert ("sent", "") == (sound.status, notice.error), wrong


@pytest.mark.slow
def test_a_reply_to_a_mail_whose_numbers_have_another_shape(db, settings):
    """The games that can be read are played; nothing is played in another one."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    with time_machine.travel(NOW, tick=False):
        games = tables("Alpha", "Beta")
        mail = mail_of(*games)
        row = NumberedMail.objects.get()
        stored = row.games
        for number, wrong in enumerate((*WRONG, *wrong_inside(stored))):
            with savepoint():
                put((NumberedMail, row.pk), "games", wrong)
                bring(mail, "2\n4", name=f"reply-{number}")
                assert played(*games)[0] in ([], ["milk"]), wrong
                assert played(*games)[1] in ([], ["love"]), wrong
                if isinstance(wrong, list) and wrong[1:] == stored[1:]:
                    assert ["love"] == played(*games)[1], wrong
