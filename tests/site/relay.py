"""A program that sends notices until it is killed; run as `python -m tests.site.relay`."""

import time
from datetime import timedelta

import django


def main() -> None:
    """Send whatever is due, over and over, with leases so short that a test can wait for them."""
    django.setup()
    from games.delivery import batch, dispatch, notice_status, writing
    from tests.site.plain import plain

    dispatch.CLAIM = batch.LEASE = dispatch.LEASE = notice_status.FIRST_WAIT = timedelta(seconds=1)
    writing.compose = plain
    print("ready", flush=True)  # noqa: T201
    while True:
        dispatch.deliver()
        time.sleep(0.05)


if __name__ == "__main__":
    main()
