"""Why an action was refused: sentences for the reader, each with the status that a page answers with."""

from collections.abc import Collection
from http import HTTPStatus
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.db.models import Model, QuerySet

from games.models.names import check_title


class Refusal(ValueError):
    """An action was refused, and nothing was changed. Its text is a translated sentence for the reader."""

    status: ClassVar[HTTPStatus] = HTTPStatus.CONFLICT


class NotAllowed(Refusal):
    """This person may not do this."""

    status = HTTPStatus.FORBIDDEN


class Stale(Refusal):
    """The question was decided already; the text says how."""


class TooLate(Stale):
    """The question was decided by the clock."""


class Resting(Refusal):
    """The game is paused, not started, over, or not over yet, and this needs it otherwise."""


class NotPossible(Refusal):
    """The game is not in a shape for this: full, already joined, already started."""


class Illegal(Refusal):
    """The rules, or a form's own rules, forbid this."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY


class Capped(Refusal):
    """This was done too often."""

    status = HTTPStatus.TOO_MANY_REQUESTS


class Busy(Refusal):
    """Others kept a table locked, or costly pages in work, for too long; nothing was recorded."""

    status = HTTPStatus.SERVICE_UNAVAILABLE


check_no_nuls = ProhibitNullCharactersValidator()


def check_fields(row: Model, *, exclude: Collection[str]) -> None:
    """Refuse impossible values of a row. Raises `Illegal`, which names everything that is wrong."""
    try:
        for value in vars(row).values():
            if isinstance(value, str):
                check_no_nuls(value)  # PostgreSQL stores none, and fields of models don't look
        row.clean_fields(exclude=exclude)
        row.clean()
    except ValidationError as error:
        raise Illegal(" ".join(error.messages)) from None


def check_new_title(title: str) -> None:
    """Refuse a name for a new game or deck, or a new name for one. Raises `Illegal`."""
    try:
        check_title(title)
    except ValidationError as error:
        raise Illegal(" ".join(error.messages)) from None


def check_cap(rows: QuerySet[Any], most: int, text: str) -> None:
    """Refuse with this text, which may name the `count`, when there are `most` rows already."""
    if rows.count() >= most:
        raise Capped(text % {"count": most})
