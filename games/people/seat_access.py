"""Who can open a player's seats, and ending all of it at once (docs/decisions/0071-leaving-means-gone.md)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Max, Q

from games import clock
from games.core.locking import in_transaction
from games.core.tokens import MAX_AGE
from games.mail.person_letters import seats_with_links
from games.models import Channel, Deputy, FeedKey, Notice, PersonMail, Player, ReplyAlias, Seat
from games.models.deputy import IS_LIVE
from games.outbox.person_mail import write_to
from games.seats.deputies import end_deputy

from .feeds import revoke_feeds
from .notification_settings import end_channels
from .sessions import end_other_sessions, end_unlisted_sessions


@dataclass(frozen=True)
class MailedLinks:
    """The mails whose links open one seat: how many of the last 30 days, and when the last one left."""

    seat: Seat
    mails: int
    last_at: datetime


@dataclass(frozen=True)
class SeatAccess:
    """Everything by which somebody can open a player's seats, or learns what happens there."""

    links: list[MailedLinks]
    deputies: list[Deputy]
    feed: FeedKey | None
    channels: list[Channel]
    aliases: list[ReplyAlias]


def list_access(player: Player) -> SeatAccess:
    """Return what opens a player's seats, or tells of them, besides signing in."""
    deputies = Deputy.objects.filter(IS_LIVE, owner=player, seat__player=player, ends_at__gt=clock.now())
    return SeatAccess(
        list_mailed_links(player),
        list(deputies.select_related("seat__game", "player").order_by("ends_at", "pk")),
        FeedKey.objects.filter(player=player).first(),
        list(Channel.objects.filter(player=player).order_by("pk")),
        list(ReplyAlias.objects.filter(player=player).order_by("pk")),
    )


def list_mailed_links(player: Player) -> list[MailedLinks]:
    """Return the seats that links in mails of the last 30 days open, the last mailed first."""
    sent = Notice.objects.filter(
        Q(seat__links_ended_at=None) | Q(created_at__gte=F("seat__links_ended_at")),
        player=player,
        seat__player=player,
        channel=None,
        status=Notice.Status.SENT,
        created_at__gt=clock.now() - MAX_AGE,
    )
    rows = sent.values("seat").annotate(mails=Count("pk"), last_at=Max("sent_at")).order_by("-last_at")
    seats = Seat.objects.select_related("game").in_bulk([row["seat"] for row in rows])
    listed = [MailedLinks(seats[row["seat"]], row["mails"], row["last_at"]) for row in rows if row["last_at"]]
    return _add_new_links(player, listed)


def _add_new_links(player: Player, listed: list[MailedLinks]) -> list[MailedLinks]:
    """Count the last mail with new links to all seats as one more mail of each."""
    mails = PersonMail.objects.filter(
        player=player, kind=PersonMail.Kind.NEW_LINKS, sent_at__gt=clock.now() - MAX_AGE
    )
    last_at = mails.aggregate(last_at=Max("sent_at"))["last_at"]
    if last_at is None:
        return listed
    found = {each.seat.pk: each for each in listed}
    for seat in seats_with_links(player):
        if seat.links_ended_at is not None and last_at >= seat.links_ended_at:
            known = found.get(seat.pk)
            found[seat.pk] = MailedLinks(
                seat, known.mails + 1 if known else 1, max(known.last_at, last_at) if known else last_at
            )
    return sorted(found.values(), key=lambda each: each.last_at, reverse=True)


def end_access(*, player: Player, session_key: str | None) -> None:
    """End everything that opens a player's seats but the session with this key; mail them new links.

    Each deputy is told, as when their player ends it. Mail takes over from devices and services.
    """
    deputies = Deputy.objects.filter(IS_LIVE, owner=player)
    for pk in deputies.order_by("seat__game", "pk").values_list("pk", flat=True):
        end_deputy(deputy=pk, by=player)
    revoke_feeds(player=player)
    end_channels(player=player)
    end_other_sessions(player=player, key=session_key)
    end_unlisted_sessions(player=player, key=session_key)
    end_all_links(player=player)


def leave_old_address(*, player: Player) -> None:
    """End all that mails to a player's old address can do: another person may read that mailbox."""
    Player.objects.filter(pk=player.pk).update(address_changed_at=clock.now())
    end_all_links(player=player)


@in_transaction
def end_all_links(*, player: Player) -> None:
    """End all links in mails to a player, also those to seats they play for others; mail new ones.

    Replies count from their own address alone from now on.
    """
    now = clock.now()
    Player.objects.filter(pk=player.pk).update(links_ended_at=now)
    ReplyAlias.objects.filter(player=player).delete()
    seats = Seat.objects.filter(player=player)
    seats.update(link_epoch=F("link_epoch") + 1, links_ended_at=now)
    _renew_deputies(Deputy.objects.filter(IS_LIVE, player=player))
    waiting = PersonMail.objects.filter(
        player=player, kind=PersonMail.Kind.NEW_LINKS, status=Notice.Status.WAITING
    )
    if seats_with_links(player) and not waiting.exists():  # its links are made when it is sent
        write_to(player, PersonMail.Kind.NEW_LINKS)


def _renew_deputies(rows: Iterable[Deputy]) -> None:
    """Put a new row in the place of each: links of deputies name theirs, and those to the old one end."""
    for row in rows:
        old, row.pk = row.pk, None
        Deputy.objects.filter(pk=old).update(ended_at=clock.now())
        row.save(force_insert=True)
