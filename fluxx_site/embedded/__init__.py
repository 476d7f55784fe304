"""The embedded stack: PostgreSQL and Valkey from wheels, and the pages that exist only beside them.

`account`, `postgres`, `valkey` start servers; `supervisor` is bin/run; `newcomer` and `mailbox` are its two
pages.
"""


class CannotStart(Exception):
    """Its text is a sentence for the person at the terminal: what is wrong, and what to do."""
