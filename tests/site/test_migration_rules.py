"""What a migration may do while web and worker processes of the release before still run (ADR 63)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED

from fluxx_site.management.commands.prepare import drop_unfinished_indexes

RELEASED = Path(__file__).parent / "released" / "release_before"
TAKES_AWAY = (
    migrations.DeleteModel,
    migrations.RemoveField,
    migrations.RenameField,
    migrations.RenameModel,
    migrations.AlterModelTable,
    migrations.RunSQL,
)
# What the rule forbids and is done all the same, with the reason why the release before can bear it.
ALLOWED: dict[str, str] = dict.fromkeys(
    (
        "0070_indexes_of_sweeps: Create index game_paused on field(s) paused_until of model game",
        "0070_indexes_of_sweeps: Create index game_watched on field(s) -id of model game",
        "0070_indexes_of_sweeps: Create index question_counts on field(s) counts_for of model question",
    ),
    "Each is of few rows, and made within the three seconds that a statement of play waits.",
)


def read_release() -> tuple[str, str, str]:
    """The number, the commit and the last migration of the release before."""
    number, commit, migration = RELEASED.read_text().split()
    return number, commit, migration


def since_the_release(loader: MigrationLoader) -> list[str]:
    """The names of our migrations that the release before does not have."""
    _number, _commit, last = read_release()
    plan = loader.graph.forwards_plan(*[("games", last)])
    ours = [name for app, name in loader.graph.nodes if app == "games"]
    return sorted(set(ours) - {name for app, name in plan if app == "games"})


def faults_of(operation: Operation, before: ProjectState) -> Iterator[str]:
    """Why the release before could not work after an operation, on models that it knows."""
    if isinstance(operation, migrations.SeparateDatabaseAndState):
        for each in operation.database_operations:
            yield from faults_of(each, before)
    if isinstance(operation, TAKES_AWAY):
        yield "takes away, renames, or changes by SQL"
    if isinstance(operation, migrations.AddField) and needs_a_value(operation.field):
        yield "adds a column that the release before can't fill: give it db_default, or null"
    if isinstance(operation, migrations.AlterField):
        known = before.models["games", operation.model_name.lower()].fields[operation.name]
        yield from changes_of(operation.name, known, operation.field)
    if isinstance(operation, migrations.AddIndex) and not isinstance(operation, AddIndexConcurrently):
        yield "holds up play while it makes an index: AddIndexConcurrently, with atomic = False"
    if isinstance(operation, migrations.AddConstraint):
        yield "adds a constraint that what the release before writes may not meet"


def needs_a_value(field: Any) -> bool:
    """Whether a row can't be inserted by somebody who doesn't know of this column."""
    return not (field.many_to_many or field.null or field.db_default is not NOT_PROVIDED)


def changes_of(name: str, old: Any, new: Any) -> Iterator[str]:
    """Why a field's column can't be written as before."""
    if old.null and not new.null:
        yield "makes a column NOT NULL"
    # The fields of a state have no names of their own, until somebody looks for changes and gives them some.
    if (old.db_column or name) != (new.db_column or name):
        yield "renames a column"
    if old.get_internal_type() != new.get_internal_type():
        yield f"makes {old.get_internal_type()} {new.get_internal_type()}"
    if (getattr(new, "max_length", 0) or 0) < (getattr(old, "max_length", 0) or 0):
        yield "shortens a column"
    if new.unique and not old.unique:
        yield "makes a column unique"
    if old.db_default is not NOT_PROVIDED and new.db_default is NOT_PROVIDED:
        yield "takes a default away"


def find_faults(loader: MigrationLoader, names: list[str]) -> list[str]:
    """What our migrations of these names do against the rule."""
    found = []
    new: set[str] = set()
    for name in names:
        state = loader.project_state(("games", name), at_end=False)
        for operation in loader.graph.nodes["games", name].operations:
            about = getattr(operation, "model_name", getattr(operation, "name", ""))
            if isinstance(operation, migrations.CreateModel):
                new.add(operation.name.lower())
            elif str(about).lower() not in new:  # the release before knows nothing of a new table
                case = f"{name}: {operation.describe()}"
                found += [f"{case}: {why}" for why in faults_of(operation, state) if case not in ALLOWED]
            operation.state_forwards("games", state)
    return found


@pytest.fixture(scope="module")
def loader() -> MigrationLoader:
    return MigrationLoader(None)


def test_the_release_before_can_work_on_this_database(loader):
    """New columns have defaults of the database, and nothing is renamed or taken away."""
    names = since_the_release(loader)

    assert [] == find_faults(loader, names)
    assert [] == [case for case in ALLOWED if case.partition(":")[0] not in names]


def test_a_release_is_named_whose_migrations_are_here(loader):
    """The number, a whole hash, and a migration that there is."""
    number, commit, last = read_release()

    assert all(part.isdigit() for part in number.split("."))
    assert len(commit) == 40
    assert ("games", last) in loader.graph.nodes


BY_NAME = models.Index(fields=["name"], name="game_name")
WHOLE = models.CharField(max_length=8)


@pytest.mark.parametrize(
    ("operation", "why"),
    [
        (migrations.AddField("game", "colour", models.CharField(max_length=8, default="")), "db_default"),
        (migrations.AddField("game", "colour", models.CharField(max_length=8, db_default="")), ""),
        (migrations.AddField("game", "colour", models.CharField(max_length=8, null=True)), ""),
        (migrations.AddField("game", "fans", models.ManyToManyField("games.Player")), ""),
        (migrations.RemoveField("game", "name"), "takes away"),
        (migrations.RenameField("game", "name", "title"), "takes away"),
        (migrations.RenameModel("Game", "Match"), "takes away"),
        (migrations.DeleteModel("Game"), "takes away"),
        (migrations.RunSQL("DROP TABLE games_game"), "by SQL"),
        (migrations.AlterField("game", "name", WHOLE), "shortens"),
        (migrations.AlterField("game", "paused_at", models.DateTimeField()), "NOT NULL"),
        (migrations.AlterField("game", "version", models.TextField()), "PositiveIntegerField TextField"),
        (migrations.AddIndex("game", BY_NAME), "AddIndexConcurrently"),
        (AddIndexConcurrently("game", BY_NAME), ""),
        (
            migrations.AddConstraint("game", models.UniqueConstraint(fields=["name"], name="one_name")),
            "constraint",
        ),
    ],
    ids=lambda each: each.describe() if isinstance(each, Operation) else each or "allowed",
)
def test_what_the_release_before_cant_bear_is_named(operation, why, loader):
    """Each kind of operation."""
    state = loader.project_state()

    found = [*faults_of(operation, state)]
    assert [why in each for each in found] == ([True] if why else [])


@pytest.mark.django_db(transaction=True)
def test_an_index_whose_making_was_broken_off_is_in_nobodys_way():
    """It is dropped before the migration is tried again; those that are whole stay."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE INDEX half_made ON games_game (name)")
        cursor.execute("CREATE INDEX well_made ON games_game (name)")
        cursor.execute("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'half_made'::regclass")
        drop_unfinished_indexes()
        cursor.execute("SELECT relname FROM pg_class WHERE relname IN ('half_made', 'well_made')")
        left = cursor.fetchall()
        cursor.execute("DROP INDEX well_made")

    assert [("well_made",)] == left
