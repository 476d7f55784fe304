"""Decides which notices go into one mail, so that many games do not make many mails.

The notices of a mail get its Message-ID before it is first sent, and are marked as bound to it. After a crash
or an error the same notices are sent together again: mailboxes recognise the repeat, and nothing new hides
behind a Message-ID that they have seen.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Max, Q, QuerySet

from games import clock
from games.models import Notice, NoticeChoices
from games.models.channel import choices_of
from games.outbox.kinds import DIRECT_KINDS
from games.outbox.planning import with_choices

from .preparing import is_prepared

# The least time between mails about different games: thirty games at once make two mails.
MAIL_GAP = timedelta(minutes=2)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MOST = 60
# The first of these to be present has a letter that covers the others: it shows all questions to the seat.
ASKED_TOGETHER = (
    Notice.Kind.TURN,
    Notice.Kind.ANSWER,
    Notice.Kind.REMINDER,
    Notice.Kind.NUDGE,
    Notice.Kind.SIDE_QUESTION,
    Notice.Kind.STARTED,
)

# Related rows that decide whether, when and how most notices are sent; few have others.
RELATED = ("game", "player", "player__notice_choices", "seat", "question")

# Statements of every mail, written by hand: Django takes several times longer to write them than PostgreSQL
# to run them (see `games.core.rows`).
LOCK_PLAYER = """
SELECT mailed_at, mailed_game_id, together FROM games_noticechoices WHERE player_id = %s FOR UPDATE
"""
LOCK_OTHERS = """
SELECT id FROM games_notice
WHERE player_id = %s AND channel_id IS NULL AND status = 'waiting' AND id <> %s AND next_try_at <= %s
    AND (lease = %s OR leased_until IS NULL OR leased_until < %s) AND kind <> ALL(%s)
FOR UPDATE SKIP LOCKED
"""
RECORD_MAIL = """
UPDATE games_noticechoices SET mailed_at = %s, mailed_game_id = %s, digested_on = coalesce(%s, digested_on)
WHERE player_id = %s
"""
BIND = """
UPDATE games_notice SET lease = %s, message_id = %s, plan = %s, leased_until = %s
WHERE id = ANY(%s) AND status = 'waiting'
"""


class LastMail(NamedTuple):
    """When a player got the last mail, about which game (``None``: several), and whether games share one."""

    at: datetime | None
    game: int | None
    together: bool = True


class Postponed(Exception):
    """A mail has to wait `until` this time."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


@transaction.atomic(durable=True)
def bind_notices(notice: Notice, *, until: datetime) -> list[Notice]:
    """Return the notices that go into one mail with this one, with the same lease, until `until`.

    Locks the player's choices, so that all senders agree on when the player last got a mail. Raises
    `Postponed`.
    """
    if notice.player is None or notice.kind in DIRECT_KINDS:
        return [notice]
    now = clock.now()
    if choices_of(notice.player).pk is None:
        NoticeChoices.objects.bulk_create([NoticeChoices(player=notice.player)], ignore_conflicts=True)
    with connection.cursor() as cursor:
        cursor.execute(LOCK_PLAYER, [notice.player_id])
        last = LastMail(*cursor.fetchone())
    others = lock_others(notice)
    if notice.plan == Notice.Plan.BOUND:
        bound_too = [row for row in others if row.message_id == notice.message_id]
        bound = [notice, *(row for row in bound_too if is_prepared(row))]
    else:
        check_mail_pace(notice, last, now)
        ready = [row for row in others if row.plan != Notice.Plan.BOUND and is_prepared(row)]
        bound = [notice, *sent_together(notice, ready, games_share=last.together)]
        games = {each.game_id for each in bound}
        only_game = notice.game_id if len(games) == 1 else None
        in_digest = Notice.Plan.DIGEST in {each.plan for each in bound}
        digested_on = now.astimezone(notice.player.zone).date() if in_digest else None
        with connection.cursor() as cursor:
            cursor.execute(RECORD_MAIL, [now, only_game, digested_on, notice.player_id])
    for each in bound:
        each.lease, each.message_id, each.plan = notice.lease, notice.message_id, Notice.Plan.BOUND
    with connection.cursor() as cursor:
        fields = [notice.lease, notice.message_id, Notice.Plan.BOUND.value, until]
        cursor.execute(BIND, [*fields, [each.pk for each in bound]])
        if cursor.rowcount < len(bound):
            raise Postponed(now)  # one was superseded since it was looked up
    return bound


def free_notices(notice: Notice) -> QuerySet[Notice]:
    """Return the other notices that are due and not leased by another sender."""
    now = clock.now()
    is_free = Q(lease=notice.lease) | Q(leased_until=None) | Q(leased_until__lt=now)
    due = Notice.objects.filter(is_free, status=Notice.Status.WAITING, next_try_at__lte=now)
    return due.exclude(pk=notice.pk)


def lock_others(notice: Notice) -> list[Notice]:
    """Lock and return the other notices that wait for a mail to the same player."""
    now = clock.now()
    with connection.cursor() as cursor:
        words = [notice.player_id, notice.pk, now, notice.lease, now, list(map(str, DIRECT_KINDS))]
        cursor.execute(LOCK_OTHERS, words)
        locked = [pk for (pk,) in cursor]
    if not locked:
        return []
    rows = Notice.objects.select_related(*RELATED).filter(pk__in=locked)
    return list(with_choices(rows).order_by("pk"))


def check_mail_pace(notice: Notice, last_mail: LastMail, now: datetime) -> None:
    """Raise `Postponed` after a recent mail about another game, or too many mails."""
    last = last_mail.at
    is_other_game = last_mail.together and last_mail.game != notice.game_id
    if last is not None and is_other_game and last <= now < last + MAIL_GAP:
        raise Postponed(last + MAIL_GAP)
    if last is None or last <= now - DAY:
        return
    mails = Notice.objects.filter(player=notice.player_id, channel=None, sent_at__gt=now - DAY)
    mails = mails.exclude(kind__in=DIRECT_KINDS)
    sent = sorted(each["at"] for each in mails.values("message_id").annotate(at=Max("sent_at")))
    for span, most in ((HOUR, settings.MAILS_AN_HOUR), (DAY, settings.MAILS_A_DAY)):
        recent = [at for at in sent if at > now - span]
        if len(recent) >= most:
            raise Postponed(recent[-most] + span)


def sent_together(notice: Notice, others: Sequence[Notice], *, games_share: bool) -> list[Notice]:
    """Return which others go into the mail of a notice.

    All of them, if they are about several games and these may share a mail. Otherwise those that the letter
    of a question covers; the rest get mails of their own, which say more.
    """
    if games_share and any(each.game_id != notice.game_id for each in others):
        return list(others[:MOST])
    if notice.kind not in ASKED_TOGETHER:
        return []
    return [each for each in others if each.kind in ASKED_TOGETHER and each.seat_id == notice.seat_id]


def group_by_letter(bound: Sequence[Notice]) -> list[list[Notice]]:
    """Return the notices in groups that share a letter, each after the one whose letter it is."""
    groups: dict[tuple[int | None, int], list[Notice]] = {}
    ranks: dict[str, int] = {kind: rank for rank, kind in enumerate(ASKED_TOGETHER)}
    for notice in sorted(bound, key=lambda each: (ranks.get(each.kind, 0), each.pk)):
        own = 0 if notice.kind in ASKED_TOGETHER else notice.pk
        groups.setdefault((notice.seat_id, own), []).append(notice)
    return sorted(groups.values(), key=lambda group: bound.index(group[0]))
