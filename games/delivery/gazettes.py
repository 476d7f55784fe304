"""Sends the gazettes of circles: last of all mails, and never in their readers' quiet hours."""

import time
from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone, translation

from games import clock
from games.clocks.schedule import DeliveryTimes, end_of_quiet_hours
from games.core.errors import Tally
from games.core.suspension import is_suspended
from games.mail.gazette_letter import compose_gazette
from games.mail.message import Mail
from games.models import GazetteIssue, Group, Mode, PersonMail, Player
from games.models.channel import choices_of
from games.moderation import switches
from games.outbox.obsolete import Obsolete
from games.people.gazette import gets_gazette, read_issue
from games.people.gazette_letters import write_letter
from games.people.gazette_values import Week

from . import pace
from .person_mail import claim_batch, finish, send_person_mail
from .smtp import MailConnection

IS_GAZETTE = Q(kind=PersonMail.Kind.GAZETTE)
# An issue that could not be sent for so long is old: another one is near.
OLD_AFTER = timedelta(days=5)


def send_gazettes(*, stop_at: float) -> Tally:
    """Send the gazettes that are due, as long as no other mail waits for its turn."""
    tally = Tally()
    while not switches.holds_mail() and (rows := claim_batch(IS_GAZETTE)):
        with MailConnection() as connection:
            while rows and time.monotonic() <= stop_at:
                row = rows[0]
                quiet_until = end_of_quiet_hours(clock.now(), _times_of(row.player))
                if quiet_until > clock.now():
                    finish(row, next_try_at=quiet_until)
                elif pace.is_paced() and not _book_next():
                    break
                else:
                    tally.count(send_person_mail(row, connection, compose))
                del rows[0]
        if rows:
            for row in rows:
                finish(row, next_try_at=clock.now())
            break
    return tally


def _book_next() -> bool:
    """Book one mail when the time of the last one is over, unless others are booked by then."""
    if pace.book(timedelta()):
        return True
    time.sleep(1 / settings.CATCH_UP_MAILS)
    return pace.book(timedelta())


def compose(row: PersonMail) -> Mail:
    """Return the mail that brings an issue to a member, as they may read it now. Raises `Obsolete`."""
    issue = GazetteIssue.objects.select_related("circle").filter(pk=row.params.get("issue")).first()
    if issue is None:
        raise Obsolete("the circle is gone")
    if not gets_gazette(issue.circle, row.player):
        raise Obsolete("its reader has left the circle, or wants no gazette")
    if choices_of(row.player).mode(Group.NEWS) == Mode.OFF:
        raise Obsolete("its reader wants no news by mail")
    if is_suspended(row.player):
        raise Obsolete("the account is suspended")
    if clock.now() > Week(issue.week).ends_at + OLD_AFTER:
        raise Obsolete("it is too old")
    with translation.override(row.player.site_language), timezone.override(row.player.zone):
        shown = read_issue(issue, row.player)
        if shown is None:
            raise Obsolete("there is nothing in it for its reader")
        return compose_gazette(row, write_letter(shown, row.player))


def _times_of(player: Player) -> DeliveryTimes:
    return DeliveryTimes(player.zone, player.regular_hours.quiet, choices_of(player).digest_at)
