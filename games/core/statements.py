"""The statements that every answer runs, with SQL that Django writes once in the life of a process.

Writing the SQL of these small statements takes Django several times longer than PostgreSQL needs to run them,
and an answer runs a dozen. The SQL here is still Django's own, made from the models; only its text is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Field, Model, QuerySet
from django.db.models.query import RelatedPopulator, get_related_populators

M = TypeVar("M", bound=Model)

# Stand for the values while the text is made; no column has them for a default.
ANY_NUMBER = 4_711_471_147
ANY_WORD = "any word"


class Fetch(Generic[M]):
    """Rows that are found by a number, such as the primary key of a game, or by the values stood for.

    What the query annotates is set at the rows, and what it selects besides (`select_related`) is there.
    """

    def __init__(self, query: Callable[..., QuerySet[M]], *stand_ins: int | str) -> None:
        self.query = query
        self.stand_ins = stand_ins or (ANY_NUMBER,)

    def __call__(self, *values: int | str) -> list[M]:
        """Run the query with these values."""
        kept = self.prepared
        given = dict(zip(self.stand_ins, values, strict=True))
        with connection.cursor() as cursor:
            cursor.execute(kept.sql, [given.get(param, param) for param in kept.params])
            return [kept.row(columns) for columns in kept.converted(cursor.fetchall())]

    @cached_property
    def prepared(self) -> Kept[M]:
        """The text, what stands at its places, and how a row is made of what comes back."""
        queryset = self.query(*self.stand_ins)
        compiler = queryset.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        selected = [expression for expression, *_rest in compiler.select]
        if not set(self.stand_ins) <= set(params):
            raise TypeError("What is fetched so uses every value, each as it is given.")
        converters = compiler.get_converters(selected)
        # The types are those of a later Django, which passes a mode as well.
        related = get_related_populators(compiler.klass_info, compiler.select, connection.alias)  # type: ignore[call-arg]
        return Kept(
            queryset.model,
            [field.attname for field in queryset.model._meta.concrete_fields],
            compiler.annotation_col_map,
            related,
            partial(compiler.apply_converters, converters=converters) if converters else list,
            sql,
            tuple(params),
        )


@dataclass(frozen=True)
class Kept(Generic[M]):
    """The text of a query, and how its rows are read."""

    model: type[M]
    names: list[str]
    annotations: dict[str, int]
    related: list[RelatedPopulator]
    converted: Callable[[Sequence[Any]], Iterable[Sequence[Any]]]
    sql: str
    params: tuple[int | str, ...]

    def row(self, columns: Sequence[Any]) -> M:
        """Return the row that has these columns."""
        row = self.model.from_db(connection.alias, self.names, columns[: len(self.names)])
        for name, place in self.annotations.items():
            setattr(row, name, columns[place])
        for each in self.related:
            each.populate(columns, row)
        return row


def update(row: Model, *names: str) -> None:
    """Write these fields of a row."""
    fields, sql = _update(type(row), names)
    with connection.cursor() as cursor:
        cursor.execute(sql, [*_values(row, fields), row.pk])


def update_all(rows: Sequence[Model], *names: str) -> None:
    """Write these fields of some rows of one model, in one exchange with the database."""
    if len(rows) < 2:
        for row in rows:
            update(row, *names)
        return
    fields, sql = _update(type(rows[0]), names)
    with connection.cursor() as cursor:
        cursor.executemany(sql, [[*_values(row, fields), row.pk] for row in rows])


def insert(rows: Sequence[Model], *, unless_there: bool = False) -> None:
    """Insert rows of one model, and give them their primary keys.

    With `unless_there`, a row whose unique key exists is left out; then no row learns its primary key.
    """
    if not rows:
        return
    fields, head, places = _insert(type(rows[0]))
    tail = "ON CONFLICT DO NOTHING" if unless_there else "RETURNING id"
    with connection.cursor() as cursor:
        cursor.execute(
            f"{head} VALUES {', '.join([places] * len(rows))} {tail}",
            [value for row in rows for value in _values(row, fields)],
        )
        if not unless_there:
            for row, (pk,) in zip(rows, cursor.fetchall(), strict=True):
                row.pk = pk
                row._state.adding = False


@cache
def _update(model: type[Model], names: tuple[str, ...]) -> tuple[list[Field], str]:
    fields = [field for field in model._meta.concrete_fields if field.name in names]
    columns = ", ".join(f"{_column(field)} = %s" for field in fields)
    # The names are the models' own.
    return fields, f"UPDATE {_table(model)} SET {columns} WHERE {_column(model._meta.pk)} = %s"  # noqa: S608


@cache
def _insert(model: type[Model]) -> tuple[list[Field], str, str]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    head = f"INSERT INTO {_table(model)} ({', '.join(_column(field) for field in fields)})"
    return fields, head, f"({', '.join(['%s'] * len(fields))})"


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(field: Field) -> str:
    return connection.ops.quote_name(str(field.column))


def _values(row: Model, fields: Iterable[Field]) -> list[Any]:
    return [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
