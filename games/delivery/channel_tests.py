"""Sends the test messages that players asked for: real mails and real calls, once each."""

import time

from games import clock
from games.core.errors import Tally, describe_error
from games.mail.compose import compose_test
from games.models import Channel, NoticeChoices

from . import calls
from .channels.brief import brief_of_test
from .smtp import MailConnection


def send_tests(*, stop_at: float) -> Tally:
    """Send all requested tests; failures are shown to the player and not retried."""
    tally = Tally()
    for channel in Channel.objects.filter(test_due_at__isnull=False).select_related("player"):
        if time.monotonic() > stop_at:
            return tally
        mine = Channel.objects.filter(pk=channel.pk, test_due_at=channel.test_due_at)
        if mine.update(test_due_at=None):
            brief = brief_of_test(channel.player, clock.now())
            tally.count(calls.send_brief(channel, brief) is None)
    with MailConnection() as connection:
        for choices in NoticeChoices.objects.filter(test_due_at__isnull=False).select_related("player"):
            if time.monotonic() > stop_at:
                return tally
            tally.count(send_test_mail(choices, connection))
    return tally


def send_test_mail(choices: NoticeChoices, connection: MailConnection) -> bool:
    """Send one test mail, and store the mail server's error."""
    mine = NoticeChoices.objects.filter(pk=choices.pk, test_due_at=choices.test_due_at)
    if not mine.update(test_due_at=None):
        return True
    said = ""
    try:
        connection.send(compose_test(choices.player, clock.now()))
    except Exception as error:
        said = describe_error(error, with_text=True)
    NoticeChoices.objects.filter(pk=choices.pk).update(test_error=said)
    return not said
