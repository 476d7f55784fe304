"""The public columns that an act of staff may change, before and after it, as JSON: no hand, seed or token.

A snapshot is ``{"seat": {"12": {"on_autopilot": "True", …}}, …}``: rows by the name of their model and their
primary key, columns as text.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Field, ForeignKey, Model
from django.utils.translation import gettext as _

from games.core.refusal import NotPossible
from games.models import Game, Question, Seat
from games.models.question import IS_OPEN
from games.timing.deadlines import CLOCK_FIELDS

Row = dict[str, str | None]
Snapshot = dict[str, dict[str, Row]]
Columns = Mapping[type[Model], tuple[str, ...]]

# What the play changes; `registry` adds what acts say that they change besides.
COLUMNS: dict[type[Model], tuple[str, ...]] = {
    Game: ("name", "status", "paused_at", "paused_until", "finished_at", "end_reason", "host"),
    Seat: (
        "status", "player", "bot", "name", "on_autopilot", "offered_at", "timeouts_in_row", "away",
        "away_until", "seen_version", "link_epoch", *CLOCK_FIELDS,
    ),
    Question: (
        "number", "opened_at", "due_at", "time_left", "given", "remind_at", "extended_at", "attempts",
        "retry_at", "stuck_at", "closed_at", "counts_for",
    ),
}  # fmt: skip


def models_by_name() -> dict[str, type[Model]]:
    """Return the models whose rows may stand in a snapshot, by the names that they have there."""
    return {str(model._meta.model_name): model for model in COLUMNS}


def take_snapshot(games: Iterable[Game], rows: Iterable[Model] = ()) -> Snapshot:
    """Return what these locked games, their seats and open questions, and these other rows hold now."""
    keys = [game.pk for game in games]
    found: dict[str, Iterable[Model]] = {
        "game": Game.objects.filter(pk__in=keys),
        "seat": Seat.objects.filter(game__in=keys),
        "question": Question.objects.filter(IS_OPEN, game__in=keys),
    }
    snapshot = {name: {str(row.pk): read_row(row) for row in table} for name, table in found.items()}
    for row in rows:
        for now in type(row)._default_manager.filter(pk=row.pk):
            snapshot.setdefault(str(row._meta.model_name), {})[str(row.pk)] = read_row(now)
    return snapshot


def read_row(row: Model) -> Row:
    """Return the columns of a row as text."""
    fields = (column_of(row, name) for name in COLUMNS[type(row)])
    return {
        field.name: None if field.value_from_object(row) is None else field.value_to_string(row)
        for field in fields
    }


def compare(before: Snapshot, after: Snapshot) -> tuple[Snapshot, Snapshot]:
    """Return what differs between two snapshots: of a row in both its changed columns, of another all."""
    old: Snapshot = {}
    new: Snapshot = {}
    for name in models_by_name():
        mine, theirs = before.get(name, {}), after.get(name, {})
        for pk in {**mine, **theirs}:
            was, is_now = mine.get(pk, {}), theirs.get(pk, {})
            changed = [each for each in {**was, **is_now} if was.get(each) != is_now.get(each)]
            if pk in mine and changed:
                old.setdefault(name, {})[pk] = {each: was[each] for each in changed if each in was}
            if pk in theirs and changed:
                new.setdefault(name, {})[pk] = {each: is_now[each] for each in changed if each in is_now}
    return old, new


def count_rows(*snapshots: Snapshot) -> int:
    """Return how many rows these snapshots name."""
    return len({(name, pk) for each in snapshots for name, rows in each.items() for pk in rows})


def changed_rows(after: Snapshot) -> Iterator[tuple[Model, bool]]:
    """Yield the rows of a snapshot as they are now, and whether they still are what it says.

    Rows and columns that another release has put into it are nothing that this one can give back.
    """
    models = models_by_name()
    for name, rows in after.items():
        if name not in models:
            continue
        for row in models[name]._default_manager.filter(pk__in=rows):
            now = read_row(row)
            yield row, all(now.get(each) == value for each, value in rows[str(row.pk)].items())


def write_back(row: Model, values: Row) -> None:
    """Give a row the values of a snapshot, and store it."""
    for name, value in values.items():
        setattr(row, column_of(row, name).attname, to_value(row, name, value))
    row.save(update_fields=list(values))


def to_value(row: Model, name: str, value: str | None) -> Any:
    """Return what a column of a row has for the text of a snapshot: of a related row its key.

    Raises `NotPossible` where this release can't read the text.
    """
    try:
        return None if value is None else column_of(row, name).to_python(value)
    except ValidationError:
        raise NotPossible(_("This version of the site can’t read what was there before.")) from None


def describe_value(row: Model, name: str, value: str | None) -> Any:
    """Return what staff read for the text of a snapshot: of a related row its name, of a choice its label."""
    field = column_of(row, name)
    try:
        shown = to_value(row, name, value)
    except NotPossible:
        return value
    if isinstance(field, ForeignKey) and shown is not None:
        return field.related_model._default_manager.filter(pk=shown).first()
    if isinstance(shown, bool):
        return _("Yes") if shown else _("No")
    return dict(field.flatchoices).get(shown, shown)


def has_column(row: Model, name: str) -> bool:
    """Whether this release has a column that stands in a snapshot of a row."""
    return any(field.name == name for field in row._meta.concrete_fields)


def column_of(row: Model, name: str) -> "Field[Any, Any]":
    """Return a column of a row."""
    field = row._meta.get_field(name)
    assert isinstance(field, Field)  # noqa: S101  # `COLUMNS` names columns only
    return field
