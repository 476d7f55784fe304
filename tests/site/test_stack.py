"""The tests run on the servers that production runs on."""

from django.core.mail import send_mail
from django.db import connection


def test_the_database_is_postgresql(db):
    """The suite's own PostgreSQL answers, in a database of this worker alone."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_database()")
        name = cursor.fetchone()[0]

    assert name.startswith("test_")


def test_a_mail_travels_by_smtp(smtp):
    """What Django sends arrives at the SMTP server in the test's process."""
    send_mail("Hello", "Bread is in play.", "site@example.org", ["ann@example.org"])

    assert ["Bread is in play.\r\n"] == [mail.text for mail in smtp.to("ann@example.org")]


def test_a_worker_takes_a_task(worker):
    """A real worker answers a ping through the real broker."""
    from fluxx_site.celery import app

    assert 1 == len(app.control.ping(timeout=1))
