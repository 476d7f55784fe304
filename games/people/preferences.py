"""What players set for themselves: name, language, time zone, feeds and notes at a seat."""

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games import clock
from games.core.refusal import Illegal, NotAllowed, check_fields
from games.models import FeedKey, Player, Seat, SeatNotebook
from games.models.talk import MOST_NOTED

HOUR = timedelta(hours=1)


def promote_guest(sender: type[Player], user: Player, request: HttpRequest, **_more: object) -> None:
    """Turn a guest who has signed in into a full player; a receiver of ``user_logged_in``."""
    if user.is_guest or user.is_trial:
        Player.objects.filter(pk=user.pk).update(is_guest=False, is_trial=False)
        user.is_guest = user.is_trial = False


def set_preferences(*, player: Player, **chosen: str | bool) -> None:
    """Set the name, language, time zone or face of a player, or whether they show presence and see hints.

    Seats keep their old name.

    Raises `Illegal`.
    """
    for field, value in chosen.items():
        setattr(player, field, value)
    check_fields(player, exclude={field.name for field in player._meta.fields} - chosen.keys())
    player.save(update_fields=list(chosen))


def end_tips(*, player: Player) -> None:
    """Show a player no more tips on the table page."""
    Player.objects.filter(pk=player.pk).update(tips_over=True)


def clear_mail_error(*, player: Player) -> None:
    """Try again to send mail to a player whose address refused it, or who marked a mail as spam."""
    player.mail_refused_at = player.complained_at = player.bounced_at = None
    player.mail_error, player.bounces = "", 0
    player.save(update_fields=["mail_refused_at", "mail_error", "complained_at", "bounces", "bounced_at"])


def renew_feeds(*, player: Player) -> str:
    """Make and return a new secret for a player's feeds; the old one stops working."""
    secret = secrets.token_urlsafe(24)
    made = {"digest": hash_secret(secret), "created_at": clock.now(), "used_at": None}
    FeedKey.objects.update_or_create(player=player, defaults=made)
    return secret


def revoke_feeds(*, player: Player) -> None:
    """Revoke the addresses of a player's feeds."""
    FeedKey.objects.filter(player=player).delete()


def mark_feeds_read(*, key: FeedKey) -> None:
    """Record, at most once an hour, that a feed was read; its owner sees when."""
    now = clock.now()
    if key.used_at is None or key.used_at < now - HOUR:
        FeedKey.objects.filter(pk=key.pk).update(used_at=now)


def note_feed_change(*, key: FeedKey, feed: str, digest: str) -> int:
    """Return since which second (Unix time) this feed has been as it is; from now if its digest is new.

    Two different states of a feed never have the same second, and a newer one has the higher.
    """
    if key.served.get(feed, [None])[0] == digest:
        return int(key.served[feed][1])
    with transaction.atomic():
        row = FeedKey.objects.select_for_update().filter(pk=key.pk).first() or key
        before, changed = row.served.get(feed, ["", 0])
        if before != digest:
            changed = max(int(clock.now().timestamp()), changed + 1)
            row.served[feed] = [digest, changed]
            FeedKey.objects.filter(pk=key.pk).update(served=row.served)
    return int(changed)


def hash_secret(secret: str) -> str:
    """Return the hash of a secret, which is what is stored."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def write_notes(*, seat: Seat, text: str, released: bool) -> None:
    """Replace the notes of a seat; `released` lets a player who takes the seat over read them.

    Raises a `Refusal` if the text is too long or the seat has no player.
    """
    if not seat.is_person:
        raise NotAllowed(_("You’ve left this table."))
    text = text.replace("\r\n", "\n").replace("\x00", "")
    if len(text) > MOST_NOTED:
        words = {"most": MOST_NOTED, "count": len(text)}
        raise Illegal(_("Your notes can have at most %(most)s characters; these have %(count)s.") % words)
    kept = {"text": text, "released": released, "written_at": clock.now()}
    SeatNotebook.objects.update_or_create(seat=seat, defaults=kept)
