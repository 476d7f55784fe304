"""Writes the answer to a reply: what it did, or, once a day, that a mail did nothing."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from games import clock
from games.core import access
from games.core.locking import in_transaction, lock_game
from games.core.mail_limits import count_mail
from games.models import BlockedAddress, Game, Invitation, Notice, PersonMail, Player, Reply, Seat
from games.models.line_result import LEFT
from games.outbox import notices
from games.outbox.kinds import QUESTION_KINDS
from games.outbox.person_mail import write_to

DAY = timedelta(days=1)
# Answered replies a day with the same mistake, per seat: a person tries another way, a loop must end (M13).
MOST_IN_VAIN = 10
# Answered replies a day, per seat: somebody may write in its player's name.
MOST_ANSWERED = 100
# So long a question's own notice waits for this answer, which contains the question.
ANSWER_FIRST = timedelta(minutes=2)


@in_transaction
def notify_replied(*, reply: Reply, seat: Seat, is_lost: bool, seats: Sequence[Seat] = ()) -> None:
    """Write the answer to a reply; of equal ones that changed nothing, the first few of a day are answered.

    One to a mail whose question is lost (`is_lost`) is always answered: its writer could not know.

    It contains the present question, so the question's own notice waits, and is obsolete once the answer is
    sent (`obsolete.why_asked_in_reply`). Of a mail of several games, `seats` are those that it tells of.
    """
    reply.save()
    today = Reply.objects.filter(seat=seat, received_at__gt=clock.now() - DAY)
    left = MOST_ANSWERED - today.exclude(notice=None).count()
    if reply.changed_nothing and not is_lost:
        answered = Reply.objects.filter(seat=seat, player=reply.player, received_at__gt=clock.now() - DAY)
        same = sum(is_same_mistake(each, reply) for each in answered.exclude(notice=None))
        left = min(left, MOST_IN_VAIN - same)
    if left <= 0:
        return
    if not Seat.objects.filter(
        pk__in=[each.pk for each in seats], player=reply.player, status=Seat.Status.TAKEN
    ).exists():
        seats = ()  # they have left: no game is asked about
    seat.game.refresh_from_db()
    question = access.question_of(seat) or next(iter(access.side_questions(seat)), None)
    notice = notices.build_notice(
        Notice.Kind.REPLY,
        key=f"reply/{reply.pk}",
        game=seat.game,
        player=reply.player,
        seat=seat,
        question=None if seat.game.paused_at else question,
        params={"is_last": left == 1}
        | ({"seats": [each.pk for each in seats]} if seats else {})
        | ({"left": True} if any(line.kind == LEFT for line in reply.lines) else {}),
    )
    notices.write([notice])
    reply.notice = Notice.objects.get(key=notice.key)
    reply.save(update_fields=["notice"])
    asked = Notice.objects.filter(player=reply.player, kind__in=QUESTION_KINDS).exclude(
        kind=Notice.Kind.REMINDER
    )
    asked = asked.filter(seat__in=seats) if seats else asked.filter(question=notice.question)
    if seats or notice.question is not None:
        soon = clock.now() + ANSWER_FIRST
        asked.filter(status=Notice.Status.WAITING, next_try_at__lt=soon).update(next_try_at=soon)


def is_same_mistake(one: Reply, other: Reply) -> bool:
    """Whether two replies that changed nothing have said the same, as machines do."""
    lines = [[line.line for line in each.lines] for each in (one, other)]
    return one.changed_nothing and lines[0] == lines[1]


def notify_not_counted(seat: Seat, why: str, **about: Any) -> None:
    """Notify a seat's player, at most once a day for each reason, that a mail did not count."""
    key = f"not-counted/{seat.player_id}/{clock.now():%Y-%m-%d}/{why}"
    params = {"not_counted": why, **about}
    notices.notify(Notice.Kind.REPLY, key=key, game=seat.game, seat=seat, params=params)


@in_transaction
def notify_not_played(player: Player, why: str, game: Game | None = None) -> None:
    """Mail somebody, at most once a day, that an answer of theirs did nothing where they have no seat.

    `why` is "left" if the game goes on without them, "elsewhere" if the address plays nothing.
    """
    Player.objects.select_for_update().get(pk=player.pk)
    today = PersonMail.objects.filter(player=player, kind=PersonMail.Kind.NOT_PLAYED)
    if not today.filter(created_at__gt=clock.now() - DAY).exists():
        write_to(player, PersonMail.Kind.NOT_PLAYED, why=why, game=game.pk if game is not None else None)


@in_transaction
def notify_unread(invitation: Invitation) -> bool:
    """Send an open invitation again, at most once a day, to who has answered it by mail; say whether it goes.

    It counts as a mail that somebody asked for. Locks the game.
    """
    game = lock_game(pk=invitation.game_id)
    invitation = Invitation.objects.get(pk=invitation.pk)
    key = f"unread/{invitation.pk}/{clock.now():%Y-%m-%d}"
    if not invitation.is_open or game.status != Game.Status.OPEN or Notice.objects.filter(key=key).exists():
        return False
    if BlockedAddress.objects.filter(mailbox=invitation.mailbox).exists() or not count_mail(
        invitation.mailbox
    ):
        return False
    kind, params = Notice.Kind.INVITATION, {"is_answered": True}
    notices.notify(kind, key=key, game=game, invitation=invitation, params=params)
    return True


@in_transaction
def notify_declined(invitation: Invitation) -> None:
    """Confirm to who declined an invitation by mail, once, that the host knows; it counts as asked for."""
    if count_mail(invitation.mailbox):
        notices.notify(
            Notice.Kind.INVITATION,
            key=f"declined-by-mail/{invitation.pk}",
            game=invitation.game,
            invitation=invitation,
            params={"is_declined": True},
        )


def notify_rematch_unread(seat: Seat) -> None:
    """Ask again, at most once a day, whether a player takes the seat that is kept for them in a rematch."""
    key = f"rematch-unread/{seat.pk}/{clock.now():%Y-%m-%d}"
    notices.notify(Notice.Kind.REMATCH, key=key, game=seat.game, seat=seat, params={"is_answered": True})


def mask_address(address: str) -> str:
    """Return an address so that its owner knows it, and nobody else can write to it: ``a…n@example.org``."""
    local, at, domain = address.partition("@")
    return f"{local[:1]}…{local[-1:] if len(local) > 2 else ''}{at}{domain}" if at else ""
