"""Telling a seat once more what it is asked, when the mail that told it is of no use any more."""

from __future__ import annotations

from games.models import Notice, Question

from . import notices


def ask_again(question: Question, *, why: str) -> None:
    """Owe another mail of an open question to its seat, unless one is waiting to be sent.

    `why` is part of the notice's key: once for each reason. The caller's transaction stores it.
    """
    if not notices.is_for_mail(question):
        return
    if Notice.objects.filter(question=question, status=Notice.Status.WAITING).exists():
        return
    key = f"question/{question.game_id}/{question.number}/{why}"
    notices.write(
        [
            notices.build_notice(
                notices.kind_of(question), key=key, game=question.game, seat=question.seat, question=question
            )
        ]
    )
