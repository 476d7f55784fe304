"""What is set now, in a sentence for each section of the page of notifications."""

from collections.abc import Sequence

from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock
from games.history.formatting import brief_moment, day, format_date
from games.models import (
    Channel,
    CircleMember,
    FeedKey,
    Group,
    Mode,
    MutedGame,
    NoticeChoices,
    Player,
    Vacation,
)

from .notice_forms import describe_minutes


def describe_choices(player: Player, choices: NoticeChoices, channels: Sequence[Channel]) -> list[str]:
    """Say when each group of occasions is mailed, and what each channel gets."""
    has_mail = gets_mail(player)
    mailed = describe_mail(choices) if has_mail else [no_mail_sentence()]
    return [*mailed, *(describe_channel(each, gets_all=not has_mail) for each in channels)]


def gets_mail(player: Player) -> bool:
    """Whether games may be mailed to a player: their address takes mail, and they didn't call it spam."""
    return player.mail_refused_at is None and player.complained_at is None


def no_mail_sentence() -> str:
    """Say that games aren't mailed."""
    return _("We don’t mail you about games at the moment.")


def describe_mail(choices: NoticeChoices) -> list[str]:
    """Say which groups are mailed at once, after a while, in the digest, and never."""
    groups: dict[Mode, list[str]] = {mode: [] for mode in Mode}
    for group in Group:
        # Mail stands in, at once, for a channel that is lost.
        mode = Mode.ONCE if choices.replaced_channel(group) else choices.mode(group)
        groups[mode].append(str(group.label))
    words = {
        Mode.ONCE: _("Mail right away: %(groups)s."),
        Mode.QUIET: _("Mail after %(wait)s, unless you visit the game: %(groups)s."),
        Mode.DIGEST: _("In one mail a day, at %(at)s: %(groups)s."),
        Mode.OFF: _("No mail: %(groups)s."),
    }
    return [
        words[mode]
        % {
            "groups": ", ".join(names),
            "wait": describe_minutes(choices.quiet_minutes),
            "at": f"{choices.digest_at:%H:%M}",
        }
        for mode, names in groups.items()
        if names
    ]


def describe_channel(channel: Channel, *, gets_all: bool = False) -> str:
    """Say what a device or service gets; everything, where it stands in for mail."""
    groups = [str(group.label) for group in Group if gets_all or channel.takes(group)]
    if channel.off_at is not None:
        return _("%(name)s: switched off.") % {"name": channel.name}
    if len(groups) == len(Group):
        return _("%(name)s: everything.") % {"name": channel.name}
    if not groups:
        return _("%(name)s: nothing.") % {"name": channel.name}
    return _("%(name)s: %(groups)s.") % {"name": channel.name, "groups": ", ".join(groups)}


def describe_places(player: Player, channels: Sequence[Channel]) -> str:
    """Say where notifications go."""
    mailed = [player.email] if gets_mail(player) else []
    places = [*mailed, *(channel.name for channel in channels if channel.off_at is None)]
    return ", ".join(places) or no_mail_sentence()


def describe_hours(player: Player) -> str:
    """Say when the clocks of a player stand still each week."""
    hours, said = player.regular_hours, []
    if hours.quiet is not None:
        begin, end = (f"{each:%H:%M}" for each in hours.quiet)
        said.append(_("Quiet from %(begin)s to %(end)s.") % {"begin": begin, "end": end})
    if hours.days_off:
        days = ", ".join([str(WEEKDAYS[each]) for each in sorted(hours.days_off)])
        said.append(_("Days off: %(days)s.") % {"days": days})
    return " ".join(said) or _("None set.")


def describe_vacations(player: Player, vacations: Sequence[Vacation], days_left: int) -> str:
    """Say until when a player is away, or when they will be; else how many days they have."""
    now = clock.now()
    for each in sorted(vacations, key=lambda each: each.starts_at):
        if each.starts_at <= now < each.ends_at:
            return _("You’re away until %(at)s.") % {"at": brief_moment(each.ends_at, player.zone)}
        if each.starts_at > now:
            return _("The next one begins on %(day)s.") % {"day": day(each.first_day)}
    left = ngettext("You have %(n)d day left this year.", "You have %(n)d days left this year.", days_left)
    return left % {"n": days_left}


def describe_feeds(key: FeedKey | None, player: Player) -> str:
    """Say whether a player's calendar reads their deadlines."""
    if key is None:
        return _("Off.")
    made = key.created_at.astimezone(player.zone)
    return _("On since %(day)s.") % {"day": format_date(made, "j E Y")}


def describe_gazettes(memberships: Sequence[CircleMember]) -> str:
    """Say the gazettes of how many circles come by mail."""
    mailed = sum(each.gets_gazette for each in memberships)
    return _("%(mailed)s of %(n)s by mail") % {"n": len(memberships), "mailed": mailed}


def describe_muted(muted: Sequence[MutedGame]) -> str:
    """Say how many games are muted."""
    return ngettext("%(n)d game", "%(n)d games", len(muted)) % {"n": len(muted)}
