"""What staff tell everybody on every page, for some time."""

from games import clock
from games.models import Announcement


def current_announcements() -> list[Announcement]:
    """Return what is announced now, the newest first."""
    now = clock.now()
    return list(Announcement.objects.filter(begins_at__lte=now, ends_at__gt=now))
