"""Forms that are sent twice: what the first one made is found by the key of the form, and made once."""

from datetime import timedelta
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from games import clock

R = TypeVar("R", bound=Model)

# A double click comes within a second, a tab that is restored and sent again within a day.
KEPT_FOR = timedelta(days=1)


def find_made(rows: "QuerySet[R]", submission_key: str, **same: Any) -> R | None:
    """Return the row that a form with this key made in the last day; it says the `same`.

    The caller has locked what two such forms have in common. Another text is not the same: who goes back to
    the page and sends something else has its old key.
    """
    if not submission_key:
        return None
    since = clock.now() - KEPT_FOR
    return rows.filter(submission_key=submission_key, created_at__gt=since, **same).first()
