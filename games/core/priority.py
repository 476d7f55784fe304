"""How urgent the work of a process is: people wait for pages, and nobody for mails and bots."""

import os

BEHIND_PAGES = 5  # as nice has it: a third of the processor that a page gets, where both want it


def yield_to_pages() -> None:
    """Let web processes go first; for threads and processes that this one starts from now on, too."""
    os.setpriority(os.PRIO_PROCESS, 0, max(BEHIND_PAGES, os.getpriority(os.PRIO_PROCESS, 0)))
