"""Reads the JSON of a column as what this release expects there, whatever another one or a repair has stored.

A column names its form with the readers below. What doesn't fit is left out, or read as empty, and `misfit`
is sent, so the code that uses a column only sees what fits. A row that is saved keeps what didn't fit, as
long as nobody has changed what was read: it may be of a newer release, which goes on with it.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from django.db import models
from django.db.models.fields.json import KeyTransform
from django.dispatch import Signal

Reader = Callable[[Any], Any]
NOTHING: Mapping[str, Reader] = {}

# Sent with the column, as `form`, when something that is stored there doesn't fit.
misfit = Signal()


class DoesNotFit(ValueError):
    """A stored value has not the form that its column has in this release."""


class PartlyRead:
    """What was read of a value that doesn't fit, with the value as it is `stored`."""

    stored: Any
    was_read: Any


class PartlyReadDict(PartlyRead, dict[str, Any]):
    """A dict of which not all was read."""


class PartlyReadList(PartlyRead, list[Any]):
    """A list of which not all was read."""


def remember_stored(found: Any, stored: Any) -> Any:
    """Return what was read in such a way that the whole value can be stored again."""
    partly: PartlyReadDict | PartlyReadList
    if isinstance(found, dict):
        partly = PartlyReadDict(found)
    elif isinstance(found, list):
        partly = PartlyReadList(found)
    else:
        return found
    partly.stored, partly.was_read = stored, deepcopy(found)
    return partly


class StoredJSON(models.JSONField):
    """A JSON column that is read by `form`; what doesn’t fit at all is read as its default, or as `{}`."""

    def __init__(self, *args: Any, form: Reader | None = None, **kwargs: Any) -> None:
        self.form = form
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        """Return the column as migrations know it: how it is read is nothing of the database."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """Return what is stored in the form of the column; a part that a query asks for, as it is."""
        stored = super().from_db_value(value, expression, connection)
        if value is None or isinstance(expression, KeyTransform):  # of no row, as where a join finds none
            return stored
        found = self.read(stored)
        return found if found == stored else remember_stored(found, stored)

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        """Return what to store of a value: all that was there, if what was read of it is unchanged."""
        if isinstance(value, PartlyRead) and value == value.was_read:
            return self.get_db_prep_value(value.stored, connection)
        return super().get_db_prep_save(value, connection)

    def read(self, stored: Any) -> Any:
        """Return a stored value in the form of the column."""
        if self.form is None:
            return stored
        try:
            found = self.form(stored)
        except DoesNotFit:
            found = self.get_default() if self.has_default() else {}
        if found != stored:
            misfit.send(type(self), form=f"{self.model.__name__}.{self.name}")
        return found


def exactly(kind: type) -> Reader:
    """Read a value of a type; a bool is no number."""

    def read(stored: Any) -> Any:
        if type(stored) is not kind:
            raise DoesNotFit
        return stored

    return read


TEXT, NUMBER, FLAG = exactly(str), exactly(int), exactly(bool)


def or_null(reader: Reader) -> Reader:
    """Read what may also be null."""
    return lambda stored: None if stored is None else reader(stored)


def list_of(item: Reader, instead: Any = None) -> Reader:
    """Read a list; an item that doesn't fit is left out, or replaced by a copy of the dict `instead`."""

    def read(stored: Any) -> list[Any]:
        if not isinstance(stored, list):
            raise DoesNotFit
        found = []
        for each in stored:
            try:
                found.append(item(each))
            except DoesNotFit:
                if instead is not None:
                    found.append(dict(instead))
        return found

    return read


def dict_of(item: Reader, *, by_number: bool = False) -> Reader:
    """Read a dict of any keys, or of numbers in decimal; an item that doesn't fit is left out."""

    def read(stored: Any) -> dict[str, Any]:
        if not isinstance(stored, dict):
            raise DoesNotFit
        found = {}
        for key, each in stored.items():
            if by_number and not (key.isascii() and key.isdecimal()):
                continue
            try:
                found[key] = item(each)
            except DoesNotFit:
                continue
        return found

    return read


def record(known: Mapping[str, Reader] = NOTHING, *, needed: Mapping[str, Reader] = NOTHING) -> Reader:
    """Read a dict of named values. One without what is needed doesn't fit at all.

    Of the `known` keys those are left out that don't fit; what has no reader stays as it is.
    """

    def read(stored: Any) -> dict[str, Any]:
        if not isinstance(stored, dict) or not needed.keys() <= stored.keys():
            raise DoesNotFit
        found = {}
        for key, each in stored.items():
            if key in needed:
                found[key] = needed[key](each)
            elif key in known:
                try:
                    found[key] = known[key](each)
                except DoesNotFit:
                    continue
            else:
                found[key] = each
        return found

    return read
