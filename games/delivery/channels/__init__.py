"""Telling a player beside mail: push to a device, and calls to Discord, Slack or a program of theirs.

``tell`` sends one brief to one channel, and knows nothing of the outbox. No brief names a card of a hand.
"""

from games.core.outbound_http import Forbidden, Unanswered, check_address

from .brief import Brief, brief_of, brief_of_all, brief_of_test
from .push import Gone, application_server_key
from .tell import tell

__all__ = [
    "Brief",
    "Forbidden",
    "Gone",
    "Unanswered",
    "application_server_key",
    "brief_of",
    "brief_of_all",
    "brief_of_test",
    "check_address",
    "tell",
]
