"""Decides which notices go into one mail, so that many games do not make many mails.

The notices of a mail get its Message-ID before it is first sent, and are marked as bound to it. After a crash
or an error the same notices are sent together again: mailboxes recognise the repeat, and nothing new hides
behind a Message-ID that they have seen.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Q, QuerySet

from games import clock
from games.models import Notice, NoticeChoices
from games.outbox.kinds import DIRECT_KINDS
from games.outbox.planning import choices_of

# The least time between mails about different games: thirty games at once make two mails.
PAUSE = timedelta(minutes=2)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MOST = 60
# The first of these to be present has a letter that covers the others: it shows all questions to the seat.
ASKED_TOGETHER = (
    Notice.Kind.TURN,
    Notice.Kind.ANSWER,
    Notice.Kind.REMINDER,
    Notice.Kind.SIDE_QUESTION,
    Notice.Kind.STARTED,
)

# Related rows that decide whether, when and how most notices are sent; few have others.
RELATED = ("game", "player", "player__notice_choices", "seat", "question")


class Postponed(Exception):
    """A mail has to wait `until` this time."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


@transaction.atomic(durable=True)
def bind_notices(notice: Notice, *, until: datetime, prepare: Callable[[Notice], bool]) -> list[Notice]:
    """Return the notices that go into one mail with this one, with the same lease, until `until`.

    `prepare` returns whether another notice may be sent now. Locks the player's choices, so that all senders
    agree on when the player last got a mail. Raises `Postponed`.
    """
    if notice.player is None or notice.kind in DIRECT_KINDS:
        return [notice]
    now = clock.now()
    if choices_of(notice.player).pk is None:
        NoticeChoices.objects.bulk_create([NoticeChoices(player=notice.player)], ignore_conflicts=True)
    choices = NoticeChoices.objects.select_for_update().get(player=notice.player)
    others = lock_others(notice)
    if notice.plan == Notice.Plan.BOUND:
        bound_too = [row for row in others if row.message_id == notice.message_id]
        bound = [notice, *(row for row in bound_too if prepare(row))]
    else:
        check_rate_limits(notice, choices, now)
        ready = [row for row in others if row.plan != Notice.Plan.BOUND and prepare(row)]
        bound = [notice, *sent_together(notice, ready)]
        games = {each.game_id for each in bound}
        choices.mailed_at, choices.mailed_game_id = now, notice.game_id if len(games) == 1 else None
        if Notice.Plan.DIGEST in {each.plan for each in bound}:
            choices.digested_on = now.astimezone(notice.player.zone).date()
        choices.save(update_fields=["mailed_at", "mailed_game", "digested_on"])
    for each in bound:
        each.lease, each.message_id, each.plan = notice.lease, notice.message_id, Notice.Plan.BOUND
    fields = {"lease": notice.lease, "message_id": notice.message_id, "plan": Notice.Plan.BOUND}
    Notice.objects.filter(pk__in=[each.pk for each in bound]).update(**fields, leased_until=until)
    return bound


def free_notices(notice: Notice) -> QuerySet[Notice]:
    """Return the other notices that are due and not leased by another sender."""
    now = clock.now()
    is_free = Q(lease=notice.lease) | Q(leased_until=None) | Q(leased_until__lt=now)
    due = Notice.objects.filter(is_free, status=Notice.Status.WAITING, next_try_at__lte=now)
    return due.exclude(pk=notice.pk)


def lock_others(notice: Notice) -> list[Notice]:
    """Lock and return the other notices that wait for a mail to the same player."""
    due = free_notices(notice).filter(player=notice.player_id, channel=None).exclude(kind__in=DIRECT_KINDS)
    locked = list(due.select_for_update(skip_locked=True).values_list("pk", flat=True))
    if not locked:
        return []
    return list(Notice.objects.select_related(*RELATED).filter(pk__in=locked).order_by("pk"))


def check_rate_limits(notice: Notice, choices: NoticeChoices, now: datetime) -> None:
    """Raise `Postponed` after a recent mail about another game, or too many mails."""
    last = choices.mailed_at
    if last is not None and choices.mailed_game_id != notice.game_id and last <= now < last + PAUSE:
        raise Postponed(last + PAUSE)
    if last is None or last <= now - DAY:
        return
    mails = Notice.objects.filter(player=notice.player_id, channel=None, sent_at__gt=now - DAY)
    mails = mails.exclude(kind__in=DIRECT_KINDS)
    sent = sorted(each["at"] for each in mails.values("message_id").annotate(at=Max("sent_at")))
    for span, most in ((HOUR, settings.MAILS_AN_HOUR), (DAY, settings.MAILS_A_DAY)):
        recent = [at for at in sent if at > now - span]
        if len(recent) >= most:
            raise Postponed(recent[-most] + span)


def sent_together(notice: Notice, others: Sequence[Notice]) -> list[Notice]:
    """Return which others go into the mail of a notice.

    All of them, if they are about several games. Otherwise those that the letter of a question covers; the
    rest get mails of their own, which say more.
    """
    if any(each.game_id != notice.game_id for each in others):
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
