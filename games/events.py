"""What happens at a table besides the play, in words: everybody may know it.

An event is a code with the words of its sentence, such as
``{"what": "time-given", "name": "Ann", "to": "Bob", "hours": 24}``. It is a move of its own
(``Move.Kind.EVENT``), so that it stands in the history where it happened. It never holds a card of a hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

SENTENCES: dict[str, str] = {}


def sentence(told: Mapping[str, Any]) -> str:
    """Return what an event says, in the language of its reader."""
    return _(SENTENCES[told["what"]]) % told
