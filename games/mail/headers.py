"""The headers of a mail: who it is from, which thread it belongs to, and that a machine wrote it.

One game is one thread in the mailbox of one person. Every mail of a seat answers the same root, a Message-ID
that no mail ever had: mailboxes thread by it all the same, and neither a lost mail nor a retry changes what a
mail refers to (docs/decisions/0004-mail-threads.md). No header holds a link's token, a card or the name of
who acted; the secret in Reply-To and List-Unsubscribe opens nothing (docs/decisions/0021-inbound-mail.md).
"""

from email.header import Header

from django.conf import settings

from games.history.formatting import one_line
from games.models import Game, Notice, Seat

from . import addresses, links, unsubscribe

NAME_LENGTH = 60  # as many as a form takes
QUOTED = '"\\'


def subject(game: Game) -> str:
    """Return the subject of every mail of a game, from its invitation to its result."""
    return f"[Fluxx] {one_line(game.name, NAME_LENGTH)}".rstrip()


def headers(notice: Notice) -> dict[str, str]:
    """Return the headers of a mail besides sender, recipient and subject."""
    root = thread_root(notice)
    return {
        **sender(notice),
        "Message-ID": notice.message_id,
        "In-Reply-To": root,
        "References": root,
        "List-Id": list_id(notice.game),
        "List-Unsubscribe": list_unsubscribe(notice),
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-replied" if notice.kind == Notice.Kind.REPLY else "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Fluxx-Kind": notice.kind,
    }


def sender(notice: Notice) -> dict[str, str]:
    """Return the From of a mail whose envelope has another sender; elsewhere the two are the same."""
    if envelope_sender(notice) == settings.DEFAULT_FROM_EMAIL:
        return {}
    return {"From": settings.DEFAULT_FROM_EMAIL}


def thread_root(notice: Notice) -> str:
    """Return the Message-ID that all mails of one game to one person answer.

    It names the person's seat. What a host reads about the seats of others goes into the host's own thread.
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


def list_unsubscribe(notice: Notice) -> str:
    """Return where a mail program may say for its reader that this game's mails are unwanted (RFC 8058).

    The page comes first, then an address, if this site takes mail. Each is short enough for one line.
    """
    return _unsubscribe_by(unsubscribe.make_token(notice))


def list_unsubscribe_of_bundle(first: Notice) -> str:
    """Return the same for a mail about more than one game, where it means all of them."""
    return _unsubscribe_by(unsubscribe.make_bundle_token(first))


def _unsubscribe_by(token: str) -> str:
    page, address = links.absolute("unsubscribe", token), addresses.make_unsubscribe(token)
    return f"<{page}>, <mailto:{address}>" if address else f"<{page}>"


def reply_to(notice: Notice) -> str:
    """Return the address for answers: they play, where this site takes mail; elsewhere nobody reads them."""
    return addresses.make_reply(notice)


def envelope_sender(notice: Notice) -> str:
    """Return whom a mail server tells that it cannot deliver this mail.

    An address for this one mail, so that what comes back names it; a provider keeps account of that itself.
    """
    if settings.EMAIL_BACKEND.startswith("anymail."):
        return settings.DEFAULT_FROM_EMAIL
    return addresses.make_bounce(notice) or settings.DEFAULT_FROM_EMAIL
