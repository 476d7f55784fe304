"""A program that sends notices until it is killed; run as `python -m tests.site.relay`."""

import time
from datetime import timedelta

import django


def main() -> None:
    """Send whatever is due, over and over, with leases so short that a test can wait for them."""
    django.setup()
    from games.actions import delivery
    from tests.site.plain import plain

    delivery.CLAIM = delivery.LEASE = delivery.FIRST_WAIT = timedelta(seconds=1)
    delivery.compose = plain
    print("ready", flush=True)  # noqa: T201
    while True:
        delivery.deliver()
        time.sleep(0.05)


if __name__ == "__main__":
    main()
