"""Writing notices: rows of the outbox, in the transaction of what they tell."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.conf import settings

from games import clock
from games.core import access, wake
from games.core.rows import insert_notices
from games.models import Game, Invitation, Notice, Player, Question, Seat

from .kinds import QUESTION_KINDS

# A question that follows the seat's own answer is on the page already; who closed the page gets its mail
# then.
AT_THE_PAGE = timedelta(minutes=10)


def new_message_id(game: Game, kind: str) -> str:
    """Return a Message-ID for one notice: it names the game and the occasion, and nothing secret.

    Not the move either: from that, a reader could count who has passed in an open window (requirement H7).
    """
    return f"<g{game.pk}.{kind}.{secrets.token_hex(8)}@{settings.MAIL_DOMAIN}>"


def build_notice(
    kind: Notice.Kind,
    *,
    key: str,
    game: Game,
    player: Player | None = None,
    seat: Seat | None = None,
    question: Question | None = None,
    invitation: Invitation | None = None,
    params: dict[str, int | str | bool] | None = None,
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
        message_id=new_message_id(game, kind),
        created_at=now,
        next_try_at=now + delay,
        quiet=delay,
    )


def write(notices: Iterable[Notice]) -> None:
    """Store notices, and wake a worker for them once the transaction is committed.

    A key that is there already is left alone: somebody was told before.
    """
    written = list(notices)
    if not written:
        return
    written += to_deputies(written)
    insert_notices(written)
    for game in {each.game_id for each in written if each.next_try_at <= each.created_at}:
        wake.deliver_after_commit(game)


def to_deputies(rows: Sequence[Notice]) -> list[Notice]:
    """Return the same notices of questions for whoever plays those seats for their players now."""
    asking = [row for row in rows if row.kind in QUESTION_KINDS and row.question_id]
    asking = [row for row in asking if row.seat is not None and row.seat.has_deputy]
    if not asking:
        return []
    deputies = access.deputies_in_force(seat__in={row.seat_id for row in asking})
    return [
        Notice(
            key=f"{row.key}/deputy/{deputy.pk}",
            kind=row.kind,
            game_id=row.game_id,
            player_id=deputy.player_id,
            seat_id=row.seat_id,
            question_id=row.question_id,
            params=row.params,
            version=row.version,
            message_id=new_message_id(deputy.seat.game, row.kind),
            created_at=row.created_at,
            next_try_at=row.next_try_at,
            quiet=row.quiet,
        )
        for row in asking
        for deputy in deputies
        if deputy.seat_id == row.seat_id and row.player_id == deputy.owner_id
    ]


def is_for_mail(question: Question) -> bool:
    """Whether a person has to answer this question."""
    return question.seat.is_person and not question.seat.plays_itself


def kind_of(question: Question) -> Notice.Kind:
    """Return the occasion of a question."""
    if question.beside:
        return Notice.Kind.BESIDE
    return Notice.Kind.TURN if question.own_turn else Notice.Kind.ANSWER


def key_of(question: Question) -> str:
    """Return the key of the notice of a question, and of none that is asked anew in its place."""
    return f"question/{question.game_id}/{question.number}"


def of_question(game: Game, question: Question, *, at_the_page: bool = False) -> Notice:
    """Return the notice of a question that has just been opened."""
    return build_notice(
        kind_of(question),
        key=key_of(question),
        game=game,
        seat=question.seat,
        question=question,
        delay=AT_THE_PAGE if at_the_page else timedelta(),
    )


def of_end(game: Game, seats: Iterable[Seat]) -> list[Notice]:
    """Return the notices of the end of a game, one for each player at the table."""
    kind = Notice.Kind.RESULT if game.status == Game.Status.FINISHED else Notice.Kind.ENDED
    return [build_notice(kind, key=f"end/{seat.pk}", game=game, seat=seat) for seat in seats]
