"""Resume after an outage in a process of its own: `python -m tests.site.resume GAMES_IN_A_BATCH`."""

import os
import sys
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fluxx_site.settings")


def main() -> int:
    import django

    django.setup()
    from games.timing import outages

    outages.BATCH = int(sys.argv[1])
    end = time.monotonic() + 300
    while not outages.credit_outages("deadlines", stop_at=end) and time.monotonic() < end:
        time.sleep(0.05)
    return 0


if __name__ == "__main__":
    sys.exit(main())
