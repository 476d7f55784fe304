"""The site's settings, with a mailbox in memory in place of a mail server."""

from fluxx_site.settings import *  # noqa: F403

EMAIL_BACKEND = "bench.simulated.mailbox.EmailBackend"
# The simulation moves time by hand: what would be a fault of the machine is meant here.
WATCH_CLOCK = False
CATCH_UP_MAILS = 0
