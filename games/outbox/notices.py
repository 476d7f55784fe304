"""Writing notices: rows of the outbox, in the transaction of what they are about."""

import secrets
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings

from games import clock
from games.core import access, wake
from games.core.rows import insert_notices
from games.models import Game, Invitation, Notice, Player, Question, Seat

from .kinds import QUESTION_KINDS

# A question that follows the seat's own answer is on the page already; who closed the page gets its mail
# then.
AT_THE_PAGE = timedelta(minutes=10)
# What copies of a notice have in common.
COPIED = (
    "kind", "player_id", "game_id", "seat_id", "question_id", "params", "version", "message_id", "created_at",
    "next_try_at", "quiet",
)  # fmt: skip


def make_message_id(occasion: str) -> str:
    """Return a Message-ID that names an occasion, and that nobody can guess."""
    return f"<{occasion}.{secrets.token_hex(8)}@{settings.MAIL_DOMAIN}>"


def new_message_id(game_id: int, kind: str) -> str:
    """Return a Message-ID for one notice, which names the game and the occasion.

    It does not name the move: from that, a reader could count passes in an open window (requirement H7).
    """
    return make_message_id(f"g{game_id}.{kind}")


def build_notice(
    kind: Notice.Kind,
    *,
    key: str,
    game: Game,
    player: Player | None = None,
    seat: Seat | None = None,
    question: Question | None = None,
    invitation: Invitation | None = None,
    params: dict[str, Any] | None = None,
    delay: timedelta = timedelta(),
) -> Notice:
    """Return a notice that is not stored yet; `player` is by default who sits on `seat`.

    `params` is what its letter needs to know besides these rows. Nothing is read from `key`, which is unique.
    With a `delay` it is sent when its player has not looked at the game for so long.
    """
    now = clock.now()
    return Notice(
        key=key,
        kind=kind,
        game=game,
        player_id=player.pk if player else (seat.player_id if seat else None),
        seat=seat,
        question=question,
        invitation=invitation,
        params=params or {},
        version=game.version,
        message_id=new_message_id(game.pk, kind),
        created_at=now,
        next_try_at=now + delay,
        quiet=delay,
    )


def copy_notice(notice: Notice, suffix: str, **changes: Any) -> Notice:
    """Return the same notice for another reader or channel, not stored yet."""
    return Notice(key=f"{notice.key}/{suffix}", **{name: getattr(notice, name) for name in COPIED} | changes)


def write(notices: Iterable[Notice]) -> None:
    """Store notices whose key is new, and wake a worker for them once the transaction is committed.

    A game that is tried without an account has none: its player has no address.
    """
    rows = [notice for notice in notices if not notice.game.is_trial]
    if not rows:
        return
    copies = copies_for_deputies(rows)
    insert_notices([*rows, *copies])
    for game in {row.game_id for row in rows if row.next_try_at <= row.created_at}:
        wake.deliver_after_commit(game)


def notify(kind: Notice.Kind, *, key: str, game: Game, **more: Any) -> None:
    """Write one notice; see `build_notice`."""
    row = build_notice(kind, key=key, game=game, **more)
    write([row])


def build_for_seats(
    kind: Notice.Kind, seats: Iterable[Seat], *, key: str, game: Game, **more: Any
) -> list[Notice]:
    """Return notices to the players of these seats, not stored yet; `more` goes to `build_notice`."""
    return [build_notice(kind, key=f"{key}/{seat.pk}", game=game, seat=seat, **more) for seat in seats]


def notify_seats(kind: Notice.Kind, seats: Iterable[Seat], **more: Any) -> None:
    """Write notices to the players of these seats; see `build_for_seats`."""
    rows = build_for_seats(kind, seats, **more)
    write(rows)


def copies_for_deputies(rows: Sequence[Notice]) -> list[Notice]:
    """Return the notices of questions again, for the deputies who play those seats now."""
    asking = [
        row
        for row in rows
        if row.kind in QUESTION_KINDS and row.question_id and row.seat is not None and row.seat.has_deputy
    ]
    if not asking:
        return []
    deputies = access.deputies_in_force(seat__in={row.seat_id for row in asking})
    return [
        copy_notice(
            row,
            f"deputy/{deputy.pk}",
            player_id=deputy.player_id,
            message_id=new_message_id(row.game_id, row.kind),
        )
        for row in asking
        for deputy in deputies
        if deputy.seat_id == row.seat_id and row.player_id == deputy.owner_id
    ]


def needs_notice(question: Question) -> bool:
    """Whether a person has to answer this question."""
    seat = question.seat
    return seat.is_person and not (seat.plays_itself or question.is_answered_in_vacation)


def question_key(question: Question) -> str:
    """Return the key of the first notice of a question; each further one has a suffix."""
    return f"question/{question.game_id}/{question.number}"


def build_for_question(question: Question, suffix: str = "", **more: Any) -> Notice:
    """Return the notice of a question, not stored yet; `more` goes to `build_notice`."""
    kind = Notice.Kind.TURN if question.own_turn else Notice.Kind.ANSWER
    if question.is_side:
        kind = Notice.Kind.SIDE_QUESTION
    key = f"{question_key(question)}{suffix}"
    return build_notice(kind, key=key, game=question.game, seat=question.seat, question=question, **more)


def build_for_end(game: Game, seats: Iterable[Seat]) -> list[Notice]:
    """Return the notices of the end of a game, one for each player at the table."""
    kind = Notice.Kind.RESULT if game.status == Game.Status.FINISHED else Notice.Kind.ENDED
    return build_for_seats(kind, seats, key="end", game=game)


def resend_question(question: Question, *, reason: str) -> None:
    """Write another notice of an open question whose mail is of no use any more, once for each reason.

    Not while one is waiting to be sent.
    """
    waiting = Notice.objects.filter(question=question, status=Notice.Status.WAITING)
    if needs_notice(question) and not waiting.exists():
        write([build_for_question(question, f"/{reason}")])
