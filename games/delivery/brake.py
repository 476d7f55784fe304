"""The brake: when the mail of many players is refused at once, their addresses are not at fault.

It holds all mail until staff release it, and takes the refusals back (docs/decisions/0035-the-brake.md).
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games import clock
from games.models import InboundMail, Invitation, Notice, Player, Switch
from games.moderation.switches import IS_ON

from .smtp import Verdict

logger = logging.getLogger(__name__)

WITHIN = timedelta(minutes=10)
# So many players make a burst, if they are at several domains, or hardly anybody else got mail meanwhile.
PLAYERS, DOMAINS = 5, 3
# With more others than this for each of them who got mail meanwhile, the mail server works.
MOST_OTHERS = 2
# An account counts when it is so old and a mail to it was accepted before: anybody can make five new ones.
ESTABLISHED_AFTER = timedelta(days=3)
# Under these, as in example.co.uk, registries give out names of three labels.
SECOND_LEVEL = frozenset({"ac", "co", "com", "edu", "go", "gov", "ne", "net", "or", "org"})
# When a refusal that was taken back comes again within this time, while others get mail, it is believed.
DOUBTED_FOR = timedelta(days=1)
REFUSALS = (Verdict.REFUSED.value, Verdict.UNWANTED.value)
HELD = "taken back: all mail is held, since many addresses refuse it at once"


def stop_burst(bounced: Notice | None = None) -> bool:
    """Hold all mail if many players were refused within minutes; return whether refusals were taken back.

    To be called after each refusal is stored, with the notice whose mail came back, if one did. While the
    mail is held for such a burst, bounces of mails that left before it are taken back as well.
    """
    with transaction.atomic():
        now = clock.now()
        problem = describe_burst(now - WITHIN)
        # Looked for last: another process may have held the mail, and taken back what it knew of, meanwhile.
        held = Switch.objects.select_for_update().filter(name=Switch.Name.MAIL, **IS_ON).first()
        if held is not None and held.who_id is None:
            withdraw_refusals(held.since - WITHIN, bounced)
            return True
        if not problem:
            return False
        # Where staff hold the mail, their switch stays. Of two processes, one waits here for the other.
        switch = Switch(name=Switch.Name.MAIL, since=now, reason=problem)
        Switch.objects.bulk_create([switch], ignore_conflicts=True)
        logger.error("ALERT: all mail is held: %s", problem)
        withdraw_refusals(now - WITHIN, bounced)
    return True


def describe_burst(since: datetime) -> str:
    """Return what is wrong if the refusals since then are a burst; empty if they are not."""
    refused = refused_players(since).filter(is_established(since))
    mailed = Player.objects.filter(notices__channel=None, notices__sent_at__gt=since)
    others = mailed.exclude(pk__in=refused_players(since).values("pk")).distinct().count()
    first = refused.filter(Q(refusal_doubted_at=None) | Q(refusal_doubted_at__lt=clock.now() - DOUBTED_FOR))
    # Where nobody at all gets mail, the server is still at fault: then those of the last burst count again.
    addresses = list((first if others else refused).values_list("email", flat=True))
    domains = {registrable_domain(address) for address in addresses}
    most_others = (MOST_OTHERS if len(domains) >= DOMAINS else 1) * len(addresses)
    if len(addresses) < PLAYERS or others > most_others:
        return ""
    return (
        f"mail to {len(addresses)} players was refused within {WITHIN.seconds // 60} minutes "
        f"(domains: {', '.join(sorted(domains)[:5])}); look at the mail server, then release the mail"
    )


def is_established(since: datetime) -> Q:
    """Return the condition that a player's account and address are some days old and took mail before."""
    before = clock.now() - ESTABLISHED_AFTER
    accepted = Notice.objects.filter(
        player=OuterRef("pk"), status=Notice.Status.SENT, channel=None, sent_at__lte=since
    )
    unchanged = Q(address_changed_at=None) | Q(address_changed_at__lte=before)
    return unchanged & Q(Exists(accepted), joined_at__lte=before)


def registrable_domain(address: str) -> str:
    """Return the part of an address's domain that somebody registers, roughly: its last labels."""
    labels = address.rpartition("@")[2].split(".")
    return ".".join(labels[-3:] if len(labels) > 2 and labels[-2] in SECOND_LEVEL else labels[-2:])


def withdraw_refusals(since: datetime, bounced: Notice | None) -> None:
    """Forget the refusals since then; what they kept from leaving is sent when the mail is released."""
    now = clock.now()
    pks = list(refused_players(since).values_list("pk", flat=True))
    lost = list(lost_notices(since, bounced).values_list("pk", flat=True))
    Player.objects.filter(pk__in=pks).update(mail_refused_at=None, refusal_doubted_at=now)
    Invitation.objects.filter(refused_at__gt=since, notices__in=lost).update(refused_at=None)
    Notice.objects.filter(pk__in=lost).update(
        status=Notice.Status.WAITING, reason="", sent_at=None, next_try_at=now, lease=None, leased_until=None
    )


def refused_players(since: datetime) -> QuerySet[Player]:
    """Return the players whose address, or the mail to whom, was refused since then."""
    dead = Notice.objects.filter(status=Notice.Status.DEAD, channel=None, reason__in=REFUSALS)
    refused = dead.filter(next_try_at__gt=since, player__isnull=False)
    return Player.objects.filter(Q(mail_refused_at__gt=since) | Q(pk__in=refused.values("player")))


def lost_notices(since: datetime, bounced: Notice | None) -> QuerySet[Notice]:
    """Return the mails that were refused, came back as refused, or were skipped for that since then."""
    refused = Q(
        status__in=(Notice.Status.DEAD, Notice.Status.SKIPPED), reason__in=REFUSALS, next_try_at__gt=since
    )
    reports = InboundMail.objects.filter(kind=InboundMail.Kind.BOUNCE, status=InboundMail.Status.DONE)
    came_back = [*reports.filter(received_at__gt=since).values_list("notice", flat=True)]
    came_back += [bounced.pk] if bounced is not None else []
    theirs = Q(player__in=refused_players(since)) | Q(invitation__refused_at__gt=since)
    returned = Notice.objects.filter(theirs, status=Notice.Status.SENT, channel=None, pk__in=came_back)
    # The notices of one mail have the same instant; the address of the mail names the first of them. What
    # providers bounce leaves no report here: of those players, all that was sent meanwhile is taken as lost.
    at_once = Q(sent_at__in=list(returned.values_list("sent_at", flat=True)))
    lately = Q(sent_at__gt=since, player__mail_refused_at__gt=since)
    mails = Q(theirs, at_once | lately, status=Notice.Status.SENT)
    return Notice.objects.filter(refused | mails, channel=None)
