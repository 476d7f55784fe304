"""From a notice to a mail."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from email.mime.image import MIMEImage
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone, translation

from games.models import Notice, Player
from games.outbox.obsolete import Obsolete

from . import (
    board,
    bundle,
    deputies,
    headers,
    lobby,
    page,
    plain,
    replies,
    silence,
    start_and_end,
    talk,
    turns,
)
from .letter import Letter
from .message import Mail
from .occasion import Occasion, Writer

WRITERS: dict[str, Writer] = {
    **deputies.WRITERS,
    **lobby.WRITERS,
    **replies.WRITERS,
    **silence.WRITERS,
    **start_and_end.WRITERS,
    **talk.WRITERS,
    **turns.WRITERS,
}


def compose(notice: Notice) -> EmailMultiAlternatives:
    """Return the mail of a notice, as things stand now, in the language and the time zone of its reader.

    It goes to `notice.address` alone, and takes a bounded number of queries, however long the game is.
    Raises `Obsolete` when there is nothing left to tell; the caller has checked that the reader still takes
    part.
    """
    language, zone = _reader(notice)
    with translation.override(language), timezone.override(zone):
        letter, picture = board.with_picture(_write(notice), _picture_name(notice))
        mail = Mail(
            subject=headers.subject(notice.game),
            body=plain.lay_out(letter, notice.game),
            from_email=headers.envelope_sender(notice),
            to=[notice.address],
            reply_to=[headers.reply_to(notice)],
            headers=headers.headers(notice),
        )
        mail.attach_alternative(page.lay_out(letter, notice.game), "text/html")
        if picture is not None:
            mail.attach(picture)
    return mail


def _picture_name(notice: Notice) -> str:
    """Return what the picture of a notice is called within its mail: the same whenever it is drawn."""
    return f"board.{notice.pk}@{settings.MAIL_DOMAIN}"


def letter_of(notice: Notice) -> Letter:
    """Return what the mail of one notice says. Raises `Obsolete`, as `compose` does."""
    language, zone = _reader(notice)
    with translation.override(language), timezone.override(zone):
        return _write(notice)


def compose_bundle(player: Player, letters: Sequence[tuple[Notice, Letter]]) -> EmailMultiAlternatives:
    """Return one mail for the letters of some notices to a player, which share a Message-ID."""
    letters = bundle.in_order(letters)
    first = letters[0][0]
    language, zone = _reader(first)
    with translation.override(language), timezone.override(zone):
        letters, pictures = _draw_boards(letters)
        return _compose_bundle(
            player,
            bundle.bundle_of(player, letters),
            headers.envelope_sender(first),
            bundle.bundle_headers(first, player),
            pictures,
        )


def compose_test(player: Player, now: datetime) -> EmailMultiAlternatives:
    """Return the mail that a player asks for to see whether mail arrives."""
    fields = {
        "Message-ID": f"<test-{player.pk}.{int(now.timestamp())}@{settings.MAIL_DOMAIN}>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Fluxx-Kind": "test",
    }
    with translation.override(player.site_language), timezone.override(player.zone):
        return _compose_bundle(player, bundle.bundle_of_test(player), settings.DEFAULT_FROM_EMAIL, fields)


def _compose_bundle(
    player: Player,
    words: bundle.Bundle,
    sender: str,
    fields: dict[str, str],
    pictures: Iterable[MIMEImage] = (),
) -> Mail:
    mail = Mail(
        subject=words.subject,
        body=bundle.as_text(words),
        from_email=sender,
        to=[player.email],
        reply_to=[bundle.no_reply_address()],
        headers=fields,
    )
    mail.attach_alternative(bundle.as_page(words), "text/html")
    for picture in pictures:
        mail.attach(picture)
    return mail


def _draw_boards(
    letters: Sequence[tuple[Notice, Letter]],
) -> tuple[list[tuple[Notice, Letter]], list[MIMEImage]]:
    """Draw the boards of these letters, the most urgent first, for as long as the mail has room."""
    drawn: list[tuple[Notice, Letter]] = []
    pictures: list[MIMEImage] = []
    room = board.LARGEST
    for notice, letter in letters:
        shown, picture = board.with_picture(letter, _picture_name(notice), room) if room else (letter, None)
        if picture is not None:
            pictures.append(picture)
            room -= len(picture.get_payload(decode=True))
        elif letter.board is not None:
            room = 0
        drawn.append((notice, shown))
    return drawn, pictures


def _reader(notice: Notice) -> tuple[str, ZoneInfo]:
    """Return the language and the zone to write in: to a stranger, those of who invites them."""
    if notice.invitation is not None:
        known = Player.objects.filter(email=notice.invitation.email).first()
        reader = known or notice.invitation.invited_by
    elif notice.player is not None:
        reader = notice.player
    else:
        raise Obsolete("nobody to write to")
    return reader.site_language, reader.zone


def _write(notice: Notice) -> Letter:
    if notice.invitation is not None:
        return lobby.INVITATION_WRITERS[Notice.Kind(notice.kind)](notice, notice.game, notice.invitation)
    return WRITERS[notice.kind](Occasion.of(notice))
