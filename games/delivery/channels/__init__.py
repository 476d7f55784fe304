"""Reaching a player by push to a device, and by calls to Discord, Slack or a program of theirs.

A brief is what one channel is sent. None names a card of a hand.
"""

from games.core.outbound_http import Forbidden, Unanswered, check_address

from .brief import Brief, brief_of, brief_of_all, brief_of_test
from .push import Gone, application_server_key

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
]
