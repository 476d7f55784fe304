"""A row that is saved keeps the JSON of another release that this one can't read."""

import json

import pytest
from django.apps import apps
from django.db import connection

from games.models import Player
from games.models.stored_json import StoredJSON

from .conftest import make_player

pytestmark = [pytest.mark.django_db, pytest.mark.other_release]

# The last two are as a newer release may write a list, or a dict.
OTHERS = (None, {}, [], "zz", 3, ["zz", 3, {"zz": 1}], {"zz": 1, "kind": {"zz": 2}, "7": ["zz"]})
COLUMNS = [
    field
    for model in apps.get_app_config("games").get_models()
    for field in model._meta.concrete_fields
    if isinstance(field, StoredJSON)
]


def written(field: StoredJSON, value: object) -> object:
    """What a save stores of a value."""
    prepared = field.get_db_prep_save(value, connection)
    return None if prepared is None else prepared.obj


@pytest.mark.parametrize("field", COLUMNS, ids=str)
def test_every_column_keeps_what_it_cannot_read(field):
    """Whatever is there, a save that changes nothing of the column writes the same."""
    for stored in OTHERS:
        read = field.from_db_value(json.dumps(stored), field.get_col(field.model._meta.db_table), connection)
        assert stored == written(field, read)


@pytest.mark.parametrize("field", COLUMNS, ids=str)
def test_what_is_changed_is_written_as_it_is(field):
    """A value that somebody has put into what was read replaces it all."""
    for stored in OTHERS:
        read = field.from_db_value(json.dumps(stored), field.get_col(field.model._meta.db_table), connection)
        if isinstance(read, list):
            read.append("new")
        elif isinstance(read, dict):
            read["new"] = "value"
        assert read == written(field, read)


def test_a_player_who_is_saved_keeps_seats_of_another_form():
    """Also in rows of which somebody saves every column."""
    player = make_player("ann")
    newer = [{"seat": 3, "until": "2030-01-01"}, 7]
    Player.objects.filter(pk=player.pk).update(held_seats=newer)
    read = Player.objects.get(pk=player.pk)
    assert [7] == read.held_seats
    read.name = "Anna"
    read.save()
    Player.objects.bulk_update([read], ["held_seats"])
    with connection.cursor() as cursor:
        cursor.execute("SELECT held_seats::text FROM games_player WHERE id = %s", [player.pk])
        assert newer == json.loads(cursor.fetchone()[0])

    read.held_seats.append(9)
    read.save()
    assert [7, 9] == Player.objects.get(pk=player.pk).held_seats
