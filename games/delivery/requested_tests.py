"""Sends the tests that players ask for, by mail and to their channels."""

import time

from games import clock
from games.core.errors import Tally, describe_error
from games.core.sweep_lease import lease_sweep
from games.mail.compose import compose_test
from games.models import Channel, NoticeChoices

from .channel_dispatch import note_failure, send_brief
from .channels.brief import brief_of_test
from .dispatch import CHANNELS
from .smtp import MailConnection


def send_test_mails(*, stop_at: float) -> Tally:
    """Send all test mails that players asked for, once each; failures are shown to them and not retried."""
    tally = Tally()
    with MailConnection() as connection:
        for choices in NoticeChoices.objects.filter(test_due_at__isnull=False).select_related("player"):
            if time.monotonic() > stop_at:
                return tally
            tally.count(send_test_mail(choices, connection))
    return tally


def send_channel_tests(*, stop_at: float) -> Tally:
    """Send the tests to channels that players asked for, as `send_test_mails` does; one of each player.

    A webhook may take `outbound_http.ALTOGETHER` to answer: the others of its player wait for the next sweep.
    """
    with lease_sweep(CHANNELS) as is_mine:
        return do_send_channel_tests(stop_at=stop_at) if is_mine else Tally()


def do_send_channel_tests(*, stop_at: float) -> Tally:
    """Send them in the one process that calls channels."""
    tally = Tally()
    asked = Channel.objects.filter(test_due_at__isnull=False)
    firsts = asked.order_by("player", "test_due_at", "pk").distinct("player").values("pk")
    for channel in asked.filter(pk__in=firsts).select_related("player").order_by("test_due_at", "pk"):
        if time.monotonic() > stop_at:
            return tally
        mine = Channel.objects.filter(pk=channel.pk, test_due_at=channel.test_due_at)
        if mine.update(test_due_at=None):
            tally.count(send_test_brief(channel))
    return tally


def send_test_brief(channel: Channel) -> bool:
    """Send one test to a device or a webhook, and store whether it arrived."""
    try:
        return send_brief(channel, brief_of_test(channel.player, clock.now())) is None
    except Exception as error:
        note_failure(channel, describe_error(error))
        return False


def send_test_mail(choices: NoticeChoices, connection: MailConnection) -> bool:
    """Send one test mail, and store the mail server's error."""
    mine = NoticeChoices.objects.filter(pk=choices.pk, test_due_at=choices.test_due_at)
    if not mine.update(test_due_at=None):
        return True
    said = ""
    try:
        connection.send(compose_test(choices.player))
    except Exception as error:
        said = describe_error(error, with_text=True)
    NoticeChoices.objects.filter(pk=choices.pk).update(test_error=said)
    return not said
