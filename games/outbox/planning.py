"""Decides when a notice is sent, by its player's current settings."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from games import clock
from games.clocks import schedule
from games.clocks.schedule import LEAST_NOTICE, DeliveryTimes, Sending
from games.models import Channel, Deputy, Group, Mode, MutedGame, Notice, Player
from games.models.channel import choices_of, lost_channel
from games.models.deputy import IS_LIVE

from .kinds import KINDS, QUESTION_KINDS, spec_of
from .notices import AT_THE_PAGE, copy_notice
from .obsolete import SENT_REPLIES

BY_CHOICE = "the player has chosen so: "
MUTED = BY_CHOICE + "the game is muted"
# Who stops looking at a page, or whose page stops saying so, gets their mail so long after.
GRACE = timedelta(seconds=90)
# By so much two machines’ clocks may differ. What is further ahead was written by a clock that was wrong.
MOST_AHEAD = timedelta(minutes=1)
MAIL_OFF = BY_CHOICE + "no mail about this"


def with_choices(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """Let a query of notices look up what their players chose and got, so that not each of them asks."""
    muted = MutedGame.objects.filter(player=OuterRef("player"), game=OuterRef("game"))
    replies = SENT_REPLIES.filter(player=OuterRef("player"))
    channels = Channel.objects.filter(player=OuterRef("player"), off_at=None)
    asked = mails_that_asked(seat=OuterRef("seat"), player=OuterRef("player")).exclude(pk=OuterRef("pk"))
    choices = {"is_muted": muted, "has_replies": replies, "has_channels": channels, "was_asked": asked}
    return notices.annotate(**{name: Exists(rows) for name, rows in choices.items()})


def is_muted(notice: Notice) -> bool:
    """Whether the player has muted the game."""
    if notice.is_muted is None:
        return MutedGame.objects.filter(player=notice.player_id, game=notice.game_id).exists()
    return notice.is_muted


def mails_that_asked(**of_whom: object) -> QuerySet[Notice]:
    """Return the notices that were sent by mail and asked something."""
    return Notice.objects.filter(channel=None, kind__in=QUESTION_KINDS, status=Notice.Status.SENT, **of_whom)


def was_asked(notice: Notice) -> bool:
    """Whether a mail of this game has asked the reader anything before this one."""
    if notice.was_asked is None:
        asked = mails_that_asked(seat=notice.seat_id, player=notice.player_id)
        return asked.exclude(pk=notice.pk).exists()
    return notice.was_asked


def unwanted_reason(notice: Notice) -> str:
    """Return why its player does not want this, on this channel; nothing if they do, or can't choose."""
    kind, player = spec_of(notice.kind), notice.player
    if kind.group is None or player is None:
        return ""
    if not kind.despite_mute and is_muted(notice):
        return MUTED
    if notice.channel_id is not None:
        return ""
    choices = choices_of(player)
    is_off = choices.mode(kind.group) == Mode.OFF
    return MAIL_OFF if is_off and choices.replaced_channel(kind.group) is None else ""


def replace_channel(channel: Channel) -> None:
    """Let mail tell what a channel that is lost could not: what waits for an answer, and what came lately."""
    groups = [group for group in Group.values if channel.takes(group) and lost_channel(channel.player, group)]
    resume_mails(channel.player, groups, since=channel.sent_at or channel.created_at)


def resume_mails(player: Player, groups: Collection[str], *, since: datetime) -> None:
    """Let mail tell what it skipped by choice in these groups: what is newer, or waits for an answer."""
    kinds = [kind for kind, spec in KINDS.items() if spec.group in groups]
    is_open = Q(question__isnull=False, question__closed_at=None)
    skipped = Notice.objects.filter(
        is_open | Q(created_at__gte=since),
        player=player,
        channel=None,
        status=Notice.Status.SKIPPED,
        reason=MAIL_OFF,
        kind__in=kinds,
    )
    skipped.update(
        status=Notice.Status.WAITING,
        reason="",
        plan=Notice.Plan.READY,
        quiet=timedelta(),
        next_try_at=clock.now(),
    )


def plan_notice(notice: Notice) -> Sending:
    """Return when a notice is sent by its player's settings, and whether that is in the digest."""
    now, player, kind = clock.now(), notice.player, spec_of(notice.kind)
    if player is None or kind.is_direct:
        return Sending(now)
    choices = choices_of(player)
    mode = choices.mode(kind.group) if kind.group and notice.channel is None else Mode.ONCE
    return schedule.plan_sending(
        now,
        DeliveryTimes(player.zone, player.regular_hours.quiet, choices.digest_at, choices.digested_on),
        in_digest=mode == Mode.DIGEST and notice.plan in (Notice.Plan.NONE, Notice.Plan.READY),
        hold_until=hold_until(notice, choices.quiet_minutes if mode == Mode.QUIET else 0),
        due_at=deadline_of(notice),
    )


def deadline_of(notice: Notice) -> datetime | None:
    """Return the deadline for which a notice doesn't wait: that of its reader's own question."""
    return notice.question.due_at if notice.question is not None and spec_of(notice.kind).asks else None


def hold_until(notice: Notice, minutes: int = 0) -> datetime | None:
    """Return until when a notice waits as the player has just looked at the game; `None` if it does not."""
    watched, wait = watched_until(notice), max(notice.quiet, timedelta(minutes=minutes))
    if notice.channel is not None or not wait:
        return watched
    seat = notice.seat
    seen_at = seat.seen_at if seat is not None and seat.player_id == notice.player_id else None
    looked = max(filter(None, (notice.created_at, seen_at))) + wait
    return max(filter(None, (looked, watched)))


def watched_until(notice: Notice) -> datetime | None:
    """Return until when a notice waits as its reader looks at the table, and sees there what it says.

    It waits for a while only: a page may be left open on a screen that nobody looks at.
    """
    looked_at = None if spec_of(notice.kind).despite_watching else last_look(notice)
    latest = clock.now() + MOST_AHEAD
    if looked_at is None or looked_at > latest or notice.created_at > latest:
        return None
    return min(looked_at + GRACE, notice.created_at + AT_THE_PAGE)


def last_look(notice: Notice) -> datetime | None:
    """Return when the reader of a notice last looked at its table, as the seat's player or their deputy."""
    seat = notice.seat
    if seat is None or notice.player_id is None:
        return None
    if seat.player_id == notice.player_id:
        return seat.watched_at
    if not seat.has_deputy:
        return None
    looks = Deputy.objects.filter(IS_LIVE, seat=seat, player=notice.player_id)
    return looks.values_list("watched_at", flat=True).first()


def is_at_the_page(notice: Notice) -> bool:
    """Whether a notice waits as the player has just answered, or watches: what is new is on their screen."""
    until, due_at = hold_until(notice), deadline_of(notice)
    if until is not None and due_at is not None:
        until = min(until, due_at - LEAST_NOTICE)
    return until is not None and until > clock.now()


def copy_to_channels(notice: Notice, *, instead: bool = False) -> None:
    """Write the same notice for each device and webhook of the player, once.

    With `instead`, because mail does not reach them: also for those that do not take its group.
    """
    group = spec_of(notice.kind).group
    if group is None or notice.player is None or notice.channel_id is not None:
        return
    if notice.has_channels is False:
        return
    channels = Channel.objects.filter(player=notice.player_id, off_at=None)
    changes = {"plan": Notice.Plan.READY, "next_try_at": clock.now(), "quiet": timedelta()}
    rows = [
        copy_notice(notice, f"{channel.pk}", channel=channel, **changes)
        for channel in channels
        if instead or channel.takes(group)
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
