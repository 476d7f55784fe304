"""The headers of a mail: who it is from, which thread it belongs to, and that a machine wrote it.

One game is one thread in the mailbox of one person. Every mail of a seat answers the same root, a Message-ID
that no mail ever had: mailboxes thread by it all the same, and neither a lost mail nor a retry changes what a
mail refers to (docs/decisions/0004-mail-threads.md). No header holds a token, a card or the name of who
acted.
"""

from __future__ import annotations

from email.header import Header

from django.conf import settings

from games.models import Game, Notice, Seat

from .words import one_line

NAME_LENGTH = 60  # as many as a form takes
QUOTED = '"\\'


def subject(game: Game) -> str:
    """Return the subject of every mail of a game, from its invitation to its result."""
    return f"[Fluxx] {one_line(game.name, NAME_LENGTH)}".rstrip()


def headers(notice: Notice) -> dict[str, str]:
    """Return the headers of a mail besides sender, recipient and subject."""
    root = thread_root(notice)
    return {
        "Message-ID": notice.message_id,
        "In-Reply-To": root,
        "References": root,
        "List-Id": list_id(notice.game),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Fluxx-Kind": notice.kind,
    }


def thread_root(notice: Notice) -> str:
    """Return the Message-ID that all mails of one game to one person answer.

    It names the person's seat. What a host is told about the seats of others goes into the host's own thread.
    """
    seat = notice.seat_id
    if notice.kind in (Notice.Kind.ACCEPTED, Notice.Kind.DECLINED):
        own = Seat.objects.filter(game=notice.game, player=notice.player_id, status=Seat.Status.TAKEN)
        seat = own.values_list("pk", flat=True).first()
    elif notice.invitation is not None:
        seat = notice.invitation.seat_id
    place = f"seat-{seat}" if seat else "host"
    return f"<game-{notice.game_id}.{place}@{settings.MAIL_DOMAIN}>"


def list_id(game: Game) -> str:
    """Return the List-Id of a game (RFC 2919), such as `Friday game <g128.games.example>`, in ASCII."""
    name = one_line(game.name, NAME_LENGTH)
    return f"{phrase(name)} <g{game.pk}.{settings.MAIL_DOMAIN}>".lstrip()


def phrase(name: str) -> str:
    """Return a name as a phrase of a header: plain, quoted, or in encoded words."""
    if not name.isascii():
        return Header(name, "utf-8").encode(linesep="")
    if all(char.isalnum() or char in " !#$%&'*+-/=?^_`{|}~" for char in name):
        return name
    return '"' + "".join(f"\\{char}" if char in QUOTED else char for char in name) + '"'


def reply_to() -> str:
    """Return the address for answers: nobody reads them yet."""
    return f"noreply@{settings.MAIL_DOMAIN}"
