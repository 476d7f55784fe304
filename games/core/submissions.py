"""Forms that are sent twice: what the first one made is found by its key and what it says, and made once."""

import hashlib
import json
from datetime import timedelta
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from games import clock

R = TypeVar("R", bound=Model)

# A double click comes within a second, a tab that is restored and sent again within a day.
KEPT_FOR = timedelta(days=1)


def sign_form(submission_key: str, **content: Any) -> str:
    """Return a digest of a form's key and content, as a row keeps it; empty without a key.

    Another content is another form: who goes back to the page and sends something else has its old key.
    The content is text, numbers and primary keys.
    """
    if not submission_key:
        return ""
    signed = json.dumps([submission_key, content], sort_keys=True, default=str)
    return hashlib.sha256(signed.encode()).hexdigest()


def find_made(rows: "QuerySet[R]", signature: str) -> R | None:
    """Return the row that a form with this signature made in the last day.

    The caller has locked what two such forms have in common.
    """
    if not signature:
        return None
    return rows.filter(submission_key=signature, created_at__gt=clock.now() - KEPT_FOR).first()
