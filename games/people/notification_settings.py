"""Notification settings: by group of occasions, by channel and by game; and test notifications."""

import base64
import secrets
from collections.abc import Collection, Mapping
from datetime import time, timedelta
from enum import StrEnum
from http import HTTPStatus
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import clock
from games.core import outbound_http
from games.core.refusal import Capped, Illegal, NotPossible, check_cap
from games.models import Channel, Game, Group, Mode, MutedGame, Notice, NoticeChoices, Player
from games.models.names import visible_part
from games.outbox.kinds import KINDS
from games.outbox.planning import BY_CHOICE, resume_mails

MOST_CHANNELS = 10
MOST_MINUTES = 24 * 60
BETWEEN_TESTS = timedelta(minutes=1)
NAME_LENGTH = 40
URL_LENGTH = 1000
HOSTS = {
    Channel.Kind.DISCORD: ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"),
    Channel.Kind.SLACK: ("hooks.slack.com", "hooks.slack-gov.com"),
}


class Preset(StrEnum):
    """When mail of every group of occasions is sent, as one choice."""

    EVERY = "every"
    TURNS = "turns"
    DAILY = "daily"


MY_TURN = (Group.TURN, Group.ASKED, Group.REMINDERS, Group.NUDGES)
P256_POINT, AUTH_SECRET = 65, 16  # bytes


@transaction.atomic
def set_notice_choices(
    *,
    player: Player,
    mail: Mapping[str, str],
    quiet_minutes: int,
    digest_at: time,
    together: bool | None = None,
    short: bool | None = None,
    telling_subjects: bool | None = None,
    channels_on: Mapping[int, Collection[str]] | None = None,
) -> NoticeChoices:
    """Set when a player gets mail about each group of occasions, and which groups each channel (by key) gets.

    `together` lets several games share a mail, `short` leaves out of it what the page shows as well, and
    `telling_subjects` lets the subject say what is asked; without a value, each stays as it is. All this
    applies to notices that wait as well. Raises `Illegal`.
    """
    chosen = check_modes(mail)
    if not 1 <= quiet_minutes <= MOST_MINUTES:
        raise Illegal(_("Choose a delay between 1 minute and 1 day."))
    choices = lock_choices(player)
    choices.mail = {**choices.mail, **chosen}
    choices.quiet_minutes, choices.digest_at = quiet_minutes, digest_at
    choices.together = choices.together if together is None else together
    choices.short = choices.short if short is None else short
    if telling_subjects is not None:
        choices.telling_subjects = telling_subjects
    choices.save(
        update_fields=["mail", "quiet_minutes", "digest_at", "together", "short", "telling_subjects"]
    )
    if channels_on is not None:
        for channel in player.channels.select_for_update():
            on = channels_on.get(channel.pk, ())
            channel.groups_off = [group for group in Group.values if group not in on]
            channel.save(update_fields=["groups_off"])
            withdraw_notices_of_channel(channel)
    replan_notices(player)
    return choices


def modes_of(preset: Preset) -> dict[str, Mode]:
    """Return the mode of each group in a preset."""
    if preset == Preset.DAILY:
        return dict.fromkeys(Group.values, Mode.DIGEST)
    if preset == Preset.TURNS:
        return {group: Mode.ONCE if group in MY_TURN else Mode.OFF for group in Group.values}
    usual = NoticeChoices()
    return {group: usual.mode(group) for group in Group.values}


def preset_of(choices: NoticeChoices) -> Preset | None:
    """Return the preset that somebody's mails follow now, if they follow one."""
    now = {group: choices.mode(group) for group in Group.values}
    return next((preset for preset in Preset if modes_of(preset) == now), None)


@transaction.atomic
def set_preset(*, player: Player, preset: str) -> NoticeChoices:
    """Set when each group of occasions is mailed by a preset; all else stays as it is. Raises `Illegal`."""
    if preset not in set(Preset):
        raise Illegal(_("Something went wrong with this form. Reload the page and choose again."))
    choices = lock_choices(player)
    return set_notice_choices(
        player=player,
        mail=modes_of(Preset(preset)),
        quiet_minutes=choices.quiet_minutes,
        digest_at=choices.digest_at,
    )


def check_modes(mail: Mapping[str, str]) -> dict[str, str]:
    """Return the modes chosen by group. Raises `Illegal` for a group or mode that does not exist."""
    for group, mode in mail.items():
        if group not in Group.values or mode not in Mode.values:
            raise Illegal(_("Something went wrong with this form. Reload the page and choose again."))
    return {str(group): str(mode) for group, mode in mail.items()}


def lock_choices(player: Player) -> NoticeChoices:
    """Get or create a player's settings, and lock them."""
    NoticeChoices.objects.get_or_create(player=player)
    return NoticeChoices.objects.select_for_update().get(player=player)


def replan_notices(player: Player) -> None:
    """Plan notices that wait for a digest again, as the settings have changed."""
    waiting = Notice.objects.filter(player=player, status=Notice.Status.WAITING, plan=Notice.Plan.DIGEST)
    waiting.update(plan=Notice.Plan.READY, next_try_at=clock.now())


def withdraw_notices_of_channel(channel: Channel) -> None:
    """Withdraw waiting notices of groups that a channel no longer gets."""
    kinds = [kind for kind, spec in KINDS.items() if spec.group and not channel.takes(spec.group)]
    waiting = Notice.objects.filter(channel=channel, status=Notice.Status.WAITING, kind__in=kinds)
    waiting.update(status=Notice.Status.SKIPPED, reason=BY_CHOICE + "nothing about this to this channel")


def mute_game(*, player: Player, game: Game, muted: bool) -> None:
    """Notify a player only of the end of a game, or of everything again."""
    if muted:
        MutedGame.objects.get_or_create(player=player, game=game)
    else:
        MutedGame.objects.filter(player=player, game=game).delete()


def is_muted(player: Player, game: Game) -> bool:
    """Whether a player has muted a game: only its end is announced."""
    return MutedGame.objects.filter(player=player, game=game).exists()


def add_webhook(*, player: Player, kind: str, name: str, url: str) -> Channel:
    """Add a webhook to a player's channels. Raises `Illegal` or `Capped`."""
    if kind not in (Channel.Kind.DISCORD, Channel.Kind.SLACK, Channel.Kind.JSON):
        raise Illegal(_("Choose what kind of service this is."))
    check_channel_address(url)
    host = urlsplit(url).hostname
    if kind in HOSTS and host not in HOSTS[Channel.Kind(kind)] and not settings.CHANNELS_MAY_BE_LOCAL:
        raise Illegal(
            _("An address for %(kind)s must start with https://%(host)s/.")
            % {"kind": Channel.Kind(kind).label, "host": HOSTS[Channel.Kind(kind)][0]}
        )
    secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
    return add_channel(player, kind=kind, name=name or str(Channel.Kind(kind).label), url=url, secret=secret)


def add_device(*, player: Player, name: str, url: str, p256dh: str, auth: str) -> Channel:
    """Add a device with Web Push to a player's channels. Raises `Illegal` or `Capped`."""
    check_device(url, p256dh, auth)
    known = Channel.objects.filter(player=player, url=url).first()
    if known is not None:
        Channel.objects.filter(pk=known.pk).update(
            p256dh=p256dh, auth=auth, off_at=None, failing_since=None, error=""
        )
        return known
    return add_channel(
        player,
        kind=Channel.Kind.PUSH,
        name=name or pgettext("stored name", "A device"),
        url=url,
        p256dh=p256dh,
        auth=auth,
    )


class DeviceGone(NotPossible):
    """The push service has taken back the subscription of a device: its browser needs another."""

    status = HTTPStatus.GONE


@transaction.atomic
def renew_device(*, old: str, proof: str, url: str, p256dh: str, auth: str) -> bool:
    """Give a device the address that its browser has now; return whether it is known.

    It is known by its `old` address and secret (`proof`), which its browser and this site alone have: a
    browser renews its subscription while nobody is signed in. Raises `DeviceGone` if the site was told that
    this very address is gone, or `Illegal`.
    """
    known = Channel.objects.select_for_update().filter(kind=Channel.Kind.PUSH, url=old)
    devices = [each for each in known if constant_time_compare(each.auth, proof)]
    if not devices or not proof:
        return False
    if url == old and any(each.off_at is not None for each in devices):
        raise DeviceGone(_("Switch notifications on again on this device."))
    check_device(url, p256dh, auth)
    for each in devices:
        Channel.objects.filter(player=each.player_id, url=url).exclude(pk=each.pk).delete()
        Channel.objects.filter(pk=each.pk).update(
            url=url, p256dh=p256dh, auth=auth, off_at=None, failing_since=None, error=""
        )
    return True


def check_device(url: str, p256dh: str, auth: str) -> None:
    """Refuse a subscription that could not be called. Raises `Illegal`."""
    check_channel_address(url)
    if _length(p256dh) != P256_POINT or _length(auth) != AUTH_SECRET:
        raise Illegal(_("Your browser didn’t send the keys that push notifications need. Try again."))


def check_channel_address(url: str) -> None:
    """Refuse an address that this site would not call. Raises `Illegal`."""
    if len(url) > URL_LENGTH:
        raise Illegal(_("This address is too long."))
    try:
        outbound_http.check_address(url)
    except outbound_http.Forbidden:
        raise Illegal(_("Enter a public address that starts with https://.")) from None


@transaction.atomic
def add_channel(player: Player, **fields: str) -> Channel:
    """Store a channel. Raises `Capped` if the player has too many, `Illegal` if they have this one."""
    lock_choices(player)
    forgotten = {"kind": Channel.Kind.PUSH, "off_at__isnull": False}  # a browser gets a new one then
    channels = Channel.objects.filter(player=player).exclude(**forgotten)
    check_cap(channels, MOST_CHANNELS, _("You already have %(count)d channels. Remove one first."))
    if Channel.objects.filter(player=player, url=fields["url"]).exists():
        raise Illegal(_("You already have this channel."))
    fields["name"] = visible_part(fields["name"])[:NAME_LENGTH]
    return Channel.objects.create(player=player, **fields)


def remove_channel(*, channel: Channel) -> None:
    """Remove a channel."""
    channel.delete()


@transaction.atomic
def end_channels(*, player: Player) -> None:
    """Remove all channels; mail takes over what they told and mail did not, so that nothing goes unheard."""
    channels = list(Channel.objects.select_for_update().filter(player=player))
    if not channels:
        return
    choices = lock_choices(player)
    groups = [
        group
        for group in Group.values
        if choices.mode(group) == Mode.OFF and any(channel.takes(group) for channel in channels)
    ]
    choices.mail = {**choices.mail, **dict.fromkeys(groups, Mode.ONCE)}
    choices.save(update_fields=["mail"])
    resume_mails(player, groups, since=max(channel.sent_at or channel.created_at for channel in channels))
    Channel.objects.filter(player=player).delete()


def switch_on_channel(*, channel: Channel) -> None:
    """Switch on a channel that was switched off because it failed."""
    Channel.objects.filter(pk=channel.pk).update(off_at=None, failing_since=None, error="")


@transaction.atomic
def ask_for_test(*, player: Player, channel: Channel | None = None) -> None:
    """Queue a test notification by a channel, or by mail. Raises `Capped` within a minute of the last one."""
    now = clock.now()
    if channel is None:
        row: NoticeChoices | Channel = lock_choices(player)
    else:
        row = Channel.objects.select_for_update().get(pk=channel.pk)
    if row.tested_at is not None and row.tested_at > now - BETWEEN_TESTS:
        raise Capped(_("You can send one test a minute. Please wait a moment."))
    row.test_due_at = row.tested_at = now
    row.save(update_fields=["test_due_at", "tested_at"])


def _length(encoded: str) -> int:
    """Return the length in bytes of URL-safe base64; 0 if it is invalid."""
    try:
        return len(base64.b64decode(encoded + "=" * (-len(encoded) % 4), altchars=b"-_", validate=True))
    except ValueError:
        return 0
