"""Notices that are about to go out, fetched with all that decides whether, when and how they do.

What is true of few of them is a flag: only where it is set, the database is asked for more.
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.core.statements import Fetch
from games.models import Channel, MutedGame, Notice, Remark

EVERYTHING = (
    *("game", "game__host", "player", "player__notice_choices", "seat", "seat__player"),
    *("question", "invitation", "invitation__seat", "channel"),
)
IN_A_REPLY = Q(kind=Notice.Kind.REPLY, status=Notice.Status.SENT)
REMINDED_LATER = Q(kind=Notice.Kind.REMINDER, pk__gt=OuterRef("pk"))
FLAGS = {
    "has_channels": Exists(Channel.objects.filter(player=OuterRef("player"), off_at=None)),
    "is_muted": Exists(MutedGame.objects.filter(player=OuterRef("player"), game=OuterRef("game"))),
    "may_be_known": Exists(
        Notice.objects.filter(
            IN_A_REPLY | REMINDED_LATER, question=OuterRef("question"), player=OuterRef("player")
        )
    ),
    "may_have_talk": Exists(
        Remark.objects.filter(game=OuterRef("game"), pk__gt=OuterRef("seat__heard_until"))
    ),
}


def with_everything(rows: QuerySet[Notice]) -> QuerySet[Notice]:
    """Return the query of these notices with all that belongs to them, and the flags."""
    return rows.select_related(*EVERYTHING).annotate(**FLAGS)


notice_to_send = Fetch(lambda notice: with_everything(Notice.objects.filter(pk=notice)))


def may_be(notice: Notice, flag: str) -> bool:
    """Whether what a flag says may be so: a notice that was fetched without flags does not know."""
    return bool(getattr(notice, flag, True))
