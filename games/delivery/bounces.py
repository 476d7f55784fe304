"""Mails that came back, and mails that somebody marked as spam: what follows for who was to read them.

An address that takes no mail at all gets none any more, and the tables of its player are told so.
What may pass is only counted, once a day. What is not about a mail of ours, to the address that it went to,
or comes too late, changes nothing (docs/decisions/0021-inbound-mail.md).
"""

from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction

from games import clock
from games.core.locking import in_transaction, lock_game
from games.models import Game, Invitation, Notice, Player, Question, Seat
from games.models.question import STOPS_PLAY, WINDOW
from games.play import table_notices

from .bounce_reports import Bounce, Weight

# A mail server that holds a mail back for longer has said so before; a report of an old mail may be replayed.
BOUNCES_WITHIN, COMPLAINTS_WITHIN = timedelta(hours=48), timedelta(days=30)
DAY = timedelta(days=1)
# So long after the last mail that came back, counting begins anew.
FORGIVEN_AFTER = timedelta(days=30)
NOT_OURS = "ignored: not about a mail of ours"


def take_bounce(*, notice: Notice | None, bounces: Iterable[Bounce]) -> str:
    """Note that a mail came back; return what was done about it, or why nothing, for the operator."""
    if notice is None:
        return NOT_OURS
    if reason := why_ignored(notice, BOUNCES_WITHIN):
        return reason
    mine = [bounce for bounce in bounces if notice.address.lower() in bounce.recipients]
    if not mine:
        return "ignored: about an address that the mail did not go to"
    bounce = next((each for each in mine if each.weight == Weight.HARD), mine[0])
    if notice.player is None:
        return do_refuse_invitation(notice, bounce)
    if bounce.weight == Weight.SOFT:
        return do_count(notice.player, bounce)
    if not do_refuse(notice.player, bounce):
        return "the address takes no mail: known"
    notify_tables(notice.player)
    return f"the address takes no mail ({bounce.status})"


def take_complaint(*, notice: Notice | None, recipient: str = "") -> str:
    """Send no mail about games any more to who marked one as spam; return what was done."""
    if notice is None:
        return NOT_OURS
    if reason := why_ignored(notice, COMPLAINTS_WITHIN):
        return reason
    if recipient and recipient.lower() != notice.address.lower():
        return "ignored: about an address that the mail did not go to"
    if notice.player is None:
        return do_refuse_invitation(notice, None)
    fresh = Player.objects.filter(pk=notice.player.pk, complained_at=None)
    return "no more mail about games" if fresh.update(complained_at=clock.now()) else "no more mail: known"


def why_ignored(notice: Notice, within: timedelta) -> str:
    """Return why a report is of no account; nothing if it is about a mail that we have sent lately."""
    if notice.sent_at is None or notice.status != Notice.Status.SENT:
        return "ignored: about a mail that was not sent"
    if clock.now() - notice.sent_at > within:
        return "ignored: too late"
    return ""


@transaction.atomic
def do_refuse(player: Player, bounce: Bounce) -> bool:
    """Mark an address as one that takes no mail; return whether that is news. Locks the player's row."""
    locked = Player.objects.select_for_update().get(pk=player.pk)
    if locked.mail_refused_at is not None:
        return False
    locked.mail_refused_at, locked.mail_error = clock.now(), words_of(bounce)
    locked.save(update_fields=["mail_refused_at", "mail_error"])
    return True


@transaction.atomic
def do_count(player: Player, bounce: Bounce) -> str:
    """Count a day on which mail came back, for a reason that may pass. Locks the player's row."""
    now = clock.now()
    locked = Player.objects.select_for_update().get(pk=player.pk)
    if locked.bounced_at is not None and now - locked.bounced_at < DAY:
        return f"counted today ({bounce.status})"
    forgiven = locked.bounced_at is None or now - locked.bounced_at > FORGIVEN_AFTER
    locked.bounces = 1 if forgiven else min(locked.bounces + 1, 1_000)
    locked.bounced_at, locked.mail_error = now, words_of(bounce)
    locked.save(update_fields=["bounces", "bounced_at", "mail_error"])
    return f"counted ({bounce.status})"


def do_refuse_invitation(notice: Notice, bounce: Bounce | None) -> str:
    """Invite an address no more to this game that takes no mail, or wants none."""
    if bounce is not None and bounce.weight == Weight.SOFT:
        return f"an invitation came back ({bounce.status})"
    Invitation.objects.filter(notices=notice, refused_at=None).update(refused_at=clock.now())
    return "the invited address takes no mail"


def notify_tables(player: Player) -> None:
    """Tell every table where a player sits that they get no mail any more."""
    sits = {"seats__player": player, "seats__status": Seat.Status.TAKEN}
    for game in Game.objects.filter(status=Game.Status.RUNNING, **sits).order_by("pk"):
        notify_table(game_id=game.pk, player_id=player.pk)


@in_transaction
def notify_table(*, game_id: int, player_id: int) -> None:
    """Tell the host, or everybody else at the host's table, that a player gets no mail. Locks the game.

    They are told at once, whoever is asked. A question to the player stands in the letter, but for a window:
    who is still asked there is sealed.
    """
    game = lock_game(pk=game_id)
    seats = list(game.seats.select_related("player"))
    seat = next((each for each in seats if each.player_id == player_id and each.is_person), None)
    if seat is None or not game.is_running:
        return
    asked = Question.objects.filter(STOPS_PLAY, seat=seat).exclude(what=WINDOW).first()
    table_notices.notify_unreachable(game, seat, seats, asked)


def words_of(bounce: Bounce) -> str:
    """Return what a player is shown of a bounce."""
    return " ".join(filter(None, (bounce.status, bounce.said)))[:500]
