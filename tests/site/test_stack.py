"""The tests run on the servers that production runs on."""

import shutil
import smtplib
import subprocess

import pytest
from django.core.mail import send_mail
from django.db import connection

from fluxx_site import environment
from fluxx_site.embedded import account, valkey
from tests.support.smtp import Fault

pytestmark = pytest.mark.slow


def test_the_database_is_postgresql(db):
    """The suite's own PostgreSQL answers, in a database of this worker alone."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_database()")
        name = cursor.fetchone()[0]

    assert name.startswith("test_")


def test_a_mail_travels_by_smtp(smtp):
    """What Django sends arrives at the SMTP server in the test's process."""
    send_mail("Hello", "Bread is in play.", "site@example.org", ["ann@example.org"])

    assert ["Bread is in play.\n"] == [mail.text for mail in smtp.to("ann@example.org")]


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


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault.BUSY, smtplib.SMTPDataError),
        (Fault.TRY_LATER, smtplib.SMTPDataError),
        (Fault.NO_SUCH_BOX, smtplib.SMTPDataError),
        (Fault.BOX_FULL, smtplib.SMTPDataError),
        (Fault.DROP, smtplib.SMTPServerDisconnected),
        (Fault.HANG, smtplib.SMTPServerDisconnected),
    ],
)
def test_the_mail_server_fails_as_it_is_told(smtp, settings, fault, error):
    """Each fault looks to Django as a real server's; only the one that drops has kept the mail."""
    settings.EMAIL_TIMEOUT = 0.5
    smtp.fault = fault

    with pytest.raises(error):
        send_mail("Hello", "Bread is in play.", "site@example.org", ["ann@example.org"])

    assert len(smtp.received) == (fault is Fault.DROP)


def test_a_mail_server_that_is_down_refuses(smtp):
    """Nobody listens, until somebody does again."""
    smtp.refuse()
    with pytest.raises(ConnectionRefusedError):
        send_mail("Hello", "Bread is in play.", "site@example.org", ["ann@example.org"])

    smtp.listen()

    assert 1 == send_mail("Hello", "Bread is in play.", "site@example.org", ["ann@example.org"])
