"""Decides when a notice is sent, by its player's current settings."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from games import clock
from games.clocks import schedule
from games.clocks.schedule import DeliveryTimes, Sending
from games.models import Channel, Mode, MutedGame, Notice, NoticeChoices, Player

from .kinds import spec_of
from .notices import copy_notice
from .obsolete import SENT_REPLIES

BY_CHOICE = "the player has chosen so: "
MUTED = BY_CHOICE + "the game is muted"
MAIL_OFF = BY_CHOICE + "no mail about this"


def choices_of(player: Player) -> NoticeChoices:
    """Return what a player has chosen; defaults, in a row that is not stored, where they have not."""
    try:
        return player.notice_choices
    except NoticeChoices.DoesNotExist:
        return NoticeChoices(player=player)


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
    is_off = notice.channel_id is None and choices_of(player).mode(kind.group) == Mode.OFF
    return MAIL_OFF if is_off else ""


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
        rest_until=rest_until(notice, choices.quiet_minutes if mode == Mode.QUIET else 0),
        # Only the deadline of the reader's own question breaks quiet hours.
        due_at=notice.question.due_at if notice.question is not None and kind.asks else None,
    )


def rest_until(notice: Notice, minutes: int = 0) -> datetime | None:
    """Return until when a mail waits as the player has just looked at the game; `None` if it does not."""
    wait = max(notice.quiet, timedelta(minutes=minutes))
    if notice.channel is not None or not wait:
        return None
    seat = notice.seat
    looked = seat.seen_at if seat is not None and seat.player_id == notice.player_id else None
    return max(filter(None, (notice.created_at, looked))) + wait


def is_at_the_page(notice: Notice) -> bool:
    """Whether the player has just answered, so that the next question is still on their screen."""
    until = rest_until(notice) if notice.quiet else None
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
