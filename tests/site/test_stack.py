"""The tests run on the servers that production runs on."""

import shutil
import subprocess

import pytest

from fluxx_site import environment
from fluxx_site.embedded import account, valkey

pytestmark = pytest.mark.slow


def test_a_worker_takes_a_task(worker):
    """A real worker answers a ping through the real broker."""
    from fluxx_site.celery import app

    assert 1 == len(app.control.ping(timeout=60, limit=1))


def test_a_worker_finds_its_queue_again(start_worker, tmp_path):
    """A queue that is killed and comes back empty, at the same address, has its worker back in seconds."""
    from celery import Celery

    sockets = account.make_socket_folder(tmp_path)
    killed = valkey.start(sockets, log=subprocess.DEVNULL)
    valkey.wait_for_server(killed, sockets)
    worker = start_worker(REDIS_URL=valkey.build_url(sockets))

    killed.kill()
    killed.wait()
    worker.wait_for_line("Cannot connect to")
    again = valkey.start(sockets, log=subprocess.DEVNULL)
    try:
        with Celery(
            broker=environment.parse_broker_url(valkey.build_url(sockets)), set_as_current=False
        ) as app:
            worker.wait_until(lambda: bool(app.control.ping(timeout=0.5)), "no answer to a ping")
    finally:
        again.kill()
        again.wait()
        shutil.rmtree(sockets)
