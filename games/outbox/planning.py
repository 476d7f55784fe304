"""Decides when a notice is sent, by its player's current settings."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from games import clock
from games.clocks import schedule
from games.clocks.schedule import DeliveryTimes, Sending
from games.models import Channel, Group, Mode, MutedGame, Notice, Player, Seat
from games.models.channel import choices_of, lost_channel

from .kinds import KINDS, spec_of
from .notices import AT_THE_PAGE, copy_notice
from .obsolete import SENT_REPLIES

BY_CHOICE = "the player has chosen so: "
MUTED = BY_CHOICE + "the game is muted"
# A page that is watched says so each 15 seconds; who closes it gets their mail so long after.
GRACE = timedelta(seconds=75)
MAIL_OFF = BY_CHOICE + "no mail about this"


def with_choices(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """Let a query of notices look up what their players have chosen, too, so that not each of them asks."""
    muted = MutedGame.objects.filter(player=OuterRef("player"), game=OuterRef("game"))
    replies = SENT_REPLIES.filter(player=OuterRef("player"))
    channels = Channel.objects.filter(player=OuterRef("player"), off_at=None)
    choices = {"is_muted": muted, "has_replies": replies, "has_channels": channels}
    return notices.annotate(**{name: Exists(rows) for name, rows in choices.items()})


def is_muted(notice: Notice) -> bool:
    """Whether the player has muted the game."""
    if notice.is_muted is None:
        return MutedGame.objects.filter(player=notice.player_id, game=notice.game_id).exists()
    return notice.is_muted


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
        # Only the deadline of the reader's own question breaks quiet hours.
        due_at=notice.question.due_at if notice.question is not None and kind.asks else None,
    )


def hold_until(notice: Notice, minutes: int = 0) -> datetime | None:
    """Return until when a mail waits as the player has just looked at the game; `None` if it does not."""
    wait = max(notice.quiet, timedelta(minutes=minutes))
    if notice.channel is not None:
        return None
    seat = notice.seat
    if seat is None or seat.player_id != notice.player_id:
        return notice.created_at + wait if wait else None
    looked = max(filter(None, (notice.created_at, seat.seen_at))) + wait if wait else None
    return max(filter(None, (looked, watched_until(notice, seat))), default=None)


def watched_until(notice: Notice, seat: Seat) -> datetime | None:
    """Return until when a notice waits as its player has the page before them, and sees there what it says.

    It waits for a while only: a page may be left open on a screen that nobody looks at.
    """
    if seat.watched_at is None or seat.watched_at + GRACE <= notice.created_at:
        return None
    return min(seat.watched_at + GRACE, notice.created_at + AT_THE_PAGE)


def is_at_the_page(notice: Notice) -> bool:
    """Whether the player has just answered, or watches, so that what is new is on their screen."""
    until = hold_until(notice)
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
