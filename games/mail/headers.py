"""The headers of a mail: its sender, its thread, and that it was sent automatically.

A game is one thread in a person's mailbox. Every mail of a seat refers to the same root, a Message-ID that no
mail ever had: mailboxes thread by it all the same, and neither a lost mail nor a retry changes the references
(docs/decisions/0004-mail-threads.md). No header holds a link's token or a card of a hand; the secret
in Reply-To and List-Unsubscribe opens no page (docs/decisions/0021-inbound-mail.md).
"""

from email.header import Header
from email.utils import parseaddr

from django.conf import settings
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from games.core.site_title import short_title
from games.models import Game, Notice, Seat
from games.models.names import holds_at_sign, mark_reserved, one_line

from . import addresses, links, unsubscribe

NAME_LENGTH = 60
SUBJECT_LENGTH = 140  # the name of a player and of a game, with a few words around them
QUOTED = '"\\'
ACCOUNTS = gettext_noop("Fluxx accounts")  # who sends mails about accounts, if the operator names nobody


def subject(game: Game, own: str) -> str:
    """Return the subject that a mail has of its `own`, or else the one that most mails of a game share."""
    return one_line(own, SUBJECT_LENGTH) or f"[{short_title()}] {game.shown_name}".rstrip()


def from_address(person: str, table: str = "") -> str:
    """Return what From shows: the address of the site, as “Ann via Fluxx” for a mail in somebody's name.

    Others show the name of their table behind the site's, “Fluxx · Friday game”: a table that somebody
    calls “PayPal” or “Moderators” passes for nobody else. Nobody's name, and no table's, may pass for an
    address, or for the site: mailboxes show it in place of the real one.
    """
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    site = name or short_title()
    person = person and mark_reserved(one_line(person, NAME_LENGTH))
    table = one_line(table, NAME_LENGTH)
    if person and not holds_at_sign(person):
        shown = _("%(person)s via %(site)s") % {"person": person, "site": site}
    elif table and not holds_at_sign(table) and mark_reserved(table) == table:
        shown = f"{site} · {table}"
    else:
        return settings.DEFAULT_FROM_EMAIL
    return f"{phrase(shown)} <{address}>"


def accounts_address() -> str:
    """Return the sender of mails about accounts: of its own name in the reader's language, if it has ours."""
    name, address = parseaddr(settings.ACCOUNTS_FROM_EMAIL)
    return f"{phrase(_(ACCOUNTS))} <{address}>" if name == ACCOUNTS else settings.ACCOUNTS_FROM_EMAIL


def headers(notice: Notice, shown_sender: str, *, is_bundle: bool) -> dict[str, str]:
    """Return the headers of a mail besides recipient and subject, by the first notice of the mail.

    `shown_sender` is here where the envelope has another. A bundle has its own thread and list.
    """
    root = f"<games-of.{notice.player_id}@{settings.MAIL_DOMAIN}>" if is_bundle else thread_root(notice)
    token = unsubscribe.make_bundle_token(notice) if is_bundle else unsubscribe.make_token(notice)
    # Providers take a From header to mean that the envelope has another sender.
    has_own_sender = envelope_sender(notice) != settings.DEFAULT_FROM_EMAIL
    return {
        **({"From": shown_sender} if has_own_sender else {}),
        "Message-ID": notice.message_id,
        "In-Reply-To": root,
        "References": root,
        "List-Id": f"Fluxx <games.{settings.MAIL_DOMAIN}>" if is_bundle else list_id(notice.game),
        "List-Unsubscribe": list_unsubscribe(token),
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-replied" if notice.kind == Notice.Kind.REPLY else "auto-generated",
        **language(),
        "X-Auto-Response-Suppress": "All",
        "X-Fluxx-Kind": "several" if is_bundle else notice.kind,
    }


def automatic(message_id: str, kind: str) -> dict[str, str]:
    """Return the headers of a mail that belongs to no thread and wants no automatic answer."""
    return {
        "Message-ID": message_id,
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Fluxx-Kind": kind,
    }


def language() -> dict[str, str]:
    """Return the header that says in which language a mail is."""
    return {"Content-Language": get_language() or settings.LANGUAGE_CODE}


def thread_root(notice: Notice) -> str:
    """Return the Message-ID that all mails of a game to one person refer to.

    It names the person's seat; mails to a host about other seats belong to the host's own thread.
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
    return f"{phrase(game.shown_name)} <g{game.pk}.{settings.MAIL_DOMAIN}>".lstrip()


def phrase(name: str) -> str:
    """Return a name as a phrase of a header: plain, quoted, or as encoded words."""
    if not name.isascii() or "=?" in name:  # an encoded word that somebody is called would be decoded
        return Header(name, "utf-8").encode(linesep="")
    if all(char.isalnum() or char in " !#$%&'*+-/=?^_`{|}~" for char in name):
        return name
    return '"' + "".join(f"\\{char}" if char in QUOTED else char for char in name) + '"'


def list_unsubscribe(token: str) -> str:
    """Return the page, and the address if there is one, that unsubscribe a reader (RFC 8058), a line each."""
    page, address = links.absolute_url("unsubscribe", token), addresses.make_unsubscribe(token)
    return f"<{page}>, <mailto:{address}>" if address else f"<{page}>"


def envelope_sender(notice: Notice) -> str:
    """Return the address to which a mail server returns this mail.

    It is unique to the mail, so that a bounce identifies it; mail providers do that themselves.
    """
    if settings.EMAIL_BACKEND.startswith("anymail."):
        return settings.DEFAULT_FROM_EMAIL
    return addresses.make_bounce(notice) or settings.DEFAULT_FROM_EMAIL
