"""Handles bounces and spam complaints.

An address that does not accept mail gets no more, and the tables of its player are notified. Temporary
failures are only counted, once a day. A report that is not about a recent mail of ours and its recipient
changes nothing (docs/decisions/0021-inbound-mail.md).
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db import transaction

from games import clock
from games.core.locking import in_transaction, lock_game
from games.models import Game, Invitation, Notice, Player, Question, Seat
from games.models.question import STOPS_PLAY, WINDOW
from games.play import table_notices

from . import brake
from .bounce_reports import Bounce

# Of an address that does not exist, servers tell at once; a report of an old mail may be replayed. From a box
# that is full or away a mail comes back when its server has tried for days (RFC 5321, 4.5.4.1), to its proven
# address.
BOUNCES_WITHIN, GIVEN_UP_WITHIN = timedelta(hours=48), timedelta(days=7)
COMPLAINTS_WITHIN = timedelta(days=30)
DAY = timedelta(days=1)
# So long after the last bounce, counting starts again.
FORGIVEN_AFTER = timedelta(days=30)
NOT_OURS = "ignored: not about a mail of ours"


def latest_notice(**filters: Any) -> Notice | None:
    """Return the latest of these notices, for a report about its mail."""
    notices = Notice.objects.select_related("player", "seat", "game", "invitation")
    return notices.filter(**filters).order_by("-pk").first()


def take_bounce(*, notice: Notice | None, bounces: Iterable[Bounce], is_proven: bool = False) -> str:
    """Record that a mail bounced; return for the operator what was done, or why nothing.

    `is_proven`: the report came to the address that only this mail bounces to. Then it counts although it
    names another address, as that of a mailbox from which a player forwards, or comes after days; but then
    never as a dead address.
    """
    if notice is None:
        return NOT_OURS
    bounces = list(bounces)
    own = [bounce for bounce in bounces if notice.address.lower() in bounce.recipients]
    reason = why_ignored(notice, BOUNCES_WITHIN)
    if is_proven and (reason or not own):
        reason = why_ignored(notice, GIVEN_UP_WITHIN)
        own = [replace(bounce, is_address_dead=False) for bounce in own or bounces]
    if reason:
        return reason
    if not own:
        return "ignored: about an address that the mail did not go to"
    bounce = next((each for each in own if each.is_address_dead), own[0])
    if notice.player is None:
        return do_stop_inviting(notice, bounce)
    if not bounce.is_address_dead:
        return do_count_temporary_bounce(notice.player, bounce)
    if not do_mark_address_dead(notice.player, describe_bounce(bounce)):
        return "the address takes no mail: known"
    if brake.stop_burst(notice):
        return brake.HELD
    notify_tables_of_refusal(notice.player)
    return f"the address takes no mail ({bounce.status})"


def take_complaint(*, notice: Notice | None, recipient: str = "") -> str:
    """Stop mail about games to a player who marked one as spam; return what was done."""
    if notice is None:
        return NOT_OURS
    if reason := why_ignored(notice, COMPLAINTS_WITHIN):
        return reason
    if recipient and recipient.lower() != notice.address.lower():
        return "ignored: about an address that the mail did not go to"
    if notice.player is None:
        return do_stop_inviting(notice, None)
    fresh = Player.objects.filter(pk=notice.player.pk, complained_at=None)
    return "no more mail about games" if fresh.update(complained_at=clock.now()) else "no more mail: known"


def why_ignored(notice: Notice, within: timedelta) -> str:
    """Return why a report is ignored; empty if it is about a mail that was sent recently, to this address."""
    if notice.sent_at is None or notice.status != Notice.Status.SENT:
        return "ignored: about a mail that was not sent"
    if clock.now() - notice.sent_at > within:
        return "ignored: too late"
    changed_at = notice.player.address_changed_at if notice.player is not None else None
    if changed_at is not None and notice.sent_at < changed_at:  # somebody else may have that mailbox
        return "ignored: about a mail to an address that the player has left"
    return ""


def do_mark_address_dead(player: Player, error: str) -> bool:
    """Mark a player's address as dead, and store why; return whether that is new."""
    fresh = Player.objects.filter(pk=player.pk, mail_refused_at=None)
    return bool(fresh.update(mail_refused_at=clock.now(), mail_error=error))


@transaction.atomic
def do_count_temporary_bounce(player: Player, bounce: Bounce) -> str:
    """Count a day with temporary bounces. Locks the player's row."""
    now = clock.now()
    locked = Player.objects.select_for_update().get(pk=player.pk)
    if locked.bounced_at is not None and now - locked.bounced_at < DAY:
        return f"counted today ({bounce.status})"
    forgiven = locked.bounced_at is None or now - locked.bounced_at > FORGIVEN_AFTER
    locked.bounces = 1 if forgiven else min(locked.bounces + 1, 1_000)
    locked.bounced_at, locked.mail_error = now, describe_bounce(bounce)
    locked.save(update_fields=["bounces", "bounced_at", "mail_error"])
    return f"counted ({bounce.status})"


def do_stop_inviting(notice: Notice, bounce: Bounce | None) -> str:
    """Stop inviting an address to this game that does not accept mail, or does not want it."""
    if bounce is not None and not bounce.is_address_dead:
        return f"an invitation came back ({bounce.status})"
    Invitation.objects.filter(notices=notice, refused_at=None).update(refused_at=clock.now())
    return "the invited address takes no mail"


def notify_tables_of_refusal(player: Player) -> None:
    """Notify every table of a player that they get no more mail."""
    sits = {"seats__player": player, "seats__status": Seat.Status.TAKEN}
    for game in Game.objects.filter(status=Game.Status.RUNNING, **sits).order_by("pk"):
        notify_table_of_refusal(game_id=game.pk, player_id=player.pk)


@in_transaction
def notify_table_of_refusal(*, game_id: int, player_id: int) -> None:
    """Notify the host, or everybody else if it is the host, that a player gets no mail. Locks the game.

    Their open question is in the letter, but for a window, where it is secret who is still asked.
    """
    game = lock_game(pk=game_id)
    seats = list(game.seats.select_related("player"))
    seat = next((each for each in seats if each.player_id == player_id and each.is_person), None)
    if seat is None or not game.is_running:
        return
    asked = Question.objects.filter(STOPS_PLAY, seat=seat).exclude(what=WINDOW).first()
    table_notices.notify_unreachable(game, seat, seats, asked)


def describe_bounce(bounce: Bounce) -> str:
    """Return a bounce as its player reads it."""
    return " ".join(filter(None, (bounce.status, bounce.said)))[:500]
